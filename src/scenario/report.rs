//! What a run found, for people and for machines.

use std::fmt::Write as _;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::pattern::Difference;
use super::value::{OneLine, integer};
use crate::json::{Json, Kind};
use crate::messages::{Message, keys};
use crate::time::Millis;

/// The outcome of a run.
///
/// As JSON its keys stand in this order: `name`, `ok`, `failures`, `supported`, `notSupported`,
/// `stopped` (null or why the run ended early), `trace`.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Name of the scenario.
    pub name: String,
    /// What was not as expected.
    pub failures: Vec<Failure>,
    /// Steps that this version checks and does not play; nothing from the first of them on was
    /// played.
    pub not_supported: Vec<NotSupported>,
    /// Why the run ended early: a limit.
    pub stopped: Option<Message>,
    /// What happened, one event a line.
    pub trace: Vec<String>,
    /// How many steps were played.
    pub played: usize,
}

/// An expectation that was not met, or a step that was not possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Step number, from 0.
    pub step: usize,
    /// Its time.
    pub at: Millis,
    /// Its kind, e.g. `expectOwner`.
    pub kind: &'static str,
    /// In what the value differs.
    pub differences: Vec<Difference>,
    /// The whole value looked at.
    pub actual: Json,
    /// The step as written, on one line.
    pub written: String,
    /// When it was not met, for an interval.
    pub moment: Option<Millis>,
    /// The last events of what was looked at.
    pub last_events: Vec<String>,
}

/// A step of a later version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotSupported {
    /// Step number, from 0.
    pub step: usize,
    /// Its time.
    pub at: Millis,
    /// Its kind, e.g. `request`.
    pub kind: &'static str,
    /// What exactly, e.g. `SyncGroup`.
    pub what: String,
}

/// The three ways a run can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Played to its end and all as expected.
    Passed,
    /// Something was not as expected.
    Failed,
    /// Not played to its end: it has steps of a later version, and nothing before them failed.
    NotYetSupported,
}

impl RunReport {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            failures: Vec::new(),
            not_supported: Vec::new(),
            stopped: None,
            trace: Vec::new(),
            played: 0,
        }
    }

    /// How the run ended.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if !self.failures.is_empty() || self.stopped.is_some() {
            Outcome::Failed
        } else if self.not_supported.is_empty() {
            Outcome::Passed
        } else {
            Outcome::NotYetSupported
        }
    }

    /// The report as one JSON object on one line; `file` is added where the caller read one.
    #[must_use]
    pub fn to_json(&self, file: Option<&str>, with_trace: bool) -> String {
        let view = View {
            report: self,
            file,
            with_trace,
        };
        // Strings, numbers and lists: nothing here can fail to serialise.
        serde_json::to_string(&view).unwrap_or_default()
    }

    /// The failures and the steps not yet supported, for a terminal. Empty if all went well.
    #[must_use]
    pub fn to_text(&self, file: &str) -> String {
        let mut out = String::new();
        let line = |out: &mut String, text: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{text}");
        };
        for failure in &self.failures {
            let place = Message::new(keys::SCENARIO_RUN_STEP).with("file", file);
            let place = place
                .with("step", failure.step.to_string())
                .with("at", failure.at.to_string());
            line(&mut out, place.text());
            line(&mut out, format!("  {}", failure.written));
            if let Some(moment) = failure.moment {
                let text = Message::new(keys::SCENARIO_RUN_MOMENT)
                    .with("at", moment.to_string())
                    .text();
                line(&mut out, format!("  {text}"));
            }
            for difference in &failure.differences {
                let text = Message::new(keys::SCENARIO_RUN_DIFFERENCE)
                    .with("path", difference.path.as_str())
                    .with("expected", OneLine(&difference.expected).to_string())
                    .with("got", OneLine(&difference.got).to_string());
                line(&mut out, format!("  {}", text.text()));
            }
            let value = Message::new(keys::SCENARIO_RUN_VALUE)
                .with("value", OneLine(&failure.actual).to_string());
            line(&mut out, format!("  {}", value.text()));
            for event in &failure.last_events {
                line(&mut out, format!("    {event}"));
            }
        }
        if let Some(stopped) = &self.stopped {
            let text = Message::new(keys::SCENARIO_RUN_STOPPED)
                .with("file", file)
                .with("reason", stopped.text());
            line(&mut out, text.text());
        }
        if let Some(first) = self.not_supported.first() {
            let text = Message::new(keys::SCENARIO_RUN_LATER)
                .with("file", file)
                .with("count", crate::cast::u64_of(self.not_supported.len()))
                .with("step", first.step.to_string())
                .with("at", first.at.to_string())
                .with("kind", first.kind)
                .with("what", first.what.as_str());
            line(&mut out, text.text());
        }
        out
    }
}

