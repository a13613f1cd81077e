// What is written by hand agrees with what it describes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import * as orrery from "kaas-orrery";
import * as inline from "kaas-orrery/inline";
import { tests } from "./support/project.mjs";

const read = (path) => readFileSync(join(tests, "..", path), "utf8");
const types = read("npm/types.d.ts");

test("the unions of types.d.ts are what the core can say", () => {
  const event = read("src/event.rs");
  const rules = read("src/rules.rs");
  const findings = [...read("src/messages/en.ftl").matchAll(/^finding-([a-z0-9-]+) =/gm)].map(([, code]) => code);
  const lower = (name) => name[0].toLowerCase() + name.slice(1);
  const kebab = (name) => name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();
  const shared = {
    What: variants(event, "What").map(lower),
    Cause: variants(event, "Cause").map(lower),
    RuleId: variants(rules, "RuleId").map(kebab),
    Verdict: variants(read("src/kaas/controller.rs"), "Verdict").map(kebab),
    Tier: variants(read("src/ownership.rs"), "Tier").map(lower),
    Health: variants(read("src/assignment.rs"), "Health").map(lower),
    FindingCode: findings.filter((code) => !code.endsWith("-advice")),
  };
  for (const [name, expected] of Object.entries(shared)) {
    assert.ok(expected.length > 0, name);
    assert.deepEqual(union(name), [...expected].sort(), name);
  }
  const given = types.slice(types.indexOf("interface RuleVariants"));
  for (const [, id, list] of rules.matchAll(/id: "(\w+)",[^}]*?variants: &\[([^\]]*)\]/g)) {
    assert.ok(given.includes(`${id}?: ${list.replaceAll(", ", " | ").trim()};`), `${id}: ${list}`);
  }
  for (const change of variants(read("src/explain.rs"), "Change").map(kebab)) assert.ok(types.includes(`kind: "${change}"`), change);
});

test("everything exported has a type, and every entry exports the same", () => {
  const declared = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name).sort();
  assert.deepEqual(Object.keys(orrery).sort(), declared);
  assert.deepEqual(Object.keys(inline).sort(), declared.filter((name) => name !== "readVolume"));
});

test("every field of a report has a type", () => {
  const fields = (value) => (Array.isArray(value) ? value.flatMap(fields) : value && typeof value === "object" ? Object.entries(value).flatMap(([key, inner]) => [key, ...(key === "args" ? [] : fields(inner))]) : []);
  const assignment = JSON.parse(read("tests/snapshots/healthy.report.json"));
  for (const name of new Set(fields(assignment))) assert.match(types, new RegExp(`\\b${name}\\??: `), name);
});

test("every sentence of the package is used, and none is missing", () => {
  const known = [...read("npm/messages.js").matchAll(/^ {2}"?([a-z0-9-]+)"?:/gm)].map(([, key]) => key);
  const others = readdirSync(join(tests, "../npm")).filter((name) => name.endsWith(".js") && name !== "messages.js");
  const code = others.map((name) => read(`npm/${name}`)).join("\n");
  const used = [...code.matchAll(/"((?:argument|volume|problem|usage|show|place)-[a-z0-9-]+)"/g)].map(([, key]) => key);
  assert.deepEqual(used.filter((key) => !known.includes(key)), [], "missing");
  const byTier = ["show-by-explicit", "show-by-hash"];
  assert.deepEqual(known.filter((key) => !code.includes(`"${key}"`) && !byTier.includes(key)), [], "unused");
});

test("the numbers in the README are right", () => {
  const [, shown] = read("npm/README.md").match(/^\/\/ (\{ coordinator: .*\})$/m);
  const route = orrery.coordinatorFor("search", { brokers: ["kaas-0", "kaas-1", "kaas-2"], alive: ["kaas-0", "kaas-2"] });
  assert.deepEqual(route, JSON.parse(shown.replace(/(\w+):/g, '"$1":')));
});

function variants(source, name) {
  const start = source.search(new RegExp(`(?:pub enum|variants! \\{[^}]*) ?${name} \\{`));
  const body = source.slice(start, source.indexOf("\n}", start));
  return [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, variant]) => variant);
}

function union(name) {
  const [, list] = types.match(new RegExp(`export type ${name} =([^;]*);`));
  return [...list.matchAll(/"([^"]+)"/g)].map(([, member]) => member).sort();
}
