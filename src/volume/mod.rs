//! A snapshot of the shared volume: what a `__cluster` directory holds, read as kaas reads it.
//!
//! Source: kaas-rs/kaas 44f5471, the layout of `__cluster`. Reading never fails: what kaas would
//! refuse is kept as refused, with the place, and [`report::analyze`] says what that means.
//! `credentials.json` and `acls.json` are dropped unread.

pub mod diff;
mod findings;
pub mod report;
pub mod transactions;

use crate::collect::sort_by;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::assignment::Assignment;
use crate::json::{self, Json, JsonError};
use crate::messages::{Message, keys};
use crate::offsets::OffsetsFile;
use crate::volume::transactions::{Fences, Marker, ProducerIds, Slot};

pub use findings::{Finding, Kind as FindingKind, Severity, kinds as finding_kinds};

/// One file or directory of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Path with `/`, relative to the volume or to any folder above it.
    pub path: String,
    /// What it is.
    #[serde(default)]
    pub kind: FileKind,
    /// Its text; none for directories and for what could not be read.
    #[serde(default)]
    pub text: Option<String>,
    /// Why there is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A file.
    #[default]
    File,
    /// A directory; pickers of browsers cannot see empty ones.
    Dir,
}

/// The volume, decoded. Paths are relative to `__cluster`.
#[derive(Clone, Debug, Default)]
pub struct Volume {
    /// What stood before the relative paths: `""`, `__cluster`, `backup/__cluster`, ...
    pub root: String,
    /// `assignment.json`; `None` if it is not there.
    pub assignment: Option<Content<AssignmentFile>>,
    /// Files and directories named `*.json` in `__consumer_offsets`, sorted by group id.
    pub groups: Vec<GroupFile>,
    /// Files named `*.json` below sub-directories of `__consumer_offsets`, sorted by group id.
    pub nested_groups: Vec<GroupFile>,
    /// Transaction slots that kaas reads, sorted by number.
    pub slots: Vec<SlotFile>,
    /// Producer id blocks, sorted by path.
    pub producer_ids: Vec<OfBroker<ProducerIds>>,
    /// Producer fences, sorted by path; the broker is the writer.
    pub fences: Vec<OfBroker<Fences>>,
    /// Markers, sorted by path; the broker is the one that should apply them.
    pub markers: Vec<OfBroker<Marker>>,
    /// Everything else inside the known directories, sorted by path.
    pub strays: Vec<Stray>,
    /// Paths that do not belong to this volume, as they were given.
    pub outside: Vec<String>,
}

/// A file as its reader in kaas meets it.
#[derive(Clone, Debug, PartialEq)]
pub enum Content<T> {
    /// It decodes.
    Loaded(T),
    /// It has no bytes at all.
    Empty,
    /// kaas refuses it.
    Refused(JsonError),
    /// There is no text to judge, and this is why.
    Unreadable(String),
    /// It is a directory.
    Directory,
}

/// `assignment.json` decoded, and its text as a value for places.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignmentFile {
    /// The assignment.
    pub assignment: Arc<Assignment>,
    /// The same with places.
    pub json: Arc<Json>,
}

/// The file of one group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupFile {
    /// Group id: the name without `.json`.
    pub group_id: String,
    /// Relative path.
    pub path: String,
    /// What is in it.
    pub content: Content<OffsetsFile>,
}

/// A transaction slot.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotFile {
    /// Number, 0 to 49.
    pub slot: u32,
    /// Relative path.
    pub path: String,
    /// What is in it.
    pub content: Content<Slot>,
}

/// A file that belongs to one broker.
#[derive(Clone, Debug, PartialEq)]
pub struct OfBroker<T> {
    /// The broker id in the path.
    pub broker: String,
    /// Relative path.
    pub path: String,
    /// What is in it.
    pub content: Content<T>,
}

/// Something that no reader of kaas takes for content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// Relative path.
    pub path: String,
    /// What it is.
    pub kind: StrayKind,
    /// Its text, if it could be read.
    pub text: Option<String>,
}

/// Kinds of strays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrayKind {
    /// `NAME.tmp`: the write it came from did not happen.
    Leftover,
    /// `.nfs…`: a file deleted while somebody had it open.
    NfsTombstone,
    /// In `txn_state`, named almost like a slot.
    NoSlot,
    /// A name that means nothing here.
    Other,
}

