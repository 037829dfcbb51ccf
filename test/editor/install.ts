/**
 * Installs VS Code for the tests, from the npm package `code-server`, when a test first needs it.
 *
 * An install is a folder named after the hash of its ingredients. It appears by a rename, when it is complete: so it is
 * made once, can't be left broken, and two processes may ask at once.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The editors that tests run in: the newest version, and the oldest that the extension supports. */
export type Lane = "newest" | "oldest";

const repository = join(import.meta.dirname, "..", "..");
const installs = join(repository, ".work", "editors");
const standIns = join(import.meta.dirname, "stand-ins");
const manifests: Record<Lane, string> = {
  newest: import.meta.dirname,
  oldest: join(import.meta.dirname, "oldest"),
};

/** Most of VS Code's 95 own extensions are languages; without them it starts in half the time and takes 120 MB less. */
const builtInExtensions = new Set([
  "configuration-editing",
  "json",
  "json-language-features",
  "markdown-basics",
  "markdown-language-features",
  "theme-defaults",
  "theme-modern-icons",
  "theme-seti",
  "yaml",
]);

/** Kept apart, because Git starts with the window, scans the folder and adds a hundred commands. */
const gitExtensions = new Set(["git", "git-base"]);

export interface InstalledEditor {
  readonly script: string;
  /** The folder of VS Code's own extensions, including Git. */
  readonly extensionsWithGit: string;
}

export async function installEditor(lane: Lane): Promise<InstalledEditor> {
  const home = join(installs, `${lane}-${await fingerprint(lane)}`);
  if (!existsSync(home)) {
    await mkdir(installs, { recursive: true });
    const draft = await mkdtemp(join(installs, "draft-"));
    try {
      await install(lane, draft);
      await removeOlderInstalls(lane);
      await rename(draft, home).catch(error => {
        if (!existsSync(home)) throw error; // else another process was faster, with the same result
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  const vscode = join(home, vscodeFolder);
  return {
    script: join(vscode, "out", "server-main.js"),
    extensionsWithGit: join(vscode, withGit),
  };
}

const vscodeFolder = join("node_modules", "code-server", "lib", "vscode");
const withGit = "extensions-with-git";

async function install(lane: Lane, folder: string): Promise<void> {
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
    await cp(join(manifests[lane], file), join(folder, file));
  }
  // Skips install scripts, which compile native modules: terminals go missing, and stand-ins replace the log writer.
  const quietly = ["--no-audit", "--no-fund", "--prefer-offline"];
  // Offline, npm would retry for more than a minute.
  const briefly = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  await npm(["ci", "--ignore-scripts", ...quietly, ...briefly], folder);

  const modules = join(folder, "node_modules");
  await cp(standIns, modules, { recursive: true });
  const vscode = join(folder, vscodeFolder);
  await mkdir(join(vscode, withGit));
  for (const extension of await readdir(join(vscode, "extensions"))) {
    const given = join(vscode, "extensions", extension);
    if (gitExtensions.has(extension)) await rename(given, join(vscode, withGit, extension));
    else if (!builtInExtensions.has(extension)) await rm(given, { recursive: true });
    else await symlink(join("..", "extensions", extension), join(vscode, withGit, extension), "dir");
  }
  for await (const map of glob("**/*.map", { cwd: join(vscode, "out") })) await rm(join(vscode, "out", map));
  // The web page requests its modules below VS Code's own folder.
  await symlink(join("..", "..", ".."), join(vscode, "node_modules"), "dir");
}

async function removeOlderInstalls(lane: Lane): Promise<void> {
  const current = `${lane}-${await fingerprint(lane)}`;
  for (const name of await readdir(installs)) {
    if (name.startsWith(`${lane}-`) && name !== current) await rm(join(installs, name), { recursive: true });
  }
}

async function npm(args: string[], cwd: string): Promise<void> {
  // Uses the repository's Node, not the first one on a person's PATH.
  const path = [join(repository, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const child = spawn("npm", args, {
    cwd,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  if (code !== 0) {
    throw new Error(
      `VS Code for the editor tests could not be installed: "npm ${args[0]}" ended with ${code}. It needs the npm ` +
        `registry once; try again when that can be reached.\n${output.trim()}`,
    );
  }
}

async function fingerprint(lane: Lane): Promise<string> {
  const hash = createHash("sha256");
  hash.update(await readFile(join(manifests[lane], "package-lock.json")));
  hash.update(await readFile(import.meta.filename));
  for (const file of (await readdir(standIns, { recursive: true })).sort()) {
    if (file.endsWith(".cjs")) hash.update(await readFile(join(standIns, file)));
  }
  return hash.digest("hex").slice(0, 12);
}
