import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Mistake } from "../../../action/inputs/mistakes.ts";
import { readCatalogFile } from "../../../action/plan/catalog-file.ts";
import { readPayload } from "../../../action/runner/event.ts";
import type { Log } from "../../../action/runner/log.ts";
import { describeFileError, readRegularFile } from "../../../action/runner/read-file.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { readGivenInputs } from "../inputs/given.ts";
import { newPullRequest, runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
let folder: string;
beforeAll(async () => {
  github = await startGitHub();
  folder = await mkdtemp(join(tmpdir(), "callboard-files-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await github[Symbol.asyncDispose]();
});

afterEach(() => vi.unstubAllEnvs());

const pipe = async (path: string) => void execFileSync("mkfifo", [path]);
const device = (path: string) => symlink("/dev/zero", path);
const isDevice = "it is a pipe or a device, not a regular file";

/** Things in place of a file, with the reason why they aren't read. */
const strange: [string, (path: string) => Promise<unknown>, string][] = [
  ["a pipe that nobody writes to", pipe, isDevice],
  ["a device without an end", device, isDevice],
  ["a folder", path => mkdir(path), "it is a folder"],
  [
    "a file larger than any",
    path => writeFile(path, "").then(() => truncate(path, 600_000_000_000)),
    "it is larger than",
  ],
  ["a link that leads back to itself", path => symlink(path, path), "ELOOP"],
];

const complaint = (path: string, most = 1_000_000) => {
  try {
    return readRegularFile(path, most);
  } catch (error) {
    return describeFileError(error);
  }
};

describe("only regular files are read", () => {
  test.each(strange)("%s", async (name, make, says) => {
    const path = join(folder, name);
    await make(path);
    expect(complaint(path)).toContain(says);
  });

  test("a socket", async () => {
    const path = join(folder, "socket");
    const server = createServer().listen(path);
    await once(server, "listening");
    expect(complaint(path)).toContain("ENXIO");
    server.close();
  });

  test("a file of the system that reports no size", () => {
    expect(complaint("/proc/self/environ")).toBe("");
  });
});

test("a regular file is read to its end, also through a link", async () => {
  const path = join(folder, "regular");
  const text = `${"ü✓".repeat(100_000)}\n`;
  await writeFile(path, text);
  await symlink(path, join(folder, "link"));
  for (const name of ["regular", "link"]) expect(complaint(join(folder, name))).toBe(text);
  expect(complaint(path, 500_000)).toBe("it is larger than 0.5 MB");
  await writeFile(path, "");
  expect(complaint(path)).toBe("");
});

describe("the catalog and the event's payload are read in this way, too:", () => {
  test.each(strange)("%s", async (name, make, says) => {
    const path = join(folder, `read, ${name}`);
    await make(path);

    const { inputs } = await readGivenInputs({ catalog: path });
    const mistakes: Mistake[] = [];
    const warnings: string[] = [];
    const log: Log = { info() {}, warning: text => warnings.push(text), error() {}, group() {} };
    expect((await readCatalogFile(inputs, mistakes, log)).records.size).toBe(0);
    expect(mistakes).toEqual([
      { input: "catalog", message: expect.stringMatching(new RegExp(` can't be read: .*${says}`)) },
    ]);
    expect(readPayload(path, log)).toEqual({});
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^The event that started this workflow run can't be read: .*${says}`)),
    ]);
  });
});

describe("the step reports the reason and doesn't hang:", () => {
  const messages = async (
    inputs: Record<string, string>,
    prepare: (workspace: string) => Promise<unknown>,
  ) => {
    const given = { "base-url": "http://127.0.0.1:9", "api-key": stepKey, ...inputs };
    const there = { github, with: given, prepare: async (at: string) => void (await prepare(at)) };
    return await runStep(there, ({ annotations, exitCode }) => {
      expect(exitCode).toBe(1);
      return annotations.map(({ message }) => message);
    });
  };

  test("the catalog is a pipe", async () => {
    const prepare = (workspace: string) => pipe(join(workspace, "callboard.yml"));
    expect(await messages({ batches: "b" }, prepare)).toEqual([
      expect.stringMatching(new RegExp(`^\`catalog\`: callboard.yml can't be read: .*${isDevice}`)),
    ]);
  });

  test("each of them is a report to merge", async () => {
    const prepare = async (workspace: string) => {
      for (const [index, [, make]] of strange.entries()) {
        await mkdir(join(workspace, String(index)));
        await make(join(workspace, String(index), "report.json"));
      }
    };
    expect(await messages({ merge: "*/report.json" }, prepare)).toEqual(
      strange.map(([, , says], index) =>
        expect.stringMatching(new RegExp(`^\`merge\`: ${index}/report.json: It can't be read: .*${says}`)),
      ),
    );
  });

  test("the event's payload is a pipe", async () => {
    const path = join(folder, "event");
    await pipe(path);
    await using service = await startScriptedService(() => ({ status: "passed" }));
    const event = await newPullRequest(github);
    const env = { GITHUB_EVENT_PATH: path };
    const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", check: "off" };
    const unreadable = expect.stringMatching(
      new RegExp(`^The event that started this workflow run can't be read: .*${isDevice}`),
    );
    await runStep({ github, event, env, with: inputs }, ({ annotations, exitCode, outputs }) => {
      expect(annotations.map(({ message }) => message)).toEqual([unreadable]);
      expect(outputs).toMatchObject({ verdict: "passed", "comment-url": "" });
      expect(exitCode).toBe(0);
    });
    await runStep({ github, event, env, with: { ...inputs, "api-key": "" } }, ({ annotations }) => {
      expect(annotations.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^`api-key`: It is empty/),
        unreadable,
      ]);
    });
  });
});
