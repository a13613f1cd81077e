//! Findings about transactions, producer ids, fences and markers: rows T1 to T16.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::assignment::Health;
use crate::collect::Gather as _;
use crate::routing::{TXN_SLOTS, txn_slot};
use crate::time::WallTime;
use crate::volume::transactions::{
    Fences, Marker, ProducerIds, Transaction, TransactionState, slice_of,
};
use crate::volume::{Content, OfBroker, SlotFile};

pub(super) fn findings(volume: &Volume, view: Option<&View>) -> Vec<Finding> {
    let seen = transactions(volume);
    let context = Context {
        volume,
        view,
        now_ms: view.and_then(written_at),
        epochs: seen
            .map(|seen| ((seen.id, seen.state.producer_id), seen.state.epoch))
            .gather(),
        ordinals: ordinals(volume, view),
        blocks: volume
            .producer_ids
            .iter()
            .map(|file| (file.broker.as_str(), file))
            .gather(),
    };
    let mut found = Vec::new();
    for slot in &volume.slots {
        found.extend(context.slot(slot));
    }
    found.extend(context.shared_ids());
    found.extend(context.missing_blocks());
    found.extend(volume.producer_ids.iter().filter_map(block));
    for fences in &volume.fences {
        found.extend(context.fences(fences));
    }
    for marker in &volume.markers {
        found.extend(context.marker(marker));
    }
    found
}

struct Context<'a> {
    volume: &'a Volume,
    view: Option<&'a View>,
    /// When the assignment was written: the only clock that a snapshot has.
    now_ms: Option<i64>,
    /// (transactional id, producer id) -> epoch.
    epochs: BTreeMap<(&'a str, i64), i16>,
    /// Number at the end of a broker id -> the id.
    ordinals: BTreeMap<i64, &'a str>,
    /// Broker id -> its block file.
    blocks: BTreeMap<&'a str, &'a OfBroker<ProducerIds>>,
}

/// A transaction and the slot file that it stands in.
#[derive(Clone, Copy)]
struct Seen<'a> {
    file: &'a SlotFile,
    id: &'a str,
    state: &'a Transaction,
}

impl<'a> Context<'a> {
    fn slot(&self, file: &'a SlotFile) -> Vec<Finding> {
        let about = |kind: &'static Kind| Finding::new(kind, &file.path).with("slot", file.slot);
        match &file.content {
            Content::Loaded(slot) => slot
                .entries
                .iter()
                .flat_map(|(id, state)| self.transaction(Seen { file, id, state }))
                .collect(),
            Content::Empty => vec![about(SLOT_EMPTY)],
            Content::Refused(error) => vec![about(SLOT_REFUSED).refused(error)],
            Content::Unreadable(reason) => {
                vec![about(FILE_UNREADABLE).with("reason", reason.as_str())]
            }
            Content::Directory => vec![
                about(SLOT_REFUSED).with("reason", Message::new(keys::FILE_IS_A_DIRECTORY).text()),
            ],
        }
    }

    fn transaction(&self, seen: Seen<'_>) -> Vec<Finding> {
        let mut found = Vec::new();
        let right = txn_slot(seen.id, TXN_SLOTS);
        if right != seen.file.slot {
            let finding = about(TRANSACTION_IN_WRONG_SLOT, seen);
            found.push(finding.with("slot", seen.file.slot).with("right", right));
        }
        found.extend(self.ongoing(seen));
        found.extend(self.prepared(seen));
        found.extend(self.groups_elsewhere(seen));
        found.extend(self.beyond_block(seen));
        if seen.state.epoch == i16::MAX {
            found.push(
                about(PRODUCER_EPOCH_AT_LIMIT, seen).with("epoch", seen.state.epoch.to_string()),
            );
        }
        found
    }

