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

const require = createRequire(import.meta.url);
assert.equal(require("kaas-orrery").fnv1a32, orrery.fnv1a32, "import and require give one instance");

const manifest = require("kaas-orrery/package.json");
const folder = new URL("node_modules/kaas-orrery/", import.meta.url);
execFileSync(process.execPath, [new URL(manifest.bin["kaas-orrery"], folder).pathname, "--help"]);
for (const file of ["LICENSE", "THIRD_PARTY_NOTICES.txt", "README.md", "CHANGELOG.md", "dist/site/index.html"]) {
  assert.ok(readFileSync(new URL(file, folder)).length > 0, `${file} is empty`);
}
