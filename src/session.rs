//! A cluster with its history: edits, undo, redo, seek.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::assignment::Health;
use crate::cluster::{Cluster, offsets_group};
use crate::collect::Gather as _;
use crate::command::{Command, Setup};
use crate::error::ModelError;
use crate::event::Event;
use crate::movement::{self, Move};
use crate::rules::Rules;
use crate::time::Millis;

/// A cluster, what was done to it, and a cursor in between.
///
/// Every edit is one undo step, however many commands it takes. A step that failed part-way
/// leaves no trace. States are shared, so undo costs a pointer and memory grows with change.
#[derive(Clone, Debug)]
pub struct Session {
    setup: Setup,
    start: Arc<Cluster>,
    steps: Vec<Step>,
    cursor: usize,
}

/// One edit and what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The edit.
    pub edit: Edit,
    /// Virtual time in ms at which it was made.
    pub at: Millis,
    /// The commands that it took.
    pub commands: Arc<[Command]>,
    /// What happened.
    pub events: Arc<[Event]>,
    after: Arc<Cluster>,
}

/// What a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// One command as it is.
    Command {
        /// The command.
        command: Command,
    },
    /// Instant mode: a broker's health changes, the controller recomputes, all read and sweep.
    SetHealth {
        /// The broker.
        broker: String,
        /// Its health from now on.
        health: Health,
    },
    /// Registers and starts a broker, then recomputes.
    AddBroker {
        /// Its id.
        broker: String,
    },
    /// Stops and deregisters a broker, then recomputes.
    RemoveBroker {
        /// Its id.
        broker: String,
    },
    /// Groups join for the first time, each at its coordinator.
    Touch {
        /// The groups.
        groups: Vec<String>,
    },
    /// Groups that nobody has joined yet: each gets an empty offsets file.
    AddQuiet {
        /// The groups.
        groups: Vec<String>,
    },
    /// Lets virtual time pass.
    Advance {
        /// How long, in ms.
        ms: Millis,
    },
}

impl Session {
    /// Starts a session.
    ///
    /// # Errors
    /// As [`Cluster::new`].
    pub fn new(setup: Setup) -> Result<Self, ModelError> {
        let start = Arc::new(Cluster::new(&setup)?);
        Ok(Self {
            setup,
            start,
            steps: Vec::new(),
            cursor: 0,
        })
    }

    /// How the cluster started.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The cluster at the cursor.
    #[must_use]
    pub fn cluster(&self) -> &Arc<Cluster> {
        self.state(self.cursor)
    }

    /// The cluster one step before the cursor; `None` at the start.
    #[must_use]
    pub fn before(&self) -> Option<&Arc<Cluster>> {
        Some(self.state(self.cursor.checked_sub(1)?))
    }

    /// Carries out an edit after the cursor. What was undone before is gone then.
    ///
    /// # Errors
    /// A command that the model refuses; nothing is changed.
    pub fn push(&mut self, edit: Edit) -> Result<(), ModelError> {
        let mut cluster = Cluster::clone(self.cluster());
        let at = cluster.now();
        let commands = carry_out(&mut cluster, &edit)?;
        let events = Arc::from(cluster.take_events());
        self.steps.truncate(self.cursor);
        let commands = Arc::from(commands);
        self.steps.push(Step {
            edit,
            at,
            commands,
            events,
            after: Arc::new(cluster),
        });
        self.cursor = self.steps.len();
        Ok(())
    }

    /// One step back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let can = self.cursor > 0;
        self.cursor = self.cursor.saturating_sub(1);
        can
    }

    /// One step forward again. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let can = self.cursor < self.steps.len();
        if can {
            self.cursor += 1;
        }
        can
    }

    /// Puts the cursor after this many steps, at most after the last.
    pub fn seek(&mut self, steps: usize) {
        self.cursor = steps.min(self.steps.len());
    }

    /// Number of steps before the cursor.
    #[must_use]
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// All steps, also those that were undone.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The step that led to the cursor; `None` at the start.
    #[must_use]
    pub fn last_step(&self) -> Option<&Step> {
        self.steps.get(self.cursor.checked_sub(1)?)
    }

    /// Events of all steps up to the cursor, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.steps
            .iter()
            .take(self.cursor)
            .flat_map(|step| step.events.iter())
    }

    /// The trace up to the cursor, one event a line.
    #[must_use]
    pub fn trace(&self) -> Vec<String> {
        self.events().map(ToString::to_string).collect()
    }

    /// Groups that have another coordinator than before the last step, by group id.
    #[must_use]
    pub fn moved(&self) -> Vec<Move> {
        let Some(before) = self.before() else {
            return Vec::new();
        };
        let after = self.cluster();
        let groups: BTreeSet<Arc<str>> = before
            .group_ids()
            .into_iter()
            .chain(after.group_ids())
            .gather();
        let view = |cluster: &Cluster| cluster.reference().cloned();
        movement::moves(view(before).as_deref(), view(after).as_deref(), &groups)
    }

    /// The same edits under other rules, with the cursor where it was.
    ///
    /// # Errors
    /// A command that is refused under these rules; the session is unchanged.
    pub fn under(&self, rules: Rules) -> Result<Self, ModelError> {
        let mut session = Self::new(Setup {
            rules,
            ..self.setup.clone()
        })?;
        for step in &self.steps {
            session.push(step.edit.clone())?;
        }
        session.seek(self.cursor);
        Ok(session)
    }

    fn state(&self, steps: usize) -> &Arc<Cluster> {
        let step = steps.checked_sub(1).and_then(|at| self.steps.get(at));
        step.map_or(&self.start, |step| &step.after)
    }
}

