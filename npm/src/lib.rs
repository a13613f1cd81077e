//! Bindings of the npm package: parse, call the core, serialise. No logic of their own.

mod bulk;

use wasm_bindgen::prelude::wasm_bindgen;

/// FNV-1a, 32 bits, over the UTF-8 bytes of the key.
#[wasm_bindgen(js_name = fnv1a32)]
#[must_use]
pub fn fnv1a32(key: &str) -> u32 {
    orrery::hash::fnv1a_32(key.as_bytes())
}
