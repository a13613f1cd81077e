//! Every check, in order. A failure is shown and the next check still runs.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    setup,
    shell::{self, Shell},
    tree,
    wasm::{self, Profile},
};

/// A group of checks that can be run alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Stage {
    /// Formatting.
    Fmt,
    /// Lints, warnings denied, natively and for Wasm.
    Clippy,
    /// Rust tests and documentation examples.
    Native,
    /// The release build with its budgets.
    Build,
    /// The packed package, installed elsewhere.
    Package,
    /// tests/node against the installed package.
    Node,
    /// tests/e2e in a real browser.
    Browser,
}

/// Runs the named stages, or all. True where every check passed.
pub fn run(stages: &[Stage]) -> Result<bool> {
    let mut stages = if stages.is_empty() {
        ALL.to_vec()
    } else {
        stages.to_vec()
    };
    stages.sort_unstable();
    stages.dedup();
    // A release build takes long: alone, the browser and Node tests do with a quick one.
    let release = stages
        .iter()
        .any(|stage| matches!(stage, Stage::Build | Stage::Package));
    let mut checks = Checks {
        profile: if release {
            Profile::Release
        } else {
            Profile::Dev
        },
        built: false,
        installed: None,
        lines: Vec::new(),
        failed: 0,
    };
    for stage in stages {
        checks.stage(stage);
    }
    println!("\n{}", checks.lines.join("\n"));
    println!(
        "{} passed, {} failed",
        checks.lines.len() - checks.failed,
        checks.failed
    );
    Ok(checks.failed == 0)
}

struct Checks {
    profile: Profile,
    built: bool,
    installed: Option<Installed>,
    lines: Vec<String>,
    failed: usize,
}

impl Checks {
    fn stage(&mut self, stage: Stage) {
        match stage {
            Stage::Fmt => self.check("fmt", |_| cargo(&["fmt", "--all", "--check"])),
            Stage::Clippy => {
                self.check("clippy", |_| {
                    cargo(&[
                        "clippy",
                        "--workspace",
                        "--all-targets",
                        "--",
                        "-D",
                        "warnings",
                    ])
                });
                self.check("clippy for Wasm", |_| clippy_wasm());
            }
            Stage::Native => {
                self.check("native tests", |_| native());
                self.check("documentation examples", |_| {
                    cargo(&["test", "--doc", "--package", "kaas-orrery"])
                });
            }
            Stage::Build => self.check("build within budgets", Self::build),
            Stage::Package => self.package(),
            Stage::Node => self.check("node tests", Self::node),
            Stage::Browser => self.check("browser tests", Self::browser),
        }
    }

    fn check(&mut self, name: &str, what: impl FnOnce(&mut Self) -> Result<()>) {
        println!("\n=== {name}");
        let start = Instant::now();
        let outcome = what(self);
        let seconds = start.elapsed().as_secs_f32();
        self.lines.push(match outcome {
            Ok(()) => format!("ok      {name} ({seconds:.1} s)"),
            Err(error) => {
                self.failed += 1;
                eprintln!("FAILED: {name}: {error:#}");
                format!("FAILED  {name} ({seconds:.1} s): {error:#}")
            }
        });
    }

    fn build(&mut self) -> Result<()> {
        if self.built {
            return Ok(());
        }
        setup::wasm_target()?;
        setup::node_modules()?;
        let sizes = wasm::everything(self.profile)?;
        print!("{sizes}");
        self.built = true;
        ensure!(sizes.within_budget(), "a budget is exceeded, see the table");
        Ok(())
    }

    /// The package as its users get it: packed, and installed in a folder that knows nothing of this one.
    fn installed(&mut self) -> Result<Installed> {
        if let Some(installed) = &self.installed {
            return Ok(installed.clone());
        }
        self.build()?;
        let folder = tree::root().join("target/package");
        tree::fresh(&folder)?;
        let listing = npm().read(
            "npm",
            [
                "pack",
                "--json",
                "--pack-destination",
                &folder.to_string_lossy(),
            ],
        )?;
        let tarball = folder.join(tarball_name(&listing)?);
        // Outside of the workspace, or npm would find it and link instead of install.
        let home =
            std::env::temp_dir().join(format!("kaas-orrery-installed-{}", std::process::id()));
        tree::fresh(&home)?;
        tree::write(home.join("package.json"), "{\"private\": true}\n")?;
        let flags = [
            "install",
            "--offline",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
        ];
        let from = tarball.to_string_lossy().into_owned();
        Shell::at(&home).run("npm", flags.into_iter().chain([from.as_str()]))?;
        tree::copy(&tree::root().join("tests/package"), &home)?;
        let installed = Installed { home, tarball };
        self.installed = Some(installed.clone());
        Ok(installed)
    }

