//! Filling expectations in. docs/SCENARIO.md, Recording.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::error::{Path, Problem, ScenarioError};
use super::look::Seen;
use super::pattern::{escaped, filled, has_hole};
use super::run::{not_supported, perform};
use super::step::{Action, Expectation, Look, Moment, Step};
use super::value::{array, json, list, member, number, object, string};
use super::{ParseOptions, Scenario, parse_with, to_text};
use crate::cluster::Cluster;
use crate::error::ModelError;
use crate::json::{Json, Kind, Member};
use crate::messages::{Message, keys};
use crate::time::Millis;

/// Writes the real values where a file has holes (`"?"`).
///
/// With `all` the file's own expectations are dropped and new ones are written, after each step
/// and for everything that changed with it: who coordinates a group, its entry, the groups in a
/// broker's memory and in its lists, the version it works with and what it logged. At the end
/// the groups are written once more, so that what did not change is said, too.
///
/// # Errors
/// A text that is no scenario, steps that this version does not play, steps that the state does
/// not allow, and holes that no single value fills.
pub fn record(text: &str, all: bool, options: ParseOptions<'_>) -> Result<String, ScenarioError> {
    let scenario = parse_with(
        text,
        ParseOptions {
            allow_holes: true,
            ..options
        },
    )?;
    let later = not_supported(&scenario);
    let later = later.iter().map(|later| {
        let message = Message::new(keys::SCENARIO_RECORD_LATER).with("kind", later.kind);
        problem(
            &scenario,
            later.step,
            message.with("what", later.what.as_str()),
        )
    });
    let problems: Vec<_> = later.collect();
    if !problems.is_empty() {
        return Err(ScenarioError { problems });
    }
    let steps = if all {
        recorded(&scenario)
    } else {
        with_holes_filled(&scenario)
    };
    match steps {
        Ok(steps) => Ok(to_text(&scenario.source, &steps)),
        Err(problem) => Err(ScenarioError {
            problems: vec![problem],
        }),
    }
}

fn with_holes_filled(scenario: &Scenario) -> Result<Vec<Step>, Problem> {
    let mut cluster =
        Cluster::new(&scenario.head.setup).map_err(|error| not_possible(scenario, 0, &error))?;
    let mut steps = Vec::new();
    let mut index = 0;
    while let Some(step) = scenario.steps.get(index) {
        let taken = played(scenario, index, &mut cluster)?;
        match &step.action {
            Action::Expect(expectation) if has_hole(&expectation.pattern) => {
                let filled = fill(&cluster, expectation).map(|pattern| step.with_pattern(pattern));
                let refused = || problem(scenario, index, Message::new(keys::SCENARIO_RECORD_HOLE));
                steps.push(filled.ok_or_else(refused)?);
            }
            _ => steps.extend(scenario.steps.iter().skip(index).take(taken).cloned()),
        }
        index += taken;
    }
    Ok(steps)
}

fn fill(cluster: &Cluster, expectation: &Expectation) -> Option<Json> {
    match (expectation.look.at(cluster), expectation.moment) {
        // What must never be is not there to be read, and brokers that disagree have no one answer.
        (_, Moment::Never(_)) | (Seen::Split(_), _) => None,
        (Seen::One(value), _) => filled(&expectation.pattern, &value),
    }
}

fn recorded(scenario: &Scenario) -> Result<Vec<Step>, Problem> {
    let mut cluster =
        Cluster::new(&scenario.head.setup).map_err(|error| not_possible(scenario, 0, &error))?;
    let mut recorder = Recorder::new(&cluster);
    let mut steps = Vec::new();
    let mut index = 0;
    while let Some(step) = scenario.steps.get(index) {
        cluster
            .advance_to(step.at)
            .map_err(|error| not_possible(scenario, index, &error))?;
        steps.extend(recorder.changes(&cluster));
        let taken = played(scenario, index, &mut cluster)?;
        if !matches!(step.action, Action::Expect(_)) {
            steps.extend(scenario.steps.iter().skip(index).take(taken).cloned());
        }
        steps.extend(recorder.changes(&cluster));
        index += taken;
    }
    steps.extend(recorder.ending(&cluster));
    Ok(steps)
}

fn played(scenario: &Scenario, index: usize, cluster: &mut Cluster) -> Result<usize, Problem> {
    let at = scenario.steps.get(index).map_or(0, |step| step.at);
    cluster
        .advance_to(at)
        .and_then(|()| perform(cluster, scenario, index))
        .map_err(|error| not_possible(scenario, index, &error))
}

fn not_possible(scenario: &Scenario, index: usize, error: &ModelError) -> Problem {
    problem(scenario, index, error.message())
}

fn problem(scenario: &Scenario, index: usize, message: Message) -> Problem {
    let at = scenario
        .steps
        .get(index)
        .map(|step| step.source.at)
        .unwrap_or_default();
    Path::Root.key("steps").index(index).problem_at(at, message)
}

/// What was written last, so that only changes are written.
struct Recorder {
    groups: BTreeSet<Arc<str>>,
    brokers: BTreeSet<Arc<str>>,
    written: BTreeMap<String, Json>,
}

impl Recorder {
    fn new(cluster: &Cluster) -> Self {
        let mut recorder = Self {
            groups: BTreeSet::new(),
            brokers: BTreeSet::new(),
            written: BTreeMap::new(),
        };
        // How everything starts is not worth a step, but who coordinates which group is.
        for look in recorder.looks(cluster) {
            if !matches!(look, Look::Owner { .. }) {
                let value = look.at(cluster).value().clone();
                recorder.written.insert(format!("{look:?}"), value);
            }
        }
        recorder
    }

