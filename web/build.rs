//! Turns the keys of the page's message catalogue into constants.

#[path = "../build/keys.rs"]
mod keys;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = "locales/en.ftl";
    println!("cargo::rerun-if-changed={catalogue}");
    println!("cargo::rerun-if-changed=../build/keys.rs");
    let source = keys::constants(&std::fs::read_to_string(catalogue)?)?;
    let out = std::path::Path::new(&std::env::var("OUT_DIR")?).join("keys.rs");
    std::fs::write(out, source)?;
    Ok(())
}
