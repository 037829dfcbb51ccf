/**
 * `npm run release -- 1.2.3` lists the changes that a release of that version would make, or the reasons against it. With
 * `--write` it makes the release's commit and tag. It never pushes, because a published release can't be taken back.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasUnreleasedChanges, moveToVersion, releasedVersions } from "./changelog.ts";

const root = join(import.meta.dirname, "../..");
const branch = "main";

const words = process.argv.slice(2);
const write = words.includes("--write");
const [version = "", ...more] = words.filter(word => word !== "--write");
const tag = `v${version}`;
const read = (file: string) => readFileSync(join(root, file), "utf8");

if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version) || more.length > 0) {
  console.error(
    "npm run release -- <version> [--write], with a version like 1.2.3. Only --write makes the release.",
  );
  process.exitCode = 2;
} else {
  const faults = findFaults();
  for (const fault of faults) console.error(`- ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else if (write) makeRelease();
  else printChanges();
}

function findFaults(): string[] {
  const faults: string[] = [];
  const current = git("branch", "--show-current");
  if (current !== branch) faults.push(`Releases are made from ${branch}; this is ${current || "no branch"}.`);
  const changed = git("status", "--porcelain");
  if (changed !== "") faults.push(`These changes are not committed:\n${changed.replace(/^/gm, "    ")}`);
  const changelog = read("CHANGELOG.md");
  if (!hasUnreleasedChanges(changelog)) faults.push("CHANGELOG.md has nothing under Unreleased.");
  const tags = git("tag", "--list", "v*.*.*").split("\n").filter(Boolean);
  const versions = [...releasedVersions(changelog), ...tags.map(tag => tag.slice(1))];
  const last = versions.sort(byVersion).at(-1);
  if (last !== undefined && byVersion(last, version) >= 0) {
    faults.push(`${version} is not after ${last}, the last one released.`);
  }
  return faults;
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

function filesWithVersion(): Map<string, string> {
  const withVersion = (file: string, ...places: readonly string[][]) => {
    const content = JSON.parse(read(file));
    for (const place of places) {
      const owner = place.reduce((part, name) => part[name], content);
      owner.version = version;
    }
    return `${JSON.stringify(content, null, 2)}\n`;
  };
  const day = new Date().toISOString().slice(0, 10);
  // Most workflows name the tag of a major version, which moves with each of its releases.
  const major = `callboard/callboard@v${version.split(".", 1)[0]}`;
  return new Map([
    ["package.json", withVersion("package.json", [])],
    ["extension/package.json", withVersion("extension/package.json", [])],
    ["package-lock.json", withVersion("package-lock.json", [], ["packages", ""], ["packages", "extension"])],
    ["CHANGELOG.md", moveToVersion(read("CHANGELOG.md"), version, day)],
    ...["README.md", "action/README.md"].map((file): [string, string] => [
      file,
      read(file).replace(/callboard\/callboard@v\d+(?![.\d])/g, major),
    ]),
  ]);
}

function changes(): [file: string, text: string][] {
  return [...filesWithVersion()].filter(([file, text]) => text !== read(file));
}

function printChanges(): void {
  console.log(`Release ${version} would change\n`);
  for (const [file, text] of changes()) {
    console.log(file);
    const before = new Set(read(file).split("\n"));
    const after = new Set(text.split("\n").filter(line => !before.has(line)));
    for (const line of after) console.log(`  + ${line.trim()}`);
  }
  console.log(
    `\nIt would also build action/dist, commit, and tag the commit ${tag}. To release: npm run release -- ${version} --write`,
  );
}

function makeRelease(): void {
  for (const [file, text] of changes()) writeFileSync(join(root, file), text);
  execFileSync(process.execPath, [join(root, "action/build.ts")], { stdio: "inherit" });
  git("add", "--all", ...filesWithVersion().keys(), "action/dist");
  git("commit", "--message", `Version ${version}`);
  git("tag", tag);
  console.log(
    `${tag} is committed and tagged in this clone only. To look at it: git show --stat ${tag}\n` +
      `To undo it: git tag --delete ${tag} && git reset --hard HEAD~1\n` +
      `To publish it: git push --atomic origin ${branch} ${tag}`,
  );
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
}
