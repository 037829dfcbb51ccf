/** Checks with the whole `vscode` API, all in one extension host, because a window costs more than the checks. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { type CheckOutcomes, runInExtensionHost } from "../extension-host.ts";
import { packageTestExtension } from "../package-test-extension.ts";
import { scratchFolder } from "../scratch.ts";

let outcomes: CheckOutcomes;

test("neither starting nor opening the views calls anybody or goes on by itself, and every command is there", async () => {
  const temp = await scratchFolder();
  const open = join(temp, "shop");
  await mkdir(open);
  outcomes = await runInExtensionHost({
    open,
    extensions: [inject("callboard"), await packageTestExtension("probe")],
    machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: "http://127.0.0.1:9" }] },
    checks: join(import.meta.dirname, "extension-host-checks.mts"),
    async look(window) {
      await window.tree("Projects").item("Batches").expand();
      await window.tree("Projects").item("smoke").row.waitFor();
      // The other views have no room while they are empty.
      await expect.poll(() => window.page.locator(".pane-header").count()).toBe(1);
    },
  });
  expect(outcomes).toMatchObject({ aStartShowsItsViews: { calls: [], timers: [], missing: [] } });
});

test("VS Code's own commands find their way in a catalog through anchors, comments, both styles and both line ends", () => {
  const help = {
    definitions: [3],
    references: expect.arrayContaining([3, 10, 11]),
    hovers: [expect.stringMatching(/^parent.*persona.*per/)],
    symbols: ["personas parent boss", "tests pays asks", "batches smoke"],
    completed: {
      fields: expect.arrayContaining(["persona"]),
      keys: expect.arrayContaining(["parent", "boss"]),
    },
    fixes: expect.arrayContaining(["Add projects.shp"]),
    isRenamedOnly: true,
    isUndone: true,
  };
  expect(outcomes).toMatchObject({
    findsItsWayWithLineFeeds: { ...help, eol: 1 },
    findsItsWayWithCarriageReturns: { ...help, eol: 2 },
  });
});

test("a check that fails is reported with its error, and other extensions are there", () => {
  expect(outcomes).toMatchObject({
    fails: expect.stringMatching(/^failed: AssertionError.*as it should/),
    seesTheInstalledExtension: "passed",
  });
});
