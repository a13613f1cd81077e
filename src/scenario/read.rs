//! From a checked file to its types, and from types to a file.

use super::check::kind_of;
use super::expand::{Expanded, Given, Start, content, expand};
use super::step::{Action, Expectation, Later, Look, Moment, Request, Step, Until};
use super::value::{
    array, is_true, list, member, members, number, object, string, text, text_of, unsigned,
};
use super::{Flavor, Head, Scenario};
use crate::cluster::ASSIGNMENT;
use crate::command::{Apply, ApplyWord, Clock, Command, Config, Setup, Start as StartState};
use crate::json::{Json, Kind};
use crate::rules::{RULES, Rules};
use crate::time::Millis;

/// The types of a file that has passed the check.
pub(crate) fn scenario(file: &Json, start: Start) -> Scenario {
    let steps = member(file, "steps").and_then(list).unwrap_or_default();
    let flavor = flavor(file);
    let expanded = expand(steps, &start);
    let steps = expanded
        .into_iter()
        .filter_map(|step| self::step(step, flavor))
        .collect();
    let mut source = file.clone();
    if let Kind::Object(fields) = &mut source.kind {
        fields.retain(|field| field.key != "steps");
    }
    Scenario {
        head: head(file, start, flavor),
        steps,
        source,
    }
}

/// The head as a file writes it: what equals the default is left out.
pub(crate) fn head_json(head: &Head) -> Json {
    let (setup, default) = (&head.setup, Setup::default());
    let flavor = match head.flavor {
        Flavor::Kafka => "kafka",
        Flavor::Kaas => "kaas",
    };
    let mut fields: Vec<(&str, Json)> = vec![
        ("scenario", number(1)),
        ("name", string(&*head.name)),
        ("title", string(&*head.title)),
    ];
    if !head.about.is_empty() {
        fields.push(("about", string(&*head.about)));
    }
    fields.push(("flavor", string(flavor)));
    if !setup.brokers.is_empty() {
        fields.push((
            "brokers",
            array(setup.brokers.iter().map(|broker| string(&**broker))),
        ));
    }
    if let Some(topics) = &setup.topics {
        fields.push((
            "topics",
            object(
                topics
                    .iter()
                    .map(|(topic, count)| (&**topic, number(count))),
            ),
        ));
    }
    let (config, usual) = (setup.config, default.config);
    let config = [
        ("statusMs", config.status_ms, usual.status_ms),
        ("aliveCheckMs", config.alive_check_ms, usual.alive_check_ms),
        ("filePollMs", config.file_poll_ms, usual.file_poll_ms),
    ];
    let config: Vec<_> = config
        .into_iter()
        .filter(|(_, value, usual)| value != usual)
        .collect();
    if !config.is_empty() {
        fields.push((
            "config",
            object(
                config
                    .into_iter()
                    .map(|(key, value, _)| (key, number(value))),
            ),
        ));
    }
    if setup.clock == Clock::Auto {
        fields.push(("clock", string("auto")));
    }
    if let Some(controller) = &setup.controller {
        fields.push(("controller", string(&**controller)));
    }
    if setup.start == StartState::Bootstrap {
        fields.push(("start", string("bootstrap")));
    }
    if !setup.volume.is_empty() {
        fields.push((
            "volume",
            object(
                setup
                    .volume
                    .iter()
                    .map(|(path, text)| (&**path, file_value(text))),
            ),
        ));
    }
    if let Some(started_at) = &setup.started_at {
        fields.push(("startedAt", string(&**started_at)));
    }
    let rules: Vec<_> = RULES
        .iter()
        .filter_map(|rule| Some((rule.id, setup.rules.get(rule.id)?)))
        .filter(|(rule, variant)| default.rules.get(rule) != Some(variant))
        .collect();
    if !rules.is_empty() {
        fields.push((
            "rules",
            object(
                rules
                    .into_iter()
                    .map(|(rule, variant)| (rule, string(variant))),
            ),
        ));
    }
    if let Some(seed) = head.seed {
        fields.push(("seed", number(seed)));
    }
    object(fields)
}

