//! What the controller writes: broker rows and the entries of groups.
//!
//! Source: kaas-rs/kaas 44f5471, balancer.rs and assignment_writer.rs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::assignment::{Assignment, BrokerRow, GroupEntry, Health, PartitionEntry};
use crate::collect::Gather as _;
use crate::event::What;
use crate::routing::Brokers;
use crate::rules::{FirstEntry, ListedBrokers, RetireEntry, RuleId, Rules};

/// What a recompute reads.
#[derive(Clone, Debug)]
pub struct Inputs<'a> {
    /// The assignment in the controller's memory; `None` before its first one.
    pub previous: Option<&'a Assignment>,
    /// Rows about to be written.
    pub rows: Vec<BrokerRow>,
    /// Groups that at least one report names.
    pub reported: BTreeSet<Arc<str>>,
    /// Leaders of partitions, written as they are.
    pub partitions: Vec<PartitionEntry>,
    /// Epoch of the lease.
    pub controller_epoch: i64,
    /// Version to write.
    pub version: i64,
    /// RFC 3339 time to write.
    pub generated_at: String,
    /// Broker that holds the lease.
    pub controller: String,
}

/// The assignment to write, and why each entry is as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recompute {
    /// The file's content, entries sorted by group id (kaas leaves the order open).
    pub assignment: Assignment,
    /// One decision for each group that has or had an entry or is reported, sorted by group id.
    pub decisions: Vec<Decision>,
}

/// What became of one group's entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The group.
    pub group_id: Arc<str>,
    /// What was decided.
    pub decision: Verdict,
    /// Broker of the previous entry.
    pub from: Option<Arc<str>>,
    /// Broker of the new entry; empty text if an entry is written although nobody is alive.
    pub to: Option<Arc<str>>,
    /// Epoch of the new entry.
    pub epoch: Option<u32>,
    /// Whether any report names the group.
    pub reported: bool,
    /// Health of the previous entry's broker in the new rows; `None` if it has no row or there was no entry.
    pub health: Option<Health>,
    /// The rule that decided.
    pub rule: RuleId,
}

/// The kinds of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No entry, reported: a first entry, epoch 1.
    Minted,
    /// Broker alive, reported: unchanged.
    Kept,
    /// Broker alive, not reported: unchanged.
    CarriedOver,
    /// Broker not alive, reported: another broker, epoch + 1.
    RePicked,
    /// Dropped.
    Retired,
}

/// Computes the next assignment.
///
/// | entry | broker alive | reported | decision |
/// |---|---|---|---|
/// | none | | yes | minted, epoch 1 |
/// | there | yes | yes | kept |
/// | there | yes | no | carried over (variant `group-quiet`: retired) |
/// | there | no | yes | re-picked, epoch + 1 |
/// | there | no | no | retired |
///
/// Without any row nothing gets an entry. With rows but nobody alive a reported group gets an
/// entry with an empty broker name, as kaas does. Of several entries of one group the
/// controller knows the last one, while readers take the first.
#[must_use]
pub fn recompute(inputs: Inputs<'_>, rules: &Rules) -> Recompute {
    let picker = Picker::new(&inputs.rows, rules);
    let mut entries: BTreeMap<Arc<str>, &GroupEntry> = BTreeMap::new();
    for entry in inputs
        .previous
        .iter()
        .flat_map(|previous| &previous.consumer_groups)
    {
        entries.insert(Arc::from(entry.group_id.as_str()), entry);
    }
    let groups: BTreeSet<&Arc<str>> = entries.keys().chain(&inputs.reported).gather();
    let decisions: Vec<Decision> = groups
        .into_iter()
        .filter_map(|group| {
            let entry = entries.get(group).copied();
            decide(
                group,
                entry,
                inputs.reported.contains(group),
                &picker,
                rules,
            )
        })
        .collect();
    let consumer_groups = decisions
        .iter()
        .filter_map(|decision| {
            Some(GroupEntry {
                group_id: decision.group_id.to_string(),
                broker: decision.to.as_ref()?.to_string(),
                epoch: decision.epoch?,
                // kaas writes from its own structs: fields it does not know are lost here.
                extra: Vec::new(),
            })
        })
        .collect();
    Recompute {
        assignment: Assignment {
            controller_epoch: inputs.controller_epoch,
            assignment_version: inputs.version,
            generated_at: inputs.generated_at,
            controller: inputs.controller,
            brokers: inputs.rows,
            partitions: inputs.partitions,
            consumer_groups,
            extra: Vec::new(),
        },
        decisions,
    }
}

