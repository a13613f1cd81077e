//! Routing for millions of ids at once: arrays instead of a value per id, and no allocation per id.
//!
//! A loaded [`Placement`] keeps two numbers per id: its hash, and its *place*, which is the broker
//! that an entry names or else the slot of the hash. As long as the number of slots stays the
//! same, a what-if (a broker goes, a broker returns) reads one array against a small table:
//! no hash, no remainder, no text.

use std::borrow::Cow;
use std::num::NonZeroU32;

use crate::cast::{u32_of, usize_of};
use crate::hash::{fnv1a_32, fnv1a_32_four};
use crate::lookup::Lookup;
use crate::messages::{Message, keys};
use crate::routing::{Brokers, NONE};

/// Where very many ids are, in the order in which they came.
#[derive(Clone, Debug)]
pub struct Placement {
    hashes: Vec<u32>,
    /// Per id an index into the named brokers, or their number plus the slot.
    places: Vec<u32>,
    named: Vec<String>,
    /// Number of slots that `places` was made for.
    slots: u32,
}

/// The explicit tier, prepared for lookup: which broker each entry's group is given to.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    by_group: Lookup<&'a str, u32>,
    /// Brokers that entries name, each once, in order of first appearance.
    named: Vec<&'a str>,
}

/// An id that another broker coordinates after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Position of the id among those loaded, from 0.
    pub key: u32,
    /// Index into the rows of the broker set before; none if nobody coordinated it.
    pub from: Option<u32>,
    /// Index into the rows of the broker set after; none if nobody coordinates it.
    pub to: Option<u32>,
}

/// How many ids each broker coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// Per row of the broker set; ids on entries of a broker with several rows count for its first.
    pub rows: Vec<u32>,
    /// Per broker that entries name and that has no row, in order of first appearance.
    pub unlisted: Vec<(String, u32)>,
    /// Ids of the hash tier that nobody coordinates, because nobody is alive.
    pub nobody: u32,
}

/// Why ids could not be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// The id at this position, from 0, is not UTF-8.
    NotUtf8 {
        /// Position of the id, from 0.
        index: u32,
    },
    /// The id at this position holds half of a surrogate pair. The core only sees UTF-8; this is
    /// for callers whose strings are UTF-16.
    LoneSurrogate {
        /// Position of the id, from 0.
        index: u32,
    },
    /// What stands at this position is no text at all. For callers whose lists may hold anything.
    NotText {
        /// Position of the id, from 0.
        index: u32,
    },
    /// The ids are neither a list of strings nor bytes. For callers that take anything.
    NotKeys,
    /// The broker set is not made of lists of strings. For callers that take anything.
    NotBrokers,
    /// More ids than [`KEYS_MAX`].
    TooMany,
}

