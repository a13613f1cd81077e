//! The core's JSON reader against serde_json, on generated and on damaged texts.
//!
//! The seed is fixed, so a failure repeats; proptest prints the smallest text it found.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use orrery::{
    assignment::Assignment,
    json::{self, Json, Kind},
    offsets::OffsetsFile,
    volume::transactions::{Fences, Marker, ProducerIds, Slot},
};
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{RngSeed, TestRunner},
};
use serde::{Deserialize, de::IgnoredAny};
use std::collections::BTreeMap;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_261_201),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn reads_what_serde_json_reads(text in damaged(document())) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        let ours = json::parse(&text);
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?}: {:?} / {:?}", text, ours, theirs);
        if let (Ok(ours), Ok(theirs)) = (&ours, theirs) {
            prop_assert_eq!(value_of(ours), theirs.clone());
            // Written and read again, compact and indented, it is the same value.
            for again in [ours.to_text(), ours.to_pretty()] {
                prop_assert_eq!(&json::parse(&again).unwrap(), ours);
                prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&again).unwrap(), theirs.clone());
            }
        }
    }

    #[test]
    fn skips_what_serde_json_skips(text in damaged(document())) {
        let theirs = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        let ours = json::parse_skipping(&text);
        prop_assert_eq!(ours.is_ok(), theirs, "{:?}: {:?}", text, ours);
        if let Ok(ours) = ours {
            let again = json::parse_skipping(&ours.to_text()).unwrap();
            prop_assert_eq!(again, ours);
        }
    }

    #[test]
    fn accepts_the_assignments_that_serde_accepts(text in damaged(assignment())) {
        let theirs = serde_json::from_str::<twin::Assignment>(&text);
        let ours = Assignment::parse(&text);
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {:?} / {:?}", text, ours, theirs);
        if let (Ok(ours), Ok(theirs)) = (&ours, &theirs) {
            prop_assert_eq!(twin::of(ours), theirs.clone());
            let again = Assignment::parse(&ours.to_text()).unwrap();
            prop_assert_eq!(&again, ours);
            prop_assert_eq!(again.to_text(), ours.to_text());
            prop_assert_eq!(&Assignment::parse(&ours.to_pretty()).unwrap(), ours);
        }
        if let Err(error) = ours {
            let (lines, column) = (text.split('\n').count(), usize::try_from(error.column).unwrap());
            let line = usize::try_from(error.line).unwrap();
            prop_assert!((1..=lines).contains(&line), "{error}");
            let length = text.split('\n').nth(line - 1).unwrap().chars().count();
            prop_assert!((1..=length + 1).contains(&column), "{error}");
            prop_assert!(error.path.starts_with('$'));
        }
    }

    #[test]
    fn loads_the_offsets_that_serde_loads(text in damaged(offsets_file())) {
        let theirs = serde_json::from_str::<twin::OffsetsFile>(&text);
        let ours = OffsetsFile::parse(&text);
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {:?} / {:?}", text, ours, theirs);
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            prop_assert_eq!(twin::of_offsets(&ours), theirs);
        }
    }

    #[test]
    fn reads_the_slots_that_serde_reads(text in damaged(map_of(transaction().boxed()))) {
        let theirs = serde_json::from_str::<BTreeMap<String, twin::Transaction>>(&text);
        let ours = Slot::parse(&text);
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {:?} / {:?}", text, ours, theirs);
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            let ours: Vec<_> = ours
                .entries
                .iter()
                .map(|(id, entry)| (id.clone(), entry.producer_id, entry.epoch, entry.groups.clone(), entry.ongoing_since_ms, entry.timeout_ms))
                .collect();
            let theirs: Vec<_> = theirs
                .into_iter()
                .map(|(id, entry)| (id, entry.pid, entry.epoch, entry.groups, entry.ongoing_since_ms, entry.transaction_timeout_ms))
                .collect();
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn reads_the_small_files_that_serde_reads(text in damaged(small_file())) {
        prop_assert_eq!(Marker::parse(&text).is_ok(), serde_json::from_str::<twin::Marker>(&text).is_ok(), "{}", text);
        prop_assert_eq!(Fences::parse(&text).is_ok(), serde_json::from_str::<BTreeMap<String, i16>>(&text).is_ok(), "{}", text);
        prop_assert_eq!(ProducerIds::parse(&text).is_ok(), serde_json::from_str::<twin::ProducerIds>(&text).is_ok(), "{}", text);
    }

    #[test]
    fn never_panics_on_any_text(text in any::<String>()) {
        prop_assert_eq!(json::parse(&text).is_ok(), serde_json::from_str::<serde_json::Value>(&text).is_ok());
        let _ = Assignment::parse(&text);
    }
}

