//! Kafka's message fields: which exist in which version, of which type, with which default.
//!
//! Source: `kafka-fields.json`, taken from the message definitions of apache/kafka 1eb7644.

use std::sync::OnceLock;

use super::error::{Path, Problem};
use super::schema::{Part, is_matcher_name, is_reference, matcher_names, path_parts};
use super::value::{
    brief, brief_text, integer, is_object, is_true, list, member, members, text, text_of, unsigned,
};
use crate::json::{self, Json, Kind};
use crate::messages::{Message, keys};

/// A request of the group or transaction protocol.
#[derive(Debug)]
pub(crate) struct Api {
    /// Kafka's name of the request.
    pub(crate) name: String,
    /// First and last version.
    pub(crate) versions: (u64, u64),
    /// Version that a scenario means when it names none.
    pub(crate) default: u64,
    /// Fields of the request.
    pub(crate) request: Vec<Field>,
    /// Fields of the answer.
    pub(crate) response: Vec<Field>,
}

/// A field of a message.
#[derive(Debug)]
pub(crate) struct Field {
    name: String,
    versions: (u64, u64),
    nullable: Option<(u64, u64)>,
    array: bool,
    kind: Type,
    fields: Vec<Field>,
}

/// The request of that name.
pub(crate) fn api(name: &str) -> Option<&'static Api> {
    tables().apis.iter().find(|api| api.name == name)
}

/// Whether Kafka has an error of that name.
pub(crate) fn is_error_name(name: &str) -> bool {
    tables().errors.iter().any(|error| error == name)
}

impl Api {
    /// Whether a request of this version carries the field.
    pub(crate) fn asks(&self, field: &str, version: u64) -> bool {
        self.request
            .iter()
            .any(|known| known.name == field && known.is_in(version))
    }

    /// Whether an answer of this version has the value that a reference names.
    pub(crate) fn answers(&self, path: &str, version: u64) -> bool {
        let mut fields = Some(&self.response);
        let mut in_array = false;
        for part in path_parts(path).unwrap_or_default() {
            match part {
                Part::Element(_) if in_array => in_array = false,
                Part::Field(name) if !in_array => {
                    let field = fields.and_then(|all| {
                        all.iter()
                            .find(|known| known.name == name && known.is_in(version))
                    });
                    let Some(field) = field else { return false };
                    in_array = field.array;
                    fields = (field.kind == Type::Struct).then_some(&field.fields);
                }
                _ => return false,
            }
        }
        true
    }
}

impl Field {
    fn is_in(&self, version: u64) -> bool {
        within(self.versions, version)
    }
}

/// What a message body is checked against.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    /// Version of the message.
    pub(crate) version: u64,
    /// An expected answer: matchers, `null`, holes and error names are welcome.
    pub(crate) is_pattern: bool,
}

impl Body {
    /// Checks the fields of a message.
    pub(crate) fn check(
        self,
        body: &Json,
        fields: &[Field],
        path: &Path<'_>,
    ) -> Result<(), Problem> {
        for given in members(body) {
            let path = path.key(&given.key);
            if let Some((_, reals)) = DECODED.iter().find(|(name, _)| *name == given.key) {
                let Some(real) = reals
                    .iter()
                    .find(|real| fields.iter().any(|known| known.name == **real))
                else {
                    return Err(unknown(&path, given.at, &given.key, fields, self.version));
                };
                if member(body, real).is_some() {
                    let message = Message::new(keys::SCENARIO_BYTES_TWICE);
                    return Err(path.problem_at(
                        given.at,
                        message
                            .with("bytes", *real)
                            .with("decoded", given.key.as_str()),
                    ));
                }
                match given.key.as_str() {
                    "subscription" => self.subscription(&given.value, &path)?,
                    _ => self.partitions(&given.value, &path)?,
                }
                continue;
            }
            let Some(field) = fields.iter().find(|known| known.name == given.key) else {
                return Err(unknown(&path, given.at, &given.key, fields, self.version));
            };
            if !field.is_in(self.version) {
                let message =
                    Message::new(keys::SCENARIO_FIELD_VERSION).with("field", given.key.as_str());
                return Err(path.problem_at(
                    given.at,
                    versions(message.with("version", self.version), field.versions),
                ));
            }
            self.value(&given.value, field, &path, false)?;
        }
        Ok(())
    }