impl Placement {
    /// Loads ids: one hash, one remainder and at most one lookup each.
    ///
    /// # Errors
    /// [`PlacementError::TooMany`] beyond [`KEYS_MAX`] ids.
    pub fn of<'a>(
        keys: impl IntoIterator<Item = &'a str>,
        entries: &Entries<'_>,
        brokers: &Brokers,
    ) -> Result<Self, PlacementError> {
        let keys = keys.into_iter().take(usize_of(KEYS_MAX).saturating_add(1));
        let expected = keys.size_hint().0;
        let (mut hashes, mut places) = (Vec::with_capacity(expected), Vec::with_capacity(expected));
        let (hash_tier, slots) = (u32_of(entries.named.len()), brokers.slots());
        let divisor = divisor(slots);
        hash_each(keys, |hash, key| {
            hashes.push(hash);
            let place = entries.place_of(key);
            places.push(place.unwrap_or_else(|| hash_tier.saturating_add(hash % divisor)));
        });
        if hashes.len() > usize_of(KEYS_MAX) {
            return Err(PlacementError::TooMany);
        }
        let named = entries.named.iter().map(|&id| id.to_owned()).collect();
        Ok(Self {
            hashes,
            places,
            named,
            slots,
        })
    }

    /// Loads ids from UTF-8 text in which a line feed ends each id, as [`lines`] reads it.
    ///
    /// # Errors
    /// [`PlacementError::NotUtf8`] with the position of the first id that is not; otherwise as [`Placement::of`].
    pub fn of_lines(
        bytes: &[u8],
        entries: &Entries<'_>,
        brokers: &Brokers,
    ) -> Result<Self, PlacementError> {
        Self::of(lines(bytes)?, entries, brokers)
    }

    /// Places ids of the hash tier whose hashes are known, as [`hash_lines`] gives them.
    ///
    /// # Errors
    /// [`PlacementError::TooMany`] beyond [`KEYS_MAX`] ids.
    pub fn of_hashes(hashes: Vec<u32>, brokers: &Brokers) -> Result<Self, PlacementError> {
        if hashes.len() > usize_of(KEYS_MAX) {
            return Err(PlacementError::TooMany);
        }
        let (slots, divisor) = (brokers.slots(), divisor(brokers.slots()));
        let places = hashes.iter().map(|&hash| hash % divisor).collect();
        Ok(Self {
            hashes,
            places,
            named: Vec::new(),
            slots,
        })
    }

    /// Makes the places fit this broker set, so that what-ifs with as many slots need no remainder.
    /// Results never depend on it, only their speed.
    pub fn fit(&mut self, brokers: &Brokers) {
        if let Cow::Owned(places) = self.places_for(brokers) {
            self.places = places;
            self.slots = brokers.slots();
        }
    }

    /// Per id the index of the row of its coordinator: the broker that its entry names, whatever its health,
    /// else the one of the hash tier. [`NONE`] if nobody is alive, or if the entry names a broker without a row.
    #[must_use]
    pub fn coordinators(&self, brokers: &Brokers) -> Vec<u32> {
        let mut coordinators = Vec::new();
        self.coordinators_into(brokers, &mut coordinators);
        coordinators
    }

    /// As [`Placement::coordinators`], into a buffer that is cleared first: repeated what-ifs need no fresh memory.
    pub fn coordinators_into(&self, brokers: &Brokers, coordinators: &mut Vec<u32>) {
        let by_place = self.by_place(brokers);
        coordinators.clear();
        coordinators.extend(
            self.places_for(brokers)
                .iter()
                .map(|&place| at(&by_place, place)),
        );
    }

    /// The ids that change their coordinator between two broker sets, in order. Brokers are compared by id, not by
    /// index, so the two sets may have different rows. An id with an entry never moves: its entry stays what it is.
    #[must_use]
    pub fn moved(&self, before: &Brokers, after: &Brokers) -> Vec<Move> {
        let (places_before, places_after) = (self.places_for(before), self.places_for(after));
        let (rows_before, rows_after) = (self.by_place(before), self.by_place(after));
        // A row of `before` as the first row of the same broker in `after`, so that two numbers compare as two ids do.
        let same: Vec<u32> = before
            .ids()
            .iter()
            .map(|id| after.index_of(id).unwrap_or(NONE))
            .collect();
        let first: Vec<u32> = after
            .ids()
            .iter()
            .map(|id| after.index_of(id).unwrap_or(NONE))
            .collect();
        let hash_tier = u32_of(self.named.len());
        let mut moved = Vec::new();
        for ((key, &place_before), &place_after) in
            (0..).zip(places_before.iter()).zip(places_after.iter())
        {
            if place_before < hash_tier {
                continue;
            }
            let (from, to) = (at(&rows_before, place_before), at(&rows_after, place_after));
            let stays = if from == NONE {
                to == NONE
            } else {
                to != NONE && at(&same, from) == at(&first, to)
            };
            if !stays {
                moved.push(Move {
                    key,
                    from: some(from),
                    to: some(to),
                });
            }
        }
        moved
    }

    /// How many ids each broker coordinates.
    #[must_use]
    pub fn load(&self, brokers: &Brokers) -> Load {
        let by_place = self.by_place(brokers);
        // One more for the place of ids when there is no slot.
        let mut count_by_place = vec![0_u32; by_place.len().saturating_add(1)];
        for &place in self.places_for(brokers).iter() {
            if let Some(count) = count_by_place.get_mut(usize_of(place)) {
                *count = count.saturating_add(1);
            }
        }
        let mut load = Load {
            rows: vec![0; brokers.ids().len()],
            unlisted: Vec::new(),
            nobody: 0,
        };
        for (place, &count) in (0..).zip(&count_by_place) {
            match (
                load.rows.get_mut(usize_of(at(&by_place, place))),
                self.named.get(usize_of(place)),
            ) {
                (Some(row), _) => *row = row.saturating_add(count),
                (None, Some(id)) => load.unlisted.push((id.clone(), count)),
                (None, None) => load.nobody = load.nobody.saturating_add(count),
            }
        }
        load
    }

    /// FNV-1a 32 of each id.
    #[must_use]
    pub fn hashes(&self) -> &[u32] {
        &self.hashes
    }

    /// The broker that the entry of the id at this position names; none on the hash tier.
    #[must_use]
    pub fn entry(&self, key: u32) -> Option<&str> {
        let place = self.places.get(usize_of(key))?;
        self.named.get(usize_of(*place)).map(String::as_str)
    }

    /// Number of ids.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32_of(self.hashes.len())
    }

    /// Whether no id was loaded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// The places for the slots of this broker set: the kept ones if their number is the same.
    fn places_for(&self, brokers: &Brokers) -> Cow<'_, [u32]> {
        if brokers.slots() == self.slots {
            return Cow::Borrowed(&self.places);
        }
        let (hash_tier, divisor) = (u32_of(self.named.len()), divisor(brokers.slots()));
        let again = |(&place, &hash): (&u32, &u32)| {
            if place < hash_tier {
                place
            } else {
                hash_tier.saturating_add(hash % divisor)
            }
        };
        Cow::Owned(self.places.iter().zip(&self.hashes).map(again).collect())
    }

    /// Per place the row of the coordinator or [`NONE`].
    fn by_place(&self, brokers: &Brokers) -> Vec<u32> {
        let named = self
            .named
            .iter()
            .map(|id| brokers.index_of(id).unwrap_or(NONE));
        named
            .chain(brokers.coordinators_by_slot().iter().copied())
            .collect()
    }
}

