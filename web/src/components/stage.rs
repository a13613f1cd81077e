//! The stage: brokers in slot order, groups inside the broker that coordinates them.

use std::sync::Arc;

use orrery::assignment::Health;
use orrery::ownership::Tier;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::editors::slot_number;
use super::{Shared, app, keyboard, table, trails};
use crate::messages::{Say, keys, say, t};
use crate::model::Deed;
use crate::names;
use crate::scene::{Card, Chip, Scene};
use crate::state::{Action, Mark, Selected};
use crate::ui;

/// The stage.
#[component]
pub fn Stage(shared: &Shared) -> Html {
    let scene = &shared.state.scene.0;
    html! {
        <main id="main" class="stage" aria-label={t(keys::STAGE)} tabindex="-1">
            { bar(shared, scene) }
            { news(shared, scene) }
            { app::notice(shared) }
            if shared.state.table {
                <table::Table ..shared.clone() />
            } else {
                <div class="scroll" tabindex="-1" onkeydown={Callback::from(|event: KeyboardEvent| keyboard::walk(&event))}>
                    <div class="lane">
                        if scene.cards.is_empty() {
                            <div class="empty"><p>{ t(keys::NO_BROKERS) }</p></div>
                        }
                        { rail(scene) }
                        <div class="cards">
                            { for scene.cards.iter().map(|card| html! {
                                <BrokerCard key={card.id.to_string()} id={card.id.clone()} shared={shared.clone()} />
                            }) }
                            <trails::Trails key={"trails"} ..shared.clone() />
                        </div>
                        { nobody(shared, scene) }
                    </div>
                </div>
                { legend() }
            }
        </main>
    }
}

fn bar(shared: &Shared, scene: &Scene) -> Html {
    let state = &shared.state;
    let find = shared.map(|event: InputEvent| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        Action::Find(input.map(|input| input.value()).unwrap_or_default())
    });
    let mark = |mark: Mark,
                on: bool,
                class: &'static str,
                icon: &'static str,
                label: String,
                count: usize| {
        html! {
            <button type="button" class={classes!("toggle", class)} aria-pressed={on.to_string()} onclick={shared.on(Action::Mark(mark))}>
                { ui::icon(icon) }<span>{ label }</span>{ " " }<b>{ orrery::messages::grouped(count as u64) }</b>
            </button>
        }
    };
    let totals = scene.totals;
    html! {
        <div class="stagebar">
            <span class="seg" role="radiogroup" aria-label={t(keys::SHOWN_AS)}>
                { choice(shared, !state.table, t(keys::CHIPS), Action::Table) }
                { choice(shared, state.table, t(keys::TABLE), Action::Table) }
            </span>
            <label class="field">
                { ui::icon("search") }
                <input id="find" type="search" value={state.find.to_string()} placeholder={t(keys::FIND)} aria-label={t(keys::FIND)} oninput={find} />
                <kbd>{ "/" }</kbd>
            </label>
            { mark(Mark::Moved, state.marks.moved, "move", "arrow", t(keys::MOVED), totals.moved) }
            { mark(Mark::Differs, state.marks.differs, "diff", "neq", t(keys::DIFFERS), totals.differs) }
            { mark(Mark::Ghosts, state.marks.ghosts, "gh", "ghost", t(keys::GHOSTS), totals.ghosts) }
            { mark(Mark::Absent, state.marks.absent, "", "st-none", t(keys::NOT_IN_MEMORY), totals.absent) }
        </div>
    }
}

fn choice(shared: &Shared, on: bool, label: String, action: Action) -> Html {
    html! { <button type="button" role="radio" aria-checked={on.to_string()} onclick={shared.on(action)}>{ label }</button> }
}

/// Recompute, read and sweep: always in manual mode, else where something waits for them.
fn commands(shared: &Shared, scene: &Scene) -> Html {
    let behind = scene
        .cards
        .iter()
        .any(|card| card.resident.is_some() && card.applied != scene.version);
    let manual = shared.state.manual;
    let button = |shown: bool, icon: &'static str, label: String, hint: String, deed: Deed| {
        if !shown {
            return Html::default();
        }
        html! { <button type="button" class="btn sm" title={hint} onclick={shared.on(Action::Do(deed))}>{ ui::icon(icon) }<span>{ label }</span></button> }
    };
    html! {
        <>
            { button(manual, "crown", t(keys::RECOMPUTE), t(keys::RECOMPUTE_HINT), Deed::Recompute) }
            { button(manual || behind, "eye", t(keys::READ), t(keys::READ_HINT), Deed::Read) }
            { button(manual || (!behind && scene.totals.ghosts > 0), "broom", t(keys::SWEEP), t(keys::SWEEP_HINT), Deed::Sweep) }
        </>
    }
}

