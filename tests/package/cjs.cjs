// Run in a folder where the packed package is installed.
const assert = require("node:assert/strict");

const { explain, fnv1a32, OrreryError } = require("kaas-orrery");

assert.equal(fnv1a32("a"), 0xe40c292c);
assert.equal(require("kaas-orrery/inline").fnv1a32("a"), 0xe40c292c);
assert.throws(() => explain("g", "{"), OrreryError);
