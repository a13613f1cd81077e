//! A cluster that is driven step by step.

use orrery::cluster::{BrokerView, Cluster as Core, GroupView};
use orrery::event::Event;
use orrery::request;
use orrery::time::Millis;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{plain, thrown};

/// A cluster at one moment of virtual time.
#[wasm_bindgen]
pub struct Cluster {
    core: Core,
}

#[wasm_bindgen]
impl Cluster {
    /// Starts a cluster as the head of a scenario says.
    #[wasm_bindgen(constructor)]
    pub fn new(head: &str) -> Result<Self, JsValue> {
        let setup = request::setup_of(head).map_err(thrown("head"))?;
        Ok(Self {
            core: Core::new(&setup).map_err(thrown("head"))?,
        })
    }

    /// Carries out a command.
    pub fn apply(&mut self, command: &str) -> Result<(), JsValue> {
        let command = request::command_of(command).map_err(thrown("command"))?;
        self.core.apply(&command).map_err(thrown("command"))
    }

    /// Lets time pass.
    #[wasm_bindgen(js_name = advanceTo)]
    pub fn advance_to(&mut self, ms: Millis) -> Result<(), JsValue> {
        self.core.advance_to(ms).map_err(thrown("ms"))
    }

    /// What happened since the last call.
    pub fn events(&mut self) -> Result<JsValue, JsValue> {
        let told = |event| Told {
            text: ToString::to_string(&event),
            event,
        };
        plain(
            &self
                .core
                .take_events()
                .into_iter()
                .map(told)
                .collect::<Vec<_>>(),
        )
    }

    /// Brokers and groups as they are.
    pub fn state(&self) -> Result<JsValue, JsValue> {
        let (brokers, groups) = self.core.views();
        plain(&State {
            at: self.core.now(),
            brokers,
            groups,
        })
    }
}

#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    event: Event,
    text: String,
}

#[derive(Serialize)]
struct State {
    at: Millis,
    brokers: Vec<BrokerView>,
    groups: Vec<GroupView>,
}