impl Volume {
    /// Reads a snapshot. Files in any order; of two with the same path the last counts.
    #[must_use]
    pub fn read(files: Vec<File>) -> Self {
        let root = find_root(&files);
        let mut volume = Self {
            root: root.join("/"),
            ..Self::default()
        };
        let mut inside = BTreeMap::new();
        for file in files {
            let parts = components(&file.path);
            match parts.strip_prefix(root.as_slice()) {
                Some([]) => {}
                Some(relative) => {
                    inside.insert(relative.join("/"), file);
                }
                None if root.starts_with(&parts) => {}
                None => volume.outside.push(file.path),
            }
        }
        for (path, file) in inside {
            volume.take(path, file);
        }
        for files in [&mut volume.groups, &mut volume.nested_groups] {
            sort_by(files, |left, right| left.group_id.cmp(&right.group_id));
        }
        sort_by(&mut volume.slots, |left, right| left.slot.cmp(&right.slot));
        volume
    }

    /// The volume that an assignment alone makes.
    #[must_use]
    pub fn of_assignment(assignment: Arc<Assignment>) -> Self {
        let json = Arc::new(assignment.to_json());
        let file = Content::Loaded(AssignmentFile { assignment, json });
        Self {
            assignment: Some(file),
            ..Self::default()
        }
    }

    /// The assignment, if kaas accepts the file.
    #[must_use]
    pub fn accepted(&self) -> Option<&Arc<Assignment>> {
        match &self.assignment {
            Some(Content::Loaded(file)) => Some(&file.assignment),
            _ => None,
        }
    }

    /// The file that a coordinator opens for this group, also for an id with slashes.
    #[must_use]
    pub fn file_of(&self, group_id: &str) -> Option<&GroupFile> {
        // A direct file has no slash in its id, a nested one has.
        let files = if group_id.contains('/') {
            &self.nested_groups
        } else {
            &self.groups
        };
        let index = files
            .binary_search_by(|file| file.group_id.as_str().cmp(group_id))
            .ok()?;
        files.get(index)
    }

    fn take(&mut self, path: String, file: File) {
        let parts = components(&path);
        let names: Vec<&str> = parts.iter().map(String::as_str).collect();
        match names.as_slice() {
            ["assignment.json"] => self.assignment = Some(content(&file, assignment_of)),
            ["__consumer_offsets", name] => self.take_offsets(name, path.clone(), file),
            ["__consumer_offsets", nested @ ..] if file.kind == FileKind::File => {
                if let Some(group_id) = nested.join("/").strip_suffix(".json") {
                    let content = content(&file, OffsetsFile::parse);
                    let group_id = group_id.to_owned();
                    self.nested_groups.push(GroupFile {
                        group_id,
                        path,
                        content,
                    });
                }
            }
            ["txn_state", name] => self.take_slot(name, path.clone(), file),
            ["producer_ids", name] => {
                let broker = name.strip_suffix(".json");
                take_of_broker(
                    &mut self.producer_ids,
                    &mut self.strays,
                    broker,
                    path.clone(),
                    file,
                    ProducerIds::parse,
                );
            }
            ["producer_fences", name] => {
                let broker = name
                    .strip_prefix("from-")
                    .and_then(|name| name.strip_suffix(".json"));
                take_of_broker(
                    &mut self.fences,
                    &mut self.strays,
                    broker,
                    path.clone(),
                    file,
                    Fences::parse,
                );
            }
            ["marker_queue", inbox, name] => {
                let broker = inbox
                    .strip_prefix("to-")
                    .filter(|_| name.ends_with(".json"));
                take_of_broker(
                    &mut self.markers,
                    &mut self.strays,
                    broker,
                    path.clone(),
                    file,
                    Marker::parse,
                );
            }
            [name] if *name == "assignment.json.tmp" => {
                self.strays.push(stray(name, path.clone(), file))
            }
            // Directories above, and whatever else lies at the top: credentials and acls among it.
            _ => {}
        }
    }

    fn take_offsets(&mut self, name: &str, path: String, file: File) {
        match name.strip_suffix(".json") {
            Some(group_id) => self.groups.push(GroupFile {
                group_id: group_id.to_owned(),
                content: content(&file, OffsetsFile::parse),
                path,
            }),
            None if file.kind == FileKind::Dir => {}
            None => self.strays.push(stray(name, path, file)),
        }
    }