fn news(shared: &Shared, scene: &Scene) -> Html {
    let mut sentences = scene.news(&shared.state.model).into_iter();
    let first = sentences.next();
    html! {
        <div class="say">
            if let Some(version) = scene.version {
                <span class="ver" title={t(keys::FILE_VERSION)}>{ format!("v{version}") }</span>
            }
            <span class="t" role="status" aria-live="polite">
                <b>{ first.map(|say| say.html()) }{ t(keys::SENTENCE_END) }</b>
                { for sentences.map(|say| html! { <>{ " " }{ say.html() }</> }) }
            </span>
            <span class="cmds">
                { commands(shared, scene) }
                <span class="seg" role="radiogroup" aria-label={t(keys::MODE)} title={t(keys::MODE)}>
                    { choice(shared, !shared.state.manual, t(keys::INSTANT), Action::Manual(false)) }
                    { choice(shared, shared.state.manual, t(keys::MANUAL), Action::Manual(true)) }
                </span>
            </span>
        </div>
    }
}

/// The slot axis, with where the slots of brokers that are not alive fall.
fn rail(scene: &Scene) -> Html {
    let count = scene.cards.len();
    let middle = |at: usize| (at as f64 + 0.5) / count as f64;
    let falls: Vec<(usize, usize, &Card)> = scene
        .cards
        .iter()
        .enumerate()
        .filter_map(|(at, card)| Some((at, card.falls.as_ref()?.card, card)))
        .collect();
    let percent = |share: f64| format!("{:.3}%", share * 100.0);
    html! {
        <div class="rail">
            <svg class="arcs" viewBox="0 0 1000 48" preserveAspectRatio="none" aria-hidden="true">
                { for falls.iter().map(|(from, to, card)| {
                    let (x1, x2) = (middle(*from) * 1000.0, middle(*to) * 1000.0);
                    // Longer falls go higher, so that two of them do not cover each other.
                    let high = if from.abs_diff(*to) > 1 { 2 } else { 12 };
                    html! { <path class={classes!("arc", warn(card))} d={format!("M{x1:.1} 38C{x1:.1} {high} {x2:.1} {high} {x2:.1} 38")} /> }
                }) }
            </svg>
            <i class="axis"></i>
            <svg class="arcs" aria-hidden="true">
                { for scene.cards.iter().enumerate().filter(|(_, card)| card.slot.is_some()).map(|(at, _)| {
                    let x = percent(middle(at));
                    html! { <line class="tick" x1={x.clone()} x2={x} y1="39" y2="48" /> }
                }) }
                { for falls.iter().map(|(from, to, card)| {
                    // A long fall is named near its start, where shorter ones do not pass.
                    let long = from.abs_diff(*to) > 1;
                    let share = if long { 0.35 } else { 0.5 };
                    let x = percent(middle(*from) + (middle(*to) - middle(*from)) * share);
                    let y = if long { "17" } else { "23" };
                    let slot = card.slot.unwrap_or_default();
                    let broker = card.falls.as_ref().map(|falls| names::shown(&falls.to)).unwrap_or_default();
                    html! { <text class={warn(card)} {x} {y}>{ format!("{slot} → {broker}") }</text> }
                }) }
            </svg>
            if scene.divisor > 0 {
                <span class="cap">{ format!("slot = fnv1a32(groupId) mod {}", scene.divisor) }</span>
            }
        </div>
    }
}

fn warn(card: &Card) -> Option<&'static str> {
    (card.row == Some(Health::Draining)).then_some("w")
}

#[derive(Clone, PartialEq, Properties)]
struct CardProps {
    id: Arc<str>,
    shared: Shared,
}

