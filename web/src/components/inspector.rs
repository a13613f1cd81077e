//! The inspector: the argument for one group, or one broker.

use orrery::assignment::Health;
use orrery::explain::{Counterfactual, Explanation, Step};
use orrery::messages::Arg;
use orrery::ownership::Tier;
use orrery::rules::RuleId;
use yew::prelude::*;

use super::{Shared, stage};
use crate::events::{self, Row};
use crate::messages::{keys, say, t};
use crate::names;
use crate::scene::{Card, Chip};
use crate::state::{Action, Selected};
use crate::ui;

/// The right column.
#[component]
pub fn Inspector(shared: &Shared) -> Html {
    let state = &shared.state;
    let body = match &state.selected {
        None => nothing(),
        Some(Selected::Group(id)) => group(shared, id),
        Some(Selected::Broker(id)) => match state.scene.0.card(id) {
            Some(card) => broker(shared, card),
            None => gone(shared, id),
        },
    };
    html! {
        <aside id="insp" class={classes!("insp", (state.sheet && state.selected.is_some()).then_some("sheet"))}
            aria-label={t(keys::INSPECTOR)} tabindex="-1">{ body }</aside>
    }
}

/// On a phone: what is selected, and the way to its explanation.
#[component]
pub fn Peek(shared: &Shared) -> Html {
    let state = &shared.state;
    let Some(Selected::Group(id)) = state.selected.as_ref().filter(|_| !state.sheet) else {
        return Html::default();
    };
    let chip = state.scene.0.chip(id);
    let coordinator = chip.and_then(|chip| chip.coordinator.as_deref());
    html! {
        <button type="button" class="peek" aria-expanded="false" aria-controls="insp" onclick={shared.on(Action::Sheet(true))}>
            <span class="grab"></span>
            <span class="pk"><b class="mono">{ ui::name(id) }</b>
                if let Some(chip) = chip { <span class="pill">{ stage::tier_words(chip).text() }</span> }
            </span>
            <span class="pk2">{ match coordinator {
                Some(broker) => say(keys::WHY_BROKER).name("broker", broker).html(),
                None => say(keys::WHY_NOBODY).html(),
            } }</span>
        </button>
    }
}

fn nothing() -> Html {
    html! {
        <div class="empty">
            <p>{ t(keys::SELECT_SOMETHING) }</p>
            <p class="dim"><kbd>{ "/" }</kbd>{ " " }{ t(keys::KEY_FIND) }</p>
            <p class="dim"><kbd>{ "↑" }</kbd>{ " " }<kbd>{ "↓" }</kbd>{ " " }<kbd>{ "Enter" }</kbd>{ " " }{ t(keys::KEY_SELECT) }</p>
            <p class="dim"><kbd>{ "?" }</kbd>{ " " }{ t(keys::KEY_HELP) }</p>
        </div>
    }
}

fn heading(shared: &Shared, id: &str, tags: Html) -> Html {
    html! {
        <div class="ih">
            <div class="g">
                <h2 title={id.to_owned()} tabindex={(id.len() > 200).then_some("0")}><bdi>{ if id.is_empty() { t(keys::EMPTY_ID) } else { names::visible(id).into_owned() } }</bdi></h2>
                <button class="btn sm ghost icon" aria-label={t(keys::CLOSE)} onclick={shared.on(Action::Select(None))}>{ ui::icon("x") }</button>
            </div>
            <div class="tags">{ tags }</div>
        </div>
    }
}

fn gone(shared: &Shared, id: &str) -> Html {
    html! {
        <>
            { heading(shared, id, Html::default()) }
            <div class="empty"><p>{ t(keys::GONE_AT_THIS_STEP) }</p></div>
        </>
    }
}

fn group(shared: &Shared, id: &str) -> Html {
    let state = &shared.state;
    let scene = &state.scene.0;
    let Some(chip) = scene.chip(id) else {
        return gone(shared, id);
    };
    let why = state.model.explain(id);
    html! {
        <>
            { heading(shared, id, tags(chip)) }
            {
                match &why {
                    Some(why) => html! { <>{ argument(&scene.cards, why) }{ what_if(why) }</> },
                    None => html! { <div class="empty"><p>{ t(keys::NO_FILE) }</p></div> },
                }
            }
            { memory(chip) }
            { history(shared, Some(id), None) }
        </>
    }
}

fn tags(chip: &Chip) -> Html {
    let tier = match chip.tier {
        Tier::Explicit => ("entry", "pin"),
        Tier::Hash => ("", "hash"),
        Tier::None => ("err", "warn"),
    };
    html! {
        <>
            <span class={classes!("pill", tier.0)}>{ ui::icon(tier.1) }{ stage::tier_words(chip).text() }</span>
            if let (true, Some(hash)) = (chip.differs(), &chip.hash) {
                <span class="pill warn">{ ui::icon("neq") }{ say(keys::CHIP_HASH_SAYS).name("broker", hash).text() }</span>
            }
            if let Some(origin) = &chip.moved {
                <span class="pill move">{ ui::icon("arrow") }{ stage::origin_words(origin.broker.as_deref()).text() }</span>
            }
            <span class="pill">{ ui::icon(if chip.resident { "st-empty" } else { "st-none" }) }{ t(if chip.resident { keys::CHIP_EMPTY } else { keys::CHIP_ABSENT }) }</span>
        </>
    }
}

