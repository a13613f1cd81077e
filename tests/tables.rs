//! The tables that kaas' own functions (44f5471) and Kafka's printed, reproduced number by number.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use orrery::hash::{fnv1a_32, java_hash_code, rendezvous_weight};
use orrery::routing::{Brokers, Divisor, OFFSETS_PARTITIONS, TXN_SLOTS, partition_for, txn_slot};
use serde::Deserialize;

#[test]
fn fnv1a32() {
    let rows = routing().fnv1a32;
    for row in &rows {
        assert_eq!(fnv1a_32(row.key.as_bytes()), row.hash, "{:?}", row.key);
    }
    assert_eq!(rows.len(), 200);
    println!("{} hashes", rows.len());
}

#[test]
fn pick_coordinator() {
    let rows = routing().pick_coordinator;
    for row in &rows {
        let alive: Vec<&String> = row
            .alive
            .iter()
            .filter(|(_, alive)| **alive)
            .map(|(id, _)| id)
            .collect();
        let brokers = Brokers::from_ids(&row.brokers, &alive);
        let route = brokers.route(&row.key);
        assert_eq!(
            route.slot.unwrap_or(0),
            row.slot,
            "{}: {:?}",
            row.tag,
            row.key
        );
        let coordinator = route.coordinator.and_then(|index| brokers.id(index));
        assert_eq!(
            coordinator,
            row.expect.as_deref(),
            "{}: {:?} on {:?}",
            row.tag,
            row.key,
            row.brokers
        );
        // The numbers of the route lead to the same broker by hand.
        let by_hand = match route.alternate {
            Some(position) => Some(brokers.alive()[position as usize]),
            None => route.preferred.filter(|&index| brokers.is_alive(index)),
        };
        assert_eq!(by_hand, route.coordinator, "{}: {:?}", row.tag, row.key);
    }
    assert_eq!(rows.len(), 2000);
    println!("{} picks", rows.len());
}

#[test]
fn rendezvous() {
    let rows = routing().rendezvous;
    for row in &rows {
        let brokers = Brokers::from_ids(&row.brokers, &row.brokers);
        let name = |index| brokers.id(index).unwrap();
        assert_eq!(
            brokers.rendezvous(&row.group).map(name),
            Some(row.pick.as_str()),
            "{:?}",
            row.group
        );
        let hash_tier = brokers.route(&row.group).coordinator.map(name);
        assert_eq!(
            hash_tier,
            Some(row.hash_tier_pick.as_str()),
            "{:?}",
            row.group
        );
        let weights: BTreeMap<String, String> = row
            .brokers
            .iter()
            .map(|id| {
                (
                    id.clone(),
                    format!("{:016x}", rendezvous_weight(&row.group, id)),
                )
            })
            .collect();
        assert_eq!(weights, row.xxh64, "{:?}", row.group);
    }
    assert_eq!(rows.len(), 300);
    println!("{} rendezvous picks", rows.len());
}

#[test]
fn txn_slots() {
    let rows = routing().txn_slots;
    for row in &rows {
        let slot = txn_slot(&row.txn_id, TXN_SLOTS);
        assert_eq!(
            (fnv1a_32(row.txn_id.as_bytes()), slot),
            (row.hash, row.slot),
            "{:?}",
            row.txn_id
        );
        assert_eq!(format!("slot-{slot}.json"), row.file);
    }
    assert_eq!(rows.len(), 100);
    println!("{} transaction slots", rows.len());
}

