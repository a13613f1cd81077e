// A real browser on the built page: `const page = await open(t)`. Everything closes with the test.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";
import sirv from "sirv";

const root = new URL("../../", import.meta.url);

/** The page in one file, as a double click opens it. */
export const singleFile = new URL("dist/orrery.html", root).href;

/**
 * Opens a page. Options: `url` (default: dist/web from a server of its own), `path` (behind that
 * server's address), `context` (options of Playwright's newContext, for example colorScheme).
 * The page comes with `problems`: console errors and warnings (refusals of the policy are among
 * them) and uncaught errors, as text, in order; and with `violations`: the directives that refused
 * something so far.
 */
export async function open(t, { url, path = "/", context: options = {} } = {}) {
  const browser = await launch(t);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.problems.push(`uncaught: ${error.message}`));
  page.violations = [];
  await page.exposeBinding("reportViolation", (_, directive) => page.violations.push(directive));
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      globalThis.violations.push(effectiveDirective);
      globalThis.reportViolation(effectiveDirective);
    });
  });
  await page.goto(url ?? (await serve(t)) + path);
  return page;
}

/** Waits until the module has painted: the skeleton is gone. */
export async function ready(page) {
  await page.locator(".skeleton").waitFor({ state: "detached" });
}

/** The directives that refused something, in alphabetical order, once there are `count` of them. */
export async function violations(page, count) {
  await page.waitForFunction((wanted) => globalThis.violations.length >= wanted, count);
  return page.evaluate(() => globalThis.violations.toSorted());
}

async function launch(t) {
  const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
  t.after(() => browser.close());
  return browser;
}

/** Serves dist/web on a free port of this machine and returns its address. */
export async function serve(t) {
  const server = createServer(sirv(fileURLToPath(new URL("dist/web", root))));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${server.address().port}`;
}

function executable() {
  const candidates = [process.env.CHROME, ...BROWSERS].filter(Boolean);
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error(`no Chromium found (${candidates.join(", ")}): set CHROME to the path of one`);
  return found;
}

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