/// A file of the volume: as JSON where that gives the same bytes back, else as text.
fn file_value(text: &str) -> Json {
    match crate::json::parse(text) {
        Ok(value)
            if matches!(value.kind, Kind::Array(_) | Kind::Object(_))
                && is_plain(&value)
                && super::value::Packed(&value).to_string() == text =>
        {
            value
        }
        _ => string(text),
    }
}

fn head(file: &Json, start: Start, flavor: Flavor) -> Head {
    let or_empty = |key: &str| text_of(file, key).unwrap_or_default().to_owned();
    let mut rules = Rules::default();
    for rule in member(file, "rules").map(members).unwrap_or_default() {
        // Ids and variants have passed the check.
        let _ = rules.set(&rule.key, text(&rule.value).unwrap_or_default());
    }
    let usual = Config::default();
    let interval = |key: &str, usual: u64| {
        member(file, "config")
            .and_then(|config| member(config, key))
            .and_then(unsigned)
            .unwrap_or(usual)
    };
    Head {
        name: or_empty("name"),
        title: or_empty("title"),
        about: or_empty("about"),
        flavor,
        setup: Setup {
            brokers: start.brokers,
            topics: Some(
                start
                    .topics
                    .into_iter()
                    .map(|(topic, count)| (topic, small(count)))
                    .collect(),
            ),
            rules,
            config: Config {
                status_ms: interval("statusMs", usual.status_ms),
                alive_check_ms: interval("aliveCheckMs", usual.alive_check_ms),
                file_poll_ms: interval("filePollMs", usual.file_poll_ms),
            },
            clock: if text_of(file, "clock") == Some("auto") {
                Clock::Auto
            } else {
                Clock::Manual
            },
            controller: text_of(file, "controller").map(str::to_owned),
            start: if text_of(file, "start") == Some("bootstrap") {
                StartState::Bootstrap
            } else {
                StartState::Running
            },
            volume: start.files,
            started_at: text_of(file, "startedAt").map(str::to_owned),
        },
        snapshot: text_of(file, "snapshot").map(str::to_owned),
        seed: member(file, "seed").and_then(unsigned),
    }
}

fn step(expanded: Expanded<'_>, flavor: Flavor) -> Option<Step> {
    let source = expanded.source;
    let kind = kind_of(source).unwrap_or_default();
    let later = |what: &str| {
        Action::Later(Later {
            kind,
            what: what.to_owned(),
        })
    };
    let action = match (expanded.given, kind) {
        (Given::Request(asked), _) => Action::Request(Box::new(Request {
            rpc: asked.api.name.clone(),
            name: asked.name.map(str::to_owned),
            version: asked.version,
            client_id: asked.client_id,
            broker: asked.broker,
            body: asked.body,
        })),
        // The expectation that a request carries belongs to the request's step.
        (Given::Answer { .. }, "request") => return None,
        (_, "cluster") if flavor == Flavor::Kaas => cluster(source).map_or_else(
            || later(text_of(source, "cluster").unwrap_or_default()),
            Action::Cluster,
        ),
        (_, kind) if flavor == Flavor::Kaas && expectation(kind, source).is_some() => {
            Action::Expect(expectation(kind, source)?)
        }
        (_, kind) => later(text_of(source, kind).unwrap_or_default()),
    };
    Some(Step {
        at: expanded.at,
        action,
        source: source.clone(),
    })
}

/// The command of a checked step, or of what only a session has; `None` if it is not yet supported.
pub(crate) fn command(step: &Json) -> Option<Command> {
    match text_of(step, "cluster")? {
        "touch" => Some(Command::Touch {
            group: text_of(step, "group")?.to_owned(),
            broker: text_of(step, "broker").map(str::to_owned),
        }),
        "read" => Some(Command::Read),
        "sweep" => Some(Command::Sweep),
        _ => cluster(step),
    }
}

