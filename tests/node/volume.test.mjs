// Reading from disk: only what belongs to coordination, nothing outside, nothing written.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { analyze, OrreryError, plan, readVolume } from "kaas-orrery";
import { cli, fingerprint, folder, json, snapshot, tests } from "./support/project.mjs";

test("the sample volumes give the report of the native core, and what kaas' own loaders say", async () => {
  for (const name of ["healthy", "mid-rollout", "messy"]) {
    const path = snapshot(name);
    const before = fingerprint(path);
    const report = analyze(await readVolume(path));
    assert.deepEqual(report, json(`snapshots/${name}.report.json`), name);
    assert.deepEqual(analyze(await readVolume(join(path, "__cluster"))), report, name);

    const expected = json(`snapshots/${name}.expected.json`);
    assert.equal(report.assignmentAccepted, expected.assignmentAccepted);
    assert.equal(report.assignmentVersion, expected.assignmentVersion);
    const groups = Object.fromEntries(report.groups.map((group) => [JSON.stringify(group.groupId), group]));
    assert.equal(report.groups.length, Object.keys(expected.groups).length);
    for (const [id, { owner, tier, entries, hashAnswer, preferredIfAllAlive, file }] of Object.entries(expected.groups)) {
      const group = groups[JSON.stringify(id)];
      assert.deepEqual(
        [group.owner, group.tier, group.entries, group.hashAnswer, group.homeBroker],
        [owner, tier, entries, hashAnswer, preferredIfAllAlive],
        `${name} ${id}`,
      );
      if (file === "no file") assert.equal(group.file, null);
      else if (!file.loads) assert.equal(group.file.loads, false);
      else assert.deepEqual([group.file.loads, group.file.keysInFile, group.file.reachableOffsets], [true, file.keysInFile, file.reachableOffsets]);
    }
    const transactions = Object.entries(expected.transactionsSeen ?? {});
    assert.equal(report.transactions.length, transactions.length);
    for (const [id, { coordinator, state, epoch, pid }] of transactions) {
      const seen = report.transactions.find(({ transactionalId }) => transactionalId === id);
      assert.deepEqual([seen.coordinator, seen.state, seen.epoch, seen.producerId], [coordinator, state, epoch, String(pid)], id);
    }
    for (const format of ["text", "json", "md"]) {
      cli(["analyze", path, "--format", format]);
      cli(["plan", path, "--restart", "all", "--format", format]);
      cli(["explain", "x", "--volume", path, "--format", format]);
      cli(["diff", path, path, "--format", format]);
    }
    assert.equal(fingerprint(path), before, "nothing on disk has changed");
  }
});

test("one assignment.json, whatever its name", async () => {
  const path = snapshot("mid-rollout");
  const copy = join(folder(), "saved.json");
  writeFileSync(copy, readFileSync(join(path, "__cluster/assignment.json")));
  const files = await readVolume(copy);
  assert.deepEqual(files.map((file) => [file.path, file.kind]), [["assignment.json", "file"]]);
  assert.equal(analyze(files).assignmentVersion, analyze(await readVolume(path)).assignmentVersion);
  assert.ok(plan(files, { restart: "all" }).steps.length > 0);
});

test("what is no volume is refused", async () => {
  const home = folder();
  const refused = async (name) => {
    const error = await readVolume(join(home, name)).then(() => assert.fail(name), (error) => error);
    assert.ok(error instanceof OrreryError, String(error));
    return [error.code, error.message.replaceAll(home, "")];
  };
  for (const name of ["a.tar", "a.tar.gz", "a.TGZ", "a.zip", "credentials.json"]) writeFileSync(join(home, name), "");
  mkdirSync(join(home, "empty"));
  mkdirSync(join(home, "linked"));
  symlinkSync("../empty", join(home, "linked/__cluster"));
  const archive = (name, kind) => ["volume-archive", `/${name}: this is a ${kind}, and archives cannot be read yet; unpack it and name the folder`];
  assert.deepEqual(await Promise.all(["nothing", "a.tar", "a.tar.gz", "a.TGZ", "a.zip", "credentials.json", "empty", "linked"].map(refused)), [
    ["volume-missing", "/nothing: there is nothing here (ENOENT)"],
    archive("a.tar", "tar archive"),
    archive("a.tar.gz", "compressed tar archive"),
    archive("a.TGZ", "compressed tar archive"),
    archive("a.zip", "zip archive"),
    ["volume-secret", "/credentials.json: credentials and access rules are never read"],
    ["volume-not-found", "/empty: no __cluster here: neither assignment.json nor __consumer_offsets, txn_state, producer_ids, producer_fences or marker_queue"],
    ["volume-link", "/linked/__cluster: a link; name the folder that it leads to"],
  ]);
  await assert.rejects(readVolume(7), { code: "argument-type" });
  await assert.rejects(readVolume(home, { limits: { bytes: 1 } }), { code: "argument-unknown" });
});

