//! A kaas cluster: brokers, the controller, the shared volume and one virtual clock.
//!
//! Source: kaas-rs/kaas 44f5471, coordinator.rs, cluster.rs, assignment_writer.rs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::assignment::{Assignment, Health};
use crate::collect::Gather as _;
use crate::command::{Apply, ApplyWord, Clock, Command, Config, Setup, Start};
use crate::error::ModelError;
use crate::event::{Cause, Event, Refusal, What};
use crate::kaas::controller::{self, Decision, Inputs};
use crate::kaas::coordinator::{Broker, LogLine, Moved, Quiet, Source};
use crate::kaas::takeover;
use crate::limits::{BROKERS_MAX, INSTANTS_MAX, TIME_MAX};
use crate::ownership::{Ownership, Tier, View};
use crate::rules::{Bootstrap, RuleId, Rules, Sweep};
use crate::time::{Millis, WallTime};

/// Path of the assignment below `__cluster`.
pub const ASSIGNMENT: &str = "assignment.json";

/// A cluster at one moment of virtual time.
///
/// Drive it with [`Cluster::advance_to`] and [`Cluster::apply`]; then take what happened with
/// [`Cluster::take_events`]. The same commands give the same events on every platform. A clone
/// is cheap and shares everything that has not changed since.
///
/// ```
/// use orrery::cluster::Cluster;
/// use orrery::command::{Command, Setup};
///
/// let mut cluster = Cluster::new(&Setup::default())?;
/// assert_eq!(cluster.owner("search", None).broker.as_deref(), Some("kaas-1"));
/// cluster.apply(&Command::Kill { broker: "kaas-1".into() })?;
/// cluster.apply(&Command::Recompute { apply: None })?;
/// assert_eq!(cluster.owner("search", None).broker.as_deref(), Some("kaas-2"));
/// # Ok::<(), orrery::error::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cluster {
    now: Millis,
    started_at: WallTime,
    clock: Clock,
    config: Config,
    rules: Rules,
    brokers: BTreeMap<Arc<str>, Broker>,
    topics: Arc<BTreeMap<Arc<str>, u32>>,
    files: Arc<BTreeMap<Arc<str>, Content>>,
    file: AssignmentFile,
    failing: Vec<Failing>,
    lease: Lease,
    controller: Option<Controller>,
    /// When the last command was a topic event with its recompute (clock auto): the controller
    /// takes all that wait in its queue at once.
    topic_event: Option<Millis>,
    /// Brokers that were deregistered; a process can be started again without its address.
    removed: BTreeSet<Arc<str>>,
    /// Instants up to this one have had their phases (clock auto).
    phased: Option<Millis>,
    decisions: Arc<[Decision]>,
    events: Vec<Event>,
    /// The state after each event, if somebody wants to look at every moment.
    moments: Option<Vec<Cluster>>,
}

/// Who coordinates a group, as one broker or the file sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The broker; `None`: nobody.
    pub broker: Option<Arc<str>>,
    /// The tier that named it.
    pub tier: Tier,
}

/// The state of one broker, in slot order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrokerView {
    /// Broker id.
    pub id: Arc<str>,
    /// Its slot: index among the sorted rows; `None` without a row.
    pub slot: Option<u32>,
    /// Health in the file; `None` without a row.
    pub health: Option<Health>,
    /// Whether its process runs.
    pub up: bool,
    /// Whether it has announced its shutdown.
    pub draining: bool,
    /// Whether it holds the lease.
    pub controller: bool,
    /// Version it works with.
    #[serde(serialize_with = "crate::json::safe_or_null")]
    pub applied_version: Option<i64>,
    /// Groups it coordinates by an entry, as the file says.
    pub entries: u32,
    /// Groups it coordinates by the hash, as the file says.
    pub hash: u32,
    /// Groups in its memory.
    pub resident: u32,
    /// Groups in its memory that the file gives to somebody else.
    pub ghosts: u32,
}

/// The state of one group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupView {
    /// Group id.
    pub id: Arc<str>,
    /// Who coordinates it, as the file says.
    pub coordinator: Option<Arc<str>>,
    /// The tier that says so.
    pub tier: Tier,
    /// What the hash alone says.
    pub hash_coordinator: Option<Arc<str>>,
    /// Its slot; `None` without rows.
    pub slot: Option<u32>,
    /// Epoch of its entry.
    pub epoch: Option<u32>,
    /// Brokers that have it in memory.
    pub resident_on: Vec<Arc<str>>,
}

#[derive(Clone, Debug)]
enum Content {
    Text(Arc<str>),
    /// What the controller wrote: turned into text only when somebody looks.
    Assignment(Arc<Assignment>),
}

#[derive(Clone, Debug)]
enum AssignmentFile {
    Missing,
    Unreadable,
    Read(Arc<View>),
}

#[derive(Clone, Debug)]
struct Failing {
    path: Arc<str>,
    broker: Option<Arc<str>>,
    times: Option<u32>,
}

#[derive(Clone, Debug)]
struct Lease {
    holder: Option<Arc<str>>,
    epoch: i64,
}

/// Memory of the broker that holds the lease.
#[derive(Clone, Debug)]
struct Controller {
    previous: Option<Arc<Assignment>>,
    version: i64,
    alive: BTreeSet<Arc<str>>,
}

