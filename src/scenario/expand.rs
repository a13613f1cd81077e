//! Shorthand written out: defaults of the head, requests that take from a member, inline answers.

use std::collections::BTreeMap;

use super::fields::{Api, api};
use super::value::{
    Packed, array, is_object, is_true, list, member, number, object, string, text, text_of,
    unsigned,
};
use crate::collect::Gather as _;
use crate::json::{self, Json, Kind, Member};
use crate::time::Millis;

/// What the head says with its defaults filled in, as far as the volume decides.
pub(crate) struct Start {
    /// Broker ids in the order of the head or of the file's rows.
    pub(crate) brokers: Vec<String>,
    /// Topics and their numbers of partitions.
    pub(crate) topics: Vec<(String, u64)>,
    /// Files under `__cluster`, by path.
    pub(crate) files: BTreeMap<String, String>,
    /// Size of all of them.
    pub(crate) volume_bytes: u64,
}

impl Start {
    /// Reads the head of a file over a snapshot.
    pub(crate) fn of(file: &Json, snapshot: &[(String, String)]) -> Self {
        let mut files: BTreeMap<String, String> = snapshot.iter().cloned().gather();
        for given in member(file, "volume")
            .map(super::value::members)
            .unwrap_or_default()
        {
            files.insert(given.key.clone(), content(&given.value));
        }
        let is_kaas = text_of(file, "flavor") == Some("kaas");
        let assignment = files.get("assignment.json").filter(|_| is_kaas);
        let assignment = assignment
            .and_then(|text| json::parse(text).ok())
            .filter(|file| is_object(file) && member(file, "brokers").and_then(list).is_some());
        Self {
            brokers: brokers(file, assignment.as_ref(), is_kaas),
            topics: topics(file, assignment.as_ref()),
            volume_bytes: files
                .iter()
                .map(|(path, text)| crate::cast::u64_of(path.len() + text.len()))
                .sum(),
            files,
        }
    }

    /// Whether the head has this broker.
    pub(crate) fn has_broker(&self, id: &str) -> bool {
        self.brokers.iter().any(|broker| broker == id)
    }
}

/// What a file of the head's `volume` holds: text verbatim, anything else as JSON.
pub(crate) fn content(value: &Json) -> String {
    text(value).map_or_else(|| Packed(value).to_string(), str::to_owned)
}

/// A step with its time, or the expectation that a request carries.
pub(crate) struct Expanded<'s> {
    /// Number of the step in the file.
    pub(crate) index: usize,
    /// When it happens.
    pub(crate) at: Millis,
    /// The step as written.
    pub(crate) source: &'s Json,
    /// What it is.
    pub(crate) given: Given<'s>,
}

/// Kinds of expanded steps.
pub(crate) enum Given<'s> {
    /// A request.
    Request(Box<Asked<'s>>),
    /// What is expected of an answer.
    Answer {
        /// Name of the request.
        name: &'s str,
        /// Where that name stands.
        value: &'s Json,
        /// The pattern.
        response: Option<&'s Json>,
        /// It must be unanswered.
        pending: bool,
        /// Its answer must have been lost.
        lost: bool,
        /// When it was answered.
        answered_at: Option<&'s Json>,
    },
    /// Anything else: the source says it all.
    Other,
}

/// A request with all defaults.
#[derive(Clone)]
pub(crate) struct Asked<'s> {
    /// Its name in this file.
    pub(crate) name: Option<&'s str>,
    /// What is asked.
    pub(crate) api: &'static Api,
    /// Version of the message.
    pub(crate) version: u64,
    /// Who asks.
    pub(crate) client_id: String,
    /// Who is asked.
    pub(crate) broker: String,
    /// The body with what `member` and the defaults add.
    pub(crate) body: Json,
    /// Whether `member`, if given, names an earlier request.
    pub(crate) is_resolved: bool,
}

/// All steps, expanded, in order. Steps must have passed the schema.
pub(crate) fn expand<'s>(steps: &'s [Json], start: &Start) -> Vec<Expanded<'s>> {
    let mut asked: BTreeMap<&str, Asked<'s>> = BTreeMap::new();
    let mut out = Vec::new();
    let mut at = 0;
    for (index, source) in steps.iter().enumerate() {
        at = member(source, "at").and_then(unsigned).unwrap_or(at);
        let mut push = |given| {
            out.push(Expanded {
                index,
                at,
                source,
                given,
            })
        };
        if let Some(api) = text_of(source, "request").and_then(api) {
            let request = request(source, api, &asked, start);
            let name = request.name;
            if let Some(name) = name {
                asked.insert(name, request.clone());
            }
            push(Given::Request(Box::new(request)));
            if let (Some(name), Some(value)) = (name, member(source, "as")) {
                let answer = |response, pending| Given::Answer {
                    name,
                    value,
                    response,
                    pending,
                    lost: false,
                    answered_at: None,
                };
                if let Some(response) = member(source, "response") {
                    push(answer(Some(response), false));
                }
                if member(source, "pending").is_some() {
                    push(answer(None, true));
                }
            }
        } else if let Some((value, name)) =
            member(source, "expect").and_then(|value| Some((value, text(value)?)))
        {
            let is_set = |key: &str| member(source, key).is_some_and(is_true);
            push(Given::Answer {
                name,
                value,
                response: member(source, "response"),
                pending: is_set("pending"),
                lost: is_set("lost"),
                answered_at: member(source, "answeredAt"),
            });
        } else {
            push(Given::Other);
        }
    }
    out
}

