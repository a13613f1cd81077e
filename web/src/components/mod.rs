//! One component a file. Each gets the shared state and the dispatcher, nothing else.

pub mod app;
mod editors;
mod header;
mod help;
mod inspector;
mod keyboard;
mod snapshot;
mod stage;
mod table;
mod timeline;
mod trails;

use std::ops::Deref;
use std::rc::Rc;

use yew::prelude::*;

use crate::state::{Action, State};

/// What every component gets.
#[derive(Clone, PartialEq, Properties)]
pub struct Shared {
    /// The state of the page.
    pub state: Handle,
    /// Where actions go; never changes.
    pub dispatch: UseReducerDispatcher<State>,
}

/// The state, compared by pointer.
#[derive(Clone)]
pub struct Handle(pub Rc<State>);

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Handle {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Shared {
    /// A callback that dispatches one action, whatever the event says.
    pub fn on<E: 'static>(&self, action: Action) -> Callback<E> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |_| dispatch.dispatch(action.clone()))
    }

    /// A callback that makes an action out of the event.
    pub fn map<E: 'static>(&self, action: impl Fn(E) -> Action + 'static) -> Callback<E> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |event| dispatch.dispatch(action(event)))
    }
}
