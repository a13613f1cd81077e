//! Which groups a change of brokers moves, step by step, and back.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::cluster::{ASSIGNMENT, Cluster};
use crate::collect::Gather as _;
use crate::command::{Command, Setup};
use crate::error::ModelError;
use crate::limits::PLAN_STEPS_MAX;
use crate::messages::{Message, keys};
use crate::movement::{self, Move};
use crate::ownership::Tier;
use crate::session::refresh;

/// A change of brokers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, untagged)]
pub enum Change {
    /// One after the other: goes down, comes back.
    Restart {
        /// `"all"` in slot order, or these in this order.
        restart: Which,
        /// Whether it announces its shutdown first.
        #[serde(default)]
        how: How,
    },
    /// Crashes and stays down.
    Down {
        /// The broker.
        down: String,
    },
    /// Announces its shutdown and stays up.
    Drain {
        /// The broker.
        drain: String,
    },
    /// A new broker joins.
    Add {
        /// Its id.
        add: String,
    },
    /// A broker leaves for good.
    Remove {
        /// Its id.
        remove: String,
    },
}

/// Which brokers a restart goes through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Which {
    /// `"all"`.
    All(AllWord),
    /// These, in this order.
    These(Vec<String>),
}

/// The word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AllWord {
    /// Every broker that runs, in slot order.
    All,
}

/// How a broker goes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// Its report ends with it: its entries are dropped, the hash answers.
    #[default]
    Crash,
    /// It still reports while it drains: its entries are re-picked.
    Drain,
}

/// Which groups have members. A volume shows no memory, so this is an assumption.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Active {
    /// Groups with an entry; groups on the hash tier are quiet.
    #[default]
    Entries,
    /// All groups.
    All,
    /// These.
    These(BTreeSet<String>),
}

/// What the changes do, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What was assumed about who has members.
    #[serde(serialize_with = "as_text")]
    pub assumption: Message,
    /// Groups looked at.
    pub groups: u32,
    /// Groups that have another coordinator at the end than at the start, by group id.
    pub moved: Vec<Move>,
    /// The steps.
    pub steps: Vec<PlanStep>,
    /// Moves of all steps together: a group that goes and returns counts twice.
    pub moves: u32,
    /// Groups that move in at least one step.
    pub touched: u32,
    /// Groups per coordinator before the first step.
    pub load: Vec<Load>,
}

/// One step and what it moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Stable code of what is done.
    pub code: &'static str,
    /// What is done, as a sentence.
    #[serde(serialize_with = "as_text")]
    pub action: Message,
    /// The broker it is done to.
    pub broker: String,
    /// Assignment version after it; `None` if there is none that can be read.
    #[serde(serialize_with = "crate::json::safe_or_null")]
    pub version: Option<i64>,
    /// Groups that move, by group id.
    pub moved: Vec<Move>,
    /// Groups that nobody serves after it.
    pub unserved: u32,
    /// Groups per coordinator after it.
    pub load: Vec<Load>,
}

/// How many groups a broker coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Load {
    /// The broker.
    pub broker: Arc<str>,
    /// Groups with an entry.
    pub entries: u32,
    /// Groups on the hash tier.
    pub hash: u32,
}

/// Plays the changes on a cluster that starts from an assignment.
///
/// `groups` are the groups to look at, besides those with an entry. Active groups rejoin at
/// their new coordinator after every step, as clients do.
///
/// # Errors
/// An assignment that does not parse, a broker that is not there or is there already, too many steps.
pub fn plan(
    assignment: &str,
    groups: &BTreeSet<Arc<str>>,
    changes: &[Change],
    active: &Active,
    setup: Setup,
) -> Result<Plan, ModelError> {
    let parsed = crate::assignment::Assignment::parse(assignment);
    let parsed = parsed.map_err(|error| ModelError::BadAssignment {
        reason: error.to_string(),
    })?;
    let mut setup = setup;
    setup.volume = [(ASSIGNMENT.to_owned(), assignment.to_owned())]
        .into_iter()
        .gather();
    let mut cluster = Cluster::new(&setup)?;
    let mut groups = groups.clone();
    groups.extend(
        parsed
            .consumer_groups
            .iter()
            .map(|entry| Arc::from(entry.group_id.as_str())),
    );
    let active_groups: Vec<Arc<str>> = groups
        .iter()
        .filter(|group| match active {
            Active::Entries => parsed.entry_of(group).is_some(),
            Active::All => true,
            Active::These(these) => these.contains(&***group),
        })
        .cloned()
        .collect();
    rejoin(&mut cluster, &active_groups);
    let start = cluster.reference().cloned();
    let (load, _) = loads(&cluster, &groups);
    let mut steps = Vec::new();
    for change in changes {
        // Which brokers "all" are is known only when this change's turn comes.
        for (key, broker, command) in acts(&cluster, change) {
            let got = crate::cast::u64_of(steps.len()).saturating_add(1);
            if got > PLAN_STEPS_MAX {
                return Err(ModelError::TooMany {
                    what: "steps of a plan",
                    got,
                    limit: PLAN_STEPS_MAX,
                });
            }
            let before = cluster.reference().cloned();
            cluster.apply(&command)?;
            if let Some(command) = refresh(&cluster) {
                cluster.apply(&command)?;
            }
            rejoin(&mut cluster, &active_groups);
            let after = cluster.reference();
            let (load, unserved) = loads(&cluster, &groups);
            steps.push(PlanStep {
                code: key,
                action: Message::new(key).with("broker", broker.as_str()),
                broker,
                version: after.map(|view| view.assignment().assignment_version),
                moved: movement::moves(before.as_deref(), after.map(|view| &**view), &groups),
                unserved,
                load,
            });
        }
    }
    let touched: BTreeSet<&Arc<str>> = steps
        .iter()
        .flat_map(|step| &step.moved)
        .map(|moved| &moved.group_id)
        .gather();
    Ok(Plan {
        assumption: assumption(active, crate::cast::u32_of(active_groups.len())),
        groups: crate::cast::u32_of(groups.len()),
        moved: movement::moves(
            start.as_deref(),
            cluster.reference().map(|view| &**view),
            &groups,
        ),
        moves: steps
            .iter()
            .map(|step| crate::cast::u32_of(step.moved.len()))
            .sum(),
        touched: crate::cast::u32_of(touched.len()),
        steps,
        load,
    })
}

