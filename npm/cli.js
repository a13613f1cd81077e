#!/usr/bin/env node
// The command line. Data goes to stdout, talk to stderr; the exit code is set and never forced, so that nothing is cut off.
import { promises as fs, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";

import { play, record, total } from "./api.js";
import { HELP } from "./help.js";
import { sentence } from "./messages.js";
import { analyze, diff, explain, OrreryError, plan } from "./node.js";
import { asJson, asMarkdown, asText, diffDocument, explanationDocument, planDocument, reportDocument } from "./render.js";
import { snapshotOf } from "./glue.js";
import { readTree } from "./volume.js";
import { safe } from "./words.js";

const COMMANDS = {
  analyze: {
    options: { "fail-on": STRING(), format: STRING(), all: FLAG() },
    async run({ values, positionals }) {
      const [path] = exactly(positionals, ["PATH"]);
      const level = oneOf(values["fail-on"] ?? "error", "--fail-on", [...SEVERITIES, "none"]);
      const report = analyze((await readTree(path)).files);
      show(values, report, (all) => reportDocument(report, path, all));
      const failing = SEVERITIES.slice(0, SEVERITIES.indexOf(level) + 1);
      return report.findings.some(({ severity }) => failing.includes(severity)) ? FOUND : FINE;
    },
  },
  explain: {
    options: { volume: STRING(), brokers: LIST(), dead: LIST(), draining: LIST(), format: STRING(), all: FLAG() },
    async run({ values, positionals }) {
      const [group] = exactly(positionals, ["GROUP"]);
      const explanation = await about(await sourceOf(values), (files) => explain(group, files));
      show(values, explanation, (all) => explanationDocument(explanation, all));
      return FINE;
    },
  },
  diff: {
    options: { format: STRING(), all: FLAG() },
    async run({ values, positionals }) {
      const [before, after] = exactly(positionals, ["BEFORE", "AFTER"]);
      const result = diff((await readTree(before)).files, (await readTree(after)).files);
      show(values, result, (all) => diffDocument(result, before, after, all));
      return FINE;
    },
  },
  plan: {
    options: {
      ...Object.fromEntries(["restart", "down", "drain", "add", "remove"].map((step) => [step, LIST()])),
      how: STRING(),
      active: STRING(),
      format: STRING(),
      all: FLAG(),
    },
    async run({ values, positionals, tokens }) {
      const [path] = exactly(positionals, ["PATH"]);
      const changes = changesOf(tokens, oneOf(values.how ?? "crash", "--how", ["crash", "drain"]));
      const active = await activeOf(values.active);
      const result = await about(await readTree(path), (files) => plan(files, changes, { active }));
      show(values, result, (all) => planDocument(result, path, all));
      return FINE;
    },
  },
  run: {
    options: { trace: FLAG(), seed: STRING(), format: STRING(), record: FLAG(), all: FLAG() },
    async run({ values, positionals }) {
      if (positionals.length === 0) misuse("usage-missing", { name: "FILE|DIR" });
      const format = oneOf(values.format ?? "text", "--format", ["text", "json"]);
      const seed = values.seed === undefined ? undefined : seedOf(values.seed);
      if (values.all && !values.record) misuse("usage-all");
      const outcomes = [];
      const files = (await Promise.all(positionals.map(scenarioFiles))).flat();
      const options = { seed, format, trace: values.trace, several: files.length > 1 };
      for (const file of files) outcomes.push(await (values.record ? recordFile(file, values.all ?? false) : runFile(file, options)));
      if (values.record) return outcomes.includes("invalid") ? BAD_INPUT : FINE;
      const number = (outcome) => outcomes.filter((one) => one === outcome).length;
      const failed = number("failed") + number("stopped");
      if (format === "text") print(`${total(outcomes.length - number("invalid"), failed, number("later"))}\n`);
      return number("invalid") > 0 ? BAD_INPUT : number("stopped") > 0 ? STOPPED : failed > 0 ? FOUND : FINE;
    },
  },
};

/** The value is the exit code. */
async function main(args) {
  const [name, ...others] = args;
  if (name === "--version") return print(`${version()}\n`);
  if (name === "--help" || name === "-h" || name === "help") return print(HELP[others[0]] ?? HELP[""]);
  if (!Object.hasOwn(COMMANDS, name ?? "")) {
    talk(name === undefined ? HELP[""] : sentence("usage-command", { name: safe(name), known: Object.keys(COMMANDS).join(", ") }));
    return BAD_INPUT;
  }
  const { options, run } = COMMANDS[name];
  try {
    const parsed = parse(others, options);
    return parsed.values.help ? print(HELP[name]) : await run(parsed);
  } catch (error) {
    if (error instanceof Misuse) talk(`${error.message}\n${sentence("usage-help", { name })}`);
    else if (error instanceof OrreryError) complain(error);
    else throw error;
    return BAD_INPUT;
  }
}

/** The caller's mistake on the command line. */
class Misuse extends Error {}

function misuse(key, args) {
  throw new Misuse(sentence(key, args));
}

function parse(args, options) {
  try {
    return parseArgs({ args, options: { ...options, help: { type: "boolean", short: "h" } }, allowPositionals: true, tokens: true });
  } catch (error) {
    throw error.code?.startsWith("ERR_PARSE_ARGS") ? new Misuse(error.message) : error;
  }
}

function exactly(positionals, names) {
  if (positionals.length < names.length) misuse("usage-missing", { name: names[positionals.length] });
  if (positionals.length > names.length) misuse("usage-too-many", { name: safe(positionals[names.length]), names: names.join(" ") });
  return positionals;
}

function oneOf(value, name, known) {
  if (!known.includes(value)) misuse("usage-value", { name, value: safe(value), known: known.join(", ") });
  return value;
}

function seedOf(text) {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed)) misuse("usage-value", { name: "--seed", value: safe(text), known: "0 … 2^53-1" });
  return seed;
}

