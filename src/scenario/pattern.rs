//! Matching: what an expectation's pattern says about a value. docs/SCENARIO.md, Matching.

use super::error::Path;
use super::schema::is_reference;
use super::value::{
    array, integer, json, list, member, members, number, same, same_number, string,
};
use crate::cast::u64_of;
use crate::json::{Json, Kind};

/// One point in which a value is not what the pattern says.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// JSON path in the value looked at; `$` is all of it.
    pub path: String,
    /// The pattern there.
    pub expected: Json,
    /// The value there; `null` also stands for nothing at all.
    pub got: Json,
}

/// Where `actual` differs from `pattern`; empty if it matches. With `exact` an object must not
/// have fields beyond those named.
pub(crate) fn differences(pattern: &Json, actual: &Json, exact: bool) -> Vec<Difference> {
    let mut out = Vec::new();
    compare(pattern, actual, exact, &Path::Root, &mut out);
    out
}

/// Whether a value matches: [`differences`] finds none. It stops at the first mismatch, and looks
/// at each pair of a pattern and a value once, however deep they are nested.
fn matches(pattern: &Json, actual: &Json, exact: bool) -> bool {
    if let Some((name, operand)) = matcher(pattern) {
        return match (name, &actual.kind) {
            ("$ordered", Kind::Array(items)) => list(operand).is_some_and(|all| {
                all.len() == items.len()
                    && all
                        .iter()
                        .zip(items)
                        .all(|(pattern, item)| matches(pattern, item, exact))
            }),
            ("$exactly", _) => matches_fields(operand, actual, true),
            _ => holds(name, operand, actual, exact),
        };
    }
    match (&pattern.kind, &actual.kind) {
        (Kind::Object(_), _) => matches_fields(pattern, actual, exact),
        (Kind::Array(wanted), Kind::Array(items)) if wanted.len() == items.len() => {
            let mut open: Vec<&Json> = items.iter().collect();
            wanted.iter().all(|element| {
                let taken = open.iter().position(|item| matches(element, item, exact));
                taken.map(|at| open.remove(at)).is_some()
            })
        }
        _ => is_same_scalar(pattern, actual),
    }
}

fn matches_fields(pattern: &Json, actual: &Json, exact: bool) -> bool {
    let Kind::Object(present) = &actual.kind else {
        return false;
    };
    let nothing = json(Kind::Null);
    members(pattern).iter().all(|field| {
        matches(
            &field.value,
            member(actual, &field.key).unwrap_or(&nothing),
            exact,
        )
    }) && (!exact
        || present
            .iter()
            .all(|field| member(pattern, &field.key).is_some()))
}

/// Whether a value that is neither object nor list is what the pattern says.
fn is_same_scalar(pattern: &Json, actual: &Json) -> bool {
    match (&pattern.kind, &actual.kind) {
        (Kind::String(wanted), Kind::String(text)) => literal(wanted) == text,
        // A number beyond 2^53-1 is written as digits.
        (Kind::String(wanted), Kind::Number(digits)) => {
            integer(actual).is_some_and(|number| number.unsigned_abs() > SAFE_INTEGER)
                && same_number(wanted, digits)
        }
        (Kind::Array(_) | Kind::String(_), _) => false,
        _ => same(pattern, actual),
    }
}

/// The first reference to an answer in a pattern.
pub(crate) fn reference_in(pattern: &Json) -> Option<&str> {
    match &pattern.kind {
        Kind::String(text) => is_reference(text).then_some(text.as_str()),
        Kind::Array(items) => items.iter().find_map(reference_in),
        Kind::Object(fields) => fields.iter().find_map(|field| reference_in(&field.value)),
        _ => None,
    }
}

/// The pattern with its holes (`"?"`) filled from a value; `None` where a hole has no one place
/// in the value, as below a matcher.
pub(crate) fn filled(pattern: &Json, actual: &Json) -> Option<Json> {
    match &pattern.kind {
        Kind::String(text) if text == "?" => Some(escaped(actual)),
        Kind::Object(fields) if !is_matcher(pattern) => {
            let mut out = Vec::new();
            for field in fields {
                let value = member(actual, &field.key)
                    .cloned()
                    .unwrap_or_else(|| json(Kind::Null));
                out.push(crate::json::Member {
                    value: filled(&field.value, &value)?,
                    ..field.clone()
                });
            }
            Some(Json {
                kind: Kind::Object(out),
                at: pattern.at,
            })
        }
        Kind::Array(items) => {
            let mut open: Vec<&Json> = list(actual)?.iter().collect();
            for item in items.iter().filter(|item| !has_hole(item)) {
                let taken = open
                    .iter()
                    .position(|element| matches(item, element, false))?;
                open.remove(taken);
            }
            let mut open = open.into_iter();
            let items = items.iter().map(|item| {
                if has_hole(item) {
                    filled(item, open.next()?)
                } else {
                    Some(item.clone())
                }
            });
            Some(Json {
                kind: Kind::Array(items.collect::<Option<_>>()?),
                at: pattern.at,
            })
        }
        _ if has_hole(pattern) => None,
        _ => Some(pattern.clone()),
    }
}

