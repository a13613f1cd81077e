//! JSON text with the place of every value.

/// A JSON value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Json {
    /// The value.
    pub kind: Kind,
    /// Where its first character stands.
    pub at: Pos,
}

/// Line and column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pos {
    /// Line, from 1.
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
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The name, unescaped.
    pub key: String,
    /// Where the name stands.
    pub at: Pos,
    /// The value.
    pub value: Json,
}
