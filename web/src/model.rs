//! The cluster on the stage: the core's session, and the words for what was done to it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use orrery::assignment::Health;
use orrery::cluster::ASSIGNMENT;
use orrery::command::{Apply, ApplyWord, Command, Setup};
use orrery::explain::{self, Explanation};
use orrery::rules::Rules;
use orrery::scenario::{self, Action, Flavor, Head, Scenario};
use orrery::session::{Edit, Session, Step};

use crate::messages::{Say, keys, say, t};
use crate::open::Opened;
use crate::scene::Scene;

/// What a person asks of the cluster on this page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A broker becomes alive, draining or dead.
    Health(Arc<str>, Health),
    /// A broker joins the cluster.
    Add(String),
    /// A broker leaves for good.
    Remove(Arc<str>),
    /// First joins.
    Touch(Vec<String>),
    /// Groups that only have an offsets file.
    Quiet(Vec<String>),
    /// The controller recomputes and writes.
    Recompute,
    /// Live brokers read the file.
    Read,
    /// Live brokers sweep.
    Sweep,
    /// Somebody writes `assignment.json`.
    Write(String),
}

/// The cluster with its steps.
#[derive(Clone, Debug)]
pub struct Model {
    /// One line that names it.
    pub title: Rc<str>,
    /// Steps of the scenario that this page does not play yet.
    pub left_out: usize,
    session: Session,
    /// How many groups each step moved.
    moved: Vec<usize>,
}

impl Model {
    /// The cluster that a page without a link shows.
    pub fn demo() -> Self {
        Self::of_scenario(include_str!("../assets/demo.json")).unwrap_or_else(|_| Self::empty())
    }