    fn value(
        self,
        value: &Json,
        field: &Field,
        path: &Path<'_>,
        is_element: bool,
    ) -> Result<(), Problem> {
        let string = text(value);
        if self.is_pattern && string == Some("?") {
            return Ok(());
        }
        if self.is_pattern && looks_like_matcher(value) {
            return matcher(value, path, &|part, path, key| {
                let is_element =
                    is_element || key == "$contains" || (key == "$ordered" && field.array);
                self.value(part, field, path, is_element)
            });
        }
        if value.kind == Kind::Null {
            let allowed = self.is_pattern
                || field
                    .nullable
                    .is_some_and(|versions| within(versions, self.version));
            return need(allowed, path, value, || {
                Message::new(keys::SCENARIO_NULL).with("version", self.version)
            });
        }
        if field.array && !is_element {
            if string.is_some_and(is_reference) {
                return Ok(());
            }
            let Some(items) = list(value) else {
                return Err(path.problem(value, wrong_type(value, "array")));
            };
            for (at, item) in items.iter().enumerate() {
                self.value(item, field, &path.index(at), true)?;
            }
            return Ok(());
        }
        if field.kind == Type::Struct {
            need(is_object(value), path, value, || {
                wrong_type(value, "object")
            })?;
            return self.check(value, &field.fields, path);
        }
        if self.is_pattern && field.name.to_ascii_lowercase().ends_with("errorcode") {
            let is_name = string.is_some_and(|name| is_error_name(name) || is_reference(name));
            return need(is_name, path, value, || error_name(value));
        }
        if string.is_some_and(|text| text.starts_with('$') && !text.starts_with("$$")) {
            return need(string.is_some_and(is_reference), path, value, || {
                Message::new(keys::SCENARIO_REFERENCE_FORM).with("value", brief(value))
            });
        }
        self.scalar(value, field.kind, path)
    }

    fn scalar(self, value: &Json, kind: Type, path: &Path<'_>) -> Result<(), Problem> {
        match (kind, &value.kind) {
            (Type::Bool, Kind::Bool(_)) | (Type::Struct, _) => Ok(()),
            (Type::Text, Kind::String(text)) => {
                let length = text.encode_utf16().count();
                need(length <= STRING_MAX, path, value, || {
                    let message =
                        Message::new(keys::SCENARIO_LENGTH).with("value", length.to_string());
                    message
                        .with("side", "most")
                        .with("limit", STRING_MAX.to_string())
                })
            }
            (Type::Bytes, Kind::String(text)) => base64_or_text(text, value, path),
            (Type::Int { low, high, is_64 }, kind) => {
                let number = match kind {
                    Kind::String(digits) if is_64 => whole_digits(digits),
                    _ => integer(value),
                };
                let Some(number) = number else {
                    return Err(path.problem(value, wrong_type(value, "integer")));
                };
                need(
                    text(value).is_some() || number.unsigned_abs() <= SAFE_INTEGER,
                    path,
                    value,
                    || Message::new(keys::SCENARIO_UNSAFE_INTEGER).with("value", brief(value)),
                )?;
                need((low..=high).contains(&number), path, value, || {
                    let (side, limit) = if number < low {
                        ("least", low)
                    } else {
                        ("most", high)
                    };
                    let message =
                        Message::new(keys::SCENARIO_RANGE).with("value", number.to_string());
                    message.with("side", side).with("limit", limit.to_string())
                })
            }
            (kind, _) => Err(path.problem(value, wrong_type(value, kind.word()))),
        }
    }

    /// The decoded form of a consumer's protocol metadata.
    fn subscription(self, value: &Json, path: &Path<'_>) -> Result<(), Problem> {
        if self.is_pattern && (looks_like_matcher(value) || text(value) == Some("?")) {
            return pattern(value, path);
        }
        need(is_object(value), path, value, || {
            wrong_type(value, "object")
        })?;
        for given in members(value) {
            let path = path.key(&given.key);
            let is_right = match (given.key.as_str(), &given.value.kind) {
                ("topics", kind) => matches!(kind, Kind::Array(_)),
                ("ownedPartitions", kind) => matches!(kind, Kind::Object(_)),
                ("userData" | "rackId", kind) => matches!(kind, Kind::Null | Kind::String(_)),
                ("generationId", _) => integer(&given.value).is_some(),
                ("version", _) => {
                    integer(&given.value).is_some_and(|version| (0..=3).contains(&version))
                }
                _ => {
                    let message = Message::new(keys::SCENARIO_FIELD_UNKNOWN)
                        .with("field", brief_text(&given.key));
                    return Err(path.problem_at(given.at, message.with("known", SUBSCRIPTION)));
                }
            };
            let stands_for_one = (self.is_pattern && looks_like_matcher(&given.value))
                || text(&given.value).is_some_and(is_reference);
            need(is_right || stands_for_one, &path, &given.value, || {
                Message::new(keys::SCENARIO_SUBSCRIPTION_TYPE).with("value", brief(&given.value))
            })?;
            if let (true, Some(text)) = (given.key == "userData", text(&given.value)) {
                base64_or_text(text, &given.value, &path)?;
            }
        }
        need(
            self.is_pattern || member(value, "topics").and_then(list).is_some(),
            path,
            value,
            || Message::new(keys::SCENARIO_FIELD_MISSING).with("field", "topics"),
        )?;
        match member(value, "ownedPartitions") {
            Some(owned) if is_object(owned) && !looks_like_matcher(owned) => {
                self.partitions(owned, &path.key("ownedPartitions"))
            }
            _ => Ok(()),
        }
    }

