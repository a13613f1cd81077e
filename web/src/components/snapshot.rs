//! What is wrong in the opened volume.

use orrery::assignment::Health;
use orrery::collect::sort_by;
use orrery::ownership::Tier;
use orrery::volume::report::{GroupReport, Report};
use orrery::volume::{Finding, Severity};
use yew::prelude::*;

use super::editors::slot_number;
use super::{Shared, app};
use crate::messages::{keys, say, t};
use crate::open::Opened;
use crate::state::Action;
use crate::ui;

/// The snapshot view.
#[component]
pub fn Snapshot(shared: &Shared) -> Html {
    let open = use_state(|| None::<usize>);
    let severity = use_state(|| None::<Severity>);
    let page = use_state(|| 0usize);
    let Some(volume) = &shared.state.volume else {
        return Html::default();
    };
    html! {
        <main id="main" class="vmain" tabindex="-1" aria-label={t(keys::SNAPSHOT)}>
            { head(shared, volume) }
            { app::notice(shared) }
            <div class="sgrid">
                <div>
                    { findings(&volume.report, &open, &severity) }
                    { not_read(volume) }
                </div>
                <div>
                    { totals(&volume.report) }
                    { coordinators(&volume.report) }
                    { groups(&volume.report, &page) }
                </div>
            </div>
        </main>
    }
}

fn head(shared: &Shared, volume: &Opened) -> Html {
    let report = &volume.report;
    let about = match (report.assignment_version, &report.controller) {
        (Some(version), Some(controller)) => say(keys::VOLUME_ABOUT)
            .name("version", &version.to_string())
            .name(
                "epoch",
                &report.controller_epoch.unwrap_or_default().to_string(),
            )
            .name("controller", controller)
            .name(
                "written",
                report.generated_at.as_deref().unwrap_or_default(),
            )
            .html(),
        _ => html! { {t(keys::VOLUME_WITHOUT_ASSIGNMENT)} },
    };
    html! {
        <div class="vhead">
            <div>
                <h1 title={volume.name.clone()}>{ ui::name(&volume.name) }</h1>
                <p>{ about }{ " " }{ say(keys::VOLUME_FILES).count("count", volume.files.len() as u64).text() }</p>
            </div>
            <div class="row">
                <button class="btn primary" onclick={shared.on(Action::Load)}>{ ui::icon("stage") }{ t(keys::LOAD) }</button>
            </div>
        </div>
    }
}

fn findings(
    report: &Report,
    open: &UseStateHandle<Option<usize>>,
    severity: &UseStateHandle<Option<Severity>>,
) -> Html {
    let all = report.findings.len();
    let choice = |wanted: Option<Severity>,
                  icon: Option<(&'static str, &'static str)>,
                  label: String,
                  count: usize| {
        let on = **severity == wanted;
        let setter = severity.setter();
        html! {
            <button type="button" aria-pressed={on.to_string()} title={label.clone()} onclick={Callback::from(move |_: MouseEvent| setter.set(wanted))}>
                if let Some((icon, class)) = icon { { ui::icon_as(icon, class) }<span class="vh">{ label }</span> } else { { label } }
                { " " }{ count }
            </button>
        }
    };
    let totals = report.totals;
    let mut shown: Vec<(usize, &Finding)> = report
        .findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| severity.is_none_or(|wanted| finding.kind.severity == wanted))
        .collect();
    // What hurts comes first; within that, the order of the files.
    sort_by(&mut shown, |left, right| {
        left.1.kind.severity.cmp(&right.1.kind.severity)
    });
    html! {
        <section class="panel" aria-label={t(keys::FINDINGS)}>
            <header>
                <h2>{ t(keys::FINDINGS) }</h2>
                <span class="seg" role="group" aria-label={t(keys::SEVERITY)}>
                    { choice(None, None, t(keys::ALL), all) }
                    { choice(Some(Severity::Error), Some(("err", "E")), t(keys::ERRORS), totals.errors as usize) }
                    { choice(Some(Severity::Warning), Some(("warn", "W")), t(keys::WARNINGS), totals.warnings as usize) }
                    { choice(Some(Severity::Info), Some(("info", "I")), t(keys::INFOS), totals.infos as usize) }
                </span>
            </header>
            if all == 0 {
                <p class="files">{ t(keys::NO_FINDINGS) }</p>
            }
            <ol>{ for shown.into_iter().take(FINDINGS_MAX).map(|(at, finding)| one(at, finding, open)) }</ol>
        </section>
    }
}

