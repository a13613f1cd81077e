//! Brings a fresh checkout to where it can build: the Wasm target, the npm tools, a browser.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, bail};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha256};

use crate::{
    shell::{self, Shell},
    tree,
};

const WASM: &str = "wasm32-unknown-unknown";

/// Adds the Wasm target of the pinned toolchain where it is missing.
pub fn wasm_target() -> Result<()> {
    let rustup = Shell::at(tree::root());
    if !shell::available("rustup") {
        // A toolchain from a distribution has no rustup and may well have the target.
        return Ok(());
    }
    if rustup
        .read("rustup", ["target", "list", "--installed"])?
        .lines()
        .any(|line| line.trim() == WASM)
    {
        return Ok(());
    }
    rustup.run("rustup", ["target", "add", WASM])
}

/// Installs the npm tools where they are missing or older than the lock file.
pub fn node_modules() -> Result<()> {
    let lock = tree::root().join("package-lock.json");
    let wanted = BASE64_STANDARD.encode(Sha256::digest(tree::text(&lock)?));
    let stamp = tree::root().join("node_modules/.orrery-lock");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    Shell::at(tree::root()).run("npm", ["ci", "--no-audit", "--no-fund"])?;
    tree::write(stamp, wanted)
}

/// The browser for the tests: `$CHROME`, or one that is installed, or on Debian as root one that gets installed.
pub fn browser() -> Result<String> {
    if let Some(chosen) = std::env::var("CHROME").ok().filter(|path| !path.is_empty()) {
        return Ok(chosen);
    }
    if let Some(found) = installed_browser() {
        return Ok(found);
    }
    if Path::new("/usr/bin/apt-get").exists() && is_root() {
        let apt = Shell::at(tree::root()).env("DEBIAN_FRONTEND", "noninteractive");
        apt.run("apt-get", ["update", "-qq"])?;
        apt.run(
            "apt-get",
            [
                "install",
                "-y",
                "-qq",
                "--no-install-recommends",
                "chromium",
            ],
        )?;
        return installed_browser().context("chromium was installed and is still not found");
    }
    bail!(
        "no Chromium found ({}): install one or set CHROME to its path",
        BROWSERS.join(", ")
    )
}

fn installed_browser() -> Option<String> {
    BROWSERS
        .iter()
        .find(|path| Path::new(path).exists())
        .map(|path| (*path).to_owned())
}

fn is_root() -> bool {
    Shell::at(tree::root())
        .read("id", ["-u"])
        .is_ok_and(|id| id.trim() == "0")
}

const BROWSERS: [&str; 5] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
