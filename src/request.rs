//! What callers hand over as JSON text: inputs of a recompute, rule variants, changes of a plan,
//! commands and heads of scenarios. Everything unknown is refused, with its JSON path.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::assignment::{Assignment, BrokerRow, Health};
use crate::collect::Gather as _;
use crate::command::{Command, Setup};
use crate::error::ModelError;
use crate::json::{self, Json, JsonError, Kind, Path, Pos};
use crate::kaas::controller::{Inputs, Recompute, recompute};
use crate::messages::{Message, keys};
use crate::plan::{Active, AllWord, Change, How, Plan, Which, plan};
use crate::rules::{RULES, Rules};
use crate::scenario::{self, ScenarioError};
use crate::volume::report::group_ids;
use crate::volume::{AssignmentFile, Content, Volume};

/// Why a request cannot be answered: one problem or, of a scenario, several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// At least one.
    pub problems: Vec<Problem>,
}

/// One problem and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong; its key is the stable code.
    pub message: Message,
    /// JSON path of the value, if a text is at fault.
    pub path: Option<String>,
    /// Place in the text, if a text is at fault.
    pub at: Option<Pos>,
}

/// Computes the next assignment from inputs in JSON:
/// `{brokers: [{id, health, lastSeen?}], reported: [groupId], generatedAt?, controller?}`.
///
/// The version is one above the previous one; the controller epoch and what is not given are those
/// of the previous assignment, and its partitions are carried over untouched.
///
/// # Errors
/// Whatever is wrong with the inputs, with its place.
pub fn recompute_text(
    previous: Option<&Assignment>,
    inputs: &str,
    rules: &Rules,
) -> Result<Recompute, RequestError> {
    let json = json::parse(inputs)?;
    let known = ["brokers", "reported", "generatedAt", "controller"];
    let given = Given::of(&json, Path::root(), &known)?;
    let old = previous.cloned().unwrap_or_default();
    let text = |name: &str, otherwise: &str| match given.get(name) {
        Some(json) => json::string(json, &given.path(name)),
        None => Ok(otherwise.to_owned()),
    };
    let generated_at = text("generatedAt", &old.generated_at)?;
    let controller = text("controller", &old.controller)?;
    let row = |json, path| row(json, path, &generated_at);
    let rows = json::list(given.required("brokers")?, &given.path("brokers"), row)?;
    let group = |json: &Json, path: Path| json::string(json, &path).map(Arc::from);
    let reported = json::list(given.required("reported")?, &given.path("reported"), group)?;
    let inputs = Inputs {
        previous,
        rows,
        reported: reported.into_iter().gather(),
        partitions: old.partitions,
        controller_epoch: old.controller_epoch,
        version: old.assignment_version.saturating_add(1),
        generated_at,
        controller,
    };
    Ok(recompute(inputs, rules))
}

/// An assignment as JSON for JavaScript: whole numbers beyond 2^53-1 are strings of digits.
#[must_use]
pub fn for_javascript(assignment: &Assignment) -> String {
    // A value made of strings, numbers and lists always has a text.
    serde_json::to_string(&scenario::Value(&assignment.to_json())).unwrap_or_default()
}

/// Rule variants from `{rule: variant}`; the real ones where nothing is said.
///
/// # Errors
/// An unknown rule or variant, with what is known.
pub fn rules_of(text: Option<&str>) -> Result<Rules, RequestError> {
    let mut rules = Rules::default();
    let Some(text) = text else {
        return Ok(rules);
    };
    let json = json::parse(text)?;
    let known: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let given = Given::of(&json, Path::root(), &known)?;
    for rule in RULES {
        let Some(value) = given.get(rule.id) else {
            continue;
        };
        let set = value
            .as_str()
            .and_then(|variant| rules.set(rule.id, variant));
        if set.is_none() {
            let error = one_of(value, &given.path(rule.id), rule.variants);
            return Err(error.into());
        }
    }
    Ok(rules)
}

/// Changes of a plan from one change or a list of them: `{"restart":"all","how":"drain"}`,
/// `{"restart":["b"]}`, `{"down":"b"}`, `{"drain":"b"}`, `{"add":"b"}`, `{"remove":"b"}`.
///
/// # Errors
/// Anything else, with its place.
pub fn changes_of(text: &str) -> Result<Vec<Change>, RequestError> {
    let json = json::parse(text)?;
    Ok(match json.kind {
        Kind::Array(_) => json::list(&json, &Path::root(), change)?,
        _ => vec![change(&json, Path::root())?],
    })
}

