import assert from "node:assert/strict";
import { test } from "node:test";

import { fnv1a32 } from "kaas-orrery";

test("FNV-1a of published vectors", () => {
  const vectors = [
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
    ["foobar", 0xbf9cf968],
  ];
  assert.deepEqual(
    vectors.map(([key]) => fnv1a32(key)),
    vectors.map(([, hash]) => hash),
  );
});
