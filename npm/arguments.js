// Whether an argument is what it should be. The core is asked only with arguments that it can take.
import { refuse } from "./error.js";

/** A string with a UTF-8 form. */
export function text(value, name) {
  if (typeof value !== "string") wrong(value, name, "a string");
  const index = loneSurrogate(value);
  if (index >= 0) refuse("argument-surrogate", { name, index });
  return value;
}

/** An integer within limits. */
export function integer(value, name, low, high) {
  if (typeof value !== "number") wrong(value, name, "a number");
  if (!Number.isInteger(value) || value < low || value > high) refuse("argument-range", { name, low, high, found: value });
  return value;
}

/** True or false. */
export function flag(value, name) {
  if (typeof value !== "boolean") wrong(value, name, "true or false");
  return value;
}

/** A list or a set of strings. */
export function strings(value, name) {
  if (typeof value !== "object" || value === null || typeof value[Symbol.iterator] !== "function") {
    wrong(value, name, "a list of strings");
  }
  return Array.from(value, (item, index) => text(item, `${name}[${index}]`));
}

/** Options: an object with these names only, or nothing. */
export function options(value, name, known) {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(value, name, "an object");
  const option = Object.keys(value).find((key) => !known.includes(key));
  if (option !== undefined) refuse("argument-unknown", { name, option, known: known.join(", ") });
  return value;
}

/** JSON text of a text, an object or a list: {text, written}. `written`: the text is the caller's own. */
export function json(value, name, expected = "JSON text or an object") {
  if (typeof value === "string") return { text: text(value, name), written: true };
  if (typeof value !== "object" || value === null) wrong(value, name, expected);
  check(value, name, "$", new Set());
  return { text: JSON.stringify(value), written: false };
}

/** The same, or undefined where nothing is given. */
export function optionalJson(value, name, expected) {
  return value === undefined || value === null ? { text: undefined, written: false } : json(value, name, expected);
}

/** Which groups have members: "entries", "all" or a list of ids. */
export function active(value) {
  if (value === "entries" || value === "all") return value;
  if (typeof value === "string") wrong(value, "active", '"entries", "all" or a list of group ids');
  return strings(value, "active");
}

/** The files of a volume from such a list, or from one assignment.json as text or object: {files, written}. */
export function volume(value, name) {
  if (Array.isArray(value)) return { files: value.map((item, index) => file(item, `${name}[${index}]`)), written: true };
  const content = json(value, name, "a list of files, or assignment.json as text or as an object");
  return { files: [{ path: "assignment.json", kind: "file", text: content.text }], written: content.written };
}

function file(value, name) {
  if (typeof value !== "object" || value === null) wrong(value, name, "{ path, kind, text }");
  const { kind = "file", problem } = value;
  if (kind !== "file" && kind !== "dir") wrong(kind, `${name}.kind`, '"file" or "dir"');
  const entry = { path: text(value.path, `${name}.path`), kind, text: value.text ?? null };
  if (entry.text !== null) text(entry.text, `${name}.text`);
  return problem === undefined || problem === null ? entry : { ...entry, problem: text(problem, `${name}.problem`) };
}

/** Refuses what JSON would change: numbers that are not exact, things without a JSON form, lone surrogates, cycles. */
function check(value, name, path, above) {
  if (typeof value === "string") {
    if (loneSurrogate(value) >= 0) refuse("argument-surrogate", { name: `${name} (${path})`, index: loneSurrogate(value) });
  } else if (typeof value === "number") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) refuse("argument-unsafe", { name, path, found: value });
    if (!Number.isFinite(value)) refuse("argument-value", { name, path, found: value });
  } else if (typeof value === "object" && value !== null) {
    if (above.has(value) || above.size > DEPTH_MAX || value instanceof Map || value instanceof Set) {
      refuse("argument-value", { name, path, found: above.has(value) ? "a cycle" : describe(value) });
    }
    above.add(value);
    for (const [key, member] of Object.entries(value)) {
      check(key, name, path, above);
      check(member, name, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, above);
    }
    above.delete(value);
  } else if (value !== null && typeof value !== "boolean" && value !== undefined) {
    refuse("argument-value", { name, path, found: describe(value) });
  }
}

/** Index of the first UTF-16 unit that is half of a pair, or -1. */
function loneSurrogate(value) {
  return value.isWellFormed() ? -1 : value.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

function wrong(value, name, expected) {
  if (value === undefined) refuse("argument-missing", { name, expected });
  refuse("argument-type", { name, expected, found: describe(value) });
}

function describe(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return value.constructor?.name ?? "an object";
  if (typeof value === "string") return `"${value.slice(0, 60)}"`;
  return typeof value === "function" || typeof value === "symbol" ? `a ${typeof value}` : `${typeof value} ${value}`;
}

const DEPTH_MAX = 127;
