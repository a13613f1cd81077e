//! The hash tier: which broker coordinates a group when no entry names one, and Kafka's own rule.
//!
//! kaas' rule, from kaas-rs/kaas 44f5471, `group_hash.rs`:
//! 1. hash = FNV-1a 32 over the UTF-8 bytes of the id;
//! 2. the broker rows are sorted by the bytes of their ids (`kaas-10` before `kaas-2`), dead ones included;
//! 3. slot = hash mod number of rows, and the row in that slot is *preferred*;
//! 4. if the preferred broker is alive it coordinates; otherwise the *alternate* does: the alive
//!    rows in the same order, taken at slot mod their number;
//! 5. no rows, or nobody alive: no coordinator.
//!
//! Only health `alive` is alive; draining and dead are down. A broker with two rows counts twice
//! in the divisor and twice among the alive; the health of its last row is the health of all.
//! Transactional ids take the same way and have no other.

use crate::collect::sort_by;
use std::num::NonZeroU32;

use crate::assignment::{BrokerRow, Health};
use crate::cast::{u32_of, usize_of};
use crate::hash::{fnv1a_32, java_hash_code, rendezvous_weight};

/// A broker set prepared for routing: built once per assignment, then a route costs one hash,
/// one remainder and two lookups, and allocates nothing.
///
/// Indexes are `u32` into the rows sorted by the bytes of their ids; two rows of one broker have
/// two indexes, and [`Brokers::index_of`] gives the first.
///
/// ```
/// use orrery::routing::Brokers;
///
/// let brokers = Brokers::from_ids(&["kaas-0", "kaas-1", "kaas-2"], &["kaas-0", "kaas-2"]);
/// let route = brokers.route("group-1");
/// // Slot 1 is kaas-1, which is down; 1 mod 2 alive is the second alive one.
/// assert_eq!((route.hash, route.slot, route.alternate), (1_841_822_950, Some(1), Some(1)));
/// assert_eq!(route.coordinator.and_then(|index| brokers.id(index)), Some("kaas-2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brokers {
    ids: Vec<String>,
    is_alive: Vec<bool>,
    alive: Vec<u32>,
    divisor: Divisor,
    /// Coordinator of each slot, an index or [`NONE`]; its length is what the hash is divided by.
    by_slot: Vec<u32>,
}

/// What the hash is divided by: the rule `divisor`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Divisor {
    /// The real rule, `full-broker-set`: all rows, whatever their health.
    #[default]
    FullBrokerSet,
    /// The known wrong variant, `alive-count`: the alive rows only, so one loss moves most groups.
    AliveCount,
}

/// Where an id goes, with every number on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// FNV-1a 32 of the id.
    pub hash: u32,
    /// Hash mod divisor; none if that is zero (no rows, or under `alive-count` nobody alive).
    pub slot: Option<u32>,
    /// Index of the row that the slot names. Under `alive-count` that is always an alive one.
    pub preferred: Option<u32>,
    /// Position in [`Brokers::alive`] of the broker that serves in place of the preferred one;
    /// none when the preferred one serves or nobody does.
    pub alternate: Option<u32>,
    /// Index of the row of the broker that coordinates; none if nobody is alive.
    pub coordinator: Option<u32>,
}

impl Brokers {
    /// The broker set of an assignment's rows, in any order, duplicates included.
    #[must_use]
    pub fn of(rows: &[BrokerRow], divisor: Divisor) -> Self {
        let mut sorted: Vec<(&str, bool)> = rows
            .iter()
            .map(|row| (row.id.as_str(), row.health == Health::Alive))
            .collect();
        // Stable, so that the last row of a broker stays its last.
        sort_by(&mut sorted, |left, right| left.0.cmp(right.0));
        let is_alive = sorted
            .chunk_by(|left, right| left.0 == right.0)
            .flat_map(|same| {
                std::iter::repeat_n(same.last().is_some_and(|&(_, alive)| alive), same.len())
            })
            .collect();
        Self::prepare(
            sorted.into_iter().map(|(id, _)| id.to_owned()).collect(),
            is_alive,
            divisor,
        )
    }