    fn ongoing(&self, seen: Seen<'_>) -> Option<Finding> {
        let Transaction {
            state,
            ongoing_since_ms: since_ms,
            timeout_ms,
            ..
        } = *seen.state;
        if state != TransactionState::Ongoing {
            return None;
        }
        if timeout_ms == 0 || since_ms == 0 {
            let missing = if timeout_ms == 0 { "timeout" } else { "start" };
            return Some(about(TRANSACTION_WITHOUT_TIMEOUT, seen).with("missing", missing));
        }
        let age_ms = self.now_ms?.saturating_sub(since_ms);
        let is_overdue = age_ms > i64::from(timeout_ms).saturating_add(REAPER_MS);
        let kind = if is_overdue {
            TRANSACTION_OVERDUE
        } else {
            TRANSACTION_ONGOING
        };
        let finding = about(kind, seen)
            .with("age", seconds(age_ms))
            .with("timeout", seconds(i64::from(timeout_ms)))
            .with("coordinator", self.coordinator(seen.id));
        let together = !seen.state.groups.is_empty() && self.groups_elsewhere(seen).is_empty();
        Some(finding.with("groups", if together { "same" } else { "none" }))
    }

    fn prepared(&self, seen: Seen<'_>) -> Option<Finding> {
        if !seen.state.is_prepared() {
            return None;
        }
        let owed = partitions(seen.state);
        let kind = if owed.is_empty() {
            TRANSACTION_STUCK_PREPARED
        } else {
            TRANSACTION_OWES_MARKERS
        };
        let finding = about(kind, seen)
            .with("state", seen.state.state.as_str())
            .with("coordinator", self.coordinator(seen.id));
        Some(finding.items(&owed))
    }

    /// Groups whose staged offsets lie at another broker than the one that ends the transaction.
    fn groups_elsewhere(&self, seen: Seen<'_>) -> Vec<Finding> {
        let is_open = seen.state.state == TransactionState::Ongoing || seen.state.is_prepared();
        let Some(view) = self.view.filter(|_| is_open) else {
            return Vec::new();
        };
        let coordinator = view.transaction_owner(seen.id).broker;
        let elsewhere = |group: &&String| view.owner(group).broker != coordinator;
        let groups = seen.state.groups.iter().filter(elsewhere);
        groups
            .map(|group| {
                about(TRANSACTION_GROUP_ELSEWHERE, seen)
                    .group(group)
                    .with("coordinator", coordinator.unwrap_or("nobody"))
                    .with("owner", view.owner(group).broker.unwrap_or("nobody"))
            })
            .collect()
    }

    /// An id that its broker has not handed out yet, by its own file.
    fn beyond_block(&self, seen: Seen<'_>) -> Option<Finding> {
        let (ordinal, number) = slice_of(seen.state.producer_id)?;
        let broker = self.broker_of(ordinal);
        let file = self.blocks.get(broker.as_str())?;
        let block = file.content.loaded()?;
        (number >= block.next_block).then(|| {
            about(PRODUCER_ID_BEYOND_BLOCK, seen)
                .with("number", number.to_string())
                .with("broker", broker.as_str())
                .with("blockfile", file.path.as_str())
                .with("next", block.next_block.to_string())
        })
    }

    fn shared_ids(&self) -> Vec<Finding> {
        let mut by_id: BTreeMap<i64, Vec<Seen<'_>>> = BTreeMap::new();
        for seen in transactions(self.volume) {
            by_id.entry(seen.state.producer_id).or_default().push(seen);
        }
        let mut found = Vec::new();
        for (producer_id, seen) in by_id {
            let names: BTreeSet<&str> = seen.iter().map(|seen| seen.id).gather();
            if let (true, Some(last)) = (names.len() > 1, seen.last()) {
                let names: Vec<String> = names.into_iter().map(|id| format!("\"{id}\"")).collect();
                let finding =
                    about(PRODUCER_ID_SHARED, *last).with("producer", producer_id.to_string());
                found.push(finding.items(&names));
            }
        }
        found
    }

