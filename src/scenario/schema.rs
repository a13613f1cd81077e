//! The checks that need no knowledge of the steps before: `scenario.schema.json`, interpreted.
//!
//! The schema is the one that ships with the package, so an editor, the checker and the runner
//! cannot differ. Only the keywords that it uses are known here; a test refuses any other.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::error::{Path, Problem};
use super::value::{
    OneLine, brief, brief_text, integer, is_object, list, member, members, same, text, text_of,
};
use crate::json::{self, Json, Kind};
use crate::messages::{Message, keys};

/// The schema of scenario files, JSON Schema 2020-12, without the descriptions of the shipped one.
pub const SCHEMA: &str = include_str!(concat!(env!("OUT_DIR"), "/scenario.schema.json"));

/// Problems of the head, without its steps.
pub(crate) fn head(value: &Json, out: &mut Vec<Problem>) {
    let Some(root) = root() else { return };
    object(root, value, &Path::Root, true, out);
    for rule in member(root, "allOf").and_then(list).unwrap_or_default() {
        check(rule, value, &Path::Root, out);
    }
}

/// Problems of a value by the definition of that name, e.g. `cluster_kill`.
pub(crate) fn definition(name: &str, value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    if let Some(schema) = find(name) {
        check(schema, value, path, out);
    }
}

/// Whether the schema has a definition of that name.
pub(crate) fn has(name: &str) -> bool {
    find(name).is_some()
}

/// For which flavor alone a cluster step is, as its description says.
pub(crate) fn flavor_of(name: &str) -> Option<&'static str> {
    let description = text_of(find(name)?, "description")?;
    ["kaas", "kafka"]
        .into_iter()
        .find(|flavor| description.ends_with(&format!("({flavor} only)")))
}

/// The values that a definition's field may have, for messages: `cluster_*` and `client_*` names.
pub(crate) fn names(prefix: &str) -> String {
    let defs = root().and_then(|root| member(root, "$defs"));
    let names: Vec<_> = defs
        .map(members)
        .unwrap_or_default()
        .iter()
        .filter_map(|def| def.key.strip_prefix(prefix))
        .collect();
    names.join(", ")
}

/// The names of the matchers.
pub(crate) fn is_matcher_name(key: &str) -> bool {
    find("matcher")
        .and_then(|matcher| member(matcher, "properties"))
        .is_some_and(|all| member(all, key).is_some())
}

/// The matchers, for a message.
pub(crate) fn matcher_names() -> String {
    let all = find("matcher").and_then(|matcher| member(matcher, "properties"));
    all.map(field_names).unwrap_or_default()
}

fn check(schema: &Json, value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    if let Kind::Bool(false) = schema.kind {
        return out.push(path.problem(
            value,
            Message::new(keys::SCENARIO_OTHER_FLAVOR).with("value", brief(value)),
        ));
    }
    if let Some(target) = text_of(schema, "$ref").and_then(|name| find(name.rsplit('/').next()?)) {
        return check(target, value, path, out);
    }
    let before = out.len();
    single(schema, value, path, out);
    if out.len() > before {
        // A value of the wrong type or form: what its parts or alternatives say would only repeat it.
        return;
    }
    match &value.kind {
        Kind::Array(items) => array(schema, items, value, path, out),
        Kind::Object(_) => object(schema, value, path, false, out),
        _ => {}
    }
    combined(schema, value, path, out);
}