/// The rows to write: all registered and all alive brokers with their health, sorted by id.
///
/// `alive` holds the connected, healthy brokers that do not drain, and the controller itself
/// always. Draining beats alive beats dead. A row keeps its old `lastSeen` while it is dead.
#[must_use]
pub fn rows(
    registered: &BTreeSet<Arc<str>>,
    alive: &BTreeSet<Arc<str>>,
    draining: &BTreeSet<Arc<str>>,
    previous: Option<&Assignment>,
    now: &str,
    rules: &Rules,
) -> Vec<BrokerRow> {
    let listed: BTreeSet<&Arc<str>> = match rules.listed_brokers {
        ListedBrokers::All => registered.union(alive).gather(),
        ListedBrokers::AliveOnly => alive.iter().gather(),
    };
    listed
        .into_iter()
        .map(|id| {
            let health = if draining.contains(id) {
                Health::Draining
            } else if alive.contains(id) {
                Health::Alive
            } else {
                Health::Dead
            };
            let old = previous
                .filter(|_| health == Health::Dead)
                .and_then(|previous| previous.brokers.iter().find(|row| *row.id == **id))
                .map(|row| row.last_seen.clone());
            BrokerRow {
                id: id.to_string(),
                health,
                last_seen: old.unwrap_or_else(|| now.to_owned()),
                extra: Vec::new(),
            }
        })
        .collect()
}

impl Decision {
    /// The event of this decision; `None` where the entry stays as it was.
    #[must_use]
    pub fn what(&self) -> Option<What> {
        let name = |name: &Option<Arc<str>>| name.clone().unwrap_or_else(|| Arc::from(""));
        match self.decision {
            Verdict::Kept | Verdict::CarriedOver => None,
            Verdict::Minted => Some(What::EntryMinted {
                to: name(&self.to),
                epoch: self.epoch.unwrap_or(1),
            }),
            Verdict::RePicked => Some(What::EntryRepicked {
                from: name(&self.from),
                to: name(&self.to),
                epoch: self.epoch.unwrap_or(1),
            }),
            Verdict::Retired => Some(What::EntryRetired {
                from: name(&self.from),
            }),
        }
    }
}

fn decide(
    group: &Arc<str>,
    entry: Option<&GroupEntry>,
    reported: bool,
    picker: &Picker<'_>,
    rules: &Rules,
) -> Option<Decision> {
    let from = entry.map(|entry| Arc::from(entry.broker.as_str()));
    let health = entry.and_then(|entry| picker.health(&entry.broker));
    let decided = |decision, to: Option<Arc<str>>, epoch, rule| {
        Some(Decision {
            group_id: group.clone(),
            decision,
            from: from.clone(),
            to,
            epoch,
            reported,
            health,
            rule,
        })
    };
    let Some(entry) = entry else {
        if picker.rows.is_empty() {
            return None;
        }
        return decided(
            Verdict::Minted,
            Some(picker.pick(group)),
            Some(1),
            RuleId::FirstEntry,
        );
    };
    if picker.rows.is_empty() {
        return decided(Verdict::Retired, None, None, RuleId::RetireEntry);
    }
    let alive = health == Some(Health::Alive);
    let keep = reported || rules.retire_entry == RetireEntry::BrokerGone;
    match (alive, reported) {
        (true, true) => decided(
            Verdict::Kept,
            from.clone(),
            Some(entry.epoch),
            RuleId::RetireEntry,
        ),
        (true, false) if keep => decided(
            Verdict::CarriedOver,
            from.clone(),
            Some(entry.epoch),
            RuleId::RetireEntry,
        ),
        (false, true) => {
            // kaas adds with wrapping in release builds; an epoch of u32::MAX cannot come from counting.
            let epoch = entry.epoch.wrapping_add(1);
            decided(
                Verdict::RePicked,
                Some(picker.pick(group)),
                Some(epoch),
                RuleId::FirstEntry,
            )
        }
        (_, false) => decided(Verdict::Retired, None, None, RuleId::RetireEntry),
    }
}

/// Picks the broker of an entry over the rows about to be written.
struct Picker<'a> {
    rows: &'a [BrokerRow],
    health: BTreeMap<&'a str, Health>,
    brokers: Brokers,
    first_entry: FirstEntry,
}

impl<'a> Picker<'a> {
    fn new(rows: &'a [BrokerRow], rules: &Rules) -> Self {
        Self {
            rows,
            health: rows
                .iter()
                .map(|row| (row.id.as_str(), row.health))
                .gather(),
            brokers: Brokers::of(rows, rules.divisor),
            first_entry: rules.first_entry,
        }
    }

    fn health(&self, broker: &str) -> Option<Health> {
        self.health.get(broker).copied()
    }

    fn pick(&self, group: &str) -> Arc<str> {
        let index = match self.first_entry {
            FirstEntry::SameHash => self.brokers.route(group).coordinator,
            FirstEntry::Rendezvous => self.brokers.rendezvous(group),
        };
        index
            .and_then(|index| self.brokers.id(index))
            .map_or_else(|| Arc::from(""), Arc::from)
    }
}
