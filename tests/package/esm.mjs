// Run in a folder where the packed package is installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import * as orrery from "kaas-orrery";
import * as inline from "kaas-orrery/inline";

assert.equal(orrery.fnv1a32(""), 0x811c9dc5);
assert.equal(orrery.fnv1a32("a"), 0xe40c292c);
assert.equal(inline.fnv1a32("a"), 0xe40c292c);
await orrery.init();
await inline.init();
assert.throws(() => orrery.fnv1a32(7), orrery.OrreryError);
assert.equal(orrery.recompute(null, { brokers: [{ id: "kaas-0", health: "alive" }], reported: ["g"] }).assignment.consumerGroups[0].broker, "kaas-0");

const require = createRequire(import.meta.url);
assert.equal(require("kaas-orrery").fnv1a32, orrery.fnv1a32, "import and require give one instance");

const manifest = require("kaas-orrery/package.json");
const folder = new URL("node_modules/kaas-orrery/", import.meta.url);
const command = new URL(manifest.bin["kaas-orrery"], folder).pathname;
assert.match(execFileSync(process.execPath, [command, "--help"], { encoding: "utf8" }), /kaas-orrery analyze PATH/);
assert.equal(execFileSync(process.execPath, [command, "--version"], { encoding: "utf8" }), `${manifest.version}\n`);
assert.match(execFileSync(process.execPath, [command, "explain", "search", "--brokers", "kaas-0,kaas-1,kaas-2"], { encoding: "utf8" }), /^search\n  kaas-1 coordinates it/);
for (const file of ["LICENSE", "THIRD_PARTY_NOTICES.txt", "README.md", "CHANGELOG.md", "dist/site/index.html"]) {
  assert.ok(readFileSync(new URL(file, folder)).length > 0, `${file} is empty`);
}