#[component]
fn BrokerCard(props: &CardProps) -> Html {
    let shared = &props.shared;
    let scene = &shared.state.scene.0;
    let current = use_state(|| None::<AttrValue>);
    let Some(card) = scene.card(&props.id) else {
        return Html::default();
    };
    let onfocusin = {
        let current = current.setter();
        Callback::from(move |event: FocusEvent| {
            let chip = event
                .target()
                .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if let Some(mark) = chip.and_then(|chip| chip.get_attribute("data-chip")) {
                current.set(Some(AttrValue::from(mark)));
            }
        })
    };
    let selected = shared.state.selected == Some(Selected::Broker(card.id.clone()));
    let label = say(keys::CARD)
        .name("broker", &card.id)
        .name(
            "slot",
            &card
                .slot
                .map_or_else(|| "–".to_owned(), |slot| slot.to_string()),
        )
        .name("health", card.health.as_str())
        .count("count", (card.entries + card.hashed) as u64);
    html! {
        <section class={classes!("card", card.health.as_str(), selected.then_some("sel"))} aria-label={label.text()}
            data-broker={card.id.to_string()} {onfocusin}>
            { head(shared, card, scene) }
            { body(shared, card, scene, current.as_ref()) }
        </section>
    }
}

fn head(shared: &Shared, card: &Card, scene: &Scene) -> Html {
    let behind = card.resident.is_some() && card.applied != scene.version;
    let applied = card
        .applied
        .map_or_else(|| "–".to_owned(), |version| format!("v{version}"));
    let (gained, lost) = (card.gained.len(), card.lost);
    let select = shared.on(Action::Select(Some(Selected::Broker(card.id.clone()))));
    html! {
        <div class="hd">
            <div class="id">
                { slot_number(card.slot, "") }
                <button type="button" class="name" title={card.id.to_string()} onclick={select}>{ ui::name(&card.id) }</button>
                if card.controller {
                    <svg class="ic" role="img" aria-label={t(keys::CONTROLLER)}><use href="#i-crown" /></svg>
                }
                <span class={classes!("ver", behind.then_some("behind"))} title={t(if behind { keys::BEHIND } else { keys::APPLIED })}>
                    if behind { <s>{ applied }</s> } else { { applied } }
                </span>
            </div>
            { health(shared, card) }
            <div class="counts">
                <span class="n" title={t(keys::COORDINATES)}>{ orrery::messages::grouped((card.entries + card.hashed) as u64) }</span>
                <span class="eh" title={t(keys::ENTRIES_AND_HASH)}>{ ui::icon("pin") }{ card.entries }{ " + " }{ ui::icon("hash") }{ card.hashed }</span>
                <span class={classes!("gl", (gained + lost == 0).then_some("z"))} title={t(keys::GAINED_AND_LOST)}>{ change(gained, lost) }</span>
            </div>
            <div class="mem">
                <span>{ t(keys::IN_MEMORY) }{ " " }<b>{ card.resident.map_or_else(|| "–".to_owned(), |n| n.to_string()) }</b></span>
                <span>{ t(keys::GHOSTS_SMALL) }{ " " }<b>{ card.resident.map_or_else(|| "–".to_owned(), |_| card.ghosts.len().to_string()) }</b></span>
            </div>
        </div>
    }
}

fn change(gained: usize, lost: usize) -> String {
    match (gained, lost) {
        (0, 0) => "±0".to_owned(),
        (gained, 0) => format!("+{gained}"),
        (0, lost) => format!("−{lost}"),
        (gained, lost) => format!("+{gained} −{lost}"),
    }
}

fn health(shared: &Shared, card: &Card) -> Html {
    let option = |health: Health, icon: &'static str, key: &'static str| {
        let on = card.health == health;
        let word = health.as_str();
        html! {
            <button type="button" role="radio" class={word} aria-label={word} title={format!("{word} ({key})")} aria-checked={on.to_string()}
                aria-keyshortcuts={key} tabindex={if on { "0" } else { "-1" }}
                onclick={shared.on(Action::Do(Deed::Health(card.id.clone(), health)))}>
                { ui::icon(icon) }<span>{ word }</span>
            </button>
        }
    };
    let label = say(keys::HEALTH_OF).name("broker", &card.id).text();
    html! {
        <div class="health" role="radiogroup" aria-label={label}>
            { option(Health::Alive, "check", "A") }
            { option(Health::Draining, "half", "D") }
            { option(Health::Dead, "x", "X") }
        </div>
    }
}