    /// The decoded form of a consumer's assignment.
    fn partitions(self, value: &Json, path: &Path<'_>) -> Result<(), Problem> {
        if self.is_pattern && (looks_like_matcher(value) || text(value) == Some("?")) {
            return pattern(value, path);
        }
        need(is_object(value), path, value, || {
            wrong_type(value, "object")
        })?;
        for given in members(value) {
            let are_partitions = list(&given.value)
                .is_some_and(|all| all.iter().all(|one| integer(one).is_some_and(|n| n >= 0)));
            let is_fine = are_partitions || (self.is_pattern && looks_like_matcher(&given.value));
            need(is_fine, &path.key(&given.key), &given.value, || {
                wrong_type(&given.value, "array of partitions")
            })?;
        }
        Ok(())
    }
}

/// Checks the matchers anywhere in a pattern.
pub(crate) fn pattern(value: &Json, path: &Path<'_>) -> Result<(), Problem> {
    if looks_like_matcher(value) {
        return matcher(value, path, &|part, path, _| pattern(part, path));
    }
    for (at, item) in list(value).unwrap_or_default().iter().enumerate() {
        pattern(item, &path.index(at))?;
    }
    for field in members(value) {
        pattern(&field.value, &path.key(&field.key))?;
    }
    Ok(())
}

/// Whether an object means to be a matcher: a field of it starts with `$`.
pub(crate) fn looks_like_matcher(value: &Json) -> bool {
    members(value)
        .iter()
        .any(|field| field.key.starts_with('$'))
}

/// The sentence for a text that names no Kafka error.
pub(crate) fn error_name(value: &Json) -> Message {
    Message::new(keys::SCENARIO_ERROR_NAME).with("value", brief(value))
}

/// The sentence for a value of the wrong type.
pub(crate) fn wrong_type(value: &Json, expected: &str) -> Message {
    Message::new(keys::SCENARIO_TYPE)
        .with("value", brief(value))
        .with("expected", expected)
}

/// A problem unless something holds.
pub(crate) fn need(
    holds: bool,
    path: &Path<'_>,
    value: &Json,
    message: impl FnOnce() -> Message,
) -> Result<(), Problem> {
    if holds {
        Ok(())
    } else {
        Err(path.problem(value, message()))
    }
}

/// Adds the versions `from` and `to` to a sentence.
pub(crate) fn versions(message: Message, (from, to): (u64, u64)) -> Message {
    message.with("from", from).with("to", to)
}

/// Checks a matcher; `each` checks the patterns in it.
fn matcher(
    value: &Json,
    path: &Path<'_>,
    each: &dyn Fn(&Json, &Path<'_>, &str) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let refuse = || {
        Err(path.problem(
            value,
            Message::new(keys::SCENARIO_MATCHER)
                .with("value", brief(value))
                .with("known", matcher_names()),
        ))
    };
    let [field] = members(value) else {
        return refuse();
    };
    let (key, operand) = (field.key.as_str(), &field.value);
    if !is_matcher_name(key) {
        return refuse();
    }
    let path = path.key(key);
    match key {
        "$oneOf" | "$ordered" => {
            let Some(parts) = list(operand) else {
                return Err(path.problem(operand, wrong_type(operand, "array")));
            };
            need(
                key == "$ordered" || !parts.is_empty(),
                &path,
                operand,
                || {
                    let message = Message::new(keys::SCENARIO_COUNT).with("value", "0");
                    message.with("side", "least").with("limit", "1")
                },
            )?;
            for (at, part) in parts.iter().enumerate() {
                each(part, &path.index(at), key)?;
            }
            Ok(())
        }
        "$atMost" | "$atLeast" => need(integer(operand).is_some(), &path, operand, || {
            wrong_type(operand, "integer")
        }),
        "$any" => need(is_true(operand), &path, operand, || {
            Message::new(keys::SCENARIO_NOT_ONE_OF)
                .with("value", brief(operand))
                .with("allowed", "true")
        }),
        "$size" => pattern(operand, &path),
        _ => each(operand, &path, key),
    }
}

fn unknown(path: &Path<'_>, at: json::Pos, key: &str, fields: &[Field], version: u64) -> Problem {
    let known: Vec<_> = fields
        .iter()
        .filter(|field| field.is_in(version))
        .map(|field| field.name.as_str())
        .collect();
    let message = Message::new(keys::SCENARIO_FIELD_UNKNOWN).with("field", brief_text(key));
    path.problem_at(at, message.with("known", known.join(", ")))
}

