// Compiled with `tsc --noEmit` where the packed package is installed: what users write must have types.
import { fnv1a32, init } from "kaas-orrery";
import { fnv1a32 as inlined } from "kaas-orrery/inline";

const ready: Promise<void> = init();
const hashes: number[] = ["orders", "payments"].map(fnv1a32);

// @ts-expect-error a key is text
fnv1a32(7);

export { hashes, inlined, ready };