fn request<'s>(
    source: &'s Json,
    api: &'static Api,
    asked: &BTreeMap<&str, Asked<'s>>,
    start: &Start,
) -> Asked<'s> {
    let from = text_of(source, "member");
    let earlier = from.and_then(|name| asked.get(name));
    let version = member(source, "apiVersion")
        .and_then(unsigned)
        .unwrap_or(api.default);
    let mut fields = match member(source, "body").map(|body| &body.kind) {
        Some(Kind::Object(fields)) => fields.clone(),
        _ => Vec::new(),
    };
    let at = member(source, "body").unwrap_or(source).at;
    let mut put = |key: &str, value: Option<Json>| {
        let is_open = api.asks(key, version) && !fields.iter().any(|field| field.key == key);
        if let Some(mut value) = value.filter(|_| is_open) {
            value.at = at;
            fields.push(Member {
                key: key.to_owned(),
                at,
                value,
            });
        }
    };
    let is_join = api.name == "JoinGroup";
    if let (Some(name), Some(earlier)) = (from, earlier) {
        let before = |key: &str| member(&earlier.body, key).cloned();
        let answer = |field: &str| Some(string(format!("${name}.{field}")));
        put("groupId", before("groupId"));
        put("groupInstanceId", before("groupInstanceId"));
        if api.name == "LeaveGroup" && version >= 3 {
            let instance = before("groupInstanceId").filter(|instance| instance.kind != Kind::Null);
            let member = [("memberId", string(format!("${name}.memberId")))];
            let member = member
                .into_iter()
                .chain(instance.map(|instance| ("groupInstanceId", instance)));
            put("members", Some(array([object(member)])));
        }
        put("memberId", answer("memberId"));
        if !is_join {
            put("generationId", answer("generationId"));
            put("generationIdOrMemberEpoch", answer("generationId"));
            put("protocolName", answer("protocolName"));
        }
        put("protocolType", before("protocolType"));
        if is_join {
            for key in ["sessionTimeoutMs", "rebalanceTimeoutMs", "protocols"] {
                put(key, before(key));
            }
        }
    }
    if is_join {
        put("sessionTimeoutMs", Some(number(10_000)));
        put("rebalanceTimeoutMs", Some(number(30_000)));
        put("protocolType", Some(string("consumer")));
        put(
            "protocols",
            Some(array([object([
                ("name", string("range")),
                ("metadata", string("")),
            ])])),
        );
    }
    let or = |key: &str, earlier: Option<&String>, default: &str| {
        text_of(source, key)
            .or(earlier.map(String::as_str))
            .unwrap_or(default)
            .to_owned()
    };
    Asked {
        name: text_of(source, "as"),
        api,
        version,
        client_id: or(
            "clientId",
            earlier.map(|earlier| &earlier.client_id),
            "client",
        ),
        broker: or(
            "broker",
            earlier.map(|earlier| &earlier.broker),
            start.brokers.first().map_or("", String::as_str),
        ),
        body: Json {
            kind: Kind::Object(fields),
            at,
        },
        is_resolved: from.is_none() || earlier.is_some(),
    }
}

fn brokers(file: &Json, assignment: Option<&Json>, is_kaas: bool) -> Vec<String> {
    let texts = |all: &[Json]| {
        all.iter()
            .filter_map(text)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    if let Some(given) = member(file, "brokers").and_then(list) {
        return texts(given);
    }
    let rows = assignment
        .and_then(|file| member(file, "brokers"))
        .and_then(list)
        .unwrap_or_default();
    let rows: Vec<_> = rows
        .iter()
        .filter_map(|row| text_of(row, "id"))
        .map(str::to_owned)
        .collect();
    match (is_kaas, rows.is_empty()) {
        (true, false) => rows,
        (true, true) => ["kaas-0", "kaas-1", "kaas-2"].map(str::to_owned).to_vec(),
        (false, _) => vec!["b0".to_owned()],
    }
}

fn topics(file: &Json, assignment: Option<&Json>) -> Vec<(String, u64)> {
    if let Some(given) = member(file, "topics") {
        let given = super::value::members(given).iter();
        return given
            .filter_map(|topic| Some((topic.key.clone(), unsigned(&topic.value)?)))
            .collect();
    }
    let rows = assignment
        .and_then(|file| member(file, "partitions"))
        .and_then(list)
        .unwrap_or_default();
    let rows = rows.iter().filter_map(|row| {
        let partition = member(row, "partition").and_then(unsigned)?;
        Some((text_of(row, "topic")?, partition))
    });
    crate::cluster::topics_of(rows)
        .into_iter()
        .map(|(topic, count)| (topic.to_owned(), count))
        .collect()
}