    /// Three brokers, no groups: the default of the scenario format.
    fn empty() -> Self {
        #[expect(
            clippy::expect_used,
            reason = "the default setup is a constant of the core, and a test starts it"
        )]
        let session = Session::new(Setup::default()).expect("the default setup starts");
        Self {
            title: Rc::from(t(keys::UNTITLED)),
            left_out: 0,
            session,
            moved: Vec::new(),
        }
    }

    /// Plays a scenario to its end.
    pub fn of_scenario(text: &str) -> Result<Self, String> {
        let scenario = scenario::parse(text).map_err(|error| error.to_string())?;
        if scenario.head.flavor != Flavor::Kaas {
            return Err(t(keys::ONLY_KAAS));
        }
        let session =
            Session::new(scenario.head.setup.clone()).map_err(|error| error.to_string())?;
        let mut model = Self {
            title: Rc::from(scenario.head.title.as_str()),
            left_out: 0,
            session,
            moved: Vec::new(),
        };
        model.play(&scenario)?;
        Ok(model)
    }

    /// The cluster of an opened volume, under the assumption that every group with an entry is in
    /// the memory of the broker that the entry names, if that broker runs.
    pub fn of_volume(volume: &Opened) -> Result<Self, String> {
        let setup = Setup {
            volume: volume.texts(),
            ..Setup::default()
        };
        let session = Session::new(setup).map_err(|error| error.to_string())?;
        let mut model = Self {
            title: Rc::from(volume.name.as_str()),
            left_out: 0,
            session,
            moved: Vec::new(),
        };
        let groups = model.reported_by_entry();
        if !groups.is_empty() {
            model.edit(Edit::Touch { groups })?;
        }
        Ok(model)
    }

    /// Does something; in manual mode nothing follows by itself.
    pub fn push(&mut self, deed: Deed, manual: bool) -> Result<(), String> {
        let command = |command: Command| Edit::Command { command };
        let nobody_reads = || manual.then_some(Apply::Word(ApplyWord::None));
        let edit = match deed {
            Deed::Health(broker, health) if manual => return self.health_by_hand(&broker, health),
            Deed::Health(broker, health) => Edit::SetHealth {
                broker: broker.to_string(),
                health,
            },
            Deed::Add(broker) if manual => command(Command::Add { broker }),
            Deed::Add(broker) => Edit::AddBroker { broker },
            Deed::Remove(broker) if manual => command(Command::Remove {
                broker: broker.to_string(),
            }),
            Deed::Remove(broker) => Edit::RemoveBroker {
                broker: broker.to_string(),
            },
            Deed::Touch(groups) => Edit::Touch { groups },
            Deed::Quiet(groups) => Edit::AddQuiet { groups },
            Deed::Recompute => command(Command::Recompute {
                apply: nobody_reads(),
            }),
            Deed::Read if manual => command(Command::Read),
            Deed::Read => command(Command::Apply { broker: None }),
            Deed::Sweep => command(Command::Sweep),
            Deed::Write(text) => command(Command::SetAssignment {
                text,
                apply: nobody_reads(),
            }),
        };
        self.edit(edit)
    }

    /// One step back.
    pub fn undo(&mut self) -> Result<(), String> {
        self.session.undo();
        Ok(())
    }

    /// One step forth.
    pub fn redo(&mut self) -> Result<(), String> {
        self.session.redo();
        Ok(())
    }

    /// To the state after so many steps.
    pub fn seek(&mut self, steps: usize) -> Result<(), String> {
        self.session.seek(steps);
        Ok(())
    }

    /// Plays the same steps under another variant of a rule.
    pub fn set_rule(&mut self, rule: &str, variant: &str) -> Result<(), String> {
        let mut rules = self.rules();
        if rules.set(rule, variant).is_some() {
            self.session = self
                .session
                .under(rules)
                .map_err(|error| error.to_string())?;
            let mut replay = self.session.clone();
            self.moved = (1..=self.len())
                .map(|step| {
                    replay.seek(step);
                    replay.moved().len()
                })
                .collect();
        }
        Ok(())
    }

    /// The present rule variants.
    pub fn rules(&self) -> Rules {
        self.session.setup().rules
    }

    /// Number of steps before the cursor.
    pub fn cursor(&self) -> usize {
        self.session.cursor()
    }

    /// Number of steps, also those that were undone.
    pub fn len(&self) -> usize {
        self.session.steps().len()
    }

    /// All steps.
    pub fn steps(&self) -> &[Step] {
        self.session.steps()
    }

    /// How many groups have another coordinator after this step (from 0) than before it.
    pub fn moved_in(&self, step: usize) -> usize {
        self.moved.get(step).copied().unwrap_or_default()
    }

    /// Virtual time in ms.
    pub fn now(&self) -> u64 {
        self.session.cluster().now()
    }

    /// The trace up to the present step, one event a line.
    #[cfg(test)]
    pub fn trace(&self) -> Vec<String> {
        self.session.trace()
    }

    /// The step that led here.
    pub fn last_step(&self) -> Option<&Step> {
        self.session.last_step()
    }

    /// The step that undo takes back.
    pub fn undoable(&self) -> Option<&Step> {
        self.session.last_step()
    }

    /// The step that redo brings back.
    pub fn redoable(&self) -> Option<&Step> {
        self.session.steps().get(self.session.cursor())
    }

    /// What the stage shows.
    pub fn scene(&self) -> Scene {
        Scene::new(
            self.session.cluster(),
            self.session.before().map(|before| &**before),
        )
    }

    /// `assignment.json` as it stands, indented for reading if it is valid; empty if there is none.
    pub fn file_text(&self) -> Rc<str> {
        let cluster = self.session.cluster();
        match cluster.file_view() {
            Some(view) => Rc::from(view.assignment().to_pretty()),
            None => Rc::from(&*cluster.file_text(ASSIGNMENT).unwrap_or_default()),
        }
    }

    /// Why a group is coordinated where it is.
    pub fn explain(&self, group: &str) -> Option<Explanation> {
        let view = self.session.cluster().reference()?;
        Some(explain::explain(view, group, &self.rules()))
    }

    /// Live brokers that work with another version than the file's.
    pub fn behind(&self) -> usize {
        let cluster = self.session.cluster();
        let version = cluster
            .file_view()
            .map(|view| view.assignment().assignment_version);
        let views = cluster.broker_views();
        views
            .iter()
            .filter(|broker| broker.up && broker.applied_version != version)
            .count()
    }

    /// A name for the next broker: one more than the highest number in use.
    pub fn next_broker(&self) -> String {
        let views = self.session.cluster().broker_views();
        let numbers = views.iter().filter_map(|broker| number_of(&broker.id));
        let next = numbers.max().map_or(0, |highest| highest.saturating_add(1));
        let stem = views.first().map_or("kaas-", |broker| {
            broker.id.trim_end_matches(|c: char| c.is_ascii_digit())
        });
        format!("{stem}{next}")
    }

    /// The steps up to the cursor as a scenario.
    pub fn scenario(&self) -> Result<String, String> {
        let head = Head {
            name: "shared".to_owned(),
            title: self.title.to_string(),
            about: String::new(),
            flavor: Flavor::Kaas,
            setup: self.session.setup().clone(),
            snapshot: None,
            seed: None,
        };
        let mut number = 0;
        let steps: Vec<scenario::Step> = self
            .steps()
            .iter()
            .take(self.cursor())
            .flat_map(|step| step.commands.iter().map(move |command| (step, command)))
            .filter_map(|(step, command)| {
                number += 1;
                scenario::Step::of(step.at, &writable(step, command), number)
            })
            .flatten()
            .collect();
        Scenario::compose(&head, &steps)
            .map(|scenario| scenario.to_text())
            .map_err(|error| error.to_string())
    }

    fn edit(&mut self, edit: Edit) -> Result<(), String> {
        self.session.push(edit).map_err(|error| error.to_string())?;
        self.moved.truncate(self.cursor().saturating_sub(1));
        self.moved.push(self.session.moved().len());
        Ok(())
    }

    fn play(&mut self, scenario: &Scenario) -> Result<(), String> {
        let mut joins: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(step) = scenario.steps.get(at) {
            if let Some(touch) = scenario.touch_at(at) {
                joins.push(touch.group.to_owned());
                at += 2;
                continue;
            }
            at += 1;
            self.join(&mut joins)?;
            match &step.action {
                Action::Cluster(command) => {
                    self.advance(step.at)?;
                    self.edit(Edit::Command {
                        command: command.clone(),
                    })?;
                }
                Action::Expect(_) => {}
                Action::Request(_) | Action::Later(_) => self.left_out += 1,
            }
        }
        self.join(&mut joins)
    }

    /// First joins that follow each other are one step.
    fn join(&mut self, joins: &mut Vec<String>) -> Result<(), String> {
        match std::mem::take(joins) {
            groups if groups.is_empty() => Ok(()),
            groups => self.edit(Edit::Touch { groups }),
        }
    }

    fn advance(&mut self, to: u64) -> Result<(), String> {
        match to.saturating_sub(self.now()) {
            0 => Ok(()),
            ms => self.edit(Edit::Advance { ms }),
        }
    }

    fn health_by_hand(&mut self, broker: &str, health: Health) -> Result<(), String> {
        let (up, draining) = self
            .session
            .cluster()
            .process(broker)
            .unwrap_or((true, false));
        let broker = broker.to_owned();
        let commands = match health {
            Health::Alive if up && !draining => return Ok(()),
            Health::Dead if !up => return Ok(()),
            Health::Alive => vec![Command::Restart { broker }],
            Health::Dead => vec![Command::Kill { broker }],
            Health::Draining if up => vec![Command::Drain { broker }],
            Health::Draining => vec![
                Command::Restart {
                    broker: broker.clone(),
                },
                Command::Drain { broker },
            ],
        };
        for command in commands {
            self.edit(Edit::Command { command })?;
        }
        Ok(())
    }

    fn reported_by_entry(&self) -> Vec<String> {
        let cluster = self.session.cluster();
        let Some(view) = cluster.file_view() else {
            return Vec::new();
        };
        let entries = &view.assignment().consumer_groups;
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for entry in entries {
            seen.entry(&entry.group_id).or_insert(&entry.broker);
        }
        let runs = |broker: &str| cluster.process(broker).is_some_and(|(up, _)| up);
        seen.into_iter()
            .filter(|(_, broker)| runs(broker))
            .map(|(group, _)| group.to_owned())
            .collect()
    }
}