    /// Brokers without a block file although an id of their slice is in use: one finding a broker.
    fn missing_blocks(&self) -> Vec<Finding> {
        let mut missing: BTreeMap<String, &str> = BTreeMap::new();
        for seen in transactions(self.volume) {
            let Some((ordinal, _)) = slice_of(seen.state.producer_id) else {
                continue;
            };
            let broker = self.broker_of(ordinal);
            if !self.blocks.contains_key(broker.as_str()) {
                missing.entry(broker).or_insert(seen.id);
            }
        }
        let finding = |(broker, transaction): (String, &str)| {
            let path = format!("producer_ids/{broker}.json");
            Finding::new(PRODUCER_IDS_MISSING, &path)
                .with("blockfile", path.as_str())
                .with("broker", broker)
                .with("transaction", transaction)
        };
        missing.into_iter().map(finding).collect()
    }

    fn fences(&self, file: &OfBroker<Fences>) -> Vec<Finding> {
        let mut found = Vec::new();
        let about = |kind: &'static Kind| {
            Finding::new(kind, &file.path).with("broker", file.broker.as_str())
        };
        if self
            .view
            .is_some_and(|view| view.health(&file.broker).is_none())
        {
            found.push(about(FENCES_OF_UNKNOWN_BROKER));
        }
        match &file.content {
            Content::Refused(error) => found.push(about(FENCES_REFUSED).refused(error)),
            Content::Unreadable(reason) => {
                found.push(about(FILE_UNREADABLE).with("reason", reason.as_str()));
            }
            Content::Loaded(fences) => {
                let odd = fences
                    .epochs
                    .iter()
                    .filter(|(key, _)| key.parse::<i64>().is_err());
                let odd: Vec<(&str, Pos)> = odd.map(|(key, (_, at))| (key.as_str(), *at)).collect();
                if let Some((first, at)) = odd.iter().min_by_key(|(_, at)| *at) {
                    let keys: Vec<&str> = odd.iter().map(|(key, _)| *key).collect();
                    let path = Path::root().member(first);
                    found.push(about(FENCE_KEY_NOT_A_NUMBER).at(&path, *at).items(&keys));
                }
            }
            Content::Empty | Content::Directory => {}
        }
        found
    }

    fn marker(&self, file: &OfBroker<Marker>) -> Vec<Finding> {
        let about = |kind: &'static Kind| {
            Finding::new(kind, &file.path).with("broker", file.broker.as_str())
        };
        let marker = match &file.content {
            Content::Loaded(marker) => marker,
            Content::Empty => return vec![about(MARKER_EMPTY)],
            Content::Refused(error) => return vec![about(MARKER_REFUSED).refused(error)],
            Content::Unreadable(reason) => {
                return vec![about(FILE_UNREADABLE).with("reason", reason.as_str())];
            }
            Content::Directory => return Vec::new(),
        };
        let mut found = Vec::new();
        let named =
            |kind: &'static Kind| about(kind).with("transaction", marker.transactional_id.as_str());
        match self.view.map(|view| view.health(&file.broker)) {
            None | Some(Some(Health::Alive)) => {}
            Some(None) => found.push(named(MARKER_FOR_UNKNOWN_BROKER)),
            Some(Some(health)) => {
                found.push(named(MARKER_FOR_DOWN_BROKER).with("health", health.as_str()));
            }
        }
        let present = self
            .epochs
            .get(&(marker.transactional_id.as_str(), marker.producer_id));
        if let Some(present) = present.filter(|epoch| **epoch > marker.producer_epoch) {
            let finding = named(MARKER_SUPERSEDED)
                .with("epoch", marker.producer_epoch.to_string())
                .with("present", present.to_string());
            found.push(finding);
        }
        found
    }

    fn coordinator(&self, transactional_id: &str) -> String {
        let broker = self
            .view
            .and_then(|view| view.transaction_owner(transactional_id).broker);
        broker.unwrap_or("nobody").to_owned()
    }

    /// The broker with this number at the end of its id; if none has it, named like the others.
    fn broker_of(&self, ordinal: i64) -> String {
        match self.ordinals.get(&ordinal) {
            Some(id) => (*id).to_owned(),
            None => {
                let first = self.ordinals.first_key_value();
                let stem = first.map_or("broker-", |(_, id)| ordinal_of(id).0);
                format!("{stem}{ordinal}")
            }
        }
    }
}

