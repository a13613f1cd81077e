//! Transaction slots, producer id blocks, producer fences and markers, as kaas decodes them.
//!
//! Source: kaas-rs/kaas 44f5471, txn_state.rs, fence_log.rs, marker_queue.rs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::json::{self, Fields, Json, JsonError, Kind, Path, Pos};
use crate::messages::{Message, keys};

/// A slot file: transactional id -> entry. Of an id that stands twice the last wins.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Slot {
    /// Entries sorted by the bytes of the transactional id.
    pub entries: BTreeMap<String, Transaction>,
}

/// The state of one transactional producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Producer id.
    pub producer_id: i64,
    /// Producer epoch.
    pub epoch: i16,
    /// Partitions written to, as listed.
    pub partitions: Vec<TopicPartitions>,
    /// Wall time in ms since 1970 at which it became Ongoing; 0: not known, never reaped.
    pub ongoing_since_ms: i64,
    /// Timeout in ms; 0: none, never reaped.
    pub timeout_ms: i32,
    /// State.
    pub state: TransactionState,
    /// Groups whose offsets are part of it.
    pub groups: Vec<String>,
    /// Where the entry stands.
    pub at: Pos,
}

/// States of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub enum TransactionState {
    /// None so far; left out in the file, or written as the empty text.
    #[default]
    Empty,
    /// Partitions or offsets were added.
    Ongoing,
    /// Commit decided, markers owed.
    PrepareCommit,
    /// Abort decided, markers owed.
    PrepareAbort,
    /// Committed.
    CompleteCommit,
    /// Aborted.
    CompleteAbort,
}

/// Partitions of one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicPartitions {
    /// Topic name.
    pub topic: String,
    /// Partition numbers.
    pub partitions: Vec<i32>,
}

/// `producer_ids/BROKER.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProducerIds {
    /// First number of the broker's slice that is not handed out yet.
    pub next_block: i64,
    /// Where it stands.
    pub at: Pos,
}

/// `producer_fences/from-BROKER.json`: text of a producer id -> epoch.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fences {
    /// Sorted by key; keys that are no number are skipped by kaas.
    pub epochs: BTreeMap<String, (i16, Pos)>,
}

/// `marker_queue/to-BROKER/PID-EPOCH.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Transactional id.
    pub transactional_id: String,
    /// Producer id.
    pub producer_id: i64,
    /// Producer epoch.
    pub producer_epoch: i16,
    /// Commit or abort.
    pub commit: bool,
    /// Partitions that get the marker.
    pub partitions: Vec<TopicPartitions>,
}

impl Slot {
    /// Decodes a slot file; no bytes at all are no entries.
    ///
    /// # Errors
    /// Where kaas fails: then every request for an id of this slot is COORDINATOR_NOT_AVAILABLE.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let json = json::parse_skipping(text)?;
        let mut entries = BTreeMap::new();
        for (id, at, value, path) in members(&json)? {
            entries.insert(id.to_owned(), Transaction::of(value, path, at)?);
        }
        Ok(Self { entries })
    }
}

impl Transaction {
    fn of(json: &Json, path: Path, at: Pos) -> Result<Self, JsonError> {
        let fields = Fields::of(json, path, &TRANSACTION_FIELDS)?;
        let optional =
            |name: &'static str| fields.get(name).map(|value| (value, fields.path_of(name)));
        Ok(Self {
            producer_id: fields.integer("pid")?,
            epoch: fields.integer("epoch")?,
            partitions: match optional("partitions") {
                Some((value, path)) => json::list(value, &path, TopicPartitions::of)?,
                None => Vec::new(),
            },
            ongoing_since_ms: match optional("ongoingSinceMs") {
                Some((value, path)) => json::integer(value, &path)?,
                None => 0,
            },
            timeout_ms: match optional("transactionTimeoutMs") {
                Some((value, path)) => json::integer(value, &path)?,
                None => 0,
            },
            state: match optional("state") {
                Some((value, path)) => TransactionState::of(value, &path)?,
                None => TransactionState::Empty,
            },
            groups: match optional("groups") {
                Some((value, path)) => {
                    json::list(value, &path, |group, path| json::string(group, &path))?
                }
                None => Vec::new(),
            },
            at,
        })
    }

