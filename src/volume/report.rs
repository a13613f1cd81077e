//! What a volume says: every group, every transaction, every finding.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::assignment::Health;
use crate::cast::u32_of;
use crate::collect::{Gather as _, sort_by};
use crate::json;
use crate::ownership::{Tier, View};
use crate::routing::Divisor;
use crate::rules::Rules;
use crate::volume::findings::{self, Finding, Severity};
use crate::volume::{Content, GroupFile, Volume};

/// The report on a volume; in JSON all names are camelCase.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whether brokers accept `assignment.json`. If not, nobody coordinates anything.
    pub assignment_accepted: bool,
    /// Its version; a decimal string beyond 2^53.
    #[serde(serialize_with = "json::safe_or_null")]
    pub assignment_version: Option<i64>,
    /// Its controller epoch; a decimal string beyond 2^53.
    #[serde(serialize_with = "json::safe_or_null")]
    pub controller_epoch: Option<i64>,
    /// The broker that wrote it.
    pub controller: Option<String>,
    /// When it was written, as it stands in the file.
    pub generated_at: Option<String>,
    /// Broker rows in slot order, duplicates included.
    pub brokers: Vec<BrokerReport>,
    /// Every group that has an entry or a file in `__consumer_offsets`, sorted by the bytes of its id.
    pub groups: Vec<GroupReport>,
    /// Every transaction in a slot that kaas reads, sorted by the bytes of its id, then by slot.
    pub transactions: Vec<TransactionReport>,
    /// What was found, sorted by file, line, column and code.
    pub findings: Vec<Finding>,
    /// Counts.
    pub totals: Totals,
}

/// A broker row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrokerReport {
    /// Broker id.
    pub id: String,
    /// Its slot: hash mod number of rows.
    pub slot: u32,
    /// Health of the broker (of its last row).
    pub health: Health,
    /// As it stands in the file.
    pub last_seen: String,
    /// Groups that it coordinates.
    pub groups: u32,
    /// Those of them with an entry.
    pub explicit: u32,
    /// Transactions that it coordinates.
    pub transactions: u32,
    /// Partitions that it leads.
    pub partitions: u32,
}

/// A group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupReport {
    /// Group id.
    pub group_id: String,
    /// The broker that the rules name, whatever its health.
    pub owner: Option<String>,
    /// Whether that broker has a row and is alive or draining.
    pub served: bool,
    /// The tier that named it.
    pub tier: Tier,
    /// Entries of this group in the file.
    pub entries: u32,
    /// What the hash alone says.
    pub hash_answer: Option<String>,
    /// Where the hash points when everybody is alive.
    pub home_broker: Option<String>,
    /// Its offsets file; none if it has none.
    pub file: Option<FileReport>,
    /// The offsets that OffsetFetch finds, sorted by the bytes of `topic/partition`.
    pub offsets: Vec<OffsetReport>,
    /// Codes of the findings about this group, sorted, each once.
    pub oddities: Vec<&'static str>,
}

/// An offsets file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileReport {
    /// Whether kaas loads it. If not, it has no keys for kaas.
    pub loads: bool,
    /// Keys, each once.
    pub keys_in_file: u32,
    /// Keys under which OffsetFetch finds an offset.
    pub reachable_offsets: u32,
}

/// A committed offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OffsetReport {
    /// Topic.
    pub topic: String,
    /// Partition.
    pub partition: i32,
    /// The offset, decimal.
    pub offset: String,
    /// Metadata committed with it.
    pub metadata: Option<String>,
}

/// A transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TransactionReport {
    /// Transactional id.
    pub transactional_id: String,
    /// The broker that the hash names.
    pub coordinator: Option<String>,
    /// The slot that it stands in.
    pub slot: u32,
    /// Kafka's name of its state.
    pub state: &'static str,
    /// Producer id, decimal.
    pub producer_id: String,
    /// Producer epoch.
    pub epoch: i16,
    /// Groups whose offsets are part of it.
    pub groups: Vec<String>,
}

