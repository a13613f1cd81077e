//! JSON text with the place of every value.
//!
//! [`parse`] accepts and refuses exactly what `serde_json::from_str::<serde_json::Value>` does
//! (serde_json 1.0.154 without `arbitrary_precision`), because that is what kaas reads its files
//! with. In particular it refuses an empty text, a byte order mark, anything after the value,
//! raw control characters in strings, escapes of lone surrogates, more than 127 levels of arrays
//! and objects, and numbers beyond a 64-bit float (`1e400`).
//!
//! [`parse_skipping`] accepts and refuses what serde_json does when it only skips the text
//! (`serde::de::IgnoredAny`): numbers of any size, any `\u` escape and any depth pass. That is
//! what happens to fields a reader does not know. What cannot be held as a value becomes
//! [`Kind::Raw`]; readers of known fields refuse it.
//!
//! Places: lines count from 1 and end at LF; columns count characters from 1 and point at the
//! first character of the value, or at the first character that cannot be right. (serde_json
//! counts bytes, and reports the last character it had read, so its columns differ.)

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    cast::u32_of,
    messages::{Message, keys},
};

/// A JSON value and where it stands. Equality looks at the value only, not at the place.
#[derive(Clone, Debug)]
pub struct Json {
    /// The value.
    pub kind: Kind,
    /// Where its first character stands.
    pub at: Pos,
}

/// Line and column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pos {
    /// Line, from 1; 0 for a value that was not read from a text.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// What a JSON value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as written: 64-bit values must not pass through a float.
    Number(String),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object: members in file order, duplicates kept.
    Object(Vec<Member>),
    /// Text that serde_json skips but could not hold as a value: a string or a member name with
    /// a lone surrogate, a number beyond a float, nesting beyond 127 levels.
    /// Only [`parse_skipping`] makes it.
    Raw(String),
}

/// A member of an object. Equality looks at name and value, not at the place.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name, unescaped.
    pub key: String,
    /// Where the name stands.
    pub at: Pos,
    /// The value.
    pub value: Json,
}

/// Why a text was refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// What is wrong, naming the thing, the value and the limit.
    pub message: Message,
    /// Path of the value, e.g. `$.consumerGroups[3].broker` or `$["odd key"]`.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// The way from the whole text to one of its values; `Display` renders it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path {
    steps: Vec<Step>,
}

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A member, by name.
    Member(String),
    /// An element, from 0.
    Element(u32),
}

/// Reads a text as `serde_json::from_str::<Value>` would, keeping places, duplicate members and
/// the text of numbers.
///
/// # Errors
/// Where serde_json refuses the text.
pub fn parse(text: &str) -> Result<Json, JsonError> {
    Parser::new(text, false)
        .document()
        .map_err(|fault| fault.into_error())
}

/// Reads a text as serde_json skips it: see the module's notes.
///
/// # Errors
/// Where `serde_json::from_str::<IgnoredAny>` refuses the text.
pub fn parse_skipping(text: &str) -> Result<Json, JsonError> {
    Parser::new(text, true)
        .document()
        .map_err(|fault| fault.into_error())
}

