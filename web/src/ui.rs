//! Small parts that every component uses.

use web_sys::Element;
use yew::prelude::*;

use crate::names;

/// A pictogram of the sprite, for the eye only.
pub fn icon(name: &'static str) -> Html {
    icon_as(name, "")
}

/// The same with a class of its own.
pub fn icon_as(name: &'static str, class: &'static str) -> Html {
    html! {
        <svg class={classes!("ic", class)} aria-hidden="true"><use href={format!("#i-{name}")} /></svg>
    }
}

/// A name from user data, isolated from the direction of its surroundings.
pub fn name(id: &str) -> Html {
    html! { <bdi>{ names::shown(id) }</bdi> }
}

/// Moves the focus to the element that a selector finds.
pub fn focus(selector: &str) {
    if let Ok(Some(element)) = gloo::utils::document().query_selector(selector) {
        focus_element(&element);
    }
}

/// Moves the focus to an element.
pub fn focus_element(element: &Element) {
    use wasm_bindgen::JsCast;
    if let Some(element) = element.dyn_ref::<web_sys::HtmlElement>() {
        let _ = element.focus();
    }
}
