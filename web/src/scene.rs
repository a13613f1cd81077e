//! What the stage shows of a cluster: cards in slot order, chips, marks and counts. No DOM.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use orrery::assignment::Health;
use orrery::cluster::{BrokerView, Cluster, GroupView};
use orrery::collect::Gather as _;
use orrery::ownership::Tier;

/// The stage at one step.
#[derive(Debug, Default, PartialEq)]
pub struct Scene {
    /// Version of the file; `None` if there is none that can be read.
    pub version: Option<i64>,
    /// Number of rows: what the hash is taken modulo.
    pub divisor: usize,
    /// Brokers in slot order, then those without a row.
    pub cards: Vec<Card>,
    /// Groups by id.
    pub chips: Vec<Chip>,
    /// Groups that no card shows: nobody coordinates them, or a broker that has no card.
    pub nobody: Vec<usize>,
    /// Counts over all groups.
    pub totals: Totals,
}

/// Counts over all groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Groups with an entry.
    pub entries: usize,
    /// Groups whose coordinator changed in the last step.
    pub moved: usize,
    /// Groups whose entry differs from the hash.
    pub differs: usize,
    /// Copies in the memory of brokers that do not coordinate the group.
    pub ghosts: usize,
    /// Groups that their coordinator does not have in memory.
    pub absent: usize,
}

/// One broker.
#[derive(Debug, PartialEq)]
pub struct Card {
    /// Broker id.
    pub id: Arc<str>,
    /// Its slot; `None` without a row.
    pub slot: Option<u32>,
    /// What its health control shows: dead if it does not run, else what it has announced.
    pub health: Health,
    /// Health in the file; `None` without a row.
    pub row: Option<Health>,
    /// Whether it holds the lease.
    pub controller: bool,
    /// Version it works with.
    pub applied: Option<i64>,
    /// Groups it coordinates by an entry and by the hash.
    pub entries: usize,
    /// See `entries`.
    pub hashed: usize,
    /// Groups in memory; `None` if it is down.
    pub resident: Option<usize>,
    /// Chips it coordinates since the last step.
    pub gained: Vec<usize>,
    /// Chips it coordinated before, too.
    pub kept: Vec<usize>,
    /// Chips still in its memory and coordinated elsewhere.
    pub ghosts: Vec<usize>,
    /// Groups that left its memory in the last step.
    pub swept: Vec<usize>,
    /// How many groups it lost in the last step.
    pub lost: usize,
    /// Where its slot falls while its row is not alive.
    pub falls: Option<Falls>,
    /// While its row is not alive: who coordinates the groups that hash to its slot, and how many.
    pub elsewhere: Vec<(Arc<str>, usize)>,
}

/// The alternate of a slot: `alive[slot mod alive]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falls {
    /// Number of alive rows.
    pub alive: usize,
    /// The broker there.
    pub to: Arc<str>,
    /// Its card.
    pub card: usize,
}

/// One group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Group id.
    pub id: Arc<str>,
    /// Who coordinates it.
    pub coordinator: Option<Arc<str>>,
    /// By which tier.
    pub tier: Tier,
    /// What the hash alone says.
    pub hash: Option<Arc<str>>,
    /// Slot of that broker, for the short mark.
    pub hash_slot: Option<u32>,
    /// Its own slot.
    pub slot: Option<u32>,
    /// Epoch of its entry.
    pub epoch: Option<u32>,
    /// Whether its coordinator has it in memory.
    pub resident: bool,
    /// Brokers that have it in memory and do not coordinate it.
    pub ghosts: Vec<Arc<str>>,
    /// Set if it moved in the last step.
    pub moved: Option<Origin>,
}

/// Where a group came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The broker that coordinated it; `None`: nobody.
    pub broker: Option<Arc<str>>,
    /// Its slot, for the short mark.
    pub slot: Option<u32>,
}

impl Scene {
    /// The scene of a cluster, with what changed since `before` marked.
    pub fn new(now: &Cluster, before: Option<&Cluster>) -> Self {
        let (brokers, groups) = now.views();
        let earlier = before.map(Cluster::views);
        let slots: BTreeMap<Arc<str>, u32> = brokers
            .iter()
            .filter_map(|broker| Some((broker.id.clone(), broker.slot?)))
            .gather();
        let before: BTreeMap<Arc<str>, GroupView> = earlier
            .map(|(_, groups)| {
                groups
                    .into_iter()
                    .map(|group| (group.id.clone(), group))
                    .gather()
            })
            .unwrap_or_default();
        let chips: Vec<Chip> = groups
            .iter()
            .map(|group| chip(group, &before, &slots))
            .collect();
        let mut scene = Self {
            version: now
                .reference()
                .map(|view| view.assignment().assignment_version),
            divisor: slots.len(),
            totals: totals(&chips),
            cards: brokers.iter().map(card).collect(),
            nobody: Vec::new(),
            chips,
        };
        scene.place(&groups, &before);
        scene.mark_falls();
        scene
    }

    /// The chip of a group.
    pub fn chip(&self, id: &str) -> Option<&Chip> {
        let at = self
            .chips
            .binary_search_by(|chip| (*chip.id).cmp(id))
            .ok()?;
        self.chips.get(at)
    }

