//! The caller's mistakes. A refusal by a broker (`NOT_COORDINATOR`, ...) is not an error: it is a
//! right outcome of the model.

use std::fmt;

use crate::messages::{Message, keys};
use crate::time::Millis;

/// A command that the model cannot carry out. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// No broker with this id is registered or running.
    UnknownBroker {
        /// The id asked for.
        broker: String,
        /// The ids there are.
        known: Vec<String>,
    },
    /// A broker with this id is there already.
    BrokerExists {
        /// The id.
        broker: String,
    },
    /// The broker is down, and the command needs it running.
    BrokerDown {
        /// The id.
        broker: String,
    },
    /// The lease holder is down or nobody holds the lease, so nobody can recompute.
    NoController,
    /// Nobody that runs coordinates the group, so nobody can take its first join.
    Unserved {
        /// The group.
        group: String,
    },
    /// A topic with this name is there already, or is not there.
    Topic {
        /// The topic.
        topic: String,
        /// Whether it exists.
        exists: bool,
    },
    /// A topic has at least one partition and never fewer than before.
    TopicShrinks {
        /// The topic.
        topic: String,
        /// Its number of partitions.
        had: u32,
        /// The number asked for.
        asked: u32,
    },
    /// A limit of the model.
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many.
        got: u64,
        /// How many there may be.
        limit: u64,
    },
    /// Time only moves forward.
    TimeGoesBack {
        /// The present time in ms.
        now: Millis,
        /// The time asked for in ms.
        asked: Millis,
    },
    /// `startedAt` is no RFC 3339 time.
    BadTime {
        /// The text.
        text: String,
    },
    /// `assignment.json` of the start does not parse.
    BadAssignment {
        /// What is wrong, with its place.
        reason: String,
    },
    /// An id that is no file name, so that the group cannot have an offsets file.
    NoFileName {
        /// The group.
        group: String,
    },
}

impl ModelError {
    /// The sentence and its stable code.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownBroker { broker, known } => Message::new(keys::ERROR_UNKNOWN_BROKER)
                .with("broker", broker.as_str())
                .with("known", known.join(", ")),
            Self::BrokerExists { broker } => {
                Message::new(keys::ERROR_BROKER_EXISTS).with("broker", broker.as_str())
            }
            Self::BrokerDown { broker } => {
                Message::new(keys::ERROR_BROKER_DOWN).with("broker", broker.as_str())
            }
            Self::NoController => Message::new(keys::ERROR_NO_CONTROLLER),
            Self::Unserved { group } => {
                Message::new(keys::ERROR_UNSERVED).with("group", group.as_str())
            }
            Self::Topic {
                topic,
                exists: true,
            } => Message::new(keys::ERROR_TOPIC_EXISTS).with("topic", topic.as_str()),
            Self::Topic {
                topic,
                exists: false,
            } => Message::new(keys::ERROR_TOPIC_UNKNOWN).with("topic", topic.as_str()),
            Self::TopicShrinks { topic, had, asked } => Message::new(keys::ERROR_TOPIC_SHRINKS)
                .with("topic", topic.as_str())
                .with("had", *had)
                .with("asked", *asked),
            Self::TooMany { what, got, limit } => Message::new(keys::ERROR_TOO_MANY)
                .with("what", *what)
                .with("got", *got)
                .with("limit", *limit),
            Self::TimeGoesBack { now, asked } => Message::new(keys::ERROR_TIME_GOES_BACK)
                .with("now", *now)
                .with("asked", *asked),
            Self::BadTime { text } => {
                Message::new(keys::ERROR_BAD_TIME).with("text", text.as_str())
            }
            Self::BadAssignment { reason } => {
                Message::new(keys::ERROR_BAD_ASSIGNMENT).with("reason", reason.as_str())
            }
            Self::NoFileName { group } => {
                Message::new(keys::ERROR_NO_FILE_NAME).with("group", group.as_str())
            }
        }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text())
    }
}

impl std::error::Error for ModelError {}