type Act = (&'static str, String, Command);

/// The single acts of a change, in order.
fn acts(cluster: &Cluster, change: &Change) -> Vec<Act> {
    let broker = String::clone;
    match change {
        Change::Restart { restart, how } => {
            let ids: Vec<String> = match restart {
                // One that is down already has nothing to restart.
                Which::All(_) => cluster.live().iter().map(ToString::to_string).collect(),
                Which::These(ids) => ids.clone(),
            };
            let down = |id: &String| match how {
                How::Crash => (keys::PLAN_DOWN, Command::Kill { broker: id.clone() }),
                How::Drain => (keys::PLAN_DRAIN, Command::Drain { broker: id.clone() }),
            };
            ids.into_iter()
                .flat_map(|id| {
                    let (key, command) = down(&id);
                    let back = Command::Restart { broker: id.clone() };
                    [(key, id.clone(), command), (keys::PLAN_BACK, id, back)]
                })
                .collect()
        }
        Change::Down { down: id } => {
            vec![(
                keys::PLAN_DOWN,
                broker(id),
                Command::Kill { broker: broker(id) },
            )]
        }
        Change::Drain { drain: id } => {
            vec![(
                keys::PLAN_DRAIN,
                broker(id),
                Command::Drain { broker: broker(id) },
            )]
        }
        Change::Add { add: id } => {
            vec![(
                keys::PLAN_ADD,
                broker(id),
                Command::Add { broker: broker(id) },
            )]
        }
        Change::Remove { remove: id } => {
            vec![(
                keys::PLAN_REMOVE,
                broker(id),
                Command::Remove { broker: broker(id) },
            )]
        }
    }
}

/// Active groups join at their coordinator; one that nobody serves waits.
fn rejoin(cluster: &mut Cluster, active: &[Arc<str>]) {
    for group in active {
        // The only refusal possible is that nobody serves it.
        let _ = cluster.apply(&Command::Touch {
            group: group.to_string(),
            broker: None,
        });
    }
    cluster.take_events();
}

fn loads(cluster: &Cluster, groups: &BTreeSet<Arc<str>>) -> (Vec<Load>, u32) {
    let live: BTreeSet<Arc<str>> = cluster.live().into_iter().gather();
    let mut counts: BTreeMap<Arc<str>, (u32, u32)> = cluster
        .broker_ids()
        .into_iter()
        .map(|id| (id, (0, 0)))
        .gather();
    let mut unserved = 0_u32;
    for group in groups {
        let answer = cluster.owner(group, None);
        let Some(broker) = answer.broker else {
            unserved += 1;
            continue;
        };
        if !live.contains(&broker) {
            unserved += 1;
        }
        let (entries, hash) = counts.entry(broker).or_default();
        *if answer.tier == Tier::Explicit {
            entries
        } else {
            hash
        } += 1;
    }
    let load = counts.into_iter().map(|(broker, (entries, hash))| Load {
        broker,
        entries,
        hash,
    });
    (load.collect(), unserved)
}

fn assumption(active: &Active, count: u32) -> Message {
    let key = match active {
        Active::Entries => keys::PLAN_ACTIVE_ENTRIES,
        Active::All => keys::PLAN_ACTIVE_ALL,
        Active::These(_) => keys::PLAN_ACTIVE_THESE,
    };
    Message::new(key).with("count", count)
}

fn as_text<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&message.text())
}
