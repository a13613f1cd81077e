// The functions of the package, for every entry: arguments are checked, the core is asked, refusals become errors.
import * as check from "./arguments.js";
import { brokerIds } from "./bulk.js";
import { ask, OrreryError, refuse } from "./error.js";
import * as core from "./glue.js";

export { OrreryError };
export { coordinatorsFor, Placement } from "./bulk.js";

/** See types.d.ts, as for everything here. */
export function fnv1a32(key) {
  return core.fnv1a32(check.text(key, "key"));
}

export function javaHashCode(s) {
  return core.javaHashCode(check.text(s, "s"));
}

export function partitionFor(groupId, partitions = 50) {
  check.text(groupId, "groupId");
  return core.partitionFor(groupId, check.integer(partitions, "partitions", 1, INT32_MAX));
}

export function coordinatorFor(key, brokers) {
  check.text(key, "key");
  return ask(() => core.coordinatorFor(key, ...brokerIds(brokers)));
}

export function explain(groupId, assignment, settings) {
  check.text(groupId, "groupId");
  const options = check.options(settings, "options", ["rules"]);
  const { files, written } = check.volume(assignment, "assignment");
  const rules = check.optionalJson(options.rules, "rules");
  return ask(() => core.explain(groupId, files, rules.text), { assignment: written, rules: rules.written });
}

export function recompute(previous, inputs, rules) {
  const texts = {
    previous: check.optionalJson(previous, "previous"),
    inputs: check.json(inputs, "inputs", "{ brokers, reported }"),
    rules: check.optionalJson(rules, "rules"),
  };
  const call = () => core.recompute(texts.previous.text, texts.inputs.text, texts.rules.text);
  const { json, text, decisions } = ask(call, writtenOf(texts));
  return { assignment: JSON.parse(json), text, decisions };
}

export function analyze(files) {
  return core.analyze(check.volume(files, "files").files);
}

export function diff(before, after) {
  const [left, right] = [check.volume(before, "before"), check.volume(after, "after")];
  return core.diff(left.files, right.files);
}

export function plan(files, changes, settings) {
  const { active, rules } = check.options(settings, "options", ["active", "rules"]);
  const texts = {
    files: check.volume(files, "files"),
    changes: check.json(changes, "changes", "a change or a list of changes"),
    active: { text: active === undefined ? active : JSON.stringify(check.active(active)) },
    rules: check.optionalJson(rules, "rules"),
  };
  const call = () => core.plan(texts.files.files, texts.changes.text, texts.active.text, texts.rules.text);
  return ask(call, writtenOf(texts));
}

export function runScenario(scenario, settings) {
  return JSON.parse(play(scenario, check.options(settings, "options", ["seed", "snapshot"])).json);
}

export function recordScenario(scenario, settings) {
  const { all = false, ...others } = check.options(settings, "options", ["all", "snapshot"]);
  return record(scenario, check.flag(all, "all"), others);
}

/** For the command line too: with the name of the file. */
export function record(scenario, all, { snapshot = [], stem }) {
  const { text, written } = check.json(scenario, "scenario");
  const { files } = check.volume(snapshot, "snapshot");
  return ask(() => core.recordScenario(text, all, files, stem), { scenario: written });
}

/** For the command line too: with the text for people, and what the exit code depends on. */
export function play(scenario, { seed, snapshot = [], stem, file }) {
  const { text, written } = check.json(scenario, "scenario");
  const number = seed === undefined ? undefined : BigInt(check.integer(seed, "seed", 0, Number.MAX_SAFE_INTEGER));
  const { files } = check.volume(snapshot, "snapshot");
  return ask(() => core.playScenario(text, number, files, stem, file), { scenario: written });
}

/** The last lines of a run over several scenarios. */
export function total(all, failed, later) {
  return core.runTotal(all, failed, later);
}

/** A cluster that is driven step by step. */
export class Cluster {
  #core;

  constructor(head) {
    const { text, written } = check.json(head, "head");
    this.#core = ask(() => new core.Cluster(text), { head: written });
  }

  apply(command) {
    const { text, written } = check.json(command, "command");
    ask(() => this.#alive().apply(text), { command: written });
    return this;
  }

  advanceTo(ms) {
    check.integer(ms, "ms", 0, Number.MAX_SAFE_INTEGER);
    ask(() => this.#alive().advanceTo(BigInt(ms)));
    return this;
  }

  events() {
    return this.#alive().events();
  }

  state() {
    return this.#alive().state();
  }

  free() {
    this.#core?.free();
    this.#core = undefined;
  }

  #alive() {
    return this.#core ?? refuse("argument-freed", { name: "Cluster" });
  }
}
// Runtimes without explicit resource management have no such symbol.
if (Symbol.dispose) Object.defineProperty(Cluster.prototype, Symbol.dispose, { value: Cluster.prototype.free });

/** Which arguments are texts of the caller's own. */
function writtenOf(texts) {
  return Object.fromEntries(Object.entries(texts).map(([name, { written }]) => [name, written]));
}

const INT32_MAX = 2 ** 31 - 1;
