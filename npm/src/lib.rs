//! Bindings.

mod bulk;