/// Which groups have members: `"entries"`, `"all"` or a list of group ids.
///
/// # Errors
/// Anything else, with its place.
pub fn active_of(text: Option<&str>) -> Result<Active, RequestError> {
    let Some(text) = text else {
        return Ok(Active::default());
    };
    let json = json::parse(text)?;
    match (json.as_str(), &json.kind) {
        (Some("entries"), _) => Ok(Active::Entries),
        (Some("all"), _) => Ok(Active::All),
        (None, Kind::Array(_)) => {
            let group = |json: &Json, path: Path| json::string(json, &path);
            let groups: BTreeSet<String> = json::list(&json, &Path::root(), group)?
                .into_iter()
                .gather();
            Ok(Active::These(groups))
        }
        _ => Err(one_of(&json, &Path::root(), &["entries", "all", "[…]"]).into()),
    }
}

/// The assignment of a volume, which must be there and be one that brokers accept.
///
/// # Errors
/// It is not there, or brokers refuse it: why and where.
pub fn assignment_of(volume: &Volume) -> Result<&AssignmentFile, RequestError> {
    match &volume.assignment {
        Some(Content::Loaded(file)) => Ok(file),
        Some(Content::Refused(error)) => Err(error.clone().into()),
        Some(Content::Empty) => Err(Message::new(keys::JSON_EMPTY).into()),
        Some(Content::Unreadable(problem)) => {
            let message = Message::new(keys::REQUEST_ASSIGNMENT_UNREADABLE);
            Err(message.with("reason", problem.as_str()).into())
        }
        Some(Content::Directory) => {
            let message = Message::new(keys::REQUEST_ASSIGNMENT_UNREADABLE);
            Err(message.with("reason", "directory").into())
        }
        None => Err(Message::new(keys::REQUEST_ASSIGNMENT_MISSING).into()),
    }
}

/// What a plan does to a volume: its assignment, all groups with an entry or a file, and those
/// that are said to have members.
///
/// # Errors
/// An assignment that brokers refuse, and what [`plan`] refuses.
pub fn plan_of_volume(
    volume: &Volume,
    changes: &[Change],
    active: &Active,
    rules: Rules,
) -> Result<Plan, RequestError> {
    let text = assignment_of(volume)?.json.to_text();
    let mut groups: BTreeSet<Arc<str>> = group_ids(volume).into_iter().map(Arc::from).gather();
    if let Active::These(these) = active {
        // A group that has neither entry nor file yet may have members all the same.
        groups.extend(these.iter().map(|group| Arc::from(group.as_str())));
    }
    let setup = Setup {
        rules,
        ..Setup::default()
    };
    Ok(plan(&text, &groups, changes, active, setup)?)
}

/// How a cluster starts, from the head of a scenario: `scenario`, `name`, `title` and `flavor` may
/// be left out, and steps are ignored.
///
/// # Errors
/// Everything that the scenario format refuses, with its JSON path.
pub fn setup_of(head: &str) -> Result<Setup, RequestError> {
    Ok(scenario::setup(head)?)
}

/// A command from a cluster step of a scenario, e.g. `{"cluster":"kill","broker":"kaas-1"}`, or
/// from `{"cluster":"touch","group":"g"}`.
///
/// # Errors
/// What is not a command.
pub fn command_of(text: &str) -> Result<Command, RequestError> {
    Ok(scenario::command(text)?)
}

impl From<JsonError> for RequestError {
    fn from(error: JsonError) -> Self {
        let at = Pos {
            line: error.line,
            column: error.column,
        };
        Self {
            problems: vec![Problem {
                message: error.message,
                path: Some(error.path),
                at: Some(at).filter(|at| at.line > 0),
            }],
        }
    }
}

impl From<ModelError> for RequestError {
    fn from(error: ModelError) -> Self {
        error.message().into()
    }
}

impl From<Message> for RequestError {
    fn from(message: Message) -> Self {
        Self {
            problems: vec![Problem {
                message,
                path: None,
                at: None,
            }],
        }
    }
}

impl From<ScenarioError> for RequestError {
    fn from(error: ScenarioError) -> Self {
        let problem = |problem: scenario::Problem| Problem {
            message: problem.message,
            path: Some(problem.path),
            at: Some(problem.at).filter(|at| at.line > 0),
        };
        Self {
            problems: error.problems.into_iter().map(problem).collect(),
        }
    }
}

/// One problem a line: the sentence, then its path and place.
impl fmt::Display for RequestError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                out.write_str("\n")?;
            }
            out.write_str(&problem.message.text())?;
            match (&problem.path, problem.at) {
                (Some(path), Some(at)) => write!(out, " ({path}, {}:{})", at.line, at.column)?,
                (Some(path), None) => write!(out, " ({path})")?,
                (None, _) => {}
            }
        }
        Ok(())
    }
}

impl std::error::Error for RequestError {}

/// An object of which every member is known.
struct Given<'a> {
    json: &'a Json,
    path: Path,
}

