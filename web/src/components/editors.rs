//! The left column: brokers, groups, rules, `assignment.json`.

use orrery::assignment::Health;
use orrery::rules::RULES;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::Shared;
use crate::messages::{keys, say, t};
use crate::model::Deed;
use crate::scene::Card;
use crate::state::{Action, Problem, Section};
use crate::ui;

/// The editors' names on a narrow screen; each opens over the stage.
#[component]
pub fn Rail(shared: &Shared) -> Html {
    let scene = &shared.state.scene.0;
    let version = version(shared);
    let entry = |section: Section, icon: &'static str, label: String, count: String| {
        let open = shared.state.drawer == Some(section);
        let onclick = shared.on(Action::Drawer((!open).then_some(section)));
        html! {
            <button type="button" aria-expanded={open.to_string()} aria-controls="edit" {onclick}>
                { ui::icon(icon) }{ label }<b>{ count }</b>
            </button>
        }
    };
    html! {
        <nav class="lrail" aria-label={t(keys::EDITORS)}>
            { entry(Section::Brokers, "stage", t(keys::BROKERS), scene.cards.len().to_string()) }
            { entry(Section::Groups, "st-stable", t(keys::GROUPS), scene.chips.len().to_string()) }
            { entry(Section::Rules, "filter", t(keys::RULES), String::new()) }
            { entry(Section::File, "copy", t(keys::JSON), version) }
        </nav>
    }
}

/// The left column.
#[component]
pub fn Editors(shared: &Shared) -> Html {
    let open = shared.state.drawer;
    let section =
        |section: Section, by_default: bool| open.map_or(by_default, |open| open == section);
    html! {
        <aside id="edit" class={classes!("left", open.map(|_| "open"))} aria-label={t(keys::EDITORS)} tabindex="-1">
            <Brokers open={section(Section::Brokers, true)} shared={shared.clone()} />
            <Groups open={section(Section::Groups, false)} shared={shared.clone()} />
            <Rules open={section(Section::Rules, false)} shared={shared.clone()} />
            <File open={section(Section::File, true)} shared={shared.clone()} />
        </aside>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct Open {
    open: bool,
    shared: Shared,
}

fn section(open: bool, class: &'static str, title: String, meta: Html, body: Html) -> Html {
    html! {
        <details class={classes!("sec", class)} {open}>
            <summary>{ ui::icon_as("chev", "chev") }{ title }<span class="meta">{ meta }</span></summary>
            <div class="body">{ body }</div>
        </details>
    }
}

#[component]
fn Brokers(props: &Open) -> Html {
    let shared = &props.shared;
    let cards = &shared.state.scene.0.cards;
    let id = use_node_ref();
    let onsubmit = {
        let (id, dispatch) = (id.clone(), shared.dispatch.clone());
        let next = shared.state.model.next_broker();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(input) = id.cast::<HtmlInputElement>() {
                let name = Some(input.value())
                    .filter(|name| !name.is_empty())
                    .unwrap_or_else(|| next.clone());
                input.set_value("");
                dispatch.dispatch(Action::Do(Deed::Add(name)));
            }
        })
    };
    let alive = cards
        .iter()
        .filter(|card| card.health == Health::Alive)
        .count();
    let meta = say(keys::BROKERS_META)
        .count("count", cards.len() as u64)
        .count("alive", alive as u64)
        .text();
    let body = html! {
        <>
            { for cards.iter().map(|card| broker_row(shared, card)) }
            <form class="addrow" {onsubmit}>
                <label class="field"><input ref={id} placeholder={shared.state.model.next_broker()} aria-label={t(keys::NEW_BROKER)} /></label>
                <button class="btn sm">{ ui::icon("plus") }{ t(keys::ADD_BROKER) }</button>
            </form>
        </>
    };
    section(props.open, "", t(keys::BROKERS), html! { {meta} }, body)
}

fn broker_row(shared: &Shared, card: &Card) -> Html {
    let (pill, icon) = match card.health {
        Health::Alive => ("ok", "dot"),
        Health::Draining => ("warn", "half"),
        Health::Dead => ("err", "x"),
    };
    let remove = say(keys::REMOVE_BROKER).name("broker", &card.id).text();
    html! {
        <div class="brow" key={card.id.to_string()}>
            { slot_number(card.slot, "sm") }
            <b title={card.id.to_string()}>{ ui::name(&card.id) }</b>
            <span class={classes!("pill", pill)}>{ ui::icon(icon) }{ card.health.as_str() }</span>
            <button class="btn sm icon ghost" title={remove.clone()} aria-label={remove}
                onclick={shared.on(Action::Do(Deed::Remove(card.id.clone())))}>{ ui::icon("x") }</button>
        </div>
    }
}

