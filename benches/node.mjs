// The performance statements in Node: ratios of two ways to do one thing, in one run, against the built package.
//
// `node benches/node.mjs` prints them, `--json` prints one JSON object instead. Exit 1 if a limit is missed.
// 1,000,000 group ids, 9 brokers, one dead. Each round runs every contestant once, in turn, so that a slow moment of
// the machine hits all of them; a ratio is the median of the ratios of the rounds, noise is their middle half.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { charCodeAtLoop, coordinatorsBySlot, encodeIntoLoop, textEncoderLoop } from "./baselines.mjs";

const KEYS = 1_000_000;
const ROUNDS = 11;
const WARM_UP = 2;
const PACKAGE = new URL("../npm/dist/node.js", import.meta.url);

if (!existsSync(PACKAGE)) {
  console.error("npm/dist is not built: cargo xtask build");
  process.exit(2);
}
const { coordinatorsFor, Placement } = await import(PACKAGE);

const brokers = Array.from({ length: 9 }, (_, n) => `kaas-${n}`);
const oneDead = { brokers, alive: brokers.filter((id) => id !== "kaas-4") };
const toggled = { brokers, alive: oneDead.alive.filter((id) => id !== "kaas-7") };
const bySlot = coordinatorsBySlot(brokers, oneDead.alive);

// Ids as they occur: short ones, connector names, dotted ones with a suffix. The same as in ratios.rs.
const mixed = Array.from({ length: KEYS }, (_, n) =>
  n % 3 === 0 ? `group-${n}` : n % 3 === 1 ? `connect-sink-orders-${n}` : `svc.${n % 97}.${n}`,
);
// The hardest for strings: so short that the crossing weighs more than the hash.
const short = Array.from({ length: KEYS }, (_, n) => `group-${n}`);

const contestants = { ...contestantsFor(mixed, ""), ...contestantsFor(short, ", short ids") };
for (const name of Object.keys(contestants)) {
  if (!name.startsWith("toggle")) assert.deepEqual(contestants[name](), charCodeAtLoop(name.endsWith("short ids") ? short : mixed, bySlot), name);
}
const rounds = alternate(contestants, ROUNDS, WARM_UP);
const starts = alternate(
  { "node alone": () => start(""), "node with the package imported": () => start(`await import(${JSON.stringify(PACKAGE.href)})`) },
  ROUNDS,
  1,
);

const ratios = [
  atLeast("charCodeAt loop / bytes", 2, rounds, "charCodeAt loop", "bytes"),
  atLeast("charCodeAt loop / string[]", 0.9, rounds, "charCodeAt loop", "string[]"),
  atLeast("TextEncoder loop / bytes", 3, rounds, "TextEncoder loop", "bytes"),
  atLeast("TextEncoder loop / string[]", 3, rounds, "TextEncoder loop", "string[]"),
  atMost("toggle a broker / first resolution", 0.1, rounds, "toggle a broker", "first resolution"),
  shown("encodeInto loop / string[]", rounds, "encodeInto loop", "string[]"),
  shown("charCodeAt loop / bytes, short ids", rounds, "charCodeAt loop, short ids", "bytes, short ids"),
  shown("charCodeAt loop / string[], short ids", rounds, "charCodeAt loop, short ids", "string[], short ids"),
  shown("node with the package imported / node alone", starts, "node with the package imported", "node alone"),
];
const cost = { addedMs: median(starts.map((one) => one["node with the package imported"] - one["node alone"])) };
if (process.argv.includes("--json")) printJson();
else printText();
process.exitCode = ratios.every((ratio) => ratio.holds !== false) ? 0 : 1;

function contestantsFor(keys, suffix) {
  const bytes = new TextEncoder().encode(keys.join("\n"));
  const loaded = new Placement(keys);
  const all = {
    "charCodeAt loop": () => charCodeAtLoop(keys, bySlot),
    bytes: () => coordinatorsFor(bytes, oneDead),
    "string[]": () => coordinatorsFor(keys, oneDead),
    "encodeInto loop": () => encodeIntoLoop(keys, bySlot),
    "TextEncoder loop": () => textEncoderLoop(keys, bySlot),
    "first resolution": () => firstResolution(keys),
    "toggle a broker": () => loaded.coordinators(toggled),
  };
  const chosen = suffix === "" ? Object.entries(all) : Object.entries(all).slice(0, 3);
  return Object.fromEntries(chosen.map(([name, run]) => [name + suffix, run]));
}

function firstResolution(keys) {
  const placement = new Placement(keys);
  const coordinators = placement.coordinators(oneDead);
  placement.free();
  return coordinators;
}

function start(script) {
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", script]);
  assert.equal(status, 0);
}

/** Milliseconds of each contestant, per round. */
function alternate(contestants, rounds, warmUp) {
  const millis = ([name, run]) => {
    const start = performance.now();
    run();
    return [name, performance.now() - start];
  };
  const all = Array.from({ length: rounds + warmUp }, () => Object.fromEntries(Object.entries(contestants).map(millis)));
  return all.slice(warmUp);
}

function atLeast(name, limit, rounds, above, below) {
  const ratio = shown(name, rounds, above, below);
  return { ...ratio, bound: "atLeast", limit, holds: ratio.median >= limit };
}

function atMost(name, limit, rounds, above, below) {
  const ratio = shown(name, rounds, above, below);
  return { ...ratio, bound: "atMost", limit, holds: ratio.median <= limit };
}

function shown(name, rounds, above, below) {
  const values = rounds.map((round) => round[above] / round[below]).sort((a, b) => a - b);
  const quartile = (n) => values[Math.floor((values.length * n) / 4)];
  return { name, median: quartile(2), noise: [quartile(1), quartile(3)] };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function medians(rounds) {
  return Object.keys(rounds[0]).map((name) => ({ name, medianMs: median(rounds.map((round) => round[name])) }));
}

function printText() {
  console.log(`${KEYS} group ids, ${brokers.length} brokers, one dead; Node ${process.version}; ${ROUNDS} rounds; median [middle half]`);
  for (const { name, medianMs } of [...medians(rounds), ...medians(starts)]) {
    console.log(`  ${name.padEnd(44)} ${medianMs.toFixed(2).padStart(9)} ms`);
  }
  console.log(`  ${"import cost over node alone".padEnd(44)} ${cost.addedMs.toFixed(2).padStart(9)} ms`);
  for (const { name, median, noise, bound, limit, holds } of ratios) {
    const verdict = holds === undefined ? "" : holds ? "holds" : "MISSED";
    const against = bound ? `${bound === "atMost" ? "<=" : ">="} ${limit}` : "";
    const [low, high] = noise.map((value) => value.toFixed(3));
    console.log(`${verdict.padEnd(6)} ${name.padEnd(48)} ${median.toFixed(3).padStart(8)} [${low} .. ${high}] ${against}`.trimEnd());
  }
}

function printJson() {
  const contestants = [...medians(rounds), ...medians(starts)];
  console.log(JSON.stringify({ keys: KEYS, brokers: brokers.length, rounds: ROUNDS, node: process.version, contestants, importCostMs: cost.addedMs, ratios }));
}
