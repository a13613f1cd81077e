//! The controller's entries against what both versions of kaas compute.

#![allow(clippy::unwrap_used, reason = "a test may fail")]
use std::collections::BTreeSet;
use std::sync::Arc;

use orrery::assignment::{Assignment, BrokerRow, GroupEntry, Health};
use orrery::kaas::controller::{Inputs, recompute};
use orrery::rules::Rules;
use serde::Deserialize;

#[test]
fn all_60_balance_cases_of_both_versions_are_equal() {
    let table: Table = serde_json::from_str(include_str!("tables/kaas-routing.json")).unwrap();
    assert_eq!(table.balance_groups.len(), 60);
    for (at, case) in table.balance_groups.iter().enumerate() {
        assert_eq!(
            entries(case, &Rules::default()),
            case.seed_version,
            "case {at}, present version"
        );
        assert_eq!(
            entries(case, &older_rules()),
            case.stored_version,
            "case {at}, older version"
        );
    }
}

/// The older kaas lists alive brokers only, picks by rendezvous and drops quiet groups.
fn older_rules() -> Rules {
    let mut rules = Rules::default();
    for (rule, variant) in [
        ("listedBrokers", "alive-only"),
        ("firstEntry", "rendezvous"),
        ("retireEntry", "group-quiet"),
    ] {
        rules.set(rule, variant).unwrap();
    }
    rules
}

fn entries(case: &Case, rules: &Rules) -> BTreeSet<Entry> {
    let alive_only = rules.get("listedBrokers") == Some("alive-only");
    let rows = case
        .brokers
        .iter()
        .filter(|row| !alive_only || row.health == "alive");
    let previous = case.prev.as_ref().map(|prev| Assignment {
        consumer_groups: prev
            .iter()
            .map(|entry| GroupEntry {
                group_id: entry.group_id.clone(),
                broker: entry.broker.clone(),
                epoch: entry.epoch,
                extra: Vec::new(),
            })
            .collect(),
        ..Assignment::default()
    });
    let computed = recompute(
        Inputs {
            previous: previous.as_ref(),
            rows: rows
                .map(|row| BrokerRow {
                    id: row.id.clone(),
                    health: Health::from_word(&row.health).unwrap(),
                    last_seen: String::new(),
                    extra: Vec::new(),
                })
                .collect(),
            reported: case
                .reported
                .iter()
                .map(|group| Arc::from(group.as_str()))
                .collect(),
            partitions: Vec::new(),
            controller_epoch: 1,
            version: 2,
            generated_at: String::new(),
            controller: "kaas-0".to_owned(),
        },
        rules,
    );
    computed
        .assignment
        .consumer_groups
        .into_iter()
        .map(|entry| Entry {
            group_id: entry.group_id,
            broker: entry.broker,
            epoch: entry.epoch,
        })
        .collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Table {
    balance_groups: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    brokers: Vec<Row>,
    reported: Vec<String>,
    prev: Option<Vec<Entry>>,
    seed_version: BTreeSet<Entry>,
    stored_version: BTreeSet<Entry>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    health: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "camelCase")]
struct Entry {
    group_id: String,
    broker: String,
    epoch: u32,
}