    /// Whether its outcome is decided and not yet carried out.
    #[must_use]
    pub const fn is_prepared(&self) -> bool {
        matches!(
            self.state,
            TransactionState::PrepareCommit | TransactionState::PrepareAbort
        )
    }
}

impl TransactionState {
    /// Kafka's name of the state.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "Empty",
            Self::Ongoing => "Ongoing",
            Self::PrepareCommit => "PrepareCommit",
            Self::PrepareAbort => "PrepareAbort",
            Self::CompleteCommit => "CompleteCommit",
            Self::CompleteAbort => "CompleteAbort",
        }
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
        let state = match word {
            Some("") => Some(Self::Empty),
            Some("Ongoing") => Some(Self::Ongoing),
            Some("PrepareCommit") => Some(Self::PrepareCommit),
            Some("PrepareAbort") => Some(Self::PrepareAbort),
            Some("CompleteCommit") => Some(Self::CompleteCommit),
            Some("CompleteAbort") => Some(Self::CompleteAbort),
            _ => None,
        };
        state.ok_or_else(|| {
            let message =
                Message::new(keys::JSON_TRANSACTION_STATE_UNKNOWN).with("found", json.excerpt());
            json.error(path, message)
        })
    }
}

impl TopicPartitions {
    fn of(json: &Json, path: Path) -> Result<Self, JsonError> {
        let fields = Fields::of(json, path, &TOPIC_FIELDS)?;
        Ok(Self {
            topic: fields.string("topic")?,
            partitions: fields.list("partitions", |number, path| json::integer(number, &path))?,
        })
    }
}

impl ProducerIds {
    /// Decodes a block file.
    ///
    /// # Errors
    /// Where kaas fails: the broker then counts in memory, from 1.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let json = json::parse_skipping(text)?;
        let fields = Fields::of(&json, Path::root(), &BLOCK_FIELDS)?;
        let at = fields.required("nextBlock")?.at;
        Ok(Self {
            next_block: fields.integer("nextBlock")?,
            at,
        })
    }
}

impl Fences {
    /// Decodes a fence file.
    ///
    /// # Errors
    /// Where kaas fails: the whole file is skipped.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let json = json::parse_skipping(text)?;
        let mut epochs = BTreeMap::new();
        for (key, at, value, path) in members(&json)? {
            epochs.insert(key.to_owned(), (json::integer(value, &path)?, at));
        }
        Ok(Self { epochs })
    }
}

impl Marker {
    /// Decodes a marker file.
    ///
    /// # Errors
    /// Where kaas fails: the file stays and is tried again every 2 s.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let json = json::parse_skipping(text)?;
        let fields = Fields::of(&json, Path::root(), &MARKER_FIELDS)?;
        let commit = fields.required("commit")?;
        let _: i32 = fields.integer("coordinatorEpoch")?;
        Ok(Self {
            transactional_id: fields.string("transactionalId")?,
            producer_id: fields.integer("producerId")?,
            producer_epoch: fields.integer("producerEpoch")?,
            commit: commit.as_bool().ok_or_else(|| {
                let message =
                    Message::new(keys::JSON_NOT_A_BOOLEAN).with("found", commit.excerpt());
                commit.error(&fields.path_of("commit"), message)
            })?,
            partitions: fields.list("partitions", TopicPartitions::of)?,
        })
    }
}

/// The broker whose slice a producer id comes from, by ordinal, and the number within the slice.
/// Slices have 2^40 ids, and the one of `kaas-N` begins at (N+1) * 2^40.
#[must_use]
pub fn slice_of(producer_id: i64) -> Option<(i64, i64)> {
    let slice = producer_id.checked_div(SLICE)?;
    (slice >= 1).then(|| (slice - 1, producer_id.rem_euclid(SLICE)))
}

/// Members of a map that a file is as a whole: name, place, value, path.
fn members(json: &Json) -> Result<impl Iterator<Item = (&str, Pos, &Json, Path)>, JsonError> {
    let Some(members) = json.as_object() else {
        return Err(json::not_an_object(json, &Path::root()));
    };
    let described = |member: &'_ json::Member| Path::root().member(&member.key);
    Ok(members.iter().map(move |member| {
        (
            member.key.as_str(),
            member.at,
            &member.value,
            described(member),
        )
    }))
}

