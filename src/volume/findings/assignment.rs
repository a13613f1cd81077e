//! Findings about `assignment.json`: rows A1 to A9, and what an operator asks of a healthy one.

use std::collections::BTreeMap;

use super::*;
use crate::assignment::{Assignment, Health};
use crate::cast::{u32_of, usize_of};
use crate::limits::BROKERS_MAX;
use crate::ownership::Tier;
use crate::volume::report::group_ids;
use crate::volume::{AssignmentFile, Content, StrayKind};

pub(super) fn findings(volume: &Volume, view: Option<&View>) -> Vec<Finding> {
    let mut found = Vec::new();
    match &volume.assignment {
        None => found.push(Finding::new(ASSIGNMENT_MISSING, FILE)),
        Some(Content::Refused(error)) => {
            found.push(Finding::new(ASSIGNMENT_REFUSED, FILE).refused(error));
        }
        Some(Content::Empty) => {
            let reason = Message::new(keys::JSON_EMPTY).text();
            found.push(Finding::new(ASSIGNMENT_REFUSED, FILE).with("reason", reason));
        }
        Some(Content::Directory) => found.push(Finding::new(ASSIGNMENT_MISSING, FILE)),
        Some(Content::Unreadable(reason)) => {
            found.push(Finding::new(FILE_UNREADABLE, FILE).with("reason", reason.as_str()));
        }
        Some(Content::Loaded(file)) => {
            if let Some(view) = view {
                let entries = Entries { volume, view, file };
                found.extend(rows(file, view));
                found.extend(entries.findings());
                found.extend(summaries(volume, view, file));
            }
        }
    }
    found.extend(leftover(volume));
    if !volume.outside.is_empty() {
        let finding = Finding::new(PATHS_OUTSIDE, "").with("root", volume.root.as_str());
        found.push(finding.items(&volume.outside));
    }
    found
}

/// Findings about the rows of brokers and the file as a whole.
fn rows(file: &AssignmentFile, view: &View) -> Vec<Finding> {
    let mut found = Vec::new();
    let assignment = &file.assignment;
    let brokers = Path::root().member("brokers");
    let mut seen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, row) in assignment.brokers.iter().enumerate() {
        seen.entry(&row.id).or_default().push(index);
    }
    for (id, indexes) in seen {
        if let [_, second, ..] = indexes.as_slice() {
            let finding = Finding::new(BROKER_ROW_TWICE, FILE)
                .within(&file.json, &brokers.element(*second))
                .with("broker", id)
                .with("rows", u32_of(indexes.len()));
            found.push(finding);
        }
    }
    if view.brokers().alive().is_empty() {
        let finding = Finding::new(NO_BROKER_ALIVE, FILE)
            .within(&file.json, &brokers)
            .with("rows", u32_of(assignment.brokers.len()));
        found.push(finding);
    }
    let unknown = unknown_fields(assignment);
    if !unknown.is_empty() {
        let finding = Finding::new(ASSIGNMENT_UNKNOWN_FIELD, FILE);
        found.push(finding.within(&file.json, &Path::root()).items(&unknown));
    }
    found
}

fn unknown_fields(assignment: &Assignment) -> Vec<String> {
    let root = Path::root();
    let mut paths: Vec<String> = assignment
        .extra
        .iter()
        .map(|(name, _)| root.member(name).to_string())
        .collect();
    let mut add = |list: &str, index: usize, extra: &[(String, Json)]| {
        let row = root.member(list).element(index);
        paths.extend(extra.iter().map(|(name, _)| row.member(name).to_string()));
    };
    for (index, row) in assignment.brokers.iter().enumerate() {
        add("brokers", index, &row.extra);
    }
    for (index, row) in assignment.partitions.iter().enumerate() {
        add("partitions", index, &row.extra);
    }
    for (index, row) in assignment.consumer_groups.iter().enumerate() {
        add("consumerGroups", index, &row.extra);
    }
    paths
}

/// Findings about entries, one for each place.
struct Entries<'a> {
    volume: &'a Volume,
    view: &'a View,
    file: &'a AssignmentFile,
}