impl Cluster {
    /// Starts a cluster.
    ///
    /// # Errors
    /// A bad `startedAt`, too many brokers, a broker named twice, a controller that is no broker.
    pub fn new(setup: &Setup) -> Result<Self, ModelError> {
        let file = setup
            .volume
            .get(ASSIGNMENT)
            .and_then(|text| Assignment::parse(text).ok());
        let ids = start_ids(setup, file.as_ref());
        if ids.len() > crate::cast::usize_of(BROKERS_MAX) {
            return Err(ModelError::TooMany {
                what: "brokers",
                got: crate::cast::u64_of(ids.len()),
                limit: u64::from(BROKERS_MAX),
            });
        }
        let text = setup.started_at.clone();
        let text = text.or_else(|| file.as_ref().map(|file| file.generated_at.clone()));
        let started_at = match (&setup.started_at, text) {
            (_, None) => WallTime::default(),
            (None, Some(text)) => WallTime::parse(&text).unwrap_or_default(),
            (Some(_), Some(text)) => WallTime::parse(&text).ok_or(ModelError::BadTime { text })?,
        };
        let mut cluster = Self {
            now: 0,
            started_at,
            clock: setup.clock,
            config: setup.config,
            rules: setup.rules,
            brokers: BTreeMap::new(),
            topics: Arc::new(start_topics(setup, file.as_ref())),
            files: Arc::new(
                setup
                    .volume
                    .iter()
                    .map(|(path, text)| {
                        (
                            Arc::from(path.as_str()),
                            Content::Text(Arc::from(text.as_str())),
                        )
                    })
                    .gather(),
            ),
            file: AssignmentFile::Missing,
            failing: Vec::new(),
            lease: Lease {
                holder: None,
                epoch: 1,
            },
            controller: None,
            topic_event: None,
            removed: BTreeSet::new(),
            phased: None,
            decisions: Arc::from([]),
            events: Vec::new(),
            moments: None,
        };
        cluster.parse_assignment();
        for id in ids {
            let id: Arc<str> = Arc::from(id.as_str());
            if cluster
                .brokers
                .insert(id.clone(), Broker::fresh(id.clone()))
                .is_some()
            {
                return Err(ModelError::BrokerExists {
                    broker: id.to_string(),
                });
            }
        }
        match setup.start {
            Start::Bootstrap => cluster.start_bootstrap(),
            Start::Running => cluster.start_running(setup, file)?,
        }
        cluster.events.clear();
        Ok(cluster)
    }

    /// Carries out a command at the present time.
    ///
    /// # Errors
    /// A command that names what is not there; the state is unchanged then.
    pub fn apply(&mut self, command: &Command) -> Result<(), ModelError> {
        let before = self.topic_event.take();
        let done = self.carry_out(command, before == Some(self.now));
        if done.is_err() {
            self.topic_event = before;
        }
        done
    }

    fn carry_out(&mut self, command: &Command, coalesced: bool) -> Result<(), ModelError> {
        match command {
            Command::Kill { broker } => {
                let id = self.running(broker)?;
                self.stop(&id);
            }
            Command::Restart { broker } => {
                if self.removed.contains(broker.as_str()) {
                    self.admit(broker, false)?;
                }
                let id = self.known(broker)?;
                self.stop(&id);
                self.start(&id, &Cause::Command);
            }
            Command::Drain { broker } => {
                let id = self.running(broker)?;
                self.drain(&id);
            }
            Command::Disconnect { broker } => {
                let id = self.known(broker)?;
                self.change(&id, Broker::disconnect, What::BrokerDisconnected);
            }
            Command::Reconnect { broker } => {
                let id = self.known(broker)?;
                self.change(&id, Broker::connect, What::BrokerConnected);
            }
            Command::Isolate { broker, volume } => {
                let id = self.known(broker)?;
                let volume = *volume;
                self.change(&id, move |b| b.isolate(volume), What::BrokerIsolated);
            }
            Command::Rejoin { broker } => {
                let id = self.known(broker)?;
                self.change(&id, Broker::rejoin, What::BrokerRejoined);
                self.read(&id, false);
            }
            Command::Add { broker } => self.add(broker)?,
            Command::Remove { broker } => {
                let id = self.known(broker)?;
                self.stop(&id);
                self.change(
                    &id,
                    |b| std::mem::take(&mut b.registered),
                    What::BrokerDeregistered,
                );
                self.brokers.remove(&id);
                self.removed.insert(id);
            }
            Command::Quiet { broker, groups } => {
                let id = self.known(broker)?;
                let names: Vec<Arc<str>> = groups
                    .iter()
                    .flatten()
                    .map(|g| Arc::from(g.as_str()))
                    .collect();
                let what = What::ReportsQuiet {
                    groups: names.clone(),
                };
                let quiet = match groups {
                    None => Quiet::All,
                    Some(_) => Quiet::Groups(Arc::new(names.into_iter().gather())),
                };
                self.change(&id, move |b| b.keep_quiet(quiet), what);
            }
            Command::Report { broker } => {
                let id = self.known(broker)?;
                self.change(&id, |b| b.keep_quiet(Quiet::Nothing), What::ReportsTruthful);
            }
            Command::Recompute { apply } => {
                let readers = self.readers(apply.as_ref())?;
                // The topic event before it has just written what this would write.
                if !coalesced {
                    self.recompute(&Cause::Command)?;
                }
                self.read_all(&readers);
            }
            Command::Apply { broker } => {
                let readers = match broker {
                    None => self.live(),
                    Some(ids) => ids
                        .iter()
                        .map(|id| self.running(id))
                        .collect::<Result<_, _>>()?,
                };
                self.read_all(&readers);
            }
            Command::CrashController { to, apply } => {
                self.crash_controller(to.as_deref(), apply.as_ref())?;
            }
            Command::MoveController { to, apply } => {
                let to = self.running(to)?;
                let readers = self.readers(apply.as_ref())?;
                self.elect(&to);
                self.recompute(&Cause::BecameController)?;
                self.read_all(&readers);
            }
            Command::SetAssignment { text, apply } => {
                let readers = self.readers(apply.as_ref())?;
                self.put(
                    ASSIGNMENT,
                    Content::Text(Arc::from(text.as_str())),
                    &Cause::Command,
                );
                self.read_all(&readers);
            }
            Command::PutFile { path, text } => {
                self.put(
                    path,
                    Content::Text(Arc::from(text.as_str())),
                    &Cause::Command,
                );
            }
            Command::RemoveFile { path } => self.remove_file(path),
            Command::WriteFails {
                path,
                broker,
                times,
            } => {
                let path: Arc<str> = Arc::from(path.as_str());
                self.failing.push(Failing {
                    path: path.clone(),
                    broker: broker.as_deref().map(Arc::from),
                    times: *times,
                });
                self.note(broker.as_deref(), What::WritesFail { path });
            }
            Command::WriteWorks { path, broker } => {
                self.failing.retain(|failing| {
                    *failing.path != *path.as_str()
                        || failing.broker.as_deref() != broker.as_deref()
                });
                let path = Arc::from(path.as_str());
                self.note(broker.as_deref(), What::WritesWork { path });
            }
            Command::HotSwap { broker } => {
                let id = self.running(broker)?;
                self.hot_swap(&id);
            }
            Command::ElectFirst => {
                let first = self
                    .live()
                    .into_iter()
                    .next()
                    .ok_or(ModelError::NoController)?;
                self.elect(&first);
                self.recompute(&Cause::BecameController)?;
                if self.clock == Clock::Manual {
                    self.read_all(&self.live());
                }
            }
            Command::CreateTopic { topic, partitions } => {
                if self.topics.contains_key(topic.as_str()) {
                    return Err(ModelError::Topic {
                        topic: topic.clone(),
                        exists: true,
                    });
                }
                self.partitions(topic, 0, *partitions)?;
                self.set_topic(topic, *partitions);
            }
            Command::AddPartitions { topic, partitions } => {
                let had = self.topic(topic)?;
                self.partitions(topic, had, *partitions)?;
                self.set_topic(topic, *partitions);
            }
            Command::DeleteTopic { topic } => {
                self.topic(topic)?;
                self.set_topic(topic, 0);
            }
            Command::Touch { group, broker } => self.touch(group, broker.as_deref())?,
            Command::Read => {
                for id in self.live() {
                    self.read(&id, true);
                }
            }
            Command::Sweep => {
                for id in self.live() {
                    self.sweep(&id);
                }
            }
        }
        Ok(())
    }

