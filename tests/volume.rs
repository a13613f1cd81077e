//! The three sample volumes: every mapped field against what kaas' own loaders print, every
//! finding against a golden report, and any damage to any file survived.
//!
//! `ORRERY_BLESS=1 cargo test --test volume` rewrites the golden files.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::expect_used
)]
#![allow(clippy::disallowed_methods, clippy::string_slice)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use orrery::volume::diff::diff;
use orrery::volume::report::{Report, analyze};
use orrery::volume::{File, FileKind, Severity, Volume, finding_kinds};
use proptest::{prelude::*, test_runner::RngSeed};
use serde_json::{Value, json};

const SNAPSHOTS: [&str; 3] = ["healthy", "mid-rollout", "messy"];

#[test]
fn groups_are_what_the_loaders_of_kaas_make_of_them() {
    let mut compared = 0;
    for name in SNAPSHOTS {
        let expected = json_file(&format!("{name}.expected.json"));
        let report = report_of(name);
        assert_eq!(report["assignmentAccepted"], expected["assignmentAccepted"]);
        assert_eq!(report["assignmentVersion"], expected["assignmentVersion"]);
        let expected = expected["groups"].as_object().unwrap();
        let groups = report["groups"].as_array().unwrap();
        let ids: BTreeSet<&str> = groups
            .iter()
            .map(|group| group["groupId"].as_str().unwrap())
            .collect();
        assert_eq!(ids, expected.keys().map(String::as_str).collect(), "{name}");
        assert_eq!(ids.len(), groups.len());
        for group in groups {
            let id = group["groupId"].as_str().unwrap();
            let wanted = &expected[id];
            for (ours, theirs) in [
                ("owner", "owner"),
                ("tier", "tier"),
                ("entries", "entries"),
                ("hashAnswer", "hashAnswer"),
                ("homeBroker", "preferredIfAllAlive"),
            ] {
                assert_eq!(group[ours], wanted[theirs], "{name}: {id:?} {ours}");
                compared += 1;
            }
            let file = &wanted["file"];
            if file == "no file" {
                assert_eq!(group["file"], Value::Null, "{name}: {id:?}");
            } else {
                assert_eq!(group["file"]["loads"], file["loads"], "{name}: {id:?}");
                if file["loads"] == true {
                    assert_eq!(
                        group["file"]["keysInFile"], file["keysInFile"],
                        "{name}: {id:?}"
                    );
                    assert_eq!(
                        group["file"]["reachableOffsets"], file["reachableOffsets"],
                        "{name}: {id:?}"
                    );
                }
            }
            compared += 1;
        }
    }
    assert_eq!(compared, (24 + 30 + 52) * 6);
}

#[test]
fn transactions_are_what_the_loaders_of_kaas_make_of_them() {
    let mut compared = 0;
    for name in SNAPSHOTS {
        let expected = json_file(&format!("{name}.expected.json"));
        let expected = expected["transactionsSeen"].as_object().unwrap();
        let report = report_of(name);
        let transactions = report["transactions"].as_array().unwrap();
        let found: Vec<(&str, Value)> = transactions
            .iter()
            .map(|transaction| {
                let id = transaction["transactionalId"].as_str().unwrap();
                let pid: i64 = transaction["producerId"].as_str().unwrap().parse().unwrap();
                let [coordinator, state, epoch] =
                    ["coordinator", "state", "epoch"].map(|name| &transaction[name]);
                (
                    id,
                    json!({"coordinator": coordinator, "state": state, "pid": pid, "epoch": epoch}),
                )
            })
            .collect();
        compared += found.len();
        let wanted: Vec<(&str, Value)> = expected
            .iter()
            .map(|(id, value)| (id.as_str(), value.clone()))
            .collect();
        assert_eq!(found, wanted, "{name}");
    }
    assert_eq!(compared, 7 + 5 + 9);
}

/// The whole report: what changes in it shows in review.
#[test]
fn reports_are_golden() {
    for name in SNAPSHOTS {
        let text = serde_json::to_string_pretty(&analyze(&snapshot(name))).unwrap() + "\n";
        golden(&format!("{name}.report.json"), &text);
    }
}

