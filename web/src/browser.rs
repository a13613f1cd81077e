//! What the page asks of the browser: storage, address, clipboard, colours.

use gloo::storage::{LocalStorage, Storage};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlElement;
use yew::UseReducerDispatcher;

use crate::link;
use crate::messages::{keys, say, t};
use crate::model::Model;
use crate::state::{Action, Notice, State, Theme};

/// The chosen colours, else those of the system.
pub fn theme() -> Theme {
    match LocalStorage::raw()
        .get_item(THEME)
        .ok()
        .flatten()
        .as_deref()
    {
        Some("dark") => Theme::Dark,
        Some("light") => Theme::Light,
        _ => {
            let dark = gloo::utils::window()
                .match_media("(prefers-color-scheme: dark)")
                .ok()
                .flatten();
            if dark.is_some_and(|query| query.matches()) {
                Theme::Dark
            } else {
                Theme::Light
            }
        }
    }
}

/// Shows these colours and remembers them.
pub fn set_theme(theme: Theme) {
    let name = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    if let Some(root) = gloo::utils::document().document_element() {
        let _ = root.set_attribute("data-theme", name);
    }
    let _ = LocalStorage::raw().set_item(THEME, name);
}

/// Keeps the text that is not applied over a reload; `None` forgets it.
pub fn keep_draft(draft: Option<&str>) {
    let storage = LocalStorage::raw();
    let _ = match draft {
        Some(draft) => storage.set_item(DRAFT, draft),
        None => storage.remove_item(DRAFT),
    };
}

/// The text that was not applied when the page was left.
pub fn kept_draft() -> Option<String> {
    LocalStorage::raw().get_item(DRAFT).ok().flatten()
}

/// The title of the window names the scenario, so that ten links can be told apart.
pub fn set_title(title: &str) {
    gloo::utils::document().set_title(&format!("{title} · kaas-orrery"));
}

/// The scenario in the address, if there is one.
pub fn link_scenario() -> Option<Result<String, String>> {
    let encoded = fragment("s")?;
    Some(link::decode(&encoded).ok_or_else(|| t(keys::LINK_BROKEN)))
}

/// The token of a volume that `cargo xtask serve PATH` hands over.
pub fn volume_token() -> Option<String> {
    fragment("volume").filter(|token| {
        token
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    })
}

/// Copies a link that plays the same steps again, and shows it in the address.
pub fn copy_link(model: &Model, dispatch: &UseReducerDispatcher<State>) {
    let notice = |error: bool, text: String| Action::Notice(Some(Notice { error, text }));
    let encoded = match model.scenario() {
        Ok(text) => link::encode(&text),
        Err(text) => return dispatch.dispatch(notice(true, text)),
    };
    if encoded.len() > link::LONGEST {
        let text = say(keys::LINK_TOO_LONG)
            .count("size", encoded.len() as u64)
            .count("limit", link::LONGEST as u64)
            .text();
        return dispatch.dispatch(notice(true, text));
    }
    let window = gloo::utils::window();
    let hash = format!("#s={encoded}");
    if let Ok(history) = window.history() {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&hash));
    }
    let href = window.location().href().unwrap_or_default();
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let clipboard = gloo::utils::window().navigator().clipboard();
        let copied =
            !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(&href)).await.is_ok();
        let text = t(if copied {
            keys::LINK_COPIED
        } else {
            keys::LINK_IN_ADDRESS
        });
        dispatch.dispatch(notice(false, text));
    });
}

/// Clicks an element, e.g. the hidden directory picker.
pub fn click(selector: &str) {
    let element = gloo::utils::document()
        .query_selector(selector)
        .ok()
        .flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.click();
    }
}

fn fragment(name: &str) -> Option<String> {
    let hash = gloo::utils::window().location().hash().ok()?;
    let parts = hash.trim_start_matches('#').split('&');
    parts
        .filter_map(|part| part.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
}

const THEME: &str = "orrery.theme";
const DRAFT: &str = "orrery.draft";