/// Texts that are nearly always refused, or never, would prove little.
#[test]
fn generated_texts_are_accepted_about_half_the_time() {
    fn share(texts: impl Strategy<Value = String>, accepts: impl Fn(&str) -> bool) -> usize {
        let mut runner = TestRunner::new(config(1));
        let mut draw = || texts.new_tree(&mut runner).unwrap().current();
        (0..400).filter(|_| accepts(&draw())).count() / 4
    }
    let shares = [
        share(damaged(document()), |text| json::parse(text).is_ok()),
        share(damaged(assignment()), |text| {
            Assignment::parse(text).is_ok()
        }),
        share(damaged(offsets_file()), |text| {
            OffsetsFile::parse(text).is_ok()
        }),
        share(damaged(map_of(transaction().boxed())), |text| {
            Slot::parse(text).is_ok()
        }),
    ];
    assert!(
        shares.iter().all(|percent| (25..=80).contains(percent)),
        "{shares:?} percent"
    );
}

#[test]
fn the_depth_limit_is_that_of_serde_json() {
    for depth in [126, 127, 128, 129] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            assert_eq!(
                json::parse(&text).is_ok(),
                serde_json::from_str::<serde_json::Value>(&text).is_ok(),
                "{depth}"
            );
            assert!(json::parse_skipping(&text).is_ok());
        }
    }
}