#[test]
fn counts() {
    let rows = routing().counts;
    for row in &rows {
        let up = cluster(row.brokers);
        let down = up.clone().with_alive(&row.down, false);
        assert_eq!(up.index_of(&row.down), Some(row.sorted_index));

        let before = owners("group-", row.keys, &up);
        let during = owners("group-", row.keys, &down);
        let after = owners(
            "group-",
            row.keys,
            &down.clone().with_alive(&row.down, true),
        );
        assert_eq!(changed(&before, &during), row.kaas_rule.changed_on_down);
        assert_eq!(changed(&during, &after), row.kaas_rule.changed_on_return);
        assert_eq!(
            row.keys - changed(&before, &after),
            row.kaas_rule.back_at_original.unwrap()
        );
        assert_eq!(load(&before), row.load_all_up);
        assert_eq!(load(&during), row.load_one_down);

        let alive_count = |brokers: &Brokers| {
            owners(
                "group-",
                row.keys,
                &brokers.clone().with_divisor(Divisor::AliveCount),
            )
        };
        let (before, during) = (alive_count(&up), alive_count(&down));
        assert_eq!(
            changed(&before, &during),
            row.mod_alive_count.changed_on_down
        );
        assert_eq!(
            changed(&during, &alive_count(&up)),
            row.mod_alive_count.changed_on_return
        );

        let rows_left: Vec<&String> = up.ids().iter().filter(|id| **id != row.down).collect();
        let scaled_down = owners(
            "group-",
            row.keys,
            &Brokers::from_ids(&rows_left, &rows_left),
        );
        assert_eq!(
            changed(&owners("group-", row.keys, &up), &scaled_down),
            row.scale_down_one_broker.changed
        );
    }
    assert_eq!(rows.len(), 4);
    println!("{} counts", rows.len());
}

#[test]
fn scale_up() {
    let rows = routing().scale_up;
    for row in &rows {
        let (from, to) = (cluster(row.from), cluster(row.to));
        assert_eq!(
            changed(
                &owners("group-", row.keys, &from),
                &owners("group-", row.keys, &to)
            ),
            row.changed
        );
    }
    assert_eq!(rows.len(), 4);
    println!("{} scale-ups", rows.len());
}

#[test]
fn first_entry_disagreement() {
    let rows = routing().first_entry_disagreement;
    for row in &rows {
        let brokers = cluster(row.brokers);
        let moved = (0..row.keys)
            .map(|n| format!("group-{n}"))
            .filter(|group| brokers.rendezvous(group) != brokers.route(group).coordinator);
        assert_eq!(moved.count() as u32, row.first_entry_moves_group);
    }
    assert_eq!(rows.len(), 4);
    println!("{} first-entry disagreements", rows.len());
}

#[test]
fn txn_slot_sharing() {
    let rows = routing().txn_slot_sharing;
    for row in &rows {
        let brokers = cluster(row.brokers);
        let mut coordinators = vec![BTreeSet::new(); 50];
        for id in (0..row.txn_ids).map(|n| format!("tx-{n}")) {
            coordinators[txn_slot(&id, TXN_SLOTS) as usize].insert(brokers.route(&id).coordinator);
        }
        let shared = coordinators.iter().filter(|file| file.len() > 1).count();
        let most = coordinators.iter().map(BTreeSet::len).max().unwrap();
        assert_eq!(
            (shared, most),
            (
                row.slot_files_with_more_than_one_coordinator,
                row.most_coordinators_in_one_file
            ),
            "{} brokers",
            row.brokers
        );
    }
    assert_eq!(rows.len(), 9);
    println!("{} rows of shared slot files", rows.len());
}

#[test]
fn partition_for_every_id() {
    let rows: Vec<PartitionRow> =
        serde_json::from_str(include_str!("tables/partition-for.json")).unwrap();
    for row in &rows {
        let id = row.group_id.as_str();
        assert_eq!(id.encode_utf16().count(), row.utf16_length, "{id:?}");
        assert_eq!(java_hash_code(id), row.hash_code, "{id:?}");
        assert_eq!(
            partition_for(id, OFFSETS_PARTITIONS),
            row.partition50,
            "{id:?}"
        );
        assert_eq!(partition_for(id, NonZeroU32::MIN), row.partition1, "{id:?}");
        assert_eq!(
            partition_for(id, NonZeroU32::new(7).unwrap()),
            row.partition7,
            "{id:?}"
        );
    }
    assert_eq!(rows.len(), 300);
    println!("{} partitions", rows.len());
}