/// Whether a pattern has a hole.
pub(crate) fn has_hole(pattern: &Json) -> bool {
    match &pattern.kind {
        Kind::String(text) => text == "?",
        Kind::Array(items) => items.iter().any(has_hole),
        Kind::Object(fields) => fields.iter().any(|field| has_hole(&field.value)),
        _ => false,
    }
}

/// The pattern that matches exactly this text: a `$` at its start is doubled.
pub(crate) fn escaped(value: &Json) -> Json {
    match &value.kind {
        Kind::String(text) if text.starts_with('$') => string(format!("${text}")),
        Kind::Array(items) => array(items.iter().map(escaped)),
        Kind::Object(fields) => super::value::object(
            fields
                .iter()
                .map(|field| (field.key.clone(), escaped(&field.value))),
        ),
        _ => value.clone(),
    }
}

fn compare(pattern: &Json, actual: &Json, exact: bool, path: &Path<'_>, out: &mut Vec<Difference>) {
    if let Some((name, operand)) = matcher(pattern) {
        return match (name, &actual.kind) {
            ("$ordered", Kind::Array(items))
                if list(operand).is_some_and(|all| all.len() == items.len()) =>
            {
                for (at, (pattern, item)) in list(operand)
                    .unwrap_or_default()
                    .iter()
                    .zip(items)
                    .enumerate()
                {
                    compare(pattern, item, exact, &path.index(at), out);
                }
            }
            ("$exactly", _) => compare_fields(operand, actual, true, path, out),
            _ if holds(name, operand, actual, exact) => {}
            _ => out.push(difference(pattern, actual, path)),
        };
    }
    match (&pattern.kind, &actual.kind) {
        (Kind::Object(_), _) => compare_fields(pattern, actual, exact, path, out),
        (Kind::Array(wanted), Kind::Array(items)) if wanted.len() == items.len() => {
            compare_set(wanted, items, exact, path, out);
        }
        _ if is_same_scalar(pattern, actual) => {}
        _ => out.push(difference(pattern, actual, path)),
    }
}

/// Each expected element, in turn, takes the first element not yet taken that it matches.
fn compare_set(
    wanted: &[Json],
    items: &[Json],
    exact: bool,
    path: &Path<'_>,
    out: &mut Vec<Difference>,
) {
    let mut open: Vec<Option<&Json>> = items.iter().map(Some).collect();
    let mut missing = Vec::new();
    let mut first = 0;
    for element in wanted {
        let is_it = |item: &Option<&Json>| item.is_some_and(|item| matches(element, item, exact));
        match open.iter_mut().skip(first).find(|item| is_it(item)) {
            Some(taken) => *taken = None,
            None => missing.push(element),
        }
        first += open
            .iter()
            .skip(first)
            .take_while(|item| item.is_none())
            .count();
    }
    let left: Vec<(usize, &Json)> = open
        .iter()
        .enumerate()
        .filter_map(|(at, item)| Some((at, (*item)?)))
        .collect();
    match (missing.as_slice(), left.as_slice()) {
        // One that is not there and one left over: say in what they differ.
        ([wanted], [(at, left)]) => compare(wanted, left, exact, &path.index(*at), out),
        (missing, left) => {
            let got = array(left.iter().take(LISTED).map(|(_, item)| (*item).clone()));
            let told = missing.iter().take(LISTED);
            out.extend(told.map(|wanted| difference(wanted, &got, path)));
        }
    }
}

fn compare_fields(
    pattern: &Json,
    actual: &Json,
    exact: bool,
    path: &Path<'_>,
    out: &mut Vec<Difference>,
) {
    let Kind::Object(present) = &actual.kind else {
        return out.push(difference(pattern, actual, path));
    };
    for field in members(pattern) {
        let path = path.key(&field.key);
        match member(actual, &field.key) {
            Some(value) => compare(&field.value, value, exact, &path, out),
            None => compare(&field.value, &json(Kind::Null), exact, &path, out),
        }
    }
    if exact {
        for field in present
            .iter()
            .filter(|field| member(pattern, &field.key).is_none())
        {
            out.push(difference(
                &json(Kind::Null),
                &field.value,
                &path.key(&field.key),
            ));
        }
    }
}