/// The slot of a broker in its square; `–` without a row.
pub fn slot_number(slot: Option<u32>, class: &'static str) -> Html {
    match slot {
        Some(slot) => {
            let title = say(keys::SLOT).count("slot", slot).text();
            html! { <span class={classes!("slotno", class)} {title}>{ slot }</span> }
        }
        None => {
            html! { <span class={classes!("slotno", "none", class)} title={t(keys::NO_ROW)}>{ "–" }</span> }
        }
    }
}

#[component]
fn Groups(props: &Open) -> Html {
    let shared = &props.shared;
    let text = use_node_ref();
    let scene = &shared.state.scene.0;
    let entries = scene.totals.entries;
    let meta = say(keys::GROUPS_META)
        .count("count", scene.chips.len() as u64)
        .count("entries", entries as u64)
        .count("hash", (scene.chips.len() - entries) as u64)
        .text();
    let add = |make: fn(Vec<String>) -> Deed| {
        let (text, dispatch) = (text.clone(), shared.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(area) = text.cast::<HtmlTextAreaElement>() else {
                return;
            };
            let ids: Vec<String> = area
                .value()
                .lines()
                .map(str::to_owned)
                .filter(|id| !id.is_empty())
                .collect();
            if !ids.is_empty() {
                area.set_value("");
                dispatch.dispatch(Action::Do(make(ids)));
            }
        })
    };
    let body = html! {
        <>
            <textarea ref={text.clone()} class="area mono" rows="3" spellcheck="false"
                placeholder={t(keys::GROUPS_PLACEHOLDER)} aria-label={t(keys::NEW_GROUPS)} />
            <div class="addrow">
                <button class="btn sm" onclick={add(Deed::Touch)} title={t(keys::TOUCH_HINT)}>{ ui::icon("plus") }{ t(keys::TOUCH) }</button>
                <button class="btn sm" onclick={add(Deed::Quiet)} title={t(keys::ADD_QUIET_HINT)}>{ t(keys::ADD_QUIET) }</button>
            </div>
            <p class="hint">{ t(keys::GROUPS_HINT) }</p>
        </>
    };
    section(props.open, "", t(keys::GROUPS), html! { {meta} }, body)
}

#[component]
fn Rules(props: &Open) -> Html {
    let shared = &props.shared;
    let rules = shared.state.model.rules();
    let wrong = RULES
        .iter()
        .filter(|rule| rules.get(rule.id) != rule.variants.first().copied())
        .count();
    let meta = match wrong {
        0 => html! { <span class="pill ok">{ ui::icon("check") }{ t(keys::RULES_REAL) }</span> },
        wrong => {
            let text = say(keys::RULES_DIFFER).count("count", wrong as u64).text();
            html! { <span class="pill warn">{ ui::icon("warn") }{ text }</span> }
        }
    };
    let body = html! {
        <>
            { for RULES.iter().map(|rule| {
                let present = rules.get(rule.id);
                html! {
                    <div class="rule" role="radiogroup" aria-label={rule.id} key={rule.id}>
                        <div class="q"><b>{ rule.id }</b><code>{ rule.source }</code></div>
                        <div class="opts">
                            { for rule.variants.iter().enumerate().map(|(at, variant)| {
                                let on = present == Some(*variant);
                                html! {
                                    <button type="button" class={classes!("opt", (at > 0).then_some("wrong"))} role="radio" aria-checked={on.to_string()}
                                        key={*variant} title={t(if at == 0 { keys::RULE_REAL } else { keys::RULE_WRONG })}
                                        onclick={shared.on(Action::Rule(rule.id, variant))}>
                                        <i class="radio"></i><span>{ *variant }</span>
                                    </button>
                                }
                            }) }
                        </div>
                    </div>
                }
            }) }
            <p class="hint">{ t(keys::RULES_HINT) }</p>
        </>
    };
    section(props.open, "", t(keys::RULES), meta, body)
}

fn version(shared: &Shared) -> String {
    shared
        .state
        .scene
        .0
        .version
        .map_or_else(String::new, |version| format!("v{version}"))
}

