//! Why a group is coordinated where it is, step by step, and what would change it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::assignment::{Assignment, GroupEntry, Health};
use crate::collect::Gather as _;
use crate::kaas::controller::{Inputs, recompute};
use crate::limits::COUNTERFACTUAL_BROKERS_MAX;
use crate::messages::{Message, keys};
use crate::ownership::{Ownership, Tier, View};
use crate::rules::{RuleId, Rules};

/// The whole argument for one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The group.
    pub group_id: String,
    /// The tier that answers.
    pub tier: Tier,
    /// Whom the rules name, whatever its health; `None`: nobody.
    pub coordinator: Option<String>,
    /// Whether that broker serves: its row is alive or draining.
    pub served: bool,
    /// Health of that broker's row; `None` without a row.
    pub health: Option<Health>,
    /// What the hash alone says.
    pub hash_coordinator: Option<String>,
    /// Whether both tiers name the same broker, so that losing the entry would move nothing.
    pub agrees: bool,
    /// FNV-1a 32 of the id.
    pub hash: u32,
    /// Hash modulo the divisor; `None` without rows.
    pub slot: Option<u32>,
    /// Where the hash points when everybody is alive.
    pub home_broker: Option<String>,
    /// Version of the assignment that was asked; a decimal string beyond 2^53.
    #[serde(serialize_with = "crate::json::safe")]
    pub assignment_version: i64,
    /// The argument, in order.
    pub steps: Vec<Step>,
    /// Every minimal change that would give another coordinator, each verified by computing it.
    pub counterfactual: Vec<Counterfactual>,
    /// `false` if there are too many brokers to search.
    pub counterfactual_searched: bool,
}

/// One step of the argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The sentence.
    pub message: Message,
    /// The rule it applies.
    pub rule: RuleId,
}

/// A minimal change and what it would lead to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counterfactual {
    /// The changes, all of them needed.
    pub changes: Vec<Change>,
    /// Coordinator then; `None`: nobody.
    pub coordinator: Option<String>,
    /// The sentence.
    #[serde(serialize_with = "as_text")]
    pub text: Message,
}

/// One change to the health of a broker or to the group's entry.
///
/// A change of health takes effect with the next version: the controller recomputes over the
/// changed rows, and the group counts as reported if it has an entry on a broker that runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Change {
    /// A broker's row gets this health.
    Health {
        /// The broker.
        broker: String,
        /// Its health.
        health: Health,
    },
    /// The group's entries go.
    DropEntry,
    /// The group gets an entry.
    AddEntry {
        /// Broker it names.
        broker: String,
    },
    /// The group's entry names another broker.
    RetargetEntry {
        /// Broker it names.
        broker: String,
    },
}

/// Explains who coordinates a group.
#[must_use]
pub fn explain(view: &View, group: &str, rules: &Rules) -> Explanation {
    let owner = view.owner(group);
    let route = view.brokers().route(group);
    let health = owner.broker.and_then(|broker| view.health(broker));
    let searched = view.brokers().len() <= COUNTERFACTUAL_BROKERS_MAX;
    Explanation {
        group_id: group.to_owned(),
        tier: owner.tier,
        coordinator: owner.broker.map(ToOwned::to_owned),
        served: matches!(health, Some(Health::Alive | Health::Draining)),
        health,
        hash_coordinator: owner.hash_broker.map(ToOwned::to_owned),
        agrees: owner.agrees(),
        hash: route.hash,
        slot: route.slot,
        home_broker: view.home(group).map(ToOwned::to_owned),
        assignment_version: view.assignment().assignment_version,
        steps: steps(view, group, owner),
        counterfactual: if searched {
            counterfactual(view, group, rules)
        } else {
            Vec::new()
        },
        counterfactual_searched: searched,
    }
}

/// Every minimal change after which the group has another coordinator: single changes, then
/// pairs of which neither half would do alone. Ordered by number of changes, kind and broker.
#[must_use]
pub fn counterfactual(view: &View, group: &str, rules: &Rules) -> Vec<Counterfactual> {
    let now = view.owner(group).broker.map(ToOwned::to_owned);
    // Looked up once: a file may have a million entries.
    let entries: Vec<GroupEntry> = view.assignment().entries_of(group).cloned().collect();
    let outcome = |changes: Vec<Change>| {
        let coordinator = after(view, group, &entries, &changes, rules);
        if coordinator == now {
            return Err(changes);
        }
        Ok(Counterfactual {
            text: sentence(&changes, coordinator.as_deref()),
            changes,
            coordinator,
        })
    };
    let mut found = Vec::new();
    let mut without_effect = Vec::new();
    for change in candidates(view, group) {
        match outcome(vec![change]) {
            Ok(counterfactual) => found.push(counterfactual),
            Err(changes) => without_effect.extend(changes),
        }
    }
    for (at, first) in without_effect.iter().enumerate() {
        for second in without_effect
            .iter()
            .skip(at + 1)
            .filter(|second| compatible(first, second))
        {
            found.extend(outcome(vec![first.clone(), second.clone()]));
        }
    }
    found
}

