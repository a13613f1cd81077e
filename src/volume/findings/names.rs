//! Findings about the names of groups and files: rows A7, O15 to O24.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::*;
use crate::cast::u32_of;
use crate::collect::{Gather as _, sort_by};
use crate::volume::report::group_ids;
use crate::volume::{Content, Stray, StrayKind};

pub(super) fn findings(volume: &Volume, view: Option<&View>) -> Vec<Finding> {
    let groups = group_ids(volume);
    let places = Places::of(volume, view);
    let mut found = collisions(&places, &groups);
    for group in &groups {
        found.extend(of_group(&places, group));
    }
    for file in &volume.nested_groups {
        found.push(Finding::new(GROUP_IN_SUBDIRECTORY, &file.path).group(&file.group_id));
    }
    found.extend(volume.strays.iter().filter_map(of_stray));
    found
}

/// Where a finding about a group belongs: its file, or else its entry.
struct Places<'a> {
    volume: &'a Volume,
    /// Group id -> index of its first entry.
    entries: BTreeMap<&'a str, usize>,
}

impl<'a> Places<'a> {
    fn of(volume: &'a Volume, view: Option<&'a View>) -> Self {
        let mut entries = BTreeMap::new();
        let rows = view
            .into_iter()
            .flat_map(|view| &view.assignment().consumer_groups);
        for (index, entry) in rows.enumerate() {
            entries.entry(entry.group_id.as_str()).or_insert(index);
        }
        Self { volume, entries }
    }

    fn about(&self, kind: &'static Kind, group: &str) -> Finding {
        if let Some(file) = self.volume.file_of(group) {
            return Finding::new(kind, &file.path).group(group);
        }
        let finding = Finding::new(kind, "assignment.json").group(group);
        match (self.entries.get(group), &self.volume.assignment) {
            (Some(index), Some(Content::Loaded(file))) => {
                let entry = Path::root().member("consumerGroups").element(*index);
                finding.within(&file.json, &entry.member("groupId"))
            }
            _ => finding,
        }
    }
}

fn of_group(places: &Places<'_>, group: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut add = |kind: &'static Kind| found.push(places.about(kind, group));
    if (group.is_empty() || group.starts_with('.')) && places.volume.file_of(group).is_some() {
        add(DOT_FILE_GROUP);
    }
    if group.ends_with(".json") {
        add(GROUP_ID_ENDS_IN_JSON);
    }
    if group.trim() != group {
        add(GROUP_ID_ENDS_IN_BLANK);
    }
    if group.contains('/') {
        add(GROUP_ID_IS_A_PATH);
    }
    let bytes = group.len();
    if bytes >= ID_BYTES_MAX {
        let (kind, limit) = if bytes == ID_BYTES_MAX {
            (GROUP_ID_AT_LENGTH_LIMIT, NAME_BYTES_MAX)
        } else {
            (GROUP_ID_TOO_LONG, u32_of(ID_BYTES_MAX))
        };
        let finding = places.about(kind, group);
        found.push(finding.with("bytes", u32_of(bytes)).with("limit", limit));
    }
    found
}

/// Names that some file systems take for one.
fn collisions(places: &Places<'_>, groups: &[&str]) -> Vec<Finding> {
    let mut by_case: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut by_form: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for group in groups {
        let form = decomposed(group);
        by_case.entry(folded(&form)).or_default().insert(group);
        by_form.entry(form).or_default().insert(group);
    }
    let finding = |kind: &'static Kind, same: &BTreeSet<&str>| {
        let first = same.first()?;
        let names: Vec<String> = same.iter().map(|group| format!("\"{group}\"")).collect();
        let codes: Vec<String> = same.iter().map(|group| code_points(group)).collect();
        let finding = places.about(kind, first).items(&names);
        Some(finding.with("codes", codes.join(" / ")))
    };
    let forms = by_form.values().filter(|same| same.len() > 1);
    let mut found: Vec<Finding> = forms
        .filter_map(|same| finding(GROUPS_LOOK_ALIKE, same))
        .collect();
    for same in by_case.values() {
        // One of each normal form: what differs in form alone is told above.
        let mut forms = BTreeSet::new();
        let one_each: BTreeSet<&str> = same
            .iter()
            .copied()
            .filter(|group| forms.insert(decomposed(group)))
            .gather();
        if one_each.len() > 1 {
            found.extend(finding(GROUPS_DIFFER_IN_CASE, &one_each));
        }
    }
    found
}

