import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { runInExtensionHost } from "../extension-host.ts";
import { scratchFolder } from "../scratch.ts";

test("starting registers every command, and neither starting nor opening the views sets a timer or calls anybody", async () => {
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
      // The other views have no room while they are empty.
      await expect.poll(() => window.page.locator(".pane-header").count()).toBe(1);
    },
  });
  expect(outcomes).toEqual({ startsAndShowsItsViews: { calls: [], missing: [] } });
});
