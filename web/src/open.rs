//! Opening a volume: read in this browser, nothing is sent.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{Array, Function, Promise, Uint8Array};
use orrery::collect::Gather as _;
use orrery::json;
use orrery::volume::report::{Report, analyze};
use orrery::volume::{File, FileKind, Volume};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    DataTransferItemList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry,
    HtmlInputElement, Response,
};
use yew::UseReducerDispatcher;

use crate::messages::{keys, say, t};
use crate::state::{Action, Notice, State};

/// A volume with what is wrong in it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Name of the folder.
    pub name: String,
    /// What was read.
    pub files: Vec<File>,
    /// What the core says about it.
    pub report: Report,
    /// Paths that were not opened because of their names.
    pub skipped: Vec<String>,
}

impl Opened {
    /// Analyses files.
    pub fn new(name: String, files: Vec<File>, skipped: Vec<String>) -> Self {
        let report = analyze(&Volume::read(files.clone()));
        Self {
            name,
            files,
            report,
            skipped,
        }
    }

    /// Texts below `__cluster`, as a cluster starts from them.
    pub fn texts(&self) -> BTreeMap<String, String> {
        let root = Volume::read(self.files.clone()).root;
        let inside = |path: &str| match root.as_str() {
            "" => Some(path.to_owned()),
            root => path
                .strip_prefix(root)?
                .strip_prefix('/')
                .map(str::to_owned),
        };
        self.files
            .iter()
            .filter_map(|file| Some((inside(&file.path)?, file.text.clone()?)))
            .gather()
    }

    /// Files that could not be read, each with the reason.
    pub fn unreadable(&self) -> Vec<(&str, &str)> {
        let problem = |file: &'_ File| file.problem.is_some();
        self.files
            .iter()
            .filter(|file| problem(file))
            .map(|file| {
                (
                    file.path.as_str(),
                    file.problem.as_deref().unwrap_or_default(),
                )
            })
            .collect()
    }
}

type Dispatch = UseReducerDispatcher<State>;

/// Reads what a directory picker gave.
pub fn picked(input: &HtmlInputElement, dispatch: &Dispatch) {
    let Some(list) = input.files() else { return };
    let files: Vec<Found> = (0..list.length())
        .filter_map(|at| list.get(at))
        .map(|file| {
            let relative =
                js_sys::Reflect::get(&file, &JsValue::from_str("webkitRelativePath")).ok();
            let path = relative
                .and_then(|path| path.as_string())
                .filter(|path| !path.is_empty());
            Found {
                path: path.unwrap_or_else(|| file.name()),
                file: Some(file),
            }
        })
        .collect();
    // The same folder can be picked again after it has changed.
    input.set_value("");
    let dispatch = dispatch.clone();
    spawn_local(async move { read(files, &dispatch).await });
}

/// Reads what was dropped: a folder, or single files.
pub fn dropped(items: &DataTransferItemList, dispatch: &Dispatch) {
    // Entries must be taken before the handler returns; afterwards the list is empty.
    let entries: Vec<FileSystemEntry> = (0..items.length())
        .filter_map(|at| items.get(at)?.webkit_get_as_entry().ok().flatten())
        .collect();
    if entries.is_empty() {
        return;
    }
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let mut found = Vec::new();
        for entry in entries {
            walk(entry, &mut found, &dispatch).await;
        }
        read(found, &dispatch).await;
    });
}

/// Reads the volume that `cargo xtask serve PATH` hands over behind a random token.
pub async fn served(token: String, dispatch: Dispatch) {
    let fail = |text: String| dispatch.dispatch(Action::Notice(Some(Notice { error: true, text })));
    let url = format!("./volume/{token}");
    let response = JsFuture::from(gloo::utils::window().fetch_with_str(&url)).await;
    let Some(response) = response
        .ok()
        .and_then(|response| response.dyn_into::<Response>().ok())
        .filter(Response::ok)
    else {
        return fail(t(keys::SERVED_GONE));
    };
    let text = match response.text() {
        Ok(text) => JsFuture::from(text)
            .await
            .ok()
            .and_then(|text| text.as_string()),
        Err(_) => None,
    };
    match text.as_deref().map(serde_json::from_str::<Vec<File>>) {
        Some(Ok(files)) => {
            let files = files
                .into_iter()
                .filter(|file| !secret(&file.path))
                .collect();
            dispatch.dispatch(Action::Opened(Rc::new(Opened::new(
                t(keys::SERVED_NAME),
                files,
                Vec::new(),
            ))));
        }
        Some(Err(error)) => fail(
            say(keys::SERVED_BROKEN)
                .name("reason", &error.to_string())
                .text(),
        ),
        None => fail(t(keys::SERVED_GONE)),
    }
}