#[component]
fn File(props: &Open) -> Html {
    let shared = &props.shared;
    let state = &shared.state;
    let text = use_node_ref();
    let gutter = use_node_ref();
    let shown = state.draft.clone().unwrap_or_else(|| state.file.clone());
    let oninput = shared.map(|event: InputEvent| {
        let area = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        Action::Draft(area.map(|area| area.value()).unwrap_or_default())
    });
    let onkeydown = {
        let dispatch = shared.dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if (event.ctrl_key() || event.meta_key()) && event.key() == "Enter" {
                event.prevent_default();
                dispatch.dispatch(Action::Apply);
            }
        })
    };
    let onscroll = {
        let (text, gutter) = (text.clone(), gutter.clone());
        Callback::from(move |_: Event| {
            if let (Some(text), Some(gutter)) =
                (text.cast::<HtmlElement>(), gutter.cast::<HtmlElement>())
            {
                gutter.set_scroll_top(text.scroll_top());
            }
        })
    };
    let meta = match state.scene.0.version {
        Some(version) => say(keys::VERSION)
            .name("version", &version.to_string())
            .text(),
        None => t(keys::NO_FILE),
    };
    let body = html! {
        <>
            <div class="codebar">
                { status(shared) }
                <span class="grow"></span>
                <button class="btn sm ghost" disabled={state.draft.is_none()} onclick={shared.on(Action::Revert)}>{ t(keys::REVERT) }</button>
                <button class="btn sm outlined" disabled={state.draft.is_none() || state.problem.is_some()} title={t(keys::APPLY_HINT)}
                    aria-keyshortcuts="Control+Enter" onclick={shared.on(Action::Apply)}>{ t(keys::APPLY) }</button>
            </div>
            <div class={classes!("code", state.problem.as_ref().map(|_| "bad"))}>
                <div class="gut" ref={gutter} aria-hidden="true">{ line_numbers(&shown, state.problem.as_ref()) }</div>
                <textarea id="assignment" ref={text} value={shown.to_string()} {oninput} {onkeydown} {onscroll} spellcheck="false"
                    autocomplete="off" wrap="off" aria-label="assignment.json" aria-describedby="file-state"
                    aria-invalid={state.problem.is_some().to_string()} />
            </div>
            <div id="file-state" class={classes!("codefoot", state.problem.as_ref().map(|_| "err"))}>{ verdict(shared) }</div>
        </>
    };
    section(
        props.open,
        "file",
        "assignment.json".to_owned(),
        html! { {meta} },
        body,
    )
}

fn status(shared: &Shared) -> Html {
    match (&shared.state.draft, &shared.state.problem) {
        (_, Some(_)) => {
            html! { <span class="pill err">{ ui::icon("err") }{ t(keys::FILE_BAD) }</span> }
        }
        (Some(_), None) => {
            html! { <span class="pill warn">{ ui::icon("warn") }{ t(keys::FILE_EDITED) }</span> }
        }
        (None, None) => {
            html! { <span class="pill ok">{ ui::icon("check") }{ t(keys::FILE_VALID) }</span> }
        }
    }
}

fn verdict(shared: &Shared) -> Html {
    let state = &shared.state;
    if let Some(Problem {
        text,
        path,
        line,
        column,
    }) = &state.problem
    {
        let place = say(keys::PLACE)
            .count("line", *line)
            .count("column", *column)
            .text();
        return html! {
            <>
                { ui::icon("err") }
                <span><span class="what">{ text }</span><span class="where">{ format!("{place} · {path}") }</span></span>
            </>
        };
    }
    match state.scene.0.totals.differs {
        0 => html! { <>{ ui::icon("check") }{ t(keys::ENTRIES_AGREE) }</> },
        count => {
            html! { <>{ ui::icon_as("neq", "nq") }{ say(keys::ENTRIES_DIFFER).count("count", count as u64).text() }</> }
        }
    }
}

fn line_numbers(text: &str, problem: Option<&Problem>) -> Html {
    let bad = problem.map_or(0, |problem| problem.line as usize);
    let lines = text.split('\n').count();
    // One text node before and one after the marked line: a file may have 100,000 lines.
    let numbers = |from: usize, to: usize| {
        (from..to)
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    if bad == 0 || bad > lines {
        return html! { {numbers(1, lines + 1)} };
    }
    html! { <>{ numbers(1, bad) }<b>{ bad }</b>{ "\n" }{ numbers(bad + 1, lines + 1) }</> }
}
