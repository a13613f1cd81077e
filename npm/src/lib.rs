//! Bindings of the npm package: parse, call the core, serialise. No logic of their own.
//! What an argument may be is checked in arguments.js, what is thrown becomes an error in error.js.

mod bulk;
mod cluster;
mod refusal;
mod scenarios;

use std::sync::Arc;

use orrery::assignment::Assignment;
use orrery::hash;
use orrery::kaas::controller::Decision;
use orrery::ownership::View;
use orrery::request::{self, RequestError};
use orrery::routing::Brokers;
use orrery::rules::Rules;
use orrery::volume::{File, Volume};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use refusal::Refusal;

/// FNV-1a, 32 bits, over the UTF-8 bytes of the key.
#[wasm_bindgen]
#[must_use]
pub fn fnv1a32(key: &str) -> u32 {
    hash::fnv1a_32(key.as_bytes())
}

/// Java's `String.hashCode`.
#[wasm_bindgen(js_name = javaHashCode)]
#[must_use]
pub fn java_hash_code(text: &str) -> i32 {
    hash::java_hash_code(text)
}

/// Kafka's partition of `__consumer_offsets` for a group; `partitions` is at least 1.
#[wasm_bindgen(js_name = partitionFor)]
#[must_use]
pub fn partition_for(group: &str, partitions: u32) -> Option<u32> {
    Some(orrery::routing::partition_for(
        group,
        partitions.try_into().ok()?,
    ))
}

/// Where the hash sends a key, with every number on the way.
#[wasm_bindgen(js_name = coordinatorFor)]
pub fn coordinator_for(
    key: &str,
    brokers: Vec<String>,
    alive: Vec<String>,
) -> Result<JsValue, JsValue> {
    let brokers = Brokers::from_ids(&brokers, &alive);
    let route = brokers.route(key);
    plain(&Route {
        coordinator: route.coordinator.and_then(|index| brokers.id(index)),
        hash: route.hash,
        slot: route.slot,
        preferred: route.preferred.and_then(|index| brokers.id(index)),
        alternate_index: route.alternate,
    })
}

/// Who coordinates a group of a volume, and why.
#[wasm_bindgen]
pub fn explain(group: &str, files: JsValue, rules: Option<String>) -> Result<JsValue, JsValue> {
    let (volume, rules) = (volume(files)?, rules_of(rules)?);
    let view = View::new(accepted(&volume, "assignment")?, &rules);
    plain(&orrery::explain::explain(&view, group, &rules))
}

/// What the controller would write next, and why.
#[wasm_bindgen]
pub fn recompute(
    previous: Option<String>,
    inputs: &str,
    rules: Option<String>,
) -> Result<JsValue, JsValue> {
    let previous = previous
        .as_deref()
        .map(Assignment::parse)
        .transpose()
        .map_err(thrown("previous"))?;
    let next = request::recompute_text(previous.as_ref(), inputs, &rules_of(rules)?)
        .map_err(thrown("inputs"))?;
    let (text, json) = (
        next.assignment.to_text(),
        request::for_javascript(&next.assignment),
    );
    plain(&Recomputed {
        text,
        json,
        decisions: next.decisions,
    })
}

/// The report on a volume.
#[wasm_bindgen]
pub fn analyze(files: JsValue) -> Result<JsValue, JsValue> {
    plain(&orrery::volume::report::analyze(&volume(files)?))
}

/// Which groups two volumes coordinate differently.
#[wasm_bindgen]
pub fn diff(before: JsValue, after: JsValue) -> Result<JsValue, JsValue> {
    plain(&orrery::volume::diff::diff(
        &volume(before)?,
        &volume(after)?,
    ))
}

/// Which groups changes of brokers move, step by step.
#[wasm_bindgen]
pub fn plan(
    files: JsValue,
    changes: &str,
    active: Option<String>,
    rules: Option<String>,
) -> Result<JsValue, JsValue> {
    let (volume, rules) = (volume(files)?, rules_of(rules)?);
    let changes = request::changes_of(changes).map_err(thrown("changes"))?;
    let active = request::active_of(active.as_deref()).map_err(thrown("active"))?;
    accepted(&volume, "files")?;
    plain(&request::plan_of_volume(&volume, &changes, &active, rules).map_err(thrown("changes"))?)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Route<'a> {
    coordinator: Option<&'a str>,
    hash: u32,
    slot: Option<u32>,
    preferred: Option<&'a str>,
    alternate_index: Option<u32>,
}

#[derive(Serialize)]
struct Recomputed {
    text: String,
    /// As text: fields that kaas does not know may have names of any kind, and JSON.parse keeps `__proto__` as one.
    json: String,
    decisions: Vec<Decision>,
}

fn volume(files: JsValue) -> Result<Volume, JsValue> {
    let files: Vec<File> = serde_wasm_bindgen::from_value(files)?;
    Ok(Volume::read(files))
}

fn accepted(volume: &Volume, about: &'static str) -> Result<Arc<Assignment>, JsValue> {
    let root: Vec<&str> = volume
        .root
        .split_terminator('/')
        .chain(["assignment.json"])
        .collect();
    let refusal = |error| Refusal::of(about, error).in_file(root.join("/"));
    Ok(request::assignment_of(volume)
        .map_err(refusal)?
        .assignment
        .clone())
}

fn rules_of(text: Option<String>) -> Result<Rules, JsValue> {
    request::rules_of(text.as_deref()).map_err(thrown("rules"))
}

fn thrown<E: Into<RequestError>>(about: &'static str) -> impl Fn(E) -> JsValue {
    move |error| Refusal::of(about, error).into()
}

/// A plain object: lists, strings, numbers, booleans and null.
fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    // Only a number beyond 2^53 could fail, and those are strings.
    Ok(value.serialize(&JS)?)
}

const JS: Serializer = Serializer::json_compatible();
