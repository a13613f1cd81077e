//! Scenarios, format version 1: a head that sets the stage and steps at virtual times.
//!
//! The same file is a test vector, a story to play, a slide and a link. [`parse`] accepts and
//! refuses what the format's own checker does and says where; [`Scenario::to_text`] writes one
//! step a line; [`run`] plays it, [`record`] fills expectations in.

mod check;
mod error;
mod expand;
mod fields;
mod look;
mod pattern;
mod read;
mod record;
mod report;
mod run;
mod schema;
mod step;
mod value;

use std::fmt::Write as _;

pub use error::{Problem, ScenarioError};
pub use pattern::Difference;
pub use record::record;
pub(crate) use report::Value;
pub use report::{Failure, NotSupported, Outcome, RunReport, total, total_of};
pub use run::run;
pub use schema::SCHEMA;
pub use step::{Action, Expectation, Later, Look, Moment, Request, Step, Until};

use self::error::Path;
use self::expand::Start;
use self::value::{OneLine, Quoted, member, text_of, without_duplicates};
use crate::command::{Command, Setup};
use crate::json::{self, Json, Kind, Member};
use crate::messages::{Message, keys};

/// A checked scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The stage.
    pub head: Head,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// The head as written, without the steps.
    source: Json,
}

/// The head of a scenario with its defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Kebab-case, equals the file name without `.json`.
    pub name: String,
    /// One line.
    pub title: String,
    /// What it shows and why that outcome is right.
    pub about: String,
    /// Which of the two systems.
    pub flavor: Flavor,
    /// How the cluster starts; of a `kafka` scenario brokers and topics only.
    pub setup: Setup,
    /// Directory that the volume is laid over, relative to the file.
    pub snapshot: Option<String>,
    /// Decides the random part of member ids and nothing else; `None`: any must do.
    pub seed: Option<u64>,
}

/// The modelled system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    /// The classic group protocol of Kafka's Java coordinator.
    Kafka,
    /// kaas-rs/kaas 44f5471.
    Kaas,
}

/// What a caller knows besides the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions<'o> {
    /// File name without `.json`, which `name` must equal.
    pub file_stem: Option<&'o str>,
    /// Files of the head's `snapshot`, paths below `__cluster`. See [`snapshot_of`].
    pub snapshot: &'o [(String, String)],
    /// Whether `"?"` may stand in expectations: a file that waits for [`record`].
    pub allow_holes: bool,
}

/// Reads and checks a scenario.
///
/// # Errors
/// Every problem found, each with its JSON path, line and column.
pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
    parse_with(text, ParseOptions::default())
}

/// Reads and checks a scenario that came with a file name or a snapshot, or that has holes.
///
/// # Errors
/// Every problem found, each with its JSON path, line and column.
pub fn parse_with(text: &str, options: ParseOptions<'_>) -> Result<Scenario, ScenarioError> {
    checked(&read_json(text)?, options)
}

fn checked(file: &Json, options: ParseOptions<'_>) -> Result<Scenario, ScenarioError> {
    let start = Start::of(file, options.snapshot);
    let problems = check::check(file, &start, options);
    if problems.is_empty() {
        Ok(read::scenario(file, start))
    } else {
        Err(ScenarioError { problems })
    }
}

/// How a cluster starts, from the head of a scenario: `scenario`, `name`, `title` and `flavor` may
/// be left out, and steps are ignored.
///
/// # Errors
/// Every problem found, each with its JSON path, line and column.
pub fn setup(head: &str) -> Result<Setup, ScenarioError> {
    let mut file = read_json(head)?;
    let at = file.at;
    if let Kind::Object(fields) = &mut file.kind {
        let step = value::object([("cluster", value::string("recompute"))]);
        let defaults = [
            ("scenario", value::number(1)),
            ("name", value::string("cluster")),
            ("title", value::string("cluster")),
            ("flavor", value::string("kaas")),
            ("steps", value::array([step])),
        ];
        fields.retain(|field| field.key != "steps");
        for (key, mut value) in defaults {
            if fields.iter().all(|field| field.key != key) {
                value.at = at;
                let key = key.to_owned();
                fields.push(Member { key, at, value });
            }
        }
    }
    Ok(checked(&file, ParseOptions::default())?.head.setup)
}

/// A command from a cluster step, e.g. `{"cluster":"kill","broker":"kaas-1"}`, or one of the
/// commands that only a session has: `touch` with `group` and perhaps `broker`, `read`, `sweep`.
///
/// Whether brokers and topics are there is for the cluster to say.
///
/// # Errors
/// Every problem found, each with its JSON path, line and column.
pub fn command(text: &str) -> Result<Command, ScenarioError> {
    let step = read_json(text)?;
    let problems = check::command(&step);
    if !problems.is_empty() {
        return Err(ScenarioError { problems });
    }
    read::command(&step).ok_or_else(|| {
        let word = member(&step, "cluster")
            .map(value::brief)
            .unwrap_or_default();
        let message = Message::new(keys::REQUEST_COMMAND_LATER).with("command", word);
        ScenarioError {
            problems: vec![Path::Root.problem(&step, message)],
        }
    })
}

