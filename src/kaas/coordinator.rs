//! One broker: its process, its links, the groups in its memory and what it says of them.
//!
//! Source: kaas-rs/kaas 44f5471, coordinator.rs and manager.rs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::collect::Gather as _;
use crate::event::Refusal;
use crate::ownership::View;
use crate::rules::ReadFilter;

/// A broker, registered or running.
#[derive(Clone, Debug)]
pub(crate) struct Broker {
    pub(crate) id: Arc<str>,
    /// Its process runs.
    pub(crate) up: bool,
    /// Clients can be given its address.
    pub(crate) registered: bool,
    /// It has announced its shutdown.
    pub(crate) draining: bool,
    pub(crate) quiet: Quiet,
    pub(crate) source: Source,
    /// The assignment it works with.
    pub(crate) applied: Option<Arc<View>>,
    /// The assignment before, while the sweep for the present one is still to come.
    pub(crate) unswept: Option<Option<Arc<View>>>,
    /// No file was read yet by this process.
    pub(crate) first_read: bool,
    /// Why the last read was refused, so that a repeated refusal is told once.
    pub(crate) refusal: Option<Refusal>,
    pub(crate) resident: Arc<BTreeMap<Arc<str>, Group>>,
    pub(crate) log: Arc<Vec<LogLine>>,
    /// Groups in the last report that reached the controller (clock auto).
    pub(crate) reported: Arc<BTreeSet<Arc<str>>>,
    /// Whether that report said that it drains (clock auto).
    pub(crate) reported_draining: bool,
    connected: bool,
    isolated: Option<Isolation>,
}

/// A group in memory. Members come with the group requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group;

/// Which groups a broker's reports leave out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quiet {
    Nothing,
    All,
    Groups(Arc<BTreeSet<Arc<str>>>),
}

/// Whom a broker asks whether it coordinates a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Yes to everything, until the swap.
    AlwaysTrue,
    /// The assignment it works with.
    Cluster {
        /// Whether its cluster runtime is up, so that it reads the file.
        swapped: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Isolation {
    volume: bool,
}

/// A log line about a coordinator change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// Which way.
    pub event: Moved,
    /// The group.
    pub group: Arc<str>,
    /// Old coordinator, or `<none>`.
    pub from: Arc<str>,
    /// New coordinator, or `<none>`.
    pub to: Arc<str>,
    /// Version that caused the move.
    pub assignment_version: i64,
}

/// Direction of a [`LogLine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Moved {
    /// Logged by the losing broker.
    #[serde(rename = "moved-away")]
    Away,
    /// Logged by the gaining broker.
    #[serde(rename = "moved-here")]
    Here,
}

impl Broker {
    /// A registered broker whose process runs and is connected.
    pub(crate) fn fresh(id: Arc<str>) -> Self {
        Self {
            id,
            up: true,
            registered: true,
            draining: false,
            quiet: Quiet::Nothing,
            source: Source::Cluster { swapped: true },
            applied: None,
            unswept: None,
            first_read: true,
            refusal: None,
            resident: Arc::default(),
            log: Arc::default(),
            reported: Arc::default(),
            reported_draining: false,
            connected: true,
            isolated: None,
        }
    }

    /// The process ends: memory and links are gone, the log is kept.
    pub(crate) fn stop(&mut self) {
        self.up = false;
        self.draining = false;
        self.applied = None;
        self.unswept = None;
        self.refusal = None;
        self.resident = Arc::default();
        self.disconnect();
    }

    /// A fresh process.
    pub(crate) fn start(&mut self) {
        self.up = true;
        self.first_read = true;
        self.source = Source::Cluster { swapped: true };
        self.connect();
    }

    /// The stream to the controller is there. Returns whether it was not.
    pub(crate) fn connect(&mut self) -> bool {
        let changed = !self.connected;
        self.connected = true;
        if changed {
            self.new_stream();
        }
        changed
    }

    /// The stream to the controller ends. Returns whether there was one.
    pub(crate) fn disconnect(&mut self) -> bool {
        self.reported = Arc::default();
        self.reported_draining = false;
        std::mem::take(&mut self.connected)
    }

    /// The first status on a stream names no groups.
    fn new_stream(&mut self) {
        self.reported = Arc::default();
        self.reported_draining = self.draining;
    }