/// Keywords about the value itself.
fn single(schema: &Json, value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    let mut say = |message: Message| out.push(path.problem(value, message));
    if let Some(kind) = member(schema, "type") {
        let allowed = list(kind).unwrap_or(std::slice::from_ref(kind));
        if !allowed
            .iter()
            .filter_map(text)
            .any(|kind| is_a(kind, value))
        {
            let allowed: Vec<_> = allowed.iter().filter_map(text).collect();
            return say(Message::new(keys::SCENARIO_TYPE)
                .with("value", brief(value))
                .with("expected", allowed.join(", ")));
        }
    }
    if let Some(constant) = member(schema, "const")
        && !same(constant, value)
    {
        return say(Message::new(keys::SCENARIO_NOT_ONE_OF)
            .with("value", brief(value))
            .with("allowed", brief(constant)));
    }
    if let Some(allowed) = member(schema, "enum").and_then(list)
        && !allowed.iter().any(|allowed| same(allowed, value))
    {
        let allowed: Vec<_> = allowed.iter().map(brief).collect();
        return say(Message::new(keys::SCENARIO_NOT_ONE_OF)
            .with("value", brief(value))
            .with("allowed", allowed.join(", ")));
    }
    let limit = |key: &str| member(schema, key).and_then(integer);
    match &value.kind {
        Kind::String(string) => {
            if let Some(pattern) = text_of(schema, "pattern")
                && !has_form(pattern, string)
            {
                say(Message::new(keys::SCENARIO_FORM)
                    .with("value", brief(value))
                    .with("form", pattern));
            }
            let length = i128::try_from(string.chars().count()).unwrap_or(i128::MAX);
            bounds(
                length,
                limit("minLength"),
                limit("maxLength"),
                keys::SCENARIO_LENGTH,
                &mut say,
            );
        }
        Kind::Number(_) => {
            if let Some(number) = integer(value) {
                bounds(
                    number,
                    limit("minimum"),
                    limit("maximum"),
                    keys::SCENARIO_RANGE,
                    &mut say,
                );
            }
        }
        Kind::Array(items) => {
            let count = i128::try_from(items.len()).unwrap_or(i128::MAX);
            bounds(
                count,
                limit("minItems"),
                limit("maxItems"),
                keys::SCENARIO_COUNT,
                &mut say,
            );
        }
        Kind::Object(fields) => {
            let count = i128::try_from(fields.len()).unwrap_or(i128::MAX);
            bounds(
                count,
                limit("minProperties"),
                limit("maxProperties"),
                keys::SCENARIO_COUNT,
                &mut say,
            );
        }
        Kind::Null | Kind::Bool(_) | Kind::Raw(_) => {}
    }
}

fn bounds(
    number: i128,
    least: Option<i128>,
    most: Option<i128>,
    key: &'static str,
    say: &mut impl FnMut(Message),
) {
    let problem = |limit: i128, side: &str| {
        Message::new(key)
            .with("value", number.to_string())
            .with("side", side)
            .with("limit", limit.to_string())
    };
    if let Some(least) = least.filter(|least| number < *least) {
        say(problem(least, "least"));
    }
    if let Some(most) = most.filter(|most| number > *most) {
        say(problem(most, "most"));
    }
}

/// Keywords about the elements.
fn array(schema: &Json, items: &[Json], value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    let first = member(schema, "prefixItems")
        .and_then(list)
        .unwrap_or_default();
    for (at, (item, schema)) in items.iter().zip(first).enumerate() {
        check(schema, item, &path.index(at), out);
    }
    if let Some(each) = member(schema, "items") {
        for (at, item) in items.iter().enumerate().skip(first.len()) {
            check(each, item, &path.index(at), out);
        }
    }
    if member(schema, "uniqueItems").is_some() {
        let mut seen = BTreeSet::new();
        if let Some(item) = items.iter().find(|item| !seen.insert(identity(item))) {
            out.push(path.problem(
                value,
                Message::new(keys::SCENARIO_TWICE).with("value", brief(item)),
            ));
        }
    }
}

/// Text that is equal for equal elements (objects in a set are matchers of one member).
fn identity(item: &Json) -> String {
    integer(item).map_or_else(|| OneLine(item).to_string(), |number| number.to_string())
}