fn cluster(step: &Json) -> Option<Command> {
    let own = |key: &str| text_of(step, key).map(str::to_owned);
    let broker = || own("broker");
    let apply = || member(step, "apply").and_then(apply);
    let partitions = || small(member(step, "partitions").and_then(unsigned).unwrap_or(1));
    Some(match text_of(step, "cluster")? {
        "kill" => Command::Kill { broker: broker()? },
        // Settings of one broker alone are not modelled yet.
        "restart" if member(step, "config").is_some() => return None,
        "restart" => Command::Restart { broker: broker()? },
        "isolate" => Command::Isolate {
            broker: broker()?,
            volume: member(step, "volume").is_some_and(is_true),
        },
        "rejoin" => Command::Rejoin { broker: broker()? },
        "createTopic" => Command::CreateTopic {
            topic: own("topic")?,
            partitions: partitions(),
        },
        "addPartitions" => Command::AddPartitions {
            topic: own("topic")?,
            partitions: partitions(),
        },
        "deleteTopic" => Command::DeleteTopic {
            topic: own("topic")?,
        },
        "drain" => Command::Drain { broker: broker()? },
        "disconnect" => Command::Disconnect { broker: broker()? },
        "reconnect" => Command::Reconnect { broker: broker()? },
        "add" => Command::Add { broker: broker()? },
        "remove" => Command::Remove { broker: broker()? },
        "quiet" => Command::Quiet {
            broker: broker()?,
            groups: member(step, "groups").and_then(list).map(texts),
        },
        "report" => Command::Report { broker: broker()? },
        "recompute" => Command::Recompute { apply: apply() },
        "apply" => Command::Apply {
            broker: broker().map(|id| vec![id]),
        },
        "crashController" => Command::CrashController {
            to: own("to"),
            apply: apply(),
        },
        "moveController" => Command::MoveController {
            to: own("to")?,
            apply: apply(),
        },
        "setAssignment" => Command::SetAssignment {
            text: content(member(step, "assignment")?),
            apply: apply(),
        },
        "putFile" => Command::PutFile {
            path: own("path")?,
            text: match own("text") {
                Some(text) => text,
                // `json` is always written as JSON, a string with its quotes.
                None => super::value::Packed(member(step, "json")?).to_string(),
            },
        },
        "removeFile" => Command::RemoveFile { path: own("path")? },
        "writeFails" => Command::WriteFails {
            path: own("path")?,
            broker: broker(),
            times: member(step, "times").and_then(unsigned).map(small),
        },
        "writeWorks" => Command::WriteWorks {
            path: own("path")?,
            broker: broker(),
        },
        "hotSwap" => Command::HotSwap { broker: broker()? },
        // Who reads the first file is the clock's default; other readers are not modelled yet.
        "electFirst" if member(step, "apply").is_none() => Command::ElectFirst,
        // Faults between simulated clients and brokers, and the transaction reaper.
        _ => return None,
    })
}

fn apply(value: &Json) -> Option<Apply> {
    match (&value.kind, text(value)) {
        (_, Some("all")) => Some(Apply::Word(ApplyWord::All)),
        (_, Some("none")) => Some(Apply::Word(ApplyWord::None)),
        (Kind::Array(items), _) => Some(Apply::Brokers(texts(items))),
        _ => None,
    }
}

fn expectation(kind: &str, step: &Json) -> Option<Expectation> {
    let subject = text_of(step, kind)?.to_owned();
    let is_set = |key: &str| member(step, key).is_some_and(is_true);
    let look = match kind {
        "expectOwner" => Look::Owner {
            id: subject,
            via: text_of(step, "via").map(str::to_owned),
            txn: is_set("txn"),
        },
        "expectEntry" => Look::Entry { group: subject },
        "expectResident" => Look::Resident { broker: subject },
        "expectList" => Look::List { broker: subject },
        "expectLog" => {
            let fields = ["contains", "absent"].into_iter();
            let pattern = object(fields.filter_map(|key| Some((key, member(step, key)?.clone()))));
            return Some(Expectation {
                look: Look::Log { broker: subject },
                pattern,
                moment: Moment::Now,
            });
        }
        "expectApplied" => Look::Applied { broker: subject },
        "expectFile" => Look::File {
            path: subject,
            exact: is_set("exact"),
        },
        _ => return None,
    };
    let until = member(step, "until").map_or(Until::End, |until| {
        unsigned(until).map_or(Until::End, Until::At)
    });
    let moments = [
        ("is", Moment::Now),
        ("always", Moment::Always(until)),
        ("never", Moment::Never(until)),
    ];
    let (pattern, moment) = moments
        .into_iter()
        .find_map(|(key, moment)| Some((member(step, key)?.clone(), moment)))?;
    Some(Expectation {
        look,
        pattern,
        moment,
    })
}

