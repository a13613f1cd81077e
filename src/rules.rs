//! The design rules as data: each with its source and its documented wrong variants.
//!
//! The first variant of each rule is the real one (kaas-rs/kaas 44f5471). The others are what
//! the system would do if the rule were broken; they exist for teaching and for proof.

use serde::Serialize;

use crate::routing::Divisor;

/// Which variant of each design rule holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// What the hash is taken modulo.
    pub divisor: Divisor,
    /// Which brokers get a row in `assignment.json`.
    pub listed_brokers: ListedBrokers,
    /// Who picks the broker of an entry.
    pub first_entry: FirstEntry,
    /// When an entry is retired.
    pub retire_entry: RetireEntry,
    /// Which tiers a broker consults when it asks "do I coordinate this group?".
    pub ownership_check: OwnershipCheck,
    /// Which groups the takeover pass walks.
    pub sweep: Sweep,
    /// Whether ListGroups and DescribeGroups hide groups that are coordinated elsewhere.
    pub read_filter: ReadFilter,
    /// What a broker accepts before it knows an assignment.
    pub bootstrap: Bootstrap,
}

/// A rule that an event, a decision or an explanation names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleId {
    /// Somebody outside did it: an operator, a crash, a user of the model.
    Outside,
    /// The first entry in file order that names the group is the answer.
    ExplicitEntryWins,
    /// FNV-1a 32 of the id, modulo the number of rows.
    Divisor,
    /// The slot's broker is down: the alive ones in order, taken at slot modulo their number.
    Alternate,
    /// Which brokers get a row.
    ListedBrokers,
    /// A first entry is picked by the function of the hash tier.
    FirstEntry,
    /// An entry goes only when its broker is not alive.
    RetireEntry,
    /// Both tiers are consulted.
    OwnershipCheck,
    /// Every group in memory is asked.
    Sweep,
    /// Lists show only what is coordinated here.
    ReadFilter,
    /// The source that says yes to everything until the swap.
    Bootstrap,
    /// Which assignment files a broker accepts.
    Acceptance,
    /// A group comes into memory with its first JoinGroup.
    LazyCreation,
    /// What brokers report and when the controller recomputes.
    Report,
    /// Who holds the lease.
    Lease,
}

macro_rules! variants {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$vdoc])* $variant,)+
        }

        impl $name {
            /// All variants, the real one first.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The word in scenario files.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The variant with this word.
            #[must_use]
            pub fn from_text(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.as_str() == text)
            }
        }
    };
}

variants! {
    /// Rule `listedBrokers`.
    ListedBrokers {
        /// All registered brokers get a row with their health.
        #[default]
        All = "all",
        /// Only alive ones get a row (kaas before gh #249).
        AliveOnly = "alive-only",
    }
}
variants! {
    /// Rule `firstEntry`.
    FirstEntry {
        /// The function of the hash tier over the rows being written.
        #[default]
        SameHash = "same-hash",
        /// Highest XXH64 of group id, byte 0, broker id over the alive brokers (kaas before gh #248).
        Rendezvous = "rendezvous",
    }
}
variants! {
    /// Rule `retireEntry`.
    RetireEntry {
        /// Dropped or re-picked only when its broker is not alive.
        #[default]
        BrokerGone = "broker-gone",
        /// Also dropped when no report names the group (kaas before gh #248).
        GroupQuiet = "group-quiet",
    }
}
variants! {
    /// Rule `ownershipCheck`.
    OwnershipCheck {
        /// Entries, then the hash.
        #[default]
        BothTiers = "both-tiers",
        /// The takeover pass looks at entries only.
        ExplicitOnly = "explicit-only",
        /// Every broker-side question looks at entries only.
        ExplicitEverywhere = "explicit-everywhere",
    }
}
variants! {
    /// Rule `sweep`.
    Sweep {
        /// Every group in memory.
        #[default]
        Resident = "resident",
        /// Entries lost since the old file, then the groups this broker coordinates in the new one.
        Owned = "owned",
        /// Nothing is ever swept.
        None = "none",
    }
}
variants! {
    /// Rule `readFilter`.
    ReadFilter {
        /// Lists show only groups coordinated here.
        #[default]
        On = "on",
        /// Lists show every group in memory.
        Off = "off",
    }
}
variants! {
    /// Rule `bootstrap`.
    Bootstrap {
        /// Before the swap a broker accepts every group.
        #[default]
        AlwaysTrueUntilSwap = "always-true-until-swap",
        /// A broker accepts no group before its first accepted file.
        None = "none",
    }
}