fn argument(cards: &[Card], why: &Explanation) -> Html {
    let title = match &why.coordinator {
        Some(broker) => say(keys::WHY_BROKER).name("broker", broker),
        None => say(keys::WHY_NOBODY),
    };
    let Some((answer, steps)) = why.steps.split_last() else {
        return Html::default();
    };
    let last = steps.len().saturating_sub(1);
    html! {
        <section class="isec" aria-label={t(keys::SECTION_WHY)}>
            <h3 class="big">{ title.text() }</h3>
            <ol class="steps">
                { for steps.iter().enumerate().map(|(at, step)| html! {
                    <li key={at} class={classes!(step_class(step, at == last))}>
                        <div class="a">{ step.message.text() }</div>
                        <div class="b">{ strip(cards, why, step) }</div>
                    </li>
                }) }
            </ol>
            <div class={classes!("answer", (!why.served).then_some("none"))}>
                { ui::icon(if why.served { "check" } else { "warn" }) }
                <div>
                    <b>{ why.coordinator.as_deref().map_or_else(|| html! { {t(keys::NOBODY)} }, ui::name) }</b>
                    <div class="s">{ answer.message.text() }</div>
                </div>
            </div>
            <dl class="both">
                <dt>{ t(keys::ANSWER_ENTRY) }</dt>
                <dd>{ if why.tier == Tier::Explicit { somebody(why.coordinator.as_deref()) } else { html! { {t(keys::NONE)} } } }</dd>
                <dt>{ t(keys::ANSWER_HASH) }</dt>
                <dd class={classes!((!why.agrees).then_some("ne"))}>{ somebody(why.hash_coordinator.as_deref()) }</dd>
                <dt>{ t(keys::ANSWER_HOME) }</dt>
                <dd>{ somebody(why.home_broker.as_deref()) }</dd>
            </dl>
        </section>
    }
}

fn somebody(broker: Option<&str>) -> Html {
    broker.map_or_else(|| html! { {t(keys::NOBODY)} }, ui::name)
}

fn step_class(step: &Step, last: bool) -> Option<&'static str> {
    match step.message.key {
        "explain-entry-none"
        | "explain-preferred-down"
        | "explain-nobody-alive"
        | "explain-no-rows" => Some("no"),
        _ if last => Some("end"),
        _ => None,
    }
}

/// The slots, or the alive brokers, with the one that is hit.
fn strip(cards: &[Card], why: &Explanation, step: &Step) -> Html {
    let rows: Vec<&Card> = cards.iter().filter(|card| card.slot.is_some()).collect();
    let (cells, hit) = match step.message.key {
        "explain-slot" => (rows, why.slot.map(|slot| slot as usize)),
        "explain-alternate" => {
            let alive: Vec<&Card> = rows
                .into_iter()
                .filter(|card| card.row == Some(Health::Alive))
                .collect();
            let hit = alive
                .iter()
                .position(|card| Some(&*card.id) == why.hash_coordinator.as_deref());
            (alive, hit)
        }
        _ => return Html::default(),
    };
    if cells.len() > STRIP_MAX {
        return Html::default();
    }
    let label = say(keys::STRIP)
        .count("at", hit.unwrap_or_default() as u64)
        .count("of", cells.len() as u64)
        .text();
    html! {
        <div class="strip" role="img" aria-label={label}>
            { for cells.iter().enumerate().map(|(at, card)| html! {
                <span key={card.id.to_string()} class={classes!("cell", card.row.map(Health::as_str), (Some(at) == hit).then_some("hit"))}>
                    <b>{ at }</b><i>{ ui::name(&card.id) }</i>
                    { match card.row {
                        Some(Health::Draining) => ui::icon("half"),
                        Some(Health::Dead) => ui::icon("x"),
                        _ => Html::default(),
                    } }
                </span>
            }) }
        </div>
    }
}

fn what_if(why: &Explanation) -> Html {
    let shown = why.counterfactual.iter().take(CHANGES_MAX);
    let more = why.counterfactual.len().saturating_sub(CHANGES_MAX);
    html! {
        <section class="isec" aria-label={t(keys::SECTION_WHAT_IF)}>
            <h3>{ t(keys::SECTION_WHAT_IF) }<span class="r">{ t(keys::TRIED_NEXT) }</span></h3>
            if !why.counterfactual_searched {
                <p class="hint">{ t(keys::TOO_MANY_BROKERS) }</p>
            } else if why.counterfactual.is_empty() {
                <p class="hint">{ t(keys::NOTHING_CHANGES_IT) }</p>
            }
            <ul class="cf">
                { for shown.enumerate().map(|(at, change)| html! {
                    <li key={at}>
                        <span title={change.text.text()}>{ what_changes(change) }</span>
                        { ui::icon("arrow") }
                        <b>{ somebody(change.coordinator.as_deref()) }</b>
                    </li>
                }) }
            </ul>
            if more > 0 {
                <p class="hint">{ say(keys::MORE_CHANGES).count("count", more as u64).text() }</p>
            }
        </section>
    }
}

