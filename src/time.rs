//! Virtual time. The core never asks for the time; it is told.

use time::{Duration, UtcDateTime, format_description::well_known::Rfc3339};

/// Virtual milliseconds since the start of a run.
pub type Millis = u64;

/// The wall time of virtual millisecond 0, for the timestamps in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallTime(UtcDateTime);

impl WallTime {
    /// Reads an RFC 3339 time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let time = UtcDateTime::parse(text, &Rfc3339).ok()?;
        // The offset may lead out of the years that have four digits.
        (0..=9999).contains(&time.year()).then_some(Self(time))
    }

    /// The time `at` ms later, as kaas writes it: nine digits and `Z`.
    #[must_use]
    pub fn after(self, at: Millis) -> String {
        let at = Duration::milliseconds(i64::try_from(at).unwrap_or(i64::MAX));
        let time = self.0.saturating_add(at);
        // By hand: the formatter of the crate leaves out zeros at the end, and weighs more.
        let (year, month, day) = time.to_calendar_date();
        let (hour, minute, second, nano) = time.as_hms_nano();
        let month = u8::from(month);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{nano:09}Z")
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn unix_ms(self) -> i64 {
        self.0.unix_timestamp() * 1000 + i64::from(self.0.millisecond())
    }
}

/// 2026-01-01T00:00:00Z, the default of the scenario format.
impl Default for WallTime {
    fn default() -> Self {
        Self(UtcDateTime::UNIX_EPOCH + Duration::seconds(1_767_225_600))
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
