//! Playing a scenario. docs/SCENARIO.md, Time and Expectations.

use super::look::Seen;
use super::pattern::{Difference, differences, reference_in};
use super::report::{Failure, NotSupported, RunReport};
use super::step::{Action, Expectation, Look, Moment, Step, Until};
use super::value::{array, list, member, string};
use super::{Flavor, Scenario};
use crate::cast::u64_of;
use crate::cluster::Cluster;
use crate::collect::sort_by;
use crate::command::Command;
use crate::error::ModelError;
use crate::event::Event;
use crate::json::{Json, Kind};
use crate::messages::{Message, keys};
use crate::time::Millis;

/// Plays a scenario to its end and says what was not as expected.
///
/// The seed is the given one, else the file's, else 0; it decides the random part of member ids
/// and nothing else, so that it changes nothing until members are played. From the first step
/// that this version does not play on, nothing is played or looked at: the report names these
/// steps, and the scenario counts as neither passed nor failed unless something before them
/// was not as expected.
#[must_use]
pub fn run(scenario: &Scenario, _seed: Option<u64>) -> RunReport {
    let mut report = RunReport::new(&scenario.head.name);
    report.not_supported = not_supported(scenario);
    if scenario.head.flavor == Flavor::Kafka {
        return report;
    }
    match Cluster::new(&scenario.head.setup) {
        Ok(cluster) => {
            let mut player = Player {
                scenario,
                cluster,
                watches: Vec::new(),
                events: Vec::new(),
                report,
            };
            player.play();
            player.finish()
        }
        Err(error) => {
            report.stopped = Some(error.message());
            report
        }
    }
}

/// Every step that this version checks and does not play.
pub(crate) fn not_supported(scenario: &Scenario) -> Vec<NotSupported> {
    let mut out = Vec::new();
    let mut index = 0;
    while let Some(step) = scenario.steps.get(index) {
        if scenario.touch_at(index).is_some() {
            index += 2;
            continue;
        }
        let kind = step.kind();
        let what = match &step.action {
            _ if scenario.head.flavor == Flavor::Kafka => super::value::text_of(&step.source, kind)
                .unwrap_or(kind)
                .to_owned(),
            Action::Request(request) => request.rpc.clone(),
            Action::Later(later) => later.what.clone(),
            Action::Expect(expectation) => match reference_in(&expectation.pattern) {
                Some(reference) => reference.to_owned(),
                None => {
                    index += 1;
                    continue;
                }
            },
            Action::Cluster(_) => {
                index += 1;
                continue;
            }
        };
        out.push(NotSupported {
            step: index,
            at: step.at,
            kind,
            what,
        });
        index += 1;
    }
    out
}

struct Player<'s> {
    scenario: &'s Scenario,
    cluster: Cluster,
    watches: Vec<Watch<'s>>,
    events: Vec<Event>,
    report: RunReport,
}

/// An expectation over an interval that has not ended.
struct Watch<'s> {
    index: usize,
    step: &'s Step,
    expectation: &'s Expectation,
    until: Option<Millis>,
}

impl<'s> Player<'s> {
    fn play(&mut self) {
        let first_later = self.report.not_supported.first().map(|later| later.step);
        let mut index = 0;
        while let Some(step) = self.scenario.steps.get(index) {
            if Some(index) == first_later {
                return;
            }
            if let Err(error) = self.advance(step.at) {
                self.report.stopped = Some(error.message());
                return;
            }
            let taken = match perform(&mut self.cluster, self.scenario, index) {
                Ok(taken) => taken,
                Err(error) => {
                    self.impossible(index, step, &error);
                    1
                }
            };
            if let Action::Expect(expectation) = &step.action {
                self.expect(index, step, expectation);
            }
            self.settle();
            index += taken;
            self.report.played = index;
            if u64_of(self.events.len()) > EVENTS_MAX {
                let message = Message::new(keys::SCENARIO_RUN_EVENTS).with("limit", EVENTS_MAX);
                self.report.stopped = Some(message);
                return;
            }
        }
        let last = self.watches.iter().filter_map(|watch| watch.until).max();
        if let Some(error) = last
            .filter(|last| *last > self.cluster.now())
            .and_then(|last| self.advance(last).err())
        {
            self.report.stopped = Some(error.message());
        }
    }

    fn finish(mut self) -> RunReport {
        self.report.trace = self.events.iter().map(ToString::to_string).collect();
        sort_by(&mut self.report.failures, |left, right| {
            left.step.cmp(&right.step)
        });
        self.report
    }

    fn advance(&mut self, to: Millis) -> Result<(), ModelError> {
        self.cluster.keep_moments(!self.watches.is_empty());
        self.cluster.advance_to(to)?;
        self.settle();
        self.watches
            .retain(|watch| watch.until.is_none_or(|until| until >= to));
        Ok(())
    }

    /// Takes what happened and looks at every moment of it, and at the present one.
    fn settle(&mut self) {
        let moments = self.cluster.take_moments();
        self.events.extend(self.cluster.take_events());
        let watches = std::mem::take(&mut self.watches);
        for watch in watches {
            let mut moments = moments.iter().chain(std::iter::once(&self.cluster));
            let in_time = |now: Millis| watch.until.is_none_or(|until| now <= until);
            let broken = moments.find_map(|state| {
                let failure = in_time(state.now())
                    .then(|| judge(state, watch.expectation))
                    .flatten()?;
                Some((state.now(), failure))
            });
            match broken {
                // Told once: what is broken stays broken.
                Some((now, broken)) => self.fail(
                    watch.index,
                    watch.step,
                    watch.expectation,
                    broken,
                    Some(now),
                ),
                None => self.watches.push(watch),
            }
        }
    }