#[test]
fn refused_assignments_say_what_and_where() {
    let cases = [
        (
            "null",
            "Expected an object, found null. ($, line 1, column 1)",
        ),
        (
            "{\n}",
            "The required field \"controllerEpoch\" is missing. ($, line 1, column 1)",
        ),
        (
            "{\"controllerEpoch\":1,\n \"controllerEpoch\":1}",
            "The field \"controllerEpoch\" is there twice. ($.controllerEpoch, line 2, column 2)",
        ),
        (
            "[1,2,\"t\",\"c\",[[\"kaas-0\",\"alive\",\"t\"],[\"kaas-1\",\"asleep\",\"t\"]],[]]",
            "The health must be \"alive\", \"draining\" or \"dead\", found \"asleep\". ($[4][1][1], line 1, column 48)",
        ),
        (
            "[9223372036854775808]",
            "Expected an integer from -9223372036854775808 to 9223372036854775807, found 9223372036854775808. ($[0], line 1, column 2)",
        ),
        (
            "[1,2,\"t\",\"c\",[],[],[],[]]",
            "Expected at most 7 elements (the fields by position), found 8. ($[7], line 1, column 23)",
        ),
        (
            "[1,2,\"t\",\"c\",[],[],null]",
            "Expected a list, found null. ($[6], line 1, column 20)",
        ),
        (
            "[1,2,{\"x\":1}]",
            "Expected a string, found {…}. ($[2], line 1, column 6)",
        ),
        (
            "{\"consumerGroups\":[{\"groupId\":\"g\",\"broker\":\"b\",\"epoch\":-1}],\"controllerEpoch\":0,\
             \"assignmentVersion\":0,\"generatedAt\":\"\",\"controller\":\"\",\"brokers\":[],\"partitions\":[]}",
            "Expected an integer from 0 to 4294967295, found -1. ($.consumerGroups[0].epoch, line 1, column 56)",
        ),
    ];
    let error = Assignment::parse("[1,2,0]").unwrap_err();
    assert_eq!(
        serde_json::to_value(&error).unwrap(),
        serde_json::json!({
            "code": "json-not-a-string", "message": "Expected a string, found 0.",
            "path": "$[2]", "line": 1, "column": 6, "args": {"found": "0"},
        })
    );
    for (text, message) in cases {
        assert_eq!(Assignment::parse(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_first_of_two_entries_is_obeyed_and_both_are_kept() {
    let text = r#"{"controllerEpoch":31,"assignmentVersion":2041,"generatedAt":"t","controller":"kaas-10","brokers":[{"id":"kaas-0","health":"alive","lastSeen":"t","zone":"b"}],"partitions":[],"consumerGroups":[{"groupId":"g","broker":"kaas-1","epoch":1},{"groupId":"g","broker":"kaas-0","epoch":4}],"note":[1e400]}"#;
    let assignment = Assignment::parse(text).unwrap();
    assert_eq!(
        assignment.entry_of("g").map(|entry| entry.broker.as_str()),
        Some("kaas-1")
    );
    let brokers: Vec<_> = assignment
        .entries_of("g")
        .map(|entry| entry.broker.as_str())
        .collect();
    assert_eq!(brokers, ["kaas-1", "kaas-0"]);
    assert_eq!(assignment.entry_of("h"), None);
    assert_eq!(assignment.to_text(), text);
}

/// What kaas derives for its file, written here a second time as the oracle.
mod twin {
    use super::{BTreeMap, Deserialize};
    use orrery::assignment as ours;

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Assignment {
        controller_epoch: i64,
        assignment_version: i64,
        generated_at: String,
        controller: String,
        brokers: Vec<Broker>,
        partitions: Vec<Partition>,
        #[serde(default)]
        consumer_groups: Vec<Group>,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Broker {
        id: String,
        health: Health,
        last_seen: String,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Health {
        Alive,
        Draining,
        Dead,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Partition {
        topic: String,
        partition: i32,
        broker: String,
        epoch: u32,
        role: String,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Group {
        group_id: String,
        broker: String,
        epoch: u32,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct OffsetsFile {
        #[serde(default)]
        offsets: BTreeMap<String, i64>,
        #[serde(default)]
        metadata: BTreeMap<String, String>,
        #[serde(default)]
        fence: Fence,
    }

    #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
    pub struct Fence {
        #[serde(default)]
        controller_epoch: i64,
        #[serde(default)]
        assignment_version: i64,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Transaction {
        pub pid: i64,
        pub epoch: i16,
        #[serde(default)]
        partitions: Vec<TopicPartitions>,
        #[serde(default)]
        pub ongoing_since_ms: i64,
        #[serde(default)]
        pub transaction_timeout_ms: i32,
        #[serde(default)]
        state: State,
        #[serde(default)]
        pub groups: Vec<String>,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct TopicPartitions {
        topic: String,
        partitions: Vec<i32>,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
    pub enum State {
        #[default]
        #[serde(rename = "")]
        Empty,
        Ongoing,
        PrepareCommit,
        PrepareAbort,
        CompleteCommit,
        CompleteAbort,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Marker {
        transactional_id: String,
        producer_id: i64,
        producer_epoch: i16,
        commit: bool,
        coordinator_epoch: i32,
        partitions: Vec<TopicPartitions>,
    }

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ProducerIds {
        next_block: i64,
    }

    pub fn of_offsets(file: &orrery::offsets::OffsetsFile) -> OffsetsFile {
        let with_offset = file.offsets.iter();
        let metadata = with_offset
            .clone()
            .filter_map(|committed| Some((committed.key.clone(), committed.metadata.clone()?)));
        OffsetsFile {
            offsets: with_offset
                .map(|committed| (committed.key.clone(), committed.offset))
                .collect(),
            metadata: metadata
                .chain(file.stray_metadata.iter().cloned())
                .collect(),
            fence: Fence {
                controller_epoch: file.fence.controller_epoch,
                assignment_version: file.fence.assignment_version,
            },
        }
    }

    pub fn of(assignment: &ours::Assignment) -> Assignment {
        let broker = |row: &ours::BrokerRow| Broker {
            id: row.id.clone(),
            health: match row.health {
                ours::Health::Alive => Health::Alive,
                ours::Health::Draining => Health::Draining,
                ours::Health::Dead => Health::Dead,
            },
            last_seen: row.last_seen.clone(),
        };
        let partition = |row: &ours::PartitionEntry| Partition {
            topic: row.topic.clone(),
            partition: row.partition,
            broker: row.broker.clone(),
            epoch: row.epoch,
            role: row.role.clone(),
        };
        let group = |row: &ours::GroupEntry| Group {
            group_id: row.group_id.clone(),
            broker: row.broker.clone(),
            epoch: row.epoch,
        };
        Assignment {
            controller_epoch: assignment.controller_epoch,
            assignment_version: assignment.assignment_version,
            generated_at: assignment.generated_at.clone(),
            controller: assignment.controller.clone(),
            brokers: assignment.brokers.iter().map(broker).collect(),
            partitions: assignment.partitions.iter().map(partition).collect(),
            consumer_groups: assignment.consumer_groups.iter().map(group).collect(),
        }
    }
}

/// Our value as serde_json's: numbers through serde_json itself, of duplicates the last.
fn value_of(json: &Json) -> serde_json::Value {
    use serde_json::Value;
    match &json.kind {
        Kind::Null => Value::Null,
        Kind::Bool(value) => Value::Bool(*value),
        Kind::Number(text) => serde_json::from_str(text).unwrap(),
        Kind::String(text) => Value::String(text.clone()),
        Kind::Array(elements) => Value::Array(elements.iter().map(value_of).collect()),
        Kind::Object(members) => Value::Object(
            members
                .iter()
                .map(|member| (member.key.clone(), value_of(&member.value)))
                .collect(),
        ),
        Kind::Raw(text) => panic!("a strict reading holds {text:?}"),
    }
}

/// Texts that are nearly JSON: the grammar, with odd numbers, escapes and white space in it.
fn document() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        number(),
        string(),
    ];
    let value = leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..6), space()).prop_map(
                |(elements, space)| format!(
                    "[{space}{}{space}]",
                    elements.join(&format!("{space},"))
                )
            ),
            (prop::collection::vec((string(), inner), 0..6), space()).prop_map(
                |(members, space)| {
                    let members: Vec<_> = members
                        .into_iter()
                        .map(|(key, value)| format!("{key}{space}:{space}{value}"))
                        .collect();
                    format!("{{{space}{}{space}}}", members.join(","))
                }
            ),
        ]
    });
    (space(), value, space()).prop_map(|(before, value, after)| format!("{before}{value}{after}"))
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => any::<i64>().prop_map(|number| number.to_string()),
        3 => any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(|number| format!("{number:e}")),
        2 => prop::sample::select(vec![
            "-0", "0", "-0.0", "1e400", "-1e400", "1e-400", "0e999999999999", "1e999999999999",
            "1.7976931348623157e308", "1.7976931348623159e308", "17976931348623159e292", "179769313486231590e291",
            "18446744073709551615", "18446744073709551616", "-9223372036854775808", "-9223372036854775809",
            "9007199254740993", "01", "1.", ".5", "+1", "1e", "1e+", "-", "1E5", "1e+5", "0x1", "NaN", "Infinity",
        ])
        .prop_map(str::to_owned),
        1 => (1usize..700, any::<bool>()).prop_map(|(digits, fraction)| {
            format!("{}{}", "9".repeat(digits), if fraction { ".5" } else { "" })
        }),
    ]
}

fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[a-z/ _.-]{0,4}",
        1 => any::<char>().prop_map(|sign| sign.to_string()),
        2 => prop::sample::select(vec![
            r"\n", r"\/", r"\\", r#"\""#, r"\u0000", r"\ud83d\ude00", r"\ud800", r"\udc00", r"\ud800\u0041",
            r"\ud800\ud800\udc00", r"\uD83D", r"\u12", r"\u+123", r"\x", "\\", "\n", "\u{7f}", "\u{1f}", "é", "\u{feff}",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

fn space() -> impl Strategy<Value = String> {
    prop_oneof![
        30 => prop::sample::select(vec!["", "", "", "", " ", "\n", "\t\r\n"]),
        1 => prop::sample::select(vec!["\u{a0}", "\u{b}"]),
    ]
    .prop_map(str::to_owned)
}

/// Offsets files of both shapes, by name and by position.
fn offsets_file() -> impl Strategy<Value = String> {
    let fence = structure(vec![
        ("controller_epoch", integer().boxed()),
        ("assignment_version", integer().boxed()),
    ]);
    prop_oneof![
        8 => structure(vec![
            ("offsets", map_of(integer().boxed()).boxed()),
            ("metadata", map_of(text().boxed()).boxed()),
            ("fence", fence.boxed()),
        ]),
        1 => map_of(integer().boxed()),
    ]
}

fn transaction() -> impl Strategy<Value = String> {
    let state = prop_oneof![
        20 => prop::sample::select(vec!["\"\"", "\"Ongoing\"", "\"PrepareCommit\"", "{\"\":null}", "{\"PrepareAbort\":null}"]),
        1 => prop::sample::select(vec!["\"Dead\"", "null", "\"Empty\"", "0", "{\"Ongoing\":0}"]),
    ];
    structure(vec![
        ("pid", integer().boxed()),
        ("epoch", integer().boxed()),
        ("partitions", list_of(topic().boxed()).boxed()),
        ("ongoingSinceMs", integer().boxed()),
        ("transactionTimeoutMs", integer().boxed()),
        ("state", state.prop_map(str::to_owned).boxed()),
        ("groups", list_of(text().boxed()).boxed()),
    ])
}

fn small_file() -> impl Strategy<Value = String> {
    let commit =
        prop::sample::select(vec!["true", "false", "false", "1", "null"]).prop_map(str::to_owned);
    let marker = structure(vec![
        ("transactionalId", text().boxed()),
        ("producerId", integer().boxed()),
        ("producerEpoch", integer().boxed()),
        ("commit", commit.boxed()),
        ("coordinatorEpoch", integer().boxed()),
        ("partitions", list_of(topic().boxed()).boxed()),
    ]);
    prop_oneof![
        marker,
        map_of(integer().boxed()),
        structure(vec![("nextBlock", integer().boxed())])
    ]
}

fn topic() -> impl Strategy<Value = String> {
    structure(vec![
        ("topic", text().boxed()),
        ("partitions", list_of(integer().boxed()).boxed()),
    ])
}

fn map_of(value: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let key = prop_oneof![
        6 => prop::sample::select(vec!["\"t/0\"", "\"t/1\"", "\"t/\\u0031\"", "\"\"", "\"t\""]).prop_map(str::to_owned),
        1 => string(),
    ];
    prop::collection::vec((key, value), 0..4).prop_map(|members| {
        let members: Vec<_> = members
            .into_iter()
            .map(|(key, value)| format!("{key}:{value}"))
            .collect();
        format!("{{{}}}", members.join(","))
    })
}

/// Assignments with every kind of mistake that a struct reader can meet, by name and by position.
fn assignment() -> impl Strategy<Value = String> {
    let health = prop_oneof![
        30 => prop::sample::select(vec!["\"alive\"", "\"draining\"", "\"dead\"", "{\"alive\":null}", "\"\\u0061live\""]),
        1 => prop::sample::select(vec![
            "\"Alive\"", "null", "{ \"dead\" : null }", "{\"alive\":1}", "{}", "[\"alive\"]",
            "{\"alive\":null,\"alive\":null}", "{\"asleep\":null}", "0",
        ]),
    ]
    .prop_map(str::to_owned);
    let broker = structure(vec![
        ("id", text().boxed()),
        ("health", health.boxed()),
        ("lastSeen", text().boxed()),
    ]);
    let partition = structure(vec![
        ("topic", text().boxed()),
        ("partition", integer().boxed()),
        ("broker", text().boxed()),
        ("epoch", integer().boxed()),
        ("role", text().boxed()),
    ]);
    let group = structure(vec![
        ("groupId", text().boxed()),
        ("broker", text().boxed()),
        ("epoch", integer().boxed()),
    ]);
    structure(vec![
        ("controllerEpoch", integer().boxed()),
        ("assignmentVersion", integer().boxed()),
        ("generatedAt", text().boxed()),
        ("controller", text().boxed()),
        ("brokers", list_of(broker.boxed()).boxed()),
        ("partitions", list_of(partition.boxed()).boxed()),
        ("consumerGroups", list_of(group.boxed()).boxed()),
    ])
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![40 => Just("\"kaas-0\"".to_owned()), 2 => string(), 1 => number()]
}

fn integer() -> impl Strategy<Value = String> {
    prop_oneof![
        30 => (0i64..9).prop_map(|number| number.to_string()),
        1 => prop::sample::select(vec![
            "-1", "-0", "1.0", "1e2", "4294967295", "4294967296", "2147483647", "2147483648", "-2147483648",
            "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "32767", "32768",
            "-32768", "-32769", "null", "\"1\"", "1e400",
        ])
        .prop_map(str::to_owned),
    ]
}

fn list_of(item: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    prop_oneof![
        40 => prop::collection::vec(item, 0..3).prop_map(|items| format!("[{}]", items.join(","))),
        1 => prop::sample::select(vec!["null", "{}", "\"\"", "0"]).prop_map(str::to_owned),
    ]
}

/// A struct by name or by position; fields shuffled, now and then one left out, doubled or unknown.
fn structure(fields: Vec<(&'static str, BoxedStrategy<String>)>) -> impl Strategy<Value = String> {
    let count = fields.len();
    let (names, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    let order = Just((0..count).collect::<Vec<_>>()).prop_shuffle();
    let change = prop_oneof![20 => Just(0u8), 3 => Just(2u8), 3 => Just(5u8), 1 => 1u8..=5];
    (values, order, change, 0..count, document()).prop_map(
        move |(values, order, change, place, unknown)| {
            let named = |index: usize| format!("\"{}\":{}", names[index], values[index]);
            match change {
                1 => {
                    let kept: Vec<_> = values.iter().take(place + 1).cloned().collect();
                    format!("[{}]", kept.join(","))
                }
                2 => format!("[{}]", values.join(",")),
                3 => {
                    let kept: Vec<_> = order
                        .iter()
                        .filter(|index| **index != place)
                        .map(|index| named(*index))
                        .collect();
                    format!("{{{}}}", kept.join(","))
                }
                4 => {
                    let mut all: Vec<_> = order.iter().map(|index| named(*index)).collect();
                    all.push(named(place));
                    format!("{{{}}}", all.join(","))
                }
                _ => {
                    let mut all: Vec<_> = order.iter().map(|index| named(*index)).collect();
                    if change == 5 {
                        all.insert(place, format!("\"zone\":{unknown}"));
                    }
                    format!("{{{}}}", all.join(", "))
                }
            }
        },
    )
}

/// The text as it is, or with a few characters removed, replaced or put in, or cut off.
fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        prop::sample::select(
            "{}[]\",:\\0-1eE.+ \nntf\u{0}\u{feff}é"
                .chars()
                .collect::<Vec<_>>()
        ),
        any::<char>(),
    ];
    let edit = (any::<prop::sample::Index>(), 0u8..4, sign);
    let edits =
        prop_oneof![2 => Just(Vec::new()).boxed(), 1 => prop::collection::vec(edit, 1..3).boxed()];
    (text, edits).prop_map(|(text, edits)| {
        let mut signs: Vec<char> = text.chars().collect();
        for (place, kind, sign) in edits {
            let at = place.index(signs.len() + 1);
            match kind {
                0 if at < signs.len() => {
                    signs.remove(at);
                }
                1 if at < signs.len() => signs[at] = sign,
                2 => signs.truncate(at),
                _ => signs.insert(at, sign),
            }
        }
        signs.into_iter().collect()
    })
}
