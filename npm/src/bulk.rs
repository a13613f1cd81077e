//! Very many ids at once: text crosses in pieces of many ids each, and hashes are all that stays.

use js_sys::Uint32Array;
use orrery::hash::fnv1a_32;
use orrery::placement::{self, Placement as Core, PlacementError};
use orrery::routing::Brokers;
use wasm_bindgen::prelude::*;

use crate::refusal::Refusal;

/// Where bulk.js writes ids, piece by piece.
#[wasm_bindgen]
#[derive(Default)]
pub struct Intake {
    scratch: Vec<u8>,
    hashes: Vec<u32>,
}

#[wasm_bindgen]
impl Intake {
    /// An intake that expects this many ids.
    #[wasm_bindgen(constructor)]
    pub fn new(ids: usize) -> Self {
        Self {
            scratch: Vec::new(),
            hashes: Vec::with_capacity(ids),
        }
    }

    /// Makes room for a piece of this many bytes; its address in the memory of the module.
    pub fn room(&mut self, bytes: usize) -> usize {
        if self.scratch.len() < bytes {
            self.scratch.resize(bytes, 0);
        }
        self.scratch.as_ptr().addr()
    }

    /// Takes the first bytes of the room as ids, each ended by a line feed. False, and nothing taken, if
    /// they are not as many as expected: then an id holds a line feed. 0 expects nothing.
    pub fn lines(&mut self, bytes: usize, expected: usize) -> Result<bool, JsValue> {
        let before = self.hashes.len();
        let piece = self.scratch.get(..bytes).unwrap_or_default();
        placement::hash_lines(piece, &mut self.hashes).map_err(|error| refusal(&error))?;
        let complete = expected == 0 || self.hashes.len() - before == expected;
        if !complete {
            self.hashes.truncate(before);
        }
        Ok(complete)
    }

    /// Takes the first bytes of the room as one id, whatever it holds.
    pub fn id(&mut self, bytes: usize) {
        self.hashes
            .push(fnv1a_32(self.scratch.get(..bytes).unwrap_or_default()));
    }

    /// The index of the coordinator of each id taken.
    pub fn coordinators(mut self, brokers: Vec<String>, alive: Vec<String>) -> Vec<u32> {
        placement::coordinators_of_hashes(&mut self.hashes, &Brokers::from_ids(&brokers, &alive));
        self.hashes
    }
}

/// Ids that stay loaded, for one question after another.
#[wasm_bindgen]
pub struct Loaded {
    placement: Core,
    coordinators: Vec<u32>,
}

#[wasm_bindgen]
impl Loaded {
    /// Keeps what an intake took.
    #[wasm_bindgen(constructor)]
    pub fn new(intake: Intake) -> Result<Self, JsValue> {
        let nobody: [&str; 0] = [];
        let placement = Core::of_hashes(intake.hashes, &Brokers::from_ids(&nobody, &nobody));
        Ok(Self {
            placement: placement.map_err(|error| refusal(&error))?,
            coordinators: Vec::new(),
        })
    }

    /// The index of the coordinator of each id.
    pub fn coordinators(&mut self, brokers: Vec<String>, alive: Vec<String>) -> Uint32Array {
        let brokers = Brokers::from_ids(&brokers, &alive);
        self.placement.fit(&brokers);
        self.placement
            .coordinators_into(&brokers, &mut self.coordinators);
        Uint32Array::from(self.coordinators.as_slice())
    }
}

/// The memory of the module, for bulk.js to write into.
#[wasm_bindgen(js_name = moduleMemory)]
pub fn module_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Throws what bulk.js found wrong, in the words of the core.
#[wasm_bindgen]
pub fn refuse(what: &str, index: u32) -> Result<(), JsValue> {
    Err(refusal(&match what {
        "surrogate" => PlacementError::LoneSurrogate { index },
        "text" => PlacementError::NotText { index },
        "keys" => PlacementError::NotKeys,
        _ => PlacementError::NotBrokers,
    }))
}

fn refusal(error: &PlacementError) -> JsValue {
    Refusal::of("", error.message()).into()
}
