//! What the page says: keys made from the catalogue at build time, and the text behind them.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// One constant per message of the catalogue.
pub(crate) mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys.rs"));
}

/// The text of a message, with its arguments put in.
pub(crate) fn t<'a>(key: &str, arguments: &[(&'a str, FluentValue<'a>)]) -> String {
    thread_local! {
        static ENGLISH: FluentBundle<FluentResource> = bundle(include_str!("../locales/en.ftl"));
    }
    ENGLISH.with(|bundle| {
        let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let arguments: FluentArgs = arguments.iter().cloned().collect();
        bundle
            .format_pattern(pattern, Some(&arguments), &mut Vec::new())
            .into_owned()
    })
}

fn bundle(catalogue: &str) -> FluentBundle<FluentResource> {
    let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(catalogue.to_owned());
    let mut bundle =
        FluentBundle::new(vec!["en".parse::<LanguageIdentifier>().unwrap_or_default()]);
    // Isolation marks would end up in what people copy; the page isolates with elements instead.
    bundle.set_use_isolating(false);
    bundle.add_resource_overriding(resource);
    bundle
}
