// Where things are, snapshots unpacked, and the command line run as users run it.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

export const tests = fileURLToPath(new URL("../..", import.meta.url));
const installed = process.env.ORRERY_PACKAGE;
/** The package's own folder: the one installed, or the workspace's. */
export const home = installed ? join(installed, "node_modules/kaas-orrery") : join(tests, "../npm");

/** A temporary folder that goes when the tests of this file are over. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "kaas-orrery-test-"));
  after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A sample volume, unpacked; the folder that holds its __cluster. */
export function snapshot(name, into = folder()) {
  execFileSync("tar", ["-xf", join(tests, `snapshots/${name}.tar`), "-C", into]);
  return join(into, name);
}

export function json(path) {
  return JSON.parse(readFileSync(join(tests, path), "utf8"));
}

/** {status, stdout, stderr} of a call of the command. */
export function cli(args, options = {}) {
  const result = spawnSync(process.execPath, [join(home, "dist/cli.js"), ...args], { encoding: "utf8", maxBuffer: 2 ** 28, ...options });
  if (result.error) throw result.error;
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

/** Compares with a file of tests/node/golden, or rewrites it with ORRERY_BLESS=1. */
export function golden(name, text) {
  const path = join(tests, "node/golden", name);
  if (process.env.ORRERY_BLESS) writeFileSync(path, text);
  assert.equal(text, readFileSync(path, "utf8"), `${name}; ORRERY_BLESS=1 rewrites it`);
}

/** Everything in a folder: names, kinds, sizes, times of change and content. */
export function fingerprint(path) {
  const hash = createHash("sha256");
  const walk = (at) => {
    const status = lstatSync(at);
    hash.update(`${at}\0${status.mode}\0${status.size}\0${status.mtimeMs}\0`);
    if (status.isDirectory()) for (const name of readdirSync(at).sort()) walk(join(at, name));
    else if (status.isFile()) hash.update(readFileSync(at));
    else if (status.isSymbolicLink()) hash.update(readlinkSync(at));
  };
  walk(path);
  return hash.digest("hex");
}
