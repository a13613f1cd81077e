//! Scenarios: played, and filled in.

use orrery::scenario::{self, Outcome, ParseOptions};
use orrery::volume::{File, FileKind};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{plain, thrown};

/// Plays a scenario over the files of its snapshot, if it names one. `stem` is the file name
/// without `.json`, which the name must equal; `file` is what the reports call the file.
#[wasm_bindgen(js_name = playScenario)]
pub fn play_scenario(
    text: &str,
    seed: Option<u64>,
    snapshot: JsValue,
    stem: Option<String>,
    file: Option<String>,
) -> Result<JsValue, JsValue> {
    let snapshot = contents(snapshot)?;
    let options = ParseOptions {
        file_stem: stem.as_deref(),
        snapshot: &snapshot,
        allow_holes: false,
    };
    let report = scenario::run(
        &scenario::parse_with(text, options).map_err(thrown("scenario"))?,
        seed,
    );
    plain(&Played {
        // As text: values looked at have members with names of any kind, and JSON.parse keeps `__proto__` as one.
        json: report.to_json(file.as_deref(), true),
        brief: report.to_json(file.as_deref(), false),
        text: report.to_text(file.as_deref().unwrap_or(&report.name)),
        passed: report.outcome() == Outcome::Passed,
        failed: report.outcome() == Outcome::Failed,
        stopped: report.stopped.is_some(),
        trace: report.trace,
    })
}

/// The scenario with its expectations filled in, or with new ones throughout.
#[wasm_bindgen(js_name = recordScenario)]
pub fn record_scenario(
    text: &str,
    all: bool,
    snapshot: JsValue,
    stem: Option<String>,
) -> Result<String, JsValue> {
    let snapshot = contents(snapshot)?;
    let options = ParseOptions {
        file_stem: stem.as_deref(),
        snapshot: &snapshot,
        allow_holes: true,
    };
    scenario::record(text, all, options).map_err(thrown("scenario"))
}

/// The last lines of a run over several files.
#[wasm_bindgen(js_name = runTotal)]
#[must_use]
pub fn run_total(all: u32, failed: u32, later: u32) -> String {
    scenario::total_of(all.into(), failed.into(), later.into())
}

/// The directory that a scenario lays its volume over.
#[wasm_bindgen(js_name = snapshotOf)]
#[must_use]
pub fn snapshot_of(text: &str) -> Option<String> {
    scenario::snapshot_of(text)
}

#[derive(Serialize)]
struct Played {
    json: String,
    brief: String,
    text: String,
    passed: bool,
    failed: bool,
    stopped: bool,
    trace: Vec<String>,
}

fn contents(snapshot: JsValue) -> Result<Vec<(String, String)>, JsValue> {
    let files: Vec<File> = serde_wasm_bindgen::from_value(snapshot)?;
    let content = |file: File| {
        Some((
            file.path,
            file.text.filter(|_| file.kind == FileKind::File)?,
        ))
    };
    Ok(files.into_iter().filter_map(content).collect())
}
