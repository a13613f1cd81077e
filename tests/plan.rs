//! Plans over a real volume, against what its notes say (snapshots/mid-rollout).
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::sync::Arc;

use orrery::cluster::offsets_group;
use orrery::command::Setup;
use orrery::plan::{Active, AllWord, Change, How, Plan, Which, plan};
use orrery::rules::Rules;

#[test]
fn after_a_drained_broker_returns_it_coordinates_only_its_hash_tier_groups() {
    let restart = Change::Restart {
        restart: Which::These(vec!["kaas-1".into()]),
        how: How::Drain,
    };
    let plan = planned(&[restart], Rules::default());
    assert_eq!(plan.groups, 30);
    assert_eq!(
        loads(&plan.load),
        [("kaas-0", 20), ("kaas-1", 0), ("kaas-2", 10)]
    );
    // kaas-1 drains already: its announcement moves nothing more.
    assert_eq!(plan.steps[0].moved, []);
    let back = &plan.steps[1];
    assert_eq!(ids(&back.moved), ["gdpr-erase", "load-test-7"]);
    assert_eq!(
        loads(&back.load),
        [("kaas-0", 20), ("kaas-1", 2), ("kaas-2", 8)]
    );
}

#[test]
fn draining_kaas_0_next_sends_12_groups_to_kaas_1_and_8_home_to_kaas_2() {
    let restart = Change::Restart {
        restart: Which::These(vec!["kaas-1".into()]),
        how: How::Drain,
    };
    let plan = planned(
        &[
            restart,
            Change::Drain {
                drain: "kaas-0".into(),
            },
        ],
        Rules::default(),
    );
    let mut to: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for moved in &plan.steps[2].moved {
        assert_eq!(moved.from.as_deref(), Some("kaas-0"));
        assert_eq!(
            moved.reason.text(),
            "Its entry named kaas-0, which is draining: the controller re-picked it by the hash."
        );
        to.entry(moved.to.as_deref().unwrap())
            .or_default()
            .push(&moved.group_id);
    }
    assert_eq!(
        to.iter()
            .map(|(to, ids)| (*to, ids.len()))
            .collect::<Vec<_>>(),
        [("kaas-1", 12), ("kaas-2", 8)]
    );
    let home: BTreeSet<&str> = [
        "audit-log",
        "billing-sync",
        "chat-translate",
        "quality-sample",
        "sla-clock",
        "triage-shadow",
        "voice-bridge",
        "webhook-out",
    ]
    .into();
    assert_eq!(to["kaas-2"].iter().copied().collect::<BTreeSet<_>>(), home);
}

#[test]
fn a_crash_moves_a_group_away_and_back_and_a_drain_only_away() {
    let moves = |how| {
        let restart = Change::Restart {
            restart: Which::These(vec!["kaas-2".into()]),
            how,
        };
        let plan = planned(&[restart], Rules::default());
        plan.steps
            .iter()
            .map(|step| step.moved.len())
            .collect::<Vec<_>>()
    };
    // kaas-2 coordinates 8 groups by entry and 2 as alternate of kaas-1. Nobody but kaas-0 is
    // alive then, and home broker kaas-1 stays down, so what hashes to slot 1 returns to kaas-2.
    assert_eq!(moves(How::Crash), [10, 10]);
    assert_eq!(moves(How::Drain), [10, 2]);
}

#[test]
fn restarting_all_costs_more_under_a_divisor_that_counts_the_alive() {
    let restart = [Change::Restart {
        restart: Which::All(AllWord::All),
        how: How::Crash,
    }];
    let mut alive = Rules::default();
    alive.set("divisor", "alive-count").unwrap();
    let real = planned(&restart, Rules::default());
    let wrong = planned(&restart, alive);
    assert_eq!((real.steps.len(), real.moves, wrong.moves), (6, 58, 69));
}

#[test]
fn a_broker_that_is_not_there_is_named() {
    let (text, groups) = volume();
    let down = [Change::Down {
        down: "kaas-9".into(),
    }];
    let refused = plan(&text, &groups, &down, &Active::Entries, Setup::default());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "Broker \"kaas-9\" is not in the cluster (kaas-0, kaas-1, kaas-2)."
    );
}

fn planned(changes: &[Change], rules: Rules) -> Plan {
    let (text, groups) = volume();
    plan(
        &text,
        &groups,
        changes,
        &Active::Entries,
        Setup {
            rules,
            ..Setup::default()
        },
    )
    .unwrap()
}

fn loads(load: &[orrery::plan::Load]) -> Vec<(&str, u32)> {
    load.iter()
        .map(|load| (&*load.broker, load.entries + load.hash))
        .collect()
}

fn ids(moved: &[orrery::movement::Move]) -> Vec<&str> {
    moved.iter().map(|moved| &*moved.group_id).collect()
}

fn volume() -> (String, BTreeSet<Arc<str>>) {
    let mut archive = tar::Archive::new(&include_bytes!("snapshots/mid-rollout.tar")[..]);
    let mut text = String::new();
    let mut groups = BTreeSet::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().to_string_lossy().into_owned();
        let path = path
            .split_once("__cluster/")
            .map(|(_, path)| path.to_owned())
            .unwrap_or_default();
        if path == "assignment.json" {
            entry.read_to_string(&mut text).unwrap();
        }
        groups.extend(offsets_group(&path).map(Arc::from));
    }
    (text, groups)
}