fn carry_out(cluster: &mut Cluster, edit: &Edit) -> Result<Vec<Command>, ModelError> {
    let mut done = Vec::new();
    let mut run = |cluster: &mut Cluster, command: Command| {
        cluster.apply(&command)?;
        done.push(command);
        Ok::<(), ModelError>(())
    };
    match edit {
        Edit::Command { command } => run(cluster, command.clone())?,
        Edit::SetHealth { broker, health } => {
            let commands = health_commands(cluster, broker, *health);
            commands
                .into_iter()
                .try_for_each(|command| run(cluster, command))?;
        }
        Edit::AddBroker { broker } => run(
            cluster,
            Command::Add {
                broker: broker.clone(),
            },
        )?,
        Edit::RemoveBroker { broker } => run(
            cluster,
            Command::Remove {
                broker: broker.clone(),
            },
        )?,
        Edit::Touch { groups } => {
            for group in groups {
                run(
                    cluster,
                    Command::Touch {
                        group: group.clone(),
                        broker: None,
                    },
                )?;
            }
        }
        Edit::AddQuiet { groups } => {
            for group in groups {
                let path = format!("__consumer_offsets/{group}.json");
                if offsets_group(&path).is_none() || group.contains('\0') {
                    return Err(ModelError::NoFileName {
                        group: group.clone(),
                    });
                }
                if cluster.file_text(&path).is_none() {
                    run(
                        cluster,
                        Command::PutFile {
                            path,
                            text: "{\"offsets\":{}}".to_owned(),
                        },
                    )?;
                }
            }
        }
        Edit::Advance { ms } => cluster.advance_to(cluster.now().saturating_add(*ms))?,
    }
    let brokers_changed = matches!(
        edit,
        Edit::SetHealth { .. } | Edit::AddBroker { .. } | Edit::RemoveBroker { .. }
    );
    if let Some(command) = brokers_changed.then(|| refresh(cluster)).flatten() {
        run(cluster, command)?;
    }
    Ok(done)
}

/// Commands that give a broker this health. An unknown broker is left for the cluster to refuse,
/// and one that was deregistered can be started again.
fn health_commands(cluster: &Cluster, broker: &str, health: Health) -> Vec<Command> {
    let broker = broker.to_owned();
    let restart = Command::Restart {
        broker: broker.clone(),
    };
    match (health, cluster.process(&broker)) {
        (Health::Alive, Some((true, false))) | (Health::Dead, Some((false, _))) => Vec::new(),
        // A drain cannot be taken back: the broker exits and a fresh process returns.
        (Health::Alive, _) => vec![restart],
        (Health::Draining, Some((true, _))) => vec![Command::Drain { broker }],
        (Health::Draining, _) => vec![restart, Command::Drain { broker }],
        (Health::Dead, _) => vec![Command::Kill { broker }],
    }
}

