// The golden tables through the package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { coordinatorFor, coordinatorsFor, fnv1a32, javaHashCode, partitionFor, recompute } from "kaas-orrery";
import { json, tests } from "./support/project.mjs";

const routing = json("tables/kaas-routing.json");
const health = "2026-01-01T00:00:00Z";

test("200 hashes", () => {
  assert.equal(routing.fnv1a32.length, 200);
  for (const { key, hash } of routing.fnv1a32) assert.equal(fnv1a32(key), hash, JSON.stringify(key));
});

test("2,000 picks", () => {
  assert.equal(routing.pickCoordinator.length, 2000);
  for (const { tag, key, brokers, alive, slot, expect } of routing.pickCoordinator) {
    const route = coordinatorFor(key, { brokers, alive });
    assert.deepEqual([route.coordinator, route.slot ?? 0], [expect, slot], `${tag} ${key}`);
    const [index] = coordinatorsFor([key], { brokers, alive });
    assert.equal([...brokers].sort(byBytes)[index] ?? null, expect, `${tag} ${key} in bulk`);
  }
});

test("300 rendezvous picks, as first entries of a recompute under that rule", () => {
  assert.equal(routing.rendezvous.length, 300);
  for (const { group, brokers, pick, hashTierPick } of routing.rendezvous) {
    const rows = brokers.map((id) => ({ id, health: "alive" }));
    const entries = (rules) => recompute(null, { brokers: rows, reported: [group], generatedAt: health, controller: "c" }, rules);
    assert.equal(entries({ firstEntry: "rendezvous" }).assignment.consumerGroups[0].broker, pick, group);
    assert.equal(entries().assignment.consumerGroups[0].broker, hashTierPick, group);
    assert.equal(coordinatorFor(group, { brokers, alive: brokers }).coordinator, hashTierPick, group);
  }
});

test("100 transaction slots", () => {
  assert.equal(routing.txnSlots.length, 100);
  for (const { txnId, hash, slot } of routing.txnSlots) assert.deepEqual([fnv1a32(txnId), fnv1a32(txnId) % 50], [hash, slot]);
});

test("the counts of a broker that goes and returns", () => {
  assert.equal(routing.counts.length, 4);
  for (const { brokers, keys, down, kaasRule, scaleDownOneBroker, modAliveCount, loadAllUp, loadOneDown } of routing.counts) {
    const [ids, groups] = [brokerIds(brokers), groupIds(keys)];
    const rest = ids.filter((id) => id !== down);
    const [up, one] = [where(groups, ids, ids), where(groups, ids, rest)];
    const back = where(groups, ids, ids);
    assert.deepEqual(
      { changedOnDown: changed(up, one), changedOnReturn: changed(one, back), backAtOriginal: keys - changed(up, back) },
      kaasRule,
    );
    // Taking the row away is also what the hash over the alive ones would do.
    const without = where(groups, rest, rest);
    assert.equal(changed(up, without), scaleDownOneBroker.changed);
    assert.equal(changed(up, without), modAliveCount.changedOnDown);
    assert.deepEqual(load(up, ids), loadAllUp);
    assert.deepEqual(load(one, rest), loadOneDown);
  }
});

test("one broker more, and first entries that another hash picks", () => {
  for (const { from, to, keys, changed: expected } of routing.scaleUp) {
    const [before, after] = [brokerIds(from), brokerIds(to)];
    assert.equal(changed(where(groupIds(keys), before, before), where(groupIds(keys), after, after)), expected);
  }
  for (const { brokers, keys, firstEntryMovesGroup } of routing.firstEntryDisagreement) {
    const ids = brokerIds(brokers);
    const inputs = { brokers: ids.map((id) => ({ id, health: "alive" })), reported: groupIds(keys) };
    const entries = recompute(null, inputs, { firstEntry: "rendezvous" }).assignment.consumerGroups;
    assert.equal(entries.length, keys);
    const hashed = where(entries.map(({ groupId }) => groupId), ids, ids);
    assert.equal(changed(entries.map(({ broker }) => broker), hashed), firstEntryMovesGroup);
  }
});

