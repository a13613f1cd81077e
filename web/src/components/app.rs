//! The whole page: the frame, and what reaches out to the browser.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    Handle, Shared, editors, header, help, inspector, keyboard, snapshot, stage, timeline,
};
use crate::messages::{keys, say, t};
use crate::model::Model;
use crate::state::{Action, Notice, State, Theme, View};
use crate::ui;
use crate::{browser, open};

/// The page.
#[component]
pub fn App() -> Html {
    let reducer = use_reducer(start);
    let shared = Shared {
        state: Handle(std::rc::Rc::new((*reducer).clone())),
        dispatch: reducer.dispatcher(),
    };
    let over = use_state(|| false);
    use_effect_with((), {
        let dispatch = reducer.dispatcher();
        move |()| {
            keyboard_listener(dispatch.clone());
            if let Some(token) = browser::volume_token() {
                spawn_local(open::served(token, dispatch));
            }
        }
    });
    use_effect_with(reducer.theme, |theme| browser::set_theme(*theme));
    use_effect_with(reducer.draft.clone(), |draft| {
        browser::keep_draft(draft.as_deref())
    });
    use_effect_with(shared.state.model.title.clone(), |title| {
        browser::set_title(title)
    });
    keyboard::remember(&shared.state);
    let drops = drops(&shared, &over);
    let view = match shared.state.view {
        View::Stage => "view-stage",
        View::Snapshot => "view-snapshot",
    };
    html! {
        <>
            <a class="skip" href="#main">{ t(keys::SKIP) }</a>
            { Html::from_html_unchecked(AttrValue::Static(include_str!("../../assets/icons.svg"))) }
            <div class={classes!("app", view)} ondragover={drops.over} ondragleave={drops.leave} ondrop={drops.dropped}>
                <header::Header ..shared.clone() />
                {
                    match shared.state.view {
                        View::Stage => html! {
                            <>
                                <editors::Rail ..shared.clone() />
                                <editors::Editors ..shared.clone() />
                                <stage::Stage ..shared.clone() />
                                <inspector::Inspector ..shared.clone() />
                                <inspector::Peek ..shared.clone() />
                                <timeline::Timeline ..shared.clone() />
                            </>
                        },
                        View::Snapshot => html! { <snapshot::Snapshot ..shared.clone() /> },
                    }
                }
            </div>
            if *over {
                <div class="drop">{ t(keys::DROP_HERE) }<small>{ t(keys::NOTHING_SENT) }</small></div>
            }
            if let Some((done, of)) = shared.state.reading {
                <div class="prog" role="status">{ say(keys::READING).count("done", done as u64).count("of", of as u64).text() }</div>
            }
            if shared.state.help {
                <help::Help ..shared.clone() />
            }
        </>
    }
}

/// The notice bar: an error is spoken at once.
pub fn notice(shared: &Shared) -> Html {
    let notice = shared.state.notice.as_ref();
    html! {
        <div role="alert" class={classes!("alert", notice.is_some_and(|n| !n.error).then_some("info"))} hidden={notice.is_none()}>
            if let Some(Notice { error, text }) = notice {
                { ui::icon(if *error { "err" } else { "info" }) }
                <span>{ text }</span>
                <button class="btn sm icon ghost" aria-label={t(keys::CLOSE)} onclick={shared.on(Action::Notice(None))}>{ ui::icon("x") }</button>
            }
        </div>
    }
}

fn start() -> State {
    let from_link = browser::link_scenario();
    let model = match &from_link {
        Some(Ok(text)) => Model::of_scenario(text),
        Some(Err(problem)) => Err(problem.clone()),
        None => Ok(Model::demo()),
    };
    let (model, problem) = match model {
        Ok(model) => (model, None),
        Err(text) => (Model::demo(), Some(Notice { error: true, text })),
    };
    let mut state = State::new(model);
    state.notice = problem;
    state.theme = browser::theme();
    if let Some(draft) = browser::kept_draft() {
        state = state.with_draft(&draft);
    }
    state
}

fn keyboard_listener(dispatch: UseReducerDispatcher<State>) {
    let document = gloo::utils::document();
    let options = gloo::events::EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&document, "keydown", options, move |event| {
        if let Some(event) = event.dyn_ref::<web_sys::KeyboardEvent>() {
            keyboard::pressed(event, &dispatch);
        }
    })
    .forget();
}

struct Drops {
    over: Callback<DragEvent>,
    leave: Callback<DragEvent>,
    dropped: Callback<DragEvent>,
}

fn drops(shared: &Shared, over: &UseStateHandle<bool>) -> Drops {
    let (show, hide, end) = (over.setter(), over.setter(), over.setter());
    let dispatch = shared.dispatch.clone();
    Drops {
        over: Callback::from(move |event: DragEvent| {
            event.prevent_default();
            show.set(true);
        }),
        leave: Callback::from(move |event: DragEvent| {
            if event.related_target().is_none() {
                hide.set(false);
            }
        }),
        dropped: Callback::from(move |event: DragEvent| {
            event.prevent_default();
            end.set(false);
            if let Some(items) = event.data_transfer().map(|transfer| transfer.items()) {
                open::dropped(&items, &dispatch);
            }
        }),
    }
}

/// The other colours.
pub fn other(theme: Theme) -> Theme {
    match theme {
        Theme::Light => Theme::Dark,
        Theme::Dark => Theme::Light,
    }
}