impl<'a> Entries<'a> {
    /// No entries: everything is on the hash tier.
    #[must_use]
    pub fn none() -> Self {
        Self::of([])
    }

    /// Entries as (group id, broker id) in file order. The first entry of a group wins, as for kaas' readers
    /// (kaas-rs/kaas 44f5471, assignment.rs).
    #[must_use]
    pub fn of(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let entries = entries.into_iter();
        let mut by_group = Lookup::with_capacity(entries.size_hint().0);
        let mut by_broker = Lookup::with_capacity(0);
        let mut named = Vec::new();
        for (group, broker) in entries {
            if by_group.get(&group).is_some() {
                continue;
            }
            let place = by_broker
                .get(&broker)
                .copied()
                .unwrap_or_else(|| u32_of(named.len()));
            if by_broker.insert(broker, place).is_none() {
                named.push(broker);
            }
            by_group.insert(group, place);
        }
        Self { by_group, named }
    }

    #[inline]
    fn place_of(&self, group: &str) -> Option<u32> {
        // Spares a million ids the hash of the map where there is nothing to find.
        if self.named.is_empty() {
            None
        } else {
            self.by_group.get(&group).copied()
        }
    }
}

/// The index of the coordinator of each id on the hash tier, [`NONE`] where there is none: for
/// ids that are asked about once. Nothing else is kept.
#[must_use]
pub fn coordinators_of<'a>(keys: impl IntoIterator<Item = &'a str>, brokers: &Brokers) -> Vec<u32> {
    let (by_slot, divisor) = (brokers.coordinators_by_slot(), divisor(brokers.slots()));
    let keys = keys.into_iter();
    let mut coordinators = Vec::with_capacity(keys.size_hint().0);
    hash_each(keys, |hash, _| {
        coordinators.push(at(by_slot, hash % divisor))
    });
    coordinators
}

/// As [`coordinators_of`], for UTF-8 text in which a line feed ends each id, as [`lines`] reads it.
///
/// # Errors
/// [`PlacementError::NotUtf8`] with the position of the first id that is not.
pub fn coordinators_of_lines(bytes: &[u8], brokers: &Brokers) -> Result<Vec<u32>, PlacementError> {
    let mut coordinators = Vec::new();
    hash_lines(bytes, &mut coordinators)?;
    coordinators_of_hashes(&mut coordinators, brokers);
    Ok(coordinators)
}

/// As [`coordinators_of`], for hashes; each is replaced by the index of its coordinator.
pub fn coordinators_of_hashes(hashes: &mut [u32], brokers: &Brokers) {
    let (by_slot, divisor) = (brokers.coordinators_by_slot(), divisor(brokers.slots()));
    for hash in hashes {
        *hash = at(by_slot, *hash % divisor);
    }
}