impl Json {
    /// A value that stands nowhere.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            at: Pos { line: 0, column: 0 },
        }
    }

    /// A string that stands nowhere.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::new(Kind::String(text.to_owned()))
    }

    /// An integer that stands nowhere.
    #[must_use]
    pub fn integer(number: impl Into<i64>) -> Self {
        Self::new(Kind::Number(number.into().to_string()))
    }

    /// An object that stands nowhere.
    #[must_use]
    pub fn object(members: Vec<(String, Self)>) -> Self {
        let member = |(key, value)| Member {
            key,
            at: Pos::default(),
            value,
        };
        Self::new(Kind::Object(members.into_iter().map(member).collect()))
    }

    /// The member with this name. Of several the last, as maps of serde_json keep it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let members = self.as_object()?;
        members
            .iter()
            .rfind(|member| member.key == name)
            .map(|member| &member.value)
    }

    /// The element at this index, from 0.
    #[must_use]
    pub fn element(&self, index: u32) -> Option<&Self> {
        self.as_array()?.get(crate::cast::usize_of(index))
    }

    /// The value at the end of a path.
    #[must_use]
    pub fn at_path(&self, path: &Path) -> Option<&Self> {
        path.steps.iter().try_fold(self, |json, step| match step {
            Step::Member(name) => json.get(name),
            Step::Element(index) => json.element(*index),
        })
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// A boolean.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self.kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// An integer that fits, exactly as serde reads one: no fraction, no exponent, not `-0`.
    #[must_use]
    pub fn as_integer<T: std::str::FromStr>(&self) -> Option<T> {
        match &self.kind {
            Kind::Number(text) if text != "-0" => text.parse().ok(),
            _ => None,
        }
    }

    /// The elements of an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of an object, in file order, duplicates included.
    #[must_use]
    pub fn as_object(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// JSON without white space. Lossless: order, duplicates and number text stay.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        write_value(&mut out, self, None);
        out
    }

    /// JSON with two spaces of indentation a level, without a final line end. Lossless.
    #[must_use]
    pub fn to_pretty(&self) -> String {
        let mut out = String::new();
        write_value(&mut out, self, Some(0));
        out
    }

    /// The value in at most about 60 characters, for messages.
    #[must_use]
    pub fn excerpt(&self) -> String {
        match &self.kind {
            Kind::Array(elements) if !elements.is_empty() => "[…]".to_owned(),
            Kind::Object(members) if !members.is_empty() => "{…}".to_owned(),
            _ => shortened(&self.to_text()),
        }
    }

    /// An error about this value.
    #[must_use]
    pub fn error(&self, path: &Path, message: Message) -> JsonError {
        JsonError {
            message,
            path: path.to_string(),
            line: self.at.line,
            column: self.at.column,
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value
    }
}

impl Path {
    /// The whole text, `$`.
    #[must_use]
    pub const fn root() -> Self {
        Self { steps: Vec::new() }
    }

    /// This path and then a member.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        self.then(Step::Member(name.to_owned()))
    }

    /// This path and then an element, from 0.
    #[must_use]
    pub fn element(&self, index: usize) -> Self {
        self.then(Step::Element(u32_of(index)))
    }

    /// The steps from the root.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn then(&self, step: Step) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { steps }
    }
}

/// `$.consumerGroups[3].broker`; names that are no plain words as `["odd key"]`, in JSON's spelling.
impl fmt::Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("$")?;
        for step in &self.steps {
            match step {
                Step::Member(name) if is_word(name) => write!(out, ".{name}")?,
                Step::Member(name) => write!(out, "[{}]", quoted(name))?,
                Step::Element(index) => write!(out, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            message,
            path,
            line,
            column,
        } = self;
        let message = Message::new(keys::JSON_ERROR_WITH_PLACE)
            .with("message", message.text())
            .with("path", path.as_str())
            .with("line", line.to_string())
            .with("column", column.to_string());
        out.write_str(&message.text())
    }
}

impl std::error::Error for JsonError {}

/// `{code, message, path, line, column, args}`.
impl Serialize for JsonError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("JsonError", 6)?;
        out.serialize_field("code", self.message.key)?;
        out.serialize_field("message", &self.message.text())?;
        out.serialize_field("path", &self.path)?;
        out.serialize_field("line", &self.line)?;
        out.serialize_field("column", &self.column)?;
        out.serialize_field("args", &self.message)?;
        out.end()
    }
}

/// A string as JSON writes it, with its quotes, as serde_json does.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

/// Serialises a number while JavaScript holds it exactly, else a decimal string.
pub(crate) fn safe<S: Serializer>(number: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        number if number.unsigned_abs() < 1 << 53 => serializer.serialize_i64(*number),
        number => serializer.serialize_str(&number.to_string()),
    }
}

/// [`safe`], or null.
pub(crate) fn safe_or_null<S: Serializer>(
    number: &Option<i64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        None => serializer.serialize_none(),
        Some(number) => safe(number, serializer),
    }
}

/// At most 60 characters of a text, cut with an ellipsis.
#[must_use]
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(EXCERPT_MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The fields of a struct that kaas derives `Deserialize` for: an object with those members, or
/// an array with the fields by position. A known member twice is refused, as serde does.
pub(crate) struct Fields<'a> {
    whole: &'a Json,
    path: Path,
    names: &'static [&'static str],
    by_position: bool,
    values: Vec<Option<&'a Json>>,
    /// Members that the struct does not know, in file order.
    pub extra: Vec<(String, Json)>,
}

