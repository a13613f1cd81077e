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

use orrery::command::{Apply, ApplyWord, Command};
use orrery::json::Json;
use orrery::rules::{RULES, Rules};
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

/// How many of the first steps are expectations.
fn expectations(scenario: &Scenario, steps: usize) -> usize {
    let steps = scenario.steps.iter().take(steps);
    steps
        .filter(|step| matches!(step.action, Action::Expect(_)))
        .count()
}

struct Exception {
    name: String,
}

/// `tests/exceptions.toml`: tables with a reason and a link.
fn exceptions() -> Vec<Exception> {
    let mut exceptions: Vec<Exception> = Vec::new();
    let mut fields: Vec<String> = Vec::new();
    let is_complete =
        |name: &str, fields: &[String]| assert_eq!(fields, ["reason", "link"], "exception {name}");
    for line in read(&tests().join("exceptions.toml"))
        .lines()
        .map(str::trim)
    {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            if let Some(before) = exceptions.last() {
                is_complete(&before.name, &std::mem::take(&mut fields));
            }
            exceptions.push(Exception {
                name: name.trim_matches('"').to_owned(),
            });
        } else if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) {
            assert!(value.trim().len() > 2, "exceptions.toml: {key} is empty");
            fields.push(key.trim().to_owned());
        }
    }
    if let Some(last) = exceptions.last() {
        is_complete(&last.name, &fields);
    }
    exceptions
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

/// Each vector is played once: what this version plays has no members, so no seed decides anything.
#[test]
fn vectors_of_this_version_pass() {
    let exceptions = exceptions();
    let mut unused: Vec<_> = exceptions
        .iter()
        .map(|exception| exception.name.as_str())
        .collect();
    let mut told = String::new();
    let mut failures = String::new();
    for set in SETS {
        let (mut passed, mut failed, mut partly, mut later) = (0, 0, 0, 0);
        for file in files(&format!("vectors/{set}")) {
            let scenario = parse(&file).unwrap();
            let name = format!("{set}/{}", stem(&file));
            let report = scenario::run(&scenario, None);
            let is_excepted = exceptions.iter().any(|exception| exception.name == name);
            unused.retain(|unused| *unused != name);
            match report.outcome() {
                Outcome::Passed if is_excepted => {
                    failures += &format!("{name} passes: drop its exception\n")
                }
                Outcome::Passed => passed += 1,
                Outcome::Failed if is_excepted => failed += 1,
                Outcome::Failed => failures += &report.to_text(&name),
                Outcome::NotYetSupported if expectations(&scenario, report.played) > 0 => {
                    partly += 1
                }
                Outcome::NotYetSupported => later += 1,
            }
        }
        told += &format!(
            "{set}: {passed} passed, {failed} excepted, {partly} as expected up to a step that is not yet supported, {later} not yet supported\n"
        );
    }
    println!("{told}");
    assert_eq!(failures, "");
    assert_eq!(
        unused,
        Vec::<&str>::new(),
        "exceptions of vectors that are not there"
    );
    golden("vectors/counts.txt", &told);
}

/// What a run tells, in text and as JSON, of files that fail or cannot be played to their end.
#[test]
fn failing_runs_tell_what_and_where() {
    let mut told = String::new();
    let mut reports = Vec::new();
    for file in files("scenarios/failing") {
        let report = scenario::run(&parse(&file).unwrap(), None);
        told += &report.to_text(&format!("{}.json", stem(&file)));
        told += &report.to_json(Some(&format!("{}.json", stem(&file))), false);
        told.push('\n');
        let with_trace: serde_json::Value =
            serde_json::from_str(&report.to_json(None, true)).unwrap();
        assert_eq!(with_trace, serde_json::to_value(&report).unwrap());
        assert_eq!(
            with_trace["trace"].as_array().unwrap().len(),
            report.trace.len()
        );
        reports.push(report);
    }
    told += &scenario::total(&reports);
    golden("scenarios/failing/report.txt", &(told + "\n"));
}

