import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../.github/release/assets.ts");

test("a tag that is not the version of the sources has no release", () => {
  const folder = mkdtempSync(join(tmpdir(), "callboard-assets-"));
  const { status, stderr } = spawnSync(process.execPath, [script, "v999.0.0", folder], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/v999\.0\.0 is not \d+\.\d+\.\d+ and \d+\.\d+\.\d+\./);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
