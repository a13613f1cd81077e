//! How names from user data are shown: as text, nothing lost, nothing that disturbs its surroundings.

use std::borrow::Cow;

/// A name for display: blank ends and control characters made visible, very long ones cut in the middle.
///
/// The full name stays in the title and in the inspector.
pub fn shown(name: &str) -> String {
    if name.is_empty() {
        return "\"\"".to_owned();
    }
    let visible = visible(name);
    if visible.chars().count() <= LONGEST {
        return visible.into_owned();
    }
    let chars: Vec<char> = visible.chars().collect();
    let (head, tail) = (LONGEST * 2 / 3, LONGEST / 3);
    let start: String = chars.iter().take(head).collect();
    let end: String = chars.iter().skip(chars.len() - tail).collect();
    format!(
        "{start}…{end} ({} bytes)",
        orrery::messages::grouped(name.len() as u64)
    )
}

/// The whole name with blank ends and control characters made visible.
pub fn visible(name: &str) -> Cow<'_, str> {
    let inner = name.trim_matches(' ');
    if inner.len() == name.len() && !name.chars().any(disturbs) {
        return Cow::Borrowed(name);
    }
    let start = name.len() - name.trim_start_matches(' ').len();
    let end = if inner.is_empty() {
        0
    } else {
        name.len() - name.trim_end_matches(' ').len()
    };
    let mut out = "␠".repeat(start);
    for c in inner.chars() {
        match disturbs(c) {
            true => out.push_str(&format!("⟨U+{:04X}⟩", u32::from(c))),
            false => out.push(c),
        }
    }
    out.push_str(&"␠".repeat(end));
    Cow::Owned(out)
}

/// Control characters, and the marks that reorder text around them.
fn disturbs(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{2028}' | '\u{2029}')
}

/// Characters of a name that a chip, a row or a heading shows.
const LONGEST: usize = 96;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_hostile_name_is_lost_or_reorders_its_surroundings() {
        let cases = [
            ("orders", "orders"),
            ("", "\"\""),
            ("   ", "␠␠␠"),
            (" a b ", "␠a b␠"),
            (
                "<img src=x onerror=alert(1)>",
                "<img src=x onerror=alert(1)>",
            ),
            ("__proto__", "__proto__"),
            ("a\u{202e}b\nc", "a⟨U+202E⟩b⟨U+000A⟩c"),
            ("👩‍🚀", "👩⟨U+200D⟩🚀"),
        ];
        for (name, expected) in cases {
            assert_eq!(shown(name), expected);
        }
    }

    #[test]
    fn a_long_name_keeps_both_ends_and_says_its_length() {
        let name = format!("start{}end", "x".repeat(10_232));
        let shown = shown(&name);
        assert!(
            shown.starts_with("startxxx") && shown.ends_with("xxxend (10,240 bytes)"),
            "{shown}"
        );
        assert_eq!(shown.chars().filter(|c| *c == 'x').count(), LONGEST - 8);
    }
}