impl Entries<'_> {
    fn findings(&self) -> Vec<Finding> {
        let mut indexes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, entry) in self.file.assignment.consumer_groups.iter().enumerate() {
            indexes.entry(&entry.group_id).or_default().push(index);
        }
        let mut found = Vec::new();
        for (group, indexes) in indexes {
            let Some(&first) = indexes.first() else {
                continue;
            };
            found.extend(self.broker(group, first));
            found.extend(self.twice(group, &indexes));
            if self.volume.file_of(group).is_none() {
                found.push(self.entry(ENTRY_WITHOUT_OFFSETS_FILE, group, first, None));
            }
            if group.is_empty() {
                found.push(self.entry(ENTRY_FOR_EMPTY_GROUP_ID, group, first, Some("groupId")));
            }
        }
        found
    }

    /// About the broker that the entry names.
    fn broker(&self, group: &str, index: usize) -> Option<Finding> {
        let entry = self.file.assignment.consumer_groups.get(index)?;
        let next = self.view.hash_answer(group).unwrap_or("nobody");
        let home = self.view.home(group).unwrap_or("nobody");
        let kind = match self.view.health(&entry.broker) {
            None => ENTRY_NAMES_UNKNOWN_BROKER,
            Some(Health::Dead) => ENTRY_NAMES_DEAD_BROKER,
            Some(Health::Draining) => ENTRY_NAMES_DRAINING_BROKER,
            Some(Health::Alive) if entry.broker != next => ENTRY_DIFFERS_FROM_HASH,
            Some(Health::Alive) if entry.broker != home => ENTRY_AWAY_FROM_HOME,
            Some(Health::Alive) => return None,
        };
        let finding = self
            .entry(kind, group, index, Some("broker"))
            .with("broker", entry.broker.as_str())
            .with("next", next)
            .with("home", home);
        // The next entry counts on from this one.
        Some(finding.with("epoch", (u64::from(entry.epoch) + 1).to_string()))
    }

    fn twice(&self, group: &str, indexes: &[usize]) -> Option<Finding> {
        let [first, .., last] = indexes else {
            return None;
        };
        let entries = &self.file.assignment.consumer_groups;
        let (first, last_entry) = (entries.get(*first)?, entries.get(*last)?);
        let kind = if first.broker == last_entry.broker {
            GROUP_HAS_EQUAL_ENTRIES
        } else {
            GROUP_HAS_TWO_ENTRIES
        };
        let finding = self
            .entry(kind, group, *last, None)
            .with("entries", u32_of(indexes.len()))
            .with("first", format!("{}, epoch {}", first.broker, first.epoch))
            .with(
                "last",
                format!("{}, epoch {}", last_entry.broker, last_entry.epoch),
            );
        Some(finding)
    }

    fn entry(
        &self,
        kind: &'static Kind,
        group: &str,
        index: usize,
        field: Option<&str>,
    ) -> Finding {
        let path = Path::root().member("consumerGroups").element(index);
        let path = field.map_or_else(|| path.clone(), |field| path.member(field));
        Finding::new(kind, FILE)
            .within(&self.file.json, &path)
            .group(group)
    }
}

