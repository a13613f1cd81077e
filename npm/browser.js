// The entry for browsers and bundlers: await init() once, before anything else.
import load from "./glue.js";

/** Fetches and compiles the module; a second call returns at once. */
export async function init() {
  await load({ module_or_path: new URL("./core.wasm", import.meta.url) });
}

export { coordinatorsFor, Placement } from "./bulk.js";
export { fnv1a32 } from "./glue.js";
