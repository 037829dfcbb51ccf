/**
 * Vitest's global setup: builds the Action into a folder of its own, so that tests run the sources and not the committed
 * bundle.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleAction, writeFiles } from "../../action/build.ts";

export default async function buildForTests(): Promise<() => Promise<void>> {
  const temp = await mkdtemp(join(tmpdir(), "callboard-bundle-"));
  const folder = join(temp, "dist");
  await writeFiles((await bundleAction()).files, folder);
  process.env["CALLBOARD_TEST_BUNDLE"] = folder;
  return () => rm(temp, { recursive: true });
}
