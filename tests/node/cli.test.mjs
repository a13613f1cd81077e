// The command as people use it: what it prints, and how it ends. ORRERY_BLESS=1 rewrites tests/node/golden.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { analyze, diff, explain, plan, readVolume } from "kaas-orrery";
import { cli, folder, golden, home, json, snapshot, tests } from "./support/project.mjs";

const work = folder();
for (const name of ["healthy", "mid-rollout", "messy"]) snapshot(name, work);
const at = "2026-01-01T00:00:00Z";
const assignment = (consumerGroups) => ({
  controllerEpoch: 1,
  assignmentVersion: 7,
  generatedAt: at,
  controller: "kaas-0",
  brokers: ["kaas-0", "kaas-1", "kaas-2"].map((id) => ({ id, health: "alive", lastSeen: at })),
  partitions: [],
  consumerGroups,
});
const hostile = ["", " ", "__proto__", "-x", "nobody", "../x", "<img onerror=alert(1)>", "| a | b |", "`code`", "\u001b[31mred\u001b[0m", "\u202ereversed", "a\nb", "\u05e9\u05dc\u05d5\u05dd", "\u{1f600}", "\u6ce8\u6587", "x".repeat(10_000)];
writeFileSync(join(work, "hostile.json"), JSON.stringify(assignment(hostile.map((groupId) => ({ groupId, broker: "kaas-9", epoch: 1 })))));
writeFileSync(join(work, "before.json"), JSON.stringify(assignment([{ groupId: "orders", broker: "kaas-1", epoch: 1 }])));
writeFileSync(join(work, "after.json"), JSON.stringify(assignment([{ groupId: "payments", broker: "kaas-1", epoch: 1 }])));
writeFileSync(join(work, "torn.json"), '{\n  "controllerEpoch": 1,\n  "assignmentVersion": "7"\n}\n');
writeFileSync(join(work, "active.txt"), "orders\n-x\n\n");
writeFileSync(join(work, "active.json"), '["orders", "a\\nb"]');
const scenario = (name, steps, { folder = "scenarios", ...head } = {}) =>
  writeFileSync(join(work, folder, `${name}.json`), JSON.stringify({ scenario: 1, name, title: name, flavor: "kaas", ...head, steps }));
for (const folder of ["scenarios", "more"]) mkdirSync(join(work, folder));
const eta = { expectOwner: "eta-model", is: { broker: "kaas-4", tier: "explicit" } };
scenario("over-a-volume", [eta], { folder: "more", snapshot: "../healthy" });
scenario("over-nothing", [eta], { folder: "more", snapshot: "../nowhere" });
scenario("endless", [{ ...eta, at: 315360000000 }], { folder: "more", clock: "auto" });
scenario("passes", [{ expectOwner: "search", is: { broker: "kaas-1" } }, { cluster: "kill", broker: "kaas-1" }]);
scenario("fails", [{ at: 5, cluster: "kill", broker: "kaas-1" }, { cluster: "recompute" }, { expectOwner: "search", is: { broker: "kaas-1" } }]);
scenario("later", [{ client: "start", id: "c1", group: "g" }]);
mkdirSync(join(work, "bad"));
writeFileSync(join(work, "bad/invalid.json"), '{"scenario":1,"name":"invalid","title":"t","flavor":"kaas",\n "steps":[{"cluster":"explode"},\n  {"expectOwner":"g"}]}');
writeFileSync(join(work, "bad/torn.json"), "{");

const CASES = {
  help: [["--help"], ["help", "plan"], ["analyze", "--help"], ["explain", "-h"], ["diff", "--help"], ["run", "--help"]],
  usage: [
    [],
    ["analyse", "x"],
    ["analyze"],
    ["analyze", "a", "b"],
    ["analyze", "mid-rollout", "--fail-on", "panic"],
    ["analyze", "mid-rollout", "--format", "xml"],
    ["analyze", "mid-rollout", "--colour"],
    ["analyze", "nowhere"],
    ["analyze", "scenarios"],
    ["explain", "-x", "--brokers", "a"],
    ["explain", "x"],
    ["explain", "x", "--volume", "mid-rollout", "--brokers", "a"],
    ["explain", "x", "--volume", "mid-rollout", "--dead", "a"],
    ["explain", "x", "--brokers", "a,b", "--dead", "c"],
    ["explain", "x", "--volume", "torn.json"],
    ["diff", "before.json"],
    ["plan", "mid-rollout"],
    ["plan", "mid-rollout", "--down", "kaas-77"],
    ["plan", "torn.json", "--restart", "all"],
    ["plan", "mid-rollout", "--restart", "all", "--how", "gently"],
    ["plan", "mid-rollout", "--restart", "all", "--active", "nobody.txt"],
    ["plan", "mid-rollout", "--restart", "all", "--active", "before.json"],
    ["run"],
    ["run", "nowhere"],
    ["run", "bad"],
    ["run", "scenarios", "--seed", "x"],
    ["run", "scenarios", "--all"],
  ],
  analyze: [
    ["analyze", "healthy"],
    ["analyze", "mid-rollout", "--fail-on", "warning"],
    ["analyze", "messy", "--fail-on", "none"],
    ["analyze", "torn.json"],
  ],
  "analyze-md": [["analyze", "mid-rollout", "--format", "md", "--fail-on", "none"]],
  explain: [
    ["explain", "search", "--brokers", "kaas-0,kaas-1,kaas-2", "--dead", "kaas-1"],
    ["explain", "search", "--brokers", "kaas-0", "--brokers", "kaas-1,kaas-2", "--draining", "kaas-1", "--dead", "kaas-0"],
    ["explain", "eta-model", "--volume", "healthy"],
    ["explain", "eta-model", "--volume", "healthy", "--format", "md"],
    ["explain", "orders", "--volume", "before.json", "--format", "json"],
  ],
  diff: [
    ["diff", "before.json", "after.json"],
    ["diff", "before.json", "after.json", "--format", "md"],
    ["diff", "before.json", "after.json", "--format", "json"],
    ["diff", "mid-rollout", "mid-rollout/__cluster"],
  ],
  plan: [
    ["plan", "before.json", "--restart", "all"],
    ["plan", "before.json", "--drain", "kaas-1", "--remove", "kaas-1", "--add", "kaas-3", "--restart", "kaas-0,kaas-2", "--how", "drain"],
    ["plan", "before.json", "--down", "kaas-1", "--active", "active.txt", "--format", "md"],
    ["plan", "before.json", "--down", "kaas-1", "--active", "active.json", "--format", "json"],
    ["plan", "mid-rollout", "--restart", "all", "--active", "all"],
  ],
  run: [
    ["run", "scenarios/passes.json"],
    ["run", "scenarios/passes.json", "--trace"],
    ["run", "scenarios"],
    ["run", "scenarios", "--trace"],
    ["run", "scenarios", "--format", "json"],
    ["run", "scenarios", "bad"],
    ["run", "more/over-a-volume.json", "--trace"],
    ["run", "more/over-nothing.json"],
    ["run", "more/endless.json"],
  ],
  hostile: [
    ["analyze", "hostile.json", "--fail-on", "none"],
    ["analyze", "hostile.json", "--fail-on", "none", "--format", "md"],
    ...hostile.filter((group) => group.length < 100).map((group) => ["explain", "--volume", "hostile.json", "--", group]),
    ["plan", "hostile.json", "--down", "kaas-0"],
  ],
};

