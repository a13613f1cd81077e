//! The takeover pass: what a broker does with the groups in its memory when a version is applied.
//!
//! Source: kaas-rs/kaas 44f5471, group_takeover.rs.

use std::sync::Arc;

use crate::ownership::{Tier, View};
use crate::rules::{OwnershipCheck, Rules, Sweep};

/// What a pass decided, in the order in which it happens.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Takeover {
    /// Groups that leave memory, by group id, with the new coordinator.
    pub lost: Vec<(Arc<str>, Option<Arc<str>>)>,
    /// Groups whose explicit entry now names this broker and whose coordinator was another one,
    /// in file order, with that other one. Gains through the hash tier are not logged by kaas.
    pub gained: Vec<(Arc<str>, Option<Arc<str>>)>,
}

/// Walks the groups in memory of broker `me` after `next` replaced `previous`.
///
/// `resident` must be sorted; kaas leaves the order open.
#[must_use]
pub fn sweep<'a>(
    me: &str,
    resident: impl Iterator<Item = &'a Arc<str>>,
    previous: Option<&View>,
    next: &View,
    rules: &Rules,
) -> Takeover {
    let lost = resident
        .filter(|group| relinquishes(me, group, previous, next, rules))
        .map(|group| (group.clone(), next.owner(group).broker.map(Arc::from)))
        .collect();
    Takeover {
        lost,
        gained: gained(me, previous, next),
    }
}

/// Whether `me` still coordinates the group, as the takeover pass asks it.
#[must_use]
pub fn check(me: &str, group: &str, view: &View, rules: &Rules) -> bool {
    match rules.ownership_check {
        OwnershipCheck::BothTiers => view.owner(group).broker == Some(me),
        OwnershipCheck::ExplicitOnly | OwnershipCheck::ExplicitEverywhere => {
            view.entry(group) == Some(me)
        }
    }
}

fn relinquishes(
    me: &str,
    group: &str,
    previous: Option<&View>,
    next: &View,
    rules: &Rules,
) -> bool {
    match rules.sweep {
        Sweep::Resident => !check(me, group, next, rules),
        Sweep::Owned => {
            let had_entry = previous.is_some_and(|view| view.entry(group) == Some(me));
            let entry_lost = had_entry && next.entry(group) != Some(me);
            let owned = next.owner(group).broker == Some(me);
            entry_lost || (owned && !check(me, group, next, rules))
        }
        Sweep::None => false,
    }
}

fn gained(me: &str, previous: Option<&View>, next: &View) -> Vec<(Arc<str>, Option<Arc<str>>)> {
    next.assignment()
        .consumer_groups
        .iter()
        .filter(|entry| entry.broker == me)
        .filter_map(|entry| {
            let before = previous.map(|view| view.owner(&entry.group_id));
            let before = before.filter(|owner| owner.tier != Tier::None);
            let from = before.and_then(|owner| owner.broker);
            (from != Some(me)).then(|| (Arc::from(entry.group_id.as_str()), from.map(Arc::from)))
        })
        .collect()
}