    /// The card of a broker.
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.cards.get(self.card_at(id)?)
    }

    /// Index of a broker's card.
    pub fn card_at(&self, id: &str) -> Option<usize> {
        self.cards.iter().position(|card| &*card.id == id)
    }

    fn place(&mut self, groups: &[GroupView], before: &BTreeMap<Arc<str>, GroupView>) {
        let cards: BTreeMap<Arc<str>, usize> = self
            .cards
            .iter()
            .enumerate()
            .map(|(at, card)| (card.id.clone(), at))
            .gather();
        let card_of = |id: &Arc<str>| cards.get(id).copied();
        for (at, (chip, group)) in self.chips.iter().zip(groups).enumerate() {
            match chip
                .coordinator
                .as_ref()
                .and_then(card_of)
                .and_then(|at| self.cards.get_mut(at))
            {
                Some(card) if chip.moved.is_some() => card.gained.push(at),
                Some(card) => card.kept.push(at),
                None => self.nobody.push(at),
            }
            if let Some(from) = chip
                .moved
                .as_ref()
                .and_then(|origin| origin.broker.as_ref())
                && let Some(card) = card_of(from).and_then(|at| self.cards.get_mut(at))
            {
                card.lost += 1;
            }
            for ghost in &chip.ghosts {
                if let Some(card) = card_of(ghost).and_then(|at| self.cards.get_mut(at)) {
                    card.ghosts.push(at);
                }
            }
            let held = before
                .get(&chip.id)
                .map_or(&[][..], |old| old.resident_on.as_slice());
            for broker in held
                .iter()
                .filter(|broker| !group.resident_on.contains(broker))
            {
                if let Some(card) = card_of(broker).and_then(|at| self.cards.get_mut(at))
                    && card.resident.is_some()
                {
                    card.swept.push(at);
                }
            }
        }
    }

    fn mark_falls(&mut self) {
        let alive: Vec<usize> = (0..self.cards.len())
            .filter(|at| {
                self.cards
                    .get(*at)
                    .is_some_and(|card| card.row == Some(Health::Alive))
            })
            .collect();
        for at in 0..self.cards.len() {
            let Some(card) = self.cards.get(at) else {
                continue;
            };
            let (Some(slot), Some(row)) = (card.slot, card.row) else {
                continue;
            };
            if row == Health::Alive {
                continue;
            }
            let falls = (slot as usize).checked_rem(alive.len()).and_then(|index| {
                let card = *alive.get(index)?;
                Some(Falls {
                    alive: alive.len(),
                    to: self.cards.get(card)?.id.clone(),
                    card,
                })
            });
            let mut elsewhere: BTreeMap<Arc<str>, usize> = BTreeMap::new();
            for chip in self.chips.iter().filter(|chip| chip.slot == Some(slot)) {
                if let Some(broker) = &chip.coordinator {
                    *elsewhere.entry(broker.clone()).or_default() += 1;
                }
            }
            if let Some(card) = self.cards.get_mut(at) {
                card.falls = falls;
                card.elsewhere = elsewhere.into_iter().collect();
            }
        }
    }
}

/// What a broker's health control shows.
pub fn health(up: bool, draining: bool) -> Health {
    match (up, draining) {
        (false, _) => Health::Dead,
        (true, true) => Health::Draining,
        (true, false) => Health::Alive,
    }
}

fn card(broker: &BrokerView) -> Card {
    Card {
        id: broker.id.clone(),
        slot: broker.slot,
        health: health(broker.up, broker.draining),
        row: broker.health,
        controller: broker.controller,
        applied: broker.applied_version,
        entries: broker.entries as usize,
        hashed: broker.hash as usize,
        resident: broker.up.then_some(broker.resident as usize),
        gained: Vec::new(),
        kept: Vec::new(),
        ghosts: Vec::new(),
        swept: Vec::new(),
        lost: 0,
        falls: None,
        elsewhere: Vec::new(),
    }
}

fn chip(
    group: &GroupView,
    before: &BTreeMap<Arc<str>, GroupView>,
    slots: &BTreeMap<Arc<str>, u32>,
) -> Chip {
    let slot_of = |id: &Option<Arc<str>>| id.as_ref().and_then(|id| slots.get(id).copied());
    let moved = before
        .get(&group.id)
        .filter(|old| old.coordinator != group.coordinator)
        .map(|old| Origin {
            broker: old.coordinator.clone(),
            slot: slot_of(&old.coordinator),
        });
    let coordinator = group.coordinator.clone();
    Chip {
        id: group.id.clone(),
        tier: group.tier,
        hash: group.hash_coordinator.clone(),
        hash_slot: slot_of(&group.hash_coordinator),
        slot: group.slot,
        epoch: group.epoch,
        resident: coordinator
            .as_ref()
            .is_some_and(|id| group.resident_on.contains(id)),
        ghosts: group
            .resident_on
            .iter()
            .filter(|id| Some(*id) != coordinator.as_ref())
            .cloned()
            .collect(),
        coordinator,
        moved,
    }
}

impl Chip {
    /// Whether its entry names somebody else than the hash.
    pub fn differs(&self) -> bool {
        self.tier == Tier::Explicit && self.coordinator != self.hash
    }
}

fn totals(chips: &[Chip]) -> Totals {
    Totals {
        entries: chips
            .iter()
            .filter(|chip| chip.tier == Tier::Explicit)
            .count(),
        moved: chips.iter().filter(|chip| chip.moved.is_some()).count(),
        differs: chips.iter().filter(|chip| chip.differs()).count(),
        ghosts: chips.iter().map(|chip| chip.ghosts.len()).sum(),
        absent: chips
            .iter()
            .filter(|chip| chip.coordinator.is_some() && !chip.resident)
            .count(),
    }
}

/// A scene is compared by pointer: it is made anew only when the cluster changes.
#[derive(Clone, Debug)]
pub struct Shown(pub Rc<Scene>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