fn one(at: usize, finding: &Finding, open: &UseStateHandle<Option<usize>>) -> Html {
    let (icon, class, word) = match finding.kind.severity {
        Severity::Error => ("err", "E", keys::ERRORS),
        Severity::Warning => ("warn", "W", keys::WARNINGS),
        Severity::Info => ("info", "I", keys::INFOS),
    };
    let is_open = **open == Some(at);
    let setter = open.setter();
    let onclick = Callback::from(move |_: MouseEvent| setter.set((!is_open).then_some(at)));
    html! {
        <li key={at} class={classes!("fi", is_open.then_some("op"))}>
            <button type="button" aria-expanded={is_open.to_string()} {onclick}>
                <span class={class} title={t(word)}>{ ui::icon(icon) }</span>
                <span class="ft"><b>{ finding.message.text() }</b>
                    <span class="fp">
                        <bdi>{ crate::names::shown(&finding.file) }</bdi>
                        if let Some(path) = &finding.path { <span class="jp">{ path }</span> }
                        if let Some(at) = &finding.at { <span>{ say(keys::PLACE).count("line", at.line).count("column", at.column).text() }</span> }
                    </span>
                </span>
                <span class="cv">{ ui::icon(if is_open { "chev" } else { "chevr" }) }</span>
            </button>
            if is_open {
                <div class="fd"><p><b>{ t(keys::WHAT_TO_DO) }</b>{ " " }{ finding.advice() }</p><p class="dim mono">{ finding.code() }</p></div>
            }
        </li>
    }
}

fn not_read(volume: &Opened) -> Html {
    let unreadable = volume.unreadable();
    html! {
        <>
            if !unreadable.is_empty() {
                <section class="panel" aria-label={t(keys::UNREADABLE)}>
                    <header><h2>{ t(keys::UNREADABLE) }</h2><span class="dim">{ unreadable.len() }</span></header>
                    <ul class="files">{ for unreadable.iter().map(|(path, problem)| html! { <li key={(*path).to_owned()}><code>{ ui::name(path) }</code>{ ": " }{ *problem }</li> }) }</ul>
                </section>
            }
            <section class="panel" aria-label={t(keys::NOT_OPENED)}>
                <p class="files">
                    { if volume.skipped.is_empty() { t(keys::SECRETS_NEVER) } else { say(keys::SECRETS_SKIPPED).name("files", &volume.skipped.join(", ")).text() } }
                    { " " }{ t(keys::EMPTY_DIRECTORIES) }{ " " }{ t(keys::NOTHING_SENT) }
                </p>
            </section>
        </>
    }
}

fn totals(report: &Report) -> Html {
    let totals = report.totals;
    let differs = report
        .groups
        .iter()
        .filter(|group| group.entries > 0 && group.owner != group.hash_answer)
        .count();
    let unreadable = report
        .groups
        .iter()
        .filter(|group| group.file.is_some_and(|file| !file.loads))
        .count();
    let tile = |count: usize, bad: bool, label: &'static str| {
        html! {
            <div class="tt"><b class={classes!((bad && count > 0).then_some("err"))}>{ orrery::messages::grouped(count as u64) }</b><span>{ t(label) }</span></div>
        }
    };
    html! {
        <section class="panel tot" aria-label={t(keys::TOTALS)}>
            { tile(totals.groups as usize, false, keys::TOTAL_GROUPS) }
            { tile(totals.explicit as usize, false, keys::TOTAL_ENTRIES) }
            { tile(totals.unserved as usize, true, keys::TOTAL_UNSERVED) }
            { tile(unreadable, true, keys::TOTAL_UNREADABLE) }
            { tile(differs, false, keys::DIFFERS) }
        </section>
    }
}