    /// The broker set of the API's form, under the real rule: the ids of all rows, in any order and possibly repeated,
    /// and the ids of those that are alive. An id that is not in `alive` is down, an id that is only there is ignored.
    #[must_use]
    pub fn from_ids<Id: AsRef<str>, Alive: AsRef<str>>(ids: &[Id], alive: &[Alive]) -> Self {
        let mut alive: Vec<&str> = alive.iter().map(AsRef::as_ref).collect();
        sort_by(&mut alive, Ord::cmp);
        let mut ids: Vec<String> = ids.iter().map(|id| id.as_ref().to_owned()).collect();
        sort_by(&mut ids, Ord::cmp);
        let is_alive = ids
            .iter()
            .map(|id| alive.binary_search(&id.as_str()).is_ok())
            .collect();
        Self::prepare(ids, is_alive, Divisor::default())
    }

    /// The same rows and health under another rule.
    #[must_use]
    pub fn with_divisor(self, divisor: Divisor) -> Self {
        Self::prepare(self.ids, self.is_alive, divisor)
    }

    /// The same rows with another health for one broker, for all its rows; an unknown id changes nothing.
    #[must_use]
    pub fn with_alive(mut self, id: &str, alive: bool) -> Self {
        for (known, is_alive) in self.ids.iter().zip(&mut self.is_alive) {
            if known == id {
                *is_alive = alive;
            }
        }
        Self::prepare(self.ids, self.is_alive, self.divisor)
    }

    /// Where this group id or transactional id goes.
    #[must_use]
    pub fn route(&self, key: &str) -> Route {
        self.route_bytes(key.as_bytes())
    }

    /// As [`Brokers::route`], for an id that is known to be UTF-8 but not yet a `str`.
    #[must_use]
    pub fn route_bytes(&self, key: &[u8]) -> Route {
        self.route_hash(fnv1a_32(key))
    }

    /// As [`Brokers::route`], for an id whose [`fnv1a_32`] is known.
    #[must_use]
    pub fn route_hash(&self, hash: u32) -> Route {
        let nowhere = Route {
            hash,
            slot: None,
            preferred: None,
            alternate: None,
            coordinator: None,
        };
        let Some(slot) = self.slot_of(hash) else {
            return nowhere;
        };
        let preferred = match self.divisor {
            Divisor::FullBrokerSet => Some(slot),
            Divisor::AliveCount => self.alive.get(usize_of(slot)).copied(),
        };
        let coordinator = self.coordinator_of_slot(slot);
        let alternate = if coordinator == preferred {
            None
        } else {
            slot.checked_rem(u32_of(self.alive.len()))
        };
        Route {
            hash,
            slot: Some(slot),
            preferred,
            alternate,
            coordinator,
        }
    }

    /// Hash mod divisor; none if the divisor is zero.
    #[must_use]
    #[inline]
    pub fn slot_of(&self, hash: u32) -> Option<u32> {
        hash.checked_rem(self.slots())
    }

    /// Number of slots: what the hash is divided by.
    #[must_use]
    #[inline]
    pub fn slots(&self) -> u32 {
        u32_of(self.by_slot.len())
    }

    /// Index of the broker that coordinates the ids of this slot; none if nobody is alive or there is no such slot.
    #[must_use]
    #[inline]
    pub fn coordinator_of_slot(&self, slot: u32) -> Option<u32> {
        self.by_slot
            .get(usize_of(slot))
            .copied()
            .filter(|&index| index != NONE)
    }

    /// Per slot the index of its coordinator or [`NONE`]: what bulk code reads.
    #[must_use]
    pub fn coordinators_by_slot(&self) -> &[u32] {
        &self.by_slot
    }

