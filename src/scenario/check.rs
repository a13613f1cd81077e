//! The checks that need the whole file: names, references, brokers, topics, times.
//!
//! Together with `schema.rs` and `fields.rs` this accepts and refuses what the format's own
//! checker does; the cases in `tests/format-cases` hold the two together.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{Path, Problem};
use super::expand::{Asked, Expanded, Given, Start, expand};
use super::fields::{Body, api, error_name, is_error_name, need, pattern, versions};
use super::schema::{self, Part, path_parts, reference};
use super::value::{
    brief, brief_text, is_object, is_true, list, member, members, text, text_of, unsigned,
};
use crate::cast::u64_of;
use crate::collect::Gather as _;
use crate::json::{Json, Kind};
use crate::messages::{Message, keys};
use crate::time::Millis;

/// Problems of a scenario; `start` is what its volume and snapshot say.
pub(crate) fn check(file: &Json, start: &Start, options: super::ParseOptions<'_>) -> Vec<Problem> {
    let mut out = Vec::new();
    if !is_object(file) {
        return vec![Path::Root.problem(file, super::fields::wrong_type(file, "object"))];
    }
    schema::head(file, &mut out);
    let steps = member(file, "steps").and_then(list).unwrap_or_default();
    let all = Path::Root.key("steps");
    for (at, step) in steps.iter().enumerate() {
        form(step, &all.index(at), &mut out);
    }
    if !out.is_empty() {
        return out;
    }
    head(file, start, options, &mut out);
    if !options.allow_holes {
        for (at, step) in steps.iter().enumerate() {
            holes(step, &all.index(at), &mut out);
        }
    }
    Story::new(file, start, steps).check(&mut out);
    out
}

/// Problems of a command: of a cluster step without its time, or of what only a session has.
pub(crate) fn command(step: &Json) -> Vec<Problem> {
    let root = Path::Root;
    if !is_object(step) {
        return vec![root.problem(step, super::fields::wrong_type(step, "object"))];
    }
    let Some(value) = member(step, "cluster") else {
        let message = Message::new(keys::SCENARIO_FIELD_MISSING).with("field", "cluster");
        return vec![root.problem(step, message)];
    };
    if let Some(at) = member(step, "at") {
        let message = Message::new(keys::REQUEST_COMMAND_AT).with("value", brief(at));
        return vec![root.key("at").problem(at, message)];
    }
    let name = text(value).unwrap_or_default();
    let mut out = Vec::new();
    if let Some((_, known)) = SESSION_COMMANDS.iter().find(|(word, _)| *word == name) {
        session_command(step, known, &mut out);
        return out;
    }
    form(step, &root, &mut out);
    if !out.is_empty() {
        return out;
    }
    if let Some(only) = schema::flavor_of(&format!("cluster_{name}")).filter(|it| *it != "kaas") {
        out.push(root.key("cluster").problem(value, flavor_only(name, only)));
    }
    if let Some(config) = member(step, "config") {
        schema::definition("kaasConfig", config, &root.key("config"), &mut out);
    }
    if let (Some(value), Some(file)) = (member(step, "path"), text_of(step, "path"))
        && leaves(file)
    {
        let message = Message::new(keys::SCENARIO_PATH).with("value", brief_text(file));
        out.push(root.key("path").problem(value, message));
    }
    out
}

/// Fields of a command that only a session has: texts, of which the group must be there.
fn session_command(step: &Json, known: &[&str], out: &mut Vec<Problem>) {
    for field in members(step).iter().filter(|field| field.key != "cluster") {
        let path = Path::Root.key(&field.key);
        if !known.contains(&field.key.as_str()) {
            let message = Message::new(keys::SCENARIO_FIELD_UNKNOWN)
                .with("field", brief_text(&field.key))
                .with("known", [&["cluster"], known].concat().join(", "));
            out.push(path.problem_at(field.at, message));
        } else if text(&field.value).is_none() {
            let message = super::fields::wrong_type(&field.value, "string");
            out.push(path.problem(&field.value, message));
        }
    }
    if known.contains(&"group") && member(step, "group").is_none() {
        let message = Message::new(keys::SCENARIO_FIELD_MISSING).with("field", "group");
        out.push(Path::Root.problem(step, message));
    }
}

