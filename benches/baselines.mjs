// What the package is measured against: the loops that one writes by hand. Both prepare the brokers once and resolve
// the coordinator of each id as the package does, so that only the way from an id to its hash differs.

/** Index of the coordinator per slot: kaas' rule, brokers sorted, the alive ones at slot mod their number. */
export function coordinatorsBySlot(brokers, alive) {
  const sorted = [...brokers].sort();
  const up = sorted.flatMap((id, index) => (alive.includes(id) ? [index] : []));
  return Uint32Array.from(sorted, (id, slot) => (alive.includes(id) ? slot : up[slot % up.length]));
}

/** Fast, and wrong for every id beyond ASCII: it hashes UTF-16 units, kaas hashes UTF-8 bytes. */
export function charCodeAtLoop(keys, bySlot) {
  const coordinators = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index];
    let hash = FNV_BASIS;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), FNV_PRIME);
    coordinators[index] = bySlot[(hash >>> 0) % bySlot.length];
  }
  return coordinators;
}

/** Correct: encodes each id. */
export function textEncoderLoop(keys, bySlot) {
  const coordinators = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const bytes = encoder.encode(keys[index]);
    let hash = FNV_BASIS;
    for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at], FNV_PRIME);
    coordinators[index] = bySlot[(hash >>> 0) % bySlot.length];
  }
  return coordinators;
}

/** Correct and without garbage: encodes each id into one buffer. */
export function encodeIntoLoop(keys, bySlot) {
  const coordinators = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const { written } = encoder.encodeInto(keys[index], scratch);
    let hash = FNV_BASIS;
    for (let at = 0; at < written; at++) hash = Math.imul(hash ^ scratch[at], FNV_PRIME);
    coordinators[index] = bySlot[(hash >>> 0) % bySlot.length];
  }
  return coordinators;
}

const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const encoder = new TextEncoder();
// Long enough for the ids of the benchmark; a real caller would have to check.
const scratch = new Uint8Array(4096);
