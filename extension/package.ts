/**
 * Packages the extension as a `.vsix`: what the manifest's allow-list names, beside the manifest as the editor wants
 * it. The sources are ES modules and the entries CommonJS, so the manifest that is shipped does not say `type`, which
 * the editor in a browser would take for a promise about the entries. The file's path can be given as an argument.
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
