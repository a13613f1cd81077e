//! From Rust to Wasm and its glue, with the version of wasm-bindgen that Cargo.lock pins.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    budget::Sizes,
    notices::{self, Notices},
    package,
    shell::Shell,
    site, tree,
};

/// How much work goes into the Wasm.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Quick to build: for a developer's browser.
    Dev,
    /// What ships, and what the budgets hold for.
    Release,
}

impl Profile {
    fn cargo(self) -> &'static str {
        match self {
            Self::Dev => "wasm-dev",
            Self::Release => "release",
        }
    }

    /// True where the budgets hold.
    pub fn is_release(self) -> bool {
        self == Self::Release
    }
}

/// A linked module and the JavaScript that speaks to it.
pub struct Module {
    /// The bytes to instantiate.
    pub wasm: Vec<u8>,
    /// An ES module with `initSync` and an asynchronous default export; it fetches nothing by itself.
    pub glue: String,
}

/// Builds package, site and single file: one call of cargo for both, so that the core is compiled once.
pub fn everything(profile: Profile) -> Result<Sizes> {
    cargo(profile, &["orrery-npm", "orrery-web"])?;
    let notices = notices::collect()?;
    let mut sizes = finish_page(profile, &notices)?;
    sizes.append(finish_package(profile, &notices)?);
    Ok(sizes)
}

/// Builds the site and the single file.
pub fn page(profile: Profile) -> Result<Sizes> {
    cargo(profile, &["orrery-web"])?;
    finish_page(profile, &notices::collect()?)
}

fn finish_page(profile: Profile, notices: &Notices) -> Result<Sizes> {
    site::assemble(
        &bindgen(profile, "orrery-web", "app")?,
        notices,
        profile.is_release(),
    )
}

fn finish_package(profile: Profile, notices: &Notices) -> Result<Sizes> {
    package::assemble(
        &bindgen(profile, "orrery_npm", "core")?,
        notices,
        profile.is_release(),
    )
}

fn cargo(profile: Profile, packages: &[&str]) -> Result<()> {
    let mut arguments = vec!["build", "--target", TARGET, "--profile", profile.cargo()];
    for package in packages {
        arguments.extend(["--package", package]);
    }
    Shell::at(tree::root()).run("cargo", arguments)
}

fn bindgen(profile: Profile, artefact: &str, name: &str) -> Result<Module> {
    let input = target_folder()
        .join(TARGET)
        .join(profile.cargo())
        .join(artefact)
        .with_extension("wasm");
    let mut output = Bindgen::new()
        .input_path(&input)
        .out_name(name)
        .web(true)?
        .typescript(false)
        // Where the bytes come from differs between Node, bundlers and the page: each says so itself.
        .omit_default_module_path(true)
        .remove_producers_section(true)
        .remove_name_section(profile.is_release())
        .generate_output()
        .with_context(|| format!("wasm-bindgen refuses {}", input.display()))?;
    for import in output.wasm().imports.iter() {
        ensure!(
            import.module != "env",
            "{artefact}.wasm imports {:?} from \"env\": a dependency expects C or an operating system",
            import.name
        );
    }
    ensure!(
        output.snippets().values().all(Vec::is_empty)
            && output.local_modules().is_empty()
            && output.npm_dependencies().is_empty(),
        "{artefact}.wasm brings JavaScript files of its own, which the pages' policy has no hash for: {:?} {:?} {:?}",
        output.snippets(),
        output.local_modules().keys(),
        output.npm_dependencies().keys()
    );
    let folder = target_folder().join("wasm-bindgen").join(name);
    tree::fresh(&folder)?;
    output.emit(&folder)?;
    Ok(Module {
        wasm: fs::read(folder.join(format!("{name}_bg.wasm")))?,
        glue: tree::text(folder.join(format!("{name}.js")))?,
    })
}

fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| tree::root().join("target"), Into::into)
}

const TARGET: &str = "wasm32-unknown-unknown";
