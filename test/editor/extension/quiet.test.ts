/** Before a person acts, the extension costs nothing: no timer, nothing on the network. Its commands are there at once. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInExtensionHost } from "../extension-host.ts";
import { scratchFolder } from "../scratch.ts";
import { packageExtension } from "./package-extension.ts";

test("starting registers every command; that and looking at the views sets no timer and calls nobody", async () => {
  const temp = await scratchFolder();
  const open = join(temp, "shop");
  await mkdir(open);
  const outcomes = await runInExtensionHost({
    open,
    extensions: [await packageExtension(temp)],
    machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: "http://127.0.0.1:9" }] },
    checks: join(import.meta.dirname, "quiet-checks.mts"),
    async look(window) {
      await window.tree("Projects").item("Batches").expand();
      await window.tree("Projects").item("smoke").row.waitFor();
      await expect.poll(window.welcomeText("Reviews")).toMatch(/^Reviews appear here/);
      await expect.poll(window.welcomeText("Runs")).toMatch(/^What you run appears here/);
    },
  });
  expect(outcomes).toEqual({ startsAndShowsItsViews: { calls: [], missing: [] } });
});