fn holds(name: &str, operand: &Json, actual: &Json, exact: bool) -> bool {
    let matches = |pattern: &Json, value: &Json| matches(pattern, value, exact);
    let length = match &actual.kind {
        Kind::Array(items) => Some(items.len()),
        Kind::Object(fields) => Some(fields.len()),
        Kind::String(text) => Some(text.chars().count()),
        _ => None,
    };
    match name {
        "$oneOf" => {
            list(operand).is_some_and(|all| all.iter().any(|pattern| matches(pattern, actual)))
        }
        "$not" => !matches(operand, actual),
        "$atMost" => integer(actual)
            .zip(integer(operand))
            .is_some_and(|(number, most)| number <= most),
        "$atLeast" => integer(actual)
            .zip(integer(operand))
            .is_some_and(|(number, least)| number >= least),
        "$size" => length.is_some_and(|length| matches(operand, &number(u64_of(length)))),
        "$contains" => {
            list(actual).is_some_and(|items| items.iter().any(|item| matches(operand, item)))
        }
        "$any" => actual.kind != Kind::Null,
        _ => false,
    }
}

/// Name and operand of a matcher.
fn matcher(pattern: &Json) -> Option<(&str, &Json)> {
    match members(pattern) {
        [field] if field.key.starts_with('$') => Some((&field.key, &field.value)),
        _ => None,
    }
}

fn is_matcher(pattern: &Json) -> bool {
    matcher(pattern).is_some()
}

/// What a string of a pattern or a body stands for: `$$` at the start is one `$`.
pub(crate) fn literal(pattern: &str) -> &str {
    match pattern.strip_prefix('$') {
        Some(rest) if rest.starts_with('$') => rest,
        _ => pattern,
    }
}

fn difference(pattern: &Json, actual: &Json, path: &Path<'_>) -> Difference {
    Difference {
        path: path.to_string(),
        expected: pattern.clone(),
        got: actual.clone(),
    }
}

/// The text of a string pattern, for messages.
#[cfg(test)]
fn shown(difference: &Difference) -> String {
    use super::value::OneLine;
    format!(
        "{}: {} / {}",
        difference.path,
        OneLine(&difference.expected),
        OneLine(&difference.got)
    )
}