impl<'a> Fields<'a> {
    /// Takes a value apart.
    ///
    /// # Errors
    /// Neither object nor array, a known member twice, or more elements than fields.
    pub fn of(
        json: &'a Json,
        path: Path,
        names: &'static [&'static str],
    ) -> Result<Self, JsonError> {
        let mut fields = Fields {
            whole: json,
            path,
            names,
            by_position: false,
            values: vec![None; names.len()],
            extra: Vec::new(),
        };
        match &json.kind {
            Kind::Object(members) => fields.take_members(members)?,
            Kind::Array(elements) => {
                fields.by_position = true;
                fields.take_elements(elements)?;
            }
            _ => return Err(not_an_object(json, &fields.path)),
        }
        Ok(fields)
    }

    /// A field's value, if the text has one.
    pub fn get(&self, name: &str) -> Option<&'a Json> {
        let index = self.names.iter().position(|known| *known == name)?;
        self.values.get(index).copied().flatten()
    }

    /// Where a field stands.
    pub fn path_of(&self, name: &str) -> Path {
        match self.names.iter().position(|known| *known == name) {
            Some(index) if self.by_position => self.path.element(index),
            _ => self.path.member(name),
        }
    }

    /// A field that must be there.
    pub fn required(&self, name: &str) -> Result<&'a Json, JsonError> {
        self.get(name).ok_or_else(|| {
            let message = Message::new(keys::JSON_FIELD_MISSING).with("field", name);
            self.whole.error(&self.path, message)
        })
    }

    /// A string that must be there.
    pub fn string(&self, name: &str) -> Result<String, JsonError> {
        string(self.required(name)?, &self.path_of(name))
    }

    /// An integer that must be there and fit.
    pub fn integer<T: Integer>(&self, name: &str) -> Result<T, JsonError> {
        integer(self.required(name)?, &self.path_of(name))
    }

    /// A list that must be there: every element read by `read`.
    pub fn list<T>(
        &self,
        name: &str,
        read: impl Fn(&'a Json, Path) -> Result<T, JsonError>,
    ) -> Result<Vec<T>, JsonError> {
        list(self.required(name)?, &self.path_of(name), read)
    }

    fn take_members(&mut self, members: &'a [Member]) -> Result<(), JsonError> {
        for member in members {
            let known = self.names.iter().position(|name| *name == member.key);
            match known.and_then(|index| self.values.get_mut(index)) {
                Some(Some(_)) => {
                    let message =
                        Message::new(keys::JSON_FIELD_TWICE).with("field", member.key.as_str());
                    return Err(JsonError {
                        message,
                        path: self.path.member(&member.key).to_string(),
                        line: member.at.line,
                        column: member.at.column,
                    });
                }
                Some(value) => *value = Some(&member.value),
                None => self.extra.push((member.key.clone(), member.value.clone())),
            }
        }
        Ok(())
    }

    fn take_elements(&mut self, elements: &'a [Json]) -> Result<(), JsonError> {
        let limit = self.names.len();
        for (index, element) in elements.iter().enumerate() {
            match self.values.get_mut(index) {
                Some(value) => *value = Some(element),
                None => {
                    let message = Message::new(keys::JSON_TOO_MANY_ELEMENTS)
                        .with("count", u32_of(elements.len()))
                        .with("limit", u32_of(limit));
                    return Err(element.error(&self.path.element(index), message));
                }
            }
        }
        Ok(())
    }
}

/// An integer type with its limits, for [`integer`].
pub(crate) trait Integer: std::str::FromStr + fmt::Display {
    /// Smallest value.
    const MIN: Self;
    /// Largest value.
    const MAX: Self;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Integer for $type {
            const MIN: Self = <$type>::MIN;
            const MAX: Self = <$type>::MAX;
        }
    )*};
}
integers!(i16, i32, i64, u32, u64);

/// The error about a value that should be an object.
pub(crate) fn not_an_object(json: &Json, path: &Path) -> JsonError {
    json.error(
        path,
        Message::new(keys::JSON_NOT_AN_OBJECT).with("found", json.excerpt()),
    )
}

/// A string, or an error that says what is there instead.
pub(crate) fn string(json: &Json, path: &Path) -> Result<String, JsonError> {
    json.as_str().map(str::to_owned).ok_or_else(|| {
        json.error(
            path,
            Message::new(keys::JSON_NOT_A_STRING).with("found", json.excerpt()),
        )
    })
}

