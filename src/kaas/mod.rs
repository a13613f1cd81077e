//! kaas: routing by hash, entries in `assignment.json`, the controller and the takeover sweep.
//!
//! Source: kaas-rs/kaas 44f5471.

pub mod controller;
pub mod coordinator;
pub mod takeover;