/// Appends the hash of each id of UTF-8 text in which a line feed ends each id, as [`lines`] reads it.
/// For text that comes in pieces, each of which ends with an id.
///
/// # Errors
/// [`PlacementError::NotUtf8`] with the position of the first id that is not, counted from the first hash there is;
/// [`PlacementError::TooMany`] beyond [`KEYS_MAX`] hashes. Nothing was appended then.
pub fn hash_lines(bytes: &[u8], hashes: &mut Vec<u32>) -> Result<(), PlacementError> {
    let before = hashes.len();
    let text = utf8(bytes).map_err(|error| match error {
        PlacementError::NotUtf8 { index } => PlacementError::NotUtf8 {
            index: index.saturating_add(u32_of(before)),
        },
        other => other,
    })?;
    hashes.extend(Lines { rest: text }.map(|key| fnv1a_32(key.as_bytes())));
    if hashes.len() > usize_of(KEYS_MAX) {
        hashes.truncate(before);
        return Err(PlacementError::TooMany);
    }
    Ok(())
}

/// The ids of UTF-8 text in which a line feed ends each id. The last line feed may be left out;
/// empty text holds no id, and a line feed alone is the empty id: `a`, line feed, line feed, `b` are three ids.
/// Nothing else is special: a carriage return or a space belongs to its id.
///
/// # Errors
/// [`PlacementError::NotUtf8`] with the position of the first id that is not.
pub fn lines(bytes: &[u8]) -> Result<impl Iterator<Item = &str>, PlacementError> {
    Ok(Lines { rest: utf8(bytes)? })
}

impl PlacementError {
    /// What to tell people.
    #[must_use]
    pub fn message(&self) -> Message {
        match *self {
            Self::NotUtf8 { index } => {
                Message::new(keys::PLACEMENT_NOT_UTF8).with("index", u64::from(index))
            }
            Self::LoneSurrogate { index } => {
                Message::new(keys::PLACEMENT_LONE_SURROGATE).with("index", u64::from(index))
            }
            Self::NotText { index } => {
                Message::new(keys::PLACEMENT_NOT_TEXT).with("index", u64::from(index))
            }
            Self::NotKeys => Message::new(keys::PLACEMENT_NOT_KEYS),
            Self::NotBrokers => Message::new(keys::PLACEMENT_NOT_BROKERS),
            Self::TooMany => {
                Message::new(keys::PLACEMENT_TOO_MANY).with("limit", u64::from(KEYS_MAX))
            }
        }
    }
}

/// Hands on the hash of each id, in order.
#[inline]
fn hash_each<'a>(keys: impl Iterator<Item = &'a str>, mut each: impl FnMut(u32, &'a str)) {
    let mut keys = keys.fuse();
    loop {
        let four = [keys.next(), keys.next(), keys.next(), keys.next()];
        let [Some(a), Some(b), Some(c), Some(d)] = four else {
            four.into_iter()
                .flatten()
                .for_each(|key| each(fnv1a_32(key.as_bytes()), key));
            return;
        };
        let four = [a, b, c, d];
        let hashes = fnv1a_32_four(four.map(str::as_bytes));
        hashes
            .into_iter()
            .zip(four)
            .for_each(|(hash, key)| each(hash, key));
    }
}

/// What [`lines`] gives; measured to be twice as fast as `str::split_terminator` on ids, which are short.
struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        // A line feed is a character of its own, so both cuts are between characters.
        let end = line_end(self.rest.as_bytes());
        let key = self.rest.get(..end).unwrap_or_default();
        self.rest = self.rest.get(end.saturating_add(1)..).unwrap_or_default();
        Some(key)
    }
}

/// Index of the first line feed, or the length: looks at eight bytes at a time.
#[inline]
fn line_end(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut at = 0_usize;
    for word in words {
        // Zero bytes where a line feed was; the lowest high bit marks the first of them exactly.
        let word = u64::from_le_bytes(*word) ^ (ONES * 0x0a);
        let zeros = word.wrapping_sub(ONES) & !word & HIGH;
        if zeros != 0 {
            return at.saturating_add(usize_of(zeros.trailing_zeros() / 8));
        }
        at = at.saturating_add(8);
    }
    let tail = rest
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(rest.len());
    at.saturating_add(tail)
}