test("transactions of different coordinators that share a slot file", () => {
  for (const { brokers, txnIds, slotFilesWithMoreThanOneCoordinator, mostCoordinatorsInOneFile } of routing.txnSlotSharing) {
    const ids = Array.from({ length: txnIds }, (_, n) => `tx-${n}`);
    const slots = Array.from({ length: 50 }, () => new Set());
    const owners = where(ids, brokerIds(brokers), brokerIds(brokers));
    ids.forEach((id, at) => slots[fnv1a32(id) % 50].add(owners[at]));
    assert.equal(slots.filter((owners) => owners.size > 1).length, slotFilesWithMoreThanOneCoordinator);
    assert.equal(Math.max(...slots.map((owners) => owners.size)), mostCoordinatorsInOneFile);
  }
});

test("60 recomputes, under the rules of both versions of kaas", () => {
  assert.equal(routing.balanceGroups.length, 60);
  const old = { divisor: "full-broker-set", listedBrokers: "alive-only", firstEntry: "rendezvous", retireEntry: "group-quiet" };
  // As sets: a group that two brokers report stands twice in the file of the older version.
  const sorted = (entries) => [...new Map(entries.map((entry) => [entry.groupId, entry])).values()].sort((left, right) => byBytes(left.groupId, right.groupId));
  for (const [number, { brokers, reported, prev, seedVersion, storedVersion }] of routing.balanceGroups.entries()) {
    const previous = prev && {
      controllerEpoch: 1,
      assignmentVersion: 7,
      generatedAt: health,
      controller: "c",
      brokers: brokers.map((row) => ({ ...row, lastSeen: health })),
      partitions: [],
      consumerGroups: prev.consumerGroups ?? prev,
    };
    const entries = (rows, rules) =>
      recompute(previous, { brokers: rows, reported, generatedAt: health, controller: "c" }, rules).assignment.consumerGroups ?? [];
    assert.deepEqual(sorted(entries(brokers)), sorted(seedVersion), `case ${number}, real rules`);
    const alive = brokers.filter((row) => row.health === "alive");
    assert.deepEqual(sorted(entries(alive, old)), sorted(storedVersion), `case ${number}, old rules`);
  }
});

test("300 partitions of Kafka", () => {
  const rows = json("tables/partition-for.json");
  const table = Array.isArray(rows) ? rows : rows.rows;
  assert.equal(table.length, 300);
  for (const { groupId, hashCode, partition50, partition1, partition7 } of table) {
    assert.deepEqual(
      [javaHashCode(groupId), partitionFor(groupId), partitionFor(groupId, 1), partitionFor(groupId, 7)],
      [hashCode, partition50, partition1, partition7],
      JSON.stringify(groupId),
    );
  }
});

test("shapes of real group ids", () => {
  const lines = readFileSync(join(tests, "tables/group-ids.txt"), "utf8").split("\n").filter((line) => line.startsWith('"'));
  assert.equal(lines.length, 155);
  const three = { brokers: ["a", "b", "c"], alive: ["a", "b", "c"] };
  for (const line of lines) {
    const [id, java, partition, hash, slot] = line.split("\t");
    const group = JSON.parse(id);
    assert.deepEqual(
      [javaHashCode(group), partitionFor(group), fnv1a32(group), coordinatorFor(group, three).slot],
      [Number(java), Number(partition), Number.parseInt(hash, 16), Number(slot)],
      id,
    );
  }
});

function byBytes(left, right) {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function brokerIds(count) {
  return Array.from({ length: count }, (_, n) => `kaas-${n}`);
}

function groupIds(count) {
  return Array.from({ length: count }, (_, n) => `group-${n}`);
}

/** Broker of each key. */
function where(keys, brokers, alive) {
  const sorted = [...brokers].sort(byBytes);
  return Array.from(coordinatorsFor(keys, { brokers, alive }), (index) => sorted[index]);
}

function changed(before, after) {
  return before.filter((broker, at) => broker !== after[at]).length;
}

function load(owners, brokers) {
  return [...brokers].sort(byBytes).map((id) => [id, owners.filter((owner) => owner === id).length]);
}
