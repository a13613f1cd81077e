//! The top bar: name, scenario, views and tools.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{Shared, app::other};
use crate::messages::{keys, say, t};
use crate::state::{Action, Theme, View};
use crate::{browser, model, open, ui};

/// The top bar.
#[component]
pub fn Header(shared: &Shared) -> Html {
    let state = &shared.state;
    html! {
        <header class="top">
            <a class="brand" href="#main" aria-label={t(keys::BRAND)}>{ logo() }<b>{ "kaas-orrery" }</b></a>
            <span class="scen" title={state.model.title.to_string()}>
                <span class="k">{ t(keys::SCENARIO) }</span><span class="v">{ ui::name(&state.model.title) }</span>
            </span>
            <span class="badge" title={t(keys::FLAVOR)}>{ "kaas" }</span>
            <nav class="nav" aria-label={t(keys::VIEWS)}>
                { tab(shared, View::Stage, "stage", t(keys::STAGE), None) }
                if let Some(volume) = &state.volume {
                    { tab(shared, View::Snapshot, "db", t(keys::SNAPSHOT), Some(volume.report.findings.len())) }
                }
            </nav>
            <span class="grow"></span>
            { tools(shared) }
        </header>
    }
}

fn tab(
    shared: &Shared,
    view: View,
    icon: &'static str,
    label: String,
    count: Option<usize>,
) -> Html {
    let current = (shared.state.view == view).then_some("page");
    html! {
        <button type="button" aria-current={current} onclick={shared.on(Action::Show(view))}>
            { ui::icon(icon) }<span>{ label }</span>
            if let Some(count) = count {
                <span class="n">{ say(keys::FINDING_COUNT).count("count", count as u64).text() }</span>
            }
        </button>
    }
}

fn tools(shared: &Shared) -> Html {
    let state = &shared.state;
    let undo = match state.model.undoable() {
        Some(step) => say(keys::UNDO_DEED)
            .name("deed", &model::sentence(&step.edit).text())
            .text(),
        None => t(keys::UNDO),
    };
    let redo = match state.model.redoable() {
        Some(step) => say(keys::REDO_DEED)
            .name("deed", &model::sentence(&step.edit).text())
            .text(),
        None => t(keys::REDO),
    };
    let theme_icon = if state.theme == Theme::Dark {
        "sun"
    } else {
        "moon"
    };
    html! {
        <div class="tools">
            { opener(shared) }
            <span class="pair">
                <button class="btn icon ghost" disabled={state.model.undoable().is_none()} aria-label={undo.clone()} title={undo}
                    aria-keyshortcuts="Control+Z" onclick={shared.on(Action::Undo)}>{ ui::icon("undo") }</button>
                <button class="btn icon ghost" disabled={state.model.redoable().is_none()} aria-label={redo.clone()} title={redo}
                    aria-keyshortcuts="Control+Shift+Z" onclick={shared.on(Action::Redo)}>{ ui::icon("redo") }</button>
            </span>
            { tool("link", t(keys::COPY_LINK), "C", copy_link(shared)) }
            <i class="sep"></i>
            { tool(theme_icon, t(keys::SWITCH_THEME), "T", shared.on(Action::Theme(other(state.theme)))) }
            <span class="keysb">{ tool("help", t(keys::HELP), "?", shared.on(Action::Help(true))) }</span>
        </div>
    }
}

fn tool(
    icon: &'static str,
    label: String,
    key: &'static str,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button class="btn icon ghost" aria-label={label.clone()} title={format!("{label} ({key})")} aria-keyshortcuts={key} {onclick}>
            { ui::icon(icon) }
        </button>
    }
}

/// "Open volume": a button in front of a directory picker.
pub fn opener(shared: &Shared) -> Html {
    let dispatch = shared.dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        {
            open::picked(&input, &dispatch);
        }
    });
    html! {
        <>
            <button class="btn open" title={t(keys::OPEN_VOLUME_HINT)} onclick={Callback::from(|_: MouseEvent| browser::click("#volume"))}>
                { ui::icon("open") }<span>{ t(keys::OPEN_VOLUME) }</span>
            </button>
            <input id="volume" type="file" webkitdirectory=true multiple=true hidden=true aria-label={t(keys::OPEN_VOLUME)} {onchange} />
        </>
    }
}

/// Copies a link that plays the same steps again.
pub fn copy_link(shared: &Shared) -> Callback<MouseEvent> {
    let shared = shared.clone();
    Callback::from(move |_| browser::copy_link(&shared.state.model, &shared.dispatch))
}

fn logo() -> Html {
    html! {
        <svg class="logo" viewBox="0 0 28 28" aria-hidden="true">
            <g fill="none" stroke="currentColor">
                <circle cx="14" cy="14" r="12" stroke-width="1.3" opacity=".45" />
                <circle cx="14" cy="14" r="7.2" stroke-width="1.3" opacity=".75" />
            </g>
            <circle cx="14" cy="14" r="2.7" fill="currentColor" />
            <circle class="a" cx="19.6" cy="9.5" r="2.1" />
            <circle cx="3.2" cy="19.2" r="2.1" fill="currentColor" />
            <circle class="m" cx="22.6" cy="22.2" r="1.5" />
        </svg>
    }
}