    /// Plays everything that is due up to and at `t`, in virtual ms.
    ///
    /// # Errors
    /// Time that goes back or beyond [`TIME_MAX`], a span with more than [`INSTANTS_MAX`] due instants.
    pub fn advance_to(&mut self, t: Millis) -> Result<(), ModelError> {
        if t < self.now {
            return Err(ModelError::TimeGoesBack {
                now: self.now,
                asked: t,
            });
        }
        if t > TIME_MAX {
            return Err(ModelError::TooMany {
                what: "ms of virtual time",
                got: t,
                limit: TIME_MAX,
            });
        }
        if self.clock == Clock::Auto {
            let step = [
                self.config.status_ms,
                self.config.alive_check_ms,
                self.config.file_poll_ms,
            ]
            .into_iter()
            .filter(|interval| *interval > 0)
            .min();
            let instants = step.map_or(0, |step| (t - self.now) / step);
            if instants > INSTANTS_MAX {
                return Err(ModelError::TooMany {
                    what: "instants at which something is due",
                    got: instants,
                    limit: INSTANTS_MAX,
                });
            }
            while let Some(due) = self.next_phase().filter(|due| *due <= t) {
                self.now = due;
                self.phases();
                self.phased = Some(due);
            }
        }
        self.now = t;
        Ok(())
    }

    /// What happened since the last call, in order.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Whether the state after each event is kept for [`Cluster::take_moments`].
    pub fn keep_moments(&mut self, keep: bool) {
        self.moments = keep.then(|| self.moments.take().unwrap_or_default());
    }

