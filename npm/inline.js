// The entry with the module inside: for pages opened from disk, for workers and for strict bundlers.
import { core } from "./core-base64.js";
import { initSync } from "./glue.js";

initSync({ module: Uint8Array.from(atob(core), (character) => character.charCodeAt(0)) });

/** Nothing to wait for; the same call as in a browser. */
export async function init() {}

export { coordinatorsFor, Placement } from "./bulk.js";
export { fnv1a32 } from "./glue.js";
