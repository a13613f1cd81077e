import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

import axe from "axe-core";

import * as orrery from "../../npm/dist/node.js";
import { open, ready } from "./support.mjs";

const WIDE = { viewport: { width: 1600, height: 1000 } };

describe("a volume", () => {
  test("opens, loses a broker as the package plans it, and gets it back by undo", async (t) => {
    const folder = unpacked(t, "mid-rollout");
    const page = await start(t);
    await page.locator("#volume").setInputFiles(folder);
    await page.getByRole("button", { name: "Load into stage" }).click();
    await page.locator(".card").first().waitFor();

    const before = await coordinators(page);
    const trace = await log(page);
    const victim = [...new Set(before.values())].sort().at(1);
    await card(page, victim).getByRole("radio", { name: "dead" }).click();
    await page.locator(".card.dead").filter({ hasText: victim }).waitFor();

    const after = await coordinators(page);
    const moved = [...after].filter(([group, broker]) => before.get(group) !== broker);
    const planned = orrery.plan(await orrery.readVolume(folder), [{ down: victim }]).steps[0].moved;
    assert.ok(moved.length > 0);
    assert.deepEqual(
      moved.map(([group, to]) => ({ group, from: before.get(group), to })).sort(byGroup),
      planned.map(({ groupId, from, to }) => ({ group: groupId, from, to })).sort(byGroup),
    );

    await page.keyboard.press("Control+z");
    await settles(page, log, trace);
    await settles(page, coordinators, before);
    quiet(page);
  });

  test("shows its findings and opens neither credentials nor access rules", async (t) => {
    const page = await start(t);
    await page.locator("#volume").setInputFiles(unpacked(t, "messy"));
    const findings = page.getByRole("region", { name: "Findings" });
    await findings.getByRole("listitem").first().getByRole("button").click();
    await findings.getByText("What to do.").waitFor();
    assert.ok((await findings.getByRole("listitem").count()) > 20);
    assert.equal(await page.locator("#main").getByText("never opened").count(), 1);
    quiet(page);
  });
});

test("text that is not valid is placed, kept over a reload and never replaces the state", async (t) => {
  const page = await start(t);
  const before = await coordinators(page);
  const editor = page.getByRole("textbox", { name: "assignment.json" });
  const bad = '{\n  "controllerEpoch": 3,\n  "assignmentVersion": oops\n}';
  await editor.fill(bad);
  await editor.press("Control+Enter");
  const verdict = page.locator("#file-state");
  await verdict.getByText("line 3, column 24").waitFor();
  assert.match(await verdict.innerText(), /\$\.assignmentVersion/);
  assert.deepEqual(await coordinators(page), before);

  await page.reload();
  await ready(page);
  assert.equal(await editor.inputValue(), bad);
  assert.match(await verdict.innerText(), /line 3, column 24/);
  assert.deepEqual(await coordinators(page), before);

  await page.getByRole("button", { name: "Revert" }).click();
  await verdict.getByText("line 3, column 24").waitFor({ state: "detached" });
  assert.notEqual(await editor.inputValue(), bad);
  await page.reload();
  await ready(page);
  assert.notEqual(await editor.inputValue(), bad);
  quiet(page);
});

test("hostile group ids are text", async (t) => {
  const page = await start(t);
  const ids = ["__proto__", "<img src=x onerror=alert(1)>", "   ", "\u202ertl", "👩‍🚀", "a".repeat(10_240), "constructor"];
  await page.locator("summary", { hasText: "Groups" }).click();
  await page.getByRole("textbox", { name: "Ids of groups" }).fill(ids.join("\n"));
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.locator(".stepl .now", { hasText: "7 groups join" }).waitFor();
  const groups = new Set((await coordinators(page)).keys());
  for (const id of ids) assert.ok(groups.has(id), JSON.stringify(id.slice(0, 40)));
  assert.equal(await page.locator("img").count(), 0);
  await page.locator(".chip .nm", { hasText: "<img src=x onerror=alert(1)>" }).first().click();
  assert.equal(await page.locator("#insp h2").innerText(), "<img src=x onerror=alert(1)>");
  assert.equal(await page.locator("#insp img").count(), 0);
  await page.locator(".chip .nm", { hasText: "␠␠␠" }).first().waitFor();
  await page.locator(".chip .nm", { hasText: "(10,240 bytes)" }).first().waitFor();
  quiet(page);
});

