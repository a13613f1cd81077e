//! Every change of state, with its cause and the rule that caused it.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::rules::RuleId;
use crate::time::Millis;

/// One change of state. `Display` is its line in a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Virtual time in ms.
    pub at: Millis,
    /// Broker at which it happened, if at one.
    pub broker: Option<Arc<str>>,
    /// Group concerned, if one.
    pub group: Option<Arc<str>>,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
    /// What led to it.
    pub because: Cause,
    /// The rule that says so.
    pub rule: RuleId,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "what",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum What {
    /// A process starts; its memory is empty.
    BrokerStarted,
    /// A process ends and its memory is gone.
    BrokerStopped,
    /// The broker announces its shutdown; it still serves.
    BrokerDrains,
    /// The heartbeat stream to the controller ends.
    BrokerDisconnected,
    /// The heartbeat stream to the controller is there.
    BrokerConnected,
    /// Reads neither the file nor hears from the controller; clients still reach it.
    BrokerIsolated,
    /// Ends the isolation.
    BrokerRejoined,
    /// Gets an address that clients can be given.
    BrokerRegistered,
    /// Its address is gone.
    BrokerDeregistered,
    /// Its reports leave out groups (none named: all of them).
    ReportsQuiet {
        /// The groups left out.
        groups: Vec<Arc<str>>,
    },
    /// Its reports are truthful again.
    ReportsTruthful,
    /// Takes the lease.
    ControllerElected {
        /// Lease transitions so far.
        #[serde(serialize_with = "crate::json::safe")]
        epoch: i64,
    },
    /// The controller computes a version.
    Recomputed {
        /// The version.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// The group gets its first entry.
    EntryMinted {
        /// Broker picked; empty if nobody is alive.
        to: Arc<str>,
        /// Epoch of the entry.
        epoch: u32,
    },
    /// The entry's broker is not alive and the group is reported.
    EntryRepicked {
        /// Broker of the old entry.
        from: Arc<str>,
        /// Broker picked; empty if nobody is alive.
        to: Arc<str>,
        /// Epoch of the entry.
        epoch: u32,
    },
    /// The entry is dropped.
    EntryRetired {
        /// Broker of the old entry.
        from: Arc<str>,
    },
    /// A file under `__cluster` is written.
    FileWritten {
        /// Path below `__cluster`.
        path: Arc<str>,
    },
    /// A write fails and the old content stays.
    FileWriteFailed {
        /// Path below `__cluster`.
        path: Arc<str>,
    },
    /// A file under `__cluster` is removed.
    FileRemoved {
        /// Path below `__cluster`.
        path: Arc<str>,
    },
    /// Writes to a path fail from now on.
    WritesFail {
        /// Path or `dir/*`.
        path: Arc<str>,
    },
    /// Writes to a path work again.
    WritesWork {
        /// Path or `dir/*`.
        path: Arc<str>,
    },
    /// The broker works with this version from now on.
    AssignmentApplied {
        /// Controller epoch of the file.
        #[serde(serialize_with = "crate::json::safe")]
        epoch: i64,
        /// Version of the file.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// The broker keeps what it has.
    AssignmentRefused {
        /// Why.
        reason: Refusal,
    },
    /// The cluster's group source replaces the one that says yes to everything.
    SourceSwapped,
    /// The group comes into memory, without members.
    GroupCreated,
    /// kaas' log line on the losing broker; the group leaves its memory.
    GroupLost {
        /// The new coordinator, if anybody.
        to: Option<Arc<str>>,
        /// Assignment version.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// The group leaves memory without a log line (the older sweep).
    GroupRelinquished {
        /// Assignment version.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// kaas' log line on the gaining broker, for explicit entries only.
    GroupGained {
        /// The old coordinator, if anybody.
        from: Option<Arc<str>>,
        /// Assignment version.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// A join at a broker that does not coordinate the group.
    JoinRefused,
    /// A topic appears or changes its number of partitions.
    TopicChanged {
        /// Topic name.
        topic: Arc<str>,
        /// Number of partitions; 0: deleted.
        partitions: u32,
    },
}

/// Why a broker refuses a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// There is no file.
    Missing,
    /// The text is torn or has another shape.
    Unreadable,
    /// The file's controller epoch is below the lease epoch.
    StaleEpoch,
    /// Same epoch, and not a higher version.
    NotNewer,
}

/// What led to an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "cause",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Cause {
    /// A command: somebody outside did it.
    Command,
    /// A recompute that was asked for.
    Recompute {
        /// The version computed.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// The controller saw another alive set.
    AliveSetChanged,
    /// A broker became controller.
    BecameController,
    /// A topic appeared or went.
    TopicEvent,
    /// A broker read the file.
    FileRead,
    /// A version was applied.
    Applied {
        /// The version.
        #[serde(serialize_with = "crate::json::safe")]
        version: i64,
    },
    /// A client joined.
    Join,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t={}", self.at)?;
        if let Some(broker) = &self.broker {
            write!(f, " {}", word(broker))?;
        }
        write!(f, " {}", self.what.name())?;
        if let Some(group) = &self.group {
            write!(f, " {}", word(group))?;
        }
        self.what.details(f)?;
        write!(f, " because={} rule={}", self.because, self.rule.as_str())
    }
}

impl What {
    /// The name in a trace and in reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::BrokerStarted => "BrokerStarted",
            Self::BrokerStopped => "BrokerStopped",
            Self::BrokerDrains => "BrokerDrains",
            Self::BrokerDisconnected => "BrokerDisconnected",
            Self::BrokerConnected => "BrokerConnected",
            Self::BrokerIsolated => "BrokerIsolated",
            Self::BrokerRejoined => "BrokerRejoined",
            Self::BrokerRegistered => "BrokerRegistered",
            Self::BrokerDeregistered => "BrokerDeregistered",
            Self::ReportsQuiet { .. } => "ReportsQuiet",
            Self::ReportsTruthful => "ReportsTruthful",
            Self::ControllerElected { .. } => "ControllerElected",
            Self::Recomputed { .. } => "Recomputed",
            Self::EntryMinted { .. } => "EntryMinted",
            Self::EntryRepicked { .. } => "EntryRepicked",
            Self::EntryRetired { .. } => "EntryRetired",
            Self::FileWritten { .. } => "FileWritten",
            Self::FileWriteFailed { .. } => "FileWriteFailed",
            Self::FileRemoved { .. } => "FileRemoved",
            Self::WritesFail { .. } => "WritesFail",
            Self::WritesWork { .. } => "WritesWork",
            Self::AssignmentApplied { .. } => "AssignmentApplied",
            Self::AssignmentRefused { .. } => "AssignmentRefused",
            Self::SourceSwapped => "SourceSwapped",
            Self::GroupCreated => "GroupCreated",
            Self::GroupLost { .. } => "GroupLost",
            Self::GroupRelinquished { .. } => "GroupRelinquished",
            Self::GroupGained { .. } => "GroupGained",
            Self::JoinRefused => "JoinRefused",
            Self::TopicChanged { .. } => "TopicChanged",
        }
    }

    fn details(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReportsQuiet { groups } => {
                if groups.is_empty() {
                    return f.write_str(" groups=all");
                }
                f.write_str(" groups=")?;
                for (at, group) in groups.iter().enumerate() {
                    write!(f, "{}{}", if at == 0 { "" } else { "," }, word(group))?;
                }
                Ok(())
            }
            Self::ControllerElected { epoch } => write!(f, " epoch={epoch}"),
            Self::Recomputed { version } => write!(f, " v{version}"),
            Self::EntryMinted { to, epoch } => write!(f, " to={} epoch={epoch}", word(to)),
            Self::EntryRepicked { from, to, epoch } => {
                write!(f, " from={} to={} epoch={epoch}", word(from), word(to))
            }
            Self::EntryRetired { from } => write!(f, " from={}", word(from)),
            Self::FileWritten { path }
            | Self::FileWriteFailed { path }
            | Self::FileRemoved { path }
            | Self::WritesFail { path }
            | Self::WritesWork { path } => write!(f, " {}", word(path)),
            Self::AssignmentApplied { epoch, version } => write!(f, " v{version} epoch={epoch}"),
            Self::AssignmentRefused { reason } => write!(f, " {}", reason.as_str()),
            Self::GroupLost { to, version } => {
                write!(f, " v{version} to={}", somebody(to.as_deref()))
            }
            Self::GroupGained { from, version } => {
                write!(f, " v{version} from={}", somebody(from.as_deref()))
            }
            Self::GroupRelinquished { version } => write!(f, " v{version}"),
            Self::TopicChanged { topic, partitions } => {
                write!(f, " {} partitions={partitions}", word(topic))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command => f.write_str("command"),
            Self::Recompute { version } => write!(f, "recompute:v{version}"),
            Self::AliveSetChanged => f.write_str("alive-set-changed"),
            Self::BecameController => f.write_str("became-controller"),
            Self::TopicEvent => f.write_str("topic-event"),
            Self::FileRead => f.write_str("file-read"),
            Self::Applied { version } => write!(f, "applied:v{version}"),
            Self::Join => f.write_str("join"),
        }
    }
}

impl Refusal {
    /// The word in a trace.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
            Self::StaleEpoch => "stale-epoch",
            Self::NotNewer => "not-newer",
        }
    }
}

/// A name as one word of a trace line: names are arbitrary strings, so anything that could end
/// the word or the line is written as a JSON string.
fn word(name: &str) -> String {
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '*'));
    if plain {
        return name.to_owned();
    }
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            // Controls, and marks that reorder or hide what surrounds them.
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}') =>
            {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn somebody(name: Option<&str>) -> String {
    name.map_or_else(|| "<none>".to_owned(), word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_line_is_one_line_whatever_the_name() {
        let event = Event {
            at: 3000,
            broker: Some("kaas-1".into()),
            group: Some("a b\"\n\u{202e}x".into()),
            what: What::GroupLost {
                to: None,
                version: 7,
            },
            because: Cause::Applied { version: 7 },
            rule: RuleId::Sweep,
        };
        assert_eq!(
            event.to_string(),
            "t=3000 kaas-1 GroupLost \"a b\\\"\\u{a}\\u{202e}x\" v7 to=<none> because=applied:v7 rule=sweep"
        );
    }
}
