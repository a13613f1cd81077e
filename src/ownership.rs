//! Who coordinates a group: entries first, then the hash.
//!
//! Source: kaas-rs/kaas 44f5471, coordinator.rs (`coordinator_of`). Every broker-side question
//! goes through [`View`], so that no component can read one tier only.

use std::sync::Arc;

use serde::Serialize;

use crate::assignment::{Assignment, GroupEntry, Health};
use crate::cast::{u32_of, usize_of};
use crate::lookup::Lookup;
use crate::routing::Brokers;
use crate::rules::{OwnershipCheck, Rules};

/// Which tier gave the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// An entry of `consumerGroups`.
    Explicit,
    /// The hash over the broker rows.
    Hash,
    /// Nobody.
    None,
}

/// An assignment prepared for many questions: entries looked up, broker rows sorted.
#[derive(Clone, Debug)]
pub struct View {
    assignment: Arc<Assignment>,
    brokers: Brokers,
    /// Group id -> index of its first entry.
    entries: Lookup<Arc<str>, u32>,
    /// Broker id -> health of its last row.
    health: Lookup<Arc<str>, Health>,
    explicit_only: bool,
}

/// The answer to "who coordinates this group?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ownership<'a> {
    /// The broker that the rules name, whatever its health; `None`: nobody.
    pub broker: Option<&'a str>,
    /// The tier that named it.
    pub tier: Tier,
    /// What the hash alone says.
    pub hash_broker: Option<&'a str>,
}

impl View {
    /// Prepares an assignment under the given rules.
    #[must_use]
    pub fn new(assignment: Arc<Assignment>, rules: &Rules) -> Self {
        let mut entries = Lookup::with_capacity(assignment.consumer_groups.len());
        for (at, entry) in assignment.consumer_groups.iter().enumerate() {
            // Readers take the first entry in file order.
            if entries.get(entry.group_id.as_str()).is_none() {
                entries.insert(Arc::from(entry.group_id.as_str()), u32_of(at));
            }
        }
        let mut health = Lookup::with_capacity(assignment.brokers.len());
        for row in &assignment.brokers {
            health.insert(Arc::from(row.id.as_str()), row.health);
        }
        Self {
            health,
            brokers: Brokers::of(&assignment.brokers, rules.divisor),
            entries,
            explicit_only: rules.ownership_check == OwnershipCheck::ExplicitEverywhere,
            assignment,
        }
    }

    /// The assignment this was prepared from.
    #[must_use]
    pub fn assignment(&self) -> &Arc<Assignment> {
        &self.assignment
    }

    /// The prepared broker rows.
    #[must_use]
    pub fn brokers(&self) -> &Brokers {
        &self.brokers
    }

    /// Broker of the group's entry: the first one in file order.
    #[must_use]
    pub fn entry(&self, group: &str) -> Option<&str> {
        self.entry_of(group).map(|entry| entry.broker.as_str())
    }

    /// The group's entry: the first one in file order.
    #[must_use]
    pub fn entry_of(&self, group: &str) -> Option<&GroupEntry> {
        let index = usize_of(*self.entries.get(group)?);
        self.assignment.consumer_groups.get(index)
    }

    /// Who coordinates the group, by both tiers.
    #[must_use]
    pub fn owner(&self, group: &str) -> Ownership<'_> {
        let hash_broker = self.hash_answer(group);
        match self.entry(group) {
            Some(broker) => Ownership {
                broker: Some(broker),
                tier: Tier::Explicit,
                hash_broker,
            },
            None if self.explicit_only => Ownership {
                broker: None,
                tier: Tier::None,
                hash_broker,
            },
            None => Ownership {
                broker: hash_broker,
                tier: if hash_broker.is_some() {
                    Tier::Hash
                } else {
                    Tier::None
                },
                hash_broker,
            },
        }
    }

    /// Who coordinates a transactional id: the hash tier alone.
    #[must_use]
    pub fn transaction_owner(&self, transactional_id: &str) -> Ownership<'_> {
        let broker = self.hash_answer(transactional_id);
        let tier = if broker.is_some() {
            Tier::Hash
        } else {
            Tier::None
        };
        Ownership {
            broker,
            tier,
            hash_broker: broker,
        }
    }

    /// What the hash alone says.
    #[must_use]
    pub fn hash_answer(&self, key: &str) -> Option<&str> {
        self.brokers.id(self.brokers.route(key).coordinator?)
    }

    /// Where the hash points when everybody is alive.
    #[must_use]
    pub fn home(&self, group: &str) -> Option<&str> {
        let hash = self.brokers.route(group).hash;
        self.brokers.id(hash.checked_rem(self.brokers.len())?)
    }

    /// Health of a broker's row, the last one if it has several; `None` without a row.
    #[must_use]
    pub fn health(&self, broker: &str) -> Option<Health> {
        self.health.get(broker).copied()
    }
}

impl Ownership<'_> {
    /// Whether the hash would give the same answer, so that losing the entry would move nothing.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.broker == self.hash_broker
    }
}
