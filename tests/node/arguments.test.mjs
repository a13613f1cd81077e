// Whatever is handed in, the answer is a result or an OrreryError that says what is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as orrery from "kaas-orrery";
import { golden } from "./support/project.mjs";

const { OrreryError, explain, recompute, plan, fnv1a32, partitionFor, coordinatorFor, runScenario, Cluster } = orrery;
const at = "2026-01-01T00:00:00Z";
const row = (id, health = "alive") => ({ id, health, lastSeen: at });
const assignment = {
  controllerEpoch: 1,
  assignmentVersion: 7,
  generatedAt: at,
  controller: "kaas-0",
  brokers: [row("kaas-0"), row("kaas-1"), row("kaas-2")],
  partitions: [],
  consumerGroups: [{ groupId: "orders", broker: "kaas-1", epoch: 2 }],
};

test("an error is an Error, with a name, a code and a place", () => {
  const text = '{\n "controllerEpoch": 1,\n "assignmentVersion": "x"}';
  const error = caught(() => explain("orders", text));
  assert.ok(error instanceof Error && error instanceof OrreryError);
  assert.match(error.stack, /^OrreryError: assignment\.json: /);
  assert.deepEqual({ ...error }, {
    code: "json-not-an-integer",
    path: "$.assignmentVersion",
    line: 3,
    column: 23,
    file: "assignment.json",
    problems: [
      {
        code: "json-not-an-integer",
        message: 'Expected an integer from -9223372036854775808 to 9223372036854775807, found "x".',
        path: "$.assignmentVersion",
        line: 3,
        column: 23,
      },
    ],
  });
  const { line, column, path } = caught(() => explain("orders", { ...assignment, assignmentVersion: "x" }));
  assert.deepEqual([line, column, path], [undefined, undefined, "$.assignmentVersion"], "the text was made here");
});

test("wrong arguments are told by name", () => {
  const told = [
    () => fnv1a32(),
    () => fnv1a32(null),
    () => fnv1a32(7),
    () => fnv1a32("ab\ud800c"),
    () => fnv1a32("\udc00"),
    () => partitionFor("g", 0),
    () => partitionFor("g", 1.5),
    () => partitionFor("g", "50"),
    () => coordinatorFor("g"),
    () => coordinatorFor("g", { brokers: ["a"] }),
    () => coordinatorFor("g", { brokers: "a", alive: [] }),
    () => explain("g"),
    () => explain("g", null),
    () => explain("g", 7),
    () => explain("g", []),
    () => explain("g", [{ path: 7 }]),
    () => explain("g", [{ path: "assignment.json", kind: "link" }]),
    () => explain("g", [{ path: "assignment.json", text: "\ud800" }]),
    () => explain("g", assignment, { rule: {} }),
    () => explain("g", assignment, { rules: { sweep: "never" } }),
    () => explain("g", assignment, { rules: { sweeps: "none" } }),
    () => explain("g", { ...assignment, controllerEpoch: 2 ** 53 }),
    () => explain("g", { ...assignment, controllerEpoch: 1n }),
    () => explain("g", { ...assignment, brokers: new Map() }),
    () => recompute(null),
    () => recompute("{", { brokers: [], reported: [] }),
    () => recompute(null, { brokers: [{ id: "a", health: "ill" }], reported: [] }),
    () => recompute(null, { brokers: [], reported: [7] }),
    () => recompute(null, { brokers: [], reported: [], version: 7 }),
    () => plan(assignment),
    () => plan(assignment, {}),
    () => plan(assignment, { down: "kaas-9" }),
    () => plan(assignment, { add: "kaas-0" }),
    () => plan(assignment, { restart: "some" }),
    () => plan(assignment, { restart: "all" }, { active: "some" }),
    () => plan([], { restart: "all" }),
    () => runScenario(7),
    () => runScenario("{}", { seed: -1 }),
    () => new Cluster(),
    () => new Cluster({ brokers: ["nameless"] }),
    () => new Cluster({}).apply({ cluster: "explode" }),
    () => new Cluster({}).apply({ cluster: "kill", broker: "kaas-9" }),
    () => new Cluster({}).advanceTo(-1),
    () => new Cluster({}).advanceTo(5).advanceTo(4),
  ].map((call) => {
    const error = caught(call);
    return `${error.code}: ${error.message}`;
  });
  golden("mistakes.txt", `${told.join("\n")}\n`);
});

test("no kind of value traps the module", () => {
  const values = [undefined, null, true, 0, -1, NaN, Infinity, 2 ** 53, 1n, "", "x", "\ud800", [], {}, [[]], [{}], [null], Symbol("s"), () => 1, new Map(), new Date(0), new Uint8Array(3), { path: "x" }];
  const names = ["fnv1a32", "javaHashCode", "partitionFor", "coordinatorFor", "coordinatorsFor", "explain", "recompute", "analyze", "diff", "plan", "runScenario", "recordScenario"];
  const build = (first) => new Cluster(first).free();
  const command = (first, second) => new Cluster({}).apply(first).advanceTo(second);
  for (const call of [...names.map((name) => orrery[name]), build, command]) {
    for (const first of values) {
      for (const second of values) {
        for (const third of [undefined, null, {}, "x"]) {
          try {
            call(first, second, third);
          } catch (error) {
            assert.ok(error instanceof OrreryError, `${call.name}(${String(first)}, ${String(second)}): ${error.stack}`);
          }
        }
      }
    }
  }
  assert.equal(fnv1a32("a"), 0xe40c292c);
});

