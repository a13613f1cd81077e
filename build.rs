#![allow(
    clippy::disallowed_methods,
    reason = "a build script reads and writes files"
)]
//! Turns the keys of the core's message catalogue into constants, and takes the words out of the schema.

#[path = "build/decompositions.rs"]
mod decompositions;
#[path = "build/keys.rs"]
mod keys;
#[path = "build/schema.rs"]
mod schema;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    generate(
        "src/messages/en.ftl",
        "build/keys.rs",
        "keys.rs",
        keys::constants,
    )?;
    generate(
        "build/decompositions.rs",
        "build/decompositions.rs",
        "decompositions.rs",
        decompositions::tables,
    )?;
    let terse = |schema: &str| Ok(schema::terse(schema));
    generate(
        "src/scenario/scenario.schema.json",
        "build/schema.rs",
        "scenario.schema.json",
        terse,
    )
}

/// Writes what `make` makes of a file; runs again when that file or the source of `make` changes.
fn generate(
    from: &str,
    maker: &str,
    to: &str,
    make: impl Fn(&str) -> Result<String, String>,
) -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={from}");
    println!("cargo::rerun-if-changed={maker}");
    let made = make(&std::fs::read_to_string(from)?)?;
    let out = std::path::Path::new(&std::env::var("OUT_DIR")?).join(to);
    std::fs::write(out, made)?;
    Ok(())
}