fn coordinators(report: &Report) -> Html {
    html! {
        <section class="panel" aria-label={t(keys::COORDINATORS)}>
            <header><h2>{ t(keys::COORDINATORS) }</h2></header>
            <div class="tscroll" tabindex="0"><table class="gtbl">
                <thead><tr>
                    { for [keys::FACT_SLOT, keys::COLUMN_BROKER, keys::COLUMN_HEALTH, keys::COORDINATES, keys::FACT_ENTRIES, keys::FACT_HASH].iter().map(|key| html! { <th scope="col" key={*key}>{ t(key) }</th> }) }
                </tr></thead>
                <tbody>{ for report.brokers.iter().enumerate().map(|(at, broker)| {
                    let (pill, icon) = match broker.health {
                        Health::Alive => ("ok", "dot"),
                        Health::Draining => ("warn", "half"),
                        Health::Dead => ("err", "x"),
                    };
                    html! {
                        <tr key={at}>
                            <td>{ slot_number(Some(broker.slot), "sm") }</td>
                            <td class="g">{ ui::name(&broker.id) }</td>
                            <td><span class={classes!("pill", pill)}>{ ui::icon(icon) }{ broker.health.as_str() }</span></td>
                            <td>{ broker.groups }</td>
                            <td>{ broker.explicit }</td>
                            <td>{ broker.groups.saturating_sub(broker.explicit) }</td>
                        </tr>
                    }
                }) }</tbody>
            </table></div>
        </section>
    }
}

fn groups(report: &Report, page: &UseStateHandle<usize>) -> Html {
    let total = report.groups.len();
    let first = (**page * PAGE).min(total.saturating_sub(1));
    let last = (first + PAGE).min(total);
    let turn = |to: Option<usize>, icon: &'static str, label: String| {
        let setter = page.setter();
        let onclick = Callback::from(move |_: MouseEvent| setter.set(to.unwrap_or_default()));
        html! { <button class="btn sm icon" disabled={to.is_none()} aria-label={label} {onclick}>{ ui::icon(icon) }</button> }
    };
    let columns = [
        keys::COLUMN_GROUP,
        keys::COLUMN_COORDINATOR,
        keys::COLUMN_TIER,
        keys::COLUMN_HASH,
        keys::COLUMN_OFFSETS,
        keys::FINDINGS,
    ];
    html! {
        <section class="panel" aria-label={t(keys::GROUPS)}>
            <header>
                <h2>{ t(keys::GROUPS) }</h2><span class="dim">{ orrery::messages::grouped(total as u64) }</span>
                if total > PAGE {
                    <span class="grow"></span>
                    { turn(page.checked_sub(1), "from", t(keys::PAGE_BEFORE)) }
                    <span class="dim">{ say(keys::PAGE).count("first", (first + 1) as u64).count("last", last as u64).count("total", total as u64).text() }</span>
                    { turn((last < total).then_some(**page + 1), "chevr", t(keys::PAGE_AFTER)) }
                }
            </header>
            <div class="tscroll" tabindex="0"><table class="gtbl">
                <thead><tr>{ for columns.iter().map(|key| html! { <th scope="col" key={*key}>{ t(key) }</th> }) }</tr></thead>
                <tbody>{ for report.groups.get(first..last).unwrap_or_default().iter().map(group) }</tbody>
            </table></div>
        </section>
    }
}

fn group(group: &GroupReport) -> Html {
    let (class, icon, word) = match group.tier {
        Tier::Explicit => ("e", "pin", keys::TIER_ENTRY_PLAIN),
        Tier::Hash => ("", "hash", keys::TIER_HASH),
        Tier::None => ("un", "warn", keys::TIER_NONE),
    };
    let differs = group.entries > 0 && group.owner != group.hash_answer;
    let broker = |id: &Option<String>| {
        id.as_deref().map_or_else(
            || html! { <span class="un">{ t(keys::NOBODY) }</span> },
            ui::name,
        )
    };
    let offsets = match group.file {
        Some(file) if !file.loads => html! { <span class="un">{ t(keys::DOES_NOT_LOAD) }</span> },
        Some(file) => html! { {file.reachable_offsets} },
        None => html! { <span class="dim">{ "–" }</span> },
    };
    html! {
        <tr key={format!("v:{}", group.group_id)}>
            <td class="g" title={group.group_id.clone()}>{ ui::name(&group.group_id) }</td>
            <td>{ broker(&group.owner) }if !group.served { { " " }<span class="un">{ t(keys::NOT_SERVED) }</span> }</td>
            <td class={class}>{ ui::icon(icon) }{ t(word) }</td>
            <td class={classes!(differs.then_some("ne"))}>{ if differs { "≠ " } else { "" } }{ broker(&group.hash_answer) }</td>
            <td>{ offsets }</td>
            <td class="mono">{ group.oddities.join(", ") }</td>
        </tr>
    }
}

/// Findings listed; a volume with more has one cause for most of them.
const FINDINGS_MAX: usize = 500;
/// Groups a page.
const PAGE: usize = 100;