/// Missing elements of a set that are told, and elements left over that are told with each.
const LISTED: usize = 20;
const SAFE_INTEGER: u128 = (1 << 53) - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    /// Pattern, value, and the differences there must be.
    const CASES: &[(&str, &str, &[&str])] = &[
        (r#"{"a":1}"#, r#"{"a":1,"b":2}"#, &[]),
        (r#"{"a":1,"b":null}"#, r#"{"a":1}"#, &[]),
        (r#"{"a":1}"#, r#"{"a":2}"#, &["$.a: 1 / 2"]),
        (r#"{"a":1}"#, "null", &[r#"$: {"a": 1} / null"#]),
        ("null", "null", &[]),
        ("null", "{}", &["$: null / {}"]),
        (r#"["b","a"]"#, r#"["a","b"]"#, &[]),
        (r#"["a","a"]"#, r#"["a","b"]"#, &[r#"$[1]: "a" / "b""#]),
        (r#"["a"]"#, r#"["a","b"]"#, &[r#"$: ["a"] / ["a", "b"]"#]),
        // The first element not yet taken that it matches, in turn: the rule is greedy.
        (
            r#"[{},{"a":1}]"#,
            r#"[{"a":1},{"b":1}]"#,
            &["$[1].a: 1 / null"],
        ),
        (r#"[1,2,3]"#, "[3,4,5]", &["$: 1 / [4, 5]", "$: 2 / [4, 5]"]),
        (
            r#"{"$ordered":["a","b"]}"#,
            r#"["b","a"]"#,
            &[r#"$[0]: "a" / "b""#, r#"$[1]: "b" / "a""#],
        ),
        (
            r#"{"$ordered":["a"]}"#,
            r#"["a","b"]"#,
            &[r#"$: {"$ordered": ["a"]} / ["a", "b"]"#],
        ),
        (r#"{"$ordered":[{"id":"a"}]}"#, r#"[{"id":"a","x":1}]"#, &[]),
        (r#"{"$oneOf":["a",null]}"#, "null", &[]),
        (
            r#"{"$oneOf":["a","b"]}"#,
            r#""c""#,
            &[r#"$: {"$oneOf": ["a", "b"]} / "c""#],
        ),
        (r#"{"$not":"a"}"#, r#""a""#, &[r#"$: {"$not": "a"} / "a""#]),
        (r#"{"$not":"a"}"#, "null", &[]),
        (r#"{"$atMost":3}"#, "3", &[]),
        (r#"{"$atMost":3}"#, "4", &[r#"$: {"$atMost": 3} / 4"#]),
        (r#"{"$atMost":3}"#, "null", &[r#"$: {"$atMost": 3} / null"#]),
        (r#"{"$atLeast":3}"#, "3.0", &[]),
        (r#"{"$atLeast":3}"#, "2", &[r#"$: {"$atLeast": 3} / 2"#]),
        (r#"{"$size":2}"#, "[1,2]", &[]),
        (r#"{"$size":2}"#, r#"{"a":1,"b":2}"#, &[]),
        (r#"{"$size":{"$atMost":1}}"#, r#""é""#, &[]),
        (r#"{"$size":0}"#, "null", &[r#"$: {"$size": 0} / null"#]),
        (
            r#"{"$contains":{"a":1}}"#,
            r#"[{"a":2},{"a":1,"b":2}]"#,
            &[],
        ),
        (
            r#"{"$contains":1}"#,
            "[2]",
            &[r#"$: {"$contains": 1} / [2]"#],
        ),
        (r#"{"$exactly":{"a":1}}"#, r#"{"a":1}"#, &[]),
        (
            r#"{"$exactly":{"a":1}}"#,
            r#"{"a":1,"b":2}"#,
            &["$.b: null / 2"],
        ),
        (r#"{"$any":true}"#, "false", &[]),
        (r#"{"$any":true}"#, "null", &[r#"$: {"$any": true} / null"#]),
        (
            r#"{"a":{"$any":true}}"#,
            "{}",
            &[r#"$.a: {"$any": true} / null"#],
        ),
        (r#""$$a""#, r#""$a""#, &[]),
        (r#""$a""#, r#""$a""#, &[]),
        ("1", "1.0", &[]),
        ("1", r#""1""#, &[r#"$: 1 / "1""#]),
        (r#""1""#, "1", &[r#"$: "1" / 1"#]),
        (r#""9007199254740993""#, "9007199254740993", &[]),
        (
            r#""9007199254740993""#,
            "9007199254740992",
            &[r#"$: "9007199254740993" / 9007199254740992"#],
        ),
        (
            r#"{"__proto__":1}"#,
            r#"{"__proto__":2}"#,
            &["$.__proto__: 1 / 2"],
        ),
    ];

    #[test]
    fn patterns_match_as_the_format_says() {
        for (pattern, value, expected) in CASES {
            let found = differences(&parse(pattern).unwrap(), &parse(value).unwrap(), false);
            assert_eq!(
                found.iter().map(shown).collect::<Vec<_>>(),
                *expected,
                "{pattern} against {value}"
            );
            assert_eq!(
                matches(&parse(pattern).unwrap(), &parse(value).unwrap(), false),
                expected.is_empty(),
                "{pattern} against {value}"
            );
        }
        let exact = differences(
            &parse(r#"{"a":{"b":1}}"#).unwrap(),
            &parse(r#"{"a":{"b":1,"c":2}}"#).unwrap(),
            true,
        );
        assert_eq!(
            exact.iter().map(shown).collect::<Vec<_>>(),
            ["$.a.c: null / 2"]
        );
    }

    #[test]
    fn deep_nesting_is_compared_once() {
        let nested = |inner: &str| {
            let text = format!("{}{inner}{}", "[".repeat(100), "]".repeat(100));
            parse(&text).unwrap()
        };
        let found = differences(&nested("1"), &nested("2"), false);
        let place = "[0]".repeat(100);
        assert_eq!(
            found.iter().map(shown).collect::<Vec<_>>(),
            [format!("${place}: 1 / 2")]
        );
        let nested_in_matchers = |inner: &str| {
            let text = format!("{}{inner}{}", r#"[{"$not":"#.repeat(50), "}]".repeat(50));
            parse(&text).unwrap()
        };
        let value = parse(&format!("{}2{}", "[".repeat(50), "]".repeat(50))).unwrap();
        // 50 negations of a match, and of a mismatch.
        assert!(matches(&nested_in_matchers("2"), &value, false));
        assert!(!matches(&nested_in_matchers("1"), &value, false));
    }

    #[test]
    fn holes_are_filled_where_they_have_one_place() {
        let fill = |pattern: &str, value: &str| {
            filled(&parse(pattern).unwrap(), &parse(value).unwrap())
                .map(|json| super::super::value::OneLine(&json).to_string())
        };
        assert_eq!(
            fill(r#"{"a":"?","b":1}"#, r#"{"a":[2],"b":1}"#).as_deref(),
            Some(r#"{"a": [2], "b": 1}"#)
        );
        assert_eq!(fill(r#""?""#, r#""$x""#).as_deref(), Some(r#""$$x""#));
        assert_eq!(
            fill(r#"["b","?"]"#, r#"["a","b"]"#).as_deref(),
            Some(r#"["b", "a"]"#)
        );
        assert_eq!(fill(r#"{"$not":"?"}"#, "1"), None);
        assert_eq!(
            fill(r#"{"a":"?"}"#, "{}").as_deref(),
            Some(r#"{"a": null}"#)
        );
    }
}
