#!/usr/bin/env node
import { fnv1a32 } from "./node.js";

for (const group of process.argv.slice(2)) {
  console.log(`${fnv1a32(group)}\t${group}`);
}
