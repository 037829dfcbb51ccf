/** Before a person acts, the extension costs nothing: no timer, nothing on the network. Its commands are there at once. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { runInExtensionHost } from "../extension-host.ts";
import { scratchFolder } from "../scratch.ts";

test("starting registers every command; that and looking at the views sets no timer and calls nobody", async () => {
  const temp = await scratchFolder();
  const open = join(temp, "shop");
  await mkdir(open);
  const outcomes = await runInExtensionHost({
    open,
    extensions: [inject("callboard")],
    machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: "http://127.0.0.1:9" }] },
    checks: join(import.meta.dirname, "quiet-checks.mts"),
    async look(window) {
      await window.tree("Projects").item("Batches").expand();
      await window.tree("Projects").item("smoke").row.waitFor();
      // The others have no room while they are empty.
      await expect.poll(() => window.page.locator(".pane-header").count()).toBe(1);
    },
  });
  expect(outcomes).toEqual({ startsAndShowsItsViews: { calls: [], missing: [] } });
});
