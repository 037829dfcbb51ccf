/** Finds the Chromium that shows the editor and takes the pictures. */

import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

/** The headless shell comes first: it has no pages of its own, which cost each window 2 s of CPU. */
const headlessShell = "chromium-headless-shell";
const commands = [headlessShell, "chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

let found: Promise<string> | undefined;

/** Returns the path of a Chromium. Looks for it once; installs Debian's if none exists and this process is root. */
export function findChromium(): Promise<string> {
  found ??= find();
  return found;
}

async function find(): Promise<string> {
  const chosen = process.env["CALLBOARD_CHROMIUM"];
  if (chosen) {
    if (await isExecutable(chosen)) return chosen;
    throw new Error(`CALLBOARD_CHROMIUM names "${chosen}", which is not a program that can be run.`);
  }
  const present = await firstPresent();
  if (present) return present;
  if (process.getuid?.() === 0 && (await onPath("apt-get"))) {
    await installFromDebian();
    const installed = await firstPresent();
    if (installed) return installed;
  }
  throw new Error(
    "The editor tests need a Chromium and found none. Install one (Debian: apt-get install chromium-headless-shell; others: " +
      "Google Chrome or Chromium), or name one in the environment variable CALLBOARD_CHROMIUM.",
  );
}

async function firstPresent(): Promise<string | undefined> {
  for (const command of commands) {
    const path = await onPath(command);
    if (path) return path;
  }
  for (const path of [...applications, chromium.executablePath()]) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function onPath(command: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, command);
    if (folder && (await isExecutable(path))) return path;
  }
  return undefined;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function installFromDebian(): Promise<void> {
  const run = promisify(execFile);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const patiently = ["-o", "DPkg::Lock::Timeout=300", "-qq"];
  await run("apt-get", [...patiently, "update"], { env });
  await run("apt-get", [...patiently, "install", "--yes", "--no-install-recommends", headlessShell], { env });
}