const TRANSACTION_FIELDS: [&str; 7] = [
    "pid",
    "epoch",
    "partitions",
    "ongoingSinceMs",
    "transactionTimeoutMs",
    "state",
    "groups",
];
const TOPIC_FIELDS: [&str; 2] = ["topic", "partitions"];
const BLOCK_FIELDS: [&str; 1] = ["nextBlock"];
const MARKER_FIELDS: [&str; 6] = [
    "transactionalId",
    "producerId",
    "producerEpoch",
    "commit",
    "coordinatorEpoch",
    "partitions",
];
const SLICE: i64 = 1 << 40;

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(result: Result<impl Sized, JsonError>) -> String {
        match result {
            Ok(_) => "accepted".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_slot_is_read_as_serde_reads_it() {
        let text = r#"{"pay":{"pid":1,"epoch":0},"pay":{"pid":1099511627787,"epoch":2,"partitions":[["t",[0,2]]],"ongoingSinceMs":5,"state":{"Ongoing":null},"groups":["g"],"x":0}}"#;
        let slot = Slot::parse(text).unwrap();
        let expected = Transaction {
            producer_id: 1_099_511_627_787,
            epoch: 2,
            partitions: vec![TopicPartitions {
                topic: "t".to_owned(),
                partitions: vec![0, 2],
            }],
            ongoing_since_ms: 5,
            timeout_ms: 0,
            state: TransactionState::Ongoing,
            groups: vec!["g".to_owned()],
            at: Pos {
                line: 1,
                column: 28,
            },
        };
        assert_eq!(
            slot.entries.into_iter().collect::<Vec<_>>(),
            [("pay".to_owned(), expected)]
        );
        let cases = [
            (
                r#"{"a":{"pid":1,"epoch":32768}}"#,
                "Expected an integer from -32768 to 32767, found 32768. ($.a.epoch, line 1, column 23)",
            ),
            (
                r#"{"a":{"epoch":1}}"#,
                "The required field \"pid\" is missing. ($.a, line 1, column 6)",
            ),
            (
                r#"{"a":{"pid":1,"epoch":1,"state":"Dead"}}"#,
                "\"Dead\" is no transaction state (\"\", Ongoing, PrepareCommit, PrepareAbort, CompleteCommit, CompleteAbort). ($.a.state, line 1, column 33)",
            ),
            ("[]", "Expected an object, found []. ($, line 1, column 1)"),
        ];
        for (text, message) in cases {
            assert_eq!(refused(Slot::parse(text)), message);
        }
    }

    #[test]
    fn markers_fences_and_blocks_are_refused_as_a_whole() {
        let marker = r#"{"transactionalId":"a","producerId":1,"producerEpoch":0,"commit":1,"coordinatorEpoch":0,"partitions":[]}"#;
        assert_eq!(
            refused(Marker::parse(marker)),
            "Expected true or false, found 1. ($.commit, line 1, column 66)"
        );
        assert_eq!(
            refused(Marker::parse(
                &marker.replace(":1,\"coord", ":true,\"coord")
            )),
            "accepted"
        );
        assert_eq!(
            refused(Fences::parse(r#"{"1":1,"2":40000}"#)),
            "Expected an integer from -32768 to 32767, found 40000. ($[\"2\"], line 1, column 12)"
        );
        assert_eq!(refused(ProducerIds::parse("[3000]")), "accepted");
        assert_eq!(
            refused(ProducerIds::parse("{\"nextBlock\":")),
            "The text ends before its value is complete. ($.nextBlock, line 1, column 14)"
        );
    }

    #[test]
    fn producer_ids_come_from_slices() {
        assert_eq!(slice_of(1_099_511_627_787), Some((0, 11)));
        assert_eq!(slice_of(4_398_046_511_109), Some((3, 5)));
        assert_eq!(slice_of(512), None);
        assert_eq!(slice_of(i64::MIN), None);
    }
}
