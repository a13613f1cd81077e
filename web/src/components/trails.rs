//! Trails: a line from the copy that stayed behind to the chip of the new coordinator.

use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::Shared;
use crate::state::Selected;

/// One line, in pixels of the cards' box.
#[derive(Clone, Debug, PartialEq)]
struct Trail {
    group: String,
    from: (f64, f64),
    to: (f64, f64),
}

/// All lines of the present step. They are measured after the chips are laid out.
#[component]
pub fn Trails(shared: &Shared) -> Html {
    let svg = use_node_ref();
    let trails = use_state(Vec::<Trail>::new);
    let size = use_state(|| 0u32);
    use_effect_with((), {
        let size = size.clone();
        move |()| {
            let count = std::cell::Cell::new(0u32);
            let listener =
                gloo::events::EventListener::new(&gloo::utils::window(), "resize", move |_| {
                    count.set(count.get().wrapping_add(1));
                    size.set(count.get());
                });
            move || drop(listener)
        }
    });
    use_effect_with(
        (
            shared.state.scene.clone(),
            *size,
            shared.state.pages.clone(),
            shared.state.drawer,
        ),
        {
            let (svg, trails) = (svg.clone(), trails.clone());
            move |_| {
                let measured = svg
                    .cast::<Element>()
                    .and_then(|svg| svg.parent_element())
                    .map(|cards| measure(&cards));
                let measured = measured.unwrap_or_default();
                if *trails != measured {
                    trails.set(measured);
                }
            }
        },
    );
    let selected = |trail: &Trail| matches!(&shared.state.selected, Some(Selected::Group(id)) if **id == *trail.group);
    html! {
        <svg class="trails" ref={svg} aria-hidden="true">
            { for trails.iter().map(|trail| {
                let ((x1, y1), (x2, y2)) = (trail.from, trail.to);
                let bend = ((x2 - x1) / 2.0).abs().max(12.0) * (x2 - x1).signum();
                let class = selected(trail).then_some("sel");
                html! {
                    <g key={format!("l:{}", trail.group)}>
                        <path class={classes!(class)} d={format!("M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}", x1 + bend, x2 - bend)} />
                        <circle class={classes!("end", class)} cx={format!("{x1:.1}")} cy={format!("{y1:.1}")} r="2" />
                        <circle class={classes!("end", class)} cx={format!("{x2:.1}")} cy={format!("{y2:.1}")} r="2" />
                    </g>
                }
            }) }
        </svg>
    }
}

/// A ghost and a moved chip of one group, both on the screen.
fn measure(cards: &Element) -> Vec<Trail> {
    let origin = cards.get_bounding_client_rect();
    let ghosts = boxes(cards, ".chip.gh");
    let mut trails: Vec<Trail> = boxes(cards, ".chip.mv")
        .into_iter()
        .filter_map(|(group, to)| {
            let from = &ghosts.iter().find(|(ghost, _)| *ghost == group)?.1;
            let rightwards = to.left() > from.left();
            let middle = |rect: &web_sys::DomRect| rect.top() + rect.height() / 2.0 - origin.top();
            let (x1, x2) = if rightwards {
                (from.right() + 3.0, to.left() - 3.0)
            } else {
                (from.left() - 3.0, to.right() + 3.0)
            };
            Some(Trail {
                group,
                from: (x1 - origin.left(), middle(from)),
                to: (x2 - origin.left(), middle(&to)),
            })
        })
        .collect();
    trails.truncate(TRAILS_MAX);
    trails
}

fn boxes(cards: &Element, selector: &str) -> Vec<(String, web_sys::DomRect)> {
    let Ok(list) = cards.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|at| list.get(at)?.dyn_into::<Element>().ok())
        .filter_map(|chip| {
            Some((
                chip.get_attribute("data-group")?,
                chip.get_bounding_client_rect(),
            ))
        })
        .collect()
}

/// Lines drawn at most; more would only be a weave.
const TRAILS_MAX: usize = 60;