#[test]
fn recording_fills_holes_with_what_is_there() {
    let file = read(&tests().join("scenarios/matchers-on-real-state.json"));
    let recorded = scenario::record(&file, false, ParseOptions::default()).unwrap();
    assert_eq!(
        scenario::parse(&recorded).unwrap().steps,
        scenario::parse(&file).unwrap().steps
    );
    let holes = [
        (
            r#""is": {"$exactly": {"broker": "kaas-1", "epoch": 1}}"#,
            r#""is": "?""#,
            r#""is": {"broker": "kaas-1", "epoch": 1}"#,
        ),
        (
            r#""via": "kaas-2", "is": {"broker": "kaas-1"}"#,
            r#""via": "kaas-2", "is": {"broker": "?"}"#,
            r#""via": "kaas-2", "is": {"broker": "kaas-1"}"#,
        ),
        (
            r#""is": ["search", "$$b", "billing"]"#,
            r#""is": ["search", "?", "billing"]"#,
            r#""is": ["search", "$$b", "billing"]"#,
        ),
        (
            r#""exact": true, "is": {"offsets": {"t/0": 42, "t/1": "9007199254740993"}"#,
            r#""exact": true, "is": {"offsets": "?""#,
            r#""exact": true, "is": {"offsets": {"t/0": 42, "t/1": 9007199254740993}"#,
        ),
        (
            r#""expectEntry": "nobody", "is": null"#,
            r#""expectEntry": "nobody", "is": "?""#,
            r#""expectEntry": "nobody", "is": null"#,
        ),
    ];
    for (written, hole, filled) in holes {
        let with_hole = file.replacen(written, hole, 1);
        assert!(
            scenario::parse(&with_hole).is_err(),
            "a plain run refuses {hole}"
        );
        let recorded = scenario::record(&with_hole, false, ParseOptions::default()).unwrap();
        assert_eq!(
            recorded.matches(filled).count(),
            scenario::parse(&file)
                .unwrap()
                .to_text()
                .replacen(written, filled, 1)
                .matches(filled)
                .count(),
            "{filled}"
        );
        assert!(recorded.contains(filled), "{recorded}");
    }
    let refused = |written: &str, hole: &str| {
        scenario::record(
            &file.replacen(written, hole, 1),
            false,
            ParseOptions::default(),
        )
        .unwrap_err()
        .to_string()
    };
    assert_eq!(
        refused(r#"{"$not": {"$contains": "orders"}}"#, r#"{"$not": "?"}"#),
        "line 18, column 3: $.steps[9]: No single value fills the hole of this step."
    );
    let later = read(&tests().join("scenarios/failing/needs-group-requests.json"));
    let told = scenario::record(&later, false, ParseOptions::default())
        .unwrap_err()
        .to_string();
    assert_eq!(told.lines().count(), 7, "{told}");
    assert!(told.starts_with("line 8, column 3: $.steps[1]: request JoinGroup is not yet supported, so the file cannot be recorded."));
}

/// What `record --all` writes holds, for the commands of every scenario of ours.
#[test]
fn everything_recorded_holds() {
    for file in files("scenarios") {
        let recorded = scenario::record(&read(&file), true, ParseOptions::default()).unwrap();
        let scenario = scenario::parse(&recorded).unwrap();
        let report = scenario::run(&scenario, None);
        assert_eq!(report.to_text(stem(&file)), "");
        assert!(
            expectations(&scenario, scenario.steps.len()) > 0,
            "{}",
            file.display()
        );
        assert_eq!(
            scenario::record(&recorded, true, ParseOptions::default()).unwrap(),
            recorded
        );
    }
}

#[test]
fn own_scenarios_pass_and_leave_the_same_trace() {
    for file in files("scenarios") {
        let scenario = parse(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let report = scenario::run(&scenario, None);
        assert_eq!(report.to_text(stem(&file)), "");
        assert_eq!(report.outcome(), Outcome::Passed, "{}", file.display());
        let trace: String = report
            .trace
            .iter()
            .map(|line| line.clone() + "\n")
            .collect();
        golden(&format!("scenarios/{}.trace", stem(&file)), &trace);
    }
    for file in std::fs::read_dir(tests().join("scenarios")).unwrap() {
        let file = file.unwrap().path();
        assert!(
            file.is_dir() || file.with_extension("json").exists(),
            "a trace without its scenario: {}",
            file.display()
        );
    }
}

#[test]
fn a_touch_reads_back_whatever_the_group_is_called() {
    let groups = [
        "orders",
        "",
        " ",
        "$b",
        "$$b",
        "$j1.memberId",
        "__proto__",
        "<img onerror=x>",
        "../x",
        "👩‍🚀",
        "a\nb",
        "touch-1",
    ];
    let mut steps = Vec::new();
    for (number, group) in (0..).zip(groups) {
        let touch = Command::Touch {
            group: group.to_owned(),
            broker: Some("kaas-1".to_owned()),
        };
        steps.extend(Step::of(5, &touch, number).unwrap());
    }
    let head = parse(&files("scenarios")[0]).unwrap().head;
    let scenario = Scenario::compose(&head, &steps).unwrap();
    let again = scenario::parse(&scenario.to_text()).unwrap();
    let read: Vec<_> = (0..steps.len())
        .step_by(2)
        .map(|index| again.touch_at(index).unwrap().group)
        .collect();
    assert_eq!(read, groups);
    assert_eq!(
        (1..steps.len())
            .step_by(2)
            .find_map(|index| again.touch_at(index)),
        None
    );
}

/// A head made of a setup starts the same cluster.
#[test]
fn setups_read_back() {
    for file in SETS
        .iter()
        .flat_map(|set| files(&format!("vectors/{set}")))
        .chain(files("scenarios"))
    {
        let mut head = parse(&file).unwrap().head;
        head.setup.volume.extend([
            ("a.json".to_owned(), r#"{"a":1,"a":2}"#.to_owned()),
            ("b.json".to_owned(), r#"{"a": 1.50}"#.to_owned()),
            ("c.json".to_owned(), r#"[1.50,"\u00e9"]"#.to_owned()),
            ("d.json".to_owned(), "{".to_owned()),
            (
                "e.json".to_owned(),
                r#"{"offsets":{"t/0":9007199254740993}}"#.to_owned(),
            ),
        ]);
        let steps = Step::of(0, &Command::Recompute { apply: None }, 0).unwrap();
        let again = Scenario::compose(&head, &steps).unwrap();
        assert_eq!(again.head, head, "{}", file.display());
        assert!(
            again
                .to_text()
                .contains(r#""e.json": {"offsets": {"t/0": 9007199254740993}}"#)
        );
    }
}

/// A command that a file can say is the same after writing and reading.
#[test]
fn commands_read_back() {
    let text = |text: &str| text.to_owned();
    let some = |id: &str| Some(id.to_owned());
    let brokers = || Some(Apply::Brokers(vec![text("kaas-0"), text("kaas-2")]));
    let broker = || text("kaas-1");
    let assignment = r#"{"controllerEpoch":1,"a":[1.50,"x"]}"#;
    let commands = [
        Command::Kill { broker: broker() },
        Command::Restart { broker: broker() },
        Command::Drain { broker: broker() },
        Command::Disconnect { broker: broker() },
        Command::Reconnect { broker: broker() },
        Command::Isolate {
            broker: broker(),
            volume: true,
        },
        Command::Isolate {
            broker: broker(),
            volume: false,
        },
        Command::Rejoin { broker: broker() },
        Command::Add {
            broker: text("kaas-3"),
        },
        Command::Remove {
            broker: text("kaas-3"),
        },
        Command::Quiet {
            broker: broker(),
            groups: None,
        },
        Command::Quiet {
            broker: broker(),
            groups: Some(vec![text("$b"), text("")]),
        },
        Command::Report { broker: broker() },
        Command::Recompute { apply: None },
        Command::Recompute {
            apply: Some(Apply::Word(ApplyWord::None)),
        },
        Command::Recompute { apply: brokers() },
        Command::Apply { broker: None },
        Command::Apply {
            broker: Some(vec![broker()]),
        },
        Command::CrashController {
            to: None,
            apply: None,
        },
        Command::CrashController {
            to: some("kaas-2"),
            apply: brokers(),
        },
        Command::MoveController {
            to: broker(),
            apply: Some(Apply::Word(ApplyWord::All)),
        },
        Command::SetAssignment {
            text: text(assignment),
            apply: brokers(),
        },
        Command::PutFile {
            path: text("a/b.json"),
            text: text("{torn"),
        },
        Command::RemoveFile {
            path: text("a/b.json"),
        },
        Command::WriteFails {
            path: text("a/*"),
            broker: some("kaas-1"),
            times: Some(3),
        },
        Command::WriteFails {
            path: text("a/*"),
            broker: None,
            times: None,
        },
        Command::WriteWorks {
            path: text("a/*"),
            broker: None,
        },
        Command::HotSwap { broker: broker() },
        Command::ElectFirst,
        Command::CreateTopic {
            topic: text("u"),
            partitions: 3,
        },
        Command::AddPartitions {
            topic: text("u"),
            partitions: 5,
        },
        Command::DeleteTopic { topic: text("u") },
    ];
    let steps: Vec<_> = commands
        .iter()
        .flat_map(|command| Step::of(0, command, 0).unwrap())
        .collect();
    let head = parse(&files("scenarios")[0]).unwrap().head;
    let scenario = Scenario::compose(&head, &steps).unwrap();
    let read = scenario.steps.iter().map(|step| match &step.action {
        Action::Cluster(command) => command.clone(),
        other => panic!("{other:?}"),
    });
    assert_eq!(read.collect::<Vec<_>>(), commands);
    // Each step by itself, without its time, is a command of a session too.
    let written = scenario.to_text();
    let lines = written
        .lines()
        .filter_map(|line| line.strip_prefix("  {\"at\": 0, "));
    let read = lines.map(|line| {
        orrery::request::command_of(&format!("{{{}", line.trim_end_matches(','))).unwrap()
    });
    assert_eq!(read.collect::<Vec<_>>(), commands);
    let several = Step::of(
        0,
        &Command::Apply {
            broker: Some(vec![text("kaas-0"), text("kaas-1")]),
        },
        0,
    )
    .unwrap();
    assert_eq!(several.len(), 2);
    let unsayable = [
        Command::Read,
        Command::Sweep,
        Command::Touch {
            group: text("g"),
            broker: None,
        },
    ];
    assert_eq!(
        unsayable.map(|command| Step::of(0, &command, 0).is_some()),
        [false, false, false]
    );
    for (torn, apply) in [("{torn", brokers()), (r#"{"a":1,"a":2}"#, None)] {
        let readers = if apply.is_some() { 2 } else { 1 };
        let steps = Step::of(
            0,
            &Command::SetAssignment {
                text: text(torn),
                apply,
            },
            0,
        )
        .unwrap();
        let put = Command::PutFile {
            path: text("assignment.json"),
            text: text(torn),
        };
        assert_eq!(
            (&steps[0].action, steps.len()),
            (&Action::Cluster(put), 1 + readers)
        );
    }
}

/// A scenario that names broken rules must show them: with the real rules it must fail. And each
/// variant of each rule must have one that names it alone or with others.
#[test]
fn every_rule_variant_has_a_scenario_that_tells_it_from_the_real_rule() {
    let mut missing = Vec::new();
    for rule in RULES {
        for variant in rule.variants.iter().skip(1) {
            let told = files("scenarios").iter().any(|file| {
                let mut scenario = parse(file).unwrap();
                let has = scenario.head.setup.rules.get(rule.id) == Some(variant);
                scenario
                    .head
                    .setup
                    .rules
                    .set(rule.id, rule.variants[0])
                    .unwrap();
                has && scenario::run(&scenario, None).outcome() == Outcome::Failed
            });
            let breaks = files("scenarios").iter().any(|file| {
                let mut scenario = parse(file).unwrap();
                let is_real = scenario.head.setup.rules == Rules::default();
                scenario.head.setup.rules.set(rule.id, variant).unwrap();
                is_real && scenario::run(&scenario, None).outcome() == Outcome::Failed
            });
            if !told || !breaks {
                missing.push(format!("{} {variant}: named by a scenario {told}, breaks a scenario of the real rules {breaks}", rule.id));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

/// Most recorded vectors use group requests, which this version does not play. Who coordinates,
/// who has a group in memory and what the controller writes depend on them only through the first
/// JoinGroup of a group at a broker, which a touch stands for, and through DeleteGroups. So each
/// vector is also played with its joins turned into touches and its other requests left out, up
/// to its first DeleteGroups, and everything that this version can look at is compared.
#[test]
fn vectors_pass_with_their_joins_turned_into_touches() {
    let (mut failures, mut told) = (String::new(), String::new());
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
        told += &format!("{set}: {looked} expectations of {vectors} vectors compared\n");
    }
    assert!(failures.is_empty(), "{failures}");
    golden("vectors/compared.txt", &told);
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
