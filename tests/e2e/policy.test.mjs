import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";

import { open, ready, singleFile, violations } from "./support.mjs";

for (const [name, url] of [
  ["the site", undefined],
  ["the single file", singleFile],
]) {
  describe(name, () => {
    test("paints without a complaint", async (t) => {
      const page = await open(t, { url });
      await ready(page);
      assert.ok(await page.locator("#app").innerText());
      assert.deepEqual(page.problems, []);
      assert.deepEqual(await violations(page, 0), []);
      // The style sheets are in force: the ground is the token, not the browser's default.
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).margin), "0px");
    });

    test("refuses connections, inline styles and injected scripts", async (t) => {
      let asked = 0;
      const elsewhere = createServer((_, response) => {
        asked += 1;
        response.setHeader("access-control-allow-origin", "*").end();
      });
      await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
      t.after(() => elsewhere.close());
      const page = await open(t, { url });
      await ready(page);

      const outcome = await page.evaluate(async (address) => {
        const connection = await fetch(address).then(
          () => "went through",
          () => "refused",
        );
        const styled = document.createElement("p");
        styled.setAttribute("style", "position: fixed");
        document.body.append(styled);
        const script = document.createElement("script");
        script.textContent = "globalThis.injected = true";
        document.body.append(script);
        const handler = document.createElement("button");
        handler.setAttribute("onclick", "globalThis.injected = true");
        document.body.append(handler);
        handler.click();
        return { connection, position: getComputedStyle(styled).position, injected: globalThis.injected ?? false };
      }, `http://127.0.0.1:${elsewhere.address().port}/`);

      assert.deepEqual(outcome, { connection: "refused", position: "static", injected: false });
      assert.equal(asked, 0);
      assert.deepEqual(await violations(page, 4), [
        "connect-src",
        "script-src-attr",
        "script-src-elem",
        "style-src-attr",
      ]);
    });

    if (url === undefined) {
      test("cannot talk to its own server either", async (t) => {
        const page = await open(t);
        await ready(page);
        const outcome = await page.evaluate(() => fetch("app.js").then(() => "went through", () => "refused"));
        assert.equal(outcome, "refused");
      });
    }
  });
}
