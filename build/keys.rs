// Shared by the build scripts of the core and of the page (`#[path]` or `include!`).

use std::fmt::Write as _;

/// Rust source with one constant per message of a Fluent catalogue.
///
/// A key that the code names and the catalogue lacks does not compile; a key that
/// the catalogue has and nobody names is dead code, which clippy denies.
pub fn constants(catalogue: &str) -> Result<String, String> {
    let resource = fluent_syntax::parser::parse(catalogue)
        .map_err(|(_, errors)| format!("the catalogue does not parse: {errors:?}"))?;
    let mut source = String::new();
    let mut seen = std::collections::BTreeSet::new();
    for entry in &resource.body {
        let fluent_syntax::ast::Entry::Message(message) = entry else {
            continue;
        };
        let key = message.id.name;
        if !seen.insert(key) {
            return Err(format!("the catalogue has the key {key} twice"));
        }
        if message.value.is_none() {
            return Err(format!("the key {key} has no text"));
        }
        let name = key.to_uppercase().replace('-', "_");
        writeln!(source, "pub(crate) const {name}: &str = \"{key}\";")
            .map_err(|e| e.to_string())?;
    }
    Ok(source)
}