/// Keywords about the members.
fn object(schema: &Json, value: &Json, path: &Path<'_>, is_head: bool, out: &mut Vec<Problem>) {
    if !is_object(value) {
        return;
    }
    let known = member(schema, "properties");
    let others = member(schema, "additionalProperties");
    for required in member(schema, "required")
        .and_then(list)
        .unwrap_or_default()
        .iter()
        .filter_map(text)
    {
        if member(value, required).is_none() {
            out.push(path.problem(
                value,
                Message::new(keys::SCENARIO_FIELD_MISSING).with("field", required),
            ));
        }
    }
    for field in members(value) {
        let path = path.key(&field.key);
        match (
            known.and_then(|known| member(known, &field.key)),
            others.map(|others| &others.kind),
        ) {
            // Steps are checked one by one, each by the definition of its kind.
            (Some(schema), _) if is_head && field.key == "steps" => {
                single(schema, &field.value, &path, out)
            }
            (Some(schema), _) => check(schema, &field.value, &path, out),
            (None, Some(Kind::Bool(false))) => out.push(
                path.problem_at(
                    field.at,
                    Message::new(keys::SCENARIO_FIELD_UNKNOWN)
                        .with("field", brief_text(&field.key))
                        .with("known", known.map(field_names).unwrap_or_default()),
                ),
            ),
            (None, Some(Kind::Object(_))) => {
                if let Some(others) = others {
                    check(others, &field.value, &path, out);
                }
            }
            (None, _) => {}
        }
        if let Some(names) = member(schema, "propertyNames") {
            check(
                names,
                &Json {
                    kind: Kind::String(field.key.clone()),
                    at: field.at,
                },
                &path,
                out,
            );
        }
    }
    for rule in member(schema, "dependentRequired")
        .map(members)
        .unwrap_or_default()
    {
        if member(value, &rule.key).is_some() {
            for needed in list(&rule.value)
                .unwrap_or_default()
                .iter()
                .filter_map(text)
            {
                if member(value, needed).is_none() {
                    out.push(path.problem(
                        value,
                        Message::new(keys::SCENARIO_FIELD_MISSING).with("field", needed),
                    ));
                }
            }
        }
    }
}

/// Keywords that combine schemas.
fn combined(schema: &Json, value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    if let Some(options) = member(schema, "anyOf").and_then(list) {
        alternatives(options, value, path, out);
    }
    if let Some(options) = member(schema, "oneOf").and_then(list)
        && options.iter().filter(|option| holds(option, value)).count() != 1
    {
        out.push(path.problem(value, together(options)));
    }
    if let Some(not) = member(schema, "not")
        && holds(not, value)
    {
        out.push(path.problem(value, together(std::slice::from_ref(not))));
    }
    if let (Some(condition), Some(then)) = (member(schema, "if"), member(schema, "then"))
        && holds(condition, value)
    {
        check(then, value, path, out);
    }
}

/// Of the alternatives that all fail, the one that gets furthest says why.
fn alternatives(options: &[Json], value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    let mut furthest: Vec<Problem> = Vec::new();
    let mut forms: Vec<String> = Vec::new();
    let here = path.to_string();
    for option in options {
        let mut problems = Vec::new();
        check(option, value, path, &mut problems);
        if problems.is_empty() {
            return;
        }
        if problems.iter().any(|problem| problem.path != here) {
            furthest = problems;
        } else {
            forms.extend(
                problems
                    .iter()
                    .flat_map(|problem| &problem.message.args)
                    .filter_map(allowed),
            );
        }
    }
    if furthest.is_empty() {
        let message = Message::new(keys::SCENARIO_NOT_ONE_OF).with("value", brief(value));
        furthest.push(path.problem(value, message.with("allowed", forms.join(", "))));
    }
    out.append(&mut furthest);
}