/// A broker id as its stem and the number at its end.
fn ordinal_of(id: &str) -> (&str, Option<i64>) {
    let stem = id.trim_end_matches(|sign: char| sign.is_ascii_digit());
    (
        stem,
        id.strip_prefix(stem).and_then(|digits| digits.parse().ok()),
    )
}

/// The brokers by the number at the end of their ids: rows first, then block files.
fn ordinals<'a>(volume: &'a Volume, view: Option<&'a View>) -> BTreeMap<i64, &'a str> {
    let rows = view.map(|view| view.brokers().ids()).unwrap_or_default();
    let ids = rows
        .iter()
        .chain(volume.producer_ids.iter().map(|file| &file.broker));
    let mut ordinals = BTreeMap::new();
    for id in ids {
        if let (_, Some(number)) = ordinal_of(id) {
            ordinals.entry(number).or_insert(id.as_str());
        }
    }
    ordinals
}

fn block(file: &OfBroker<ProducerIds>) -> Option<Finding> {
    let about =
        |kind: &'static Kind| Finding::new(kind, &file.path).with("broker", file.broker.as_str());
    match &file.content {
        Content::Loaded(block) if block.next_block % BLOCK != 0 => {
            let finding = about(PRODUCER_IDS_UNEVEN)
                .at(&Path::root().member("nextBlock"), block.at)
                .with("next", block.next_block.to_string())
                .with("block", BLOCK.to_string());
            Some(finding)
        }
        Content::Loaded(_) => None,
        Content::Refused(error) => Some(about(PRODUCER_IDS_REFUSED).refused(error)),
        Content::Empty => {
            Some(about(PRODUCER_IDS_REFUSED).with("reason", Message::new(keys::JSON_EMPTY).text()))
        }
        Content::Directory => Some(
            about(PRODUCER_IDS_REFUSED)
                .with("reason", Message::new(keys::FILE_IS_A_DIRECTORY).text()),
        ),
        Content::Unreadable(reason) => Some(about(FILE_UNREADABLE).with("reason", reason.as_str())),
    }
}

fn about(kind: &'static Kind, seen: Seen<'_>) -> Finding {
    Finding::new(kind, &seen.file.path)
        .at(&Path::root().member(seen.id), seen.state.at)
        .with("transaction", seen.id)
}

fn partitions(transaction: &Transaction) -> Vec<String> {
    let topics = transaction.partitions.iter();
    topics
        .flat_map(|topic| {
            topic
                .partitions
                .iter()
                .map(move |number| format!("{}/{number}", topic.topic))
        })
        .collect()
}

/// Every transaction in a slot that kaas reads.
fn transactions(volume: &Volume) -> impl Iterator<Item = Seen<'_>> {
    volume.slots.iter().flat_map(|file| {
        let slot = file.content.loaded();
        let entries = slot.into_iter().flat_map(|slot| slot.entries.iter());
        entries.map(move |(id, state)| Seen { file, id, state })
    })
}

fn written_at(view: &View) -> Option<i64> {
    WallTime::parse(&view.assignment().generated_at).map(WallTime::unix_ms)
}

/// Whole seconds, as text.
fn seconds(ms: i64) -> String {
    ms.div_euclid(1_000).to_string()
}

/// The reaper looks every 10 s.
const REAPER_MS: i64 = 10_000;
/// Brokers take producer ids in blocks of this many.
const BLOCK: i64 = 1_000;
