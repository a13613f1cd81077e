// The entry for Node: the module is there when the import returns, for `import` and for `require`.
import { readFileSync } from "node:fs";

import { initSync } from "./glue.js";

initSync({ module: readFileSync(new URL("./core.wasm", import.meta.url)) });

/** Nothing to wait for in Node; the same call as in a browser. */
export async function init() {}

export { coordinatorsFor, Placement } from "./bulk.js";
export { fnv1a32 } from "./glue.js";