impl<'a> Given<'a> {
    fn of(json: &'a Json, path: Path, known: &[&str]) -> Result<Self, JsonError> {
        let Some(members) = json.as_object() else {
            return Err(json::not_an_object(json, &path));
        };
        let stranger = members.iter().find(|m| !known.contains(&m.key.as_str()));
        if let Some(member) = stranger {
            let message = Message::new(keys::REQUEST_FIELD_UNKNOWN)
                .with("field", member.key.as_str())
                .with("known", known.join(", "));
            return Err(member.value.error(&path.member(&member.key), message));
        }
        Ok(Self { json, path })
    }

    fn get(&self, name: &str) -> Option<&'a Json> {
        self.json.get(name)
    }

    fn path(&self, name: &str) -> Path {
        self.path.member(name)
    }

    fn required(&self, name: &str) -> Result<&'a Json, JsonError> {
        self.get(name).ok_or_else(|| {
            let message = Message::new(keys::JSON_FIELD_MISSING).with("field", name);
            self.json.error(&self.path, message)
        })
    }

    fn string(&self, name: &str) -> Result<String, JsonError> {
        json::string(self.required(name)?, &self.path(name))
    }
}

fn row(json: &Json, path: Path, now: &str) -> Result<BrokerRow, JsonError> {
    let given = Given::of(json, path, &["id", "health", "lastSeen"])?;
    let health = given.required("health")?;
    let Some(health) = health.as_str().and_then(Health::from_word) else {
        let message = Message::new(keys::JSON_HEALTH_UNKNOWN).with("found", health.excerpt());
        return Err(health.error(&given.path("health"), message));
    };
    Ok(BrokerRow {
        id: given.string("id")?,
        health,
        last_seen: match given.get("lastSeen") {
            Some(_) => given.string("lastSeen")?,
            None => now.to_owned(),
        },
        extra: Vec::new(),
    })
}

fn change(json: &Json, path: Path) -> Result<Change, JsonError> {
    let known = [KINDS, &["how"]].concat();
    let given = Given::of(json, path, &known)?;
    let kinds: Vec<&&str> = KINDS
        .iter()
        .filter(|kind| given.get(kind).is_some())
        .collect();
    let [kind] = kinds.as_slice() else {
        let message = Message::new(keys::REQUEST_CHANGE_KIND).with("known", KINDS.join(", "));
        return Err(json.error(&given.path, message));
    };
    if let (Some(how), true) = (given.get("how"), **kind != "restart") {
        let message = Message::new(keys::REQUEST_FIELD_UNKNOWN)
            .with("field", "how")
            .with("known", (**kind).to_owned());
        return Err(how.error(&given.path("how"), message));
    }
    Ok(match **kind {
        "down" => Change::Down {
            down: given.string("down")?,
        },
        "drain" => Change::Drain {
            drain: given.string("drain")?,
        },
        "add" => Change::Add {
            add: given.string("add")?,
        },
        "remove" => Change::Remove {
            remove: given.string("remove")?,
        },
        _ => Change::Restart {
            restart: which(given.required("restart")?, &given.path("restart"))?,
            how: match given.get("how") {
                None => How::default(),
                Some(how) => match how.as_str() {
                    Some("crash") => How::Crash,
                    Some("drain") => How::Drain,
                    _ => return Err(one_of(how, &given.path("how"), &["crash", "drain"])),
                },
            },
        },
    })
}

fn which(json: &Json, path: &Path) -> Result<Which, JsonError> {
    match (json.as_str(), &json.kind) {
        (Some("all"), _) => Ok(Which::All(AllWord::All)),
        (None, Kind::Array(_)) => {
            let id = |json: &Json, path: Path| json::string(json, &path);
            Ok(Which::These(json::list(json, path, id)?))
        }
        _ => Err(one_of(json, path, &["all", "[…]"])),
    }
}

fn one_of(json: &Json, path: &Path, known: &[&str]) -> JsonError {
    let message = Message::new(keys::REQUEST_NOT_ONE_OF)
        .with("found", json.excerpt())
        .with("known", known.join(", "));
    json.error(path, message)
}