    fn package(&mut self) {
        self.check("package: pack and install", |checks| {
            checks.installed().map(|_| ())
        });
        self.check("package: import and require", |checks| {
            let home = checks.installed()?.home;
            for script in ["esm.mjs", "cjs.cjs"] {
                Shell::at(&home).run("node", [script])?;
            }
            Ok(())
        });
        self.check("package: types", |checks| {
            let home = checks.installed()?.home;
            tool("tsc", &["--noEmit", "--project", &home.to_string_lossy()])
        });
        self.check("package: publint", |checks| {
            tool(
                "publint",
                &[&checks.installed()?.tarball.to_string_lossy(), "--strict"],
            )
        });
        self.check("package: are the types wrong", |checks| {
            tool(
                "attw",
                &[
                    &checks.installed()?.tarball.to_string_lossy(),
                    "--profile",
                    "esm-only",
                ],
            )
        });
        self.check("package: publish, dry run", |checks| {
            checks.installed()?;
            npm().run("npm", ["publish", "--dry-run", "--offline"])
        });
    }

    fn node(&mut self) -> Result<()> {
        let home = self.installed()?.home;
        let shell = Shell::at(tree::root()).env("ORRERY_PACKAGE", home.to_string_lossy());
        let files = tests("tests/node")?;
        let flags = [
            "--test".to_owned(),
            "--import".to_owned(),
            "./tests/node/support/installed.mjs".to_owned(),
        ];
        shell.run("node", flags.iter().chain(&files))
    }

    fn browser(&mut self) -> Result<()> {
        self.build()?;
        let shell = Shell::at(tree::root()).env("CHROME", setup::browser()?);
        let files = tests("tests/e2e")?;
        // One browser at a time: two cores are soon busy.
        let flags = ["--test".to_owned(), "--test-concurrency=1".to_owned()];
        shell.run("node", flags.iter().chain(&files))
    }
}

impl Drop for Checks {
    fn drop(&mut self) {
        if let Some(installed) = &self.installed {
            let _ = fs::remove_dir_all(&installed.home);
        }
    }
}

#[derive(Clone)]
struct Installed {
    home: PathBuf,
    tarball: PathBuf,
}

fn cargo(arguments: &[&str]) -> Result<()> {
    Shell::at(tree::root()).run("cargo", arguments)
}

fn clippy_wasm() -> Result<()> {
    setup::wasm_target()?;
    let target = ["clippy", "--target", "wasm32-unknown-unknown"];
    let packages = [
        "--package",
        "orrery-npm",
        "--package",
        "orrery-web",
        "--",
        "-D",
        "warnings",
    ];
    Shell::at(tree::root()).run("cargo", target.iter().chain(&packages))
}

fn native() -> Result<()> {
    if shell::available("cargo-nextest") {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast"])
    } else {
        cargo(&[
            "test",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
            "--no-fail-fast",
        ])
    }
}

fn npm() -> Shell {
    Shell::at(tree::root().join("npm"))
}

fn tool(name: &str, arguments: &[&str]) -> Result<()> {
    setup::node_modules()?;
    let program = tree::root().join("node_modules/.bin").join(name);
    Shell::at(tree::root()).run(&program.to_string_lossy(), arguments)
}

fn tarball_name(listing: &str) -> Result<String> {
    let json: serde_json::Value =
        serde_json::from_str(listing).context("`npm pack --json` gave no JSON")?;
    let name = json
        .pointer("/0/filename")
        .or_else(|| json.pointer("/kaas-orrery/filename"));
    Ok(name
        .and_then(serde_json::Value::as_str)
        .context("`npm pack --json` named no file")?
        .to_owned())
}

/// Test files below a folder; none would be a green run of nothing.
fn tests(folder: &str) -> Result<Vec<String>> {
    let found: Vec<String> = tree::files(&tree::root().join(folder))?
        .iter()
        .filter(|path| is_test(path))
        .map(|path| format!("{folder}/{}", path.to_string_lossy().replace('\\', "/")))
        .collect();
    if found.is_empty() {
        bail!("{folder} has no file *.test.mjs");
    }
    Ok(found)
}

fn is_test(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".test.mjs")
}

const ALL: [Stage; 7] = [
    Stage::Fmt,
    Stage::Clippy,
    Stage::Native,
    Stage::Build,
    Stage::Package,
    Stage::Node,
    Stage::Browser,
];
