// Scenarios through the module give the bytes of the native core.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";

import { readVolume, recordScenario, runScenario } from "kaas-orrery";
import { cli, snapshot, tests } from "./support/project.mjs";

const files = (folder) =>
  readdirSync(join(tests, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(tests, folder, name));

test("every scenario passes with the trace of the native core", async () => {
  let traces = 0;
  for (const file of files("scenarios")) {
    const text = readFileSync(file, "utf8");
    const named = JSON.parse(text).snapshot;
    const options = named === undefined ? {} : { snapshot: await readVolume(volumeOf(file, named)) };
    const report = runScenario(text, options);
    assert.deepEqual(report.failures, [], basename(file));
    const golden = file.replace(/json$/, "trace");
    if (!existsSync(golden)) continue;
    traces += 1;
    assert.equal(report.trace.map((line) => `${line}\n`).join(""), readFileSync(golden, "utf8"), basename(file));
  }
  assert.ok(traces > 20, `${traces} traces`);
});

test("vectors of kaas that this version plays pass", () => {
  const counts = { passed: 0, later: 0 };
  for (const set of ["kaas", "kaas-recorded", "kaas-edges", "kaas-sharp-edges", "kaas-rule-variants"]) {
    for (const file of files(`vectors/${set}`)) {
      const report = runScenario(readFileSync(file, "utf8"));
      assert.deepEqual([report.failures, report.stopped], [[], null], basename(file));
      assert.equal(report.ok, report.notSupported.length === 0);
      counts[report.ok ? "passed" : "later"] += 1;
    }
  }
  console.log(`vectors: ${counts.passed} passed, ${counts.later} have steps that are not yet supported`);
  assert.ok(counts.passed > 0);
});

test("a report names what differs, and names of any kind survive in it", () => {
  const scenario = {
    scenario: 1,
    name: "odd",
    title: "Odd names",
    flavor: "kaas",
    volume: { "__consumer_offsets/g.json": '{"offsets":{"__proto__/0":1},"__proto__":{"polluted":true}}' },
    steps: [{ at: 5, expectFile: "__consumer_offsets/g.json", is: null }, { expectOwner: "search", is: { broker: "kaas-0" } }],
  };
  const report = runScenario(scenario);
  assert.deepEqual(Object.keys(report), ["name", "ok", "failures", "supported", "notSupported", "stopped", "trace"]);
  assert.deepEqual(report.failures.map(({ step, at, kind }) => [step, at, kind]), [[0, 5, "expectFile"], [1, 5, "expectOwner"]]);
  assert.ok(Object.hasOwn(report.failures[0].actual, "__proto__"));
  assert.equal({}.polluted, undefined);
  assert.deepEqual(report.failures[1].differences, [{ path: "$.broker", expected: "kaas-0", got: "kaas-1" }]);
});

test("record fills in what a run then finds", () => {
  const head = { scenario: 1, name: "holes", title: "Holes", flavor: "kaas" };
  const steps = [{ expectOwner: "search", is: { broker: "?", tier: "?" } }, { cluster: "kill", broker: "kaas-1" }, { cluster: "recompute" }];
  assert.throws(() => runScenario({ ...head, steps }), { name: "OrreryError" });
  const filled = recordScenario({ ...head, steps });
  assert.deepEqual(JSON.parse(filled).steps[0], { expectOwner: "search", is: { broker: "kaas-1", tier: "hash" } });
  assert.equal(runScenario(filled).ok, true);
  const all = recordScenario({ ...head, steps }, { all: true });
  assert.ok(JSON.parse(all).steps.length > steps.length);
  assert.equal(runScenario(all).ok, true);
});

test("the command plays a folder and tells what it can", () => {
  const { status, stdout } = cli(["run", join(tests, "vectors/kaas"), "--format", "json"]);
  const reports = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(reports.length, files("vectors/kaas").length);
  assert.ok(reports.every(({ name, file }) => basename(file, ".json") === name));
  assert.equal(status, 0);
});

/** Scenarios name a folder beside them; the samples are kept as archives. */
function volumeOf(file, named) {
  const path = join(dirname(file), named);
  return existsSync(path) ? path : snapshot(basename(path));
}
