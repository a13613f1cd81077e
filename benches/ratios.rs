//! The performance statements of this project: ratios of two ways to do one thing, in one run.
//!
//! `cargo bench --bench ratios` prints them; `-- --json` prints one JSON object instead. Exit 1 if a limit is missed.
//!
//! 1,000,000 group ids, 9 brokers, one dead. Each round runs every contestant once, in turn, so that a slow moment of
//! the machine hits all of them; the ratio is the median of the ratios of the rounds, noise is their middle half.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::as_conversions
)]

use std::collections::HashMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use orrery::hash::{FNV_BASIS, FNV_PRIME, fnv1a_32};
use orrery::placement::{Entries, Placement, coordinators_of, coordinators_of_lines};
use orrery::routing::Brokers;
use serde_json::json;

fn main() -> ExitCode {
    let json = std::env::args().any(|arg| arg == "--json");
    let mut bench = Bench::new();
    bench.check();
    let rounds: Vec<Round> = (0..=ROUNDS).map(|_| bench.round()).skip(1).collect();
    let ratios = [
        Ratio::at_most("bulk route / bare FNV loop", 1.3, &rounds, |round| {
            round.bulk / round.bare
        }),
        Ratio::at_most(
            "bulk route of lines / bare FNV loop over lines",
            1.3,
            &rounds,
            |round| round.lines / round.bare_lines,
        ),
        Ratio::at_most(
            "placement, first resolution / bare FNV loop",
            1.3,
            &rounds,
            |round| round.first / round.bare,
        ),
        Ratio::at_least(
            "clone, sort, hash map per call / bulk route",
            6.0,
            &rounds,
            |round| round.naive / round.bulk,
        ),
        Ratio::at_least(
            "clone, sort, hash map per call / one route call",
            6.0,
            &rounds,
            |round| round.naive / round.calls,
        ),
        Ratio::at_most(
            "toggle a broker / placement, first resolution",
            0.1,
            &rounds,
            |round| round.toggle / round.first,
        ),
    ];
    if json {
        print_json(&rounds, &ratios)
    } else {
        print_text(&rounds, &ratios)
    }
    if ratios.iter().all(Ratio::holds) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct Bench {
    keys: Vec<String>,
    lines: String,
    ids: Vec<String>,
    brokers: Brokers,
    toggled: Brokers,
    placement: Placement,
    coordinators: Vec<u32>,
}

/// Milliseconds of each contestant in one round.
struct Round {
    bare: f64,
    bare_lines: f64,
    bulk: f64,
    lines: f64,
    calls: f64,
    naive: f64,
    first: f64,
    toggle: f64,
}

impl Bench {
    fn new() -> Self {
        let keys: Vec<String> = (0..KEYS).map(shape).collect();
        let ids: Vec<String> = (0..BROKERS).map(|n| format!("kaas-{n}")).collect();
        let brokers = Brokers::from_ids(&ids, &ids).with_alive("kaas-4", false);
        let toggled = brokers.clone().with_alive("kaas-7", false);
        let placement =
            Placement::of(keys.iter().map(String::as_str), &Entries::none(), &brokers).unwrap();
        Self {
            lines: keys.join("\n"),
            coordinators: placement.coordinators(&brokers),
            keys,
            ids,
            brokers,
            toggled,
            placement,
        }
    }

    /// All contestants do the same work.
    fn check(&self) {
        let expected = naive(&self.keys, &self.ids);
        assert_eq!(
            coordinators_of(self.keys.iter().map(String::as_str), &self.brokers),
            expected
        );
        assert_eq!(
            coordinators_of_lines(self.lines.as_bytes(), &self.brokers).unwrap(),
            expected
        );
        assert_eq!(self.placement.coordinators(&self.brokers), expected);
        assert_eq!(self.calls(), expected);
    }

    fn round(&mut self) -> Round {
        Round {
            bare: millis(|| {
                self.keys
                    .iter()
                    .fold(0, |sum, key| sum ^ fnv1a_32(key.as_bytes()))
            }),
            bare_lines: millis(|| bare_lines(self.lines.as_bytes())),
            bulk: millis(|| coordinators_of(self.keys.iter().map(String::as_str), &self.brokers)),
            lines: millis(|| coordinators_of_lines(self.lines.as_bytes(), &self.brokers).unwrap()),
            calls: millis(|| self.calls()),
            naive: millis(|| naive(&self.keys, &self.ids)),
            first: millis(|| {
                let placement = Placement::of(
                    self.keys.iter().map(String::as_str),
                    &Entries::none(),
                    &self.brokers,
                )
                .unwrap();
                placement.coordinators_into(&self.brokers, &mut self.coordinators);
                placement
            }),
            toggle: millis(|| {
                self.placement
                    .coordinators_into(&self.toggled, &mut self.coordinators)
            }),
        }
    }

    fn calls(&self) -> Vec<u32> {
        self.keys
            .iter()
            .map(|key| self.brokers.route(key).coordinator.unwrap())
            .collect()
    }
}

/// FNV-1a 32 of bytes in which a line feed ends each id, and nothing but that.
fn bare_lines(bytes: &[u8]) -> u32 {
    let (mut sum, mut hash) = (0, FNV_BASIS);
    for &byte in bytes {
        if byte == b'\n' {
            sum ^= hash;
            hash = FNV_BASIS;
        } else {
            hash = (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    sum ^ hash
}

/// The form to beat: for each id it clones and sorts the broker ids and builds a map of who is alive.
fn naive(keys: &[String], ids: &[String]) -> Vec<u32> {
    let coordinator = |key: &String| {
        let mut sorted = ids.to_vec();
        sorted.sort();
        let alive: HashMap<String, bool> = sorted
            .iter()
            .map(|id| (id.clone(), id != "kaas-4"))
            .collect();
        let slot = fnv1a_32(key.as_bytes()) as usize % sorted.len();
        if alive[&sorted[slot]] {
            return slot as u32;
        }
        let up: Vec<usize> = (0..sorted.len())
            .filter(|&index| alive[&sorted[index]])
            .collect();
        up[slot % up.len()] as u32
    };
    keys.iter().map(coordinator).collect()
}

/// Ids as they occur: short ones, connector names, dotted ones with a suffix.
fn shape(n: u32) -> String {
    match n % 3 {
        0 => format!("group-{n}"),
        1 => format!("connect-sink-orders-{n}"),
        _ => format!("svc.{}.{n}", n % 97),
    }
}

fn millis<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = black_box(work());
    let millis = start.elapsed().as_secs_f64() * 1e3;
    drop(result);
    millis
}

struct Ratio {
    name: &'static str,
    limit: f64,
    at_most: bool,
    /// Of the rounds, ascending.
    values: Vec<f64>,
}

impl Ratio {
    fn at_most(
        name: &'static str,
        limit: f64,
        rounds: &[Round],
        ratio: impl Fn(&Round) -> f64,
    ) -> Self {
        let mut values: Vec<f64> = rounds.iter().map(ratio).collect();
        values.sort_by(f64::total_cmp);
        Self {
            name,
            limit,
            at_most: true,
            values,
        }
    }

    fn at_least(
        name: &'static str,
        limit: f64,
        rounds: &[Round],
        ratio: impl Fn(&Round) -> f64,
    ) -> Self {
        Self {
            at_most: false,
            ..Self::at_most(name, limit, rounds, ratio)
        }
    }

    fn holds(&self) -> bool {
        if self.at_most {
            self.median() <= self.limit
        } else {
            self.median() >= self.limit
        }
    }

    fn median(&self) -> f64 {
        self.values[self.values.len() / 2]
    }

    /// The middle half of the rounds.
    fn noise(&self) -> (f64, f64) {
        (
            self.values[self.values.len() / 4],
            self.values[self.values.len() * 3 / 4],
        )
    }
}

fn print_text(rounds: &[Round], ratios: &[Ratio]) {
    println!(
        "{KEYS} group ids, {BROKERS} brokers, one dead; {} rounds; median [middle half]",
        rounds.len()
    );
    for (name, millis) in contestants(rounds) {
        println!("  {name:<44} {millis:9.2} ms");
    }
    for ratio in ratios {
        let (low, high) = ratio.noise();
        let (bound, verdict) = (
            if ratio.at_most { "<=" } else { ">=" },
            if ratio.holds() { "holds" } else { "MISSED" },
        );
        println!(
            "{verdict:<6} {:<56} {:8.3} [{low:.3} .. {high:.3}] {bound} {}",
            ratio.name,
            ratio.median(),
            ratio.limit
        );
    }
}

fn print_json(rounds: &[Round], ratios: &[Ratio]) {
    let millis: Vec<_> = contestants(rounds)
        .into_iter()
        .map(|(name, millis)| json!({ "name": name, "medianMs": millis }))
        .collect();
    let ratios: Vec<_> = ratios
        .iter()
        .map(|ratio| {
            json!({
                "name": ratio.name, "median": ratio.median(), "noise": [ratio.noise().0, ratio.noise().1],
                "bound": if ratio.at_most { "atMost" } else { "atLeast" }, "limit": ratio.limit, "holds": ratio.holds(),
            })
        })
        .collect();
    println!(
        "{}",
        json!({ "keys": KEYS, "brokers": BROKERS, "rounds": rounds.len(), "contestants": millis, "ratios": ratios })
    );
}

/// Median milliseconds of each contestant.
fn contestants(rounds: &[Round]) -> [(&'static str, f64); 8] {
    let median = |pick: fn(&Round) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(pick).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    [
        ("bare FNV loop", median(|round| round.bare)),
        ("bare FNV loop over lines", median(|round| round.bare_lines)),
        ("bulk route", median(|round| round.bulk)),
        ("bulk route of lines", median(|round| round.lines)),
        ("one route call per id", median(|round| round.calls)),
        (
            "clone, sort, hash map per call",
            median(|round| round.naive),
        ),
        ("placement, first resolution", median(|round| round.first)),
        (
            "toggle a broker on the placement",
            median(|round| round.toggle),
        ),
    ]
}

const KEYS: u32 = 1_000_000;
const BROKERS: u32 = 9;
/// After one round to warm up.
const ROUNDS: usize = 11;
