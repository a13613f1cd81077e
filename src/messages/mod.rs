//! What the core says to people: a key and its arguments, and one English catalogue.
//!
//! Nothing in the core builds a sentence by hand. A caller that shows another language
//! formats the same key and arguments from its own catalogue.

use std::borrow::Cow;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use serde::{Serialize, Serializer, ser::SerializeMap};

/// The keys of the catalogue, one constant each, made at build time.
pub(crate) mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys.rs"));
}

/// A sentence: its key in the catalogue and the values that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Key in the catalogue, also the stable code of a finding or an error.
    pub key: &'static str,
    /// Named values, in the order in which they were given.
    pub args: Vec<(&'static str, Arg)>,
}

/// A value named by a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Arg {
    /// Text as it is, never interpreted as markup.
    Text(String),
    /// A count, a version, a hash: shown with thousands separators.
    Count(u64),
}

impl Message {
    /// The sentence with this key, without arguments yet.
    pub(crate) fn new(key: &'static str) -> Self {
        Self {
            key,
            args: Vec::new(),
        }
    }

    /// Adds one argument.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The sentence in English.
    #[must_use]
    pub fn text(&self) -> String {
        thread_local! {
            static ENGLISH: Option<FluentBundle<FluentResource>> = english();
        }
        ENGLISH.with(|bundle| {
            bundle
                .as_ref()
                .and_then(|bundle| format(bundle, self))
                // A catalogue that lacks the key does not build; the key is still better than nothing.
                .unwrap_or_else(|| self.key.to_owned())
        })
    }
}

/// Arguments as an object: their names are the model's own, never user data.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.args.len()))?;
        for (name, value) in &self.args {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Arg {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Arg {
    fn from(count: u32) -> Self {
        Self::Count(u64::from(count))
    }
}

/// `1234567` as `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn english() -> Option<FluentBundle<FluentResource>> {
    let resource = FluentResource::try_new(include_str!("en.ftl").to_owned()).ok()?;
    let mut bundle = FluentBundle::new(vec!["en-US".parse().ok()?]);
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).ok()?;
    Some(bundle)
}

fn format(bundle: &FluentBundle<FluentResource>, message: &Message) -> Option<String> {
    let pattern = bundle.get_message(message.key)?.value()?;
    let mut args = FluentArgs::new();
    for (name, value) in &message.args {
        let value = match value {
            Arg::Text(text) => FluentValue::String(Cow::Borrowed(text)),
            Arg::Count(count) => fluent_number(*count),
        };
        args.set(*name, value);
    }
    let mut errors = Vec::new();
    Some(
        bundle
            .format_pattern(pattern, Some(&args), &mut errors)
            .into_owned(),
    )
}

/// A number that plural rules can read below 1,000 (where grouping changes nothing), text above.
fn fluent_number(count: u64) -> FluentValue<'static> {
    match u16::try_from(count) {
        Ok(small) if small < 1000 => FluentValue::from(small),
        _ => FluentValue::String(Cow::Owned(grouped(count))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let shown: Vec<_> = [0, 999, 1000, 1_234_567, u64::MAX]
            .into_iter()
            .map(grouped)
            .collect();
        assert_eq!(
            shown,
            [
                "0",
                "999",
                "1,000",
                "1,234,567",
                "18,446,744,073,709,551,615"
            ]
        );
    }
}