/// Something found on the disk.
struct Found {
    path: String,
    /// `None`: a directory.
    file: Option<web_sys::File>,
}

async fn read(found: Vec<Found>, dispatch: &Dispatch) {
    let (kept, skipped): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|found| !secret(&found.path));
    let of = kept.len();
    let name = kept
        .first()
        .and_then(|found| found.path.split('/').next())
        .unwrap_or_default()
        .to_owned();
    let mut files = Vec::with_capacity(of);
    for (at, found) in kept.into_iter().enumerate() {
        if at % REPORTED_EVERY == 0 && of > REPORTED_EVERY {
            dispatch.dispatch(Action::Reading(at, of));
        }
        files.push(one(found).await);
    }
    dispatch.dispatch(Action::ReadingEnded);
    if files.is_empty() {
        return dispatch.dispatch(Action::Notice(Some(Notice {
            error: true,
            text: t(keys::NOTHING_READ),
        })));
    }
    if let [
        File {
            text: Some(text), ..
        },
    ] = files.as_slice()
        && is_scenario(text)
    {
        return dispatch.dispatch(Action::Scenario(text.clone()));
    }
    let skipped = skipped.into_iter().map(|found| found.path).collect();
    dispatch.dispatch(Action::Opened(Rc::new(Opened::new(name, files, skipped))));
}

/// A single file with a format version of a scenario, not a volume.
fn is_scenario(text: &str) -> bool {
    json::parse(text).is_ok_and(|json| json.get("scenario").is_some())
}

async fn one(found: Found) -> File {
    let Found { path, file } = found;
    let Some(file) = file else {
        return File {
            path,
            kind: FileKind::Dir,
            text: None,
            problem: None,
        };
    };
    let size = file.size();
    let (text, problem) = if size > LARGEST {
        (
            None,
            Some(
                say(keys::FILE_TOO_LARGE)
                    .count("limit", LARGEST as u64)
                    .text(),
            ),
        )
    } else {
        match JsFuture::from(file.array_buffer()).await {
            Ok(buffer) => match String::from_utf8(Uint8Array::new(&buffer).to_vec()) {
                Ok(text) => (Some(text), None),
                Err(_) => (None, Some(t(keys::FILE_NOT_UTF8))),
            },
            Err(error) => (None, Some(reason(&error))),
        }
    };
    File {
        path,
        kind: FileKind::File,
        text,
        problem,
    }
}

/// What the browser says about a file that it cannot read.
fn reason(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map_or_else(|| t(keys::FILE_UNREADABLE), |error| error.message().into())
}

/// Keys and access rules are none of this page's business: never opened.
fn secret(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    matches!(name, "credentials.json" | "acls.json")
}

/// A dropped entry and what is below it, depth first.
async fn walk(entry: FileSystemEntry, found: &mut Vec<Found>, dispatch: &Dispatch) {
    let mut open = vec![entry];
    while let Some(entry) = open.pop() {
        let path = entry.full_path().trim_start_matches('/').to_owned();
        if entry.is_directory() {
            let directory: FileSystemDirectoryEntry = entry.unchecked_into();
            found.push(Found { path, file: None });
            open.extend(children(&directory).await);
        } else if !secret(&path) {
            let file = file_of(entry.unchecked_into()).await;
            found.extend(file.map(|file| Found {
                path,
                file: Some(file),
            }));
        } else {
            found.push(Found { path, file: None });
        }
        if found.len().is_multiple_of(REPORTED_EVERY) {
            dispatch.dispatch(Action::Reading(0, found.len()));
        }
    }
}

async fn file_of(entry: FileSystemFileEntry) -> Option<web_sys::File> {
    let promise = promise(|resolve, reject| entry.file_with_callback_and_callback(resolve, reject));
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// A reader gives at most 100 entries at a time, and none when it is done.
async fn children(directory: &FileSystemDirectoryEntry) -> Vec<FileSystemEntry> {
    let reader = directory.create_reader();
    let mut all = Vec::new();
    loop {
        let promise = promise(|resolve, reject| {
            let _ = reader.read_entries_with_callback_and_callback(resolve, reject);
        });
        let Ok(batch) = JsFuture::from(promise).await else {
            return all;
        };
        let batch: Array = batch.unchecked_into();
        if batch.length() == 0 {
            return all;
        }
        all.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

fn promise(start: impl FnOnce(&Function, &Function)) -> Promise {
    let start = RefCell::new(Some(start));
    let mut run = |resolve: Function, reject: Function| {
        if let Some(start) = start.borrow_mut().take() {
            start(&resolve, &reject);
        }
    };
    Promise::new(&mut run)
}

/// Files between two reports of progress.
const REPORTED_EVERY: usize = 100;
/// Bytes of a file that is read; kaas' files are far smaller.
const LARGEST: f64 = 64.0 * 1024.0 * 1024.0;