/// `{code, args, text, rule}`.
impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Step", 4)?;
        out.serialize_field("code", self.message.key)?;
        out.serialize_field("args", &self.message)?;
        out.serialize_field("text", &self.message.text())?;
        out.serialize_field("rule", &self.rule)?;
        out.end()
    }
}

fn as_text<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&message.text())
}

fn steps(view: &View, group: &str, owner: Ownership<'_>) -> Vec<Step> {
    let mut steps = vec![entry_step(view, group)];
    steps.extend(hash_steps(view, group));
    steps.push(answer_step(view, group, owner));
    steps
}

fn entry_step(view: &View, group: &str) -> Step {
    let version = version_text(view);
    let rule = RuleId::ExplicitEntryWins;
    let Some(entry) = view.entry_of(group) else {
        let message = Message::new(keys::EXPLAIN_ENTRY_NONE).with("version", version);
        return Step { message, rule };
    };
    let entries = view.assignment().entries_of(group).count();
    let key = if entries > 1 {
        keys::EXPLAIN_ENTRY_SEVERAL
    } else {
        keys::EXPLAIN_ENTRY
    };
    let message = Message::new(key)
        .with("version", version)
        .with("broker", entry.broker.as_str())
        .with("epoch", entry.epoch);
    let message = match entries {
        0 | 1 => message,
        _ => message.with("entries", crate::cast::u64_of(entries)),
    };
    Step { message, rule }
}

fn hash_steps(view: &View, group: &str) -> Vec<Step> {
    let brokers = view.brokers();
    let route = brokers.route(group);
    let mut steps = vec![Step {
        message: Message::new(keys::EXPLAIN_HASH)
            .with("bytes", crate::cast::u64_of(group.len()))
            .with("hash", route.hash)
            .with("hex", format!("0x{:08x}", route.hash)),
        rule: RuleId::Divisor,
    }];
    let (Some(slot), Some(preferred)) = (route.slot, route.preferred) else {
        let key = if brokers.is_empty() {
            keys::EXPLAIN_NO_ROWS
        } else {
            keys::EXPLAIN_NOBODY_ALIVE
        };
        steps.push(Step {
            message: Message::new(key),
            rule: RuleId::Divisor,
        });
        return steps;
    };
    let home = brokers.id(preferred).unwrap_or_default();
    steps.push(Step {
        message: Message::new(keys::EXPLAIN_SLOT)
            .with("hash", route.hash)
            .with("divisor", brokers.slots())
            .with("slot", slot)
            .with("broker", home),
        rule: RuleId::Divisor,
    });
    if brokers.is_alive(preferred) {
        steps.push(Step {
            message: Message::new(keys::EXPLAIN_PREFERRED_ALIVE).with("broker", home),
            rule: RuleId::Divisor,
        });
        return steps;
    }
    let state = view.health(home).map_or("gone", Health::as_str);
    steps.push(Step {
        message: Message::new(keys::EXPLAIN_PREFERRED_DOWN)
            .with("broker", home)
            .with("state", state),
        rule: RuleId::Alternate,
    });
    let alternate = route
        .alternate
        .zip(route.coordinator.and_then(|index| brokers.id(index)));
    let message = match alternate {
        Some((index, broker)) => Message::new(keys::EXPLAIN_ALTERNATE)
            .with("slot", slot)
            .with("alive", crate::cast::u32_of(brokers.alive().len()))
            .with("index", index)
            .with("broker", broker),
        None => Message::new(keys::EXPLAIN_NOBODY_ALIVE),
    };
    steps.push(Step {
        message,
        rule: RuleId::Alternate,
    });
    steps
}

fn answer_step(view: &View, group: &str, owner: Ownership<'_>) -> Step {
    let route = view.brokers().route(group);
    let rule = match owner.tier {
        Tier::Explicit => RuleId::ExplicitEntryWins,
        Tier::Hash if route.alternate.is_some() => RuleId::Alternate,
        Tier::Hash => RuleId::Divisor,
        // The hash has an answer, but entries alone are asked.
        Tier::None if owner.hash_broker.is_some() => RuleId::OwnershipCheck,
        Tier::None if view.brokers().is_empty() => RuleId::Divisor,
        Tier::None => RuleId::Alternate,
    };
    let Some(broker) = owner.broker else {
        return Step {
            message: Message::new(keys::EXPLAIN_ANSWER_NOBODY),
            rule,
        };
    };
    let hash = owner.hash_broker.unwrap_or("nobody");
    let key = match (owner.tier, view.health(broker), owner.agrees()) {
        (Tier::Explicit, None, _) => keys::EXPLAIN_ANSWER_NO_ROW,
        (Tier::Explicit, Some(Health::Dead), _) => keys::EXPLAIN_ANSWER_DEAD,
        (Tier::Explicit, Some(Health::Draining), _) => keys::EXPLAIN_ANSWER_DRAINING,
        (Tier::Explicit, _, true) => keys::EXPLAIN_ANSWER_AGREES,
        (Tier::Explicit, _, false) => keys::EXPLAIN_ANSWER_DIFFERS,
        _ => keys::EXPLAIN_ANSWER_HASH,
    };
    let message = Message::new(key).with("broker", broker);
    let message = match key {
        keys::EXPLAIN_ANSWER_HASH | keys::EXPLAIN_ANSWER_AGREES => message,
        _ => message.with("hash", hash),
    };
    Step { message, rule }
}