/// What an operator asks first: how many, where, and what a return would change.
fn summaries(volume: &Volume, view: &View, file: &AssignmentFile) -> Vec<Finding> {
    let mut explicit: u32 = 0;
    let mut unserved: u32 = 0;
    let mut by_hash = Vec::new();
    let mut load: BTreeMap<&str, u32> = BTreeMap::new();
    let mut on_fallback: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    let groups = group_ids(volume);
    for group in &groups {
        let owner = view.owner(group);
        if let Some(broker) = owner.broker {
            *load.entry(broker).or_default() += 1;
        }
        if owner.tier == Tier::Explicit {
            explicit += 1;
            let health = owner.broker.and_then(|broker| view.health(broker));
            unserved += u32::from(!matches!(health, Some(Health::Alive | Health::Draining)));
            continue;
        }
        by_hash.push(*group);
        match (view.home(group), owner.broker) {
            (Some(home), Some(broker)) if home != broker => {
                on_fallback.entry((home, broker)).or_default().push(group);
            }
            _ => {}
        }
    }
    let groups_path = Path::root().member("consumerGroups");
    let brokers_path = Path::root().member("brokers");
    let entries = u32_of(file.assignment.consumer_groups.len());
    let mut found = vec![
        Finding::new(GROUPS_IN_ALL, FILE)
            .within(&file.json, &groups_path)
            .with("groups", u32_of(groups.len()))
            .with("explicit", explicit)
            .with("entries", entries)
            .with("unserved", unserved)
            .with("hash", u32_of(by_hash.len())),
    ];
    if !by_hash.is_empty() {
        let shown = named(&by_hash);
        found.push(
            Finding::new(GROUPS_BY_HASH, FILE)
                .within(&file.json, &groups_path)
                .items(&shown),
        );
    }
    for ((home, broker), groups) in on_fallback {
        let finding = Finding::new(GROUPS_ON_FALLBACK, FILE)
            .within(&file.json, &brokers_path)
            .with("home", home)
            .with("broker", broker);
        found.push(finding.items(&named(&groups)));
    }
    for id in distinct(view) {
        load.entry(id).or_default();
    }
    let shown: Vec<String> = load
        .iter()
        .map(|(broker, count)| format!("{broker} {count}"))
        .collect();
    found.push(
        Finding::new(LOAD_BY_BROKER, FILE)
            .within(&file.json, &brokers_path)
            .items(&shown),
    );
    found.extend(returns(view, &groups, file));
    found
}

/// For each broker that is down: what it would coordinate after its return.
fn returns(view: &View, groups: &[&str], file: &AssignmentFile) -> Vec<Finding> {
    let mut found = Vec::new();
    // Each broker costs a pass over all groups.
    let ids = distinct(view);
    for id in ids.into_iter().take(usize_of(BROKERS_MAX)) {
        let health = match view.health(id) {
            Some(health) if health != Health::Alive => health,
            _ => continue,
        };
        let back = view.brokers().clone().with_alive(id, true);
        let coordinates = |group: &&&str| match view.entry(group) {
            Some(broker) => broker == id,
            None => {
                back.route(group)
                    .coordinator
                    .and_then(|index| back.id(index))
                    == Some(id)
            }
        };
        let count = u32_of(groups.iter().filter(coordinates).count());
        let row = file
            .assignment
            .brokers
            .iter()
            .rposition(|row| row.id == id)
            .unwrap_or_default();
        let finding = Finding::new(RETURNING_BROKER_STAYS_LIGHT, FILE)
            .within(
                &file.json,
                &Path::root().member("brokers").element(row).member("health"),
            )
            .with("broker", id)
            .with("health", health.as_str())
            .with("count", count);
        found.push(finding);
    }
    found
}

fn distinct(view: &View) -> Vec<&str> {
    let mut ids: Vec<&str> = view.brokers().ids().iter().map(String::as_str).collect();
    ids.dedup();
    ids
}

/// Ids in quotes, so that the empty one and blanks can be seen.
fn named(groups: &[&str]) -> Vec<String> {
    groups.iter().map(|group| format!("\"{group}\"")).collect()
}

/// `assignment.json.tmp`, with the version that can be read off a torn text.
fn leftover(volume: &Volume) -> Option<Finding> {
    let stray = volume
        .strays
        .iter()
        .find(|stray| stray.path == LEFTOVER && stray.kind == StrayKind::Leftover)?;
    let text = stray.text.as_deref().unwrap_or_default();
    let after = text
        .split_once("\"assignmentVersion\":")
        .map(|(_, after)| after.trim_start());
    let digits: String = after
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let version = if digits.is_empty() {
        "none".to_owned()
    } else {
        digits
    };
    Some(Finding::new(ASSIGNMENT_LEFTOVER, LEFTOVER).with("version", version))
}

const FILE: &str = "assignment.json";
const LEFTOVER: &str = "assignment.json.tmp";
