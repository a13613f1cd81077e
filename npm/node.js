// The entry for Node: the module is there when the import returns, for `import` and for `require`.
import { readFileSync } from "node:fs";

import { initSync } from "./glue.js";

initSync({ module: readFileSync(new URL("./core.wasm", import.meta.url)) });

/** Nothing to wait for in Node; the same call as in a browser. */
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
export { readVolume } from "./volume.js";