/// The one kind of a step, if it has exactly one.
pub(crate) fn kind_of(step: &Json) -> Option<&'static str> {
    let mut kinds = KINDS.iter().filter(|kind| member(step, kind).is_some());
    match (kinds.next(), kinds.next()) {
        (Some(kind), None) => Some(kind),
        _ => None,
    }
}

/// The number at the end of a broker id, without leading zeros: Kafka's node id.
pub(crate) fn node_id(broker: &str) -> &str {
    let digits = broker.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number = broker.get(digits..).unwrap_or_default();
    let significant = number.trim_start_matches('0');
    if significant.is_empty() {
        "0"
    } else {
        significant
    }
}

/// Whether a path would leave `__cluster`.
fn leaves(path: &str) -> bool {
    path.starts_with('/') || path.split('/').any(|part| part == "..")
}

/// Checks a step by itself.
fn form(step: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    if !is_object(step) {
        return out.push(path.problem(step, super::fields::wrong_type(step, "object")));
    }
    let kinds: Vec<_> = KINDS
        .iter()
        .copied()
        .filter(|kind| member(step, kind).is_some())
        .collect();
    let [kind] = kinds.as_slice() else {
        let message = match kinds.as_slice() {
            [] => Message::new(keys::SCENARIO_KIND_NONE).with("known", KINDS.join(", ")),
            _ => Message::new(keys::SCENARIO_KIND_TWO).with("kinds", kinds.join(", ")),
        };
        return out.push(path.problem(step, message));
    };
    let (definition, family) = match *kind {
        "request" | "expect" => (format!("{kind}Step"), None),
        "cluster" | "client" => {
            let prefix = format!("{kind}_");
            (
                format!("{prefix}{}", text_of(step, kind).unwrap_or_default()),
                Some(prefix),
            )
        }
        _ => (format!("{kind}Step"), None),
    };
    if let (false, Some(prefix), Some(value)) =
        (schema::has(&definition), family, member(step, kind))
    {
        let message = Message::new(keys::SCENARIO_NOT_ONE_OF).with("value", brief(value));
        return out.push(
            path.key(kind)
                .problem(value, message.with("allowed", schema::names(&prefix))),
        );
    }
    if let Some(message) = together(step, kind) {
        return out.push(path.problem(step, message));
    }
    schema::definition(&definition, step, path, out);
}

/// Combinations of fields that exclude each other.
fn together(step: &Json, kind: &str) -> Option<Message> {
    let has = |field: &str| member(step, field).is_some();
    let count = |fields: &[&str]| fields.iter().filter(|field| has(field)).count();
    let refuse =
        |fields: &str| Some(Message::new(keys::SCENARIO_FIELDS_TOGETHER).with("fields", fields));
    match kind {
        "request" if count(&["response", "pending"]) > 1 => refuse("response, pending"),
        "request" if count(&["response", "pending"]) == 1 && !has("as") => {
            Some(Message::new(keys::SCENARIO_FIELD_MISSING).with("field", "as"))
        }
        "expect" if count(&["response", "pending", "lost"]) == 0 => {
            refuse("response, pending, lost")
        }
        "expect" if has("pending") && count(&["response", "lost", "answeredAt"]) > 0 => {
            refuse("response, pending, lost")
        }
        "expect" if has("until") && !has("pending") => refuse("until + pending"),
        "request" | "expect" | "cluster" | "client" | "expectLog" | "expectTimeline"
        | "expectCount" => None,
        _ if count(&["is", "always", "never"]) != 1 => refuse("is, always, never"),
        _ if has("until") == has("is") => refuse("is, always + until, never + until"),
        _ => None,
    }
}

