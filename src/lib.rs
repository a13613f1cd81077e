//! An exact model of how Apache Kafka and kaas decide which broker coordinates a consumer group.
//!
//! The core is a pure function of its inputs: no clock, no randomness, no I/O. Time is a
//! parameter, outputs are values, and every change of state is an event with its cause and
//! the rule that caused it.

pub mod assignment;
pub mod cast;
pub mod hash;
pub mod json;
pub mod messages;
pub mod offsets;
pub mod routing;
pub mod time;
