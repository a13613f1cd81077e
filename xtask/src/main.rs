//! The one tool of this workspace: `cargo xtask serve | build | test | fix | bless | bench`.

mod budget;
mod csp;
mod notices;
mod package;
mod serve;
mod setup;
mod shell;
mod site;
mod test;
mod tree;
mod volume;
mod wasm;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::{shell::Shell, wasm::Profile};

fn main() -> ExitCode {
    match run(Cli::parse().verb) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Builds, serves, tests and measures kaas-orrery.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Build the page and serve it on this machine only.
    Serve(serve::Options),
    /// Build the package, the site and the single file, and hold their sizes against the budgets.
    Build,
    /// Run every check, or only the named stages.
    Test {
        /// Stages to run: fmt, clippy, native, build, package, node, browser. All without a name.
        stages: Vec<test::Stage>,
    },
    /// Format, and apply what clippy can repair by itself.
    Fix,
    /// Rewrite the golden traces. Read the difference before you commit it.
    Bless,
    /// Measure ratios natively and in Node.
    Bench {
        /// One JSON object per part instead of tables.
        #[arg(long)]
        json: bool,
    },
}

/// True: all is well. False: something was found and has been printed.
fn run(verb: Verb) -> Result<bool> {
    match verb {
        Verb::Serve(options) => serve::run(options).map(|()| true),
        Verb::Build => {
            setup::wasm_target()?;
            let sizes = wasm::everything(Profile::Release)?;
            print!("{sizes}");
            Ok(sizes.within_budget())
        }
        Verb::Test { stages } => test::run(&stages),
        Verb::Fix => fix(),
        Verb::Bless => bless(),
        Verb::Bench { json } => bench(json),
    }
}

fn fix() -> Result<bool> {
    let shell = Shell::at(tree::root());
    shell.run("cargo", ["fmt", "--all"])?;
    shell.run(
        "cargo",
        [
            "clippy",
            "--workspace",
            "--all-targets",
            "--fix",
            "--allow-dirty",
            "--allow-staged",
        ],
    )?;
    shell.run("cargo", ["fmt", "--all"])?;
    Ok(true)
}

fn bless() -> Result<bool> {
    Shell::at(tree::root())
        .env("ORRERY_BLESS", "1")
        .run("cargo", ["test", "--package", "kaas-orrery", "--tests"])?;
    println!("Golden traces rewritten. `git diff tests` shows what changed; the commit says why.");
    Ok(true)
}

fn bench(json: bool) -> Result<bool> {
    let shell = Shell::at(tree::root());
    let extra: &[&str] = if json { &["--json"] } else { &[] };
    let native = PathBuf::from("benches/ratios.rs");
    let node = PathBuf::from("benches/node.mjs");
    if tree::root().join(&native).is_file() {
        let arguments = [
            "bench",
            "--package",
            "kaas-orrery",
            "--bench",
            "ratios",
            "--",
        ];
        shell.run("cargo", arguments.iter().chain(extra))?;
    } else {
        eprintln!(
            "native: {} is not there yet, nothing measured",
            native.display()
        );
    }
    if tree::root().join(&node).is_file() {
        setup::wasm_target()?;
        setup::node_modules()?;
        let sizes = wasm::everything(Profile::Release)?;
        eprint!("{sizes}");
        shell.run("node", ["benches/node.mjs"].iter().chain(extra))?;
    } else {
        eprintln!(
            "node: {} is not there yet, nothing measured",
            node.display()
        );
    }
    Ok(true)
}
