//! Reads the files of a `__cluster` tree that the model knows, to hand them to the page.
//!
//! Read only, names as they are, nothing followed out of the tree. Credentials and access lists
//! live in the same folder and are never opened.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use serde::Serialize;

/// One entry, in the shape that the page and the package take.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    path: String,
    kind: Kind,
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    File,
    Dir,
}

/// The `__cluster` folder that a path means: itself, or the one in it.
pub fn locate(path: &Path) -> Result<PathBuf> {
    if !path.is_dir() {
        bail!("{} is not a directory", path.display());
    }
    let inside = path.join("__cluster");
    if inside.is_dir() {
        return Ok(inside);
    }
    let named = path
        .canonicalize()?
        .file_name()
        .is_some_and(|name| name == "__cluster");
    if named || path.join("assignment.json").is_file() || path.join("__consumer_offsets").is_dir() {
        return Ok(path.to_path_buf());
    }
    bail!(
        "{} has no __cluster directory and is none itself",
        path.display()
    )
}

/// All that the model knows in this folder, sorted by path.
pub fn read(cluster: &Path) -> Vec<Entry> {
    let mut reading = Reading {
        entries: Vec::new(),
        bytes: 0,
    };
    for name in FILES {
        let path = cluster.join(name);
        if path.symlink_metadata().is_ok() {
            reading.file(&path, name.to_owned());
        }
    }
    for name in FOLDERS {
        let path = cluster.join(name);
        if path.symlink_metadata().is_ok() {
            reading.any(&path, name.to_owned(), 0);
        }
    }
    reading
        .entries
        .sort_by(|left, right| left.path.cmp(&right.path));
    reading.entries
}

struct Reading {
    entries: Vec<Entry>,
    bytes: u64,
}

impl Reading {
    fn any(&mut self, path: &Path, name: String, depth: usize) {
        match path.symlink_metadata() {
            Ok(meta) if meta.is_dir() => self.folder(path, name, depth),
            _ => self.file(path, name),
        }
    }

    fn folder(&mut self, path: &Path, name: String, depth: usize) {
        if depth >= DEPTH_MAX {
            return self.push(
                name,
                Kind::Dir,
                Err(format!("deeper than {DEPTH_MAX} folders: not entered")),
            );
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => {
                return self.push(name, Kind::Dir, Err(format!("cannot be listed: {error}")));
            }
        };
        self.push(name.clone(), Kind::Dir, Ok(None));
        for entry in entries {
            if self.entries.len() >= ENTRIES_MAX {
                return self.push(
                    name,
                    Kind::Dir,
                    Err(format!(
                        "more than {ENTRIES_MAX} entries: the rest is left out"
                    )),
                );
            }
            match entry {
                Ok(entry) => {
                    let child = entry.file_name();
                    let shown = format!("{name}/{}", child.to_string_lossy());
                    if child.to_str().is_none() {
                        self.push(shown, Kind::File, Err("its name is not UTF-8".to_owned()));
                    } else {
                        self.any(&entry.path(), shown, depth + 1);
                    }
                }
                Err(error) => self.push(
                    name.clone(),
                    Kind::Dir,
                    Err(format!("cannot be listed: {error}")),
                ),
            }
        }
    }

    fn file(&mut self, path: &Path, name: String) {
        let text = self.text(path);
        self.push(name, Kind::File, text.map(Some));
    }

