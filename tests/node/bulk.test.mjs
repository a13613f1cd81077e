import assert from "node:assert/strict";
import { test } from "node:test";

import { coordinatorsFor, fnv1a32, Placement } from "kaas-orrery";

const NONE = 0xffffffff;
const brokers = ["kaas-10", "kaas-2", "kaas-0", "kaas-1"];
const alive = ["kaas-0", "kaas-2", "unknown"];
const set = { brokers, alive };

test("strings, bytes and a placement give what one hash at a time gives", () => {
  const keys = Array.from({ length: 20_000 }, (_, n) => shapes[n % shapes.length](n));
  const expected = keys.map(byHand);
  const bytes = new TextEncoder().encode(keys.join("\n"));
  assert.deepEqual([...coordinatorsFor(keys, set)], expected);
  assert.deepEqual([...coordinatorsFor(bytes, set)], expected);
  assert.deepEqual([...coordinatorsFor(Buffer.from(`${keys.join("\n")}\n`), set)], expected);
  for (const loaded of [new Placement(keys), new Placement(bytes)]) {
    assert.deepEqual([...loaded.coordinators(set)], expected);
    loaded.free();
  }
});

test("ids with line feeds, and ids longer than a piece, in any company", () => {
  const keys = ["\n", "", "a\nb", "x".repeat(200_000), "\u{1f600}\n", ..."abc", "\u00e9".repeat(70_000), ""];
  assert.deepEqual([...coordinatorsFor(keys, set)], keys.map(byHand));
  const lines = keys.filter((id) => !id.includes("\n"));
  assert.deepEqual([...coordinatorsFor(new TextEncoder().encode(`${lines.join("\n")}\n`), set)], lines.map(byHand));
  const long = Array.from({ length: 300 }, (_, n) => `${n} `.padEnd(10_000, "\u20ac"));
  assert.deepEqual([...coordinatorsFor(long, set)], long.map(byHand));
  const short = Array.from({ length: 9000 }, () => "");
  assert.deepEqual([...coordinatorsFor(short, set)], short.map(byHand));
});

test("a line feed ends an id", () => {
  const count = (text) => coordinatorsFor(new TextEncoder().encode(text), set).length;
  assert.deepEqual(["", "\n", "a", "a\n", "a\n\nb"].map(count), [0, 1, 1, 1, 3]);
});

test("alive as a list, a map or an object; nobody alive; no rows", () => {
  const keys = ["orders", "payments", "__proto__"];
  const expected = keys.map(byHand);
  const map = new Map([["kaas-0", true], ["kaas-1", false], ["kaas-2", true]]);
  for (const same of [new Set(alive), map, Object.fromEntries(map)]) {
    assert.deepEqual([...coordinatorsFor(keys, { brokers, alive: same })], expected);
  }
  assert.deepEqual([...coordinatorsFor(keys, { brokers, alive: [] })], [NONE, NONE, NONE]);
  assert.deepEqual([...coordinatorsFor(keys, { brokers: [], alive })], [NONE, NONE, NONE]);
});

test("a loaded placement answers for any broker set", () => {
  const keys = Array.from({ length: 1000 }, (_, n) => `group-${n}`);
  const loaded = new Placement(keys);
  for (const other of [set, { brokers, alive: brokers }, { brokers: ["a"], alive: ["a"] }, { brokers: [], alive: [] }, set]) {
    assert.deepEqual(loaded.coordinators(other), coordinatorsFor(keys, other));
  }
  loaded.free();
});

test("what cannot be hashed is an error that names its index", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `group-${n}`);
  const says = (keys, text, brokerSet = set) =>
    assert.throws(() => coordinatorsFor(keys, brokerSet), { name: "OrreryError", message: text });
  says([...many, "\ud800"], "group id at index 5,000 holds a lone surrogate, so it has no UTF-8 form");
  says(["\ud83d", "\ude00"], "group id at index 0 holds a lone surrogate, so it has no UTF-8 form");
  says([...many, null], "group id at index 5,000 is not a string");
  says([, "a"], "group id at index 0 is not a string");
  const bytes = Buffer.concat([Buffer.from(`${many.join("\n")}\n`), Buffer.from([0x61, 0xff])]);
  says(bytes, "group id at index 5,000 is not UTF-8");
  for (const keys of ["orders", null, undefined, 7, {}, new Uint16Array(1)]) {
    says(keys, "group ids must be an array of strings or a Uint8Array of UTF-8 in which a line feed ends each id");
  }
  const form =
    "the broker set must be { brokers, alive }: brokers a list of ids, alive a list of ids or a map from id to boolean";
  for (const wrong of [{}, { brokers }, { brokers: "kaas-0", alive }, { brokers: [1], alive }, { brokers, alive: ["\ud800"] }]) {
    says(["a"], form, wrong);
  }
  // Nothing is broken by that.
  assert.deepEqual([...coordinatorsFor(["orders"], set)], [byHand("orders")]);
});

/** The rule in its slowest form. */
function byHand(id) {
  const sorted = [...brokers].sort();
  const up = sorted.filter((broker) => alive.includes(broker));
  const slot = fnv1a32(id) % sorted.length;
  return sorted.indexOf(up.includes(sorted[slot]) ? sorted[slot] : up[slot % up.length]);
}

const shapes = [
  (n) => `group-${n}`,
  (n) => `caf\u00e9 ${n}`,
  (n) => `\u0639\u0631\u0628 ${n}`,
  (n) => "\u{1f600}".repeat(n % 7),
  (n) => `x\0y\r\t ${n}`,
  () => "__proto__",
  () => "",
];
