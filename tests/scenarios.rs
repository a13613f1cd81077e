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

use orrery::command::Command;
use orrery::json::Json;
use orrery::scenario::{self, Action, Look, Outcome, ParseOptions, Scenario, ScenarioError, Step};

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

#[test]
fn vectors_of_this_version_pass_with_any_seed() {
    let mut told = String::new();
    let mut failures = String::new();
    for set in SETS {
        let mut counts = [0_usize; 4];
        for file in files(&format!("vectors/{set}")) {
            let scenario = parse(&file).unwrap();
            let report = scenario::run(&scenario, None);
            let name = format!("{set}/{}", stem(&file));
            failures.push_str(
                &report
                    .to_text(&name)
                    .lines()
                    .filter(|line| !line.contains("not yet supported"))
                    .fold(String::new(), |all, line| all + line + "\n"),
            );
            for seed in [1, 7_919, 4_294_967_311] {
                assert_eq!(
                    scenario::run(&scenario, Some(seed)),
                    report,
                    "{name} with seed {seed}"
                );
            }
            let looked = scenario
                .steps
                .iter()
                .take(report.played)
                .filter(|step| matches!(step.action, Action::Expect(_)));
            let looked = looked.count();
            match report.outcome() {
                Outcome::Passed => counts[0] += 1,
                Outcome::Failed => counts[1] += 1,
                Outcome::NotYetSupported if looked > 0 => counts[2] += 1,
                Outcome::NotYetSupported => counts[3] += 1,
            }
        }
        let [passed, failed, partly, later] = counts;
        told.push_str(&format!(
            "{set}: {passed} passed, {failed} failed, {partly} passed up to a step that is not yet supported, {later} not yet supported\n"
        ));
    }
    println!("{told}");
    assert_eq!(failures, "");
}

/// Most recorded vectors use group requests, which this version does not play. Who coordinates,
/// who has a group in memory and what the controller writes depend on them only through the first
/// JoinGroup of a group at a broker, which a touch stands for, and through DeleteGroups. So each
/// vector is also played with its joins turned into touches and its other requests left out, up
/// to its first DeleteGroups, and everything that this version can look at is compared.
#[test]
fn vectors_pass_with_their_joins_turned_into_touches() {
    let mut failures = String::new();
    for set in SETS {
        let (mut vectors, mut looked) = (0, 0);
        for file in files(&format!("vectors/{set}")) {
            let name = format!("{set}/{}", stem(&file));
            let scenario = with_touches(&parse(&file).unwrap());
            let report = scenario::run(&scenario, None);
            assert!(
                report.not_supported.is_empty(),
                "{name}: {:?}",
                report.not_supported
            );
            failures.push_str(&report.to_text(&name));
            vectors += 1;
            looked += scenario
                .steps
                .iter()
                .filter(|step| matches!(step.action, Action::Expect(_)))
                .count();
        }
        println!("{set}: {looked} expectations of {vectors} vectors compared");
    }
    assert!(failures.is_empty(), "{failures}");
}

fn with_touches(scenario: &Scenario) -> Scenario {
    let mut steps = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        match &step.action {
            Action::Request(request) => match request.rpc.as_str() {
                "JoinGroup" => {
                    let group = request
                        .body
                        .get("groupId")
                        .and_then(Json::as_str)
                        .unwrap()
                        .to_owned();
                    let touch = Command::Touch {
                        group,
                        broker: Some(request.broker.clone()),
                    };
                    steps.extend(Step::of(step.at, &touch, u64::try_from(index).unwrap()).unwrap());
                }
                "DeleteGroups" => break,
                // A group id that leaves its directory writes other files than its own.
                "OffsetCommit"
                    if request
                        .body
                        .get("groupId")
                        .and_then(Json::as_str)
                        .unwrap()
                        .contains('/') =>
                {
                    break;
                }
                _ => {}
            },
            Action::Later(later)
                if ["expect", "expectGroup"].contains(&later.kind) || later.what == "reap" => {}
            Action::Later(later) => panic!("{later:?}"),
            Action::Expect(expectation) => match &expectation.look {
                Look::File { path, .. } if path != "assignment.json" => {}
                _ => steps.push(step.clone()),
            },
            Action::Cluster(_) => steps.push(step.clone()),
        }
    }
    if steps.is_empty() {
        steps = Step::of(0, &Command::Recompute { apply: None }, 0).unwrap();
    }
    Scenario::compose(&scenario.head, &steps).unwrap()
}

/// Sets of golden vectors made by running kaas' own code.
const SETS: &[&str] = &[
    "kaas",
    "kaas-recorded",
    "kaas-edges",
    "kaas-sharp-edges",
    "kaas-rule-variants",
];