/// The changes alone; their outcome stands beside them.
fn what_changes(change: &Counterfactual) -> String {
    let changes = change.text.args.iter().find(|(name, _)| *name == "changes");
    match changes {
        Some((_, Arg::Text(changes))) => changes.clone(),
        _ => change.text.text(),
    }
}

fn memory(chip: &Chip) -> Html {
    if chip.ghosts.is_empty() {
        return Html::default();
    }
    html! {
        <section class="isec" aria-label={t(keys::SECTION_MEMORY)}>
            <h3>{ t(keys::SECTION_MEMORY) }</h3>
            { for chip.ghosts.iter().map(|broker| html! {
                <div class="callout gh" key={broker.to_string()}>{ ui::icon("ghost") }<div>{ say(keys::HOLDS_A_COPY).name("broker", broker).html() }</div></div>
            }) }
        </section>
    }
}

fn history(shared: &Shared, group: Option<&str>, broker: Option<&str>) -> Html {
    let rows: Vec<Row> = events::rows(&shared.state.model)
        .into_iter()
        .filter(|row| match (group, broker) {
            (Some(group), _) => row.event.group.as_deref() == Some(group),
            (None, broker) => row.event.broker.as_deref() == broker,
        })
        .collect();
    let from = rows.len().saturating_sub(HISTORY_MAX);
    html! {
        <section class="isec" aria-label={t(keys::SECTION_HISTORY)}>
            <h3>{ t(keys::SECTION_HISTORY) }<span class="r">{ say(keys::EVENT_COUNT).count("count", rows.len() as u64).text() }</span></h3>
            if rows.is_empty() {
                <p class="hint">{ t(keys::NO_HISTORY) }</p>
            }
            <table class="tbl"><tbody>
                { for rows.get(from..).unwrap_or_default().iter().rev().map(|row| html! {
                    <tr key={row.seq}>
                        <td class="mono dim">{ row.step }</td>
                        <td>
                            if group.is_some() {
                                if let Some(broker) = row.event.broker.as_deref() { <b>{ ui::name(broker) }</b>{ " " } }
                            } else if let Some(group) = row.event.group.as_deref() {
                                <b>{ ui::name(group) }</b>{ " " }
                            }
                            { events::sentence(&row.event).html() }
                            <br /><span class="mono dim">{ rule(row.event.rule) }</span>
                        </td>
                    </tr>
                }) }
            </tbody></table>
        </section>
    }
}

fn rule(rule: RuleId) -> &'static str {
    rule.as_str()
}

fn broker(shared: &Shared, card: &Card) -> Html {
    let health = match card.health {
        Health::Alive => ("ok", "dot"),
        Health::Draining => ("warn", "half"),
        Health::Dead => ("err", "x"),
    };
    let facts = [
        (
            keys::FACT_SLOT,
            card.slot
                .map_or_else(|| t(keys::NO_ROW), |slot| slot.to_string()),
        ),
        (
            keys::FACT_ROW,
            card.row
                .map_or_else(|| t(keys::NO_ROW), |row| row.as_str().to_owned()),
        ),
        (
            keys::FACT_APPLIED,
            card.applied
                .map_or_else(|| t(keys::NONE), |version| version.to_string()),
        ),
        (keys::FACT_ENTRIES, card.entries.to_string()),
        (keys::FACT_HASH, card.hashed.to_string()),
        (
            keys::FACT_RESIDENT,
            card.resident
                .map_or_else(|| t(keys::NONE), |count| count.to_string()),
        ),
        (keys::FACT_GHOSTS, card.ghosts.len().to_string()),
    ];
    html! {
        <>
            { heading(shared, &card.id, html! {
                <>
                    <span class={classes!("pill", health.0)}>{ ui::icon(health.1) }{ card.health.as_str() }</span>
                    if card.controller { <span class="pill accent">{ ui::icon("crown") }{ t(keys::CONTROLLER) }</span> }
                </>
            }) }
            <section class="isec" aria-label={t(keys::SECTION_BROKER)}>
                <table class="tbl"><tbody>
                    { for facts.into_iter().map(|(key, value)| html! { <tr key={key}><td>{ t(key) }</td><td class="mono">{ value }</td></tr> }) }
                </tbody></table>
            </section>
            { history(shared, None, Some(&card.id)) }
        </>
    }
}

/// Cells of a strip; more rows than that are told by the sentence alone.
const STRIP_MAX: usize = 16;
/// Changes listed; the rest is counted.
const CHANGES_MAX: usize = 24;
/// Events listed in the inspector.
const HISTORY_MAX: usize = 40;