/// Every finding of a snapshot in one line: severity, code, place. Whole lists.
#[test]
fn findings_are_golden() {
    for name in SNAPSHOTS {
        let report = analyze(&snapshot(name));
        let lines: Vec<String> = report.findings.iter().map(line_of).collect();
        golden(&format!("{name}.findings.txt"), &(lines.join("\n") + "\n"));
    }
}

#[test]
fn messy_has_every_row_and_no_error_beyond_the_rows_that_are_errors() {
    let rows = std::fs::read_to_string(path("messy.findings.md")).unwrap();
    let row_severity = |row: &str| {
        let line = rows
            .lines()
            .find(|line| line.starts_with(&format!("| {row} |")))
            .unwrap();
        line.split('|').nth(2).unwrap().trim().to_owned()
    };
    let report = analyze(&snapshot("messy"));
    let found: BTreeSet<&str> = report
        .findings
        .iter()
        .map(|finding| finding.kind.row)
        .collect();
    let all: Vec<String> = (1..=9)
        .map(|number| format!("A{number}"))
        .chain((1..=25).map(|number| format!("O{number}")))
        .chain((1..=16).map(|number| format!("T{number}")))
        .collect();
    let missing: Vec<&String> = all
        .iter()
        .filter(|row| !found.contains(row.as_str()))
        .collect();
    assert_eq!(missing, Vec::<&String>::new());
    for finding in &report.findings {
        if finding.kind.severity == Severity::Error {
            assert_eq!(row_severity(finding.kind.row), "E", "{}", line_of(finding));
        }
    }
    // And each row that is an error is found as one.
    for row in all.iter().filter(|row| row_severity(row) == "E") {
        let is_error =
            |finding: &&orrery::volume::Finding| finding.kind.severity == Severity::Error;
        assert!(
            report
                .findings
                .iter()
                .filter(is_error)
                .any(|finding| finding.kind.row == row),
            "{row}"
        );
    }
}

#[test]
fn each_place_has_each_code_once() {
    for name in SNAPSHOTS {
        let report = analyze(&snapshot(name));
        let mut seen = BTreeSet::new();
        for finding in &report.findings {
            let place = (
                finding.file.clone(),
                finding.path.clone(),
                finding.code(),
                finding.message.text(),
            );
            assert!(seen.insert(place), "{}", line_of(finding));
        }
        // Every name in a sentence and in its advice has its value.
        for finding in &report.findings {
            let shown = finding.message.text() + &finding.advice();
            assert!(!shown.contains("{$"), "{shown}");
        }
        let order: Vec<_> = report
            .findings
            .iter()
            .map(|finding| (finding.file.clone(), finding.at, finding.code()))
            .collect();
        assert!(order.is_sorted(), "{name}");
    }
}