fn head(file: &Json, start: &Start, options: super::ParseOptions<'_>, out: &mut Vec<Problem>) {
    let root = Path::Root;
    let mut say =
        |key: &str, value: &Json, message: Message| out.push(root.key(key).problem(value, message));
    if let (Some(stem), Some(name)) = (options.file_stem, member(file, "name"))
        && text(name) != Some(stem)
    {
        say(
            "name",
            name,
            Message::new(keys::SCENARIO_FILE_NAME)
                .with("value", brief(name))
                .with("file", format!("{stem}.json")),
        );
    }
    let mut numbers = BTreeMap::new();
    for broker in &start.brokers {
        if let Some(other) = numbers.insert(node_id(broker), broker) {
            let brokers = member(file, "brokers").unwrap_or(file);
            say("brokers", brokers, same_node(broker, other));
        }
    }
    if let Some(controller) = member(file, "controller")
        && let Some(id) = text(controller).filter(|id| !start.has_broker(id))
    {
        say(
            "controller",
            controller,
            no_broker(
                id,
                &start.brokers.iter().map(String::as_str).collect::<Vec<_>>(),
            ),
        );
    }
    let partitions = offsets_partitions(file);
    for leader in member(file, "offsetsLeaders")
        .map(members)
        .unwrap_or_default()
    {
        if leader.key != "*"
            && leader
                .key
                .parse::<u64>()
                .is_ok_and(|number| number >= partitions)
        {
            say(
                "offsetsLeaders",
                &leader.value,
                no_partition(&leader.key, partitions),
            );
        }
        if let Some(id) = text(&leader.value).filter(|id| !start.has_broker(id)) {
            say(
                "offsetsLeaders",
                &leader.value,
                no_broker(
                    id,
                    &start.brokers.iter().map(String::as_str).collect::<Vec<_>>(),
                ),
            );
        }
    }
    if start.volume_bytes > VOLUME_MAX {
        let message = Message::new(keys::SCENARIO_VOLUME_SIZE)
            .with("value", start.volume_bytes)
            .with("limit", VOLUME_MAX);
        say("volume", member(file, "volume").unwrap_or(file), message);
    }
    for path in member(file, "volume")
        .map(members)
        .unwrap_or_default()
        .iter()
        .filter(|path| leaves(&path.key))
    {
        say(
            "volume",
            &path.value,
            Message::new(keys::SCENARIO_PATH).with("value", brief_text(&path.key)),
        );
    }
    if let (Some(config), Some("kafka")) = (member(file, "config"), text_of(file, "flavor")) {
        let limit =
            |key: &str, default: u64| member(config, key).and_then(unsigned).unwrap_or(default);
        let (least, most) = (
            limit("groupMinSessionTimeoutMs", 6_000),
            limit("groupMaxSessionTimeoutMs", 1_800_000),
        );
        if least > most {
            say(
                "config",
                config,
                Message::new(keys::SCENARIO_SESSION_LIMITS)
                    .with("least", least)
                    .with("most", most),
            );
        }
    }
}

/// Holes (`"?"`) that a plain run refuses.
fn holes(step: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    for field in HOLDERS {
        if let Some(value) = member(step, field) {
            find_holes(value, &path.key(field), out);
        }
    }
}

fn find_holes(value: &Json, path: &Path<'_>, out: &mut Vec<Problem>) {
    match &value.kind {
        Kind::String(text) if text == "?" => {
            out.push(path.problem(value, Message::new(keys::SCENARIO_HOLE)))
        }
        Kind::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                find_holes(item, &path.index(at), out);
            }
        }
        Kind::Object(fields) => {
            for field in fields {
                find_holes(&field.value, &path.key(&field.key), out);
            }
        }
        _ => {}
    }
}

/// What is known while the steps are read in order.
struct Story<'s> {
    steps: &'s [Json],
    start: &'s Start,
    is_kaas: bool,
    partitions: u64,
    brokers: Vec<&'s str>,
    topics: BTreeMap<&'s str, u64>,
    sent: BTreeMap<&'s str, (&'static str, u64, Millis)>,
    said: BTreeMap<&'s str, Said>,
    clients: BTreeMap<&'s str, bool>,
    at: Millis,
    /// Steps so far that may change something.
    acts: u32,
}

/// What the file has said about a request so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Answered,
    Lost,
    Pending(Millis, u32),
}

type Checked = Result<(), Problem>;

impl<'s> Story<'s> {
    fn new(file: &'s Json, start: &'s Start, steps: &'s [Json]) -> Self {
        Self {
            steps,
            start,
            is_kaas: text_of(file, "flavor") == Some("kaas"),
            partitions: offsets_partitions(file),
            brokers: start.brokers.iter().map(String::as_str).collect(),
            topics: start
                .topics
                .iter()
                .map(|(name, count)| (name.as_str(), *count))
                .gather(),
            sent: BTreeMap::new(),
            said: BTreeMap::new(),
            clients: BTreeMap::new(),
            at: 0,
            acts: 0,
        }
    }

    fn check(&mut self, out: &mut Vec<Problem>) {
        let all = Path::Root.key("steps");
        for step in expand(self.steps, self.start) {
            if let Err(problem) = self.step(&step, &all.index(step.index)) {
                out.push(problem);
            }
        }
    }