test("names of every kind are kept, and are never keys", () => {
  const names = ["", " ", "__proto__", "constructor", "toString", "../x", "<img onerror=alert(1)>", "-x", "\u202eabc", "\u{1f600}", "a\nb\0c", "x".repeat(10_000)];
  const groups = names.map((groupId) => ({ groupId, broker: "kaas-2", epoch: 1 }));
  const before = { ...assignment, consumerGroups: groups };
  const ids = (list) => list.map(({ groupId }) => groupId).sort();
  const all = [...names].sort();
  assert.deepEqual(ids(orrery.analyze(before).groups), all);
  for (const name of names) assert.equal(explain(name, before).groupId, name);
  assert.deepEqual(ids(orrery.diff(before, { ...before, consumerGroups: groups.map((entry) => ({ ...entry, broker: "kaas-9" })) }).moved), all);
  const down = plan(before, { down: "kaas-2" }, { active: names });
  assert.deepEqual(ids(down.moved), all);
  const next = recompute(before, { brokers: [row("kaas-0"), row("kaas-1")], reported: names });
  assert.deepEqual(ids(next.assignment.consumerGroups), all);
  assert.deepEqual(ids(next.decisions), all);
  assert.deepEqual(JSON.parse(next.text), next.assignment);
});

test("numbers beyond 2^53 stay exact", () => {
  const text = JSON.stringify(assignment).replace('"assignmentVersion":7', '"assignmentVersion":9223372036854775000');
  assert.equal(explain("orders", text).assignmentVersion, "9223372036854775000");
  assert.equal(orrery.analyze(text).assignmentVersion, "9223372036854775000");
  const next = recompute(text, { brokers: assignment.brokers, reported: [] });
  assert.equal(next.assignment.assignmentVersion, "9223372036854775001");
  assert.match(next.text, /"assignmentVersion":9223372036854775001,/);
  assert.equal(plan(text, { down: "kaas-0" }).steps[0].version, "9223372036854775001");
});

test("one assignment in four forms", () => {
  const text = JSON.stringify(assignment);
  const forms = [assignment, text, [{ path: "assignment.json", kind: "file", text }], [{ path: "data/__cluster/assignment.json", text }]];
  const [first, ...others] = forms.map((form) => explain("orders", form));
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual([first.coordinator, first.tier], ["kaas-1", "explicit"]);
});

test("a plan, an explanation and a recompute agree", () => {
  const { steps, moved } = plan(assignment, [{ down: "kaas-1" }, { drain: "kaas-2" }, { add: "kaas-3" }, { remove: "kaas-0" }, { restart: ["kaas-3"], how: "drain" }]);
  assert.deepEqual(steps.map(({ code, broker }) => [code, broker]), [
    ["plan-down", "kaas-1"],
    ["plan-drain", "kaas-2"],
    ["plan-add", "kaas-3"],
    ["plan-remove", "kaas-0"],
    ["plan-drain", "kaas-3"],
    ["plan-back", "kaas-3"],
  ]);
  assert.deepEqual(moved.map(({ groupId, from }) => [groupId, from]), [["orders", "kaas-1"]]);
  const down = explain("orders", assignment).counterfactual.find(
    ({ changes: [change, ...others] }) => others.length === 0 && change.kind === "health" && change.broker === "kaas-1" && change.health === "dead",
  );
  assert.equal(steps[0].moved[0].to, down.coordinator);
  const rows = [row("kaas-0"), row("kaas-1", "dead"), row("kaas-2")];
  const { assignment: next, decisions } = recompute(assignment, { brokers: rows, reported: [] });
  assert.deepEqual(decisions.map(({ decision, from, to }) => [decision, from, to]), [["retired", "kaas-1", null]]);
  assert.equal(explain("orders", next).coordinator, down.coordinator);
});

test("a cluster step by step", () => {
  const cluster = new Cluster({});
  cluster.apply({ cluster: "touch", group: "search" }).apply('{"cluster":"kill","broker":"kaas-1"}').apply({ cluster: "recompute" });
  const events = cluster.events();
  assert.deepEqual(events.map(({ text }) => text), [
    "t=0 kaas-1 GroupCreated search because=join rule=lazy-creation",
    "t=0 kaas-1 BrokerStopped because=command rule=outside",
    "t=0 kaas-0 Recomputed v2 because=command rule=report",
    "t=0 FileWritten assignment.json because=recompute:v2 rule=outside",
    "t=0 kaas-0 AssignmentApplied v2 epoch=1 because=file-read rule=acceptance",
    "t=0 kaas-2 AssignmentApplied v2 epoch=1 because=file-read rule=acceptance",
  ]);
  assert.deepEqual(events[0], {
    at: 0,
    broker: "kaas-1",
    group: "search",
    what: "groupCreated",
    because: { cause: "join" },
    rule: "lazy-creation",
    text: events[0].text,
  });
  assert.deepEqual(cluster.events(), []);
  cluster.advanceTo(1500).apply({ cluster: "touch", group: "search" });
  const { at: now, brokers, groups } = cluster.state();
  assert.deepEqual([now, brokers.map(({ id, up }) => [id, up])], [1500, [["kaas-0", true], ["kaas-1", false], ["kaas-2", true]]]);
  assert.deepEqual(groups.map(({ id, coordinator }) => [id, coordinator]), [["search", "kaas-2"]]);
  cluster.free();
  cluster.free();
  assert.equal(caught(() => cluster.state()).code, "argument-freed");
  if (Symbol.dispose) assert.equal(typeof cluster[Symbol.dispose], "function");
});

function caught(call) {
  try {
    call();
  } catch (error) {
    if (error instanceof OrreryError) return error;
    throw error;
  }
  return assert.fail("nothing was thrown");
}
