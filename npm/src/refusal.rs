//! What is thrown: a plain object from which error.js makes an `OrreryError`.

use orrery::request::{Problem, RequestError};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// Something refused, ready to be thrown.
#[derive(Serialize)]
pub struct Refusal {
    /// Name of the argument that is at fault.
    about: &'static str,
    /// The file at fault, if the argument is a list of files.
    file: Option<String>,
    problems: Vec<Told>,
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    message: String,
    path: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

impl Refusal {
    /// What is wrong with an argument.
    pub fn of(about: &'static str, error: impl Into<RequestError>) -> Self {
        let told = |problem: &Problem| Told {
            code: problem.message.key,
            message: problem.message.text(),
            path: problem.path.clone(),
            line: problem.at.map(|at| at.line),
            column: problem.at.map(|at| at.column),
        };
        let problems = error.into().problems.iter().map(told).collect();
        Self {
            about,
            file: None,
            problems,
        }
    }

    /// The same, of a file among the argument's.
    pub fn in_file(mut self, file: String) -> Self {
        self.file = Some(file);
        self
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        // Strings and small numbers: nothing here can fail.
        crate::plain(&refusal).unwrap_or_else(|error| error)
    }
}