const KINDS: &[&str] = &["restart", "down", "drain", "add", "remove"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_asked_for_is_refused_with_its_path() {
        let told = |result: Result<Vec<Change>, RequestError>| result.unwrap_err().to_string();
        assert_eq!(
            [
                told(changes_of(r#"[{"down":"a"},{"down":7}]"#)),
                told(changes_of(r#"{"down":"a","how":"drain"}"#)),
                told(changes_of(r#"{"restart":"some"}"#)),
                told(changes_of("{}")),
                told(changes_of(r#"{"constructor":1}"#)),
            ],
            [
                "Expected a string, found 7. ($[1].down, 1:23)",
                "Unknown field \"how\"; known here: down. ($.how, 1:19)",
                "\"some\" is not possible; possible is: all, […]. ($.restart, 1:12)",
                "A change needs exactly one of: restart, down, drain, add, remove. ($, 1:1)",
                "Unknown field \"constructor\"; known here: restart, down, drain, add, remove, how. ($.constructor, 1:16)",
            ]
        );
        assert_eq!(
            rules_of(Some(r#"{"sweep":"never"}"#))
                .unwrap_err()
                .to_string(),
            "\"never\" is not possible; possible is: resident, owned, none. ($.sweep, 1:10)"
        );
    }

    #[test]
    fn a_recompute_carries_over_what_it_does_not_touch() {
        let previous = r#"{"controllerEpoch":3,"assignmentVersion":7,"generatedAt":"t","controller":"kaas-0",
            "brokers":[],"partitions":[{"topic":"t","partition":0,"broker":"kaas-0","epoch":1,"role":"leader"}]}"#;
        let inputs = r#"{"brokers":[{"id":"kaas-0","health":"alive"}],"reported":["g"]}"#;
        let previous = Assignment::parse(previous).unwrap();
        let next = recompute_text(Some(&previous), inputs, &Rules::default()).unwrap();
        assert_eq!(
            next.assignment.to_text(),
            r#"{"controllerEpoch":3,"assignmentVersion":8,"generatedAt":"t","controller":"kaas-0","brokers":[{"id":"kaas-0","health":"alive","lastSeen":"t"}],"partitions":[{"topic":"t","partition":0,"broker":"kaas-0","epoch":1,"role":"leader"}],"consumerGroups":[{"groupId":"g","broker":"kaas-0","epoch":1}]}"#
        );
    }

    #[test]
    fn a_head_may_be_empty_and_a_command_is_a_cluster_step() {
        assert!(setup_of("{}").is_ok());
        assert!(setup_of(r#"{"brokers":["a"]}"#).is_err());
        assert_eq!(
            command_of(r#"{"cluster":"kill","broker":"kaas-1"}"#),
            Ok(Command::Kill {
                broker: "kaas-1".to_owned()
            })
        );
        assert_eq!(
            command_of(r#"{"cluster":"putFile","path":"x.json","json":{"a":1}}"#),
            Ok(Command::PutFile {
                path: "x.json".to_owned(),
                text: "{\"a\":1}".to_owned()
            })
        );
    }

    #[test]
    fn commands_are_read_as_the_steps_of_a_scenario() {
        let read = |text: &str| command_of(text).map_err(|error| error.to_string());
        assert_eq!(
            read(r#"{"cluster":"apply","broker":"a0"}"#),
            Ok(Command::Apply {
                broker: Some(vec!["a0".to_owned()])
            })
        );
        assert_eq!(
            read(r#"{"cluster":"createTopic","topic":"u"}"#),
            Ok(Command::CreateTopic {
                topic: "u".to_owned(),
                partitions: 1
            })
        );
        assert_eq!(
            read(r#"{"cluster":"putFile","path":"x","json":"a"}"#),
            Ok(Command::PutFile {
                path: "x".to_owned(),
                text: "\"a\"".to_owned()
            })
        );
        assert_eq!(
            read(r#"{"cluster":"touch","group":""}"#),
            Ok(Command::Touch {
                group: String::new(),
                broker: None
            })
        );
        assert_eq!(read(r#"{"cluster":"read"}"#), Ok(Command::Read));
        assert_eq!(read(r#"{"cluster":"sweep"}"#), Ok(Command::Sweep));
        let refused = [
            r#"{"cluster":"createTopic","topic":"u","partitions":0}"#,
            r#"{"cluster":"putFile","path":"../x","text":""}"#,
            r#"{"cluster":"kill","broker":"a0","x":1}"#,
            r#"{"cluster":"touch","x":1}"#,
            r#"{"cluster":"kill","broker":"a0","at":5}"#,
            r#"{"request":"Heartbeat"}"#,
        ];
        let places: Vec<_> = refused
            .iter()
            .map(|text| {
                let error = command_of(text).unwrap_err();
                let first = error.problems.first().cloned().unwrap();
                (first.path.unwrap(), first.at.map(|at| (at.line, at.column)))
            })
            .collect();
        let at = |path: &str, column| (path.to_owned(), Some((1, column)));
        assert_eq!(
            places,
            [
                at("$.partitions", 51),
                at("$.path", 29),
                at("$.x", 33),
                at("$.x", 20),
                at("$.at", 38),
                at("$", 1),
            ]
        );
        let head = setup_of("{\n \"brokers\": [\"a\"]\n}").unwrap_err();
        let at = head.problems.first().and_then(|problem| problem.at);
        assert_eq!(at.map(|at| at.line), Some(2));
    }
}
