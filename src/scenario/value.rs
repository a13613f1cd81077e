//! Reading and building JSON values the way a scenario means them.

use std::fmt::{self, Display};

use crate::json::{Json, Kind, Member, Pos};

/// The last member of that name: of duplicates the last one counts, as everywhere in JSON's world.
pub(crate) fn member<'j>(json: &'j Json, key: &str) -> Option<&'j Json> {
    members(json)
        .iter()
        .rev()
        .find(|member| member.key == key)
        .map(|member| &member.value)
}

/// The members of an object, none for anything else.
pub(crate) fn members(json: &Json) -> &[Member] {
    match &json.kind {
        Kind::Object(members) => members,
        _ => &[],
    }
}

/// The elements of an array, `None` for anything else.
pub(crate) fn list(json: &Json) -> Option<&[Json]> {
    match &json.kind {
        Kind::Array(items) => Some(items),
        _ => None,
    }
}

/// The text of a string, `None` for anything else.
pub(crate) fn text(json: &Json) -> Option<&str> {
    match &json.kind {
        Kind::String(text) => Some(text),
        _ => None,
    }
}

/// Whether the value is an object.
pub(crate) const fn is_object(json: &Json) -> bool {
    matches!(json.kind, Kind::Object(_))
}

/// Whether the value is `true`.
pub(crate) const fn is_true(json: &Json) -> bool {
    matches!(json.kind, Kind::Bool(true))
}

/// The whole number that a JSON number stands for: `3`, `3.0` and `30e-1` are the same one.
pub(crate) fn integer(json: &Json) -> Option<i128> {
    match &json.kind {
        Kind::Number(text) => whole(text),
        _ => None,
    }
}

/// The whole number as `u64`, for times, counts and limits.
pub(crate) fn unsigned(json: &Json) -> Option<u64> {
    integer(json).and_then(|number| u64::try_from(number).ok())
}

/// The text of the string member of that name.
pub(crate) fn text_of<'j>(json: &'j Json, key: &str) -> Option<&'j str> {
    member(json, key).and_then(text)
}

/// Whether two values are the same, wherever they stand and however their numbers are written.
pub(crate) fn same(left: &Json, right: &Json) -> bool {
    match (&left.kind, &right.kind) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool(left), Kind::Bool(right)) => left == right,
        (Kind::Number(left), Kind::Number(right)) => same_number(left, right),
        (Kind::String(left), Kind::String(right)) => left == right,
        (Kind::Array(left), Kind::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Kind::Object(one), Kind::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|field| {
                    member(right, &field.key).is_some_and(|value| same(&field.value, value))
                })
        }
        _ => false,
    }
}

/// Whether two numbers, as written, are equal.
pub(crate) fn same_number(left: &str, right: &str) -> bool {
    left == right || whole(left).is_some_and(|number| whole(right) == Some(number))
}

/// The value with every duplicate member dropped but the last.
pub(crate) fn without_duplicates(json: Json) -> Json {
    let kind = match json.kind {
        Kind::Array(items) => Kind::Array(items.into_iter().map(without_duplicates).collect()),
        Kind::Object(fields) => {
            let mut kept: std::collections::BTreeMap<String, usize> =
                std::collections::BTreeMap::new();
            let mut out: Vec<Member> = Vec::new();
            for Member { key, at, value } in fields {
                let value = without_duplicates(value);
                if let Some(earlier) = kept.get(&key).and_then(|index| out.get_mut(*index)) {
                    earlier.value = value;
                } else {
                    kept.insert(key.clone(), out.len());
                    out.push(Member { key, at, value });
                }
            }
            Kind::Object(out)
        }
        other => other,
    };
    Json { kind, at: json.at }
}

/// A value that stands nowhere.
pub(crate) fn json(kind: Kind) -> Json {
    Json {
        kind,
        at: Pos::default(),
    }
}

/// A string that stands nowhere.
pub(crate) fn string(text: impl Into<String>) -> Json {
    json(Kind::String(text.into()))
}

/// A number that stands nowhere.
pub(crate) fn number(number: impl Display) -> Json {
    json(Kind::Number(number.to_string()))
}

/// An array that stands nowhere.
pub(crate) fn array(items: impl IntoIterator<Item = Json>) -> Json {
    json(Kind::Array(items.into_iter().collect()))
}

