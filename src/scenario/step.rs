//! Steps of a scenario.

use crate::command::Command;
use crate::json::Json;
use crate::time::Millis;

/// A step and when it happens.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Virtual time.
    pub at: Millis,
    /// What happens.
    pub action: Action,
    /// The step as written.
    pub source: Json,
}

/// What happens in a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Something happens to the cluster.
    Cluster(Command),
    /// A client sends a request to a broker.
    Request(Box<Request>),
    /// Something is expected of the state.
    Expect(Expectation),
    /// A step that is checked but not played yet.
    Later(Later),
}

/// A step that this version checks and does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Later {
    /// Kind of step, e.g. `client`.
    pub kind: &'static str,
    /// What exactly, e.g. `start`.
    pub what: String,
}

/// A request with its defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Kafka's name of the request.
    pub rpc: String,
    /// Its name in the file.
    pub name: Option<String>,
    /// Version of the message.
    pub version: u64,
    /// Who asks.
    pub client_id: String,
    /// Who is asked.
    pub broker: String,
    /// The body, with what `member` and the format's defaults add.
    pub body: Json,
}

/// What is looked at, and what it must be.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What is looked at.
    pub look: Look,
    /// The pattern.
    pub pattern: Json,
    /// When it must match.
    pub moment: Moment,
}

/// What an expectation looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Who coordinates a group, or a transactional id.
    Owner {
        /// The group or transactional id.
        id: String,
        /// In whose view; `None`: all that are up must agree.
        via: Option<String>,
        /// Whether it is a transactional id.
        txn: bool,
    },
    /// Its entry in assignment.json.
    Entry {
        /// The group.
        group: String,
    },
    /// Group ids in memory.
    Resident {
        /// Whose memory.
        broker: String,
    },
    /// Group ids in a ListGroups answer.
    List {
        /// Whose answer.
        broker: String,
    },
    /// Moves logged so far; the pattern has `contains` and `absent`.
    Log {
        /// Whose log.
        broker: String,
    },
    /// The assignment it works with.
    Applied {
        /// Which broker.
        broker: String,
    },
    /// A file.
    File {
        /// Path below `__cluster`.
        path: String,
        /// No fields beyond those named.
        exact: bool,
    },
}

/// When a pattern must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Now.
    Now,
    /// At every moment up to then.
    Always(Until),
    /// At no moment up to then.
    Never(Until),
}

/// The end of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The end of this ms.
    At(Millis),
    /// The end of the run.
    End,
}
