//! The scenario format and every scenario of `tests/`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    missing_docs
)]

use std::path::{Path, PathBuf};

use orrery::scenario::{self, ParseOptions, Scenario, ScenarioError};

#[test]
fn valid_files_are_accepted_and_invalid_ones_refused_with_their_place() {
    let mut told = String::new();
    for kind in ["invalid", "valid"] {
        for file in files(&format!("format-cases/{kind}")) {
            let verdict = match parse(&file) {
                Ok(_) => "accepted".to_owned(),
                Err(error) => error.to_string(),
            };
            told.push_str(&format!("{kind}/{}: {verdict}\n", stem(&file)));
        }
    }
    golden("format-cases/verdicts.txt", &told);
}

fn parse(file: &Path) -> Result<Scenario, ScenarioError> {
    let text = read(file);
    let options = ParseOptions {
        file_stem: Some(stem(file)),
        ..ParseOptions::default()
    };
    scenario::parse_with(&text, options)
}

/// Compares with a file of `tests/`, or rewrites it when ORRERY_BLESS is set.
fn golden(path: &str, text: &str) {
    let path = tests().join(path);
    if std::env::var("ORRERY_BLESS").is_ok() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let difference = expected
        .lines()
        .zip(text.lines())
        .enumerate()
        .find(|(_, (old, new))| old != new);
    assert!(
        expected == text,
        "{} differs, first at {difference:?}; ORRERY_BLESS=1 rewrites it",
        path.display()
    );
}

fn files(directory: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(tests().join(directory))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    files
}

fn stem(file: &Path) -> &str {
    file.file_stem().unwrap().to_str().unwrap()
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap()
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

#[test]
fn a_written_scenario_reads_back_as_the_same() {
    for file in SETS
        .iter()
        .flat_map(|set| files(&format!("vectors/{set}")))
        .chain(files("format-cases/valid"))
    {
        let scenario = parse(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let text = scenario.to_text();
        let options = ParseOptions {
            file_stem: Some(stem(&file)),
            ..ParseOptions::default()
        };
        let again = scenario::parse_with(&text, options)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(again == scenario, "{}", file.display());
        assert_eq!(again.to_text(), text, "{}", file.display());
        let lines = text.lines().filter(|line| line.starts_with("  {")).count();
        assert_eq!(
            lines,
            scenario.steps.len(),
            "one step a line: {}",
            file.display()
        );
    }
}

/// Sets of golden vectors made by running kaas' own code.
const SETS: &[&str] = &[
    "kaas",
    "kaas-recorded",
    "kaas-edges",
    "kaas-sharp-edges",
    "kaas-rule-variants",
];
