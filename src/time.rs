//! Virtual time. The core never asks for the time; it is told.

/// Virtual milliseconds since the start of a run.
pub type Millis = u64;