    fn take_slot(&mut self, name: &str, path: String, file: File) {
        let number = name
            .strip_prefix("slot-")
            .and_then(|name| name.strip_suffix(".json"));
        let slot = number.and_then(|text| {
            text.parse::<u32>()
                .ok()
                .filter(|slot| slot.to_string() == text)
        });
        match slot {
            Some(slot) if slot < crate::routing::TXN_SLOTS.get() => {
                let content = content(&file, Slot::parse);
                self.slots.push(SlotFile {
                    slot,
                    path,
                    content,
                });
            }
            _ if number.is_some() => {
                self.strays.push(Stray {
                    path,
                    kind: StrayKind::NoSlot,
                    text: file.text,
                });
            }
            _ => self.strays.push(stray(name, path, file)),
        }
    }
}

impl<T> Content<T> {
    /// What it decodes to.
    #[must_use]
    pub const fn loaded(&self) -> Option<&T> {
        match self {
            Self::Loaded(value) => Some(value),
            _ => None,
        }
    }
}

fn take_of_broker<T>(
    list: &mut Vec<OfBroker<T>>,
    strays: &mut Vec<Stray>,
    broker: Option<&str>,
    path: String,
    file: File,
    parse: impl Fn(&str) -> Result<T, JsonError>,
) {
    match broker {
        Some(broker) => {
            let broker = broker.to_owned();
            list.push(OfBroker {
                broker,
                content: content(&file, parse),
                path,
            });
        }
        None if file.kind == FileKind::Dir => {}
        None => {
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            strays.push(stray(&name, path, file));
        }
    }
}

fn content<T>(file: &File, parse: impl Fn(&str) -> Result<T, JsonError>) -> Content<T> {
    match (&file.kind, &file.text) {
        (FileKind::Dir, _) => Content::Directory,
        (FileKind::File, Some(text)) if text.is_empty() => Content::Empty,
        (FileKind::File, Some(text)) => match parse(text) {
            Ok(value) => Content::Loaded(value),
            Err(error) => Content::Refused(error),
        },
        (FileKind::File, None) => Content::Unreadable(
            file.problem
                .clone()
                .unwrap_or_else(|| Message::new(keys::FILE_WITHOUT_TEXT).text()),
        ),
    }
}

fn assignment_of(text: &str) -> Result<AssignmentFile, JsonError> {
    let json = json::parse_skipping(text)?;
    let assignment = Arc::new(Assignment::of(&json)?);
    Ok(AssignmentFile {
        assignment,
        json: Arc::new(json),
    })
}

fn stray(name: &str, path: String, file: File) -> Stray {
    let kind = if name.starts_with(".nfs") {
        StrayKind::NfsTombstone
    } else if name.ends_with(".tmp") {
        StrayKind::Leftover
    } else {
        StrayKind::Other
    };
    Stray {
        path,
        kind,
        text: file.text,
    }
}

/// The folder that holds the volume: the parent of an `assignment.json` or `__consumer_offsets`.
/// Of several the one called `__cluster`, then the one highest up, then the first by name.
fn find_root(files: &[File]) -> Vec<String> {
    let mut best: Option<(bool, usize, Vec<String>)> = None;
    for file in files {
        let parts = components(&file.path);
        for (depth, part) in parts.iter().enumerate() {
            let is_mark = part == "__consumer_offsets"
                || (part == "assignment.json" && depth + 1 == parts.len());
            let is_root = depth > 0
                && parts
                    .get(depth - 1)
                    .is_some_and(|above| above == "__cluster");
            if !is_mark && !is_root {
                continue;
            }
            let root: Vec<String> = parts.iter().take(depth).cloned().collect();
            let is_cluster = root.last().is_some_and(|name| name == "__cluster");
            let candidate = (!is_cluster, depth, root);
            if best.as_ref().is_none_or(|best| candidate < *best) {
                best = Some(candidate);
            }
            // What lies deeper in this path lies inside that root.
            break;
        }
    }
    best.map(|(_, _, root)| root).unwrap_or_default()
}