/// An integer that fits, or an error that names its limits.
pub(crate) fn integer<T: Integer>(json: &Json, path: &Path) -> Result<T, JsonError> {
    json.as_integer().ok_or_else(|| {
        let message = Message::new(keys::JSON_NOT_AN_INTEGER)
            .with("found", json.excerpt())
            .with("low", T::MIN.to_string())
            .with("high", T::MAX.to_string());
        json.error(path, message)
    })
}

/// A list, every element read by `read`.
pub(crate) fn list<'a, T>(
    json: &'a Json,
    path: &Path,
    read: impl Fn(&'a Json, Path) -> Result<T, JsonError>,
) -> Result<Vec<T>, JsonError> {
    let Some(elements) = json.as_array() else {
        let message = Message::new(keys::JSON_NOT_A_LIST).with("found", json.excerpt());
        return Err(json.error(path, message));
    };
    let element = |(index, element)| read(element, path.element(index));
    elements.iter().enumerate().map(element).collect()
}

/// Recursive descent; the depth is limited, so the stack is too.
struct Parser<'a> {
    text: &'a str,
    /// Byte index of the next character.
    next: usize,
    place: Pos,
    /// Arrays and objects that are open.
    depth: u32,
    skipping: bool,
}

impl<'a> Parser<'a> {
    const fn new(text: &'a str, skipping: bool) -> Self {
        Self {
            text,
            next: 0,
            place: Pos { line: 1, column: 1 },
            depth: 0,
            skipping,
        }
    }