/// Counts of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Groups.
    pub groups: u32,
    /// Groups with an entry.
    pub explicit: u32,
    /// Groups on the hash tier.
    pub hash: u32,
    /// Groups that nobody serves.
    pub unserved: u32,
    /// Entries in the file, duplicates included.
    pub entries: u32,
    /// Groups with an offsets file.
    pub files: u32,
    /// Offsets that OffsetFetch finds.
    pub offsets: u32,
    /// Transactions.
    pub transactions: u32,
    /// Findings that are errors.
    pub errors: u32,
    /// Findings that are warnings.
    pub warnings: u32,
    /// Findings that are information.
    pub infos: u32,
}

/// Reports on a volume. Works for any content.
#[must_use]
pub fn analyze(volume: &Volume) -> Report {
    let view = view_of(volume);
    let view = view.as_ref();
    let findings = findings::of(volume, view);
    let codes = findings::codes_by_group(&findings);
    let entries = entries_by_group(view);
    let ids = group_ids(volume);
    let groups: Vec<GroupReport> = ids
        .iter()
        .map(|group| {
            let entries = entries.get(group).copied().unwrap_or_default();
            let oddities = codes.get(group).cloned().unwrap_or_default();
            group_report(volume, view, group, entries, oddities)
        })
        .collect();
    let transactions = transaction_reports(volume, view);
    let assignment = volume.accepted();
    let totals = totals(
        &groups,
        &transactions,
        &findings,
        u32_of(assignment.map_or(0, |a| a.consumer_groups.len())),
    );
    Report {
        assignment_accepted: assignment.is_some(),
        assignment_version: assignment.map(|assignment| assignment.assignment_version),
        controller_epoch: assignment.map(|assignment| assignment.controller_epoch),
        controller: assignment.map(|assignment| assignment.controller.clone()),
        generated_at: assignment.map(|assignment| assignment.generated_at.clone()),
        brokers: view
            .map(|view| broker_reports(view, &groups, &transactions))
            .unwrap_or_default(),
        groups,
        transactions,
        findings,
        totals,
    }
}

