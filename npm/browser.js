// The entry for browsers and bundlers: await init() once, before anything else.
import load from "./glue.js";

/** Fetches and compiles the module; a second call returns at once. */
export async function init() {
  await load({ module_or_path: new URL("./core.wasm", import.meta.url) });
}

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