/** The volume of --volume, or an assignment made of --brokers. */
async function sourceOf({ volume, brokers, dead = [], draining = [] }) {
  if ((volume === undefined) === (brokers === undefined)) misuse("usage-source");
  if (volume !== undefined) {
    if (dead.length + draining.length > 0) misuse("usage-health");
    return readTree(volume);
  }
  const ids = split(brokers);
  const down = { dead: split(dead), draining: split(draining) };
  const strange = [...down.dead, ...down.draining].find((id) => !ids.includes(id));
  if (strange !== undefined) misuse("usage-broker", { name: safe(strange), known: safe(ids.join(", ")) });
  const health = (id) => (down.dead.includes(id) ? "dead" : down.draining.includes(id) ? "draining" : "alive");
  const at = "1970-01-01T00:00:00Z";
  const rows = ids.map((id) => ({ id, health: health(id), lastSeen: at }));
  const head = { controllerEpoch: 1, assignmentVersion: 1, generatedAt: at, controller: ids[0] ?? "" };
  return { single: "--brokers", files: [{ path: "assignment.json", text: JSON.stringify({ ...head, brokers: rows, partitions: [] }) }] };
}

function split(lists) {
  return lists.flatMap((list) => list.split(","));
}

/** The steps of a plan, in the order in which they were written. */
function changesOf(tokens, how) {
  const changes = tokens
    .filter(({ kind, name }) => kind === "option" && STEPS.includes(name))
    .flatMap(({ name, value }) => {
      if (name === "restart") return [{ restart: value === "all" ? "all" : split([value]), how }];
      return split([value]).map((broker) => ({ [name]: broker }));
    });
  if (changes.length === 0) misuse("usage-steps", { known: STEPS.map((step) => `--${step}`).join(", ") });
  return changes;
}

async function activeOf(who) {
  if (who === undefined || who === "all" || who === "entries") return who;
  const text = await textOf(who);
  if (!who.endsWith(".json")) return text.split("\n").filter((line, at, lines) => at < lines.length - 1 || line !== "");
  try {
    const groups = JSON.parse(text);
    if (Array.isArray(groups) && groups.every((group) => typeof group === "string")) return groups;
  } catch {
    // Told below.
  }
  return misuse("usage-active", { path: safe(who) });
}