impl Report {
    /// The report as JSON without white space.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A value of strings and numbers always has a text.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The accepted assignment, prepared under the real rules.
#[must_use]
pub fn view_of(volume: &Volume) -> Option<View> {
    volume
        .accepted()
        .map(|assignment| View::new(assignment.clone(), &Rules::default()))
}

/// Ids of all groups with an entry or a file, sorted by their bytes, each once.
#[must_use]
pub fn group_ids(volume: &Volume) -> Vec<&str> {
    let files = volume.groups.iter().map(|file| file.group_id.as_str());
    let entries = volume
        .accepted()
        .into_iter()
        .flat_map(|assignment| &assignment.consumer_groups);
    let ids: BTreeSet<&str> = files
        .chain(entries.map(|entry| entry.group_id.as_str()))
        .gather();
    ids.into_iter().collect()
}

fn entries_by_group(view: Option<&View>) -> BTreeMap<&str, u32> {
    let mut counts = BTreeMap::new();
    for entry in view
        .into_iter()
        .flat_map(|view| &view.assignment().consumer_groups)
    {
        *counts.entry(entry.group_id.as_str()).or_default() += 1;
    }
    counts
}

fn group_report(
    volume: &Volume,
    view: Option<&View>,
    group: &str,
    entries: u32,
    oddities: Vec<&'static str>,
) -> GroupReport {
    let ownership = view.map(|view| view.owner(group));
    let owner = ownership.and_then(|ownership| ownership.broker);
    let health = owner.and_then(|broker| view?.health(broker));
    let file = volume.file_of(group);
    GroupReport {
        group_id: group.to_owned(),
        owner: owner.map(str::to_owned),
        served: matches!(health, Some(Health::Alive | Health::Draining)),
        tier: ownership.map_or(Tier::None, |ownership| ownership.tier),
        entries,
        hash_answer: ownership
            .and_then(|ownership| ownership.hash_broker)
            .map(str::to_owned),
        home_broker: view.and_then(|view| view.home(group)).map(str::to_owned),
        file: file.map(file_report),
        offsets: file.map(offset_reports).unwrap_or_default(),
        oddities,
    }
}

fn file_report(file: &GroupFile) -> FileReport {
    match &file.content {
        Content::Loaded(offsets) => FileReport {
            loads: true,
            keys_in_file: offsets.keys_in_file(),
            reachable_offsets: offsets.reachable_offsets(),
        },
        _ => FileReport {
            loads: false,
            keys_in_file: 0,
            reachable_offsets: 0,
        },
    }
}

fn offset_reports(file: &GroupFile) -> Vec<OffsetReport> {
    let offsets = file
        .content
        .loaded()
        .map(|offsets| offsets.offsets.as_slice())
        .unwrap_or_default();
    let report = |committed: &crate::offsets::Committed| {
        let (topic, partition) = committed.place.clone()?;
        let (offset, metadata) = (committed.offset.to_string(), committed.metadata.clone());
        Some(OffsetReport {
            topic,
            partition,
            offset,
            metadata,
        })
    };
    offsets.iter().filter_map(report).collect()
}

fn transaction_reports(volume: &Volume, view: Option<&View>) -> Vec<TransactionReport> {
    let mut reports = Vec::new();
    for file in &volume.slots {
        for (id, state) in file
            .content
            .loaded()
            .into_iter()
            .flat_map(|slot| &slot.entries)
        {
            let coordinator = view.and_then(|view| view.transaction_owner(id).broker);
            reports.push(TransactionReport {
                transactional_id: id.clone(),
                coordinator: coordinator.map(str::to_owned),
                slot: file.slot,
                state: state.state.as_str(),
                producer_id: state.producer_id.to_string(),
                epoch: state.epoch,
                groups: state.groups.clone(),
            });
        }
    }
    sort_by(&mut reports, |left, right| {
        (&left.transactional_id, left.slot).cmp(&(&right.transactional_id, right.slot))
    });
    reports
}

fn broker_reports(
    view: &View,
    groups: &[GroupReport],
    transactions: &[TransactionReport],
) -> Vec<BrokerReport> {
    let mut load: BTreeMap<&str, (u32, u32, u32, u32)> = BTreeMap::new();
    for group in groups {
        if let Some(owner) = &group.owner {
            let load = load.entry(owner).or_default();
            load.0 += 1;
            load.1 += u32::from(group.tier == Tier::Explicit);
        }
    }
    for broker in transactions
        .iter()
        .filter_map(|transaction| transaction.coordinator.as_deref())
    {
        load.entry(broker).or_default().2 += 1;
    }
    for row in &view.assignment().partitions {
        load.entry(&row.broker).or_default().3 += 1;
    }
    debug_assert_eq!(view.brokers().divisor(), Divisor::FullBrokerSet);
    // Of several rows of a broker the last one stays.
    let rows = view.assignment().brokers.iter();
    let rows: BTreeMap<&str, _> = rows.map(|row| (row.id.as_str(), row)).gather();
    let mut reports = Vec::new();
    for (slot, id) in (0..).zip(view.brokers().ids()) {
        let Some(row) = rows.get(id.as_str()) else {
            continue;
        };
        let (groups, explicit, transactions, partitions) =
            load.get(id.as_str()).copied().unwrap_or_default();
        reports.push(BrokerReport {
            id: id.clone(),
            slot,
            health: row.health,
            last_seen: row.last_seen.clone(),
            groups,
            explicit,
            transactions,
            partitions,
        });
    }
    reports
}

fn totals(
    groups: &[GroupReport],
    transactions: &[TransactionReport],
    findings: &[Finding],
    entries: u32,
) -> Totals {
    let groups_that =
        |is: &dyn Fn(&GroupReport) -> bool| u32_of(groups.iter().filter(|group| is(group)).count());
    let found = |severity| {
        u32_of(
            findings
                .iter()
                .filter(|finding| finding.kind.severity == severity)
                .count(),
        )
    };
    let files = groups.iter().filter_map(|group| group.file);
    Totals {
        groups: u32_of(groups.len()),
        explicit: groups_that(&|group| group.tier == Tier::Explicit),
        hash: groups_that(&|group| group.tier == Tier::Hash),
        unserved: groups_that(&|group| !group.served),
        entries,
        files: groups_that(&|group| group.file.is_some()),
        offsets: files.map(|file| file.reachable_offsets).sum(),
        transactions: u32_of(transactions.len()),
        errors: found(Severity::Error),
        warnings: found(Severity::Warning),
        infos: found(Severity::Info),
    }
}