    fn text(&mut self, path: &Path) -> Result<String, String> {
        let meta = path
            .symlink_metadata()
            .map_err(|error| format!("cannot be read: {error}"))?;
        if !meta.is_file() {
            // A link may lead out of the tree, a pipe never ends.
            return Err("is not a regular file".to_owned());
        }
        if meta.len() > FILE_BYTES_MAX {
            return Err(format!(
                "has {} bytes, more than {FILE_BYTES_MAX}",
                meta.len()
            ));
        }
        if self.bytes + meta.len() > TOTAL_BYTES_MAX {
            return Err(format!(
                "the files before it fill the limit of {TOTAL_BYTES_MAX} bytes"
            ));
        }
        let bytes = fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
        self.bytes += meta.len();
        String::from_utf8(bytes)
            .map_err(|error| format!("is not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
    }

    fn push(&mut self, path: String, kind: Kind, text: Result<Option<String>, String>) {
        let (text, problem) = match text {
            Ok(text) => (text, None),
            Err(problem) => (None, Some(problem)),
        };
        self.entries.push(Entry {
            path,
            kind,
            text,
            problem,
        });
    }
}

const FILES: [&str; 2] = ["assignment.json", "assignment.json.tmp"];
const FOLDERS: [&str; 5] = [
    "__consumer_offsets",
    "marker_queue",
    "producer_fences",
    "producer_ids",
    "txn_state",
];
const DEPTH_MAX: usize = 8;
const ENTRIES_MAX: usize = 200_000;
const FILE_BYTES_MAX: u64 = 16 << 20;
const TOTAL_BYTES_MAX: u64 = 256 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in files {
            crate::tree::write(folder.path().join("__cluster").join(path), content).unwrap();
        }
        folder
    }

    fn entry(path: &str, kind: Kind, text: Option<&str>, problem: Option<&str>) -> Entry {
        Entry {
            path: path.to_owned(),
            kind,
            text: text.map(str::to_owned),
            problem: problem.map(str::to_owned),
        }
    }

    #[test]
    fn credentials_and_strangers_are_left_out() {
        let folder = cluster(&[
            ("assignment.json", b"{}"),
            ("credentials.json", b"secret"),
            ("acls.json", b"secret"),
            ("topics/t.json", b"{}"),
            ("marker_queue/to-1/7-0.json", b"{\"commit\":true}"),
            ("__consumer_offsets/.json", b"\xff"),
        ]);
        assert_eq!(
            read(&locate(folder.path()).unwrap()),
            [
                entry("__consumer_offsets", Kind::Dir, None, None),
                entry(
                    "__consumer_offsets/.json",
                    Kind::File,
                    None,
                    Some("is not UTF-8 at byte 0")
                ),
                entry("assignment.json", Kind::File, Some("{}"), None),
                entry("marker_queue", Kind::Dir, None, None),
                entry("marker_queue/to-1", Kind::Dir, None, None),
                entry(
                    "marker_queue/to-1/7-0.json",
                    Kind::File,
                    Some("{\"commit\":true}"),
                    None
                ),
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_tree_is_not_followed() {
        let folder = cluster(&[
            ("credentials.json", b"secret"),
            ("producer_ids/kaas-0.json", b"{}"),
        ]);
        let cluster = folder.path().join("__cluster");
        std::os::unix::fs::symlink(
            cluster.join("credentials.json"),
            cluster.join("assignment.json"),
        )
        .unwrap();
        std::os::unix::fs::symlink("/", cluster.join("txn_state")).unwrap();
        assert_eq!(
            read(&cluster),
            [
                entry(
                    "assignment.json",
                    Kind::File,
                    None,
                    Some("is not a regular file")
                ),
                entry("producer_ids", Kind::Dir, None, None),
                entry("producer_ids/kaas-0.json", Kind::File, Some("{}"), None),
                entry("txn_state", Kind::File, None, Some("is not a regular file")),
            ]
        );
    }

    #[test]
    fn a_path_is_the_tree_or_its_parent() {
        let folder = cluster(&[("assignment.json", b"{}")]);
        let tree = folder.path().join("__cluster");
        assert_eq!(locate(folder.path()).unwrap(), tree);
        assert_eq!(locate(&tree).unwrap(), tree);
        let other = tempfile::tempdir().unwrap();
        assert_eq!(
            locate(other.path()).unwrap_err().to_string(),
            format!(
                "{} has no __cluster directory and is none itself",
                other.path().display()
            )
        );
    }
}