/// The directory that a scenario's head names as its snapshot, if it is readable that far.
#[must_use]
pub fn snapshot_of(text: &str) -> Option<String> {
    let file = json::parse(text).ok()?;
    text_of(&file, "snapshot").map(str::to_owned)
}

impl Scenario {
    /// A scenario from a head and steps, e.g. what somebody did in a session.
    ///
    /// The result is what [`parse`] makes of its text.
    ///
    /// # Errors
    /// Where the head or the steps break a rule or a limit of the format.
    pub fn compose(head: &Head, steps: &[Step]) -> Result<Self, ScenarioError> {
        parse(&to_text(&read::head_json(head), steps))
    }

    /// The file: one member of the head and one step a line. Parsing it gives this scenario back.
    #[must_use]
    pub fn to_text(&self) -> String {
        to_text(&self.source, &self.steps)
    }

    /// The group and the broker if the steps at `index` and after it are how files write a touch.
    ///
    /// A touch is the session command that makes a group resident and Empty without members. In
    /// a file it is a JoinGroup with a member id that starts with `touch-`, followed in the same
    /// ms by the LeaveGroup of that member at the same broker.
    #[must_use]
    pub fn touch_at(&self, index: usize) -> Option<Touch<'_>> {
        let (join, leave) = (
            self.steps.get(index)?,
            self.steps.get(index.checked_add(1)?)?,
        );
        let (Action::Request(joined), Action::Request(left)) = (&join.action, &leave.action) else {
            return None;
        };
        let is_touch = self.head.flavor == Flavor::Kaas
            && (joined.rpc.as_str(), left.rpc.as_str()) == ("JoinGroup", "LeaveGroup")
            && join.at == leave.at
            && joined.broker == left.broker
            // Whoever asks for an answer, or loses it, means the requests themselves.
            && [join, leave].into_iter().all(|step| {
                NO_TOUCH.iter().all(|field| member(&step.source, field).is_none())
            });
        let group =
            text_of(&joined.body, "groupId").filter(|group| !schema::is_reference(group))?;
        let touch = text_of(&joined.body, "memberId").filter(|id| id.starts_with(TOUCH))?;
        (is_touch
            && text_of(&left.body, "groupId") == Some(group)
            && leaver(joined, left)? == touch)
            .then_some(Touch {
                broker: &joined.broker,
                group: pattern::literal(group),
            })
    }
}

/// What a pair of steps touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch<'s> {
    /// The broker that is asked.
    pub broker: &'s str,
    /// The group that becomes resident.
    pub group: &'s str,
}

/// Who leaves: by its own id, or as the member of the request before.
fn leaver<'l>(joined: &'l Request, left: &'l Request) -> Option<&'l str> {
    let own = text_of(&joined.body, "memberId");
    let written = match member(&left.body, "members").and_then(value::list) {
        Some([only]) => text_of(only, "memberId"),
        Some(_) => None,
        None => text_of(&left.body, "memberId"),
    }?;
    match (schema::reference(written), &joined.name) {
        (Some((name, ".memberId")), Some(request)) if name == request => own,
        (Some(_), _) => None,
        (None, _) => Some(written),
    }
}

fn read_json(text: &str) -> Result<Json, ScenarioError> {
    if text.len() > FILE_MAX {
        let message = Message::new(keys::SCENARIO_FILE_SIZE);
        let message = message
            .with("value", crate::cast::u64_of(text.len()))
            .with("limit", crate::cast::u64_of(FILE_MAX));
        return Err(ScenarioError {
            problems: vec![Path::Root.problem_at(json::Pos::default(), message)],
        });
    }
    match json::parse(text) {
        Ok(file) => Ok(without_duplicates(file)),
        Err(error) => {
            let at = json::Pos {
                line: error.line,
                column: error.column,
            };
            Err(ScenarioError {
                problems: vec![Problem {
                    path: error.path,
                    step: None,
                    at,
                    message: error.message,
                }],
            })
        }
    }
}

fn to_text(head: &Json, steps: &[Step]) -> String {
    let mut out = String::from("{\n");
    for field in value::members(head) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, " {}: {},", Quoted(&field.key), OneLine(&field.value));
    }
    out.push_str(" \"steps\": [\n");
    for (at, step) in steps.iter().enumerate() {
        let end = if at + 1 < steps.len() { "," } else { "" };
        let _ = writeln!(out, "  {}{end}", OneLine(&step.source));
    }
    out.push_str(" ]\n}\n");
    out
}

/// Member ids of touches start with this.
pub const TOUCH: &str = "touch-";
const NO_TOUCH: &[&str] = &[
    "response",
    "pending",
    "lose",
    "requestDelayMs",
    "answerDelayMs",
];
/// Bytes of a scenario file, docs/SCENARIO.md, Limits.
pub const FILE_MAX: usize = 1 << 20;
