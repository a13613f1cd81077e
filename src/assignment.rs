//! `assignment.json`: the one file in which the controller writes what every broker reads.
//!
//! Source: kaas-rs/kaas 44f5471, assignment.rs (field names are camelCase, every field is
//! required except `consumerGroups`, unknown fields are ignored by kaas and kept here).

use serde::{Deserialize, Serialize};

use crate::{
    json::{self, Fields, Json, JsonError, Kind, Path},
    messages::{Message, keys},
};

/// Health of a broker row. Only `Alive` counts as alive for routing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

impl Assignment {
    /// Reads the file's text and accepts exactly what kaas accepts: every field is required
    /// except `consumerGroups`, which may be left out but not be null; integers must fit; a field
    /// twice is refused; a struct may be written as an array of its fields by position, and a
    /// health as `{"alive":null}`, because serde takes both. Anything else and the whole file is
    /// refused, as a broker does that then stays on the file it has.
    ///
    /// # Errors
    /// What is wrong, with JSON path, line and column.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        Self::of(&json::parse_skipping(text)?)
    }

    /// The same from a text that is already read, by [`json::parse_skipping`] (exact) or
    /// [`json::parse`] (which also refuses odd values in fields that kaas ignores).
    ///
    /// # Errors
    /// What is wrong, with JSON path, line and column.
    pub fn of(json: &Json) -> Result<Self, JsonError> {
        let mut fields = Fields::of(json, Path::root(), &ASSIGNMENT_FIELDS)?;
        Ok(Self {
            controller_epoch: fields.integer("controllerEpoch")?,
            assignment_version: fields.integer("assignmentVersion")?,
            generated_at: fields.string("generatedAt")?,
            controller: fields.string("controller")?,
            brokers: fields.list("brokers", BrokerRow::of)?,
            partitions: fields.list("partitions", PartitionEntry::of)?,
            consumer_groups: match fields.get("consumerGroups") {
                Some(_) => fields.list("consumerGroups", GroupEntry::of)?,
                None => Vec::new(),
            },
            extra: std::mem::take(&mut fields.extra),
        })
    }

    /// The entry that readers obey: the first of this group in file order.
    #[must_use]
    pub fn entry_of(&self, group_id: &str) -> Option<&GroupEntry> {
        self.consumer_groups
            .iter()
            .find(|entry| entry.group_id == group_id)
    }

    /// All entries of a group in file order; more than one is an oddity.
    pub fn entries_of<'a>(
        &'a self,
        group_id: &'a str,
    ) -> impl DoubleEndedIterator<Item = &'a GroupEntry> {
        self.consumer_groups
            .iter()
            .filter(move |entry| entry.group_id == group_id)
    }

    /// JSON as kaas writes it: no white space, fields in schema order, `consumerGroups` left out
    /// when empty; unknown fields follow the known ones of their object.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_json().to_text()
    }

    /// The same, indented for people.
    #[must_use]
    pub fn to_pretty(&self) -> String {
        self.to_json().to_pretty()
    }

    /// The file as a value.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut members = vec![
            member("controllerEpoch", Json::integer(self.controller_epoch)),
            member("assignmentVersion", Json::integer(self.assignment_version)),
            member("generatedAt", Json::string(&self.generated_at)),
            member("controller", Json::string(&self.controller)),
            member("brokers", list(&self.brokers, BrokerRow::to_json)),
            member(
                "partitions",
                list(&self.partitions, PartitionEntry::to_json),
            ),
        ];
        if !self.consumer_groups.is_empty() {
            members.push(member(
                "consumerGroups",
                list(&self.consumer_groups, GroupEntry::to_json),
            ));
        }
        members.extend(self.extra.iter().cloned());
        Json::object(members)
    }
}

impl BrokerRow {
    fn of(json: &Json, path: Path) -> Result<Self, JsonError> {
        let mut fields = Fields::of(json, path, &BROKER_FIELDS)?;
        Ok(Self {
            id: fields.string("id")?,
            health: Health::of(fields.required("health")?, &fields.path_of("health"))?,
            last_seen: fields.string("lastSeen")?,
            extra: std::mem::take(&mut fields.extra),
        })
    }

    fn to_json(&self) -> Json {
        let members = vec![
            member("id", Json::string(&self.id)),
            member("health", Json::string(self.health.as_str())),
            member("lastSeen", Json::string(&self.last_seen)),
        ];
        with_extra(members, &self.extra)
    }
}

impl PartitionEntry {
    fn of(json: &Json, path: Path) -> Result<Self, JsonError> {
        let mut fields = Fields::of(json, path, &PARTITION_FIELDS)?;
        Ok(Self {
            topic: fields.string("topic")?,
            partition: fields.integer("partition")?,
            broker: fields.string("broker")?,
            epoch: fields.integer("epoch")?,
            role: fields.string("role")?,
            extra: std::mem::take(&mut fields.extra),
        })
    }

    fn to_json(&self) -> Json {
        let members = vec![
            member("topic", Json::string(&self.topic)),
            member("partition", Json::integer(self.partition)),
            member("broker", Json::string(&self.broker)),
            member("epoch", Json::integer(self.epoch)),
            member("role", Json::string(&self.role)),
        ];
        with_extra(members, &self.extra)
    }
}

impl GroupEntry {
    fn of(json: &Json, path: Path) -> Result<Self, JsonError> {
        let mut fields = Fields::of(json, path, &GROUP_FIELDS)?;
        Ok(Self {
            group_id: fields.string("groupId")?,
            broker: fields.string("broker")?,
            epoch: fields.integer("epoch")?,
            extra: std::mem::take(&mut fields.extra),
        })
    }

    fn to_json(&self) -> Json {
        let members = vec![
            member("groupId", Json::string(&self.group_id)),
            member("broker", Json::string(&self.broker)),
            member("epoch", Json::integer(self.epoch)),
        ];
        with_extra(members, &self.extra)
    }
}

impl Health {
    /// The health with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Alive, Self::Draining, Self::Dead]
            .into_iter()
            .find(|health| health.as_str() == word)
    }

    fn of(json: &Json, path: &Path) -> Result<Self, JsonError> {
        let word = match &json.kind {
            Kind::String(word) => Some(word.as_str()),
            // serde's other spelling of a variant without content.
            Kind::Object(members) => match members.as_slice() {
                [only] if only.value.kind == Kind::Null => Some(only.key.as_str()),
                _ => None,
            },
            _ => None,
        };
        word.and_then(Self::from_word).ok_or_else(|| {
            let message = Message::new(keys::JSON_HEALTH_UNKNOWN).with("found", json.excerpt());
            json.error(path, message)
        })
    }
}

fn member(name: &str, value: Json) -> (String, Json) {
    (name.to_owned(), value)
}

fn with_extra(mut members: Vec<(String, Json)>, extra: &Extra) -> Json {
    members.extend(extra.iter().cloned());
    Json::object(members)
}

fn list<T>(items: &[T], write: impl Fn(&T) -> Json) -> Json {
    Json::new(Kind::Array(items.iter().map(write).collect()))
}

// Field names in schema order, which is also the order by position.
const ASSIGNMENT_FIELDS: [&str; 7] = [
    "controllerEpoch",
    "assignmentVersion",
    "generatedAt",
    "controller",
    "brokers",
    "partitions",
    "consumerGroups",
];
const BROKER_FIELDS: [&str; 3] = ["id", "health", "lastSeen"];
const PARTITION_FIELDS: [&str; 5] = ["topic", "partition", "broker", "epoch", "role"];
const GROUP_FIELDS: [&str; 3] = ["groupId", "broker", "epoch"];
