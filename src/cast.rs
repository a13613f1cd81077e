//! Every conversion between number types that could lose something, in one place to audit.
#![allow(clippy::as_conversions)]

/// A count as `u32`; counts of the model are limited far below that (limits.rs), so it saturates.
#[must_use]
pub fn u32_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A count as `u64`: `usize` has at most 64 bits on every supported target.
#[must_use]
pub const fn u64_of(count: usize) -> u64 {
    count as u64
}

/// An index as `usize`: `usize` has at least 32 bits on every supported target.
#[must_use]
pub const fn usize_of(index: u32) -> usize {
    index as usize
}
