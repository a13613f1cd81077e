//! Sizes of what the build made, against what it may weigh. kB and MB are decimal.

use std::{fmt, io::Write as _};

use anyhow::Result;
use flate2::{Compression, write::GzEncoder};

/// What was built and how big it is.
#[derive(Default)]
pub struct Sizes {
    lines: Vec<Size>,
    enforced: bool,
}

impl Sizes {
    /// No sizes yet; only a release build is held to the budgets.
    pub fn new(enforced: bool) -> Self {
        Self {
            lines: Vec::new(),
            enforced,
        }
    }

    /// Adds the files of one output, which are fetched one by one and so are compressed one by one.
    pub fn add<'a>(
        &mut self,
        limit: Limit,
        files: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<()> {
        let mut size = Size {
            limit,
            raw: 0,
            gzip: 0,
        };
        for file in files {
            size.raw += file.len();
            size.gzip += gzip(file)?;
        }
        self.lines.push(size);
        Ok(())
    }

    /// Puts the sizes of another part of the build behind these.
    pub fn append(&mut self, other: Self) {
        self.lines.extend(other.lines);
    }

    /// True unless a budget that holds for this build is exceeded.
    pub fn within_budget(&self) -> bool {
        !self.enforced
            || self
                .lines
                .iter()
                .all(|size| size.verdict() != Verdict::Grew)
    }
}

/// One line for each output: name, raw, gzip, budget, verdict.
impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<32} {:>11} {:>11}   budget",
            "size in bytes", "raw", "gzip"
        )?;
        for size in &self.lines {
            let Limit {
                name,
                bytes,
                measure,
                ..
            } = &size.limit;
            let verdict = match (size.verdict(), self.enforced) {
                (Verdict::Fits, _) => "",
                (_, false) => "  (over, but this is not a release build)",
                (Verdict::Over, true) => "  OVER, may not grow further",
                (Verdict::Grew, true) => "  EXCEEDED",
            };
            writeln!(
                f,
                "{name:<32} {:>11} {:>11}   {bytes} {measure}{verdict}",
                size.raw, size.gzip
            )?;
        }
        Ok(())
    }
}

/// A budget: what, how much, measured how.
#[derive(Clone, Copy)]
pub struct Limit {
    name: &'static str,
    bytes: usize,
    /// Where an output is over its budget today: what it may not grow beyond until it fits.
    ceiling: Option<usize>,
    measure: Measure,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Fits,
    /// Over the budget, within the ceiling.
    Over,
    /// Beyond both.
    Grew,
}

#[derive(Clone, Copy)]
enum Measure {
    Raw,
    Gzip,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Raw => "raw",
            Self::Gzip => "gzip",
        })
    }
}

struct Size {
    limit: Limit,
    raw: usize,
    gzip: usize,
}

impl Size {
    fn verdict(&self) -> Verdict {
        let measured = match self.limit.measure {
            Measure::Raw => self.raw,
            Measure::Gzip => self.gzip,
        };
        if measured <= self.limit.bytes {
            Verdict::Fits
        } else if self.limit.ceiling.is_some_and(|most| measured <= most) {
            Verdict::Over
        } else {
            Verdict::Grew
        }
    }
}

fn gzip(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

/// The Wasm of the package.
pub const CORE: Limit = Limit {
    name: "core.wasm of the package",
    bytes: 350_000,
    ceiling: None,
    measure: Measure::Gzip,
};
/// All that index.html names.
pub const PAGE: Limit = Limit {
    name: "page before first interaction",
    bytes: 350_000,
    ceiling: Some(470_000),
    measure: Measure::Gzip,
};
/// Every file of the site.
pub const SITE: Limit = Limit {
    name: "site, all files",
    bytes: 900_000,
    ceiling: None,
    measure: Measure::Gzip,
};
/// The page in one file.
pub const SINGLE_FILE: Limit = Limit {
    name: "orrery.html",
    bytes: 2_500_000,
    ceiling: None,
    measure: Measure::Raw,
};

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: Limit = Limit {
        name: "a thing",
        bytes: 2,
        ceiling: None,
        measure: Measure::Raw,
    };

    fn measured(content: &[u8], enforced: bool) -> Sizes {
        let mut sizes = Sizes::new(enforced);
        sizes.add(TINY, [content]).unwrap();
        sizes
    }

    #[test]
    fn a_release_build_over_its_budget_fails() {
        assert!(measured(b"ab", true).within_budget());
        assert!(!measured(b"abc", true).within_budget());
        assert!(measured(b"abc", false).within_budget());
    }

    #[test]
    fn what_is_over_today_may_not_grow() {
        let limit = Limit {
            ceiling: Some(3),
            ..TINY
        };
        for (content, within) in [(&b"abc"[..], true), (b"abcd", false)] {
            let mut sizes = Sizes::new(true);
            sizes.add(limit, [content]).unwrap();
            assert_eq!(sizes.within_budget(), within);
        }
    }

    #[test]
    fn the_table_names_what_is_too_big() {
        let table = measured(b"abc", true).to_string();
        assert!(
            table.lines().nth(1).unwrap().ends_with("2 raw  EXCEEDED"),
            "{table}"
        );
    }
}
