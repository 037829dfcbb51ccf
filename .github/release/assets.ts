/**
 * Writes a release's files for the workflow that publishes them: `node assets.ts v1.2.3 folder` puts the extension's
 * package, the bill of materials and the checksums into `folder/files`, and the notes into `folder/notes.md`. Fails for a
 * tag that differs from the sources' version.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { notesOf } from "./changelog.ts";
import { buildReleasedHalves, createSbom } from "./sbom.ts";

const root = join(import.meta.dirname, "../..");
const [tag = "", folder = ""] = process.argv.slice(2);

const versions = ["package.json", "extension/package.json"].map(
  (file): string => JSON.parse(readFileSync(join(root, file), "utf8")).version,
);
const [version = ""] = versions;
const notes = notesOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
if (versions.some(each => `v${each}` !== tag)) throw new Error(`${tag} is not ${versions.join(" and ")}.`);
if (notes === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);

const files = join(folder, "files");
mkdirSync(files, { recursive: true });
writeFileSync(join(folder, "notes.md"), `${notes}\n`);
const vsix = join(files, `callboard-${version}.vsix`);
execFileSync(process.execPath, [join(root, "extension/package.ts"), vsix], { stdio: "inherit" });
const bill = join(files, "callboard.cdx.json");
writeFileSync(bill, createSbom(version, await buildReleasedHalves()));
const checksums = [vsix, bill].map(
  file => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}\n`,
);
writeFileSync(join(files, "SHA256SUMS"), checksums.join(""));
