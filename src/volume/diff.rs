//! Two snapshots of a volume, or two assignments: which groups change coordinator, and why.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::assignment::{Assignment, Health};
use crate::cast::u32_of;
use crate::messages::{Message, keys};
use crate::ownership::{Ownership, Tier, View};
use crate::rules::RuleId;
use crate::volume::Volume;
use crate::volume::report::{group_ids, view_of};

/// What differs; in JSON all names are camelCase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diff {
    /// Groups that change coordinator, sorted by the bytes of their ids. A group that only one
    /// side knows is asked for on both, because the rules answer for any id.
    pub moved: Vec<Moved>,
    /// Groups that only the first side knows, by entry or file.
    pub only_before: Vec<String>,
    /// Groups that only the second side knows.
    pub only_after: Vec<String>,
    /// Counts.
    pub totals: DiffTotals,
}

/// A group that changes coordinator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Group id.
    pub group_id: String,
    /// Its coordinator before; `None`: nobody.
    pub from: Option<String>,
    /// Its coordinator after; `None`: nobody.
    pub to: Option<String>,
    /// Why: the sentence and its code.
    pub reason: Message,
    /// The rule behind it.
    pub rule: RuleId,
}

/// Counts of a diff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiffTotals {
    /// Groups that either side knows.
    pub groups: u32,
    /// Those that change coordinator.
    pub moved: u32,
    /// Those that do not.
    pub stayed: u32,
    /// Groups that only the first side knows.
    pub only_before: u32,
    /// Groups that only the second side knows.
    pub only_after: u32,
}

/// Compares two volumes.
#[must_use]
pub fn diff(before: &Volume, after: &Volume) -> Diff {
    let (known_before, known_after) = (group_ids(before), group_ids(after));
    let known_before: BTreeSet<&str> = known_before.into_iter().collect();
    let known_after: BTreeSet<&str> = known_after.into_iter().collect();
    let sides = Sides {
        before: view_of(before),
        after: view_of(after),
    };
    let all: Vec<&str> = known_before.union(&known_after).copied().collect();
    let moved: Vec<Moved> = all.iter().filter_map(|group| sides.moved(group)).collect();
    let only = |left: &BTreeSet<&str>, right: &BTreeSet<&str>| -> Vec<String> {
        left.difference(right)
            .map(|group| (*group).to_owned())
            .collect()
    };
    let only_before = only(&known_before, &known_after);
    let only_after = only(&known_after, &known_before);
    let totals = DiffTotals {
        groups: u32_of(all.len()),
        moved: u32_of(moved.len()),
        stayed: u32_of(all.len().saturating_sub(moved.len())),
        only_before: u32_of(only_before.len()),
        only_after: u32_of(only_after.len()),
    };
    Diff {
        moved,
        only_before,
        only_after,
        totals,
    }
}

/// Compares two assignments; the groups are those with an entry in either.
#[must_use]
pub fn diff_assignments(before: &Arc<Assignment>, after: &Arc<Assignment>) -> Diff {
    diff(
        &Volume::of_assignment(before.clone()),
        &Volume::of_assignment(after.clone()),
    )
}

impl Serialize for Moved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Moved", 7)?;
        out.serialize_field("groupId", &self.group_id)?;
        out.serialize_field("from", &self.from)?;
        out.serialize_field("to", &self.to)?;
        out.serialize_field("reason", &self.reason.text())?;
        out.serialize_field("rule", self.rule.as_str())?;
        let code = self
            .reason
            .key
            .strip_prefix("moved-")
            .unwrap_or(self.reason.key);
        out.serialize_field("code", code)?;
        out.serialize_field("args", &self.reason)?;
        out.end()
    }
}

struct Sides {
    before: Option<View>,
    after: Option<View>,
}