impl Step {
    /// The steps that stand for a command; `number` makes the member id of a touch unique.
    ///
    /// `None` for what a file cannot say: a touch without its broker, and the moments between
    /// reading and sweeping. An assignment that is no JSON object, or that would lose something
    /// when it is written as one, becomes the file it is; who reads it is then the default of
    /// the clock `manual`.
    #[must_use]
    pub fn of(at: Millis, command: &Command, number: u64) -> Option<Vec<Self>> {
        match command {
            Command::Touch { group, broker } => {
                Some(Self::touch(at, broker.as_deref()?, group, number).to_vec())
            }
            Command::Apply {
                broker: Some(brokers),
            } => {
                let each = |id: &String| {
                    Self::command(
                        at,
                        Command::Apply {
                            broker: Some(vec![id.clone()]),
                        },
                    )
                };
                brokers.iter().map(each).collect()
            }
            Command::SetAssignment { text, apply } if !is_plain_object(text) => {
                let put = Command::PutFile {
                    path: ASSIGNMENT.to_owned(),
                    text: text.clone(),
                };
                let mut steps = vec![Self::command(at, put)?];
                let readers = match apply {
                    None | Some(Apply::Word(ApplyWord::All)) => Some(None),
                    Some(Apply::Word(ApplyWord::None)) => None,
                    Some(Apply::Brokers(brokers)) => Some(Some(brokers.clone())),
                };
                if let Some(broker) = readers {
                    steps.extend(Self::of(at, &Command::Apply { broker }, number)?);
                }
                Some(steps)
            }
            command => Some(vec![Self::command(at, command.clone())?]),
        }
    }

    fn command(at: Millis, command: Command) -> Option<Self> {
        let source = with_at(at, command_json(&command)?);
        Some(Self {
            at,
            action: Action::Cluster(command),
            source,
        })
    }

    fn touch(at: Millis, broker: &str, group: &str, number: u64) -> [Self; 2] {
        let id = format!("{}{number}", super::TOUCH);
        let request = |rpc: &str, version: u64, body: Vec<(&str, Json)>| {
            let body = object(body);
            let fields = vec![
                ("request", string(rpc)),
                ("broker", string(broker)),
                ("body", body.clone()),
            ];
            let request = Request {
                rpc: rpc.to_owned(),
                name: None,
                version,
                client_id: "client".to_owned(),
                broker: broker.to_owned(),
                body,
            };
            Self {
                at,
                action: Action::Request(Box::new(request)),
                source: with_at(at, fields),
            }
        };
        let leaver = object([("memberId", string(&*id))]);
        let group = || ("groupId", super::pattern::escaped(&string(group)));
        [
            request("JoinGroup", 9, vec![group(), ("memberId", string(&*id))]),
            request("LeaveGroup", 5, vec![group(), ("members", array([leaver]))]),
        ]
    }
}

/// Whether a text survives as an object of a scenario file: JSON without duplicate fields.
fn is_plain_object(text: &str) -> bool {
    crate::json::parse(text).is_ok_and(|file| super::value::is_object(&file) && is_plain(&file))
}

/// Whether nothing in a value is there twice.
fn is_plain(value: &Json) -> bool {
    super::value::without_duplicates(value.clone()) == *value
}

fn with_at(at: Millis, fields: Vec<(&str, Json)>) -> Json {
    object(std::iter::once(("at", number(at))).chain(fields))
}

