// Compiled with `tsc --noEmit` where the packed package is installed: what users write must have types.
import {
  analyze,
  Cluster,
  coordinatorFor,
  coordinatorsFor,
  diff,
  explain,
  fnv1a32,
  init,
  javaHashCode,
  OrreryError,
  partitionFor,
  Placement,
  plan,
  readVolume,
  recompute,
  recordScenario,
  runScenario,
} from "kaas-orrery";
import type { Assignment, Finding, FindingCode, Move, Verdict, VolumeFile, What } from "kaas-orrery";
import { fnv1a32 as inlined } from "kaas-orrery/inline";

const ready: Promise<void> = init();
const hashes: number[] = ["orders", "payments"].map(fnv1a32);
const numbers: number[] = [javaHashCode("orders"), partitionFor("orders"), partitionFor("orders", 12)];

const route = coordinatorFor("orders", { brokers: ["kaas-0", "kaas-1"], alive: new Map([["kaas-0", true]]) });
const coordinator: string = route.coordinator ?? "nobody";
const indexes: Uint32Array = coordinatorsFor(["orders"], { brokers: ["kaas-0"], alive: ["kaas-0"] });
const loaded = new Placement(new TextEncoder().encode("orders\npayments\n"));
loaded.free();

const assignment: Assignment = {
  controllerEpoch: 1,
  assignmentVersion: 1,
  generatedAt: "2026-12-01T00:00:00Z",
  controller: "kaas-0",
  brokers: [{ id: "kaas-0", health: "alive", lastSeen: "2026-12-01T00:00:00Z" }],
  partitions: [],
};
const explanation = explain("orders", assignment, { rules: { divisor: "alive-count" } });
for (const { changes, text } of explanation.counterfactual) {
  for (const change of changes) if (change.kind === "health") console.log(change.broker, change.health, text);
}
const next = recompute(null, { brokers: assignment.brokers, reported: ["orders"] });
const verdicts: Verdict[] = next.decisions.map((decision) => decision.decision);
const again = recompute(next.assignment, { brokers: [{ id: "kaas-0", health: "dead" }], reported: [] }).text;

async function volumes(): Promise<Move[]> {
  const files: VolumeFile[] = await readVolume("/data", { limits: { files: 10 } });
  const worst: Finding[] = analyze(files).findings.filter((finding) => finding.severity === "error");
  const codes: FindingCode[] = worst.map((finding) => finding.code);
  const offsets: string[] = analyze(files).groups.flatMap((group) => group.offsets.map((offset) => offset.offset));
  console.log(codes, offsets);
  const moves = plan(files, [{ restart: "all", how: "drain" }, { down: "kaas-1" }], { active: "all" }).steps.flatMap((step) => step.moved);
  return [...moves, ...diff(files, again).moved];
}

const cluster = new Cluster({ brokers: ["kaas-0", "kaas-1"] });
const events: What[] = cluster.apply({ cluster: "kill", broker: "kaas-1" }).advanceTo(1000).events().map((event) => event.what);
const up: boolean[] = cluster.state().brokers.map((broker) => broker.up);
cluster.free();

try {
  const ok: boolean = runScenario("{", { seed: 7 }).ok;
  console.log(ok, recordScenario("{", { all: true }).length);
} catch (error) {
  if (error instanceof OrreryError) console.log(error.name satisfies "OrreryError", error.code, error.path, error.line, error.column);
}

// @ts-expect-error a key is text
fnv1a32(7);
// @ts-expect-error a broker set needs to know who is alive
coordinatorFor("orders", { brokers: ["kaas-0"] });
// @ts-expect-error there is no such change
plan(assignment, { kill: "kaas-0" });
// @ts-expect-error there is no such variant
explain("orders", assignment, { rules: { divisor: "half" } });

export { coordinator, events, hashes, indexes, inlined, numbers, ready, up, verdicts, volumes };
