//! The table twin of the stage: one row a group, with the stage's selection and filters.

use std::sync::Arc;

use orrery::ownership::Tier;
use yew::prelude::*;

use super::{Shared, stage};
use crate::messages::{keys, say, t};
use crate::scene::Chip;
use crate::state::{Action, Selected};
use crate::ui;

/// The table.
#[component]
pub fn Table(shared: &Shared) -> Html {
    let state = &shared.state;
    let scene = &state.scene.0;
    let rows: Vec<&Chip> = scene
        .chips
        .iter()
        .filter(|chip| {
            state.finds(
                &chip.id,
                chip.moved.is_some(),
                chip.differs(),
                !chip.ghosts.is_empty(),
                chip.coordinator.is_some() && !chip.resident,
            )
        })
        .collect();
    let key: Arc<str> = Arc::from("table");
    let first = state
        .pages
        .get(&key)
        .copied()
        .unwrap_or_default()
        .min(rows.len());
    let last = (first + stage::CHIPS_MAX).min(rows.len());
    let columns = [
        keys::COLUMN_GROUP,
        keys::COLUMN_COORDINATOR,
        keys::COLUMN_SLOT,
        keys::COLUMN_TIER,
        keys::COLUMN_HASH,
        keys::COLUMN_FROM,
        keys::COLUMN_STATE,
        keys::COLUMN_GHOSTS,
    ];
    html! {
        <div class="scroll tscroll" tabindex="0" role="region" aria-label={t(keys::TABLE)}>
            <table class="gtbl">
                <caption>{ say(keys::TABLE_CAPTION).count("shown", rows.len() as u64).count("total", scene.chips.len() as u64).text() }</caption>
                <thead><tr>{ for columns.iter().map(|key| html! { <th scope="col" key={*key}>{ t(key) }</th> }) }</tr></thead>
                <tbody>{ for rows.get(first..last).unwrap_or_default().iter().map(|chip| row(shared, chip)) }</tbody>
            </table>
            if last - first < rows.len() {
                { stage::pager(shared, &key, first, last, rows.len()) }
            }
        </div>
    }
}

fn row(shared: &Shared, chip: &Chip) -> Html {
    let selected = matches!(&shared.state.selected, Some(Selected::Group(id)) if *id == chip.id);
    let dash = || html! { <span class="dim">{ "–" }</span> };
    let broker = |id: Option<&str>| id.map_or_else(dash, ui::name);
    let tier = match chip.tier {
        Tier::Explicit => ("e", "pin"),
        Tier::Hash => ("", "hash"),
        Tier::None => ("un", "warn"),
    };
    html! {
        <tr key={format!("t:{}", chip.id)} class={classes!(selected.then_some("sel"))}>
            <td class="g" title={chip.id.to_string()}>
                <button type="button" aria-pressed={selected.to_string()} onclick={shared.on(Action::Select(Some(Selected::Group(chip.id.clone()))))}>{ ui::name(&chip.id) }</button>
            </td>
            <td>{ match &chip.coordinator {
                Some(id) => ui::name(id),
                None => html! { <span class="un">{ t(keys::NOBODY) }</span> },
            } }</td>
            <td class="mono">{ chip.slot.map_or_else(dash, |slot| html! { {slot} }) }</td>
            <td class={tier.0}>{ ui::icon(tier.1) }{ stage::tier_words(chip).text() }</td>
            <td class={classes!(chip.differs().then_some("ne"))}>{ if chip.differs() { "≠ " } else { "" } }{ broker(chip.hash.as_deref()) }</td>
            <td class="fr">{ match &chip.moved {
                Some(origin) => html! { <>{ "◂ " }{ broker(origin.broker.as_deref()) }</> },
                None => dash(),
            } }</td>
            <td>{ t(if chip.resident { keys::CHIP_EMPTY } else { keys::CHIP_ABSENT }) }</td>
            <td>{ for chip.ghosts.iter().map(|id| html! { <>{ ui::name(id) }{ " " }</> }) }</td>
        </tr>
    }
}