/// What was done, as a sentence.
pub fn sentence(edit: &Edit) -> Say {
    match edit {
        Edit::Command { command } => command_sentence(command),
        Edit::SetHealth { broker, health } => health_sentence(broker, *health),
        Edit::AddBroker { broker } => say(keys::DID_ADD).name("broker", broker),
        Edit::RemoveBroker { broker } => say(keys::DID_REMOVE).name("broker", broker),
        Edit::Touch { groups } => many(keys::DID_TOUCH, keys::DID_TOUCH_ONE, groups),
        Edit::AddQuiet { groups } => many(keys::DID_QUIET, keys::DID_QUIET_ONE, groups),
        Edit::Advance { ms } => {
            say(keys::DID_ADVANCE).name("seconds", &format!("{}.{:03}", ms / 1000, ms % 1000))
        }
    }
}

/// Pictogram of what was done.
pub fn icon(edit: &Edit) -> &'static str {
    match edit {
        Edit::SetHealth { health, .. } => match health {
            Health::Alive => "check",
            Health::Draining => "half",
            Health::Dead => "x",
        },
        Edit::AddBroker { .. } => "plus",
        Edit::RemoveBroker { .. } => "x",
        Edit::Touch { .. } | Edit::AddQuiet { .. } => "st-stable",
        Edit::Advance { .. } => "clock",
        Edit::Command { command } => match command {
            Command::Kill { .. } | Command::Remove { .. } | Command::CrashController { .. } => "x",
            Command::Restart { .. } | Command::Reconnect { .. } | Command::Rejoin { .. } => "check",
            Command::Drain { .. } | Command::Disconnect { .. } | Command::Isolate { .. } => "half",
            Command::Add { .. } => "plus",
            Command::Recompute { .. } | Command::MoveController { .. } | Command::ElectFirst => {
                "crown"
            }
            Command::Apply { .. } | Command::Read => "eye",
            Command::Sweep => "broom",
            Command::SetAssignment { .. }
            | Command::PutFile { .. }
            | Command::RemoveFile { .. } => "file",
            _ => "dot",
        },
    }
}

