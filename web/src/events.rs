//! Events as sentences for people.

use orrery::event::{Event, What};

use crate::messages::{Say, keys, say};
use crate::model::Model;

/// An event with its place in the session.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Number over all steps.
    pub seq: usize,
    /// Number of its step, from 1.
    pub step: usize,
    /// The event.
    pub event: Event,
}

/// Every event up to the present step, oldest first.
pub fn rows(model: &Model) -> Vec<Row> {
    let played = model.steps().iter().take(model.cursor()).enumerate();
    let events = played.flat_map(|(at, step)| step.events.iter().map(move |event| (at + 1, event)));
    events
        .enumerate()
        .map(|(seq, (step, event))| Row {
            seq,
            step,
            event: event.clone(),
        })
        .collect()
}

/// What happened, without the broker and the group, which stand before it.
pub fn sentence(event: &Event) -> Say {
    let nobody = || crate::messages::t(keys::NOBODY);
    match &event.what {
        What::BrokerStarted => say(keys::EVENT_STARTED),
        What::BrokerStopped => say(keys::EVENT_STOPPED),
        What::BrokerDrains => say(keys::EVENT_DRAINS),
        What::BrokerDisconnected => say(keys::EVENT_DISCONNECTED),
        What::BrokerConnected => say(keys::EVENT_CONNECTED),
        What::BrokerIsolated => say(keys::EVENT_ISOLATED),
        What::BrokerRejoined => say(keys::EVENT_REJOINED),
        What::BrokerRegistered => say(keys::EVENT_REGISTERED),
        What::BrokerDeregistered => say(keys::EVENT_DEREGISTERED),
        What::ReportsQuiet { groups } => say(keys::EVENT_QUIET).count("count", groups.len() as u64),
        What::ReportsTruthful => say(keys::EVENT_TRUTHFUL),
        What::ControllerElected { epoch } => {
            say(keys::EVENT_ELECTED).name("epoch", &epoch.to_string())
        }
        What::Recomputed { version } => {
            say(keys::EVENT_RECOMPUTED).name("version", &version.to_string())
        }
        What::EntryMinted { to, epoch } => say(keys::EVENT_MINTED)
            .name("to", to)
            .count("epoch", *epoch),
        What::EntryRepicked { from, to, epoch } => say(keys::EVENT_REPICKED)
            .name("from", from)
            .name("to", to)
            .count("epoch", *epoch),
        What::EntryRetired { from } => say(keys::EVENT_RETIRED).name("from", from),
        What::FileWritten { path } => say(keys::EVENT_WRITTEN).name("path", path),
        What::FileWriteFailed { path } => say(keys::EVENT_WRITE_FAILED).name("path", path),
        What::FileRemoved { path } => say(keys::EVENT_REMOVED).name("path", path),
        What::WritesFail { path } => say(keys::EVENT_WRITES_FAIL).name("path", path),
        What::WritesWork { path } => say(keys::EVENT_WRITES_WORK).name("path", path),
        What::AssignmentApplied { version, .. } => {
            say(keys::EVENT_APPLIED).name("version", &version.to_string())
        }
        What::AssignmentRefused { reason } => {
            say(keys::EVENT_REFUSED).name("reason", reason.as_str())
        }
        What::SourceSwapped => say(keys::EVENT_SWAPPED),
        What::GroupCreated => say(keys::EVENT_CREATED),
        What::GroupLost { to, .. } => {
            say(keys::EVENT_LOST).name("to", to.as_deref().unwrap_or(&nobody()))
        }
        What::GroupRelinquished { .. } => say(keys::EVENT_RELINQUISHED),
        What::GroupGained { from, .. } => {
            say(keys::EVENT_GAINED).name("from", from.as_deref().unwrap_or(&nobody()))
        }
        What::JoinRefused => say(keys::EVENT_JOIN_REFUSED),
        What::TopicChanged { topic, partitions } => say(keys::EVENT_TOPIC)
            .name("topic", topic)
            .count("partitions", *partitions),
    }
}

/// Pictogram of an event, and how it is marked.
pub fn mark(event: &Event) -> (&'static str, &'static str) {
    match &event.what {
        What::BrokerStopped | What::BrokerDeregistered => ("x", ""),
        What::BrokerDrains => ("half", ""),
        What::ControllerElected { .. } | What::Recomputed { .. } => ("crown", ""),
        What::EntryMinted { .. } => ("pin", ""),
        What::EntryRepicked { .. } | What::GroupGained { .. } => ("arrow", "mv"),
        What::GroupLost { .. } | What::GroupRelinquished { .. } => ("broom", "mv"),
        What::EntryRetired { .. } => ("hash", ""),
        What::FileWritten { .. } | What::FileRemoved { .. } => ("file", ""),
        What::FileWriteFailed { .. }
        | What::AssignmentRefused { .. }
        | What::JoinRefused
        | What::WritesFail { .. } => ("warn", "er"),
        What::AssignmentApplied { .. } => ("eye", ""),
        What::GroupCreated => ("st-empty", ""),
        _ => ("dot", ""),
    }
}
