/** A checkout can contain links in place of the report's files, and nothing is written through a link. */

import { readdirSync } from "node:fs";
import { link, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ReportFolder } from "../../../action/report/folder.ts";
import { reportFileName, reportFormats } from "../../../shared/report/formats.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { type ScriptedService, startScriptedService } from "../../shared/run/scripted-service.ts";
import { startStep, stepKey, unpublished } from "../step.ts";

let github: LocalGitHub;
let service: ScriptedService;
beforeAll(async () => {
  github = await startGitHub();
  service = await startScriptedService(() => ({ status: "passed" }));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await github[Symbol.asyncDispose]();
});

/** A folder outside the workspace, with a file that an attack would overwrite. */
let outside: string;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "callboard-outside-"));
  await writeFile(join(outside, "profile"), "mine");
});
afterEach(() => rm(outside, { recursive: true }));

async function runWith(prepare: (workspace: string) => Promise<unknown>, more: Record<string, string> = {}) {
  const asked = service.requests.length;
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", ...unpublished, ...more };
  await using running = await startStep({
    github,
    with: inputs,
    prepare: async at => void (await prepare(at)),
  });
  const left = await running.result;
  const folder = join(running.workspace, "callboard-report");
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return {
    ...left,
    messages: left.annotations.map(({ message }) => message),
    sent: service.requests.length - asked,
    links: files.filter(file => file.isSymbolicLink()).map(({ name }) => name),
    names: files.map(({ name }) => name).sort(),
    report: await readFile(join(folder, "report.json"), "utf8").catch(() => undefined),
    hardLinks: (await lstat(join(folder, "report.json")).catch(() => undefined))?.nlink,
  };
}

const untouched = async () => {
  expect(await readdir(outside)).toEqual(["profile"]);
  expect(await readFile(join(outside, "profile"), "utf8")).toBe("mine");
};

/** Uses junctions on Windows, because they need no rights there. */
const linkFolder = async (to: string, at: string) => {
  await mkdir(dirname(at), { recursive: true });
  await symlink(to, at, "junction");
};

describe("a folder that is a link is a mistake that is reported before the first request:", () => {
  test.each<[string, (workspace: string) => Promise<unknown>, string?]>([
    ["the report's own", workspace => linkFolder(outside, join(workspace, "callboard-report"))],
    [
      "one that leads nowhere",
      workspace => linkFolder(join(outside, "new"), join(workspace, "callboard-report")),
    ],
    ["one within the workspace", workspace => linkFolder(workspace, join(workspace, "callboard-report"))],
    [
      "the folder of the responses",
      workspace => linkFolder(outside, join(workspace, "callboard-report/raw")),
    ],
    ["one in the path", workspace => linkFolder(outside, join(workspace, "out")), "out/callboard-report"],
    ["one further up", workspace => linkFolder(outside, join(workspace, "a/b")), "./a/b/c/callboard-report"],
    ["one of two", workspace => linkFolder(workspace, join(workspace, "a")), "a/../a/callboard-report"],
  ])("%s", async (_, prepare, path = "callboard-report") => {
    const left = await runWith(prepare, { "report-path": path });
    expect(left.messages).toEqual([
      expect.stringMatching(
        /^`report-path`: The folder .* can't be written to .* is a link, and nothing is written/,
      ),
    ]);
    expect(left.exitCode).toBe(1);
    expect(left.sent).toBe(0);
    await untouched();
  });

  test("for an operation and for a merge", async () => {
    const prepare = (workspace: string) => linkFolder(outside, join(workspace, "callboard-report"));
    for (const more of [{ operation: "createPersona" }, { merge: "shards/*/report.json" }]) {
      const left = await runWith(prepare, { batches: "", ...more });
      expect(left.messages).toEqual([
        expect.stringContaining("is a link, and nothing is written through a link"),
      ]);
      expect(left.sent).toBe(0);
    }
    await untouched();
  });
});

describe("a link in place of a file is replaced by the report's file, and its destination doesn't change:", () => {
  const names = [...reportFormats.map(reportFileName), "raw/1-batch-b-run.json"];
  /** Names that an attacker could guess. */
  const guesses = names.flatMap(name => [`${name}.tmp`, join(dirname(name), `.${name.replace("raw/", "")}`)]);

  test.each([
    ["a symbolic one", symlink],
    ["a hard one", link],
    ["a symbolic one that leads nowhere", (to: string, at: string) => symlink(`${to}-new`, at)],
  ])("%s", async (_, make) => {
    const left = await runWith(async workspace => {
      const folder = join(workspace, "callboard-report");
      await mkdir(join(folder, "raw"), { recursive: true });
      for (const name of [...names, ...guesses]) await make(join(outside, "profile"), join(folder, name));
    });
    expect(left.messages).toEqual([]);
    expect(left.exitCode).toBe(0);
    expect(left.report).toContain('"passed"');
    expect(left.hardLinks).toBe(1);
    // Links at names that were not used still exist.
    expect(left.links).toHaveLength(make === link ? 0 : guesses.length);
    await untouched();
  });
});

describe("links above the workspace belong to the machine", () => {
  const pathBy = (to: string) => join(outside, "by-link", to);

  test("a folder outside the workspace can be behind such a link, like /tmp on macOS", async () => {
    const there = await mkdtemp(join(tmpdir(), "callboard-there-"));
    await linkFolder(there, pathBy(""));
    const left = await runWith(async () => {}, { "report-path": pathBy("reports/of-callboard") });
    expect(left.messages).toEqual([]);
    expect(left.outputs["report"]).toBe(pathBy("reports/of-callboard/report.json"));
    expect(await readdir(join(there, "reports/of-callboard"))).toContain("report.json");
    await rm(there, { recursive: true });
  });

  test("the workspace can be too, but a link in it is refused", async () => {
    const reach = async (workspace: string) => {
      await rm(pathBy(""), { force: true });
      await linkFolder(dirname(workspace), pathBy(""));
    };
    const path = { "report-path": pathBy("work/callboard-report") };
    expect(await runWith(reach, path)).toMatchObject({ messages: [], report: expect.any(String) });

    const left = await runWith(async workspace => {
      await reach(workspace);
      await linkFolder(outside, join(workspace, "callboard-report"));
    }, path);
    expect(left.messages).toEqual([expect.stringContaining("is a link")]);
    expect(await readdir(outside)).toEqual(["by-link", "profile"]);
  });
});

test("an unfinished file has a different name each time, and is deleted", () => {
  const folder = new ReportFolder(join(outside, "report"));
  const others = () => readdirSync(folder.path).filter(name => !["raw", "report.json"].includes(name));
  const seen: string[] = [];
  function* lookingOn() {
    yield "{";
    seen.push(...others());
    yield "}";
  }
  function* brokenOff() {
    yield* lookingOn();
    throw new Error("no more");
  }
  for (const chunks of [lookingOn(), lookingOn(), brokenOff()]) folder.write("report.json", chunks);
  expect(new Set(seen).size).toBe(3);
  for (const name of seen) expect(name).toMatch(/^\.[0-9a-f-]{36}$/);
  expect(others()).toEqual([]);
});