fn command_sentence(command: &Command) -> Say {
    match command {
        Command::Kill { broker } => health_sentence(broker, Health::Dead),
        Command::Restart { broker } => health_sentence(broker, Health::Alive),
        Command::Drain { broker } => health_sentence(broker, Health::Draining),
        Command::Add { broker } => say(keys::DID_ADD).name("broker", broker),
        Command::Remove { broker } => say(keys::DID_REMOVE).name("broker", broker),
        Command::Recompute { .. } => say(keys::DID_RECOMPUTE),
        Command::Apply { .. } | Command::Read => say(keys::DID_READ),
        Command::Sweep => say(keys::DID_SWEEP),
        Command::SetAssignment { .. } => say(keys::DID_WRITE),
        Command::MoveController { to, .. } => say(keys::DID_MOVE_CONTROLLER).name("broker", to),
        Command::Touch { group, .. } => say(keys::DID_TOUCH_ONE).name("group", group),
        Command::PutFile { path, .. } => say(keys::EVENT_WRITTEN).name("path", path),
        other => say(keys::DID_OTHER).name("command", command_word(other)),
    }
}

/// The word of the scenario step.
fn command_word(command: &Command) -> &'static str {
    match command {
        Command::Disconnect { .. } => "disconnect",
        Command::Reconnect { .. } => "reconnect",
        Command::Isolate { .. } => "isolate",
        Command::Rejoin { .. } => "rejoin",
        Command::Quiet { .. } => "quiet",
        Command::Report { .. } => "report",
        Command::CrashController { .. } => "crashController",
        Command::RemoveFile { .. } => "removeFile",
        Command::WriteFails { .. } => "writeFails",
        Command::WriteWorks { .. } => "writeWorks",
        Command::HotSwap { .. } => "hotSwap",
        Command::ElectFirst => "electFirst",
        Command::CreateTopic { .. } => "createTopic",
        Command::AddPartitions { .. } => "addPartitions",
        Command::DeleteTopic { .. } => "deleteTopic",
        _ => "cluster",
    }
}

fn health_sentence(broker: &str, health: Health) -> Say {
    let key = match health {
        Health::Alive => keys::DID_ALIVE,
        Health::Draining => keys::DID_DRAIN,
        Health::Dead => keys::DID_KILL,
    };
    say(key).name("broker", broker)
}

fn many(several: &'static str, one: &'static str, groups: &[String]) -> Say {
    match groups {
        [only] => say(one).name("group", only),
        groups => say(several).count("count", groups.len() as u64),
    }
}

/// A command as a file can say it: a touch names its broker, reading and sweeping are one.
fn writable(step: &Step, command: &Command) -> Command {
    match command {
        Command::Touch {
            group,
            broker: None,
        } => {
            let created = step
                .events
                .iter()
                .find(|event| event.group.as_deref() == Some(group));
            let broker = created
                .and_then(|event| event.broker.as_deref())
                .map(str::to_owned);
            Command::Touch {
                group: group.clone(),
                broker,
            }
        }
        Command::Read => Command::Apply { broker: None },
        other => other.clone(),
    }
}

fn number_of(id: &str) -> Option<u32> {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    id.strip_prefix(stem)?.parse().ok()
}