/// An object that stands nowhere.
pub(crate) fn object<K: Into<String>>(fields: impl IntoIterator<Item = (K, Json)>) -> Json {
    json(Kind::Object(
        fields
            .into_iter()
            .map(|(key, value)| Member {
                key: key.into(),
                at: Pos::default(),
                value,
            })
            .collect(),
    ))
}

/// A string or `null`.
pub(crate) fn string_or_null(text: Option<&str>) -> Json {
    text.map_or_else(|| json(Kind::Null), string)
}

/// The value on one line, with a space after each comma and colon.
pub(crate) struct OneLine<'j>(pub(crate) &'j Json);

impl Display for OneLine<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(out, self.0, " ")
    }
}

/// The value without white space, as a file on the volume holds it.
pub(crate) struct Packed<'j>(pub(crate) &'j Json);

impl Display for Packed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(out, self.0, "")
    }
}

/// A string as JSON writes it.
pub(crate) struct Quoted<'s>(pub(crate) &'s str);

impl Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(self.0).map_err(|_| fmt::Error)?;
        out.write_str(&text)
    }
}

/// A value for a sentence: on one line, cut at 80 characters.
pub(crate) fn brief(json: &Json) -> String {
    cut(&OneLine(json).to_string())
}

/// Text for a sentence: quoted, cut at 80 characters.
pub(crate) fn brief_text(text: &str) -> String {
    cut(&Quoted(text).to_string())
}

fn cut(text: &str) -> String {
    if text.chars().nth(SHOWN).is_none() {
        return text.to_owned();
    }
    text.chars().take(SHOWN - 3).chain("...".chars()).collect()
}

/// The whole number that a JSON number as written stands for, if it is one and fits.
fn whole(text: &str) -> Option<i128> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (digits, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = format!("{digits}{fraction}");
    let shift = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    let unsigned = number.strip_prefix('-').unwrap_or(&number);
    if !unsigned.is_empty() && unsigned.bytes().all(|digit| digit == b'0') {
        return Some(0);
    }
    if shift >= 0 {
        let scale = 10_i128.checked_pow(u32::try_from(shift).ok()?)?;
        return number.parse::<i128>().ok()?.checked_mul(scale);
    }
    // Not zero: it is whole if as many zeros as the exponent takes away stand at its end.
    let significant = number.trim_end_matches('0');
    let zeros = number.len().checked_sub(significant.len())?;
    let taken = usize::try_from(shift.unsigned_abs()).ok()?;
    if taken > zeros {
        return None;
    }
    number.get(..number.len().checked_sub(taken)?)?.parse().ok()
}

fn write(out: &mut fmt::Formatter<'_>, json: &Json, space: &str) -> fmt::Result {
    match &json.kind {
        Kind::Null => out.write_str("null"),
        Kind::Bool(truth) => write!(out, "{truth}"),
        Kind::Number(number) => out.write_str(number),
        Kind::String(text) => Quoted(text).fmt(out),
        Kind::Raw(text) => out.write_str(text),
        Kind::Array(items) => {
            out.write_str("[")?;
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    write!(out, ",{space}")?;
                }
                write(out, item, space)?;
            }
            out.write_str("]")
        }
        Kind::Object(fields) => {
            out.write_str("{")?;
            for (at, field) in fields.iter().enumerate() {
                if at > 0 {
                    write!(out, ",{space}")?;
                }
                write!(out, "{}:{space}", Quoted(&field.key))?;
                write(out, &field.value, space)?;
            }
            out.write_str("}")
        }
    }
}

const SHOWN: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        let read: Vec<_> = [
            "3", "-3", "3.0", "30e-1", "3e2", "3.5", "1e-1", "0e9", "0.0", "100e-2", "1e400",
            "-0.0",
        ]
        .into_iter()
        .map(whole)
        .collect();
        let expected = [3, -3, 3, 3, 300].map(Some).into_iter().chain([
            None,
            None,
            Some(0),
            Some(0),
            Some(1),
            None,
            Some(0),
        ]);
        assert_eq!(read, expected.collect::<Vec<_>>());
        let zeros = "0".repeat(1_000_000);
        assert_eq!(whole(&format!("1{zeros}e-1000000")), Some(1));
        assert_eq!(whole(&format!("-12{zeros}e-999999")), Some(-120));
        assert_eq!(whole(&format!("1{zeros}e-1000001")), None);
        assert_eq!(whole(&format!("1.{zeros}")), Some(1));
        assert_eq!(whole(&format!("0{zeros}e-3000000")), Some(0));
    }
}