    /// The alive broker with the highest [`rendezvous_weight`] for this group: the first entry under the
    /// rule variant `firstEntry: rendezvous`. Equal weights: the first in the order of the rows.
    #[must_use]
    pub fn rendezvous(&self, group: &str) -> Option<u32> {
        let weigh = |index: u32| {
            self.id(index)
                .map(|id| (rendezvous_weight(group, id), index))
        };
        let heavier =
            |best: (u64, u32), next: (u64, u32)| if next.0 > best.0 { next } else { best };
        self.alive
            .iter()
            .copied()
            .filter_map(weigh)
            .reduce(heavier)
            .map(|(_, index)| index)
    }

    /// Id of the row at this index.
    #[must_use]
    pub fn id(&self, index: u32) -> Option<&str> {
        self.ids.get(usize_of(index)).map(String::as_str)
    }

    /// Index of the first row with this id.
    #[must_use]
    pub fn index_of(&self, id: &str) -> Option<u32> {
        let first = self.ids.partition_point(|known| known.as_str() < id);
        self.ids
            .get(first)
            .filter(|known| *known == id)
            .map(|_| u32_of(first))
    }

    /// Ids of all rows, sorted by their bytes, duplicates included.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Indexes of the rows that are alive, ascending.
    #[must_use]
    pub fn alive(&self) -> &[u32] {
        &self.alive
    }

    /// Whether the row at this index is alive.
    #[must_use]
    pub fn is_alive(&self, index: u32) -> bool {
        self.is_alive.get(usize_of(index)).copied().unwrap_or(false)
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32_of(self.ids.len())
    }

    /// Whether there is no row at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The rule in force.
    #[must_use]
    pub fn divisor(&self) -> Divisor {
        self.divisor
    }

    fn prepare(ids: Vec<String>, is_alive: Vec<bool>, divisor: Divisor) -> Self {
        let alive: Vec<u32> = (0..)
            .zip(&is_alive)
            .filter(|(_, is_alive)| **is_alive)
            .map(|(index, _)| index)
            .collect();
        let by_slot = match divisor {
            Divisor::FullBrokerSet => (0..)
                .zip(&is_alive)
                .map(|(slot, is_alive)| {
                    if *is_alive {
                        slot
                    } else {
                        alternate(&alive, slot)
                    }
                })
                .collect(),
            Divisor::AliveCount => alive.clone(),
        };
        Self {
            ids,
            is_alive,
            alive,
            divisor,
            by_slot,
        }
    }
}

/// Partition of `__consumer_offsets` that holds a group, and so the broker that coordinates it in Kafka:
/// `Utils.abs(groupId.hashCode) % partitions`, where Kafka's `abs` makes 0 of the smallest number.
///
/// Source: apache/kafka 1eb7644, `GroupMetadataManager` / `GroupCoordinatorService.partitionFor`, `Utils.abs`.
#[must_use]
pub fn partition_for(group: &str, partitions: NonZeroU32) -> u32 {
    let hash = java_hash_code(group);
    let positive = if hash == i32::MIN {
        0
    } else {
        hash.unsigned_abs()
    };
    positive % partitions
}

/// Number of the file `txn_state/slot-N.json` that holds a transactional id: hash mod slots. Which broker writes it
/// is another matter: that is [`Brokers::route`], and the two moduli have nothing to do with each other.
///
/// Source: kaas-rs/kaas 44f5471, transaction store.
#[must_use]
pub fn txn_slot(transactional_id: &str, slots: NonZeroU32) -> u32 {
    fnv1a_32(transactional_id.as_bytes()) % slots
}

/// The broker in place of the preferred one of this slot, or [`NONE`].
fn alternate(alive: &[u32], slot: u32) -> u32 {
    let position = slot.checked_rem(u32_of(alive.len()));
    position
        .and_then(|position| alive.get(usize_of(position)))
        .copied()
        .unwrap_or(NONE)
}

