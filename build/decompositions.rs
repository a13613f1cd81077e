// Used by the build script of the core.

use std::fmt::Write as _;

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Rust source with the canonical decompositions and combining classes of Unicode: the same as the
/// crate's own tables, which are laid out for speed and do not compress.
pub fn tables(_: &str) -> Result<String, String> {
    let mut parts = String::new();
    let mut classes: Vec<(u32, u32, u8)> = Vec::new();
    // Hangul is computed.
    let signs = ('\u{80}'..=char::MAX).filter(|sign| !('\u{ac00}'..='\u{d7a3}').contains(sign));
    for sign in signs {
        let mut taken = String::new();
        decompose_canonical(sign, |part| taken.push(part));
        if taken != sign.to_string() {
            write!(parts, "{sign}{taken} ").map_err(|error| error.to_string())?;
        }
        let (code, class) = (u32::from(sign), canonical_combining_class(sign));
        match classes.last_mut() {
            _ if class == 0 => {}
            Some((_, last, same)) if *last + 1 == code && *same == class => *last = code,
            _ => classes.push((code, code, class)),
        }
    }
    Ok(format!(
        "const DECOMPOSITIONS: &str = {parts:?};\nconst CLASSES: &[(u32, u32, u8)] = &{classes:?};\n"
    ))
}
