import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const version = "0.9.0";
const sources: Readonly<Record<string, string>> = {
  "package.json": json({ name: "callboard", version, type: "module" }),
  "extension/package.json": json({ name: "callboard-vscode", version, engines: { vscode: "^1.100.0" } }),
  "package-lock.json": json({
    name: "callboard",
    version,
    packages: { "": { version }, extension: { version }, "node_modules/yaml": { version: "2.9.1" } },
  }),
  "CHANGELOG.md":
    "# Changelog\n\n## Unreleased\n\n- A second thing.\n\n## 0.9.0 - 2026-01-31\n\n- A first thing.\n",
  "README.md": "- uses: callboard/callboard@v0\n- uses: callboard/callboard@v0.9.0\n",
  "action/README.md": "- uses: callboard/callboard@v0\n",
  "action/build.ts":
    'import { writeFileSync } from "node:fs";\nwriteFileSync(new URL("dist/index.js", import.meta.url), "built");\n',
  "action/dist/index.js": "built before",
};

let root: string;
let remote: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "callboard-release-"));
  remote = mkdtempSync(join(tmpdir(), "callboard-remote-"));
  cpSync(join(import.meta.dirname, "../../.github/release"), join(root, ".github/release"), {
    recursive: true,
  });
  for (const [file, text] of Object.entries(sources)) write(file, text);
  git("init", "--quiet", "--bare", remote);
  git("init", "--quiet", "--initial-branch", "main");
  git("remote", "add", "origin", remote);
  commit();
});

afterEach(() => {
  for (const folder of [root, remote]) rmSync(folder, { recursive: true });
});

describe("a release is refused", () => {
  test("without a version, or with one that is none", () => {
    for (const words of [[], ["1.2"], ["v1.2.3"], ["1.2.3-rc.1"], ["01.2.3"], ["1.2.3", "1.2.4"]]) {
      expect(release(...words)).toMatchObject({ status: 2, stderr: expect.stringContaining("<version>") });
    }
  });

  test("for every reason at once", () => {
    git("switch", "--quiet", "--create", "other");
    write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.9.0 - 2026-01-31\n\n- A first thing.\n");
    write("new.txt", "");
    const { status, stderr } = release("0.9.0", "--write");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "- Releases are made from main; this is other.\n" +
        "- These changes are not committed:\n    M CHANGELOG.md\n    ?? new.txt\n" +
        "- CHANGELOG.md has nothing under Unreleased.\n" +
        "- 0.9.0 is not after 0.9.0, the last one released.\n",
    );
    expect(git("log", "--format=%s")).toBe("Before");
  });

  test.each(["0.8.9", "0.9.0", "0.10.0"])("of %s when 0.10.0 is tagged", earlier => {
    git("tag", "v0.10.0");
    git("tag", "v0");
    expect(release(earlier).stderr).toBe(`- ${earlier} is not after 0.10.0, the last one released.\n`);
  });
});

test("without --write a release only lists its changes", () => {
  const { status, stdout } = release("1.0.0");
  expect(status).toBe(0);
  for (const file of [
    "package.json",
    "extension/package.json",
    "package-lock.json",
    "CHANGELOG.md",
    "README.md",
    "action/README.md",
  ]) {
    expect(stdout).toContain(`\n${file}\n  + `);
  }
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag")).toBe("");
});

describe("with --write a release", () => {
  test("sets the version in every file, and moves the changelog's unreleased changes", () => {
    release("1.0.0", "--write");
    expect(JSON.parse(read("package.json")).version).toBe("1.0.0");
    expect(JSON.parse(read("extension/package.json"))).toMatchObject({ version: "1.0.0", engines: {} });
    expect(JSON.parse(read("package-lock.json"))).toMatchObject({
      version: "1.0.0",
      packages: {
        "": { version: "1.0.0" },
        extension: { version: "1.0.0" },
        "node_modules/yaml": { version: "2.9.1" },
      },
    });
    expect(read("CHANGELOG.md")).toMatch(
      /## Unreleased\n\n## 1\.0\.0 - \d{4}-\d\d-\d\d\n\n- A second thing\./,
    );
    expect(read("README.md")).toBe("- uses: callboard/callboard@v1\n- uses: callboard/callboard@v0.9.0\n");
    expect(read("action/README.md")).toBe("- uses: callboard/callboard@v1\n");
  });

  test("builds, commits and tags, says what to push, and pushes nothing", () => {
    const { status, stdout } = release("0.9.1", "--write");
    expect(status).toBe(0);
    expect(read("action/dist/index.js")).toBe("built");
    expect(git("status", "--porcelain")).toBe("");
    expect(git("log", "--format=%s")).toBe("Version 0.9.1\nBefore");
    expect(git("rev-parse", "v0.9.1")).toBe(git("rev-parse", "main"));
    expect(stdout).toContain("git push --atomic origin main v0.9.1");
    expect(git("ls-remote", "origin")).toBe("");
  });
});

function release(...words: readonly string[]) {
  return run(process.execPath, [".github/release/release.ts", ...words]);
}

function git(...words: readonly string[]): string {
  const { status, stdout, stderr } = run("git", words);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function run(file: string, words: readonly string[]) {
  const somebody = { NAME: "Somebody", EMAIL: "somebody@example.com" };
  const env = Object.entries(somebody).flatMap(([name, value]) =>
    ["AUTHOR", "COMMITTER"].map(role => [`GIT_${role}_${name}`, value] as const),
  );
  return spawnSync(file, words, {
    cwd: root,
    encoding: "utf8",
    // Without the developer's own configuration, which can sign commits or run hooks.
    env: {
      ...process.env,
      ...Object.fromEntries(env),
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_DIR: undefined,
    },
  });
}

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "Before");
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