test("everything is within reach of the keyboard", async (t) => {
  const page = await start(t);
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to the main view");

  // To a broker's health, from there to its chips, along them, to the broker beside, and select.
  await card(page, "kaas-0").getByRole("radio", { name: "alive" }).focus();
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement.dataset.group);
  await page.keyboard.press("ArrowDown");
  const second = await page.evaluate(() => document.activeElement.dataset.group);
  assert.ok(first && second && first !== second);
  await page.keyboard.press("PageDown");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-broker]").dataset.broker), "kaas-1");
  await page.keyboard.press("Enter");
  await page.locator("#insp h2").waitFor();
  const group = await page.evaluate(() => document.activeElement.dataset.group);
  assert.equal(await page.locator("#insp h2").innerText(), group);

  const trace = await log(page);
  await page.keyboard.press("x");
  await page.locator(".card.dead").filter({ hasText: "kaas-1" }).waitFor();
  await page.keyboard.press("Control+z");
  await settles(page, log, trace);

  await page.keyboard.press("Escape");
  await page.locator("#insp h2").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.keyboard.type("risk");
  // The chip of its coordinator and the copy that waits for a sweep.
  const found = page.locator(".chip:not(:disabled)");
  await found.nth(2).waitFor({ state: "detached" });
  assert.equal(await found.count(), 2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.locator(".gtbl").waitFor();
  assert.equal(await page.locator(".gtbl tr").count(), 39);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  quiet(page);
});

test("a link plays the same steps again", async (t) => {
  const page = await start(t);
  await card(page, "kaas-4").getByRole("radio", { name: "dead" }).click();
  await page.locator(".card.dead").filter({ hasText: "kaas-4" }).waitFor();
  const trace = await log(page);
  const state = await coordinators(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText(/Link copied|stands in the address/).waitFor();
  await page.reload();
  await ready(page);
  assert.deepEqual(await coordinators(page), state);
  assert.deepEqual(await log(page), trace);
  quiet(page);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious, ${colorScheme}`, async (t) => {
    const page = await start(t, { ...WIDE, colorScheme });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
    assert.deepEqual(await serious(page), []);
    await page.locator(".chip").first().click();
    await page.locator("#insp h2").waitFor();
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press("g");
    await page.locator(".gtbl").waitFor();
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press("Escape");
    await page.locator("#volume").setInputFiles(unpacked(t, "messy"));
    await page.getByRole("heading", { name: "Findings" }).waitFor();
    assert.deepEqual(await serious(page), []);
  });
}

test("asks nobody for anything but its own files", async (t) => {
  const page = await start(t);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await card(page, "kaas-4").getByRole("radio", { name: "dead" }).click();
  await page.locator("#volume").setInputFiles(unpacked(t, "healthy"));
  await page.getByRole("button", { name: "Load into stage" }).click();
  await page.locator(".card").first().waitFor();
  assert.deepEqual(asked, []);
  quiet(page);
});

for (const width of [390, 640, 1280]) {
  test(`fits a window ${width} pixels wide`, async (t) => {
    const page = await start(t, { viewport: { width, height: 844 } });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await over(), 0);
    await page.locator(".chip").first().click();
    if (width === 390) await page.locator(".peek").click();
    await page.locator("#insp h2").waitFor({ state: "visible" });
    assert.equal(await over(), 0);
    quiet(page);
  });
}

async function start(t, context = WIDE) {
  const page = await open(t, { context });
  await ready(page);
  return page;
}

/** The page has not complained, and its policy has refused nothing. */
function quiet(page) {
  assert.deepEqual(page.problems, []);
}

function unpacked(t, name) {
  const folder = mkdtempSync(join(tmpdir(), "orrery-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const archive = fileURLToPath(new URL(`../snapshots/${name}.tar`, import.meta.url));
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  return join(folder, name);
}

function card(page, broker) {
  return page.getByRole("region", { name: new RegExp(`^${broker}, slot`) });
}

/** Who coordinates what, as the chips show it. */
async function coordinators(page) {
  const pairs = await page
    .locator(".card .chip.e, .card .chip.h")
    .evaluateAll((chips) => chips.map((chip) => [chip.dataset.group, chip.closest("[data-broker]").dataset.broker]));
  return new Map(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The trace, as the event log shows it. */
async function log(page) {
  return page.locator(".logl li").evaluateAll((rows) => rows.map((row) => row.title));
}

/** Reads until it is as expected: a page shows a change within a few frames. */
async function settles(page, read, expected) {
  for (let frame = 0; frame < 120; frame += 1) {
    if (isDeepStrictEqual(await read(page), expected)) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.deepEqual(await read(page), expected);
}

async function focused(page) {
  return page.evaluate(() => document.activeElement.textContent);
}

async function serious(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }));
}

function byGroup(left, right) {
  return left.group < right.group ? -1 : 1;
}
