//! Who moved between two assignments, and why.

use std::sync::Arc;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::assignment::Health;
use crate::messages::{Message, keys};
use crate::ownership::{Ownership, Tier, View};
use crate::rules::RuleId;

/// A group whose coordinator is another one than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The group.
    pub group_id: Arc<str>,
    /// Coordinator before; `None`: nobody.
    pub from: Option<Arc<str>>,
    /// Coordinator after; `None`: nobody.
    pub to: Option<Arc<str>>,
    /// Why, as a sentence.
    pub reason: Message,
    /// The rule that moved it.
    pub rule: RuleId,
}

/// The moves of these groups, in their order.
///
/// `None` stands for "no assignment that can be read": then nobody coordinates anything.
#[must_use]
pub fn moves<'a>(
    before: Option<&View>,
    after: Option<&View>,
    groups: impl IntoIterator<Item = &'a Arc<str>>,
) -> Vec<Move> {
    groups
        .into_iter()
        .filter_map(|group| one(before, after, group))
        .collect()
}

/// `{groupId, from, to, code, args, reason, rule}`.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Move", 7)?;
        out.serialize_field("groupId", &self.group_id)?;
        out.serialize_field("from", &self.from)?;
        out.serialize_field("to", &self.to)?;
        out.serialize_field("code", self.reason.key)?;
        out.serialize_field("args", &self.reason)?;
        out.serialize_field("reason", &self.reason.text())?;
        out.serialize_field("rule", &self.rule)?;
        out.end()
    }
}

fn one(before: Option<&View>, after: Option<&View>, group: &Arc<str>) -> Option<Move> {
    let was = owner(before, group);
    let is = owner(after, group);
    if was.broker == is.broker {
        return None;
    }
    let (reason, rule) = match (before, after) {
        (Some(before), Some(after)) => why(before, after, group, was, is),
        (None, _) => (
            Message::new(keys::MOVE_ASSIGNMENT_READABLE),
            RuleId::Acceptance,
        ),
        (_, None) => (
            Message::new(keys::MOVE_ASSIGNMENT_UNREADABLE),
            RuleId::Acceptance,
        ),
    };
    Some(Move {
        group_id: group.clone(),
        from: was.broker.map(Arc::from),
        to: is.broker.map(Arc::from),
        reason,
        rule,
    })
}

fn owner<'a>(view: Option<&'a View>, group: &str) -> Ownership<'a> {
    let nobody = Ownership {
        broker: None,
        tier: Tier::None,
        hash_broker: None,
    };
    view.map_or(nobody, |view| view.owner(group))
}

fn why(
    before: &View,
    after: &View,
    group: &str,
    was: Ownership<'_>,
    is: Ownership<'_>,
) -> (Message, RuleId) {
    let from = was.broker.unwrap_or_default();
    let to = is.broker.unwrap_or_default();
    match (was.tier, is.tier) {
        (Tier::Explicit, Tier::Explicit) => match state(after, from) {
            Some(state) => (
                Message::new(keys::MOVE_ENTRY_REPICKED)
                    .with("broker", from)
                    .with("state", state),
                RuleId::FirstEntry,
            ),
            None => (
                Message::new(keys::MOVE_ENTRY_CHANGED)
                    .with("from", from)
                    .with("to", to),
                RuleId::ExplicitEntryWins,
            ),
        },
        (Tier::Explicit, _) => match state(after, from) {
            Some(state) => (
                Message::new(keys::MOVE_ENTRY_RETIRED)
                    .with("broker", from)
                    .with("state", state),
                RuleId::RetireEntry,
            ),
            None => (
                Message::new(keys::MOVE_ENTRY_LOST).with("broker", from),
                RuleId::ExplicitEntryWins,
            ),
        },
        // A first entry that confirms the hash is not what moved the group.
        (_, Tier::Explicit) if !is.agrees() => (
            Message::new(keys::MOVE_ENTRY_DIFFERS)
                .with("to", to)
                .with("hash", is.hash_broker.unwrap_or("nobody")),
            RuleId::FirstEntry,
        ),
        _ => why_hash(before, after, group, was.broker),
    }
}

