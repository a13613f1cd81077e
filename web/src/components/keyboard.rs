//! Keys. What they do depends on the state, so the last one shown is remembered here.

use std::cell::RefCell;
use std::rc::Rc;

use orrery::assignment::Health;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::Handle;
use super::app::other;
use crate::model::Deed;
use crate::state::{Action, Mark, Section, Selected, State, View};
use crate::{browser, ui};

thread_local! {
    static LAST: RefCell<Option<Rc<State>>> = const { RefCell::new(None) };
}

/// Keys work on what is on the screen.
pub fn remember(state: &Handle) {
    LAST.with(|last| *last.borrow_mut() = Some(state.0.clone()));
}

/// A key anywhere on the page.
pub fn pressed(event: &KeyboardEvent, dispatch: &UseReducerDispatcher<State>) {
    let Some(state) = LAST.with(|last| last.borrow().clone()) else {
        return;
    };
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let typing = target.as_ref().is_some_and(types);
    let control = event.ctrl_key() || event.meta_key();
    let key = event.key();
    if event.alt_key() || (control && typing && key != "o") {
        return;
    }
    let action = match (control, key.as_str()) {
        (_, "Escape") => {
            if typing {
                blur(target.as_ref());
            }
            Some(Action::Escape)
        }
        (true, "z") => Some(Action::Undo),
        (true, "Z" | "y") => Some(Action::Redo),
        (true, "o") => {
            event.prevent_default();
            browser::click("#volume");
            return;
        }
        (true, _) => return,
        // The dialog is modal, and a field takes letters.
        _ if typing || state.help => return,
        (false, "Home") if state.view == View::Stage => Some(Action::Seek(0)),
        (false, "End") if state.view == View::Stage => Some(Action::Seek(usize::MAX)),
        (false, "/") => {
            event.prevent_default();
            ui::focus("#find");
            return;
        }
        (false, "?") => Some(Action::Help(true)),
        (false, letter) if state.letters => by_letter(letter, &state, target.as_ref(), dispatch),
        _ => None,
    };
    if let Some(action) = action {
        event.prevent_default();
        dispatch.dispatch(action);
    }
}

fn by_letter(
    letter: &str,
    state: &State,
    target: Option<&Element>,
    dispatch: &UseReducerDispatcher<State>,
) -> Option<Action> {
    let cursor = state.model.cursor();
    let health = |health: Health| {
        let broker = broker_of(state, target)?;
        Some(Action::Do(Deed::Health(broker, health)))
    };
    match letter {
        "," => Some(Action::Seek(cursor.saturating_sub(1))),
        "." => Some(Action::Seek(cursor + 1)),
        "a" => health(Health::Alive),
        "d" => health(Health::Draining),
        "x" => health(Health::Dead),
        "m" => Some(Action::Mark(Mark::Moved)),
        "h" => Some(Action::Mark(Mark::Differs)),
        "o" => Some(Action::Mark(Mark::Ghosts)),
        "g" => Some(Action::Table),
        "t" => Some(Action::Theme(other(state.theme))),
        "c" => {
            browser::copy_link(&state.model, dispatch);
            None
        }
        "j" => {
            dispatch.dispatch(Action::Drawer(Some(Section::File)));
            gloo::timers::callback::Timeout::new(0, || ui::focus("#assignment")).forget();
            None
        }
        _ => None,
    }
}

/// The broker whose card has the focus, else the selected one.
fn broker_of(state: &State, target: Option<&Element>) -> Option<std::sync::Arc<str>> {
    let card = target.and_then(|target| target.closest("[data-broker]").ok().flatten());
    let id = card.and_then(|card| card.get_attribute("data-broker"));
    match (id, &state.selected) {
        (Some(id), _) => Some(state.scene.0.card(&id)?.id.clone()),
        (None, Some(Selected::Broker(id))) => Some(id.clone()),
        _ => None,
    }
}

fn types(element: &Element) -> bool {
    let tag = element.tag_name();
    let kind = element.get_attribute("type").unwrap_or_default();
    tag == "TEXTAREA" || (tag == "INPUT" && kind != "range")
}

fn blur(element: Option<&Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_ref::<HtmlElement>()) {
        let _ = element.blur();
    }
}

/// Arrow keys on the stage: among chips, among the options of a health control, between brokers.
pub fn walk(event: &KeyboardEvent) {
    let Some(target) = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
    else {
        return;
    };
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let key = event.key();
    let in_health = target.closest(".health").ok().flatten().is_some();
    let next = match key.as_str() {
        "PageDown" => beside(&target, 1, in_health),
        "PageUp" => beside(&target, -1, in_health),
        "ArrowDown" | "ArrowRight" if in_health => among(&target, ".health", "button", 1),
        "ArrowUp" | "ArrowLeft" if in_health => among(&target, ".health", "button", -1),
        "ArrowDown" => among(&target, "[data-broker]", "[data-chip]:not(:disabled)", 1),
        "ArrowUp" => among(&target, "[data-broker]", "[data-chip]:not(:disabled)", -1),
        "ArrowRight" => beside(&target, 1, false),
        "ArrowLeft" => beside(&target, -1, false),
        _ => return,
    };
    if let Some(next) = next {
        event.prevent_default();
        ui::focus_element(&next);
    }
}

/// The next element of a kind inside the same box.
fn among(target: &Element, around: &str, kind: &str, by: i64) -> Option<Element> {
    let inside = target.closest(around).ok().flatten()?;
    let all = elements(&inside, kind);
    let at = all.iter().position(|element| element == target)?;
    pick(&all, at, by)
}

/// The same place in the broker beside: the chip at the same height, or the health control.
fn beside(target: &Element, by: i64, in_health: bool) -> Option<Element> {
    let card = target.closest("[data-broker]").ok().flatten()?;
    let cards = elements(&card.parent_element()?, "[data-broker]");
    let mut at = cards.iter().position(|other| *other == card)?;
    loop {
        let next = pick(&cards, at, by)?;
        let chips = if in_health {
            Vec::new()
        } else {
            elements(&next, "[data-chip]:not(:disabled)")
        };
        let height = target.get_bounding_client_rect().top();
        let nearest = chips.into_iter().min_by(|a, b| {
            let far = |chip: &Element| (chip.get_bounding_client_rect().top() - height).abs();
            far(a).total_cmp(&far(b))
        });
        if nearest.is_some() {
            return nearest;
        }
        if in_health || by.abs() > 1 {
            return next
                .query_selector(".health [aria-checked=true]")
                .ok()
                .flatten();
        }
        at = cards.iter().position(|other| *other == next)?;
    }
}

fn pick(all: &[Element], at: usize, by: i64) -> Option<Element> {
    let next = i64::try_from(at).ok()?.checked_add(by)?;
    all.get(usize::try_from(next).ok()?).cloned()
}

fn elements(inside: &Element, selector: &str) -> Vec<Element> {
    let Ok(list) = inside.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|at| list.get(at)?.dyn_into::<Element>().ok())
        .collect()
}