    fn step(&mut self, step: &Expanded<'s>, path: &Path<'_>) -> Checked {
        let at_path = path.key("at");
        need(
            step.at >= self.at,
            &at_path,
            member(step.source, "at").unwrap_or(step.source),
            || {
                Message::new(keys::SCENARIO_TIME_BACK)
                    .with("value", step.at)
                    .with("limit", self.at)
            },
        )?;
        self.at = step.at;
        if let Some((value, until)) =
            member(step.source, "until").and_then(|until| Some((until, unsigned(until)?)))
        {
            need(until >= self.at, &path.key("until"), value, || {
                Message::new(keys::SCENARIO_TIME_BACK)
                    .with("value", until)
                    .with("limit", self.at)
            })?;
        }
        let kind = kind_of(step.source).unwrap_or_default();
        need(
            self.is_kaas || !KAAS_STEPS.contains(&kind),
            &path.key(kind),
            step.source,
            || flavor_only(kind, "kaas"),
        )?;
        match &step.given {
            Given::Request(asked) => self.request(asked, step, path)?,
            Given::Answer {
                name,
                value,
                response,
                pending,
                lost,
                answered_at,
            } => {
                self.answer(name, value, *response, *pending, *lost, *answered_at, path)?;
            }
            Given::Other if kind == "cluster" => self.cluster(step.source, path)?,
            Given::Other if kind == "client" => self.client(step.source, path)?,
            Given::Other => self.expectation(kind, step.source, path)?,
        }
        if ["request", "cluster", "client"].contains(&kind)
            && !matches!(step.given, Given::Answer { .. })
        {
            self.acts += 1;
        }
        Ok(())
    }

