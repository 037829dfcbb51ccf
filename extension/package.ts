/**
 * Packages the manifest and the files that it lists as a `.vsix`; an argument sets the path. The same sources give the
 * same bytes, so that anyone can compare an installed package with their own build. The packaged manifest omits `type`:
 * with it, VS Code in a browser would load the CommonJS entries as ES modules.
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
    // Does not use `extension/dist/`, because two processes may package at the same time.
    await buildInto(join(staged, name));
    continue;
  }
  // The action and the extension are released together, with one changelog.
  const from = name === "CHANGELOG.md" ? root : source;
  cpSync(join(from, name), join(staged, name), { recursive: true });
}
// File modes differ between machines, and would make the packages differ.
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
    // Fixes the date, the sort order and the time zone. A zip file can hold no date before this one, 1 January 1980.
    env: { ...process.env, SOURCE_DATE_EPOCH: "315532800", LC_ALL: "C", TZ: "UTC" },
  },
);
rmSync(staged, { recursive: true });