fn version_text(view: &View) -> String {
    // A version is a name, not an amount: no thousands separators.
    view.assignment().assignment_version.to_string()
}

fn candidates(view: &View, group: &str) -> Vec<Change> {
    let rows: BTreeSet<(&str, Option<Health>)> = view
        .brokers()
        .ids()
        .iter()
        .map(|id| (id.as_str(), view.health(id)))
        .gather();
    let mut changes = Vec::new();
    for (id, now) in &rows {
        for health in [Health::Alive, Health::Draining, Health::Dead] {
            if Some(health) != *now {
                changes.push(Change::Health {
                    broker: (*id).to_owned(),
                    health,
                });
            }
        }
    }
    let entry = view.entry(group);
    if entry.is_some() {
        changes.push(Change::DropEntry);
    }
    for (id, _) in rows.iter().filter(|(id, _)| Some(*id) != entry) {
        let broker = (*id).to_owned();
        changes.push(match entry {
            None => Change::AddEntry { broker },
            Some(_) => Change::RetargetEntry { broker },
        });
    }
    changes
}

/// Two changes of one thing are no pair.
fn compatible(first: &Change, second: &Change) -> bool {
    match (first, second) {
        (Change::Health { broker: a, .. }, Change::Health { broker: b, .. }) => a != b,
        (Change::Health { .. }, _) | (_, Change::Health { .. }) => true,
        _ => false,
    }
}

/// The coordinator after these changes, computed and not guessed.
fn after(
    view: &View,
    group: &str,
    entries: &[GroupEntry],
    changes: &[Change],
    rules: &Rules,
) -> Option<String> {
    let mut rows = view.assignment().brokers.clone();
    let mut entries = entries.to_vec();
    let mut health_changed = false;
    for change in changes {
        match change {
            Change::Health { broker, health } => {
                health_changed = true;
                rows.iter_mut()
                    .filter(|row| row.id == *broker)
                    .for_each(|row| row.health = *health);
            }
            Change::DropEntry => entries.clear(),
            Change::AddEntry { broker } | Change::RetargetEntry { broker } => {
                let epoch = entries.first().map_or(1, |entry| entry.epoch);
                entries = vec![GroupEntry {
                    group_id: group.to_owned(),
                    broker: broker.clone(),
                    epoch,
                    extra: Vec::new(),
                }];
            }
        }
    }
    let edited = Assignment {
        brokers: rows,
        consumer_groups: entries,
        ..Assignment::default()
    };
    let next = if health_changed {
        next_version(edited, group, rules)
    } else {
        edited
    };
    View::new(Arc::new(next), rules)
        .owner(group)
        .broker
        .map(ToOwned::to_owned)
}

/// What the controller writes over the changed rows.
fn next_version(edited: Assignment, group: &str, rules: &Rules) -> Assignment {
    // Readers take the first entry, so that one's broker has the group in memory, if it runs.
    let holder = edited
        .consumer_groups
        .first()
        .map(|entry| entry.broker.as_str());
    let runs = edited
        .brokers
        .iter()
        .any(|row| Some(row.id.as_str()) == holder && row.health != Health::Dead);
    let rows = match rules.listed_brokers {
        crate::rules::ListedBrokers::All => edited.brokers.clone(),
        crate::rules::ListedBrokers::AliveOnly => edited
            .brokers
            .iter()
            .filter(|row| row.health == Health::Alive)
            .cloned()
            .collect(),
    };
    recompute(
        Inputs {
            previous: Some(&edited),
            rows,
            reported: runs.then(|| Arc::from(group)).into_iter().gather(),
            partitions: Vec::new(),
            controller_epoch: 0,
            version: 0,
            generated_at: String::new(),
            controller: String::new(),
        },
        rules,
    )
    .assignment
}