    fn request(&mut self, asked: &Asked<'s>, step: &Expanded<'s>, path: &Path<'_>) -> Checked {
        let source = step.source;
        let rpc = asked.api.name.as_str();
        if let Some(name) = asked.name {
            let value = member(source, "as").unwrap_or(source);
            let path = path.key("as");
            let is_new = !self.sent.contains_key(name);
            if is_new {
                // Known even if something below is wrong.
                self.sent.insert(name, (rpc, asked.version, step.at));
                if text_of(source, "lose") == Some("answer") {
                    self.said.insert(name, Said::Lost);
                }
            }
            need(
                is_new && !self.clients.contains_key(name),
                &path,
                value,
                || Message::new(keys::SCENARIO_NAME_TWICE).with("value", name),
            )?;
        }
        let flavor = if self.is_kaas { "kafka" } else { "kaas" };
        let foreign = if self.is_kaas { KAFKA_ONLY } else { KAAS_ONLY };
        need(
            !foreign.contains(&rpc),
            &path.key("request"),
            member(source, "request").unwrap_or(source),
            || flavor_only(rpc, flavor),
        )?;
        let (first, last) = asked.api.versions;
        need(
            (first..=last).contains(&asked.version),
            &path.key("apiVersion"),
            member(source, "apiVersion").unwrap_or(source),
            || {
                let message = Message::new(keys::SCENARIO_VERSION)
                    .with("value", asked.version)
                    .with("request", rpc);
                versions(message, asked.api.versions)
            },
        )?;
        if let Some((value, name)) =
            member(source, "member").and_then(|value| Some((value, text(value)?)))
        {
            let path = path.key("member");
            let is_join = self
                .sent
                .get(name)
                .is_some_and(|(rpc, ..)| *rpc == "JoinGroup");
            need(is_join && asked.is_resolved, &path, value, || {
                Message::new(keys::SCENARIO_MEMBER).with("value", name)
            })?;
            need(!self.is_pending_now(name), &path, value, || {
                Message::new(keys::SCENARIO_PENDING).with("value", name)
            })?;
        }
        self.broker(
            Some(&asked.broker),
            &path.key("broker"),
            member(source, "broker").unwrap_or(source),
        )?;
        let body_path = path.key("body");
        Body {
            version: asked.version,
            is_pattern: false,
        }
        .check(&asked.body, &asked.api.request, &body_path)?;
        self.references(&asked.body, &body_path, &mut |story, name, path, at| {
            need(Some(name) != asked.name, path, at, || {
                Message::new(keys::SCENARIO_REFERENCE_SELF).with("value", name)
            })?;
            story.reference(at, path, true)
        })?;
        let has_group =
            !asked.api.asks("groupId", asked.version) || member(&asked.body, "groupId").is_some();
        need(
            has_group,
            &body_path,
            member(source, "body").unwrap_or(source),
            || Message::new(keys::SCENARIO_FIELD_MISSING).with("field", "groupId"),
        )?;
        if !self.is_kaas
            && rpc == "JoinGroup"
            && text_of(&asked.body, "protocolType") == Some("consumer")
        {
            for protocol in member(&asked.body, "protocols")
                .and_then(list)
                .unwrap_or_default()
            {
                let Some(label) =
                    text_of(protocol, "metadata").filter(|label| !label.starts_with("base64:"))
                else {
                    continue;
                };
                need(
                    label.len() <= LABEL_MAX,
                    &body_path.key("protocols"),
                    protocol,
                    || {
                        let message =
                            Message::new(keys::SCENARIO_LABEL).with("value", brief_text(label));
                        message.with("limit", u64_of(LABEL_MAX))
                    },
                )?;
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one per field of the step")]
    fn answer(
        &mut self,
        name: &'s str,
        value: &'s Json,
        response: Option<&'s Json>,
        pending: bool,
        lost: bool,
        answered_at: Option<&'s Json>,
        path: &Path<'_>,
    ) -> Checked {
        let name_path = path.key("expect");
        let Some((rpc, version, sent_at)) = self.sent.get(name).copied() else {
            return Err(name_path.problem(
                value,
                Message::new(keys::SCENARIO_REQUEST_UNKNOWN).with("value", name),
            ));
        };
        if let Some(response) = response
            && text(response) != Some("?")
        {
            let path = path.key("response");
            if let Some(disconnected) = member(response, "disconnected") {
                need(
                    members(response).len() == 1 && is_true(disconnected),
                    &path,
                    response,
                    || Message::new(keys::SCENARIO_DISCONNECTED).with("value", brief(response)),
                )?;
            } else if let Some(api) = api(rpc) {
                Body {
                    version,
                    is_pattern: true,
                }
                .check(response, &api.response, &path)?;
            }
            self.references(response, &path, &mut |story, other, path, at| {
                story.reference(at, path, other != name)
            })?;
        }
        if response.is_some_and(|response| text(response) != Some("?")) {
            self.said.insert(name, Said::Answered);
        }
        if pending {
            need(
                self.said.get(name) != Some(&Said::Answered),
                &name_path,
                value,
                || Message::new(keys::SCENARIO_ANSWERED).with("value", name),
            )?;
            self.said.insert(name, Said::Pending(self.at, self.acts));
        }
        if lost {
            self.said.insert(name, Said::Lost);
        }
        if let Some((value, at)) =
            answered_at.and_then(|value| Some((value, super::value::integer(value)?)))
        {
            let window = i128::from(sent_at)..=i128::from(self.at);
            need(window.contains(&at), &path.key("answeredAt"), value, || {
                let message =
                    Message::new(keys::SCENARIO_ANSWERED_AT).with("value", at.to_string());
                versions(message, (sent_at, self.at))
            })?;
        }
        Ok(())
    }

    fn cluster(&mut self, step: &'s Json, path: &Path<'_>) -> Checked {
        let name = text_of(step, "cluster").unwrap_or_default();
        let flavor = if self.is_kaas { "kaas" } else { "kafka" };
        if let Some(only) =
            schema::flavor_of(&format!("cluster_{name}")).filter(|only| *only != flavor)
        {
            return Err(path.key("cluster").problem(
                member(step, "cluster").unwrap_or(step),
                flavor_only(name, only),
            ));
        }
        let field = |key: &str| member(step, key);
        if let ("add", Some(value), Some(id)) = (name, field("broker"), text_of(step, "broker")) {
            let same = self
                .brokers
                .iter()
                .find(|other| **other != id && node_id(other) == node_id(id));
            if let Some(other) = same {
                return Err(path.key("broker").problem(value, same_node(id, other)));
            }
            self.brokers.push(id);
        }
        for key in ["broker", "to", "from"] {
            if let Some(value) = field(key) {
                self.broker(text(value), &path.key(key), value)?;
            }
        }
        for (at, value) in field("apply")
            .and_then(list)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            self.broker(text(value), &path.key("apply").index(at), value)?;
        }
        if let ("leader", Some(value)) = (name, field("partition")) {
            for one in list(value).unwrap_or(std::slice::from_ref(value)) {
                let Some(number) = unsigned(one) else {
                    continue;
                };
                need(
                    number < self.partitions,
                    &path.key("partition"),
                    one,
                    || no_partition(&number.to_string(), self.partitions),
                )?;
            }
        }
        self.topic(name, step, path)?;
        if let ("restart", Some(config)) = (name, field("config")) {
            let mut problems = Vec::new();
            schema::definition(
                if self.is_kaas {
                    "kaasConfig"
                } else {
                    "kafkaConfig"
                },
                config,
                &path.key("config"),
                &mut problems,
            );
            if let Some(problem) = problems.into_iter().next() {
                return Err(problem);
            }
        }
        if let (Some(value), Some(id)) = (field("id"), text_of(step, "id")) {
            need(
                self.clients.contains_key(id),
                &path.key("id"),
                value,
                || no_client(id),
            )?;
        }
        if let (Some(value), Some(file)) = (field("path"), text_of(step, "path")) {
            need(!leaves(file), &path.key("path"), value, || {
                Message::new(keys::SCENARIO_PATH).with("value", brief_text(file))
            })?;
        }
        Ok(())
    }

    fn topic(&mut self, name: &str, step: &'s Json, path: &Path<'_>) -> Checked {
        let (Some(value), Some(topic)) = (member(step, "topic"), text_of(step, "topic")) else {
            return Ok(());
        };
        let path = path.key("topic");
        let partitions = member(step, "partitions").and_then(unsigned);
        let known = self.topics.get(topic).copied();
        match (name, known) {
            ("createTopic", Some(_)) => {
                return Err(path.problem(
                    value,
                    Message::new(keys::SCENARIO_TOPIC_EXISTS).with("value", brief_text(topic)),
                ));
            }
            ("addPartitions" | "deleteTopic", None) => {
                return Err(path.problem(
                    value,
                    Message::new(keys::SCENARIO_TOPIC_UNKNOWN).with("value", brief_text(topic)),
                ));
            }
            ("addPartitions", Some(had)) if partitions.is_none_or(|total| total <= had) => {
                let message =
                    Message::new(keys::SCENARIO_TOPIC_SHRINKS).with("value", brief_text(topic));
                return Err(path.problem(value, message.with("limit", had)));
            }
            ("deleteTopic", Some(_)) => {
                self.topics.remove(topic);
            }
            _ => {
                self.topics.insert(topic, partitions.unwrap_or(1));
            }
        }
        Ok(())
    }

    fn client(&mut self, step: &'s Json, path: &Path<'_>) -> Checked {
        let Some((value, id)) = member(step, "id").and_then(|value| Some((value, text(value)?)))
        else {
            return Ok(());
        };
        let action = text_of(step, "client").unwrap_or_default();
        let is_up = self.clients.get(id) == Some(&true);
        let id_path = path.key("id");
        if action != "start" {
            need(is_up, &id_path, value, || {
                Message::new(keys::SCENARIO_CLIENT_DOWN).with("value", id)
            })?;
            if ["stop", "crash"].contains(&action) {
                self.clients.insert(id, false);
            }
            return Ok(());
        }
        let is_free = !is_up && !self.sent.contains_key(id);
        need(is_free, &id_path, value, || {
            Message::new(keys::SCENARIO_NAME_TWICE).with("value", id)
        })?;
        self.clients.insert(id, true);
        if let Some(value) = member(step, "bootstrap") {
            self.broker(text(value), &path.key("bootstrap"), value)?;
        }
        need(self.clients.len() <= CLIENTS_MAX, &id_path, value, || {
            Message::new(keys::SCENARIO_COUNT)
                .with("value", self.clients.len().to_string())
                .with("side", "most")
                .with("limit", CLIENTS_MAX.to_string())
        })
    }

    fn expectation(&mut self, kind: &'s str, step: &'s Json, path: &Path<'_>) -> Checked {
        for field in ["is", "always", "never", "contains", "absent", "changes"] {
            if let Some(value) = member(step, field) {
                let path = path.key(field);
                pattern(value, &path)?;
                self.references(value, &path, &mut |story, _, path, at| {
                    story.reference(at, path, true)
                })?;
            }
        }
        let on_broker = ["expectResident", "expectList", "expectApplied", "expectLog"]
            .contains(&kind)
            .then_some(kind);
        for key in ["broker", "via"].into_iter().chain(on_broker) {
            if let Some(value) = member(step, key) {
                self.broker(text(value), &path.key(key), value)?;
            }
        }
        if let ("expectClient", Some(id)) = (kind, text_of(step, kind)) {
            need(self.clients.contains_key(id), &path.key(kind), step, || {
                no_client(id)
            })?;
        }
        for field in ["is", "always", "never"] {
            let Some(value) = member(step, field).filter(|value| is_object(value)) else {
                continue;
            };
            let path = path.key(field);
            if kind == "expectOwner" {
                for (key, flavor, fits) in [
                    ("tier", "kaas", self.is_kaas),
                    ("partition", "kafka", !self.is_kaas),
                ] {
                    need(
                        fits || member(value, key).is_none(),
                        &path.key(key),
                        value,
                        || flavor_only(key, flavor),
                    )?;
                }
            }
            if let ("expectClient", Some(error)) = (kind, member(value, "lastError")) {
                let is_name = text(error).is_none_or(|name| name == "?" || is_error_name(name));
                need(is_name, &path.key("lastError"), error, || error_name(error))?;
            }
        }
        if kind == "expectOwner" && member(step, "txn").is_some_and(is_true) {
            need(self.is_kaas, &path.key("txn"), step, || {
                flavor_only("txn", "kaas")
            })?;
        }
        if let ("expectCount", Some(what)) = (kind, member(step, kind)) {
            let path = path.key(kind);
            if let Some(error) = member(what, "errorCode") {
                let is_name =
                    text(error).is_some_and(|name| name.is_empty() || is_error_name(name));
                need(is_name, &path.key("errorCode"), error, || error_name(error))?;
            }
            if let Some(value) = member(what, "broker") {
                self.broker(text(value), &path.key("broker"), value)?;
            }
        }
        if kind == "expectTimeline" {
            self.timeline(step, path)?;
        }
        if let Some((value, from)) =
            member(step, "from").and_then(|value| Some((value, unsigned(value)?)))
        {
            need(from <= self.at, &path.key("from"), value, || {
                ahead(from, self.at)
            })?;
        }
        Ok(())
    }

    fn timeline(&self, step: &Json, path: &Path<'_>) -> Checked {
        let of = text_of(step, "of").unwrap_or_default();
        match text_of(step, "expectTimeline") {
            Some("readers") => {
                // A topic of at least one character, then `/` and a number.
                let is_partition =
                    of.rsplit_once('/').is_some_and(|(topic, number)| {
                        topic.chars().next_back().is_some_and(|last| {
                            !['\n', '\r', '\u{2028}', '\u{2029}'].contains(&last)
                        }) && !number.is_empty()
                            && number.chars().all(|c| c.is_ascii_digit())
                    });
                need(
                    is_partition && member(step, "group").is_some(),
                    &path.key("of"),
                    step,
                    || Message::new(keys::SCENARIO_READERS).with("value", brief_text(of)),
                )?;
            }
            Some("client") => need(self.clients.contains_key(of), &path.key("of"), step, || {
                no_client(of)
            })?,
            _ => {}
        }
        let mut before: Option<u64> = None;
        for (at, pair) in member(step, "is")
            .and_then(list)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let Some([value, _]) = list(pair) else {
                continue;
            };
            let Some(ms) = unsigned(value) else { continue };
            let rises = before.is_none_or(|before| ms > before);
            need(
                rises && ms <= self.at,
                &path.key("is").index(at),
                value,
                || ahead(ms, self.at),
            )?;
            before = Some(ms);
        }
        Ok(())
    }

    fn broker(&self, id: Option<&str>, path: &Path<'_>, value: &Json) -> Checked {
        match id {
            Some(id) if !self.brokers.contains(&id) => {
                Err(path.problem(value, no_broker(id, &self.brokers)))
            }
            _ => Ok(()),
        }
    }

    /// Calls `each` for every reference in a value, with the name that it refers to.
    fn references(
        &mut self,
        value: &Json,
        path: &Path<'_>,
        each: &mut dyn FnMut(&mut Self, &str, &Path<'_>, &Json) -> Checked,
    ) -> Checked {
        match &value.kind {
            Kind::String(text) => match reference(text) {
                Some((name, _)) => each(self, name, path, value),
                None => Ok(()),
            },
            Kind::Array(items) => items
                .iter()
                .enumerate()
                .try_for_each(|(at, item)| self.references(item, &path.index(at), each)),
            Kind::Object(fields) => fields
                .iter()
                .try_for_each(|field| self.references(&field.value, &path.key(&field.key), each)),
            _ => Ok(()),
        }
    }

    fn reference(&self, value: &Json, path: &Path<'_>, needs_answer: bool) -> Checked {
        let written = text(value).unwrap_or_default();
        let Some((name, rest)) = reference(written) else {
            return Ok(());
        };
        if let Some((rpc, version, _)) = self.sent.get(name) {
            let exists = api(rpc).is_some_and(|api| api.answers(rest, *version));
            need(exists, path, value, || {
                let message = Message::new(keys::SCENARIO_REFERENCE_FIELD).with("value", written);
                message.with("request", *rpc).with("version", *version)
            })?;
            return need(
                !needs_answer || !self.is_pending_now(name),
                path,
                value,
                || Message::new(keys::SCENARIO_PENDING).with("value", name),
            );
        }
        need(self.clients.contains_key(name), path, value, || {
            Message::new(keys::SCENARIO_REFERENCE_UNKNOWN).with("value", written)
        })?;
        let is_known = matches!(path_parts(rest).as_deref(), Some([Part::Field(field)]) if CLIENT_FIELDS.contains(field));
        need(is_known, path, value, || {
            Message::new(keys::SCENARIO_REFERENCE_CLIENT)
                .with("value", written)
                .with("known", CLIENT_FIELDS.join(", "))
        })
    }

    /// Whether the file said at this very moment that the request has no answer yet.
    fn is_pending_now(&self, name: &str) -> bool {
        self.said.get(name) == Some(&Said::Pending(self.at, self.acts))
    }
}

fn offsets_partitions(file: &Json) -> u64 {
    member(file, "config")
        .and_then(|config| member(config, "offsetsTopicNumPartitions"))
        .and_then(unsigned)
        .unwrap_or(50)
}

fn no_broker(id: &str, known: &[&str]) -> Message {
    let known: BTreeSet<_> = known.iter().copied().gather();
    let known: Vec<_> = known.into_iter().collect();
    Message::new(keys::SCENARIO_BROKER_UNKNOWN)
        .with("value", brief_text(id))
        .with("known", known.join(", "))
}

fn no_client(id: &str) -> Message {
    Message::new(keys::SCENARIO_CLIENT_UNKNOWN).with("value", brief_text(id))
}

fn no_partition(number: &str, limit: u64) -> Message {
    Message::new(keys::SCENARIO_PARTITION)
        .with("value", number)
        .with("limit", limit)
}

fn same_node(one: &str, other: &str) -> Message {
    Message::new(keys::SCENARIO_NODE_ID)
        .with("value", one)
        .with("other", other)
        .with("number", node_id(one))
}

fn flavor_only(thing: &str, flavor: &str) -> Message {
    Message::new(keys::SCENARIO_FLAVOR_ONLY)
        .with("value", thing)
        .with("flavor", flavor)
}

fn ahead(ms: u64, now: u64) -> Message {
    Message::new(keys::SCENARIO_TIME_AHEAD)
        .with("value", ms)
        .with("limit", now)
}

/// Kinds of step.
const KINDS: &[&str] = &[
    "request",
    "expect",
    "cluster",
    "client",
    "expectGroup",
    "expectOwner",
    "expectClient",
    "expectReaders",
    "expectTimeline",
    "expectCount",
    "expectResident",
    "expectList",
    "expectEntry",
    "expectApplied",
    "expectFile",
    "expectLog",
];
/// Where a hole may stand.
pub(crate) const HOLDERS: &[&str] = &["response", "is", "always", "never", "answeredAt"];
const KAAS_STEPS: &[&str] = &["expectEntry", "expectApplied", "expectFile", "expectLog"];
/// Commands that only a session has, with their fields.
const SESSION_COMMANDS: &[(&str, &[&str])] = &[
    ("touch", &["group", "broker"]),
    ("read", &[]),
    ("sweep", &[]),
];
const KAFKA_ONLY: &[&str] = &["WriteTxnMarkers"];
const KAAS_ONLY: &[&str] = &[
    "InitProducerId",
    "AddOffsetsToTxn",
    "AddPartitionsToTxn",
    "EndTxn",
];
const CLIENT_FIELDS: &[&str] = &["memberId", "generationId", "coordinator"];
/// Longer labels could be taken for a subscription.
const LABEL_MAX: usize = 5;
const CLIENTS_MAX: usize = 500;
const VOLUME_MAX: u64 = 16 << 20;
