//! The steps done so far, the place among them, and what happened in each.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Shared;
use crate::messages::{keys, say, t};
use crate::state::Action;
use crate::ui;
use crate::{events, model};

/// The bottom region.
#[component]
pub fn Timeline(shared: &Shared) -> Html {
    html! {
        <section class="time" aria-label={t(keys::TIMELINE)}>
            { transport(shared) }
            <Steps ..shared.clone() />
            <Log ..shared.clone() />
        </section>
    }
}

fn transport(shared: &Shared) -> Html {
    let model = &shared.state.model;
    let (at, of) = (model.cursor(), model.len());
    let button = |class: &'static str,
                  icon: &'static str,
                  label: String,
                  key: &'static str,
                  to: Option<usize>| {
        let onclick = shared.on(Action::Seek(to.unwrap_or(at)));
        html! {
            <button class={classes!("btn", "sm", "icon", "ghost", class)} disabled={to.is_none()} aria-label={label.clone()}
                title={format!("{label} ({key})")} aria-keyshortcuts={key} {onclick}>{ ui::icon(icon) }</button>
        }
    };
    let before = at.checked_sub(1);
    let after = (at < of).then_some(at + 1);
    let seek = shared.map(|event: InputEvent| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        Action::Seek(
            input
                .and_then(|input| input.value().parse().ok())
                .unwrap_or_default(),
        )
    });
    let text = say(keys::STEP_OF)
        .count("at", at as u64)
        .count("of", of as u64)
        .text();
    let share = |step: usize| format!("{:.3}%", step as f64 * 100.0 / of.max(1) as f64);
    let marks = (0..of)
        .map(|index| (index, model.moved_in(index)))
        .filter(|(_, moved)| *moved > 0)
        .take(MARKS_MAX);
    html! {
        <div class="tbar">
            <span class="tp">
                { button("ends", "first", t(keys::FIRST_STEP), "Home", before.map(|_| 0)) }
                { button("", "stepb", t(keys::STEP_BACK), ",", before) }
                { button("", "stepf", t(keys::STEP_FORWARD), ".", after) }
                { button("ends", "last", t(keys::LAST_STEP), "End", after.map(|_| of)) }
            </span>
            <span class="clock">{ clock(model.now()) }<small>{ text.clone() }</small></span>
            <div class="scrub">
                <svg aria-hidden="true">
                    <line class="ax" x1="0" x2="100%" y1="18" y2="18" />
                    <line class="done" x1="0" x2={share(at)} y1="18" y2="18" />
                    { for marks.map(|(index, moved)| {
                        let x = share(index + 1);
                        html! { <><line class="m" x1={x.clone()} x2={x.clone()} y1="11" y2="18" /><text {x} y="9">{ moved }</text></> }
                    }) }
                </svg>
                <input type="range" min="0" max={of.to_string()} step="1" value={at.to_string()} aria-label={t(keys::POSITION)} aria-valuetext={text} oninput={seek} />
            </div>
        </div>
    }
}

/// Virtual time as `mm:ss.mmm`.
fn clock(ms: u64) -> String {
    format!("{:02}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000)
}

#[component]
fn Steps(shared: &Shared) -> Html {
    let session = &shared.state.model;
    let list = use_node_ref();
    // The present step stays in view, and the focus stays where it is.
    use_effect_with((session.cursor(), session.len()), {
        let list = list.clone();
        move |_| {
            if let Some(list) = list.cast::<web_sys::Element>()
                && let Ok(Some(now)) = list.query_selector(".now")
                && let Some(now) = now.dyn_ref::<web_sys::HtmlElement>()
            {
                let top = now.offset_top() - list.client_height() / 2;
                list.set_scroll_top(top.max(0));
            }
        }
    });
    let at = session.cursor();
    let class = |index: usize| {
        if index == at {
            "now"
        } else if index > at {
            "later"
        } else {
            ""
        }
    };
    html! {
        <div class="list" role="group" aria-label={t(keys::STEPS)}>
            <header><h2>{ t(keys::STEPS) }</h2><b>{ session.len() }</b></header>
            <ol class="stepl" ref={list}>
                <li key={0} class={class(0)}>
                    <button type="button" aria-current={(at == 0).then_some("step")} onclick={shared.on(Action::Seek(0))}>
                        <span class="t">{ "0" }</span>{ ui::icon("stage") }<span class="x">{ t(keys::START) }</span>
                    </button>
                </li>
                { for session.steps().iter().enumerate().map(|(index, step)| (index + 1, step)).map(|(number, step)| html! {
                    <li key={number} class={class(number)}>
                        <button type="button" aria-current={(at == number).then_some("step")} onclick={shared.on(Action::Seek(number))}>
                            <span class="t">{ number }</span>{ ui::icon(model::icon(&step.edit)) }<span class="x">{ model::sentence(&step.edit).html() }</span>
                            if session.moved_in(number - 1) > 0 { <span class="m">{ say(keys::MOVES).count("count", session.moved_in(number - 1) as u64).text() }</span> }
                        </button>
                    </li>
                }) }
            </ol>
        </div>
    }
}

#[component]
fn Log(shared: &Shared) -> Html {
    let filter = use_state(String::new);
    let rows = events::rows(&shared.state.model);
    let present = shared.state.model.cursor();
    let wanted = filter.to_lowercase();
    let found: Vec<_> = rows
        .iter()
        .filter(|row| wanted.is_empty() || row.event.to_string().to_lowercase().contains(&wanted))
        .collect();
    let oninput = {
        let filter = filter.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event
                .target()
                .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
            {
                filter.set(input.value());
            }
        })
    };
    let hidden = found.len().saturating_sub(ROWS_MAX);
    html! {
        <div class="list" role="group" aria-label={t(keys::LOG)}>
            <header>
                <h2>{ t(keys::LOG) }</h2><b>{ orrery::messages::grouped(found.len() as u64) }</b>
                if hidden > 0 { <span class="dim">{ say(keys::LOG_LAST).count("count", ROWS_MAX as u64).text() }</span> }
                <label class="field">{ ui::icon("filter") }<input type="search" value={(*filter).clone()} placeholder={t(keys::FILTER)} aria-label={t(keys::FILTER_LOG)} {oninput} /></label>
            </header>
            <ol class="logl" tabindex="0" aria-label={t(keys::LOG)}>
                { for found.iter().skip(hidden).rev().map(|row| {
                    let event = &row.event;
                    let (icon, class) = events::mark(event);
                    html! {
                        <li key={row.seq} class={classes!(class, (row.step == present).then_some("now"))} title={event.to_string()}>
                            <span class="t">{ row.step }</span>
                            { ui::icon(icon) }
                            <span class="x">
                                if let Some(broker) = &event.broker { { ui::name(broker) }{ " " } }
                                if let Some(group) = &event.group { <b>{ ui::name(group) }</b>{ " " } }
                                <span class="dim">{ events::sentence(event).html() }</span>
                            </span>
                            <span class="why">{ event.rule.as_str() }</span>
                        </li>
                    }
                }) }
            </ol>
        </div>
    }
}

/// Events shown at once, the newest.
const ROWS_MAX: usize = 200;
/// Marks on the track.
const MARKS_MAX: usize = 60;
