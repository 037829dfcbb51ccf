/**
 * Packages the extension as a `.vsix`, whose path can be given as an argument: the manifest and the files that it lists.
 * The packaged manifest has no `type`: the sources are ES modules, but the entries are CommonJS, and the editor in a
 * browser loads an entry by what `type` says.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL(".", import.meta.url));
const root = join(source, "..");

execFileSync(process.execPath, [join(source, "build.ts")], { stdio: "inherit" });

const { type: _, private: __, ...manifest } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const vsix = resolve(process.argv[2] ?? join(root, `callboard-${manifest.version}.vsix`));
const staged = mkdtempSync(join(tmpdir(), "callboard-vsix-"));
writeFileSync(join(staged, "package.json"), JSON.stringify(manifest, null, 2));
for (const name of manifest.files) cpSync(join(source, name), join(staged, name), { recursive: true });

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
  },
);
rmSync(staged, { recursive: true });