fn body(shared: &Shared, card: &Card, scene: &Scene, current: Option<&AttrValue>) -> Html {
    let lists = [
        List {
            kind: Kind::Here,
            mark: "mv",
            icon: Some("arrow"),
            title: keys::GAINED,
            chips: &card.gained,
        },
        List {
            kind: Kind::Here,
            mark: "",
            icon: None,
            title: keys::KEPT,
            chips: &card.kept,
        },
        List {
            kind: Kind::Ghost,
            mark: "",
            icon: Some("ghost"),
            title: keys::STILL_IN_MEMORY,
            chips: &card.ghosts,
        },
        List {
            kind: Kind::Swept,
            mark: "",
            icon: Some("broom"),
            title: keys::SWEPT,
            chips: &card.swept,
        },
    ];
    // One chip of the card takes part in the order of the Tab key: the one focused last, else the first.
    let mut stop = current
        .filter(|mark| lists.iter().any(|list| list.holds(card, scene, mark)))
        .cloned();
    if stop.is_none() {
        stop = lists
            .iter()
            .find_map(|list| list.first(shared, card, scene));
    }
    html! {
        <div class="bd">
            { note(card, scene) }
            { for lists.iter().filter(|list| !list.chips.is_empty()).map(|list| list.html(shared, card, scene, stop.as_ref())) }
        </div>
    }
}

fn note(card: &Card, scene: &Scene) -> Html {
    let Some(slot) = card.slot else {
        return Html::default();
    };
    if card.row.is_none_or(|row| row == Health::Alive) {
        let Some(row) = card.row.filter(|row| *row != card.health) else {
            return Html::default();
        };
        return html! { <div class="note"><p>{ say(keys::FILE_STILL_SAYS).name("health", row.as_str()).html() }</p></div> };
    }
    let falls = card.falls.as_ref();
    let where_it_falls = html! {
        <p>
            if let Some(falls) = falls {
                { say(keys::SLOT_FALLS).count("slot", slot).text() }{ " " }
                <code>{ format!("alive[{slot} mod {}]", falls.alive) }</code>
                { " = " }<b>{ ui::name(&falls.to) }</b>
            } else {
                { say(keys::SLOT_FALLS_NOWHERE).count("slot", slot).html() }
            }
        </p>
    };
    if card.row == Some(Health::Draining) {
        return html! { <div class="note">{ where_it_falls }</div> };
    }
    let hash_here: usize = card.elsewhere.iter().map(|(_, count)| count).sum();
    html! {
        <div class="note">
            <p><b>{ say(keys::KEEPS_SLOT).count("slot", slot).text() }</b>{ " " }{ say(keys::KEEPS_SLOT_WHY).count("count", scene.divisor as u64).text() }</p>
            { where_it_falls }
            <p>
                { say(keys::HASH_HERE).count("count", hash_here as u64).html() }
                { for card.elsewhere.iter().map(|(broker, count)| html! {
                    <>{ " " }{ say(keys::COORDINATED_ON).count("count", *count as u64).name("broker", broker).html() }</>
                }) }
            </p>
        </div>
    }
}

/// How a chip stands on a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Coordinated here.
    Here,
    /// In memory here, coordinated elsewhere.
    Ghost,
    /// Left the memory in the last step.
    Swept,
}

struct List<'s> {
    kind: Kind,
    mark: &'static str,
    icon: Option<&'static str>,
    title: &'static str,
    chips: &'s [usize],
}