/// The last line of a run over several files: `N scenarios, F failed`, and how many could not be
/// played to their end.
#[must_use]
pub fn total<'r>(reports: impl IntoIterator<Item = &'r RunReport>) -> String {
    let (mut all, mut failed, mut later) = (0_u64, 0_u64, 0_u64);
    for report in reports {
        all += 1;
        match report.outcome() {
            Outcome::Passed => {}
            Outcome::Failed => failed += 1,
            Outcome::NotYetSupported => later += 1,
        }
    }
    total_of(all, failed, later)
}

/// [`total`] of reports that were counted: all, failed, not yet supported.
#[must_use]
pub fn total_of(all: u64, failed: u64, later: u64) -> String {
    let mut out = String::new();
    if later > 0 {
        out = Message::new(keys::SCENARIO_RUN_TOTAL_LATER)
            .with("count", later)
            .text();
        out.push('\n');
    }
    out + &Message::new(keys::SCENARIO_RUN_TOTAL)
        .with("count", all.to_string())
        .with("failed", failed.to_string())
        .text()
}

impl Serialize for RunReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        View {
            report: self,
            file: None,
            with_trace: true,
        }
        .serialize(serializer)
    }
}

struct View<'r> {
    report: &'r RunReport,
    file: Option<&'r str>,
    with_trace: bool,
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.report;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &report.name)?;
        map.serialize_entry("ok", &(report.outcome() == Outcome::Passed))?;
        map.serialize_entry("failures", &report.failures)?;
        if let Some(file) = self.file {
            map.serialize_entry("file", file)?;
        }
        map.serialize_entry("supported", &report.not_supported.is_empty())?;
        map.serialize_entry("notSupported", &report.not_supported)?;
        map.serialize_entry("stopped", &report.stopped.as_ref().map(Message::text))?;
        if self.with_trace {
            map.serialize_entry("trace", &report.trace)?;
        }
        map.end()
    }
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("step", &self.step)?;
        map.serialize_entry("at", &self.at)?;
        map.serialize_entry("kind", self.kind)?;
        map.serialize_entry("differences", &self.differences)?;
        map.serialize_entry("actual", &Value(&self.actual))?;
        map.end()
    }
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", &self.path)?;
        map.serialize_entry("expected", &Value(&self.expected))?;
        map.serialize_entry("got", &Value(&self.got))?;
        map.end()
    }
}

/// A JSON value as it is; whole numbers beyond 2^53-1 as strings of digits.
pub(crate) struct Value<'j>(pub(crate) &'j Json);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.kind {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool(truth) => serializer.serialize_bool(*truth),
            Kind::Number(digits) => match integer(self.0).map(i64::try_from) {
                Some(Ok(number)) if number.unsigned_abs() < 1 << 53 => {
                    serializer.serialize_i64(number)
                }
                Some(_) => serializer.serialize_str(digits),
                None => match digits.parse::<serde_json::Number>() {
                    Ok(number) => number.serialize(serializer),
                    Err(_) => serializer.serialize_str(digits),
                },
            },
            Kind::String(text) | Kind::Raw(text) => serializer.serialize_str(text),
            Kind::Array(items) => {
                let mut out = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    out.serialize_element(&Value(item))?;
                }
                out.end()
            }
            Kind::Object(fields) => {
                let mut out = serializer.serialize_map(Some(fields.len()))?;
                for field in fields {
                    out.serialize_entry(&field.key, &Value(&field.value))?;
                }
                out.end()
            }
        }
    }
}