/// The canonical decomposition (NFD): each character taken apart, runs of marks in canonical order.
/// By hand, because the tables of the crate are 8 kB heavier after gzip than those that the build script makes of them.
fn decomposed(text: &str) -> String {
    let mut parts = String::new();
    for sign in text.chars() {
        take_apart(sign, &mut parts);
    }
    let mut signs: Vec<(u8, char)> = parts.chars().map(|part| (class(part), part)).collect();
    for run in signs.chunk_by_mut(|left, right| (left.0 == 0) == (right.0 == 0)) {
        // Starters have class 0 and stay where they are; the sort is stable.
        let mut sorted = run.to_vec();
        sort_by(&mut sorted, |left, right| left.0.cmp(&right.0));
        run.copy_from_slice(&sorted);
    }
    signs.into_iter().map(|(_, sign)| sign).collect()
}

fn take_apart(sign: char, out: &mut String) {
    static TABLE: OnceLock<Vec<(char, &str)>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let entries = DECOMPOSITIONS.split_terminator(' ');
        let entry = |entry: &'static str| {
            let mut signs = entry.chars();
            Some((signs.next()?, signs.as_str()))
        };
        entries.filter_map(entry).collect()
    });
    // Hangul: leading consonant, vowel and, in most, a final consonant, by arithmetic.
    if ('\u{ac00}'..='\u{d7a3}').contains(&sign) {
        let index = u32::from(sign) - 0xac00;
        let last = index % 28;
        let parts = [
            0x1100 + index / 588,
            0x1161 + index % 588 / 28,
            0x11a7 + last,
        ];
        let count = if last == 0 { 2 } else { 3 };
        out.extend(parts.into_iter().take(count).filter_map(char::from_u32));
        return;
    }
    let found = table.binary_search_by_key(&sign, |entry| entry.0);
    match found.ok().and_then(|at| table.get(at)) {
        Some((_, parts)) => out.push_str(parts),
        None => out.push(sign),
    }
}

/// The canonical combining class.
fn class(sign: char) -> u8 {
    let code = u32::from(sign);
    let at = CLASSES.partition_point(|(_, last, _)| *last < code);
    CLASSES
        .get(at)
        .filter(|(first, ..)| *first <= code)
        .map_or(0, |(.., class)| *class)
}

/// Case folded as file systems do it: by way of the upper case, so that ς and σ meet.
fn folded(text: &str) -> String {
    text.chars()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect()
}

/// The characters beyond ASCII by number: what tells look-alikes apart.
fn code_points(text: &str) -> String {
    let codes: Vec<String> = text
        .chars()
        .filter(|sign| !sign.is_ascii())
        .map(|sign| format!("U+{:04X}", u32::from(sign)))
        .collect();
    codes.join(" ")
}

fn of_stray(stray: &Stray) -> Option<Finding> {
    let path = stray.path.as_str();
    let offsets = path.starts_with("__consumer_offsets/");
    match stray.kind {
        StrayKind::Leftover if path == "assignment.json.tmp" => None,
        StrayKind::Leftover => {
            let target = path
                .strip_suffix(".tmp")
                .and_then(|path| path.rsplit('/').next());
            let finding = Finding::new(LEFTOVER_TEMPORARY_FILE, path);
            Some(finding.with("target", target.unwrap_or_default()))
        }
        StrayKind::NfsTombstone => Some(Finding::new(NFS_TOMBSTONE, path)),
        StrayKind::NoSlot => {
            let last = crate::routing::TXN_SLOTS.get() - 1;
            Some(Finding::new(SLOT_NEVER_READ, path).with("last", last))
        }
        StrayKind::Other if offsets => Some(Finding::new(NOT_A_GROUP_FILE, path)),
        StrayKind::Other => None,
    }
}

/// The temporary name `ID.json.tmp` must fit a file name.
const ID_BYTES_MAX: usize = 246;
const NAME_BYTES_MAX: u32 = 255;

include!(concat!(env!("OUT_DIR"), "/decompositions.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    #[test]
    fn every_sign_comes_apart_as_in_the_crate() {
        for sign in '\0'..=char::MAX {
            let parts = decomposed(&sign.to_string());
            assert_eq!(parts, sign.to_string().nfd().collect::<String>());
            let class_of = unicode_normalization::char::canonical_combining_class;
            assert_eq!(class(sign), class_of(sign), "{sign:?}");
        }
    }

    proptest! {
        #[test]
        fn the_decomposition_is_that_of_the_crate(
            text in any::<String>(),
            marked in "[aeé각\u{300}-\u{36f}\u{1d15f}]{0,8}",
        ) {
            for text in [text, marked] {
                prop_assert_eq!(decomposed(&text), text.nfd().collect::<String>());
            }
        }
    }

    #[test]
    fn names_meet_as_file_systems_fold_them() {
        let same =
            |left: &str, right: &str| folded(&decomposed(left)) == folded(&decomposed(right));
        assert!(same("Payments", "payments") && same("STRASSE", "straße") && same("ΣΑΣ", "σας"));
        assert!(same("É", "e\u{301}") && !same("e", "é") && !same("a", "b"));
    }
}
