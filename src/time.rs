//! Virtual time. The core never asks for the time; it is told.

use jiff::{SignedDuration, Timestamp};

/// Virtual milliseconds since the start of a run.
pub type Millis = u64;

/// The wall time of virtual millisecond 0, for the timestamps in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallTime(Timestamp);

impl WallTime {
    /// Reads an RFC 3339 time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }

    /// The time `at` ms later, as kaas writes it: nine digits and `Z`.
    #[must_use]
    pub fn after(self, at: Millis) -> String {
        let at = SignedDuration::from_millis(i64::try_from(at).unwrap_or(i64::MAX));
        let time = self.0.saturating_add(at).unwrap_or(self.0);
        format!("{time:.9}")
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn unix_ms(self) -> i64 {
        self.0.as_millisecond()
    }
}

/// 2026-01-01T00:00:00Z, the default of the scenario format.
impl Default for WallTime {
    fn default() -> Self {
        Self(Timestamp::constant(1_767_225_600, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_nine_digits() {
        assert_eq!(
            WallTime::default().after(1_500),
            "2026-01-01T00:00:01.500000000Z"
        );
        let parsed = WallTime::parse("2026-09-02T09:41:07.318224518Z").map(|t| t.after(0));
        assert_eq!(parsed.as_deref(), Some("2026-09-02T09:41:07.318224518Z"));
        assert_eq!(WallTime::parse("yesterday"), None);
        assert_eq!(WallTime::default().after(u64::MAX).len(), 30);
    }
}