fn command_json(step: &Command) -> Option<Vec<(&'static str, Json)>> {
    let name = |name: &str| ("cluster", string(name));
    let on = |kind: &str, broker: &str| vec![name(kind), ("broker", string(broker))];
    let with_apply = |mut fields: Vec<(&'static str, Json)>, apply: &Option<Apply>| {
        fields.extend(apply.as_ref().map(|apply| {
            (
                "apply",
                match apply {
                    Apply::Word(ApplyWord::All) => string("all"),
                    Apply::Word(ApplyWord::None) => string("none"),
                    Apply::Brokers(brokers) => {
                        array(brokers.iter().map(|broker| string(&**broker)))
                    }
                },
            )
        }));
        fields
    };
    let topic = |kind: &str, topic: &str, partitions: Option<u32>| {
        let mut fields = vec![name(kind), ("topic", string(topic))];
        fields.extend(partitions.map(|count| ("partitions", number(count))));
        fields
    };
    let file = |kind: &str, path: &str| vec![name(kind), ("path", string(path))];
    Some(match step {
        Command::Kill { broker } => on("kill", broker),
        Command::Restart { broker } => on("restart", broker),
        Command::Isolate { broker, volume } => {
            let mut fields = on("isolate", broker);
            if *volume {
                fields.push(("volume", super::value::json(Kind::Bool(true))));
            }
            fields
        }
        Command::Rejoin { broker } => on("rejoin", broker),
        Command::CreateTopic {
            topic: name,
            partitions,
        } => topic("createTopic", name, Some(*partitions)),
        Command::AddPartitions {
            topic: name,
            partitions,
        } => topic("addPartitions", name, Some(*partitions)),
        Command::DeleteTopic { topic: name } => topic("deleteTopic", name, None),
        Command::Drain { broker } => on("drain", broker),
        Command::Disconnect { broker } => on("disconnect", broker),
        Command::Reconnect { broker } => on("reconnect", broker),
        Command::Add { broker } => on("add", broker),
        Command::Remove { broker } => on("remove", broker),
        Command::Quiet { broker, groups } => {
            let mut fields = on("quiet", broker);
            fields.extend(
                groups
                    .iter()
                    .map(|groups| ("groups", array(groups.iter().map(|group| string(&**group))))),
            );
            fields
        }
        Command::Report { broker } => on("report", broker),
        Command::Recompute { apply } => with_apply(vec![name("recompute")], apply),
        Command::Apply { broker } => {
            let mut fields = vec![name("apply")];
            fields.extend(broker.iter().flatten().map(|id| ("broker", string(&**id))));
            fields
        }
        Command::CrashController { to, apply } => {
            let mut fields = vec![name("crashController")];
            fields.extend(to.iter().map(|to| ("to", string(&**to))));
            with_apply(fields, apply)
        }
        Command::MoveController { to, apply } => {
            with_apply(vec![name("moveController"), ("to", string(&**to))], apply)
        }
        Command::SetAssignment { text, apply } => with_apply(
            vec![
                name("setAssignment"),
                ("assignment", crate::json::parse(text).ok()?),
            ],
            apply,
        ),
        Command::PutFile { path, text } => {
            let mut fields = file("putFile", path);
            fields.push(("text", string(&**text)));
            fields
        }
        Command::RemoveFile { path } => file("removeFile", path),
        Command::WriteFails {
            path,
            broker,
            times,
        } => {
            let mut fields = file("writeFails", path);
            fields.extend(broker.iter().map(|broker| ("broker", string(&**broker))));
            fields.extend(times.map(|times| ("times", number(times))));
            fields
        }
        Command::WriteWorks { path, broker } => {
            let mut fields = file("writeWorks", path);
            fields.extend(broker.iter().map(|broker| ("broker", string(&**broker))));
            fields
        }
        Command::HotSwap { broker } => on("hotSwap", broker),
        Command::ElectFirst => vec![name("electFirst")],
        Command::Touch { .. } | Command::Read | Command::Sweep => return None,
    })
}

fn texts(items: &[Json]) -> Vec<String> {
    items.iter().filter_map(text).map(str::to_owned).collect()
}

/// Numbers of partitions are at most 10,000 in files that passed the check.
fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn flavor(file: &Json) -> Flavor {
    if text_of(file, "flavor") == Some("kafka") {
        Flavor::Kafka
    } else {
        Flavor::Kaas
    }
}
