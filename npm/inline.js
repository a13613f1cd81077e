// The entry with the module inside: for pages opened from disk, for workers and for strict bundlers.
import { core } from "./core-base64.js";
import { initSync } from "./glue.js";

initSync({ module: Uint8Array.from(atob(core), (character) => character.charCodeAt(0)) });

/** Nothing to wait for; the same call as in a browser. */
export async function init() {}

export {
  analyze,
  Cluster,
  coordinatorFor,
  coordinatorsFor,
  diff,
  explain,
  fnv1a32,
  javaHashCode,
  OrreryError,
  partitionFor,
  Placement,
  plan,
  recompute,
  recordScenario,
  runScenario,
} from "./api.js";
