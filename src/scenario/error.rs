//! What is wrong with a scenario file, and where.

use std::fmt::{self, Display};

use crate::json::{Json, Pos};
use crate::messages::Message;

/// Why a text is no scenario: every problem found, in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// At least one.
    pub problems: Vec<Problem>,
}

/// One problem of a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// JSON path of the value, e.g. `$.steps[3].body.groupId`; `$` is the whole file.
    pub path: String,
    /// Step number from 0, if it is a problem of a step.
    pub step: Option<usize>,
    /// Where the value stands in the text.
    pub at: Pos,
    /// What is wrong: names the thing, the value and the limit.
    pub message: Message,
}

impl Display for Problem {
    /// `line 3, column 5: $.steps[1].at: …`
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.line > 0 {
            write!(out, "line {}, column {}: ", self.at.line, self.at.column)?;
        }
        write!(out, "{}: {}", self.path, self.message.text())
    }
}

impl Display for ScenarioError {
    /// One problem a line.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            if at > 0 {
                out.write_str("\n")?;
            }
            problem.fmt(out)?;
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioError {}

/// The way from the root of a file to a value; costs nothing until somebody prints it.
#[derive(Clone, Copy)]
pub(crate) enum Path<'p> {
    /// The whole file.
    Root,
    /// A member.
    Key(&'p Path<'p>, &'p str),
    /// An element.
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    /// The path of a member.
    pub(crate) const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The path of an element.
    pub(crate) const fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }

    /// The problem that `json`, which stands here, has.
    pub(crate) fn problem(&self, json: &Json, message: Message) -> Problem {
        self.problem_at(json.at, message)
    }

    /// The problem of something that stands here.
    pub(crate) fn problem_at(&self, at: Pos, message: Message) -> Problem {
        Problem {
            path: self.to_string(),
            step: self.step(),
            at,
            message,
        }
    }

    fn step(&self) -> Option<usize> {
        match self {
            Path::Index(Path::Key(Path::Root, "steps"), index) => Some(*index),
            Path::Root => None,
            Path::Key(parent, _) | Path::Index(parent, _) => parent.step(),
        }
    }
}

impl Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => out.write_str("$"),
            Path::Key(parent, key) if is_plain(key) => write!(out, "{parent}.{key}"),
            Path::Key(parent, key) => write!(out, "{parent}[{}]", super::value::brief_text(key)),
            Path::Index(parent, index) => write!(out, "{parent}[{index}]"),
        }
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "$_-".contains(c))
}