fn utf8(bytes: &[u8]) -> Result<&str, PlacementError> {
    std::str::from_utf8(bytes).map_err(|error| {
        // A line feed is never part of a longer character: those before the fault count the ids before it.
        let valid = bytes.iter().take(error.valid_up_to());
        PlacementError::NotUtf8 {
            index: u32_of(valid.filter(|&&byte| byte == b'\n').count()),
        }
    })
}

/// The value at an index of a table, [`NONE`] beyond its end.
#[inline]
fn at(table: &[u32], index: u32) -> u32 {
    table.get(usize_of(index)).copied().unwrap_or(NONE)
}

/// What a hash is divided by. Without slots every id shares one place, at which no table has a broker.
fn divisor(slots: u32) -> NonZeroU32 {
    NonZeroU32::new(slots).unwrap_or(NonZeroU32::MIN)
}

fn some(index: u32) -> Option<u32> {
    if index == NONE { None } else { Some(index) }
}

/// Ids that one placement holds at most.
pub const KEYS_MAX: u32 = 100_000_000;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::routing::Divisor;

    proptest! {
        #[test]
        fn a_placement_says_what_routes_say(
            groups in ids(40),
            entries in prop::collection::vec(("[a-e]{0,2}", "b[0-9]"), 0..8),
            before in broker_set(),
            after in broker_set(),
        ) {
            let entries: Vec<(&str, &str)> = entries.iter().map(|(group, broker)| (group.as_str(), broker.as_str())).collect();
            let placement = Placement::of(groups.iter().map(String::as_str), &Entries::of(entries.iter().copied()), &before).unwrap();

            let mut moved = Vec::new();
            let mut fitted = placement.clone();
            fitted.fit(&after);
            for (key, group) in (0..).zip(&groups) {
                let entry = entries.iter().find(|(of, _)| of == group).map(|(_, broker)| *broker);
                prop_assert_eq!(placement.entry(key), entry);
                let owner = |brokers: &Brokers| match entry {
                    Some(broker) => brokers.index_of(broker),
                    None => brokers.route(group).coordinator,
                };
                for brokers in [&before, &after] {
                    prop_assert_eq!(some(placement.coordinators(brokers)[usize_of(key)]), owner(brokers));
                    prop_assert_eq!(some(fitted.coordinators(brokers)[usize_of(key)]), owner(brokers));
                }
                let (from, to) = (owner(&before), owner(&after));
                let name = |brokers: &'_ Brokers, index: Option<u32>| index.and_then(|index| brokers.id(index)).map(str::to_owned);
                if entry.is_none() && name(&before, from) != name(&after, to) {
                    moved.push(Move { key, from, to });
                }
            }
            prop_assert_eq!(&placement.moved(&before, &after), &moved);
            prop_assert_eq!(&fitted.moved(&before, &after), &moved);

            let load = placement.load(&after);
            let coordinators = placement.coordinators(&after);
            for (row, &count) in (0..).zip(&load.rows) {
                prop_assert_eq!(coordinators.iter().filter(|&&index| index == row).count(), usize_of(count));
            }
            let unlisted: u32 = load.unlisted.iter().map(|(_, count)| count).sum();
            prop_assert_eq!(coordinators.iter().filter(|&&index| index == NONE).count(), usize_of(unlisted + load.nobody));
        }

        #[test]
        fn lines_and_single_questions_agree_with_a_placement(groups in ids(40), brokers in broker_set(), last in any::<bool>()) {
            let groups: Vec<String> = groups.iter().map(|group| group.replace('\n', "")).collect();
            let mut text = groups.iter().map(|group| format!("{group}\n")).collect::<String>();
            // The last line feed may be left out, unless it is all there is of an empty id.
            if last && groups.last().is_some_and(|group| !group.is_empty()) {
                text.pop();
            }
            let keys = || groups.iter().map(String::as_str);
            let by_keys = Placement::of(keys(), &Entries::none(), &brokers).unwrap();
            let by_lines = Placement::of_lines(text.as_bytes(), &Entries::none(), &brokers).unwrap();
            prop_assert_eq!(by_keys.hashes(), by_lines.hashes());
            prop_assert_eq!(&by_keys.coordinators(&brokers), &by_lines.coordinators(&brokers));
            prop_assert_eq!(by_keys.coordinators(&brokers), coordinators_of(keys(), &brokers));
            prop_assert_eq!(coordinators_of_lines(text.as_bytes(), &brokers).unwrap(), coordinators_of(keys(), &brokers));
            let mut hashes = vec![7];
            hash_lines(text.as_bytes(), &mut hashes).unwrap();
            let pieces = Placement::of_hashes(hashes.split_off(1), &brokers).unwrap();
            prop_assert_eq!(pieces.hashes(), by_keys.hashes());
            prop_assert_eq!(pieces.coordinators(&brokers), coordinators_of(keys(), &brokers));
            let mut replaced = pieces.hashes().to_vec();
            coordinators_of_hashes(&mut replaced, &brokers);
            prop_assert_eq!(replaced, coordinators_of(keys(), &brokers));
            prop_assert_eq!(lines(text.as_bytes()).unwrap().collect::<Vec<_>>(), text.split_terminator('\n').collect::<Vec<_>>());
            prop_assert_eq!(lines(text.as_bytes()).unwrap().collect::<Vec<_>>(), keys().collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_line_feed_ends_an_id_and_nothing_else_does() {
        let read = |text: &'static str| {
            let keys: Vec<_> = lines(text.as_bytes()).unwrap().collect();
            assert_eq!(keys, text.split_terminator('\n').collect::<Vec<_>>());
            keys
        };
        assert!(read("").is_empty());
        assert_eq!(read("\n"), [""]);
        assert_eq!(read("a"), ["a"]);
        assert_eq!(read("a\n"), ["a"]);
        assert_eq!(read("a\n\nb"), ["a", "", "b"]);
        assert_eq!(read("12345678\n1234567\n123456\n").len(), 3);
        assert_eq!(read("a\r\n \n\0\u{2028}b"), ["a\r", " ", "\0\u{2028}b"]);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_an_error_that_names_the_id() {
        let error = |bytes: &[u8]| lines(bytes).err().unwrap();
        assert_eq!(error(b"\xff"), PlacementError::NotUtf8 { index: 0 });
        assert_eq!(
            error(
                "caf\u{e9}\n\nb\n"
                    .as_bytes()
                    .iter()
                    .chain(b"a\xc3\nb")
                    .copied()
                    .collect::<Vec<_>>()
                    .leak()
            ),
            PlacementError::NotUtf8 { index: 3 }
        );
        assert_eq!(
            PlacementError::NotUtf8 { index: 1234 }.message().text(),
            "group id at index 1,234 is not UTF-8"
        );
        assert_eq!(
            PlacementError::LoneSurrogate { index: 2 }.message().text(),
            "group id at index 2 holds a lone surrogate, so it has no UTF-8 form"
        );
        assert_eq!(
            PlacementError::TooMany.message().text(),
            "more group ids than the limit of 100,000,000"
        );
    }

    #[test]
    fn entries_hold_whatever_happens_to_the_brokers() {
        let brokers = Brokers::from_ids(&["a", "b", "c"], &["a", "b", "c"]);
        let entries = Entries::of([("g", "b"), ("g", "c"), ("h", "gone")]);
        let placement = Placement::of(["g", "h", "group-1"], &entries, &brokers).unwrap();
        assert_eq!(placement.coordinators(&brokers), [1, NONE, 1]);
        let down = brokers.clone().with_alive("b", false);
        assert_eq!(placement.coordinators(&down), [1, NONE, 2]);
        assert_eq!(
            placement.moved(&brokers, &down),
            [Move {
                key: 2,
                from: Some(1),
                to: Some(2)
            }]
        );
        let load = Load {
            rows: vec![0, 1, 1],
            unlisted: vec![("gone".to_owned(), 1)],
            nobody: 0,
        };
        assert_eq!(placement.load(&down), load);
    }

    fn ids(most: usize) -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec(
            prop_oneof!["[a-e]{0,2}", "\\PC{0,12}", any::<String>()],
            0..most,
        )
    }

    fn broker_set() -> impl Strategy<Value = Brokers> {
        let id = || prop::collection::vec("b[0-9]", 0..8);
        let divisor = prop_oneof![Just(Divisor::FullBrokerSet), Just(Divisor::AliveCount)];
        (id(), id(), divisor)
            .prop_map(|(ids, alive, divisor)| Brokers::from_ids(&ids, &alive).with_divisor(divisor))
    }
}