/// Why the hash tier gives another answer.
fn why_hash(before: &View, after: &View, group: &str, from: Option<&str>) -> (Message, RuleId) {
    if before.brokers().ids() != after.brokers().ids() {
        let message = Message::new(keys::MOVE_ROWS_CHANGED)
            .with("before", before.brokers().len())
            .with("after", after.brokers().len());
        return (message, RuleId::Divisor);
    }
    if after.brokers().alive().is_empty() {
        return (Message::new(keys::MOVE_NOBODY_ALIVE), RuleId::Alternate);
    }
    if before.brokers().slots() != after.brokers().slots() {
        let message = Message::new(keys::MOVE_DIVISOR_CHANGED)
            .with("before", before.brokers().slots())
            .with("after", after.brokers().slots());
        return (message, RuleId::Divisor);
    }
    let Some(from) = from else {
        let alive = crate::cast::u32_of(after.brokers().alive().len());
        let message = Message::new(keys::MOVE_FIRST_ALIVE).with("alive", alive);
        return (message, RuleId::Alternate);
    };
    let home = after.home(group).unwrap_or_default();
    let slot = after.brokers().route(group).slot.unwrap_or_default();
    match (state(after, home), state(after, from)) {
        (None, _) => (
            Message::new(keys::MOVE_HOME_BACK)
                .with("broker", home)
                .with("slot", slot),
            RuleId::Divisor,
        ),
        (Some(state), _) if from == home => (
            Message::new(keys::MOVE_HOME_DOWN)
                .with("broker", home)
                .with("state", state)
                .with("slot", slot),
            RuleId::Alternate,
        ),
        (_, Some(state)) => (
            Message::new(keys::MOVE_ALTERNATE_DOWN)
                .with("broker", from)
                .with("state", state),
            RuleId::Alternate,
        ),
        _ => (
            Message::new(keys::MOVE_ALTERNATES_CHANGED)
                .with("home", home)
                .with("alive", crate::cast::u32_of(after.brokers().alive().len())),
            RuleId::Alternate,
        ),
    }
}

/// What keeps a broker from being alive; `None` if it is alive.
fn state(view: &View, broker: &str) -> Option<&'static str> {
    match view.health(broker) {
        Some(Health::Alive) => None,
        Some(health) => Some(health.as_str()),
        None => Some("gone"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::{Assignment, BrokerRow, GroupEntry};
    use crate::rules::Rules;

    #[test]
    fn a_group_that_nobody_coordinated_is_not_said_to_come_from_somebody() {
        use Health::{Alive, Dead};
        let nobody = view(&[Dead, Dead, Dead], None);
        let groups = [Arc::from("search")];
        let reasons = |after: &View| {
            let moves = moves(Some(&nobody), Some(after), &groups);
            moves
                .iter()
                .map(|moved| moved.reason.text())
                .collect::<Vec<_>>()
        };
        // "search" is at home in slot 1.
        assert_eq!(
            reasons(&view(&[Alive, Dead, Dead], None)),
            ["Nobody was alive; now 1 is, and the hash has an answer again."]
        );
        assert_eq!(
            reasons(&view(&[Alive, Dead, Dead], Some("kaas-2"))),
            ["Its first entry names kaas-2, where the hash says kaas-0."]
        );
    }

    fn view(health: &[Health], entry: Option<&str>) -> View {
        let rows = (0..).zip(health).map(|(at, health)| BrokerRow {
            id: format!("kaas-{at}"),
            health: *health,
            last_seen: String::new(),
            extra: Vec::new(),
        });
        let entries = entry.map(|broker| GroupEntry {
            group_id: "search".to_owned(),
            broker: broker.to_owned(),
            epoch: 1,
            extra: Vec::new(),
        });
        let assignment = Assignment {
            brokers: rows.collect(),
            consumer_groups: entries.into_iter().collect(),
            ..Assignment::default()
        };
        View::new(Arc::new(assignment), &Rules::default())
    }
}