impl Sides {
    fn moved(&self, group: &str) -> Option<Moved> {
        let before = self.before.as_ref().map(|view| view.owner(group));
        let after = self.after.as_ref().map(|view| view.owner(group));
        let broker =
            |side: Option<Ownership<'_>>| side.and_then(|side| side.broker).map(str::to_owned);
        let (from, to) = (broker(before), broker(after));
        if from == to {
            return None;
        }
        let (reason, rule) = match (&self.before, &self.after) {
            (Some(before), Some(after)) => why(before, after, group),
            (None, _) => (
                Message::new(keys::MOVED_NO_ASSIGNMENT_BEFORE),
                RuleId::Acceptance,
            ),
            (_, None) => (
                Message::new(keys::MOVED_NO_ASSIGNMENT_AFTER),
                RuleId::Acceptance,
            ),
        };
        Some(Moved {
            group_id: group.to_owned(),
            from,
            to,
            reason,
            rule,
        })
    }
}

/// Why the coordinator of a group differs between two accepted assignments.
fn why(before: &View, after: &View, group: &str) -> (Message, RuleId) {
    let (old, new) = (before.owner(group), after.owner(group));
    let name = |broker: Option<&str>| broker.unwrap_or("nobody").to_owned();
    match (old.tier, new.tier) {
        (Tier::Explicit, Tier::Explicit) => {
            let broker = name(old.broker);
            let (key, rule) = match after.health(&broker) {
                Some(Health::Alive) => (keys::MOVED_ENTRY_CHANGED, RuleId::ExplicitEntryWins),
                _ => (keys::MOVED_ENTRY_RE_PICKED, RuleId::RetireEntry),
            };
            let health = health_word(after, &broker);
            let message = Message::new(key)
                .with("broker", broker)
                .with("health", health);
            (message.with("to", name(new.broker)), rule)
        }
        (Tier::Explicit, _) => {
            let broker = name(old.broker);
            let health = health_word(after, &broker);
            let message = Message::new(keys::MOVED_ENTRY_LOST).with("broker", broker);
            (
                message.with("health", health).with("to", name(new.broker)),
                RuleId::RetireEntry,
            )
        }
        (_, Tier::Explicit) => {
            let message = Message::new(keys::MOVED_ENTRY_ADDED).with("from", name(old.broker));
            (
                message.with("to", name(new.broker)),
                RuleId::ExplicitEntryWins,
            )
        }
        _ => why_by_hash(before, after, group),
    }
}

/// Both answers come from the hash: the rows differ, or the health of somebody.
fn why_by_hash(before: &View, after: &View, group: &str) -> (Message, RuleId) {
    if before.brokers().ids() != after.brokers().ids() {
        let message = Message::new(keys::MOVED_ROWS_CHANGED)
            .with("before", before.brokers().len())
            .with("after", after.brokers().len());
        return (message, RuleId::Divisor);
    }
    let home = after.home(group).unwrap_or("nobody");
    let (was, is) = (before.health(home), after.health(home));
    let message = |key| {
        Message::new(key)
            .with("broker", home)
            .with("health", health_word(after, home))
    };
    if was != is && is == Some(Health::Alive) {
        return (message(keys::MOVED_HOME_RETURNED), RuleId::Divisor);
    }
    if was != is && was == Some(Health::Alive) {
        return (message(keys::MOVED_HOME_DOWN), RuleId::Alternate);
    }
    let changed = changed_health(before, after);
    (
        message(keys::MOVED_ALTERNATE_CHANGED).with("changed", changed.join(", ")),
        RuleId::Alternate,
    )
}

/// Brokers that became alive or stopped being it, as `kaas-1 dead`.
fn changed_health(before: &View, after: &View) -> Vec<String> {
    let mut ids: Vec<&str> = after.brokers().ids().iter().map(String::as_str).collect();
    ids.dedup();
    ids.retain(|id| {
        (before.health(id) == Some(Health::Alive)) != (after.health(id) == Some(Health::Alive))
    });
    ids.into_iter()
        .map(|id| format!("{id} {}", health_word(after, id)))
        .collect()
}

fn health_word(view: &View, broker: &str) -> &'static str {
    view.health(broker).map_or("gone", Health::as_str)
}