fn base64_or_text(string: &str, value: &Json, path: &Path<'_>) -> Result<(), Problem> {
    let Some(code) = string.strip_prefix("base64:") else {
        return Ok(());
    };
    let digits = code
        .strip_suffix("==")
        .or_else(|| code.strip_suffix('='))
        .unwrap_or(code);
    let is_base64 = code.len().is_multiple_of(4)
        && digits
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '+' || c == '/');
    need(is_base64, path, value, || {
        Message::new(keys::SCENARIO_BASE64).with("value", brief_text(code))
    })
}

fn whole_digits(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    // More digits than an i128 holds are out of every range, too.
    Some(text.parse().unwrap_or(if text.starts_with('-') {
        i128::MIN
    } else {
        i128::MAX
    }))
}

fn within((from, to): (u64, u64), version: u64) -> bool {
    (from..=to).contains(&version)
}

/// Types of Kafka's message definitions, as far as these messages use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Text,
    Bytes,
    Bool,
    Struct,
    Int { low: i128, high: i128, is_64: bool },
}

impl Type {
    fn of(word: &str) -> Option<Self> {
        let signed = |bits: u32| Self::Int {
            low: -(1 << (bits - 1)),
            high: (1 << (bits - 1)) - 1,
            is_64: bits == 64,
        };
        Some(match word {
            "string" | "uuid" => Self::Text,
            "bytes" => Self::Bytes,
            "bool" => Self::Bool,
            "struct" => Self::Struct,
            "int8" => signed(8),
            "int16" => signed(16),
            "int32" => signed(32),
            "int64" => signed(64),
            "uint16" => Self::Int {
                low: 0,
                high: 0xffff,
                is_64: false,
            },
            _ => return None,
        })
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Text | Self::Bytes => "string",
            Self::Bool => "boolean",
            Self::Struct => "object",
            Self::Int { .. } => "integer",
        }
    }
}

struct Tables {
    errors: Vec<String>,
    apis: Vec<Api>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        read_tables().unwrap_or(Tables {
            errors: Vec::new(),
            apis: Vec::new(),
        })
    })
}

fn read_tables() -> Option<Tables> {
    let root = json::parse(include_str!("kafka-fields.json")).ok()?;
    let errors = members(member(&root, "errors")?)
        .iter()
        .map(|error| error.key.clone())
        .collect();
    let apis = members(member(&root, "apis")?)
        .iter()
        .map(|api| {
            Some(Api {
                name: api.key.clone(),
                versions: range(member(&api.value, "versions")?)?,
                default: member(&api.value, "default").and_then(unsigned)?,
                request: read_fields(member(&api.value, "request")?)?,
                response: read_fields(member(&api.value, "response")?)?,
            })
        })
        .collect::<Option<_>>()?;
    Some(Tables { errors, apis })
}

fn read_fields(json: &Json) -> Option<Vec<Field>> {
    members(json)
        .iter()
        .map(|field| {
            Some(Field {
                name: field.key.clone(),
                versions: range(member(&field.value, "v")?)?,
                nullable: match member(&field.value, "nullable") {
                    Some(versions) => Some(range(versions)?),
                    None => None,
                },
                array: member(&field.value, "array").is_some_and(is_true),
                kind: Type::of(text_of(&field.value, "type")?)?,
                fields: match member(&field.value, "fields") {
                    Some(fields) => read_fields(fields)?,
                    None => Vec::new(),
                },
            })
        })
        .collect()
}

fn range(json: &Json) -> Option<(u64, u64)> {
    match list(json)? {
        [from, to] => Some((unsigned(from)?, unsigned(to)?)),
        _ => None,
    }
}

/// Names that stand for decoded bytes, and the byte fields they stand for.
const DECODED: &[(&str, &[&str])] = &[
    ("subscription", &["metadata", "memberMetadata"]),
    ("assignedPartitions", &["assignment", "memberAssignment"]),
];
const SUBSCRIPTION: &str = "topics, ownedPartitions, userData, generationId, rackId, version";
/// docs/SCENARIO.md, Limits.
const STRING_MAX: usize = 32_768;
const SAFE_INTEGER: u128 = (1 << 53) - 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_read_completely() {
        let tables = read_tables().unwrap();
        assert_eq!((tables.errors.len(), tables.apis.len()), (129, 17));
        assert!(api("JoinGroup").unwrap().answers(".members[0].memberId", 9));
        assert!(!api("JoinGroup").unwrap().answers(".members.memberId", 9));
        assert!(!api("JoinGroup").unwrap().answers(".skipAssignment", 8));
    }
}
