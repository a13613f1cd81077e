//! Runs other programs, in one folder, with their output shown.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};

/// A folder and an environment to run programs in.
#[derive(Clone)]
pub struct Shell {
    folder: PathBuf,
    variables: Vec<(String, String)>,
}

impl Shell {
    /// Runs programs in this folder.
    pub fn at(folder: impl AsRef<Path>) -> Self {
        Self {
            folder: folder.as_ref().to_path_buf(),
            variables: Vec::new(),
        }
    }

    /// Adds an environment variable.
    pub fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Runs a program to its end; a failure names the command line.
    pub fn run<A: AsRef<OsStr>>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<()> {
        let (mut command, line) = self.command(program, arguments);
        eprintln!("$ {line}");
        let status = command.status().with_context(|| missing(program))?;
        if !status.success() {
            bail!("`{line}` failed ({status})");
        }
        Ok(())
    }

    /// Runs a program and returns what it wrote to standard output.
    pub fn read<A: AsRef<OsStr>>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<String> {
        let (mut command, line) = self.command(program, arguments);
        let output = command
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| missing(program))?;
        if !output.status.success() {
            bail!("`{line}` failed ({})", output.status);
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn command<A: AsRef<OsStr>>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> (Command, String) {
        let mut command = Command::new(resolve(program));
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let mut line = program.to_owned();
        for argument in arguments {
            line.push(' ');
            line.push_str(&argument.as_ref().to_string_lossy());
            command.arg(argument);
        }
        (command, line)
    }
}

/// True where the program can be started.
pub fn available(program: &str) -> bool {
    Command::new(resolve(program))
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// npm is a script with an extension on Windows, which a process cannot be started by its bare name.
fn resolve(program: &str) -> String {
    if cfg!(windows) && program == "npm" {
        "npm.cmd".to_owned()
    } else {
        program.to_owned()
    }
}

fn missing(program: &str) -> String {
    let hint = match program {
        "node" | "npm" => ": install Node.js 20.19 or newer",
        "rustup" => ": install Rust with rustup",
        _ => "",
    };
    format!("cannot start {program}{hint}")
}