impl List<'_> {
    fn html(&self, shared: &Shared, card: &Card, scene: &Scene, stop: Option<&AttrValue>) -> Html {
        let (first, last) = self.window(shared, card, scene);
        let shown = self.chips.get(first..last).unwrap_or_default();
        let total = self.chips.len();
        html! {
            <>
                <div class={classes!("lab2", self.mark)}>
                    if let Some(icon) = self.icon { { ui::icon(icon) } }
                    { t(self.title) }{ " " }<b>{ orrery::messages::grouped(total as u64) }</b>
                </div>
                { for shown.iter().filter_map(|at| scene.chips.get(*at)).map(|chip| {
                    let mark = mark_of(self.kind, &card.id, &chip.id);
                    let tab = stop.is_some_and(|stop| **stop == *mark);
                    html! { <GroupChip key={format!("{}:{}", self.kind.letter(), chip.id)} chip={chip.clone()} kind={self.kind} {mark} {tab} shared={shared.clone()} /> }
                }) }
                if shown.len() < total {
                    { pager(shared, &self.page_key(card), first, last, total) }
                }
            </>
        }
    }

    fn window(&self, shared: &Shared, card: &Card, scene: &Scene) -> (usize, usize) {
        if scene.chips.len() <= CHIPS_MAX {
            return (0, self.chips.len());
        }
        let page = (CHIPS_MAX / scene.cards.len().max(1)).clamp(8, 50);
        let first = shared
            .state
            .pages
            .get(&*self.page_key(card))
            .copied()
            .unwrap_or_default()
            .min(self.chips.len());
        (first, (first + page).min(self.chips.len()))
    }

    fn page_key(&self, card: &Card) -> Arc<str> {
        Arc::from(format!("{}:{}", self.title, card.id))
    }

    fn first(&self, shared: &Shared, card: &Card, scene: &Scene) -> Option<AttrValue> {
        let (first, _) = self.window(shared, card, scene);
        let chip = scene.chips.get(*self.chips.get(first)?)?;
        Some(mark_of(self.kind, &card.id, &chip.id))
    }

    fn holds(&self, card: &Card, scene: &Scene, mark: &AttrValue) -> bool {
        let chips = self.chips.iter().filter_map(|at| scene.chips.get(*at));
        chips
            .map(|chip| mark_of(self.kind, &card.id, &chip.id))
            .any(|own| own == *mark)
    }
}

/// Pages of a long list, with its counts.
pub fn pager(shared: &Shared, key: &Arc<str>, first: usize, last: usize, total: usize) -> Html {
    let page = (last - first).max(1);
    let text = say(keys::PAGE)
        .count("first", (first + 1) as u64)
        .count("last", last as u64)
        .count("total", total as u64)
        .text();
    let (before, after) = (
        first.saturating_sub(page),
        if last < total { last } else { first },
    );
    html! {
        <div class="pager">
            <button class="btn sm icon" disabled={first == 0} aria-label={t(keys::PAGE_BEFORE)} onclick={shared.on(Action::Page(key.clone(), before))}>{ ui::icon("from") }</button>
            <span>{ text }</span>
            <button class="btn sm icon" disabled={last >= total} aria-label={t(keys::PAGE_AFTER)} onclick={shared.on(Action::Page(key.clone(), after))}>{ ui::icon("chevr") }</button>
        </div>
    }
}

fn mark_of(kind: Kind, broker: &str, group: &str) -> AttrValue {
    AttrValue::from(format!("{}:{broker}:{group}", kind.letter()))
}