/// What makes the cluster take notice: the controller recomputes and all read. A controller that
/// drains stays in office; only if it is down does the lease move, to the lowest broker that does
/// not drain, whose first act is to recompute. Nobody runs: nothing happens.
pub(crate) fn refresh(cluster: &Cluster) -> Option<Command> {
    let (holder, _) = cluster.lease();
    let process = |id: &str| cluster.process(id);
    if holder.is_some_and(|id| process(&id).is_some_and(|(up, _)| up)) {
        return Some(Command::Recompute { apply: None });
    }
    let live = cluster.live();
    let stays = live.iter().find(|id| process(id) == Some((true, false)));
    stays
        .or_else(|| live.first())
        .map(|to| Command::MoveController {
            to: to.to_string(),
            apply: None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_health_click_is_one_step_and_undo_gives_back_the_same_state_and_trace() {
        let mut session = Session::new(Setup::default()).unwrap();
        session
            .push(Edit::Touch {
                groups: vec!["search".to_owned()],
            })
            .unwrap();
        let before = session.trace();
        let edit = Edit::SetHealth {
            broker: "kaas-1".to_owned(),
            health: Health::Dead,
        };
        session.push(edit.clone()).unwrap();
        assert_eq!(
            session.trace(),
            [
                "t=0 kaas-1 GroupCreated search because=join rule=lazy-creation",
                "t=0 kaas-1 BrokerStopped because=command rule=outside",
                "t=0 kaas-0 Recomputed v2 because=command rule=report",
                "t=0 FileWritten assignment.json because=recompute:v2 rule=outside",
                "t=0 kaas-0 AssignmentApplied v2 epoch=1 because=file-read rule=acceptance",
                "t=0 kaas-2 AssignmentApplied v2 epoch=1 because=file-read rule=acceptance",
            ]
        );
        let moved: Vec<_> = session
            .moved()
            .into_iter()
            .map(|m| (m.group_id.to_string(), m.from, m.to, m.reason.text()))
            .collect();
        assert_eq!(
            moved,
            [(
                "search".to_owned(),
                Some("kaas-1".into()),
                Some("kaas-2".into()),
                "kaas-1 in slot 1 is dead, so an alternate serves.".to_owned()
            )]
        );
        assert!(session.undo());
        assert_eq!(session.trace(), before);
        assert!(session.redo());
        assert!(!session.redo());
    }

    #[test]
    fn killing_the_controller_moves_the_lease() {
        let mut session = Session::new(Setup::default()).unwrap();
        let edit = Edit::SetHealth {
            broker: "kaas-0".to_owned(),
            health: Health::Dead,
        };
        session.push(edit).unwrap();
        assert_eq!(session.cluster().lease(), (Some("kaas-1".into()), 2));
        let view = session.cluster().file_view().cloned().unwrap();
        assert_eq!(view.health("kaas-0"), Some(Health::Dead));
    }

    #[test]
    fn everybody_may_die_and_return() {
        let mut session = Session::new(Setup::default()).unwrap();
        for health in [Health::Dead, Health::Draining, Health::Alive] {
            for broker in ["kaas-0", "kaas-1", "kaas-2"] {
                session
                    .push(Edit::SetHealth {
                        broker: broker.to_owned(),
                        health,
                    })
                    .unwrap();
            }
        }
        let view = session.cluster().file_view().cloned().unwrap();
        let health: Vec<_> = view
            .assignment()
            .brokers
            .iter()
            .map(|row| row.health)
            .collect();
        assert_eq!(health, [Health::Alive; 3]);
    }

    #[test]
    fn a_draining_controller_stays_in_office() {
        let mut session = Session::new(Setup::default()).unwrap();
        let edit = Edit::SetHealth {
            broker: "kaas-0".to_owned(),
            health: Health::Draining,
        };
        session.push(edit).unwrap();
        assert_eq!(session.cluster().lease(), (Some("kaas-0".into()), 1));
        let view = session.cluster().file_view().cloned().unwrap();
        assert_eq!(view.health("kaas-0"), Some(Health::Draining));
    }

    #[test]
    fn the_health_of_a_broker_that_is_not_there_cannot_be_set() {
        for health in [Health::Alive, Health::Draining, Health::Dead] {
            let mut session = Session::new(Setup::default()).unwrap();
            let broker = "nope".to_owned();
            let refused = session.push(Edit::SetHealth { broker, health });
            assert_eq!(
                refused.map_err(|error| error.to_string()),
                Err("Broker \"nope\" is not in the cluster (kaas-0, kaas-1, kaas-2).".to_owned())
            );
            assert_eq!(session.cursor(), 0);
        }
    }

    #[test]
    fn a_refused_edit_changes_nothing() {
        let mut session = Session::new(Setup::default()).unwrap();
        let edit = Edit::AddQuiet {
            groups: vec!["fine".to_owned(), "../x".to_owned()],
        };
        let refused = session.push(edit);
        assert_eq!(
            refused,
            Err(ModelError::NoFileName {
                group: "../x".to_owned()
            })
        );
        assert_eq!(
            (session.cursor(), session.cluster().file_paths().len()),
            (0, 1)
        );
    }
}