    /// The states after each event since the last call, in order; none unless they are kept.
    pub fn take_moments(&mut self) -> Vec<Self> {
        self.moments
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Virtual time in ms.
    #[must_use]
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// The rules that hold.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Ids of the brokers that run, sorted.
    #[must_use]
    pub fn live(&self) -> Vec<Arc<str>> {
        self.brokers
            .values()
            .filter(|b| b.up)
            .map(|b| b.id.clone())
            .collect()
    }

    /// Whether a broker's process runs and whether it drains; `None`: no such broker.
    #[must_use]
    pub fn process(&self, broker: &str) -> Option<(bool, bool)> {
        self.brokers.get(broker).map(|b| (b.up, b.draining))
    }

    /// Ids of all brokers that are registered or run, sorted.
    #[must_use]
    pub fn broker_ids(&self) -> Vec<Arc<str>> {
        self.brokers.keys().cloned().collect()
    }

    /// Broker that holds the lease, and the number of lease transitions.
    #[must_use]
    pub fn lease(&self) -> (Option<Arc<str>>, i64) {
        (self.lease.holder.clone(), self.lease.epoch)
    }

    /// Decisions of the last recompute.
    #[must_use]
    pub fn decisions(&self) -> &Arc<[Decision]> {
        &self.decisions
    }

    /// The assignment as it stands on the volume; `None` if it is missing or unreadable.
    #[must_use]
    pub fn file_view(&self) -> Option<&Arc<View>> {
        match &self.file {
            AssignmentFile::Read(view) => Some(view),
            AssignmentFile::Missing | AssignmentFile::Unreadable => None,
        }
    }

    /// The assignment that answers "who coordinates?" for a reader of the whole cluster: the
    /// file, or if that is unreadable the highest version any live broker works with.
    #[must_use]
    pub fn reference(&self) -> Option<&Arc<View>> {
        self.file_view().or_else(|| {
            let applied = self
                .brokers
                .values()
                .filter(|b| b.up)
                .filter_map(|b| b.applied.as_ref());
            applied.max_by_key(|view| {
                (
                    view.assignment().controller_epoch,
                    view.assignment().assignment_version,
                )
            })
        })
    }

    /// The assignment a broker works with.
    #[must_use]
    pub fn applied(&self, broker: &str) -> Option<&Arc<View>> {
        self.brokers.get(broker)?.applied.as_ref()
    }

    /// Who coordinates a group: as `via` sees it, or as the file says.
    #[must_use]
    pub fn owner(&self, group: &str, via: Option<&str>) -> Answer {
        self.answer(via, |view| view.owner(group))
    }

    /// Who coordinates a transactional id: the hash tier alone.
    #[must_use]
    pub fn transaction_owner(&self, transactional_id: &str, via: Option<&str>) -> Answer {
        self.answer(via, |view| view.transaction_owner(transactional_id))
    }

    /// Live brokers that would accept the group's requests, sorted.
    #[must_use]
    pub fn claimants(&self, group: &str) -> Vec<Arc<str>> {
        let claims = self.brokers.values().filter(|b| b.up && b.accepts(group));
        claims.map(|b| b.id.clone()).collect()
    }

    /// Groups in a broker's memory, sorted.
    #[must_use]
    pub fn resident(&self, broker: &str) -> Vec<Arc<str>> {
        self.brokers
            .get(broker)
            .map_or_else(Vec::new, |b| b.resident.keys().cloned().collect())
    }

    /// What ListGroups answers at a broker, sorted.
    #[must_use]
    pub fn list(&self, broker: &str) -> Vec<Arc<str>> {
        let broker = self.brokers.get(broker).filter(|b| b.up);
        broker.map_or_else(Vec::new, |b| b.list(self.rules.read_filter))
    }

    /// What `kafka-consumer-groups --list` shows: the union over all live brokers, sorted.
    #[must_use]
    pub fn listed_union(&self) -> Vec<Arc<str>> {
        let ids: BTreeSet<Arc<str>> = self.live().iter().flat_map(|id| self.list(id)).gather();
        ids.into_iter().collect()
    }

    /// What DescribeGroups answers for a group at a broker: error name and state.
    #[must_use]
    pub fn describe(&self, group: &str, broker: &str) -> (&'static str, Option<&'static str>) {
        match self.brokers.get(broker).filter(|b| b.up) {
            None => ("COORDINATOR_NOT_AVAILABLE", None),
            Some(b) => b.describe(group, self.rules.read_filter),
        }
    }

    /// kaas' log lines about moves at a broker, oldest first.
    #[must_use]
    pub fn log(&self, broker: &str) -> &[LogLine] {
        self.brokers.get(broker).map_or(&[], |b| b.log.as_slice())
    }

    /// A file under `__cluster`.
    #[must_use]
    pub fn file_text(&self, path: &str) -> Option<Arc<str>> {
        Some(match self.files.get(path)? {
            Content::Text(text) => text.clone(),
            Content::Assignment(assignment) => Arc::from(assignment.to_text()),
        })
    }

    /// Paths of the files under `__cluster`, sorted.
    #[must_use]
    pub fn file_paths(&self) -> Vec<Arc<str>> {
        self.files.keys().cloned().collect()
    }

    /// Every group that an entry, a broker's memory or an offsets file names, sorted by bytes.
    #[must_use]
    pub fn group_ids(&self) -> BTreeSet<Arc<str>> {
        let mut ids: BTreeSet<Arc<str>> = BTreeSet::new();
        if let Some(view) = self.reference() {
            let entries = &view.assignment().consumer_groups;
            ids.extend(
                entries
                    .iter()
                    .map(|entry| Arc::from(entry.group_id.as_str())),
            );
        }
        for broker in self.brokers.values() {
            ids.extend(broker.resident.keys().cloned());
        }
        ids.extend(
            self.files
                .keys()
                .filter_map(|path| offsets_group(path))
                .map(Arc::from),
        );
        ids
    }

    /// Brokers in slot order, then those without a row.
    #[must_use]
    pub fn broker_views(&self) -> Vec<BrokerView> {
        self.views().0
    }

    /// Groups by id.
    #[must_use]
    pub fn group_views(&self) -> Vec<GroupView> {
        self.views().1
    }

    /// Brokers and groups in one pass.
    #[must_use]
    pub fn views(&self) -> (Vec<BrokerView>, Vec<GroupView>) {
        let view = self.reference();
        let mut resident_on: BTreeMap<&Arc<str>, Vec<Arc<str>>> = BTreeMap::new();
        for broker in self.brokers.values() {
            for group in broker.resident.keys() {
                resident_on
                    .entry(group)
                    .or_default()
                    .push(broker.id.clone());
            }
        }
        let mut counts: BTreeMap<Arc<str>, [u32; 3]> = BTreeMap::new();
        let mut groups = Vec::new();
        for id in self.group_ids() {
            let owner = view.map(|view| view.owner(&id));
            let coordinator: Option<Arc<str>> = owner.and_then(|o| o.broker).map(Arc::from);
            let tier = owner.map_or(Tier::None, |owner| owner.tier);
            if let Some(broker) = &coordinator {
                let [entries, hash, _] = counts.entry(broker.clone()).or_default();
                *if tier == Tier::Explicit {
                    entries
                } else {
                    hash
                } += 1;
            }
            let on = resident_on.get(&id).cloned().unwrap_or_default();
            for broker in on
                .iter()
                .filter(|broker| Some(*broker) != coordinator.as_ref())
            {
                let [_, _, ghosts] = counts.entry(broker.clone()).or_default();
                *ghosts += 1;
            }
            groups.push(GroupView {
                coordinator,
                tier,
                hash_coordinator: owner.and_then(|o| o.hash_broker).map(Arc::from),
                slot: view.and_then(|view| view.brokers().route(&id).slot),
                epoch: view
                    .and_then(|view| view.entry_of(&id))
                    .map(|entry| entry.epoch),
                resident_on: on,
                id,
            });
        }
        let order = self.slots();
        let brokers = order
            .into_iter()
            .map(|(id, slot)| {
                let broker = self.brokers.get(&id);
                let [entries, hash, ghosts] = counts.get(&id).copied().unwrap_or_default();
                BrokerView {
                    slot,
                    health: view.and_then(|view| view.health(&id)),
                    up: broker.is_some_and(|b| b.up),
                    draining: broker.is_some_and(|b| b.draining),
                    controller: self.lease.holder.as_ref() == Some(&id),
                    applied_version: broker
                        .and_then(|b| b.applied.as_ref())
                        .map(|view| view.assignment().assignment_version),
                    entries,
                    hash,
                    resident: broker.map_or(0, |b| crate::cast::u32_of(b.resident.len())),
                    ghosts,
                    id,
                }
            })
            .collect();
        (brokers, groups)
    }

    /// Ids with their slots: rows in slot order, then brokers without a row.
    fn slots(&self) -> Vec<(Arc<str>, Option<u32>)> {
        let mut order: Vec<(Arc<str>, Option<u32>)> = Vec::new();
        if let Some(view) = self.reference() {
            for (slot, id) in view.brokers().ids().iter().enumerate() {
                // A duplicated row has several slots; its card stands at the first.
                if order.last().is_none_or(|(last, _)| **last != *id.as_str()) {
                    order.push((Arc::from(id.as_str()), Some(crate::cast::u32_of(slot))));
                }
            }
        }
        let rows: BTreeSet<Arc<str>> = order.iter().map(|(id, _)| id.clone()).gather();
        order.extend(
            self.brokers
                .keys()
                .filter(|id| !rows.contains(*id))
                .map(|id| (id.clone(), None)),
        );
        order
    }

    fn start_bootstrap(&mut self) {
        let source = match self.rules.bootstrap {
            Bootstrap::AlwaysTrueUntilSwap => Source::AlwaysTrue,
            Bootstrap::None => Source::Cluster { swapped: false },
        };
        for broker in self.brokers.values_mut() {
            broker.source = source;
        }
    }

    fn start_running(&mut self, setup: &Setup, file: Option<Assignment>) -> Result<(), ModelError> {
        let named = setup.controller.clone();
        let holder = match named {
            Some(id) => self.known(&id)?,
            None => {
                let named = file.as_ref().map(|file| file.controller.as_str());
                let named = named
                    .and_then(|id| self.brokers.get_key_value(id))
                    .map(|(id, _)| id);
                let lowest = self.brokers.keys().next();
                match named.or(lowest) {
                    Some(id) => id.clone(),
                    None => return Ok(()),
                }
            }
        };
        self.lease.holder = Some(holder);
        let Some(file) = file else {
            self.controller = Some(Controller {
                previous: None,
                version: 0,
                alive: BTreeSet::new(),
            });
            if setup.volume.contains_key(ASSIGNMENT) {
                // The text is torn: brokers have nothing to apply until the next write.
                return Ok(());
            }
            self.recompute(&Cause::BecameController)?;
            for id in self.live() {
                self.read(&id, false);
            }
            return Ok(());
        };
        self.lease.epoch = file.controller_epoch;
        for row in &file.brokers {
            if let Some(broker) = self.brokers.get_mut(row.id.as_str()) {
                match row.health {
                    Health::Alive => {}
                    Health::Draining => broker.draining = true,
                    Health::Dead => broker.stop(),
                }
            }
        }
        let view = self.file_view().cloned();
        for broker in self.brokers.values_mut().filter(|b| b.up) {
            broker.applied.clone_from(&view);
        }
        self.controller = Some(Controller {
            version: file.assignment_version,
            previous: Some(Arc::new(file)),
            alive: BTreeSet::new(),
        });
        let alive = self.alive();
        if let Some(controller) = &mut self.controller {
            controller.alive = alive;
        }
        Ok(())
    }

    fn known(&self, broker: &str) -> Result<Arc<str>, ModelError> {
        let found = self.brokers.get_key_value(broker).map(|(id, _)| id.clone());
        found.ok_or_else(|| ModelError::UnknownBroker {
            broker: broker.to_owned(),
            known: self.brokers.keys().map(ToString::to_string).collect(),
        })
    }

    fn running(&self, broker: &str) -> Result<Arc<str>, ModelError> {
        let id = self.known(broker)?;
        match self.brokers.get(&id) {
            Some(b) if b.up => Ok(id),
            _ => Err(ModelError::BrokerDown {
                broker: broker.to_owned(),
            }),
        }
    }

    fn topic(&self, topic: &str) -> Result<u32, ModelError> {
        let partitions = self.topics.get(topic).copied();
        partitions.ok_or_else(|| ModelError::Topic {
            topic: topic.to_owned(),
            exists: false,
        })
    }

    /// A topic only grows, and has at least one partition.
    fn partitions(&self, topic: &str, had: u32, asked: u32) -> Result<(), ModelError> {
        if asked == 0 || asked < had {
            return Err(ModelError::TopicShrinks {
                topic: topic.to_owned(),
                had,
                asked,
            });
        }
        Ok(())
    }

    fn emit(
        &mut self,
        broker: Option<&Arc<str>>,
        group: Option<&Arc<str>>,
        what: What,
        because: &Cause,
        rule: RuleId,
    ) {
        self.events.push(Event {
            at: self.now,
            broker: broker.cloned(),
            group: group.cloned(),
            what,
            because: because.clone(),
            rule,
        });
        if let Some(mut moments) = self.moments.take() {
            let events = std::mem::take(&mut self.events);
            moments.push(self.clone());
            self.events = events;
            self.moments = Some(moments);
        }
    }

    fn note(&mut self, broker: Option<&str>, what: What) {
        let broker = broker.map(Arc::from);
        self.emit(
            broker.as_ref(),
            None,
            what,
            &Cause::Command,
            RuleId::Outside,
        );
    }

    /// Changes a broker; only what changed something is an event.
    fn change(&mut self, id: &Arc<str>, change: impl FnOnce(&mut Broker) -> bool, what: What) {
        if self.brokers.get_mut(id).is_some_and(change) {
            self.emit(Some(id), None, what, &Cause::Command, RuleId::Outside);
        }
    }

    fn stop(&mut self, id: &Arc<str>) {
        let stop = |broker: &mut Broker| {
            let was_up = broker.up;
            if was_up {
                broker.stop();
            }
            was_up
        };
        self.change(id, stop, What::BrokerStopped);
    }

    /// A fresh process reads the file that is there, before it knows any lease epoch.
    fn start(&mut self, id: &Arc<str>, because: &Cause) {
        let Some(broker) = self.brokers.get_mut(id) else {
            return;
        };
        broker.start();
        self.emit(
            Some(id),
            None,
            What::BrokerStarted,
            because,
            RuleId::Outside,
        );
        if self.lease.holder.as_ref() == Some(id) {
            // Takes its own lease again: same epoch, memory from the file, the next look recomputes.
            self.remember_file();
        }
        self.read(id, false);
    }

    fn drain(&mut self, id: &Arc<str>) {
        let drain = |broker: &mut Broker| !std::mem::replace(&mut broker.draining, true);
        self.change(id, drain, What::BrokerDrains);
    }

    fn add(&mut self, broker: &str) -> Result<(), ModelError> {
        if self.brokers.contains_key(broker) {
            return Err(ModelError::BrokerExists {
                broker: broker.to_owned(),
            });
        }
        let id = self.admit(broker, true)?;
        self.note(Some(broker), What::BrokerRegistered);
        self.start(&id, &Cause::Command);
        Ok(())
    }

    /// A place for a process that is still to start.
    fn admit(&mut self, broker: &str, registered: bool) -> Result<Arc<str>, ModelError> {
        let count = crate::cast::u32_of(self.brokers.len());
        if count >= BROKERS_MAX {
            return Err(ModelError::TooMany {
                what: "brokers",
                got: u64::from(count) + 1,
                limit: u64::from(BROKERS_MAX),
            });
        }
        let id: Arc<str> = Arc::from(broker);
        self.removed.remove(&id);
        let mut fresh = Broker::fresh(id.clone());
        fresh.registered = registered;
        fresh.stop();
        self.brokers.insert(id.clone(), fresh);
        Ok(id)
    }

    fn readers(&self, apply: Option<&Apply>) -> Result<Vec<Arc<str>>, ModelError> {
        match apply {
            None if self.clock == Clock::Auto => Ok(Vec::new()),
            None | Some(Apply::Word(ApplyWord::All)) => Ok(self.live()),
            Some(Apply::Word(ApplyWord::None)) => Ok(Vec::new()),
            Some(Apply::Brokers(ids)) => ids.iter().map(|id| self.running(id)).collect(),
        }
    }

    fn read_all(&mut self, readers: &[Arc<str>]) {
        for id in readers {
            self.read(id, false);
        }
    }

    fn crash_controller(
        &mut self,
        to: Option<&str>,
        apply: Option<&Apply>,
    ) -> Result<(), ModelError> {
        let old = self.lease.holder.clone().ok_or(ModelError::NoController)?;
        let to = match to {
            Some(to) => self.running(to)?,
            None => {
                let others = self.live().into_iter();
                others
                    .filter(|id| *id != old)
                    .min()
                    .ok_or(ModelError::NoController)?
            }
        };
        if to == old {
            return Err(ModelError::BrokerDown {
                broker: to.to_string(),
            });
        }
        let readers = self.readers(apply)?;
        self.stop(&old);
        self.elect(&to);
        self.recompute(&Cause::BecameController)?;
        for id in readers.into_iter().filter(|id| *id != old) {
            self.read(&id, false);
        }
        Ok(())
    }

    fn elect(&mut self, to: &Arc<str>) {
        // The very first controller starts at epoch 1; each later transition counts.
        if self.lease.holder.is_some() {
            self.lease.epoch = self.lease.epoch.saturating_add(1);
        }
        self.lease.holder = Some(to.clone());
        self.remember_file();
        let epoch = self.lease.epoch;
        let what = What::ControllerElected { epoch };
        self.emit(Some(to), None, what, &Cause::Command, RuleId::Lease);
    }

    /// A starting controller knows only what the file says; an unreadable one counts as version 0.
    fn remember_file(&mut self) {
        let previous = self.file_view().map(|view| view.assignment().clone());
        self.controller = Some(Controller {
            version: previous
                .as_ref()
                .map_or(0, |previous| previous.assignment_version),
            previous,
            alive: BTreeSet::new(),
        });
    }

    /// Connected and not draining, and the controller itself always; while nobody is connected,
    /// every registered broker that runs.
    fn alive(&self) -> BTreeSet<Arc<str>> {
        let linked: Vec<&Broker> = self.brokers.values().filter(|b| b.linked()).collect();
        let mut alive: BTreeSet<Arc<str>> = if linked.is_empty() {
            self.brokers
                .values()
                .filter(|b| b.up && b.registered)
                .map(|b| b.id.clone())
                .gather()
        } else {
            let healthy = linked.iter().filter(|b| !self.known_draining(b));
            healthy.map(|b| b.id.clone()).gather()
        };
        let controller = self.lease.holder.iter().filter(|id| self.is_up(id));
        alive.extend(controller.cloned());
        alive
    }

    /// Whether the controller knows that the broker drains.
    fn known_draining(&self, broker: &Broker) -> bool {
        match self.clock {
            Clock::Manual => broker.draining,
            Clock::Auto => broker.reported_draining,
        }
    }

    fn is_up(&self, id: &Arc<str>) -> bool {
        self.brokers.get(id).is_some_and(|b| b.up)
    }

    fn reported(&self) -> BTreeSet<Arc<str>> {
        let mut groups = BTreeSet::new();
        for broker in self.brokers.values().filter(|b| b.linked()) {
            match self.clock {
                Clock::Manual => groups.extend(broker.report()),
                Clock::Auto => groups.extend(broker.reported.iter().cloned()),
            }
        }
        groups
    }

    fn recompute(&mut self, because: &Cause) -> Result<(), ModelError> {
        let holder = self.lease.holder.clone().filter(|id| self.is_up(id));
        let (Some(holder), Some(memory)) = (holder, self.controller.clone()) else {
            return Err(ModelError::NoController);
        };
        let alive = self.alive();
        let draining: BTreeSet<Arc<str>> = self
            .brokers
            .values()
            .filter(|b| b.linked() && self.known_draining(b))
            .map(|b| b.id.clone())
            .gather();
        let registered: BTreeSet<Arc<str>> = self
            .brokers
            .values()
            .filter(|b| b.registered || b.id == holder)
            .map(|b| b.id.clone())
            .gather();
        let now = self.started_at.after(self.now);
        let previous = memory.previous.as_deref();
        let rows = controller::rows(&registered, &alive, &draining, previous, &now, &self.rules);
        let version = memory.version.saturating_add(1);
        let partitions = previous.map_or_else(Vec::new, |previous| {
            let kept = previous.partitions.iter();
            kept.filter(|row| self.topics.contains_key(row.topic.as_str()))
                .cloned()
                .collect()
        });
        let computed = controller::recompute(
            Inputs {
                previous,
                rows,
                reported: self.reported(),
                partitions,
                controller_epoch: self.lease.epoch,
                version,
                generated_at: now,
                controller: holder.to_string(),
            },
            &self.rules,
        );
        self.emit(
            Some(&holder),
            None,
            What::Recomputed { version },
            because,
            RuleId::Report,
        );
        let caused = Cause::Recompute { version };
        for decision in &computed.decisions {
            if let Some(what) = decision.what() {
                self.emit(
                    Some(&holder),
                    Some(&decision.group_id),
                    what,
                    &caused,
                    decision.rule,
                );
            }
        }
        let assignment = Arc::new(computed.assignment);
        self.decisions = Arc::from(computed.decisions);
        self.controller = Some(Controller {
            previous: Some(assignment.clone()),
            version,
            alive,
        });
        self.write(
            &holder,
            ASSIGNMENT,
            Content::Assignment(assignment),
            &caused,
        );
        Ok(())
    }

    fn write(&mut self, by: &Arc<str>, path: &str, content: Content, because: &Cause) {
        let isolated = self.brokers.get(by).is_some_and(|b| b.volume_lost());
        if isolated || self.write_fails(by, path) {
            let path = Arc::from(path);
            let what = What::FileWriteFailed { path };
            self.emit(Some(by), None, what, because, RuleId::Outside);
            return;
        }
        self.put(path, content, because);
    }

    fn write_fails(&mut self, by: &Arc<str>, path: &str) -> bool {
        let hit = self.failing.iter_mut().find(|failing| {
            failing.times != Some(0)
                && failing.broker.as_ref().is_none_or(|broker| broker == by)
                && matches_path(&failing.path, path)
        });
        match hit {
            None => false,
            Some(failing) => {
                failing.times = failing.times.map(|times| times.saturating_sub(1));
                true
            }
        }
    }

    fn put(&mut self, path: &str, content: Content, because: &Cause) {
        let path: Arc<str> = Arc::from(path);
        Arc::make_mut(&mut self.files).insert(path.clone(), content);
        if *path == *ASSIGNMENT {
            self.parse_assignment();
        }
        self.emit(
            None,
            None,
            What::FileWritten { path },
            because,
            RuleId::Outside,
        );
    }

    fn remove_file(&mut self, path: &str) {
        if Arc::make_mut(&mut self.files).remove(path).is_none() {
            return;
        }
        if path == ASSIGNMENT {
            self.parse_assignment();
        }
        self.note(
            None,
            What::FileRemoved {
                path: Arc::from(path),
            },
        );
    }

    fn parse_assignment(&mut self) {
        let assignment = match self.files.get(ASSIGNMENT) {
            None => {
                self.file = AssignmentFile::Missing;
                return;
            }
            Some(Content::Text(text)) => Assignment::parse(text).ok().map(Arc::new),
            Some(Content::Assignment(assignment)) => Some(assignment.clone()),
        };
        self.file = match assignment {
            None => AssignmentFile::Unreadable,
            Some(assignment) => AssignmentFile::Read(Arc::new(View::new(assignment, &self.rules))),
        };
    }

    /// A broker reads the file and, if it accepts it, works with it from now on. The swap comes
    /// first, then the sweep.
    fn read(&mut self, id: &Arc<str>, sweep_later: bool) {
        let Some(broker) = self.brokers.get(id).filter(|b| b.reads()) else {
            return;
        };
        let verdict = match &self.file {
            AssignmentFile::Missing => Err(Refusal::Missing),
            AssignmentFile::Unreadable => Err(Refusal::Unreadable),
            AssignmentFile::Read(view) => {
                // A fresh process has not polled the lease when it first reads: it knows epoch 0.
                let lease = if broker.first_read {
                    0
                } else {
                    self.lease.epoch
                };
                accepts_file(view.assignment(), broker.applied.as_deref(), lease)
                    .map(|()| view.clone())
            }
        };
        match verdict {
            Err(reason) => self.refuse(id, reason),
            Ok(view) => {
                let assignment = view.assignment();
                let what = What::AssignmentApplied {
                    epoch: assignment.controller_epoch,
                    version: assignment.assignment_version,
                };
                if let Some(broker) = self.brokers.get_mut(id) {
                    broker.swap(view);
                }
                self.emit(Some(id), None, what, &Cause::FileRead, RuleId::Acceptance);
                if !sweep_later {
                    self.sweep(id);
                }
            }
        }
    }

    /// A refusal changes nothing, so only a new reason is an event.
    fn refuse(&mut self, id: &Arc<str>, reason: Refusal) {
        let Some(broker) = self.brokers.get_mut(id) else {
            return;
        };
        broker.first_read = false;
        if reason == Refusal::NotNewer || broker.refusal == Some(reason) {
            return;
        }
        broker.refusal = Some(reason);
        let what = What::AssignmentRefused { reason };
        self.emit(Some(id), None, what, &Cause::FileRead, RuleId::Acceptance);
    }

    fn sweep(&mut self, id: &Arc<str>) {
        let Some(broker) = self.brokers.get_mut(id) else {
            return;
        };
        let (Some(previous), Some(next)) = (broker.unswept.take(), broker.applied.clone()) else {
            return;
        };
        let version = next.assignment().assignment_version;
        let taken = takeover::sweep(
            id,
            broker.resident.keys(),
            previous.as_deref(),
            &next,
            &self.rules,
        );
        let because = Cause::Applied { version };
        // The older sweep drops groups without a word.
        let logs = self.rules.sweep == Sweep::Resident;
        for (group, to) in taken.lost {
            let what = if logs {
                What::GroupLost {
                    to: to.clone(),
                    version,
                }
            } else {
                What::GroupRelinquished { version }
            };
            if let Some(broker) = self.brokers.get_mut(id) {
                broker.relinquish(&group);
                if logs {
                    broker.log_line(Moved::Away, &group, Some(id.clone()), to, version);
                }
            }
            self.emit(Some(id), Some(&group), what, &because, RuleId::Sweep);
        }
        // Nor does it say what it gains.
        for (group, from) in taken.gained.into_iter().filter(|_| logs) {
            if let Some(broker) = self.brokers.get_mut(id) {
                broker.log_line(Moved::Here, &group, from.clone(), Some(id.clone()), version);
            }
            let what = What::GroupGained { from, version };
            self.emit(
                Some(id),
                Some(&group),
                what,
                &because,
                RuleId::ExplicitEntryWins,
            );
        }
    }

    fn hot_swap(&mut self, id: &Arc<str>) {
        if let Some(broker) = self.brokers.get_mut(id) {
            broker.source = Source::Cluster { swapped: true };
        }
        self.emit(
            Some(id),
            None,
            What::SourceSwapped,
            &Cause::Command,
            RuleId::Bootstrap,
        );
        self.read(id, false);
    }

    fn set_topic(&mut self, topic: &str, partitions: u32) {
        let topic: Arc<str> = Arc::from(topic);
        let topics = Arc::make_mut(&mut self.topics);
        if partitions == 0 {
            topics.remove(&topic);
        } else {
            topics.insert(topic.clone(), partitions);
        }
        self.note(None, What::TopicChanged { topic, partitions });
        if self.clock == Clock::Auto {
            // Without a controller the event waits for nobody: the next one reads all topics.
            if self.recompute(&Cause::TopicEvent).is_ok() {
                self.topic_event = Some(self.now);
            }
        }
    }

    fn touch(&mut self, group: &str, broker: Option<&str>) -> Result<(), ModelError> {
        let unserved = || ModelError::Unserved {
            group: group.to_owned(),
        };
        let id = match broker {
            Some(broker) => self.running(broker)?,
            None => self.server_of(group).ok_or_else(unserved)?,
        };
        let Some(broker) = self.brokers.get(&id) else {
            return Err(unserved());
        };
        let name: Arc<str> = Arc::from(group);
        if !broker.accepts(group) {
            let rule = RuleId::OwnershipCheck;
            self.emit(
                Some(&id),
                Some(&name),
                What::JoinRefused,
                &Cause::Join,
                rule,
            );
            return Ok(());
        }
        if broker.resident.contains_key(group) {
            return Ok(());
        }
        if let Some(broker) = self.brokers.get_mut(&id) {
            broker.create(name.clone());
        }
        self.emit(
            Some(&id),
            Some(&name),
            What::GroupCreated,
            &Cause::Join,
            RuleId::LazyCreation,
        );
        Ok(())
    }

    /// The live broker a client would be served by: the coordinator that the lowest live broker
    /// names, if it runs; before any assignment, the lowest that accepts everything.
    fn server_of(&self, group: &str) -> Option<Arc<str>> {
        let lowest = self.brokers.values().find(|b| b.up)?;
        let named = match (&lowest.applied, lowest.source) {
            (Some(view), _) => view.owner(group).broker.map(Arc::from),
            (None, Source::AlwaysTrue) => Some(lowest.id.clone()),
            (None, Source::Cluster { .. }) => None,
        };
        named.filter(|id| self.is_up(id))
    }

    fn answer<'a>(
        &'a self,
        via: Option<&str>,
        ask: impl FnOnce(&'a View) -> Ownership<'a>,
    ) -> Answer {
        let view = match via {
            None => self.reference(),
            Some(via) => self.applied(via),
        };
        let owner = view.map(|view| ask(view));
        Answer {
            broker: owner.and_then(|owner| owner.broker).map(Arc::from),
            tier: owner.map_or(Tier::None, |owner| owner.tier),
        }
    }

    fn next_phase(&self) -> Option<Millis> {
        let intervals = [
            self.config.status_ms,
            self.config.alive_check_ms,
            self.config.file_poll_ms,
        ];
        let due = intervals
            .into_iter()
            .filter(|interval| *interval > 0)
            .filter_map(|interval| match self.phased {
                None => Some(0),
                // No instant after the end of time.
                Some(done) => (done / interval).checked_add(1)?.checked_mul(interval),
            });
        due.min()
    }

    /// The phases of one instant, brokers in order: reports, alive look, reads.
    fn phases(&mut self) {
        let due = |interval: Millis, now: Millis| interval > 0 && now.is_multiple_of(interval);
        if due(self.config.status_ms, self.now) {
            self.pump_reports();
        }
        if due(self.config.alive_check_ms, self.now) {
            let alive = self.alive();
            let seen = self.controller.as_ref().map(|controller| &controller.alive);
            if seen.is_some_and(|seen| *seen != alive) {
                // Fails only while the lease holder is down, and then nobody looks.
                let _ = self.recompute(&Cause::AliveSetChanged);
            }
        }
        if due(self.config.file_poll_ms, self.now) {
            self.read_all(&self.live());
        }
    }

    fn pump_reports(&mut self) {
        let reports: Vec<(Arc<str>, BTreeSet<Arc<str>>)> = self
            .brokers
            .values()
            .filter(|b| b.linked())
            .map(|b| (b.id.clone(), b.report()))
            .collect();
        for (id, groups) in reports {
            if let Some(broker) = self.brokers.get_mut(&id) {
                broker.pump(groups);
            }
        }
    }
}

/// Whether a broker accepts a file: not below the lease epoch; with the epoch it works with,
/// only a higher version; any other epoch, even a lower one.
///
/// # Errors
/// The reason of the refusal.
pub fn accepts_file(
    file: &Assignment,
    applied: Option<&View>,
    lease_epoch: i64,
) -> Result<(), Refusal> {
    if file.controller_epoch < lease_epoch {
        return Err(Refusal::StaleEpoch);
    }
    match applied.map(View::assignment) {
        Some(applied)
            if applied.controller_epoch == file.controller_epoch
                && file.assignment_version <= applied.assignment_version =>
        {
            Err(Refusal::NotNewer)
        }
        _ => Ok(()),
    }
}

/// Group id of an offsets file, by kaas' own directory scan: names that end in `.json`, no
/// sub-directories.
#[must_use]
pub fn offsets_group(path: &str) -> Option<&str> {
    let name = path
        .strip_prefix("__consumer_offsets/")?
        .strip_suffix(".json")?;
    (!name.contains('/')).then_some(name)
}

fn start_ids(setup: &Setup, file: Option<&Assignment>) -> Vec<String> {
    if !setup.brokers.is_empty() {
        return setup.brokers.clone();
    }
    match file {
        // A broker with two rows is still one process.
        Some(file) if !file.brokers.is_empty() => {
            let ids: BTreeSet<&str> = file.brokers.iter().map(|row| row.id.as_str()).gather();
            ids.into_iter().map(ToOwned::to_owned).collect()
        }
        _ => ["kaas-0", "kaas-1", "kaas-2"]
            .map(ToOwned::to_owned)
            .to_vec(),
    }
}

fn start_topics(setup: &Setup, file: Option<&Assignment>) -> BTreeMap<Arc<str>, u32> {
    if let Some(topics) = &setup.topics {
        return topics
            .iter()
            .map(|(name, count)| (Arc::from(name.as_str()), *count))
            .gather();
    }
    let rows = file
        .map(|file| file.partitions.as_slice())
        .unwrap_or_default();
    let rows = rows.iter().filter_map(|row| {
        let partition = u64::try_from(row.partition).ok()?;
        Some((row.topic.as_str(), partition))
    });
    topics_of(rows)
        .into_iter()
        .map(|(topic, count)| (Arc::from(topic), u32::try_from(count).unwrap_or(u32::MAX)))
        .gather()
}

/// Topics and their numbers of partitions if nobody names them: those that partition rows of the
/// volume's assignment mention, else `t` with 4.
pub(crate) fn topics_of<'a>(rows: impl Iterator<Item = (&'a str, u64)>) -> BTreeMap<&'a str, u64> {
    let mut topics = BTreeMap::new();
    for (topic, partition) in rows {
        let count: &mut u64 = topics.entry(topic).or_default();
        *count = (*count).max(partition.saturating_add(1));
    }
    if topics.is_empty() {
        topics.insert("t", 4);
    }
    topics
}

fn matches_path(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => path.starts_with(prefix),
        None => pattern == path,
    }
}
