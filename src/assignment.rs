//! `assignment.json`: the one file in which the controller writes what every broker reads.
//!
//! Source: kaas-rs/kaas 44f5471, assignment.rs (field names are camelCase, every field is
//! required except `consumerGroups`, unknown fields are ignored by kaas and kept here).

use serde::Serialize;

use crate::json::Json;

/// Health of a broker row. Only `Alive` counts as alive for routing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// Connected, healthy, not draining.
    Alive,
    /// Has announced its shutdown; still serves until the file says otherwise.
    Draining,
    /// Registered but not connected.
    Dead,
}

impl Health {
    /// The word in the file.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Draining => "draining",
            Self::Dead => "dead",
        }
    }
}

/// A row of `brokers`: part of the divisor whatever its health.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerRow {
    /// Broker id, e.g. `kaas-0`.
    pub id: String,
    /// Health when the file was written.
    pub health: Health,
    /// RFC 3339 time; kaas stores it and never consults it.
    pub last_seen: String,
    /// Fields kaas does not know, in file order.
    pub extra: Extra,
}

/// A row of `partitions`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionEntry {
    /// Topic name.
    pub topic: String,
    /// Partition number.
    pub partition: i32,
    /// Broker that leads it.
    pub broker: String,
    /// Leader epoch.
    pub epoch: u32,
    /// Always `leader` in files kaas writes.
    pub role: String,
    /// Fields kaas does not know, in file order.
    pub extra: Extra,
}

/// A row of `consumerGroups`: the explicit tier.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupEntry {
    /// Group id, any string.
    pub group_id: String,
    /// Broker that coordinates it, whether or not it has a row.
    pub broker: String,
    /// Counts re-picks; restarts at 1 when the entry was dropped. Nobody reads it.
    pub epoch: u32,
    /// Fields kaas does not know, in file order.
    pub extra: Extra,
}

/// The whole file, duplicates and order kept.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Assignment {
    /// Lease transitions of the controller that wrote it.
    pub controller_epoch: i64,
    /// Counts recomputes.
    pub assignment_version: i64,
    /// RFC 3339 time of writing.
    pub generated_at: String,
    /// Broker id of the controller that wrote it.
    pub controller: String,
    /// Broker rows; their number is the divisor of the hash tier.
    pub brokers: Vec<BrokerRow>,
    /// Partition leaders.
    pub partitions: Vec<PartitionEntry>,
    /// Explicit entries; the first entry of a group wins for readers.
    pub consumer_groups: Vec<GroupEntry>,
    /// Fields kaas does not know, in file order.
    pub extra: Extra,
}

/// Unknown members of an object, kept for a lossless round trip.
pub type Extra = Vec<(String, Json)>;
