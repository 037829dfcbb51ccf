import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ReportFolder } from "../../../action/report/folder.ts";

test("a file gets its name only when it is complete: an interrupted write leaves no file, or the earlier one", async () => {
  const path = await mkdtemp(join(tmpdir(), "callboard-folder-"));
  const folder = new ReportFolder(path);
  function* brokenOff() {
    yield "x".repeat(1_000_000);
    throw new Error("killed");
  }
  folder.write("report.json", brokenOff());
  expect(folder.firstError).toEqual(new Error("killed"));
  expect(await readdir(path)).not.toContain("report.json");

  folder.write("report.json", ["{", "}"]);
  folder.write("report.json", brokenOff());
  expect(await readFile(folder.pathOf("report.json"), "utf8")).toBe("{}");
  await rm(path, { recursive: true });
});