    fn changes(&mut self, cluster: &Cluster) -> Vec<Step> {
        let at = cluster.now();
        let mut steps = Vec::new();
        for look in self.looks(cluster) {
            let seen = look.at(cluster);
            let value = seen.value().clone();
            let before = self.written.insert(format!("{look:?}"), value.clone());
            // Of a group or a broker that was not there: nothing said means nothing there.
            let nothing = match &look {
                Look::Owner { .. } => None,
                Look::Resident { .. } | Look::List { .. } | Look::Log { .. } => Some(array([])),
                _ => Some(Json::new(Kind::Null)),
            };
            if before.clone().or(nothing).as_ref() == Some(&value) {
                continue;
            }
            match (&look, &seen) {
                (Look::Owner { id, .. }, Seen::Split(_)) => {
                    steps.extend(cluster.live().into_iter().map(|via| {
                        let look = Look::Owner {
                            id: id.clone(),
                            via: Some(via.to_string()),
                            txn: false,
                        };
                        let view = look.at(cluster);
                        look.step(at, escaped(view.value()))
                    }));
                }
                (Look::Log { .. }, _) => {
                    let known = before.as_ref().and_then(list).map_or(0, <[Json]>::len);
                    let new = list(&value)
                        .unwrap_or_default()
                        .iter()
                        .skip(known)
                        .map(escaped);
                    steps.push(look.step(at, object([("contains", array(new))])));
                }
                (Look::Applied { .. }, _) if value.kind != Kind::Null => {
                    let fields = ["controllerEpoch", "assignmentVersion", "controller"];
                    let fields = fields
                        .into_iter()
                        .filter_map(|key| Some((key, member(&value, key)?.clone())));
                    steps.push(look.step(at, object(fields)));
                }
                _ => steps.push(look.step(at, escaped(&value))),
            }
        }
        steps
    }

    /// How everything ends, except versions and logs.
    fn ending(&mut self, cluster: &Cluster) -> Vec<Step> {
        let looks = self.looks(cluster).into_iter();
        let looks = looks.filter(|look| !matches!(look, Look::Applied { .. } | Look::Log { .. }));
        let seen = looks.filter_map(|look| match look.at(cluster) {
            Seen::One(value) => Some(look.step(cluster.now(), escaped(&value))),
            // Written broker by broker when it came to that.
            Seen::Split(_) => None,
        });
        seen.collect()
    }

    /// Everything that is looked at, in the order in which it is written.
    fn looks(&mut self, cluster: &Cluster) -> Vec<Look> {
        self.groups.extend(cluster.group_ids());
        self.brokers.extend(cluster.broker_ids());
        let mut looks = Vec::new();
        for group in &self.groups {
            looks.push(Look::Owner {
                id: group.to_string(),
                via: None,
                txn: false,
            });
            looks.push(Look::Entry {
                group: group.to_string(),
            });
        }
        for broker in &self.brokers {
            looks.push(Look::Applied {
                broker: broker.to_string(),
            });
            looks.push(Look::Resident {
                broker: broker.to_string(),
            });
            looks.push(Look::List {
                broker: broker.to_string(),
            });
            looks.push(Look::Log {
                broker: broker.to_string(),
            });
        }
        looks
    }
}

impl Look {
    /// The step that expects a value now.
    fn step(&self, at: Millis, pattern: Json) -> Step {
        let mut fields = vec![("at", number(at))];
        let kind = match self {
            Self::Owner { .. } => "expectOwner",
            Self::Entry { .. } => "expectEntry",
            Self::Resident { .. } => "expectResident",
            Self::List { .. } => "expectList",
            Self::Log { .. } => "expectLog",
            Self::Applied { .. } => "expectApplied",
            Self::File { .. } => "expectFile",
        };
        match self {
            Self::Owner { id: subject, .. }
            | Self::Entry { group: subject }
            | Self::Resident { broker: subject }
            | Self::List { broker: subject }
            | Self::Log { broker: subject }
            | Self::Applied { broker: subject }
            | Self::File { path: subject, .. } => fields.push((kind, string(&**subject))),
        }
        if let Self::Owner { via: Some(via), .. } = self {
            fields.push(("via", string(&**via)));
        }
        let is_true = || json(Kind::Bool(true));
        if matches!(self, Self::Owner { txn: true, .. }) {
            fields.push(("txn", is_true()));
        }
        if matches!(self, Self::File { exact: true, .. }) {
            fields.push(("exact", is_true()));
        }
        match self {
            Self::Log { .. } => {
                let lists = super::value::members(&pattern).iter().cloned();
                let mut source = object(fields);
                if let Kind::Object(fields) = &mut source.kind {
                    fields.extend(lists);
                }
                self.of_source(at, pattern, source)
            }
            _ => {
                fields.push(("is", pattern.clone()));
                self.of_source(at, pattern, object(fields))
            }
        }
    }

    fn of_source(&self, at: Millis, pattern: Json, source: Json) -> Step {
        let expectation = Expectation {
            look: self.clone(),
            pattern,
            moment: Moment::Now,
        };
        Step {
            at,
            action: Action::Expect(expectation),
            source,
        }
    }
}

impl Step {
    /// The step with another pattern.
    fn with_pattern(&self, pattern: Json) -> Self {
        let mut step = self.clone();
        if let Kind::Object(fields) = &mut step.source.kind {
            let holders = |field: &&mut Member| super::check::HOLDERS.contains(&field.key.as_str());
            if let Some(field) = fields.iter_mut().find(holders) {
                field.value = pattern.clone();
            }
        }
        if let Action::Expect(expectation) = &mut step.action {
            expectation.pattern = pattern;
        }
        step
    }
}
