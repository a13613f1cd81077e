//! What can be done to a cluster, and how one starts.

use std::collections::BTreeMap;

use crate::rules::Rules;
use crate::time::Millis;

/// How a cluster starts. The defaults are those of the scenario format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// Broker ids; empty: the rows of the volume's assignment, else kaas-0, kaas-1, kaas-2.
    pub brokers: Vec<String>,
    /// Topic name -> number of partitions; `None`: those of the volume's assignment, else `t` with 4.
    pub topics: Option<BTreeMap<String, u32>>,
    /// Design-rule variants.
    pub rules: Rules,
    /// Intervals.
    pub config: Config,
    /// Whether anything happens by itself.
    pub clock: Clock,
    /// Broker that holds the lease; `None`: the one the volume names, else the lowest.
    pub controller: Option<String>,
    /// Whether the cluster runs or boots.
    pub start: Start,
    /// Files under `__cluster`: path -> text.
    pub volume: BTreeMap<String, String>,
    /// RFC 3339 wall time of ms 0; `None`: the volume's `generatedAt`, else 2026-01-01.
    pub started_at: Option<String>,
}

/// Whether the cluster acts by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Nothing happens by itself and reports are always fresh.
    #[default]
    Manual,
    /// Reports, recomputes and reads happen at their intervals.
    Auto,
}

/// How a cluster starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// All brokers up and connected, an assignment written and applied.
    #[default]
    Running,
    /// Processes up; no controller, no file.
    Bootstrap,
}

/// Intervals of the clock `auto`, in ms. 0 switches a phase off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Brokers report to the controller.
    pub status_ms: Millis,
    /// The controller looks at the alive set.
    pub alive_check_ms: Millis,
    /// Brokers read `assignment.json`.
    pub file_poll_ms: Millis,
}

/// A command to the cluster: what a person, a machine room or a client does to it.
///
/// In JSON the step of a scenario: `{"cluster":"kill","broker":"kaas-1"}`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are those of the scenario step")]
pub enum Command {
    /// The process dies; it stays registered.
    Kill { broker: String },
    /// Dies if it runs, then a fresh process.
    Restart { broker: String },
    /// Announces its shutdown; still serves.
    Drain { broker: String },
    /// Only the heartbeat stream goes.
    Disconnect { broker: String },
    /// Only the heartbeat stream returns.
    Reconnect { broker: String },
    /// No heartbeat, no reading of the file; clients still reach it.
    Isolate { broker: String, volume: bool },
    /// Catches up at once.
    Rejoin { broker: String },
    /// Registers and starts a new broker.
    Add { broker: String },
    /// Stops and deregisters it.
    Remove { broker: String },
    /// Its reports leave out all groups, or these.
    Quiet {
        broker: String,
        groups: Option<Vec<String>>,
    },
    /// Its reports are truthful again.
    Report { broker: String },
    /// The controller recomputes now and writes.
    Recompute { apply: Option<Apply> },
    /// Brokers read the file now (none named: all live ones).
    Apply { broker: Option<Vec<String>> },
    /// The controller's broker is killed and another takes the lease.
    CrashController {
        to: Option<String>,
        apply: Option<Apply>,
    },
    /// Only the lease moves.
    MoveController { to: String, apply: Option<Apply> },
    /// Somebody writes `assignment.json`; the controller's memory is not touched.
    SetAssignment { text: String, apply: Option<Apply> },
    /// Somebody writes a file under `__cluster`.
    PutFile { path: String, text: String },
    /// Somebody removes a file under `__cluster`.
    RemoveFile { path: String },
    /// Writes to this path (or `dir/*`) fail, by this broker only if one is named.
    WriteFails {
        path: String,
        broker: Option<String>,
        times: Option<u32>,
    },
    /// Writes work again.
    WriteWorks {
        path: String,
        broker: Option<String>,
    },
    /// Boot: swap in the cluster's group source and read the file.
    HotSwap { broker: String },
    /// Boot: the first controller starts.
    ElectFirst,
    /// A topic appears.
    CreateTopic { topic: String, partitions: u32 },
    /// A topic grows to this number of partitions.
    AddPartitions { topic: String, partitions: u32 },
    /// A topic goes.
    DeleteTopic { topic: String },
    /// The group's first join: it becomes resident and Empty, without members.
    ///
    /// The broker asked is the group's coordinator unless one is named.
    Touch {
        group: String,
        broker: Option<String>,
    },
    /// All live brokers read the file, but do not sweep yet: a moment that lasts microseconds.
    Read,
    /// All live brokers that have read without sweeping sweep.
    Sweep,
}

/// Which brokers read the file at once after a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Apply {
    /// `"all"` or `"none"`.
    Word(ApplyWord),
    /// These.
    Brokers(Vec<String>),
}

/// The words of [`Apply`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyWord {
    /// All live brokers.
    All,
    /// Nobody.
    None,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            status_ms: 1000,
            alive_check_ms: 2000,
            file_poll_ms: 1000,
        }
    }
}