    /// Returns whether it was not isolated in this way already.
    pub(crate) fn isolate(&mut self, volume: bool) -> bool {
        self.reported = Arc::default();
        let isolation = Some(Isolation { volume });
        std::mem::replace(&mut self.isolated, isolation) != isolation
    }

    /// Returns whether it was isolated.
    pub(crate) fn rejoin(&mut self) -> bool {
        let changed = self.isolated.take().is_some();
        if changed {
            self.new_stream();
        }
        changed
    }

    /// Returns whether its reports leave out other groups than before.
    pub(crate) fn keep_quiet(&mut self, quiet: Quiet) -> bool {
        let changed = self.quiet != quiet;
        self.quiet = quiet;
        changed
    }

    /// Heartbeats reach the controller.
    pub(crate) fn linked(&self) -> bool {
        self.up && self.connected && self.isolated.is_none()
    }

    /// Reads `assignment.json`.
    pub(crate) fn reads(&self) -> bool {
        self.up && self.isolated.is_none() && self.source == Source::Cluster { swapped: true }
    }

    /// Reads and writes of other files fail.
    pub(crate) fn volume_lost(&self) -> bool {
        self.isolated.is_some_and(|isolation| isolation.volume)
    }

    /// Whether it takes requests of the group: both tiers of the assignment it works with.
    pub(crate) fn accepts(&self, group: &str) -> bool {
        match (self.source, &self.applied) {
            (Source::AlwaysTrue, _) => true,
            (Source::Cluster { .. }, Some(view)) => view.owner(group).broker == Some(&*self.id),
            (Source::Cluster { .. }, None) => false,
        }
    }

    /// What ListGroups answers: groups in memory, and only those coordinated here.
    pub(crate) fn list(&self, filter: ReadFilter) -> Vec<Arc<str>> {
        let shown = self.resident.keys();
        shown
            .filter(|group| filter == ReadFilter::Off || self.accepts(group))
            .cloned()
            .collect()
    }

    /// What DescribeGroups answers: error name and state. A group coordinated here but not in
    /// memory is Empty, where Kafka says Dead.
    pub(crate) fn describe(
        &self,
        group: &str,
        filter: ReadFilter,
    ) -> (&'static str, Option<&'static str>) {
        if filter == ReadFilter::On && !self.accepts(group) {
            return ("NOT_COORDINATOR", None);
        }
        ("NONE", Some("Empty"))
    }

    /// What a status tells the controller: groups in memory and coordinated here, less those it
    /// keeps quiet about.
    pub(crate) fn report(&self) -> BTreeSet<Arc<str>> {
        let told = self.resident.keys().filter(|group| self.quiet.tells(group));
        told.filter(|group| self.accepts(group)).cloned().gather()
    }

    pub(crate) fn pump(&mut self, groups: BTreeSet<Arc<str>>) {
        self.reported = Arc::new(groups);
        self.reported_draining = self.draining;
    }

    /// Works with `view` from now on; the sweep follows.
    pub(crate) fn swap(&mut self, view: Arc<View>) {
        let before = self.applied.replace(view);
        // Two reads before one sweep: the sweep compares with what was swept last.
        self.unswept.get_or_insert(before);
        self.first_read = false;
        self.refusal = None;
    }

    pub(crate) fn create(&mut self, group: Arc<str>) {
        Arc::make_mut(&mut self.resident).insert(group, Group);
    }

    pub(crate) fn relinquish(&mut self, group: &str) {
        Arc::make_mut(&mut self.resident).remove(group);
    }

    pub(crate) fn log_line(
        &mut self,
        event: Moved,
        group: &Arc<str>,
        from: Option<Arc<str>>,
        to: Option<Arc<str>>,
        assignment_version: i64,
    ) {
        let name = |broker: Option<Arc<str>>| broker.unwrap_or_else(|| Arc::from("<none>"));
        Arc::make_mut(&mut self.log).push(LogLine {
            event,
            group: group.clone(),
            from: name(from),
            to: name(to),
            assignment_version,
        });
    }
}

impl Quiet {
    /// Whether a report names the group.
    pub(crate) fn tells(&self, group: &str) -> bool {
        match self {
            Self::Nothing => true,
            Self::All => false,
            Self::Groups(groups) => !groups.contains(group),
        }
    }
}