    fn document(mut self) -> Result<Json, Fault> {
        self.white_space();
        if self.peek().is_none() {
            return Err(self.fault(Message::new(keys::JSON_EMPTY)));
        }
        let value = self.value()?;
        self.white_space();
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.fault_here(keys::JSON_TRAILING_CHARACTERS)),
        }
    }

    fn value(&mut self) -> Result<Json, Fault> {
        let at = self.place;
        let start = self.next;
        let kind = match self.peek() {
            Some(b'n') => self.word("null", Kind::Null)?,
            Some(b't') => self.word("true", Kind::Bool(true))?,
            Some(b'f') => self.word("false", Kind::Bool(false))?,
            Some(b'"') => match self.string()? {
                Some(text) => Kind::String(text),
                None => Kind::Raw(self.since(start)),
            },
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'[' | b'{') if self.depth >= DEPTH_MAX => self.too_deep()?,
            Some(b'[') => self.array()?,
            Some(b'{') => match self.object()? {
                Some(members) => Kind::Object(members),
                None => Kind::Raw(self.since(start)),
            },
            _ => return Err(self.unexpected_value()),
        };
        Ok(Json { kind, at })
    }

    fn array(&mut self) -> Result<Kind, Fault> {
        self.depth += 1;
        self.bump();
        let mut elements = Vec::new();
        self.white_space();
        if self.peek() == Some(b']') {
            self.bump();
        } else {
            loop {
                self.white_space();
                let index = u32_of(elements.len());
                elements.push(
                    self.value()
                        .map_err(|fault| fault.inside(Step::Element(index)))?,
                );
                if self.comma_or(b']', keys::JSON_EXPECTED_COMMA_OR_BRACKET)? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(Kind::Array(elements))
    }

    /// `None` if a name cannot be held as text.
    fn object(&mut self) -> Result<Option<Vec<Member>>, Fault> {
        self.depth += 1;
        self.bump();
        let mut members = Some(Vec::new());
        self.white_space();
        if self.peek() == Some(b'}') {
            self.bump();
        } else {
            loop {
                self.white_space();
                let member = self.member()?;
                match (&mut members, member) {
                    (Some(list), Some(member)) => list.push(member),
                    _ => members = None,
                }
                if self.comma_or(b'}', keys::JSON_EXPECTED_COMMA_OR_BRACE)? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(members)
    }

    fn member(&mut self) -> Result<Option<Member>, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault_here(keys::JSON_EXPECTED_NAME));
        }
        let at = self.place;
        let key = self.string()?;
        self.white_space();
        if self.peek() != Some(b':') {
            return Err(self.fault_here(keys::JSON_EXPECTED_COLON));
        }
        self.bump();
        self.white_space();
        let value = self.value().map_err(|fault| match &key {
            Some(key) => fault.inside(Step::Member(key.clone())),
            None => fault,
        })?;
        Ok(key.map(|key| Member { key, at, value }))
    }

    /// After an element: true at the closing sign, false after a comma that another follows.
    fn comma_or(&mut self, close: u8, otherwise: &'static str) -> Result<bool, Fault> {
        self.white_space();
        match self.peek() {
            Some(byte) if byte == close => {
                self.bump();
                Ok(true)
            }
            Some(b',') => {
                let comma = self.place;
                self.bump();
                self.white_space();
                if self.peek() == Some(close) {
                    return Err(Fault::new(Message::new(keys::JSON_TRAILING_COMMA), comma));
                }
                Ok(false)
            }
            _ => Err(self.fault_here(otherwise)),
        }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<Kind, Fault> {
        for byte in word.bytes() {
            if self.peek() != Some(byte) {
                return Err(self.unexpected_value());
            }
            self.bump();
        }
        Ok(kind)
    }

    fn number(&mut self) -> Result<Kind, Fault> {
        let (start, at) = (self.next, self.place);
        if self.peek() == Some(b'-') {
            self.bump();
        }
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.digits();
        let mut well_formed = whole == 1 || (whole > 1 && !leading_zero);
        let mut plain = true;
        if well_formed && self.peek() == Some(b'.') {
            plain = false;
            self.bump();
            well_formed = self.digits() > 0;
        }
        if well_formed && matches!(self.peek(), Some(b'e' | b'E')) {
            plain = false;
            self.bump();
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.bump();
            }
            well_formed = self.digits() > 0;
        }
        let text = self.since(start);
        if !well_formed {
            if self.peek().is_none() {
                return Err(self.fault(Message::new(keys::JSON_UNEXPECTED_END)));
            }
            let message =
                Message::new(keys::JSON_NUMBER_MALFORMED).with("number", shortened(&text));
            return Err(Fault::new(message, at));
        }
        // Whether a float can hold it is serde_json's decision, digit by digit.
        let sure = plain && text.len() <= DIGITS_SAFE;
        if sure || serde_json::from_str::<f64>(&text).is_ok() {
            Ok(Kind::Number(text))
        } else if self.skipping {
            Ok(Kind::Raw(text))
        } else {
            let message =
                Message::new(keys::JSON_NUMBER_TOO_LARGE).with("number", shortened(&text));
            Err(Fault::new(message, at))
        }
    }

    fn digits(&mut self) -> u32 {
        let mut count: u32 = 0;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.bump();
            count = count.saturating_add(1);
        }
        count
    }

    /// A string at its opening quote. `None` if it has a lone surrogate and the text is skipped.
    fn string(&mut self) -> Result<Option<String>, Fault> {
        self.bump();
        let mut out = Some(String::new());
        loop {
            let start = self.next;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.bump();
            }
            if let (Some(out), Some(run)) = (&mut out, self.text.get(start..self.next)) {
                out.push_str(run);
            }
            match self.peek() {
                Some(b'"') => {
                    self.bump();
                    return Ok(out);
                }
                Some(b'\\') => match (self.escape()?, &mut out) {
                    (Some(sign), Some(out)) => out.push(sign),
                    _ => out = None,
                },
                Some(byte) => {
                    let code = format!("U+{byte:04X}");
                    let message =
                        Message::new(keys::JSON_CONTROL_CHARACTER).with("character", code);
                    return Err(self.fault(message));
                }
                None => return Err(self.fault(Message::new(keys::JSON_UNEXPECTED_END))),
            }
        }
    }

    /// An escape at its backslash; `None` for a lone surrogate in a skipped text.
    fn escape(&mut self) -> Result<Option<char>, Fault> {
        let at = self.place;
        self.bump();
        let sign = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(at),
            Some(_) => return Err(self.fault_here(keys::JSON_ESCAPE_UNKNOWN)),
            None => return Err(self.fault(Message::new(keys::JSON_UNEXPECTED_END))),
        };
        self.bump();
        Ok(Some(sign))
    }

    /// At the `u` of an escape that began at `at`.
    fn unicode_escape(&mut self, at: Pos) -> Result<Option<char>, Fault> {
        self.bump();
        let first = self.hex()?;
        if let Some(sign) = char::from_u32(first) {
            return Ok(Some(sign));
        }
        if self.skipping {
            return Ok(self.low_surrogate_ahead(first));
        }
        let pair = if self.rest().starts_with("\\u") && first < SURROGATE_LOW {
            self.bump();
            self.bump();
            joined(first, self.hex()?)
        } else {
            None
        };
        pair.map(Some).ok_or_else(|| {
            let escape = format!("\\u{first:04x}");
            Fault::new(
                Message::new(keys::JSON_LONE_SURROGATE).with("escape", escape),
                at,
            )
        })
    }

    /// Skipped text: takes the second half of a pair only if it is one; else the first is alone.
    fn low_surrogate_ahead(&mut self, first: u32) -> Option<char> {
        let digits = self.rest().strip_prefix("\\u")?.get(..4)?;
        let second = hex_value(digits)?;
        let sign = joined(first, second)?;
        for _ in 0..6 {
            self.bump();
        }
        Some(sign)
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let Some(digits) = self.rest().get(..4) else {
            // The text ends, or a longer character stands within the next four bytes.
            return Err(self.fault_at_bad_hex());
        };
        let Some(value) = hex_value(digits) else {
            return Err(self.fault_at_bad_hex());
        };
        for _ in 0..4 {
            self.bump();
        }
        Ok(value)
    }

    fn fault_at_bad_hex(&mut self) -> Fault {
        while self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
            self.bump();
        }
        self.fault_here(keys::JSON_ESCAPE_HEX)
    }

    /// At an array or object that would be one level too many.
    fn too_deep(&mut self) -> Result<Kind, Fault> {
        if !self.skipping {
            let message = Message::new(keys::JSON_TOO_DEEP).with("limit", DEPTH_MAX);
            return Err(self.fault(message));
        }
        let start = self.next;
        self.skip_nested()?;
        Ok(Kind::Raw(self.since(start)))
    }

    /// Skips one array or object of any depth, with a list of open signs instead of the stack.
    fn skip_nested(&mut self) -> Result<(), Fault> {
        let mut open = Vec::new();
        loop {
            // At the start of a value.
            self.white_space();
            match self.peek() {
                Some(sign @ (b'[' | b'{')) => {
                    self.bump();
                    self.white_space();
                    let close = if sign == b'[' { b']' } else { b'}' };
                    if self.peek() != Some(close) {
                        open.push(close);
                        if close == b'}' {
                            self.skip_name()?;
                        }
                        continue;
                    }
                    self.bump();
                }
                // A leaf: the depth is not counted here, and `value` does not descend.
                _ => {
                    self.value()?;
                }
            }
            // After a value: close what ends here.
            loop {
                let Some(close) = open.last().copied() else {
                    return Ok(());
                };
                let otherwise = if close == b']' {
                    keys::JSON_EXPECTED_COMMA_OR_BRACKET
                } else {
                    keys::JSON_EXPECTED_COMMA_OR_BRACE
                };
                if !self.comma_or(close, otherwise)? {
                    if close == b'}' {
                        self.skip_name()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    fn skip_name(&mut self) -> Result<(), Fault> {
        self.white_space();
        if self.peek() != Some(b'"') {
            return Err(self.fault_here(keys::JSON_EXPECTED_NAME));
        }
        self.string()?;
        self.white_space();
        if self.peek() != Some(b':') {
            return Err(self.fault_here(keys::JSON_EXPECTED_COLON));
        }
        self.bump();
        Ok(())
    }

    fn white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.bump();
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.next).copied()
    }

    /// One byte further; the column moves on at the first byte of each character.
    fn bump(&mut self) {
        match self.peek() {
            Some(b'\n') => {
                self.place = Pos {
                    line: self.place.line.saturating_add(1),
                    column: 1,
                };
            }
            Some(byte) if !is_continuation(byte) => {
                self.place.column = self.place.column.saturating_add(1);
            }
            _ => {}
        }
        self.next = self.next.saturating_add(1);
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.next..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> String {
        self.text
            .get(start..self.next)
            .unwrap_or_default()
            .to_owned()
    }

    fn fault(&self, message: Message) -> Fault {
        Fault::new(message, self.place)
    }

    /// A fault that names the next character.
    fn fault_here(&self, key: &'static str) -> Fault {
        match self.rest().chars().next() {
            Some(sign) => self.fault(Message::new(key).with("found", visible(sign))),
            None => self.fault(Message::new(keys::JSON_UNEXPECTED_END)),
        }
    }

    fn unexpected_value(&self) -> Fault {
        if self.next == 0 && self.rest().starts_with('\u{feff}') {
            return self.fault(Message::new(keys::JSON_BYTE_ORDER_MARK));
        }
        self.fault_here(keys::JSON_EXPECTED_VALUE)
    }
}

/// An error on its way up: the steps are collected from the innermost outwards.
struct Fault(Box<(Message, Pos, Vec<Step>)>);

impl Fault {
    fn new(message: Message, at: Pos) -> Self {
        Self(Box::new((message, at, Vec::new())))
    }

    fn inside(mut self, step: Step) -> Self {
        self.0.2.push(step);
        self
    }

    fn into_error(self) -> JsonError {
        let (message, at, mut steps) = *self.0;
        steps.reverse();
        JsonError {
            message,
            path: Path { steps }.to_string(),
            line: at.line,
            column: at.column,
        }
    }
}

fn joined(first: u32, second: u32) -> Option<char> {
    let is_pair = (SURROGATE_HIGH..SURROGATE_LOW).contains(&first)
        && (SURROGATE_LOW..=SURROGATE_LAST).contains(&second);
    if !is_pair {
        return None;
    }
    char::from_u32(0x1_0000 + ((first - SURROGATE_HIGH) << 10) + (second - SURROGATE_LOW))
}

/// Four hexadecimal digits; `from_str_radix` alone would also take a sign.
fn hex_value(digits: &str) -> Option<u32> {
    if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        u32::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

const fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

/// A character for a message: as JSON would escape it if it cannot be seen.
fn visible(sign: char) -> String {
    if sign.is_control() || sign == '\u{feff}' {
        format!("U+{:04X}", u32::from(sign))
    } else {
        sign.to_string()
    }
}

fn is_word(name: &str) -> bool {
    let mut signs = name.chars();
    signs
        .next()
        .is_some_and(|sign| sign.is_ascii_alphabetic() || sign == '_')
        && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

/// `indent` is `None` for compact text. Recursion is as deep as the value, which [`parse`] limits.
fn write_value(out: &mut String, json: &Json, indent: Option<usize>) {
    match &json.kind {
        Kind::Null => out.push_str("null"),
        Kind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Kind::Number(text) | Kind::Raw(text) => out.push_str(text),
        Kind::String(text) => write_string(out, text),
        Kind::Array(elements) => write_list(out, ('[', ']'), elements, indent, write_value),
        Kind::Object(members) => {
            write_list(out, ('{', '}'), members, indent, |out, member, indent| {
                write_string(out, &member.key);
                out.push_str(if indent.is_some() { ": " } else { ":" });
                write_value(out, &member.value, indent);
            });
        }
    }
}

fn write_list<T>(
    out: &mut String,
    (open, close): (char, char),
    items: &[T],
    indent: Option<usize>,
    write: impl Fn(&mut String, &T, Option<usize>),
) {
    let inner = indent.map(|level| level + 1);
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        new_line(out, inner);
        write(out, item, inner);
    }
    if !items.is_empty() {
        new_line(out, indent);
    }
    out.push(close);
}

fn new_line(out: &mut String, indent: Option<usize>) {
    if let Some(level) = indent {
        out.push('\n');
        for _ in 0..level {
            out.push_str("  ");
        }
    }
}

fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            sign if u32::from(sign) < 0x20 => {
                out.push_str(&format!("\\u{:04x}", u32::from(sign)));
            }
            sign => out.push(sign),
        }
    }
    out.push('"');
}

/// serde_json counts 128 down and stops at zero.
const DEPTH_MAX: u32 = 127;
/// Integers of up to this many characters fit a float without asking.
const DIGITS_SAFE: usize = 300;
const SURROGATE_HIGH: u32 = 0xd800;
const SURROGATE_LOW: u32 = 0xdc00;
const SURROGATE_LAST: u32 = 0xdfff;
const EXCERPT_MAX: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (String, String, u32, u32) {
        let error = parse(text).unwrap_err();
        (error.message.text(), error.path, error.line, error.column)
    }

    #[test]
    fn errors_name_the_value_and_the_place() {
        let cases = [
            (
                "",
                "The text is empty; a JSON value is required.",
                "$",
                1,
                1,
            ),
            (
                " \n ",
                "The text is empty; a JSON value is required.",
                "$",
                2,
                2,
            ),
            (
                "\u{feff}{}",
                "The text begins with a byte order mark (U+FEFF), which JSON readers refuse.",
                "$",
                1,
                1,
            ),
            (
                "{\"a\":[1,\n  é]}",
                "Expected a value, found \"é\".",
                "$.a[1]",
                2,
                3,
            ),
            (
                "[1 2]",
                "Expected \",\" or \"]\" after an element, found \"2\".",
                "$",
                1,
                4,
            ),
            (
                "{\"é\" \"\"}",
                "Expected \":\" after a member name, found \"\"\".",
                "$",
                1,
                6,
            ),
            (
                "{\"odd key\":{\"x\":01}}",
                "01 is not a JSON number.",
                "$[\"odd key\"].x",
                1,
                17,
            ),
            (
                "[1e400]",
                "1e400 is beyond the range of a 64-bit floating-point number.",
                "$[0]",
                1,
                2,
            ),
            (
                "[1,]",
                "A comma stands before the end; remove it or add a value.",
                "$",
                1,
                3,
            ),
            (
                "{} x",
                "Expected the end of the text after its one JSON value, found \"x\".",
                "$",
                1,
                4,
            ),
            (
                "[\"a\nb\"]",
                "The control character U+000A stands in a string; it must be escaped.",
                "$[0]",
                1,
                4,
            ),
            (
                r#"["\ud800x"]"#,
                "The escape \\ud800 is half of a surrogate pair.",
                "$[0]",
                1,
                3,
            ),
            (
                r#"["\x"]"#,
                "\"x\" cannot follow a backslash in a string.",
                "$[0]",
                1,
                4,
            ),
            (
                r#"["\u12g4"]"#,
                "\\u needs four hexadecimal digits, found \"g\".",
                "$[0]",
                1,
                7,
            ),
            (
                "[\"a",
                "The text ends before its value is complete.",
                "$[0]",
                1,
                4,
            ),
        ];
        for (text, message, path, line, column) in cases {
            assert_eq!(
                error(text),
                (message.to_owned(), path.to_owned(), line, column),
                "{text:?}"
            );
        }
        let deep = "[".repeat(128);
        assert_eq!(
            error(&deep).0,
            "More than 127 levels of arrays and objects are refused."
        );
    }

    #[test]
    fn places_count_characters() {
        let json = parse("{\n \"😀\": [true,\r\n null] }").unwrap();
        let list = json.get("😀").unwrap();
        let places = [
            json.at,
            list.at,
            list.element(0).unwrap().at,
            list.element(1).unwrap().at,
        ];
        let shown: Vec<_> = places.map(|at| (at.line, at.column)).into();
        assert_eq!(shown, [(1, 1), (2, 7), (2, 8), (3, 2)]);
        assert_eq!(json.as_object().unwrap()[0].at, Pos { line: 2, column: 2 });
    }

    #[test]
    fn text_survives_unchanged() {
        let text = r#"{"a":-0,"a":[1E+2,18446744073709551616,1.50],"\"":"\u0001é\\"}"#;
        assert_eq!(parse(text).unwrap().to_text(), text);
        let pretty = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}";
        assert_eq!(parse(pretty).unwrap().to_pretty(), pretty);
    }

    #[test]
    fn of_duplicate_members_the_last_is_read_and_all_are_kept() {
        let json = parse(r#"{"a":1,"a":2}"#).unwrap();
        assert_eq!(json.get("a").unwrap().to_text(), "2");
        assert_eq!(json.as_object().unwrap().len(), 2);
    }

    #[test]
    fn skipped_text_is_kept_whatever_it_holds() {
        let deep = format!("{}1{}", "[{\"k\":".repeat(100_000), "}]".repeat(100_000));
        let cases = [
            r#"["\ud800","\ud83d\ude00"]"#,
            r#"{"\udc00x":[]}"#,
            "[1e400,-1e999]",
            deep.as_str(),
        ];
        for text in cases {
            assert!(parse(text).is_err());
            let _ = parse_skipping(text).unwrap();
        }
        assert_eq!(
            parse_skipping(r#"{"a":["\ud800","\ud83d\ude00"],"b":{"\udc00":1},"c":1e400}"#)
                .unwrap()
                .to_text(),
            r#"{"a":["\ud800","😀"],"b":{"\udc00":1},"c":1e400}"#,
        );
        assert!(parse_skipping(&deep.replace('1', "")).is_err());
        assert!(parse_skipping(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn paths_are_rendered_and_followed() {
        let json = parse(r#"{"a_1":[{"odd \"key\"":7}]}"#).unwrap();
        let path = Path::root().member("a_1").element(0).member("odd \"key\"");
        assert_eq!(path.to_string(), r#"$.a_1[0]["odd \"key\""]"#);
        assert_eq!(
            json.at_path(&path).and_then(Json::as_integer::<i64>),
            Some(7)
        );
        assert_eq!(json.at_path(&Path::root().element(0)), None);
    }
}