/// A design rule: its id in scenario files, where it is stated, and its variants, the real one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Key in `rules` of a scenario.
    pub id: &'static str,
    /// File of kaas-rs/kaas 44f5471 that implements it, and the issue that settled it.
    pub source: &'static str,
    /// Words of its variants.
    pub variants: &'static [&'static str],
}

/// Every design rule that has variants, in the order of the scenario format.
pub const RULES: &[Rule] = &[
    Rule {
        id: "divisor",
        source: "group_hash.rs, gh #249",
        variants: &["full-broker-set", "alive-count"],
    },
    Rule {
        id: "listedBrokers",
        source: "balancer.rs, gh #249",
        variants: &["all", "alive-only"],
    },
    Rule {
        id: "firstEntry",
        source: "balancer.rs, gh #248",
        variants: &["same-hash", "rendezvous"],
    },
    Rule {
        id: "retireEntry",
        source: "balancer.rs, gh #248",
        variants: &["broker-gone", "group-quiet"],
    },
    Rule {
        id: "ownershipCheck",
        source: "coordinator.rs, gh #248",
        variants: &["both-tiers", "explicit-only", "explicit-everywhere"],
    },
    Rule {
        id: "sweep",
        source: "group_takeover.rs, gh #248",
        variants: &["resident", "owned", "none"],
    },
    Rule {
        id: "readFilter",
        source: "manager.rs",
        variants: &["on", "off"],
    },
    Rule {
        id: "bootstrap",
        source: "cluster.rs, gh #92",
        variants: &["always-true-until-swap", "none"],
    },
];

impl Rules {
    /// The present variant of a rule; `None` for an unknown id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&'static str> {
        Some(match id {
            "divisor" => self.divisor.as_str(),
            "listedBrokers" => self.listed_brokers.as_str(),
            "firstEntry" => self.first_entry.as_str(),
            "retireEntry" => self.retire_entry.as_str(),
            "ownershipCheck" => self.ownership_check.as_str(),
            "sweep" => self.sweep.as_str(),
            "readFilter" => self.read_filter.as_str(),
            "bootstrap" => self.bootstrap.as_str(),
            _ => return None,
        })
    }

    /// Sets a rule to a variant; `None` for an unknown id or variant, and nothing is changed.
    pub fn set(&mut self, id: &str, variant: &str) -> Option<()> {
        match id {
            "divisor" => self.divisor = Divisor::from_text(variant)?,
            "listedBrokers" => self.listed_brokers = ListedBrokers::from_text(variant)?,
            "firstEntry" => self.first_entry = FirstEntry::from_text(variant)?,
            "retireEntry" => self.retire_entry = RetireEntry::from_text(variant)?,
            "ownershipCheck" => self.ownership_check = OwnershipCheck::from_text(variant)?,
            "sweep" => self.sweep = Sweep::from_text(variant)?,
            "readFilter" => self.read_filter = ReadFilter::from_text(variant)?,
            "bootstrap" => self.bootstrap = Bootstrap::from_text(variant)?,
            _ => return None,
        }
        Some(())
    }
}

impl Divisor {
    /// The word in scenario files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FullBrokerSet => "full-broker-set",
            Self::AliveCount => "alive-count",
        }
    }

    /// The variant with this word.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        [Self::FullBrokerSet, Self::AliveCount]
            .into_iter()
            .find(|variant| variant.as_str() == text)
    }
}

impl RuleId {
    /// The id as written in traces and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Outside => "outside",
            Self::ExplicitEntryWins => "explicit-entry-wins",
            Self::Divisor => "divisor",
            Self::Alternate => "alternate",
            Self::ListedBrokers => "listed-brokers",
            Self::FirstEntry => "first-entry",
            Self::RetireEntry => "retire-entry",
            Self::OwnershipCheck => "ownership-check",
            Self::Sweep => "sweep",
            Self::ReadFilter => "read-filter",
            Self::Bootstrap => "bootstrap",
            Self::Acceptance => "acceptance",
            Self::LazyCreation => "lazy-creation",
            Self::Report => "report",
            Self::Lease => "lease",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_can_be_set_and_read_back_and_the_first_is_the_default() {
        for rule in RULES {
            assert_eq!(
                Rules::default().get(rule.id),
                rule.variants.first().copied()
            );
            for variant in rule.variants {
                let mut rules = Rules::default();
                assert_eq!(rules.set(rule.id, variant), Some(()));
                assert_eq!(rules.get(rule.id), Some(*variant));
            }
            assert_eq!(Rules::default().set(rule.id, "no-such-variant"), None);
        }
        assert_eq!(Rules::default().get("no-such-rule"), None);
    }
}
