//! Where things are in the workspace.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use anyhow::{Context as _, Result};

/// The folder of the workspace: the one cargo runs in, which a shared target folder may not have been built in.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        manifest
            .parent()
            .map_or(manifest.clone(), Path::to_path_buf)
    });
    &ROOT
}

/// The static site.
pub fn site() -> PathBuf {
    root().join("dist/web")
}

/// The page in one file.
pub fn single_file() -> PathBuf {
    root().join("dist/orrery.html")
}

/// What the npm package ships, beside its manifest.
pub fn package() -> PathBuf {
    root().join("npm/dist")
}

/// Reads a file of the workspace; the error names it.
pub fn text(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file and the folders that lead to it; the error names it.
pub fn write(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Result<()> {
    let path = path.as_ref();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Makes a folder empty, whatever was in it.
pub fn fresh(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Every file below a folder, as paths relative to it, sorted.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        let entries =
            fs::read_dir(&next).with_context(|| format!("cannot list {}", next.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder)?.to_path_buf());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let content = fs::read(from.join(&file))
            .with_context(|| format!("cannot read {}", file.display()))?;
        write(to.join(&file), content)?;
    }
    Ok(())
}
