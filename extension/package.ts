/**
 * Packages the extension as a `.vsix`, whose path can be given as an argument: the manifest and the files that it lists.
 * The same sources make the same bytes, so that anyone can compare what they install with what they build.
 * The packaged manifest has no `type`: the sources are ES modules, but the entries are CommonJS, and the editor in a
 * browser loads an entry by what `type` says.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildInto } from "./build.ts";

const source = fileURLToPath(new URL(".", import.meta.url));
const root = join(source, "..");

const { type: _, private: __, ...manifest } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const vsix = resolve(process.argv[2] ?? join(root, `callboard-${manifest.version}.vsix`));
const staged = mkdtempSync(join(tmpdir(), "callboard-vsix-"));
writeFileSync(join(staged, "package.json"), JSON.stringify(manifest, null, 2));
for (const name of manifest.files) {
  if (name === "dist") {
    // Not by way of `extension/dist/`: two may be packaging at a time.
    await buildInto(join(staged, name));
    continue;
  }
  // One changelog tells of both halves, as they are released together.
  const from = name === "CHANGELOG.md" ? root : source;
  cpSync(join(from, name), join(staged, name), { recursive: true });
}
// What a machine allows new files to be would be kept in the package.
for (const entry of readdirSync(staged, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
}

const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
execFileSync(
  process.execPath,
  [
    vsce,
    "package",
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
    "--out",
    vsix,
  ],
  {
    cwd: staged,
    stdio: "inherit",
    // A date, an order of names and a time zone that are nobody's: a zip file's dates begin in 1980.
    env: { ...process.env, SOURCE_DATE_EPOCH: "315532800", LC_ALL: "C", TZ: "UTC" },
  },
);
rmSync(staged, { recursive: true });
