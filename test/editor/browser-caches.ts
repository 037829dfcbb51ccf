/**
 * Keeps Chromium's caches of VS Code's page, with its 19 MB of scripts compiled: a window then costs 1.4 s of CPU less.
 * Chromium compiles a script into its cache when it loads the script for the second time.
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { startBrowser } from "./browser.ts";
import { findChromium } from "./chromium.ts";
import { startEditorServer } from "./editor.ts";
import { installEditor } from "./install.ts";

const work = join(import.meta.dirname, "..", "..", ".work");
const kept = join(work, "browser-caches");
const caches = [join("Default", "Cache"), join("Default", "Code Cache")];

/** Fills the kept caches, unless they are of this VS Code and this Chromium. */
export async function keepBrowserCaches(): Promise<void> {
  const fingerprint = await fingerprintOf();
  if ((await readFile(join(kept, "fingerprint"), "utf8").catch(() => "")) === fingerprint) return;
  await mkdir(work, { recursive: true });
  const draft = await mkdtemp(join(work, "browser-caches-draft-"));
  try {
    const profile = join(draft, "profile");
    await fill(profile);
    const filled = join(draft, "filled");
    await copyCaches(profile, filled);
    await writeFile(join(filled, "fingerprint"), fingerprint);
    await rm(kept, { recursive: true, force: true });
    await rename(filled, kept).catch(() => {
      // Another process was faster, with the same result.
    });
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 20 });
  }
}

export async function copyBrowserCaches(profile: string): Promise<void> {
  await copyCaches(kept, profile);
}

async function copyCaches(from: string, to: string): Promise<void> {
  for (const cache of caches) {
    await mkdir(dirname(join(to, cache)), { recursive: true });
    await cp(join(from, cache), join(to, cache), { recursive: true }).catch(() => {
      // Chromium fills a missing cache itself.
    });
  }
}

async function fill(profile: string): Promise<void> {
  const server = await startEditorServer({ open: "/" });
  try {
    const { context, window } = await startBrowser(server, profile);
    await window.open(server.address(server.home));
    await window.reloadWindow();
    await context.close();
  } finally {
    await server.close();
  }
}

async function fingerprintOf(): Promise<string> {
  const { script } = await installEditor("newest");
  const { stdout: version } = await promisify(execFile)(await findChromium(), ["--version"]);
  const hash = createHash("sha256").update(relative(work, script)).update(version);
  for (const file of ["browser.ts", "browser-caches.ts"]) {
    hash.update(await readFile(join(import.meta.dirname, file)));
  }
  return hash.digest("hex");
}
