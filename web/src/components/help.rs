//! The key sheet: a dialog that takes the focus and gives it back.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::Shared;
use crate::messages::{keys, t};
use crate::state::Action;
use crate::ui;

/// The key sheet.
#[component]
pub fn Help(shared: &Shared) -> Html {
    let sheet = use_node_ref();
    use_effect_with((), {
        let sheet = sheet.clone();
        move |()| {
            let before = gloo::utils::document().active_element();
            if let Some(sheet) = sheet.cast::<web_sys::Element>() {
                ui::focus_element(&sheet);
            }
            move || {
                if let Some(before) = before {
                    ui::focus_element(&before);
                }
            }
        }
    });
    let close = shared.on(Action::Help(false));
    // The focus stays inside while the dialog is open.
    let onkeydown = {
        let sheet = sheet.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Tab" {
                event.prevent_default();
                cycle(&sheet, event.shift_key());
            }
        })
    };
    let letters = shared.state.letters;
    html! {
        <div class="modal">
            <div class="veil" onclick={close.clone()}></div>
            <div class="sheet" ref={sheet} role="dialog" aria-modal="true" aria-label={t(keys::KEYS)} tabindex="-1" {onkeydown}>
                <h2>{ t(keys::KEYS) }<button class="btn sm ghost icon" aria-label={t(keys::CLOSE)} onclick={close}>{ ui::icon("x") }</button></h2>
                <dl class="keys">
                    { for KEYS.iter().map(|(key, pressed)| html! {
                        <div key={*key}><dt>{ t(key) }</dt><dd>{ for pressed.iter().map(|key| html! { <><kbd>{ *key }</kbd>{ " " }</> }) }</dd></div>
                    }) }
                </dl>
                <p class="hint">
                    <button class="btn sm" aria-pressed={letters.to_string()} onclick={shared.on(Action::Letters(!letters))}>
                        { t(if letters { keys::LETTERS_OFF } else { keys::LETTERS_ON }) }
                    </button>
                </p>
                <p class="hint">{ t(keys::NOTHING_SENT) }</p>
            </div>
        </div>
    }
}

fn cycle(sheet: &NodeRef, back: bool) {
    let Some(sheet) = sheet.cast::<web_sys::Element>() else {
        return;
    };
    let Ok(buttons) = sheet.query_selector_all("button") else {
        return;
    };
    let active = gloo::utils::document().active_element();
    let count = buttons.length();
    let at = (0..count).find(|at| {
        let node = buttons
            .get(*at)
            .and_then(|node| node.dyn_into::<web_sys::Element>().ok());
        node.is_some() && node == active
    });
    let next = match (at, back) {
        (None, _) => 0,
        (Some(at), false) => (at + 1) % count,
        (Some(at), true) => (at + count - 1) % count,
    };
    if let Some(button) = buttons
        .get(next)
        .and_then(|node| node.dyn_into::<web_sys::Element>().ok())
    {
        ui::focus_element(&button);
    }
}

const KEYS: &[(&str, &[&str])] = &[
    (keys::KEY_STEP, &[",", "."]),
    (keys::KEY_ENDS, &["Home", "End"]),
    (keys::KEY_FIND, &["/"]),
    (keys::KEY_WALK, &["←", "↑", "→", "↓"]),
    (keys::KEY_BROKERS, &["PageUp", "PageDown"]),
    (keys::KEY_SELECT, &["Enter"]),
    (keys::KEY_ESCAPE, &["Esc"]),
    (keys::KEY_HEALTH, &["A", "D", "X"]),
    (keys::KEY_MARKS, &["M", "H", "O"]),
    (keys::KEY_TABLE, &["G"]),
    (keys::KEY_FILE, &["J"]),
    (keys::KEY_APPLY, &["Ctrl Enter"]),
    (keys::KEY_UNDO, &["Ctrl Z", "Ctrl Shift Z"]),
    (keys::KEY_OPEN, &["Ctrl O"]),
    (keys::KEY_LINK, &["C"]),
    (keys::KEY_THEME, &["T"]),
    (keys::KEY_HELP, &["?"]),
];