for (const [name, calls] of Object.entries(CASES)) {
  test(name, () => {
    const told = calls.map((args) => {
      const { status, stdout, stderr } = cli(args, { cwd: work });
      return [`$ kaas-orrery ${args.map((arg) => (/^[\w./,=-]+$/.test(arg) ? arg : ascii(arg))).join(" ")}`, `exit ${status}`, stdout, stderr && `stderr:\n${stderr}`]
        .filter((part) => part !== "")
        .map((part) => (part.endsWith("\n") ? part : `${part}\n`))
        .join("");
    });
    const text = told.join("\n");
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/, "nothing that a terminal obeys");
    golden(`${name}.txt`, text);
  });
}

test("json is what the functions of the package return", async () => {
  const files = await readVolume(join(work, "mid-rollout"));
  const printed = (command, ...args) => JSON.parse(cli([command, "--format", "json", ...args], { cwd: work }).stdout);
  assert.deepEqual(printed("analyze", "mid-rollout"), analyze(files));
  assert.deepEqual(printed("explain", "x", "--volume", "mid-rollout"), explain("x", files));
  assert.deepEqual(printed("diff", "mid-rollout", "healthy"), diff(files, await readVolume(join(work, "healthy"))));
  assert.deepEqual(printed("plan", "mid-rollout", "--restart", "all", "--how", "drain"), plan(files, { restart: "all", how: "drain" }));
  const huge = hostile.at(-1);
  assert.equal(printed("explain", "--volume", "hostile.json", "--", huge).groupId, huge);
});

test("record writes what a run then accepts", () => {
  mkdirSync(join(work, "record"));
  const path = join(work, "record/holes.json");
  writeFileSync(path, JSON.stringify({ scenario: 1, name: "holes", title: "t", flavor: "kaas", steps: [{ expectOwner: "search", is: { broker: "?" } }] }));
  assert.equal(cli(["run", path]).status, 2, "a hole is not run");
  assert.equal(cli(["run", path, "--record"]).status, 0);
  assert.match(readFileSync(path, "utf8"), /"broker": ?"kaas-1"/);
  assert.equal(cli(["run", path]).status, 0);
  assert.equal(cli(["run", path, "--record", "--all"]).status, 0);
  assert.equal(cli(["run", path]).status, 0);
});

test("the version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  assert.deepEqual(cli(["--version"]), { status: 0, stdout: `${version}\n`, stderr: "" });
});

test("a reader that stops early is no error, and one that reads gets everything", async () => {
  const groups = Array.from({ length: 20_000 }, (_, n) => ({ groupId: `group-${n}`, broker: `kaas-${n % 3}`, epoch: 1 }));
  const path = join(work, "large.json");
  writeFileSync(path, JSON.stringify(assignment(groups)));
  const call = (onData) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [join(home, "dist/cli.js"), "analyze", path, "--format", "json", "--fail-on", "none"]);
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (data) => {
        stdout += data;
        onData(child);
      });
      child.stderr.on("data", (data) => (stderr += data));
      child.on("close", (status) => resolve({ status, stdout, stderr }));
    });
  const cut = await call((child) => child.stdout.destroy());
  assert.deepEqual([cut.status, cut.stderr], [0, ""]);
  const whole = await call(() => {});
  assert.equal(JSON.parse(whole.stdout).groups.length, 20_000);
  const { stdout } = cli(["analyze", path, "--fail-on", "none"]);
  assert.match(stdout, /… and 19,950 more; --all shows them, --format json has everything/);
  assert.ok(cli(["analyze", path, "--fail-on", "none", "--all"]).stdout.split("\n").length > 20_000);
  assert.equal(json("snapshots/healthy.report.json").assignmentAccepted, true);
});

function ascii(text) {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
