//! An exact model of how Apache Kafka and kaas decide which broker coordinates a consumer group.
//!
//! The core is a pure function of its inputs: no clock, no randomness, no I/O. Time is a
//! parameter, outputs are values, and every change of state is an event with its cause and
//! the rule that caused it.

pub mod assignment;
pub mod cast;
pub mod cluster;
pub mod collect;
pub mod command;
pub mod error;
pub mod event;
pub mod explain;
pub mod hash;
pub mod json;
pub mod kaas;
pub mod limits;
pub mod lookup;
pub mod messages;
pub mod movement;
pub mod offsets;
pub mod ownership;
pub mod placement;
pub mod plan;
pub mod request;
pub mod routing;
pub mod rules;
pub mod scenario;
pub mod session;
pub mod time;
pub mod volume;