test("odd entries become problems, and secrets are not opened", async () => {
  const home = folder();
  const root = join(home, "__cluster");
  const offsets = join(root, "__consumer_offsets");
  mkdirSync(join(offsets, "team"), { recursive: true });
  for (const name of ["credentials.json", "acls.json", "notes.json"]) writeFileSync(join(root, name), "secret");
  writeFileSync(join(home, "outside.json"), '{"offsets":{"t/0":1}}');
  writeFileSync(join(root, "assignment.json"), "{}");
  writeFileSync(join(offsets, "fine.json"), '{"offsets":{"t/0":1}}');
  writeFileSync(join(offsets, "big.json"), " ".repeat(1000));
  writeFileSync(join(offsets, "notes.txt"), "text");
  writeFileSync(join(offsets, "latin.json"), Buffer.from([0x7b, 0xe9, 0x7d]));
  writeFileSync(join(offsets, "bom.json"), Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]));
  writeFileSync(join(offsets, "team/app.json"), "{}");
  symlinkSync("../../outside.json", join(offsets, "linked.json"));
  symlinkSync("..", join(offsets, "loop"));
  execFileSync("mkfifo", [join(offsets, "pipe.json")]);
  const name = Buffer.concat([Buffer.from(`${offsets}/caf`), Buffer.from([0xe9]), Buffer.from(".json")]);
  writeFileSync(name, "{}");
  const link = "a link: not followed, because it may lead out of the volume";
  const expected = [
    ["__consumer_offsets", "dir", null],
    ["__consumer_offsets/big.json", "file", null, "1000 bytes, at most 100 are read"],
    ["__consumer_offsets/bom.json", "file", "\ufeff{}"],
    ["__consumer_offsets/caf\ufffd.json (636166e92e6a736f6e)", "file", null, "the name is not UTF-8; it is shown with replacement characters"],
    ["__consumer_offsets/fine.json", "file", '{"offsets":{"t/0":1}}'],
    ["__consumer_offsets/latin.json", "file", null, "not UTF-8"],
    ["__consumer_offsets/linked.json", "file", null, link],
    ["__consumer_offsets/loop", "file", null, link],
    ["__consumer_offsets/notes.txt", "file", null],
    ["__consumer_offsets/pipe.json", "file", null, "neither a file nor a directory: not opened"],
    ["__consumer_offsets/team", "dir", null],
    ["__consumer_offsets/team/app.json", "file", "{}"],
    ["assignment.json", "file", "{}"],
  ];
  const shown = (files) => files.map(({ path, kind, text, problem }) => (problem === undefined ? [path, kind, text] : [path, kind, text, problem]));
  const files = await readVolume(home, { limits: { fileBytes: 100 } });
  assert.deepEqual(shown(files), expected);
  assert.ok(analyze(files).findings.length > 0);

  const few = await readVolume(home, { limits: { files: 3 } });
  assert.equal(few.length, 3);
  assert.match(few.find(({ path }) => path === "__consumer_offsets").problem, /^only the first 3 files and directories are listed$/);
  const little = await readVolume(home, { limits: { totalBytes: 1 } });
  assert.ok(little.every(({ text }) => text === null || text.length <= 1));

  // Nobody may read it; root may read everything.
  chmodSync(join(offsets, "fine.json"), 0);
  const unreadable = shown(await readVolume(home)).find(([path]) => path.endsWith("fine.json"));
  if (process.getuid() !== 0) assert.equal(unreadable[3], "cannot be read (EACCES)");
  renameSync(join(root, "assignment.json"), join(root, "gone"));
  assert.equal(analyze(await readVolume(home)).assignmentAccepted, false);
  assert.ok(tests.length > 0);
});