/// No broker, in arrays of indexes.
pub const NONE: u32 = u32::MAX;
/// Slot files of a kaas volume unless configured otherwise.
pub const TXN_SLOTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// Partitions of `__consumer_offsets` unless configured otherwise.
pub const OFFSETS_PARTITIONS: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alternate_depends_on_the_slot_alone() {
        let five = ["b4", "b3", "b2", "b1", "b0"];
        let brokers = Brokers::from_ids(&five, &["b0", "b2", "b3", "b4", "unknown"]);
        assert_eq!(brokers.coordinators_by_slot(), [0, 2, 2, 3, 4]);
        assert_eq!(brokers.alive(), [0, 2, 3, 4]);
        let last_down = Brokers::from_ids(&five, &five).with_alive("b4", false);
        assert_eq!(last_down.coordinators_by_slot(), [0, 1, 2, 3, 0]);
        // Hash 6 mod 5 is slot 1, whose broker is down; slot 1 mod 4 is the second of the alive.
        let route = Route {
            hash: 6,
            slot: Some(1),
            preferred: Some(1),
            alternate: Some(1),
            coordinator: Some(2),
        };
        assert_eq!(brokers.route_hash(6), route);
    }

    #[test]
    fn the_last_row_of_a_broker_decides_its_health_and_all_count() {
        let rows = [
            row("b", Health::Alive),
            row("a", Health::Alive),
            row("b", Health::Draining),
            row("a", Health::Dead),
            row("a", Health::Alive),
        ];
        let brokers = Brokers::of(&rows, Divisor::FullBrokerSet);
        assert_eq!(brokers.ids(), ["a", "a", "a", "b", "b"]);
        assert_eq!(brokers.coordinators_by_slot(), [0, 1, 2, 0, 1]);
        assert_eq!(
            (
                brokers.index_of("b"),
                brokers.index_of("aa"),
                brokers.index_of("c")
            ),
            (Some(3), None, None)
        );
        assert_eq!(
            brokers
                .with_divisor(Divisor::AliveCount)
                .coordinators_by_slot(),
            [0, 1, 2]
        );
    }

    #[test]
    fn without_rows_or_without_anybody_alive_there_is_no_coordinator() {
        let none: [&str; 0] = [];
        let nowhere = Route {
            hash: 7,
            slot: None,
            preferred: None,
            alternate: None,
            coordinator: None,
        };
        assert_eq!(Brokers::from_ids(&none, &["a"]).route_hash(7), nowhere);
        let down = Brokers::from_ids(&["a", "b"], &none);
        assert_eq!(
            down.route_hash(7),
            Route {
                slot: Some(1),
                preferred: Some(1),
                ..nowhere
            }
        );
        assert_eq!(down.rendezvous("g"), None);
        assert_eq!(
            down.with_divisor(Divisor::AliveCount).route_hash(7),
            nowhere
        );
    }

    #[test]
    fn an_alive_divisor_has_no_alternate() {
        let brokers =
            Brokers::from_ids(&["a", "b", "c"], &["a", "c"]).with_divisor(Divisor::AliveCount);
        let route = Route {
            hash: 7,
            slot: Some(1),
            preferred: Some(2),
            alternate: None,
            coordinator: Some(2),
        };
        assert_eq!(brokers.route_hash(7), route);
    }

    #[test]
    fn kafkas_abs_makes_zero_of_the_smallest_hash() {
        assert_eq!(partition_for("polygenelubricants", OFFSETS_PARTITIONS), 0);
        assert_eq!(partition_for("hello", OFFSETS_PARTITIONS), 99_162_322 % 50);
    }

    fn row(id: &str, health: Health) -> BrokerRow {
        BrokerRow {
            id: id.to_owned(),
            health,
            last_seen: String::new(),
            extra: Vec::new(),
        }
    }
}