/// What a failed alternative would have taken.
fn allowed((name, value): &(&'static str, crate::messages::Arg)) -> Option<String> {
    match value {
        crate::messages::Arg::Text(text)
            if ["expected", "allowed", "form", "field"].contains(name) =>
        {
            Some(text.clone())
        }
        _ => None,
    }
}

/// The fields that go together, as the alternatives name them.
fn together(options: &[Json]) -> Message {
    let names: Vec<_> = options
        .iter()
        .map(|option| {
            let fields: Vec<_> = member(option, "required")
                .and_then(list)
                .unwrap_or_default()
                .iter()
                .filter_map(text)
                .collect();
            fields.join(" + ")
        })
        .collect();
    Message::new(keys::SCENARIO_FIELDS_TOGETHER).with("fields", names.join(", "))
}

fn holds(schema: &Json, value: &Json) -> bool {
    let mut problems = Vec::new();
    check(schema, value, &Path::Root, &mut problems);
    problems.is_empty()
}

fn is_a(kind: &str, value: &Json) -> bool {
    match (kind, &value.kind) {
        ("integer", Kind::Number(_)) => integer(value).is_some(),
        ("null", Kind::Null)
        | ("boolean", Kind::Bool(_))
        | ("string", Kind::String(_))
        | ("array", Kind::Array(_))
        | ("object", Kind::Object(_)) => true,
        _ => false,
    }
}

/// Whether a text has the form that a `pattern` of the schema asks for.
fn has_form(pattern: &str, text: &str) -> bool {
    FORMS
        .iter()
        .find(|(known, _)| *known == pattern)
        .is_some_and(|(_, has)| has(text))
}

/// `a-b-c`: lower-case words joined by single hyphens.
fn is_kebab(text: &str) -> bool {
    text.split('-')
        .all(|word| is_all(word, |c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

/// `topic/3`; the topic may hold slashes but no line ends.
fn is_topic_partition(text: &str) -> bool {
    text.rsplit_once('/').is_some_and(|(topic, partition)| {
        is_all(topic, |c| {
            !['\n', '\r', '\u{2028}', '\u{2029}'].contains(&c)
        }) && is_digits(partition)
    })
}

/// `kaas-12`: a letter, more of the usual, and a number at the end.
fn is_broker_id(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(|last: char| last.is_ascii_digit())
        && is_all(text, |c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

/// `2026-01-01T00:00:00.000Z` with up to nine digits of a second.
fn is_wall_time(text: &str) -> bool {
    let Some(rest) = text.strip_suffix('Z') else {
        return false;
    };
    let (seconds, fraction) = match rest.split_once('.') {
        Some((seconds, fraction)) => (seconds, Some(fraction)),
        None => (rest, None),
    };
    let shape: String = seconds
        .chars()
        .map(|c| if c.is_ascii_digit() { 'd' } else { c })
        .collect();
    shape == "dddd-dd-ddTdd:dd:dd"
        && fraction.is_none_or(|digits| is_digits(digits) && digits.len() <= 9)
}

/// `$name.path[0].more`; also used wherever a reference is looked for.
pub(crate) fn is_reference(text: &str) -> bool {
    reference(text).is_some()
}

/// Name and path (with its leading `.` or `[`) of a reference.
pub(crate) fn reference(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('$')?;
    let (name, path) = rest.split_at_checked(rest.find(['.', '['])?)?;
    (is_all(name, is_name_char) && path_parts(path).is_some()).then_some((name, path))
}

/// The parts of `.a.b[0]`.
pub(crate) fn path_parts(path: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '.' => {
                let name = rest.strip_prefix('.')?;
                let end = name.find(['.', '[']).unwrap_or(name.len());
                let (name, rest) = name.split_at_checked(end)?;
                if !is_all(name, |c| c.is_ascii_alphanumeric() || c == '_') {
                    return None;
                }
                parts.push(Part::Field(name));
                rest
            }
            '[' => {
                let (digits, rest) = rest.strip_prefix('[')?.split_once(']')?;
                if !is_digits(digits) {
                    return None;
                }
                parts.push(Part::Element(digits));
                rest
            }
            _ => return None,
        };
    }
    (!parts.is_empty()).then_some(parts)
}

/// A step of the path in a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'p> {
    /// `.name`
    Field(&'p str),
    /// `[3]`, as written
    Element(&'p str),
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

fn is_digits(text: &str) -> bool {
    is_all(text, |c| c.is_ascii_digit())
}

fn is_all(text: &str, is: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(is)
}

fn field_names(properties: &Json) -> String {
    let names: Vec<_> = members(properties)
        .iter()
        .map(|field| field.key.as_str())
        .collect();
    names.join(", ")
}

fn find(name: &str) -> Option<&'static Json> {
    member(member(root()?, "$defs")?, name)
}

fn root() -> Option<&'static Json> {
    static ROOT: OnceLock<Option<Json>> = OnceLock::new();
    ROOT.get_or_init(|| json::parse(SCHEMA).ok()).as_ref()
}

/// Whether a text has a form.
type Form = fn(&str) -> bool;

/// Every `pattern` of the schema and what it means.
const FORMS: &[(&str, Form)] = &[
    ("^[a-z0-9]+(-[a-z0-9]+)*$", is_kebab),
    ("^.+/[0-9]+$", is_topic_partition),
    ("^-?[0-9]+$", |text| {
        is_digits(text.strip_prefix('-').unwrap_or(text))
    }),
    (r"^(\*|[0-9]+)$", |text| text == "*" || is_digits(text)),
    (
        r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$",
        is_wall_time,
    ),
    (
        r"^\$[A-Za-z0-9_-]+(\.[A-Za-z0-9_]+|\[[0-9]+\])+$",
        is_reference,
    ),
    ("^[^$]", |text| {
        text.chars().next().is_some_and(|first| first != '$')
    }),
    ("^[A-Za-z][A-Za-z0-9._-]*?[0-9]+$", is_broker_id),
    ("^[A-Za-z0-9_-]+$", |text| is_all(text, is_name_char)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_uses_only_what_is_interpreted_here() {
        let mut unknown = Vec::new();
        walk(root().unwrap(), &mut unknown);
        assert_eq!(unknown, Vec::<String>::new());
    }

    #[test]
    fn the_schema_of_the_package_is_this_one() {
        let shipped = include_str!("../../npm/scenario.schema.json");
        assert_eq!(shipped, include_str!("scenario.schema.json"));
        let [shipped, terse] =
            [shipped, SCHEMA].map(|text| undescribed(&json::parse(text).unwrap()));
        assert_eq!(terse, shipped);
    }

    #[test]
    fn the_embedded_schema_keeps_the_flavor_of_a_step_and_no_other_description() {
        assert_eq!(flavor_of("cluster_drain"), Some("kaas"));
        assert_eq!(flavor_of("cluster_leader"), Some("kafka"));
        assert_eq!(flavor_of("cluster_kill"), None);
        let all = SCHEMA.matches("\"description\"").count();
        assert_eq!(all, SCHEMA.matches(" only)\"").count());
        assert!(!SCHEMA.contains('\n'));
    }

    /// Every name and value in order, one a line, but for the descriptions.
    fn undescribed(schema: &Json) -> Vec<String> {
        match &schema.kind {
            Kind::Object(fields) => {
                let kept = fields
                    .iter()
                    .filter(|field| field.key != "description" || text(&field.value).is_none());
                kept.flat_map(|field| {
                    let below = undescribed(&field.value).into_iter();
                    below.map(move |line| format!("{}/{line}", field.key))
                })
                .collect()
            }
            Kind::Array(items) => items
                .iter()
                .flat_map(undescribed)
                .map(|line| format!("-/{line}"))
                .collect(),
            _ => vec![brief(schema)],
        }
    }

    #[test]
    fn references_have_a_name_and_a_path() {
        let read: Vec<_> = [
            "$j1.memberId",
            "$j1.members[0].memberId",
            "$j-1[0]",
            "$j1",
            "$.a",
            "$j1.",
            "$j1[x]",
            "$$j1.a",
            "j1.a",
        ]
        .into_iter()
        .map(reference)
        .collect();
        let expected = [
            Some(("j1", ".memberId")),
            Some(("j1", ".members[0].memberId")),
            Some(("j-1", "[0]")),
            None,
            None,
            None,
            None,
            None,
            None,
        ];
        assert_eq!(read, expected);
    }

    /// Collects keywords and patterns that [`check`] would pass over in silence.
    fn walk(schema: &Json, unknown: &mut Vec<String>) {
        for field in members(schema) {
            let value = &field.value;
            match field.key.as_str() {
                "properties" | "$defs" => members(value)
                    .iter()
                    .for_each(|field| walk(&field.value, unknown)),
                "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                    list(value)
                        .unwrap()
                        .iter()
                        .for_each(|schema| walk(schema, unknown));
                }
                "items" | "additionalProperties" | "propertyNames" | "not" | "if" | "then" => {
                    walk(value, unknown)
                }
                "pattern"
                    if !FORMS
                        .iter()
                        .any(|(known, _)| *known == text(value).unwrap()) =>
                {
                    unknown.push(brief(value));
                }
                "pattern" | "type" | "const" | "enum" | "minLength" | "maxLength" | "minimum"
                | "maximum" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
                | "uniqueItems" | "required" | "dependentRequired" | "$ref" => {}
                // Words for people and editors.
                "description" | "default" | "title" | "$schema" | "$id" => {}
                other => unknown.push(other.to_owned()),
            }
        }
        let siblings: Vec<_> = members(schema)
            .iter()
            .map(|field| field.key.as_str())
            .collect();
        if siblings.contains(&"$ref")
            && siblings
                .iter()
                .any(|key| !["$ref", "description", "default"].contains(key))
        {
            unknown.push(format!("$ref beside {siblings:?}"));
        }
    }
}