fn sentence(changes: &[Change], coordinator: Option<&str>) -> Message {
    let parts: Vec<String> = changes
        .iter()
        .map(|change| {
            match change {
                Change::Health { broker, health } => Message::new(keys::CHANGE_HEALTH)
                    .with("broker", broker.as_str())
                    .with("health", health.as_str()),
                Change::DropEntry => Message::new(keys::CHANGE_DROP_ENTRY),
                Change::AddEntry { broker } => {
                    Message::new(keys::CHANGE_ADD_ENTRY).with("broker", broker.as_str())
                }
                Change::RetargetEntry { broker } => {
                    Message::new(keys::CHANGE_RETARGET_ENTRY).with("broker", broker.as_str())
                }
            }
            .text()
        })
        .collect();
    let changes = parts.join(" + ");
    match coordinator {
        Some(broker) => Message::new(keys::COUNTERFACTUAL)
            .with("changes", changes)
            .with("coordinator", broker),
        None => Message::new(keys::COUNTERFACTUAL_NOBODY).with("changes", changes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::BrokerRow;

    #[test]
    fn a_group_on_an_alternate_is_explained_with_its_numbers() {
        let view = view(
            &[
                ("kaas-0", Health::Alive),
                ("kaas-1", Health::Dead),
                ("kaas-2", Health::Alive),
            ],
            &[],
        );
        let explanation = explain(&view, "search", &Rules::default());
        let texts: Vec<String> = explanation
            .steps
            .iter()
            .map(|step| step.message.text())
            .collect();
        assert_eq!(
            texts,
            [
                "Version 7 has no entry for it.",
                "FNV-1a 32 of 6 bytes is 2,150,836,393 (0x803328a9).",
                "2,150,836,393 mod 3 rows is slot 1: kaas-1.",
                "kaas-1 is dead.",
                "Alternate: slot 1 mod 2 alive is 1: kaas-2.",
                "kaas-2 coordinates it, by the hash.",
            ]
        );
        let changes: Vec<String> = explanation
            .counterfactual
            .iter()
            .map(|change| change.text.text())
            .collect();
        assert_eq!(
            changes,
            [
                "kaas-1 alive: kaas-1 would coordinate it",
                "kaas-2 draining: kaas-0 would coordinate it",
                "kaas-2 dead: kaas-0 would coordinate it",
                "with an entry for kaas-0: kaas-0 would coordinate it",
                "with an entry for kaas-1: kaas-1 would coordinate it",
            ]
        );
    }

    #[test]
    fn an_entry_that_differs_from_the_hash_is_named_with_both_answers() {
        let view = view(
            &[("kaas-0", Health::Alive), ("kaas-1", Health::Alive)],
            &[("search", "kaas-0")],
        );
        let explanation = explain(&view, "search", &Rules::default());
        assert_eq!(explanation.coordinator.as_deref(), Some("kaas-0"));
        assert_eq!(explanation.hash_coordinator.as_deref(), Some("kaas-1"));
        assert!(!explanation.agrees);
        let changes: Vec<String> = explanation
            .counterfactual
            .iter()
            .map(|change| change.text.text())
            .collect();
        assert_eq!(
            changes,
            [
                "kaas-0 draining: kaas-1 would coordinate it",
                "kaas-0 dead: kaas-1 would coordinate it",
                "without its entry: kaas-1 would coordinate it",
                "with its entry naming kaas-1: kaas-1 would coordinate it",
            ]
        );
    }

    #[test]
    fn a_pair_is_named_where_neither_half_would_do() {
        use Health::{Alive, Dead};
        let rows = [
            ("kaas-0", Dead),
            ("kaas-1", Dead),
            ("kaas-2", Dead),
            ("kaas-3", Alive),
        ];
        let found = counterfactual(&view(&rows, &[]), "search", &Rules::default());
        let pairs: Vec<String> = found
            .iter()
            .filter(|found| found.changes.len() == 2)
            .map(|found| found.text.text())
            .collect();
        assert_eq!(
            pairs,
            ["kaas-0 alive + kaas-2 alive: kaas-2 would coordinate it"]
        );
    }

    #[test]
    fn without_rows_there_is_nothing_to_change() {
        assert_eq!(
            explain(&view(&[], &[]), "g", &Rules::default()).counterfactual,
            []
        );
    }

    fn view(rows: &[(&str, Health)], entries: &[(&str, &str)]) -> View {
        let assignment = Assignment {
            assignment_version: 7,
            brokers: rows
                .iter()
                .map(|(id, health)| BrokerRow {
                    id: (*id).to_owned(),
                    health: *health,
                    last_seen: String::new(),
                    extra: Vec::new(),
                })
                .collect(),
            consumer_groups: entries
                .iter()
                .map(|(group, broker)| GroupEntry {
                    group_id: (*group).to_owned(),
                    broker: (*broker).to_owned(),
                    epoch: 1,
                    extra: Vec::new(),
                })
                .collect(),
            ..Assignment::default()
        };
        View::new(Arc::new(assignment), &Rules::default())
    }
}
