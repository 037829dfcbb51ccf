/**
 * Packages the test extension in the folder `name`, with the entry `extension.mts`. A package is kept until its
 * ingredients change.
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const repository = join(import.meta.dirname, "..", "..");
const packages = join(repository, ".work", "test-extensions");

export async function packageTestExtension(name: "probe" | "login" | "plain" | "idle"): Promise<string> {
  const source = join(import.meta.dirname, name);
  const vsix = join(packages, `${name}-${await fingerprint(source)}.vsix`);
  if (existsSync(vsix)) return vsix;
  await mkdir(packages, { recursive: true });
  const draft = await mkdtemp(join(packages, "draft-"));
  try {
    // It appears by a rename, when it is complete, because two test files may package it at once.
    await rename(await packageInto(draft, source), vsix);
  } finally {
    await rm(draft, { recursive: true });
  }
  return vsix;
}

async function packageInto(folder: string, source: string): Promise<string> {
  const target = join(folder, "source");
  await cp(source, target, { recursive: true, filter: path => !path.endsWith(".mts") });
  await cp(join(repository, "LICENSE"), join(target, "LICENSE"));
  await build({
    entryPoints: [join(source, "extension.mts")],
    outfile: join(target, "extension.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
  });
  const vsix = join(folder, "extension.vsix");
  const vsce = join(repository, "node_modules", ".bin", "vsce");
  await promisify(execFile)(vsce, ["package", "--no-dependencies", "--out", vsix], { cwd: target });
  return vsix;
}

async function fingerprint(source: string): Promise<string> {
  const hash = createHash("sha256").update(await readFile(import.meta.filename));
  for (const file of (await readdir(source)).sort())
    hash.update(file).update(await readFile(join(source, file)));
  return hash.digest("hex").slice(0, 12);
}