#[test]
fn group_id_shapes() {
    let three = cluster(3);
    let lines = || {
        include_str!("tables/group-ids.txt")
            .lines()
            .filter(|line| line.starts_with('"'))
    };
    for line in lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let id: String = serde_json::from_str(cells[0]).unwrap();
        assert_eq!(java_hash_code(&id).to_string(), cells[1], "{id:?}");
        assert_eq!(
            partition_for(&id, OFFSETS_PARTITIONS).to_string(),
            cells[2],
            "{id:?}"
        );
        let route = three.route(&id);
        assert_eq!(format!("{:08x}", route.hash), cells[3], "{id:?}");
        assert_eq!(route.slot.unwrap().to_string(), cells[4], "{id:?}");
    }
    assert_eq!(lines().count(), 155);
    println!("{} group ids", lines().count());
}

/// kaas-0 to kaas-(n-1), all alive.
fn cluster(brokers: u32) -> Brokers {
    let ids: Vec<String> = (0..brokers).map(|n| format!("kaas-{n}")).collect();
    Brokers::from_ids(&ids, &ids)
}

fn owners(prefix: &str, keys: u32, brokers: &Brokers) -> Vec<String> {
    let owner = |n| {
        brokers
            .route(&format!("{prefix}{n}"))
            .coordinator
            .and_then(|index| brokers.id(index))
    };
    (0..keys).map(|n| owner(n).unwrap().to_owned()).collect()
}

fn changed(before: &[String], after: &[String]) -> u32 {
    before
        .iter()
        .zip(after)
        .filter(|(before, after)| before != after)
        .count() as u32
}

fn load(owners: &[String]) -> Vec<(String, u32)> {
    let mut load = BTreeMap::new();
    for owner in owners {
        *load.entry(owner.clone()).or_insert(0) += 1;
    }
    load.into_iter().collect()
}

fn routing() -> Routing {
    serde_json::from_str(include_str!("tables/kaas-routing.json")).unwrap()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Routing {
    fnv1a32: Vec<HashRow>,
    pick_coordinator: Vec<PickRow>,
    rendezvous: Vec<RendezvousRow>,
    txn_slots: Vec<TxnSlotRow>,
    counts: Vec<CountsRow>,
    scale_up: Vec<ScaleUpRow>,
    first_entry_disagreement: Vec<FirstEntryRow>,
    txn_slot_sharing: Vec<SharingRow>,
}

#[derive(Deserialize)]
struct HashRow {
    key: String,
    hash: u32,
}

#[derive(Deserialize)]
struct PickRow {
    tag: String,
    key: String,
    brokers: Vec<String>,
    alive: BTreeMap<String, bool>,
    slot: u32,
    expect: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RendezvousRow {
    group: String,
    brokers: Vec<String>,
    xxh64: BTreeMap<String, String>,
    pick: String,
    hash_tier_pick: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TxnSlotRow {
    txn_id: String,
    hash: u32,
    slot: u32,
    file: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CountsRow {
    brokers: u32,
    keys: u32,
    down: String,
    sorted_index: u32,
    kaas_rule: Changes,
    mod_alive_count: Changes,
    scale_down_one_broker: ScaleDown,
    load_all_up: Vec<(String, u32)>,
    load_one_down: Vec<(String, u32)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changes {
    changed_on_down: u32,
    changed_on_return: u32,
    back_at_original: Option<u32>,
}

#[derive(Deserialize)]
struct ScaleDown {
    changed: u32,
}

#[derive(Deserialize)]
struct ScaleUpRow {
    from: u32,
    to: u32,
    keys: u32,
    changed: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FirstEntryRow {
    brokers: u32,
    keys: u32,
    first_entry_moves_group: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SharingRow {
    brokers: u32,
    txn_ids: u32,
    slot_files_with_more_than_one_coordinator: usize,
    most_coordinators_in_one_file: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PartitionRow {
    group_id: String,
    utf16_length: usize,
    hash_code: i32,
    partition50: u32,
    partition1: u32,
    partition7: u32,
}
