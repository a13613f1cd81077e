//! Two snapshots of a volume, or two assignments: which groups change coordinator, and why.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use crate::assignment::Assignment;
use crate::cast::u32_of;
use crate::collect::Gather as _;
use crate::movement::{Move, moves};
use crate::volume::Volume;
use crate::volume::report::{group_ids, view_of};

/// What differs; in JSON all names are camelCase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diff {
    /// Groups that change coordinator, sorted by the bytes of their ids. A group that only one
    /// side knows is asked for on both, because the rules answer for any id.
    pub moved: Vec<Move>,
    /// Groups that only the first side knows, by entry or file.
    pub only_before: Vec<String>,
    /// Groups that only the second side knows.
    pub only_after: Vec<String>,
    /// Counts.
    pub totals: DiffTotals,
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
    let known_before: BTreeSet<&str> = known_before.into_iter().gather();
    let known_after: BTreeSet<&str> = known_after.into_iter().gather();
    let all: Vec<Arc<str>> = known_before
        .union(&known_after)
        .map(|group| Arc::from(*group))
        .collect();
    let moved = moves(view_of(before).as_ref(), view_of(after).as_ref(), &all);
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