    fn expect(&mut self, index: usize, step: &'s Step, expectation: &'s Expectation) {
        let until = match expectation.moment {
            Moment::Now => {
                if let Some(broken) = judge(&self.cluster, expectation) {
                    self.fail(index, step, expectation, broken, None);
                }
                return;
            }
            Moment::Always(Until::At(until)) | Moment::Never(Until::At(until)) => Some(until),
            Moment::Always(Until::End) | Moment::Never(Until::End) => None,
        };
        self.cluster.keep_moments(true);
        self.watches.push(Watch {
            index,
            step,
            expectation,
            until,
        });
    }

    fn fail(
        &mut self,
        index: usize,
        step: &Step,
        expectation: &Expectation,
        broken: Broken,
        moment: Option<Millis>,
    ) {
        let concerned: Vec<_> = self
            .events
            .iter()
            .filter(|event| expectation.look.concerns(event))
            .collect();
        let last = concerned.iter().rev().take(EVENTS_SHOWN).rev();
        self.report.failures.push(Failure {
            step: index,
            at: step.at,
            kind: step.kind(),
            differences: broken.differences,
            actual: broken.actual,
            written: super::value::OneLine(&step.source).to_string(),
            moment,
            last_events: last.map(ToString::to_string).collect(),
        });
    }

    /// A step that the state does not allow.
    fn impossible(&mut self, index: usize, step: &Step, error: &ModelError) {
        self.report.failures.push(Failure {
            step: index,
            at: step.at,
            kind: step.kind(),
            differences: vec![Difference {
                path: "$".to_owned(),
                expected: string(Message::new(keys::SCENARIO_RUN_POSSIBLE).text()),
                got: string(error.message().text()),
            }],
            actual: Json::new(Kind::Null),
            written: super::value::OneLine(&step.source).to_string(),
            moment: None,
            last_events: Vec::new(),
        });
    }
}

/// Does to the cluster what the step at `index` says; how many steps that were (a touch is two).
pub(crate) fn perform(
    cluster: &mut Cluster,
    scenario: &Scenario,
    index: usize,
) -> Result<usize, ModelError> {
    if let Some(touch) = scenario.touch_at(index) {
        let (group, broker) = (touch.group.to_owned(), Some(touch.broker.to_owned()));
        return match cluster.apply(&Command::Touch { group, broker }) {
            // A broker that is down closes the connection, which changes nothing.
            Ok(()) | Err(ModelError::BrokerDown { .. } | ModelError::UnknownBroker { .. }) => Ok(2),
            Err(error) => Err(error),
        };
    }
    if let Some(Action::Cluster(command)) = scenario.steps.get(index).map(|step| &step.action) {
        cluster.apply(command)?;
    }
    Ok(1)
}

/// What is not as expected, and the value looked at.
struct Broken {
    differences: Vec<Difference>,
    actual: Json,
}

fn judge(cluster: &Cluster, expectation: &Expectation) -> Option<Broken> {
    let seen = expectation.look.at(cluster);
    let (pattern, actual) = (&expectation.pattern, seen.value());
    let is_split = matches!(seen, Seen::Split(_));
    let whole = |expected: Json| {
        vec![Difference {
            path: "$".to_owned(),
            expected,
            got: actual.clone(),
        }]
    };
    let differences = match (&expectation.look, expectation.moment) {
        (Look::Log { .. }, _) => log_differences(pattern, actual),
        // Brokers that disagree give no answer, so nothing is matched.
        (_, Moment::Never(_)) if is_split => Vec::new(),
        (_, Moment::Never(_))
            if differences(pattern, actual, is_exact(&expectation.look)).is_empty() =>
        {
            whole(super::value::object([("$not", pattern.clone())]))
        }
        (_, Moment::Never(_)) => Vec::new(),
        _ if is_split => whole(pattern.clone()),
        (look, _) => differences(pattern, actual, is_exact(look)),
    };
    (!differences.is_empty()).then(|| Broken {
        differences,
        actual: actual.clone(),
    })
}

const fn is_exact(look: &Look) -> bool {
    matches!(look, Look::File { exact: true, .. })
}

fn log_differences(pattern: &Json, actual: &Json) -> Vec<Difference> {
    let lines = list(actual).unwrap_or_default();
    let each = |key: &str| {
        member(pattern, key)
            .and_then(list)
            .unwrap_or_default()
            .iter()
    };
    let missing = each("contains").filter(|wanted| {
        !lines
            .iter()
            .any(|line| differences(wanted, line, false).is_empty())
    });
    let missing = missing.map(|wanted| Difference {
        path: "$".to_owned(),
        expected: super::value::object([("$contains", wanted.clone())]),
        got: actual.clone(),
    });
    let present = each("absent").filter_map(|unwanted| {
        let found: Vec<_> = lines
            .iter()
            .filter(|line| differences(unwanted, line, false).is_empty())
            .cloned()
            .collect();
        (!found.is_empty()).then(|| Difference {
            path: "$".to_owned(),
            expected: super::value::object([(
                "$not",
                super::value::object([("$contains", unwanted.clone())]),
            )]),
            got: array(found),
        })
    });
    missing.chain(present).collect()
}

impl Step {
    /// Kind of the step, e.g. `expectOwner`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        super::check::kind_of(&self.source).unwrap_or_default()
    }
}

/// docs/SCENARIO.md, Limits.
const EVENTS_MAX: u64 = 5_000_000;
const EVENTS_SHOWN: usize = 5;