/// The names of a path; empty ones and `.` name nothing.
fn components(path: &str) -> Vec<String> {
    path.split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> File {
        File {
            path: path.to_owned(),
            kind: FileKind::File,
            text: Some("{}".to_owned()),
            problem: None,
        }
    }

    #[test]
    fn the_root_is_found_at_any_depth() {
        let cases: [(&[&str], &str, &[&str]); 7] = [
            (&["assignment.json", "__consumer_offsets/g.json"], "", &[]),
            (
                &[
                    "__cluster/assignment.json",
                    "__cluster/__consumer_offsets/g.json",
                ],
                "__cluster",
                &[],
            ),
            (
                &[
                    "./backup/__cluster/__consumer_offsets/g.json",
                    "backup/read.me",
                ],
                "backup/__cluster",
                &["backup/read.me"],
            ),
            (&["data/assignment.json"], "data", &[]),
            (
                &[
                    "old/assignment.json",
                    "live/data/__cluster/txn_state/slot-0.json",
                ],
                "live/data/__cluster",
                &["old/assignment.json"],
            ),
            (&["__consumer_offsets/a/__consumer_offsets/g.json"], "", &[]),
            (&["notes.txt"], "", &[]),
        ];
        for (paths, root, outside) in cases {
            let volume = Volume::read(paths.iter().map(|path| file(path)).collect());
            assert_eq!(
                (volume.root.as_str(), volume.outside),
                (
                    root,
                    outside.iter().map(|path| (*path).to_owned()).collect()
                ),
                "{paths:?}"
            );
        }
    }

    #[test]
    fn files_are_told_apart_by_their_names() {
        let paths = [
            "assignment.json",
            "assignment.json.tmp",
            "credentials.json",
            "acls.json",
            "x.txt",
            "__consumer_offsets/g.json",
            "__consumer_offsets/.json",
            "__consumer_offsets/g.json.tmp",
            "__consumer_offsets/.nfs01",
            "__consumer_offsets/a/b.json",
            "__consumer_offsets/a/b.txt",
            "txn_state/slot-49.json",
            "txn_state/slot-7.json",
            "txn_state/slot-50.json",
            "txn_state/slot-07.json",
            "producer_ids/kaas-0.json",
            "producer_ids/read.me",
            "producer_fences/from-kaas-1.json",
            "producer_fences/kaas-1.json",
            "marker_queue/to-kaas-2/1-0.json",
            "marker_queue/to-kaas-2/1-0.json.tmp",
        ];
        let volume = Volume::read(paths.iter().rev().map(|path| file(path)).collect());
        let ids: Vec<_> = volume
            .groups
            .iter()
            .map(|group| group.group_id.as_str())
            .collect();
        assert_eq!(ids, ["", "g"]);
        assert_eq!(
            volume
                .nested_groups
                .iter()
                .map(|group| group.group_id.as_str())
                .collect::<Vec<_>>(),
            ["a/b"]
        );
        assert_eq!(
            volume
                .slots
                .iter()
                .map(|slot| slot.slot)
                .collect::<Vec<_>>(),
            [7, 49]
        );
        assert_eq!(
            volume
                .producer_ids
                .iter()
                .map(|file| file.broker.as_str())
                .collect::<Vec<_>>(),
            ["kaas-0"]
        );
        assert_eq!(
            volume
                .fences
                .iter()
                .map(|file| file.broker.as_str())
                .collect::<Vec<_>>(),
            ["kaas-1"]
        );
        assert_eq!(
            volume
                .markers
                .iter()
                .map(|file| file.broker.as_str())
                .collect::<Vec<_>>(),
            ["kaas-2"]
        );
        let strays: Vec<_> = volume
            .strays
            .iter()
            .map(|stray| (stray.path.as_str(), stray.kind))
            .collect();
        assert_eq!(
            strays,
            [
                ("__consumer_offsets/.nfs01", StrayKind::NfsTombstone),
                ("__consumer_offsets/g.json.tmp", StrayKind::Leftover),
                ("assignment.json.tmp", StrayKind::Leftover),
                ("marker_queue/to-kaas-2/1-0.json.tmp", StrayKind::Leftover),
                ("producer_fences/kaas-1.json", StrayKind::Other),
                ("producer_ids/read.me", StrayKind::Other),
                ("txn_state/slot-07.json", StrayKind::NoSlot),
                ("txn_state/slot-50.json", StrayKind::NoSlot),
            ]
        );
        assert!(volume.outside.is_empty());
    }
}