async function textOf(path) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await fs.readFile(path));
  } catch (error) {
    return misuse("usage-file", { path: safe(path), reason: error.code ?? error.message });
  }
}

/** Calls with the files; a refused assignment is told with the path it has on disk. */
async function about({ root, single, files }, call) {
  try {
    return call(files);
  } catch (error) {
    if (error instanceof OrreryError && error.file !== undefined) error.file = single ?? join(root, error.file);
    throw error;
  }
}

/** All scenarios below a directory, or the file itself. */
async function scenarioFiles(path) {
  let status;
  try {
    status = await fs.stat(path);
  } catch (error) {
    return misuse("usage-file", { path: safe(path), reason: error.code ?? error.message });
  }
  if (!status.isDirectory()) return [path];
  const found = [];
  for (const entry of await fs.readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory() && entry.name !== "__cluster") found.push(...(await scenarioFiles(inner)));
    else if (entry.isFile() && entry.name.endsWith(".json")) found.push(inner);
  }
  return found.sort();
}

async function runFile(file, { seed, format, trace = false, several }) {
  const played = await withScenario(file, (text, given) => play(text, { ...given, seed, file }));
  if (played === undefined) return "invalid";
  if (format === "json") print(`${trace ? played.json : played.brief}\n`);
  else {
    if (trace) print(`${several ? `== ${file}\n` : ""}${played.trace.map((event) => `${event}\n`).join("")}`);
    print(played.text.split("\n").map(safe).join("\n"));
  }
  return played.stopped ? "stopped" : played.failed ? "failed" : played.passed ? "passed" : "later";
}

/** Rewrites the file in one step, so that a crash leaves the old one. */
async function recordFile(file, all) {
  const text = await withScenario(file, (text, given) => record(text, all, given));
  if (text === undefined) return "invalid";
  await fs.writeFile(`${file}.tmp`, text);
  await fs.rename(`${file}.tmp`, file);
  talk(sentence("recorded", { file }));
  return "recorded";
}

/** Calls with the text of a scenario and what lies beside it; undefined, and told, if it is no scenario. */
async function withScenario(file, call) {
  const text = await textOf(file);
  try {
    const directory = snapshotOf(text);
    const snapshot = directory === undefined ? [] : (await readTree(join(dirname(file), directory))).files;
    return call(text, { snapshot, stem: basename(file, ".json") });
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error;
    complain(error, file);
    return undefined;
  }
}

function show({ format = "text", all = false }, value, document) {
  oneOf(format, "--format", ["text", "json", "md"]);
  const pieces = format === "json" ? asJson(value) : (format === "md" ? asMarkdown : asText)(document(all));
  let buffer = "";
  for (const piece of pieces) {
    buffer += piece;
    if (buffer.length > PIECE) {
      print(buffer);
      buffer = "";
    }
  }
  print(buffer);
}

/** Every problem on a line that an editor can follow: file:line:column. */
function complain(error, file = error.file) {
  const problems = error.problems ?? [error];
  for (const { message, path, line, column } of problems) {
    const place = file === undefined ? "" : line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
    talk(place + message + (path === undefined || path === "$" ? "" : ` (${path})`));
  }
}

function print(text) {
  process.stdout.write(text);
  return FINE;
}

function talk(text) {
  process.stderr.write(`${text.split("\n").map(safe).join("\n").trimEnd()}\n`);
}

function version() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

function STRING() {
  return { type: "string" };
}

function FLAG() {
  return { type: "boolean" };
}

function LIST() {
  return { type: "string", multiple: true };
}

const [FINE, FOUND, BAD_INPUT, STOPPED, BROKEN] = [0, 1, 2, 3, 70];
const SEVERITIES = ["error", "warning", "info"];
const STEPS = ["restart", "down", "drain", "add", "remove"];
const PIECE = 1 << 16;

// Whoever reads may stop reading: `kaas-orrery analyze . | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
}
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  talk(`${sentence("broken")}\n${error.stack}`);
  process.exitCode = BROKEN;
}
