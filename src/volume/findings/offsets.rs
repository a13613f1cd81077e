//! Findings about what offsets files hold: rows O1 to O14 and O25.

use std::collections::BTreeSet;

use super::*;
use crate::collect::Gather as _;
use crate::offsets::{Committed, Fence, Oddity, OddityKind, OffsetsFile};
use crate::volume::{Content, GroupFile};

pub(super) fn findings(volume: &Volume, view: Option<&View>) -> Vec<Finding> {
    let topics = view.map(Topics::of);
    let mut found = Vec::new();
    for file in volume.groups.iter().chain(&volume.nested_groups) {
        match &file.content {
            Content::Loaded(offsets) => {
                found.extend(
                    offsets
                        .oddities
                        .iter()
                        .map(|oddity| of_oddity(file, oddity)),
                );
                if let (Some(view), Some(topics)) = (view, &topics) {
                    found.extend(fence(file, offsets, view));
                    found.extend(topics.unknown(file, offsets));
                }
            }
            Content::Refused(error) => found.push(about(OFFSETS_FILE_REFUSED, file).refused(error)),
            Content::Empty => {
                let reason = Message::new(keys::JSON_EMPTY).text();
                found.push(about(OFFSETS_FILE_REFUSED, file).with("reason", reason));
            }
            Content::Unreadable(reason) => {
                found.push(about(FILE_UNREADABLE, file).with("reason", reason.as_str()));
            }
            Content::Directory => found.push(about(DIRECTORY_NAMED_LIKE_GROUP, file)),
        }
    }
    found.extend(view.and_then(|view| fences(volume, view)));
    found
}

/// How far the stamps reach back: what is not stamped is found file by file.
fn fences(volume: &Volume, view: &View) -> Option<Finding> {
    let loaded: Vec<Fence> = volume
        .groups
        .iter()
        .filter_map(|file| Some(file.content.loaded()?.fence))
        .collect();
    let stamped = || loaded.iter().filter(|fence| fence.is_set());
    let (low, high) = (stamped().min()?, stamped().max()?);
    let finding = Finding::new(FENCES_IN_ALL, "__consumer_offsets")
        .with("stamped", crate::cast::u32_of(stamped().count()))
        .with("files", crate::cast::u32_of(loaded.len()))
        .with("low", shown(*low))
        .with("high", shown(*high))
        .with("assignment", shown(present(view)));
    Some(finding)
}

/// The stamp that the accepted assignment gives.
fn present(view: &View) -> Fence {
    let assignment = view.assignment();
    Fence {
        controller_epoch: assignment.controller_epoch,
        assignment_version: assignment.assignment_version,
    }
}

fn shown(fence: Fence) -> String {
    format!("{}/{}", fence.controller_epoch, fence.assignment_version)
}

fn of_oddity(file: &GroupFile, oddity: &Oddity) -> Finding {
    let kind = match oddity.kind {
        OddityKind::OldShape => OFFSETS_IN_OLD_SHAPE,
        OddityKind::ByPosition => OFFSETS_BY_POSITION,
        OddityKind::NoOffsets => OFFSETS_FILE_WITHOUT_OFFSETS,
        OddityKind::NoFence => OFFSETS_WITHOUT_FENCE,
        OddityKind::CamelFence => FENCE_IN_CAMEL_CASE,
        OddityKind::StrayMetadata => METADATA_WITHOUT_OFFSET,
        OddityKind::Negative => OFFSET_BELOW_ZERO,
        OddityKind::Beyond53Bits => OFFSET_BEYOND_53_BITS,
        OddityKind::Unreachable => OFFSET_KEY_UNREACHABLE,
        OddityKind::UnlikelyKey => OFFSET_KEY_UNLIKELY,
        OddityKind::DuplicateKey => OFFSET_KEY_TWICE,
        OddityKind::UnknownField => OFFSETS_UNKNOWN_FIELD,
        OddityKind::WhiteSpace => OFFSETS_WHITE_SPACE,
    };
    let mut finding = about(kind, file).items(&oddity.items);
    finding.path = Some(oddity.path.clone());
    finding.at = Some(oddity.at);
    finding
}

/// A stamp newer than the assignment: nobody can write the file.
fn fence(file: &GroupFile, offsets: &OffsetsFile, view: &View) -> Option<Finding> {
    let present = present(view);
    if offsets.fence <= present {
        return None;
    }
    let finding = about(FENCE_NEWER_THAN_ASSIGNMENT, file)
        .with("stamp", shown(offsets.fence))
        .with("assignment", shown(present))
        .with(
            "broker",
            view.owner(&file.group_id).broker.unwrap_or("nobody"),
        );
    Some(match offsets.fence_at {
        Some(at) => finding.at(&Path::root().member("fence"), at),
        None => finding,
    })
}

/// The partitions that the assignment knows.
struct Topics<'a>(BTreeSet<(&'a str, i32)>);

impl<'a> Topics<'a> {
    fn of(view: &'a View) -> Self {
        let rows = &view.assignment().partitions;
        Self(
            rows.iter()
                .map(|row| (row.topic.as_str(), row.partition))
                .gather(),
        )
    }

    /// Keys that are found, likely, and name no partition there is.
    fn unknown(&self, file: &GroupFile, offsets: &OffsetsFile) -> Option<Finding> {
        let is_unknown = |committed: &&Committed| match &committed.place {
            Some((topic, partition))
                if *partition >= 0 && !topic.is_empty() && !topic.contains('/') =>
            {
                !self.0.contains(&(topic.as_str(), *partition))
            }
            _ => false,
        };
        let unknown: Vec<&Committed> = offsets.offsets.iter().filter(is_unknown).collect();
        let first = unknown.iter().min_by_key(|committed| committed.at)?;
        let items: Vec<&str> = unknown
            .iter()
            .map(|committed| committed.key.as_str())
            .collect();
        let path = Path::root().member("offsets").member(&first.key);
        Some(
            about(OFFSET_OF_UNKNOWN_PARTITION, file)
                .at(&path, first.at)
                .items(&items),
        )
    }
}

fn about(kind: &'static Kind, file: &GroupFile) -> Finding {
    Finding::new(kind, &file.path).group(&file.group_id)
}