#[test]
fn a_healthy_volume_has_only_information() {
    let report = report_of("healthy");
    assert_eq!(report["totals"]["errors"], 0);
    assert_eq!(report["totals"]["warnings"], 0);
    assert_eq!(
        [&report["totals"]["explicit"], &report["totals"]["hash"]],
        [&json!(19), &json!(5)]
    );
    let load: Vec<_> = report["brokers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|broker| broker["groups"].clone())
        .collect();
    assert_eq!(load, [5, 6, 5, 5, 3]);
}

/// A volume is the same whatever folders its paths begin with, and in whatever order they come.
#[test]
fn paths_are_taken_from_the_folder_that_holds_the_volume() {
    for name in SNAPSHOTS {
        let files = files_of(name);
        let whole = analyze(&Volume::read(files.clone())).to_json();
        for prefix in ["", "__cluster/", "./", "backup of 2026/data/__cluster/"] {
            let renamed = files.iter().rev().map(|file| {
                let (_, inside) = file.path.split_once("__cluster").unwrap();
                File {
                    path: format!("{prefix}{}", inside.trim_start_matches('/')),
                    ..file.clone()
                }
            });
            let report = analyze(&Volume::read(renamed.collect())).to_json();
            assert_eq!(report, whole, "{name} {prefix}");
        }
    }
}

#[test]
fn credentials_and_acls_are_dropped_unread() {
    let mut files = files_of("healthy");
    let whole = analyze(&Volume::read(files.clone())).to_json();
    for name in ["credentials.json", "acls.json", "credentials.json.tmp"] {
        let text = Some("{\"secret\":\"hunter2\"".to_owned());
        files.push(File {
            path: format!("healthy/__cluster/{name}"),
            kind: FileKind::File,
            text,
            problem: None,
        });
    }
    let volume = Volume::read(files);
    assert!(!format!("{volume:?}").contains("hunter2"));
    assert_eq!(analyze(&volume).to_json(), whole);
}

#[test]
fn an_assignment_alone_or_nothing_at_all_is_a_volume_too() {
    let alone = files_of("mid-rollout")
        .into_iter()
        .find(|file| file.path.ends_with("/assignment.json"))
        .unwrap();
    let report = analyze(&Volume::read(vec![alone]));
    assert_eq!(
        (
            report.totals.groups,
            report.totals.explicit,
            report.totals.files
        ),
        (28, 28, 0)
    );
    let nothing = analyze(&Volume::read(Vec::new()));
    assert_eq!(
        nothing.findings.iter().map(line_of).collect::<Vec<_>>(),
        ["error assignment-missing assignment.json"]
    );
    assert!(!nothing.assignment_accepted);
    assert_eq!(nothing.assignment_version, None);
}

#[test]
fn a_refused_assignment_names_the_place_and_groups_have_nobody() {
    let mut files = files_of("messy");
    for file in &mut files {
        if file.path.ends_with("/assignment.json") {
            file.text = file
                .text
                .as_ref()
                .map(|text| text.replace("\"dead\"", "\"asleep\""));
        }
    }
    let report = analyze(&Volume::read(files));
    assert!(!report.assignment_accepted);
    let finding = report
        .findings
        .iter()
        .find(|finding| finding.code() == "assignment-refused")
        .unwrap();
    assert_eq!(
        (
            finding.path.as_deref(),
            finding.at.map(|at| (at.line, at.column))
        ),
        (Some("$.brokers[3].health"), Some((1, 387)))
    );
    assert!(
        report
            .groups
            .iter()
            .all(|group| group.owner.is_none() && !group.served)
    );
    assert!(
        report
            .groups
            .iter()
            .any(|group| group.group_id == "beyond-2-53")
    );
}

#[test]
fn offsets_beyond_a_float_are_shown_exactly() {
    let report = report_of("messy");
    let group = report["groups"]
        .as_array()
        .unwrap()
        .iter()
        .find(|group| group["groupId"] == "beyond-2-53")
        .unwrap();
    assert_eq!(
        group["offsets"],
        json!([
            {"topic": "beans", "partition": 0, "offset": "9007199254740993", "metadata": null},
            {"topic": "beans", "partition": 1, "offset": "9223372036854775807", "metadata": null},
        ])
    );
}

#[test]
fn a_volume_does_not_differ_from_itself() {
    for name in SNAPSHOTS {
        let volume = snapshot(name);
        let same = diff(&volume, &volume);
        assert_eq!(
            (same.moved, same.only_before, same.only_after),
            (vec![], vec![], vec![])
        );
    }
}

#[test]
fn a_diff_says_who_moved_and_why() {
    let moved = |before: &str, after: &str| {
        let diff = diff(&assignment(before), &assignment(after));
        let moved = diff.moved.iter().map(|moved| {
            let value = serde_json::to_value(moved).unwrap();
            let word = |name: &str| value[name].as_str().unwrap_or("-").to_owned();
            let [group, from, to, rule, code] = ["groupId", "from", "to", "rule", "code"].map(word);
            format!("{group}: {from} > {to} {code} ({rule}) {}", word("reason"))
        });
        moved.collect::<Vec<_>>()
    };
    // group-1 hashes to kaas-1 of three, group-0 to kaas-2.
    let three = "kaas-0 alive, kaas-1 alive, kaas-2 alive |";
    let down = "kaas-0 alive, kaas-1 dead, kaas-2 alive |";
    let entry = |rows: &str, entries: &str| format!("{rows} {entries}");
    assert_eq!(
        moved(&entry(three, "group-1=kaas-1"), &entry(down, "")),
        [
            "group-1: kaas-1 > kaas-2 move-entry-retired (retire-entry) Its entry named kaas-1, which is dead: the entry was dropped and the hash answers."
        ]
    );
    assert_eq!(
        moved(&entry(down, ""), &entry(three, "group-1=kaas-1")),
        [
            "group-1: kaas-2 > kaas-1 move-home-back (divisor) kaas-1 in slot 1 is alive, and the hash points there."
        ]
    );
    assert_eq!(
        moved(
            &entry(three, "group-1=kaas-1"),
            &entry(&down.replace("dead", "draining"), "group-1=kaas-2")
        ),
        [
            "group-1: kaas-1 > kaas-2 move-entry-repicked (first-entry) Its entry named kaas-1, which is draining: the controller re-picked it by the hash."
        ]
    );
    assert_eq!(
        moved(
            &entry(three, "group-1=kaas-1"),
            &entry(three, "group-1=kaas-0")
        ),
        [
            "group-1: kaas-1 > kaas-0 move-entry-changed (explicit-entry-wins) Its entry was changed from kaas-1 to kaas-0 although kaas-1 is alive."
        ]
    );
    // On the hash tier: `known` gives both sides the group by a file.
    let by_hash = |before: &str, after: &str| {
        let known = |text: &str| {
            let file = File {
                path: "__consumer_offsets/group-1.json".to_owned(),
                kind: FileKind::File,
                text: Some("{}".to_owned()),
                problem: None,
            };
            Volume::read(vec![assignment_file(text), file])
        };
        let diff = diff(&known(before), &known(after));
        let moved = diff.moved.iter().map(|moved| {
            let side =
                |broker: &Option<std::sync::Arc<str>>| broker.as_deref().unwrap_or("-").to_owned();
            format!(
                "{} > {} {} {}",
                side(&moved.from),
                side(&moved.to),
                moved.rule.as_str(),
                moved.reason.text()
            )
        });
        moved.collect::<Vec<_>>()
    };
    assert_eq!(
        by_hash(three, down),
        ["kaas-1 > kaas-2 alternate kaas-1 in slot 1 is dead, so an alternate serves."]
    );
    assert_eq!(
        by_hash(down, three),
        ["kaas-2 > kaas-1 divisor kaas-1 in slot 1 is alive, and the hash points there."]
    );
    assert_eq!(
        by_hash(down, &down.replace("kaas-2 alive", "kaas-2 dead")),
        ["kaas-2 > kaas-0 alternate kaas-2, which served as alternate, is dead."]
    );
    assert_eq!(
        by_hash(
            three,
            "kaas-0 alive, kaas-1 alive, kaas-2 alive, kaas-3 alive, kaas-4 alive |"
        ),
        [
            "kaas-1 > kaas-0 divisor The broker rows changed from 3 to 5: the hash is taken over another set."
        ]
    );
    assert_eq!(
        by_hash(three, "broken"),
        ["kaas-1 > - acceptance There is no assignment that can be read any more."]
    );
    assert_eq!(
        by_hash("broken", three),
        ["- > kaas-1 acceptance There was no assignment that could be read; now there is."]
    );
}

#[test]
fn a_diff_lists_groups_that_one_side_lacks() {
    let diff = diff(
        &assignment("a alive | x=a, y=a"),
        &assignment("a alive | y=a, z=a"),
    );
    let value = serde_json::to_value(&diff).unwrap();
    assert_eq!(
        value,
        json!({
            "moved": [],
            "onlyBefore": ["x"],
            "onlyAfter": ["z"],
            "totals": {"groups": 3, "moved": 0, "stayed": 3, "onlyBefore": 1, "onlyAfter": 1},
        })
    );
}

/// Many of everything at once: whatever is quadratic would not come back.
#[test]
fn a_large_and_hostile_volume_is_read_whole() {
    const MANY: usize = 20_000;
    let brokers: Vec<Value> = (0..MANY)
        .map(|at| json!({"id": format!("b-{at}"), "health": if at % 3 == 0 { "alive" } else { "dead" }, "lastSeen": ""}))
        .collect();
    let groups: Vec<Value> = (0..MANY)
        .map(|at| json!({"groupId": format!("d{}/g-{at}", at % 7), "broker": format!("b-{}", at * 7), "epoch": 1}))
        .collect();
    let assignment = json!({
        "controllerEpoch": 1, "assignmentVersion": 2, "generatedAt": "2026-09-07T03:15:44Z", "controller": "",
        "brokers": brokers, "partitions": [], "consumerGroups": groups,
    });
    let file = |path: String, text: &str| File {
        path,
        kind: FileKind::File,
        text: Some(text.to_owned()),
        problem: None,
    };
    let mut files = vec![file("assignment.json".to_owned(), &assignment.to_string())];
    let entry = r#"{"pid":1099511627787,"epoch":0,"state":"Ongoing","groups":["d0/g-0","x"]}"#;
    let slot: Vec<String> = (0..MANY).map(|at| format!("\"t-{at}\":{entry}")).collect();
    files.push(file(
        "txn_state/slot-1.json".to_owned(),
        &format!("{{{}}}", slot.join(",")),
    ));
    for at in 0..MANY {
        files.push(file(
            format!("__consumer_offsets/d{}/g-{at}.json", at % 5),
            r#"{"t/0":1}"#,
        ));
        files.push(file(
            format!("__consumer_offsets/G-{}.json", at / 2 * 3 + at % 2),
            "[{\"t/07\":-1}]",
        ));
        files.push(file(
            format!("producer_ids/b-{at}.json"),
            "{\"nextBlock\":1}",
        ));
        files.push(file(
            format!("producer_fences/from-b-{at}.json"),
            "{\"x\":1}",
        ));
        let marker = format!(
            r#"{{"transactionalId":"t-{at}","producerId":1099511627787,"producerEpoch":-1,"commit":true,"coordinatorEpoch":0,"partitions":[]}}"#
        );
        files.push(file(format!("marker_queue/to-b-{at}/1-0.json"), &marker));
    }
    let volume = Volume::read(files);
    let report = analyze(&volume);
    assert_eq!(
        (
            report.brokers.len(),
            report.groups.len(),
            report.transactions.len()
        ),
        (MANY, 2 * MANY, MANY)
    );
    assert_eq!(diff(&volume, &Volume::default()).moved.len(), 2 * MANY);
}

/// The table of findings in the documentation is the one of the code.
#[test]
fn findings_are_documented() {
    let mut text = String::from(
        "# Findings\n\n\
         What `analyze` reports about a volume: code, severity, row in the list of findings of the sample\n\
         volume `messy` (tests/snapshots/messy.findings.md), the sentence and what to do. Names in braces stand\n\
         for what the finding names. Codes are stable. This file is written by `ORRERY_BLESS=1 cargo test --test volume`.\n\n\
         | code | severity | row | sentence | what to do |\n|---|---|---|---|---|\n",
    );
    let catalogue = include_str!("../src/messages/en.ftl");
    for kind in finding_kinds() {
        let severity = serde_json::to_value(kind.severity).unwrap();
        let [sentence, advice] = [kind.message, kind.advice].map(|key| sentence(catalogue, key));
        let row = if kind.row.is_empty() { "" } else { kind.row };
        text += &format!(
            "| `{}` | {} | {row} | {sentence} | {advice} |\n",
            kind.code(),
            severity.as_str().unwrap()
        );
    }
    golden("../../docs/FINDINGS.md", &text);
    let codes: Vec<&str> = finding_kinds().iter().map(|kind| kind.code()).collect();
    assert!(codes.is_sorted() && codes.len() == codes.iter().collect::<BTreeSet<_>>().len());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(20_261_201),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Torn, overwritten, emptied, renamed, turned into directories: analysis and diff go on.
    #[test]
    fn no_damage_stops_the_analysis(
        name in prop::sample::select(SNAPSHOTS.to_vec()),
        damages in prop::collection::vec(damage(), 1..12),
    ) {
        let whole = snapshot(name);
        let mut files = files_of(name);
        for damage in damages {
            damage.apply(&mut files);
        }
        let volume = Volume::read(files);
        let report = analyze(&volume);
        let value: Value = serde_json::from_str(&report.to_json()).unwrap();
        prop_assert_eq!(value["findings"].as_array().unwrap().len(), report.findings.len());
        check(&report)?;
        // A diff moves exactly the groups whose owner the two reports show differently.
        let (before, there, back) = (analyze(&whole), diff(&whole, &volume), diff(&volume, &whole));
        let owners: BTreeMap<&str, _> = report.groups.iter().map(|group| (group.group_id.as_str(), &group.owner)).collect();
        let differ = before.groups.iter().filter(|group| owners.get(group.group_id.as_str()).is_some_and(|owner| **owner != group.owner));
        let differ: Vec<&str> = differ.map(|group| group.group_id.as_str()).collect();
        let known = |id: &str| owners.contains_key(id) && before.groups.iter().any(|group| group.group_id == id);
        let moved: Vec<&str> = there.moved.iter().map(|moved| &*moved.group_id).filter(|id| known(id)).collect();
        prop_assert_eq!(moved, differ);
        let reversed: Vec<_> = back.moved.iter().map(|moved| (&moved.group_id, &moved.to, &moved.from)).collect();
        let forward: Vec<_> = there.moved.iter().map(|moved| (&moved.group_id, &moved.from, &moved.to)).collect();
        prop_assert_eq!(reversed, forward);
    }

    /// Files of any name and any text.
    #[test]
    fn no_content_stops_the_analysis(files in prop::collection::vec(any_file(), 0..20)) {
        check(&analyze(&Volume::read(files)))?;
    }
}

fn check(report: &Report) -> Result<(), TestCaseError> {
    let groups: BTreeSet<&str> = report
        .groups
        .iter()
        .map(|group| group.group_id.as_str())
        .collect();
    prop_assert_eq!(groups.len(), report.groups.len());
    for finding in &report.findings {
        prop_assert!(!finding.message.text().is_empty() && !finding.advice().is_empty());
    }
    Ok(())
}

#[derive(Clone, Debug)]
struct Damage {
    file: prop::sample::Index,
    place: prop::sample::Index,
    kind: u8,
    text: String,
}

impl Damage {
    fn apply(&self, files: &mut Vec<File>) {
        if files.is_empty() {
            return;
        }
        let at = self.file.index(files.len());
        let file = &mut files[at];
        let text: Vec<char> = file.text.clone().unwrap_or_default().chars().collect();
        let place = self.place.index(text.len() + 1);
        match self.kind {
            0 => file.text = Some(text[..place].iter().collect()),
            1 => file.text = Some(self.text.clone()),
            2 => {
                let mut text = text;
                for (offset, sign) in self.text.chars().enumerate() {
                    if let Some(slot) = text.get_mut(place + offset) {
                        *slot = sign;
                    }
                }
                file.text = Some(text.into_iter().collect());
            }
            3 => file.text = None,
            4 => file.kind = FileKind::Dir,
            5 => file.path.push_str(&self.text),
            6 => {
                let other = self.place.index(files.len());
                let text = files[other].text.clone();
                files[at].text = text;
            }
            7 => {
                // Numbers at their limits, in whatever field they stand.
                let text: String = text.iter().collect();
                let number = [
                    "9223372036854775807",
                    "-9223372036854775808",
                    "0",
                    "-1",
                    "4294967295",
                    "32767",
                ][self.place.index(6)];
                let digit = text
                    .find(|sign: char| sign.is_ascii_digit())
                    .unwrap_or(text.len());
                let rest = text[digit..].trim_start_matches(|sign: char| sign.is_ascii_digit());
                file.text = Some(format!("{}{number}{rest}", &text[..digit]));
            }
            _ => {
                files.remove(at);
            }
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    let text = prop_oneof![
        any::<String>(),
        prop::sample::select(vec![
            "", "{", "null", "[]", "{}", "\u{feff}", "\0", "[[[[", "\"", "-", "/", ".json",
            "\u{202e}"
        ])
        .prop_map(str::to_owned),
    ];
    (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0u8..9,
        text,
    )
        .prop_map(|(file, place, kind, text)| Damage {
            file,
            place,
            kind,
            text,
        })
}

fn any_file() -> impl Strategy<Value = File> {
    let folder = prop::sample::select(vec![
        "",
        "__cluster/",
        "__consumer_offsets/",
        "__consumer_offsets/a/",
        "txn_state/",
        "producer_ids/",
        "producer_fences/",
        "marker_queue/to-kaas-0/",
        "../",
        "/",
    ]);
    let name = prop_oneof![
        any::<String>(),
        prop::sample::select(vec![
            "assignment.json",
            "assignment.json.tmp",
            ".json",
            "slot-0.json",
            "slot-99999999999.json",
            "kaas-0.json",
            "from-kaas-0.json",
            "1-0.json",
            "\u{e9}.json",
            "e\u{301}.json",
            "STRASSE.json",
            "straße.json",
        ])
        .prop_map(str::to_owned),
    ];
    let text = prop_oneof![
        any::<String>(),
        prop::sample::select(vec![
            r#"{"offsets":{"t/0":1}}"#, r#"{"a":{"pid":-1,"epoch":-1,"state":"Ongoing","ongoingSinceMs":-9223372036854775808,"transactionTimeoutMs":2147483647}}"#,
            r#"[0,0,"","",[["","alive",""]],[],[["","",0]]]"#, r#"[9223372036854775807,-1,"9999-12-31T23:59:59Z","",[],[]]"#,
            r#"{"nextBlock":-9223372036854775808}"#, r#"{"x":1}"#,
        ])
        .prop_map(str::to_owned),
    ];
    let kind = prop_oneof![4 => Just(FileKind::File), 1 => Just(FileKind::Dir)];
    (folder, name, kind, prop::option::of(text)).prop_map(|(folder, name, kind, text)| File {
        path: format!("{folder}{name}"),
        kind,
        text,
        problem: None,
    })
}

/// `kaas-0 alive, kaas-1 dead | group=broker, …` as a volume; anything else as a broken file.
fn assignment(text: &str) -> Volume {
    Volume::read(vec![assignment_file(text)])
}

fn assignment_file(text: &str) -> File {
    let json = text.split_once('|').map(|(rows, entries)| {
        let brokers: Vec<Value> = rows
            .split(',')
            .map(|row| row.trim().split_once(' ').unwrap())
            .map(|(id, health)| json!({"id": id, "health": health, "lastSeen": ""}))
            .collect();
        let groups: Vec<Value> = entries
            .split(',')
            .filter_map(|entry| entry.trim().split_once('='))
            .map(|(group, broker)| json!({"groupId": group, "broker": broker, "epoch": 1}))
            .collect();
        json!({
            "controllerEpoch": 1, "assignmentVersion": 2, "generatedAt": "", "controller": "",
            "brokers": brokers, "partitions": [], "consumerGroups": groups,
        })
    });
    let text = json.map_or_else(|| text.to_owned(), |json| json.to_string());
    File {
        path: "assignment.json".to_owned(),
        kind: FileKind::File,
        text: Some(text),
        problem: None,
    }
}

fn line_of(finding: &orrery::volume::Finding) -> String {
    let severity = serde_json::to_value(finding.kind.severity).unwrap();
    let mut line = format!(
        "{} {} {}",
        severity.as_str().unwrap(),
        finding.code(),
        finding.file
    );
    if let Some(path) = &finding.path {
        line += &format!(" {path}");
    }
    if let Some(at) = finding.at {
        line += &format!(" {}:{}", at.line, at.column);
    }
    line
}

/// A catalogue entry on one line, with its placeables as they stand.
fn sentence(catalogue: &str, key: &str) -> String {
    let start = catalogue.find(&format!("\n{key} = ")).unwrap() + key.len() + 4;
    let rest = &catalogue[start..];
    let end = rest
        .match_indices('\n')
        .map(|(at, _)| at)
        .find(|at| !rest[at + 1..].starts_with(' '))
        .unwrap();
    rest[..end]
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}

fn report_of(name: &str) -> Value {
    serde_json::from_str(&analyze(&snapshot(name)).to_json()).unwrap()
}

fn snapshot(name: &str) -> Volume {
    Volume::read(files_of(name))
}

/// Reads a tar in memory: its empty directories and odd names stay as they are.
fn files_of(name: &str) -> Vec<File> {
    let bytes = std::fs::read(path(&format!("{name}.tar"))).unwrap();
    let mut archive = tar::Archive::new(bytes.as_slice());
    let mut files = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
        let is_dir = entry.header().entry_type().is_dir();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        files.push(File {
            path,
            kind: if is_dir {
                FileKind::Dir
            } else {
                FileKind::File
            },
            text: (!is_dir).then_some(text),
            problem: None,
        });
    }
    files
}

fn json_file(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path(name)).unwrap()).unwrap()
}

fn golden(name: &str, text: &str) {
    let path = path(name);
    if std::env::var_os("ORRERY_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden != text {
        let line = golden
            .lines()
            .zip(text.lines())
            .position(|(left, right)| left != right);
        let at = line.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
        panic!(
            "{name} differs from line {}:\n- {}\n+ {}\nORRERY_BLESS=1 rewrites it",
            at + 1,
            golden.lines().nth(at).unwrap_or("(end)"),
            text.lines().nth(at).unwrap_or("(end)"),
        );
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name)
}
