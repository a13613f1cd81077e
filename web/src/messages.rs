//! The page's sentences: keys of `locales/en.ftl`, filled in with values.

use std::borrow::Cow;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use yew::prelude::*;

use crate::names;

/// One constant per key, made at build time: a key that is missing does not compile, an unused one is dead code.
pub mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys.rs"));
}

/// A sentence under construction.
#[derive(Clone, Debug)]
pub struct Say {
    key: &'static str,
    args: Vec<(&'static str, Value)>,
}

#[derive(Clone, Debug)]
enum Value {
    Count(u64),
    Name(String),
}

/// Begins a sentence.
pub fn say(key: &'static str) -> Say {
    Say {
        key,
        args: Vec::new(),
    }
}

/// A sentence without values.
pub fn t(key: &'static str) -> String {
    say(key).text()
}

impl Say {
    /// Fills in a number: thousands are grouped, plural rules see it.
    #[must_use]
    pub fn count(mut self, name: &'static str, count: impl TryInto<u64>) -> Self {
        self.args
            .push((name, Value::Count(count.try_into().unwrap_or(u64::MAX))));
        self
    }

    /// Fills in a name or a value: shown as text, and emphasised by [`Self::html`].
    #[must_use]
    pub fn name(mut self, name: &'static str, value: &str) -> Self {
        self.args.push((name, Value::Name(value.to_owned())));
        self
    }

    /// The sentence as text.
    pub fn text(&self) -> String {
        self.format(|_, name| names::shown(name))
    }

    /// The sentence with its names in bold, each isolated from the direction of the text around it.
    pub fn html(&self) -> Html {
        // A name is put in after the sentence is cut, so nothing in it can be taken for a cut.
        let sentence = self.format(|at, _| format!("{CUT}{at}{CUT}"));
        sentence
            .split(CUT)
            .enumerate()
            .map(|(at, part)| {
                match (
                    at % 2,
                    part.parse::<usize>().ok().and_then(|at| self.args.get(at)),
                ) {
                    (1, Some((_, Value::Name(name)))) => {
                        html! { <b><bdi>{ names::shown(name) }</bdi></b> }
                    }
                    _ => html! { {part} },
                }
            })
            .collect()
    }

    fn format(&self, name_at: impl Fn(usize, &str) -> String) -> String {
        let mut args = FluentArgs::new();
        for (at, (name, value)) in self.args.iter().enumerate() {
            let value = match value {
                Value::Count(count) => number(*count),
                Value::Name(text) => FluentValue::String(Cow::Owned(name_at(at, text))),
            };
            args.set(*name, value);
        }
        thread_local! {
            static ENGLISH: Option<FluentBundle<FluentResource>> = english();
        }
        ENGLISH.with(|bundle| {
            let formatted = bundle.as_ref().and_then(|bundle| {
                let pattern = bundle.get_message(self.key)?.value()?;
                Some(
                    bundle
                        .format_pattern(pattern, Some(&args), &mut Vec::new())
                        .into_owned(),
                )
            });
            formatted.unwrap_or_else(|| self.key.to_owned())
        })
    }
}

/// A number that plural rules can read below 1,000 (where grouping changes nothing), text above.
fn number(count: u64) -> FluentValue<'static> {
    match u16::try_from(count) {
        Ok(small) if small < 1000 => FluentValue::from(small),
        _ => FluentValue::String(Cow::Owned(orrery::messages::grouped(count))),
    }
}

fn english() -> Option<FluentBundle<FluentResource>> {
    let resource = FluentResource::try_new(include_str!("../locales/en.ftl").to_owned()).ok()?;
    let mut bundle = FluentBundle::new(vec!["en-US".parse().ok()?]);
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).ok()?;
    Some(bundle)
}

/// Stands around the number of a name while a sentence is cut; no catalogue text holds it.
const CUT: char = '\u{e000}';
