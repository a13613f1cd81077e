//! The cluster on the stage with the steps that were done to it.

use std::rc::Rc;
use std::sync::Arc;

use orrery::assignment::{Assignment, Health};
use orrery::cluster::{ASSIGNMENT, Cluster};
use orrery::command::{Apply, ApplyWord, Command, Setup};
use orrery::event::Event;

use crate::messages::{Say, keys, say};
use crate::open::Opened;
use crate::scene::Scene;

/// What a person does to the cluster: one step of the timeline.
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
    /// Groups that only have offsets.
    Quiet(Vec<String>),
    /// The controller recomputes and writes.
    Recompute,
    /// Live brokers read the file.
    Read,
    /// Live brokers sweep.
    Sweep,
    /// Somebody writes `assignment.json`.
    Write(String),
    /// Steps of a scenario that happen at one time.
    Script(Vec<Command>),
}

/// The cluster with its steps.
#[derive(Clone, Debug)]
pub struct Model {
    /// One line that names it.
    pub title: Rc<str>,
    setup: Rc<Setup>,
    start: Cluster,
    steps: Rc<Vec<Step>>,
    cursor: usize,
}

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was done.
    pub deed: Deed,
    /// Virtual time in ms.
    pub at: u64,
    /// What happened.
    pub events: Rc<[Event]>,
    /// Groups whose coordinator changed.
    pub moved: usize,
    manual: bool,
    after: Cluster,
}