impl Kind {
    const fn letter(self) -> char {
        match self {
            Self::Here => 'c',
            Self::Ghost => 'g',
            Self::Swept => 's',
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
struct ChipProps {
    chip: Chip,
    kind: Kind,
    mark: AttrValue,
    tab: bool,
    shared: Shared,
}

#[component]
fn GroupChip(props: &ChipProps) -> Html {
    let ChipProps {
        chip, kind, shared, ..
    } = props;
    let here = *kind == Kind::Here;
    let moved = here.then_some(chip.moved.as_ref()).flatten();
    let differs = here && chip.differs();
    let absent = here && !chip.resident;
    let found = shared.state.finds(
        &chip.id,
        moved.is_some(),
        differs,
        *kind == Kind::Ghost,
        absent,
    );
    let selected = matches!(&shared.state.selected, Some(Selected::Group(id)) if *id == chip.id);
    let class = classes!(
        "chip",
        match kind {
            Kind::Ghost => "gh",
            Kind::Swept => "gone",
            Kind::Here if chip.tier == Tier::Explicit => "e",
            Kind::Here => "h",
        },
        differs.then_some("ne"),
        moved.map(|_| "mv"),
        selected.then_some("sel"),
        (!found).then_some("off"),
    );
    let tier = match kind {
        Kind::Ghost => "ghost",
        Kind::Swept => "broom",
        Kind::Here if chip.tier == Tier::Explicit => "pin",
        Kind::Here => "hash",
    };
    // The style sheet draws the marks ≠4 and ◂1: the button's name says them in words.
    let short = |slot: Option<u32>| slot.map_or_else(|| "–".to_owned(), |slot| slot.to_string());
    let select = shared.on(Action::Select(Some(Selected::Group(chip.id.clone()))));
    html! {
        <button type="button" {class} title={chip.id.to_string()} aria-label={label(chip, *kind)} aria-pressed={selected.to_string()} disabled={!found}
            data-chip={props.mark.clone()} data-group={chip.id.to_string()} tabindex={if props.tab { "0" } else { "-1" }} onclick={select}>
            { ui::icon_as(tier, "tier") }
            <span class="nm">{ ui::name(&chip.id) }</span>
            if differs { <span class="tg ne" data-slot={short(chip.hash_slot)}></span> }
            if let Some(origin) = moved { <span class="tg fr" data-slot={short(origin.slot)}></span> }
            { ui::icon_as(state_icon(chip, *kind), "st") }
        </button>
    }
}

fn state_icon(chip: &Chip, kind: Kind) -> &'static str {
    match kind {
        Kind::Swept => "st-dead",
        Kind::Here if !chip.resident => "st-none",
        Kind::Here | Kind::Ghost => "st-empty",
    }
}

/// The chip as text, e.g. "risk.limits, hash tier, moved from kaas-1, not in memory".
fn label(chip: &Chip, kind: Kind) -> String {
    let mut parts = vec![names::shown(&chip.id)];
    match kind {
        Kind::Ghost => parts.push(t(keys::CHIP_GHOST)),
        Kind::Swept => parts.push(t(keys::CHIP_SWEPT)),
        Kind::Here => {
            parts.push(tier_words(chip).text());
            if let (true, Some(hash)) = (chip.differs(), &chip.hash) {
                parts.push(say(keys::CHIP_HASH_SAYS).name("broker", hash).text());
            }
            if let Some(origin) = &chip.moved {
                parts.push(origin_words(origin.broker.as_deref()).text());
            }
            parts.push(t(if chip.resident {
                keys::CHIP_EMPTY
            } else {
                keys::CHIP_ABSENT
            }));
        }
    }
    parts.join(", ")
}

/// "entry, epoch 2", "hash tier" or "nobody".
pub fn tier_words(chip: &Chip) -> Say {
    match (chip.tier, chip.epoch) {
        (Tier::Explicit, Some(epoch)) => say(keys::TIER_ENTRY).count("epoch", epoch),
        (Tier::Explicit, None) => say(keys::TIER_ENTRY_PLAIN),
        (Tier::Hash, _) => say(keys::TIER_HASH),
        (Tier::None, _) => say(keys::TIER_NONE),
    }
}

/// "moved from kaas-1".
pub fn origin_words(broker: Option<&str>) -> Say {
    match broker {
        Some(broker) => say(keys::CHIP_MOVED).name("broker", broker),
        None => say(keys::CHIP_MOVED_NOBODY),
    }
}

fn nobody(shared: &Shared, scene: &Scene) -> Html {
    if scene.nobody.is_empty() {
        return Html::default();
    }
    let shown = scene
        .nobody
        .iter()
        .take(CHIPS_MAX)
        .filter_map(|at| scene.chips.get(*at));
    html! {
        <section class="nobody" aria-label={t(keys::NOBODY)}>
            <div class="lab2">{ ui::icon("warn") }{ t(keys::NOBODY) }{ " " }<b>{ scene.nobody.len() }</b></div>
            <div class="chips">
                { for shown.map(|chip| html! {
                    <GroupChip key={format!("n:{}", chip.id)} chip={chip.clone()} kind={Kind::Here} mark={mark_of(Kind::Here, "", &chip.id)} tab={true} shared={shared.clone()} />
                }) }
            </div>
        </section>
    }
}

fn legend() -> Html {
    let icon =
        |icon: &'static str, key: &'static str| html! { <span>{ ui::icon(icon) }{ t(key) }</span> };
    let swatch = |class: &'static str, key: &'static str| html! { <span><i class={classes!("sw", class)}></i>{ t(key) }</span> };
    html! {
        <div class="legend" role="group" aria-label={t(keys::LEGEND)}>
            { icon("pin", keys::LEGEND_ENTRY) }
            { icon("hash", keys::TIER_HASH) }
            { swatch("ne", keys::LEGEND_DIFFERS) }
            { swatch("mv", keys::LEGEND_MOVED) }
            { swatch("gh", keys::LEGEND_GHOST) }
            <i class="sep"></i>
            { icon("st-none", keys::CHIP_ABSENT) }
            { icon("st-empty", keys::CHIP_EMPTY) }
        </div>
    }
}

/// Chips shown at once; longer lists are paged.
pub const CHIPS_MAX: usize = 250;
