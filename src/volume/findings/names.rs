//! Findings about the names of groups and files: rows A7, O15 to O24.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

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
/// By hand, because the crate's iterator would also link the tables of compatibility forms.
fn decomposed(text: &str) -> String {
    let mut signs = Vec::new();
    for sign in text.chars() {
        decompose_canonical(sign, |part| {
            signs.push((canonical_combining_class(part), part))
        });
    }
    for run in signs.chunk_by_mut(|left, right| (left.0 == 0) == (right.0 == 0)) {
        // Starters have class 0 and stay where they are; the sort is stable.
        let mut sorted = run.to_vec();
        sort_by(&mut sorted, |left, right| left.0.cmp(&right.0));
        run.copy_from_slice(&sorted);
    }
    signs.into_iter().map(|(_, sign)| sign).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

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
