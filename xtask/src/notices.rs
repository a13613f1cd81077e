//! Licence notices of everything that is linked into what ships.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

use anyhow::{Context as _, Result};
use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId};

use crate::tree;

/// The crates that are shipped, and under what terms.
pub struct Notices(String);

impl Notices {
    /// The text to ship.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Reads the dependency graph of the two Wasm crates and the licence files of their sources.
pub fn collect() -> Result<Notices> {
    let metadata = MetadataCommand::new()
        .current_dir(tree::root())
        .features(CargoOpt::SomeFeatures(Vec::new()))
        .other_options([
            "--filter-platform".to_owned(),
            "wasm32-unknown-unknown".to_owned(),
            "--locked".to_owned(),
        ])
        .exec()
        .context("cargo metadata failed")?;
    let mut text = String::from(HEAD);
    // Many crates ship the same text letter for letter: it is printed once, with all that use it.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in shipped(&metadata)? {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see the licence file");
        writeln!(text, "{name}: {licence}")?;
        let folder = package
            .manifest_path
            .parent()
            .context("a manifest without a folder")?;
        for licence in licence_files(folder.as_std_path())? {
            texts.entry(licence).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|(_, left), (_, right)| left.cmp(right));
    for (licence, mut names) in texts {
        names.dedup();
        write!(
            text,
            "\n{RULE}\n{}\n{RULE}\n\n{}\n",
            names.join(", "),
            licence.trim_end()
        )?;
    }
    Ok(Notices(text))
}

/// Everything reachable from the two front doors over ordinary dependencies, sorted by name.
fn shipped(metadata: &Metadata) -> Result<Vec<&Package>> {
    let graph = metadata
        .resolve
        .as_ref()
        .context("cargo metadata gave no dependency graph")?;
    let nodes: BTreeMap<&PackageId, _> = graph.nodes.iter().map(|node| (&node.id, node)).collect();
    let packages: BTreeMap<&PackageId, &Package> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let mut open: Vec<&PackageId> = metadata
        .packages
        .iter()
        .filter(|package| FRONT_DOORS.contains(&package.name.as_str()))
        .map(|package| &package.id)
        .collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        let (Some(node), Some(package)) = (nodes.get(id), packages.get(id)) else {
            continue;
        };
        if !seen.insert(id)
            || package
                .targets
                .iter()
                .any(cargo_metadata::Target::is_proc_macro)
        {
            continue;
        }
        if package.source.is_some() {
            found.push(*package);
        }
        open.extend(
            node.deps
                .iter()
                .filter(|dependency| {
                    dependency
                        .dep_kinds
                        .iter()
                        .any(|kind| kind.kind == DependencyKind::Normal)
                })
                .map(|dependency| &dependency.pkg),
        );
    }
    found.sort_by(|left, right| (&left.name, &left.version).cmp(&(&right.name, &right.version)));
    Ok(found)
}

fn licence_files(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?
    {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().to_uppercase())
            .unwrap_or_default();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            paths.push(path);
        }
    }
    paths.sort();
    // Line ends and outer space differ between copies of one text.
    paths
        .iter()
        .map(|path| {
            Ok(String::from_utf8_lossy(&fs::read(path)?)
                .replace("\r\n", "\n")
                .trim()
                .to_owned())
        })
        .collect()
}

const FRONT_DOORS: [&str; 2] = ["orrery-npm", "orrery-web"];
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
const RULE: &str =
    "--------------------------------------------------------------------------------";
const HEAD: &str = "kaas-orrery contains code of these projects. Their licence texts follow the list.\n\n\
    Rust standard library: MIT OR Apache-2.0, The Rust Project Contributors\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dependency_has_its_line_of_why() {
        let text = tree::text(tree::root().join("docs/DEPENDENCIES.md")).unwrap();
        let documented: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("- `")?.split_once("`: "))
            .map(|(name, _)| name)
            .collect();
        let metadata = MetadataCommand::new()
            .current_dir(tree::root())
            .no_deps()
            .exec()
            .unwrap();
        let crates = metadata
            .packages
            .iter()
            .flat_map(|package| &package.dependencies);
        let mut wanted: BTreeSet<String> = crates
            .filter(|dependency| dependency.path.is_none())
            .map(|dependency| dependency.name.clone())
            .collect();
        for manifest in ["package.json", "npm/package.json"] {
            let manifest: serde_json::Value =
                serde_json::from_str(&tree::text(tree::root().join(manifest)).unwrap()).unwrap();
            for kind in ["dependencies", "devDependencies"] {
                let names = manifest.get(kind).and_then(serde_json::Value::as_object);
                wanted.extend(names.into_iter().flat_map(serde_json::Map::keys).cloned());
            }
        }
        assert_eq!(documented, wanted.iter().map(String::as_str).collect());
    }
}
