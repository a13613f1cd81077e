// Used by the build script of the core.

/// A JSON Schema on one line and without the descriptions, which are for people and editors only
/// and would weigh as much as all else. Of a description that ends with `(kaas only)` that end stays:
/// the checker reads it.
pub fn terse(schema: &str) -> String {
    let tokens = tokens(schema);
    let mut kept: Vec<&str> = Vec::new();
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        rest = after;
        let described = match (*token, after) {
            ("\"description\"", [":", text, after @ ..]) if text.starts_with('"') => {
                Some((*text, after))
            }
            _ => None,
        };
        let Some((text, after)) = described else {
            kept.push(token);
            continue;
        };
        rest = after;
        if let Some((_, flavor)) = text
            .rsplit_once('(')
            .filter(|(_, end)| end.ends_with(" only)\""))
        {
            kept.extend(["\"description\"", ":", "\"(", flavor]);
        } else if let [",", after @ ..] = rest {
            rest = after;
        } else if kept.last() == Some(&",") {
            kept.pop();
        }
    }
    kept.concat()
}

/// Strings whole, everything else sign by sign, without white space.
fn tokens(json: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            string(rest)
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !first.is_whitespace() {
            found.push(token);
        }
        rest = after;
    }
    found
}

/// How many bytes the string that starts here takes.
fn string(json: &str) -> usize {
    let mut escaped = false;
    let end = json.char_indices().skip(1).find(|(_, sign)| {
        let ends = *sign == '"' && !escaped;
        escaped = *sign == '\\' && !escaped;
        ends
    });
    end.map_or(json.len(), |(at, _)| at + 1)
}
