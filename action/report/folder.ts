/**
 * Writes the report in each format, and every response as received but redacted.
 * Nothing is written through a link in the workspace, because a pull request can contain links to any place.
 */

import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";

/** The most responses that wait to be written. With a slow disk, more of them would fill the memory. */
const mostWrites = 32;

export class ReportFolder {
  readonly path: string;
  /** The first error of writing a file or an output. The step fails for it at its end. */
  firstError: unknown;
  readonly #writes = new Set<Promise<void>>();

  constructor(path: string) {
    this.path = path;
    createFolders(path);
  }

  /** Returns the path within the folder. The response is written later; the call waits only if too many are pending. */
  async storeResponse(name: string, raw: Uint8Array): Promise<string> {
    const path = `raw/${name}.json`;
    while (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
    const write = writeAtomically(this.pathOf(path), raw)
      .catch(this.#note)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    return path;
  }

  async flushResponses(): Promise<void> {
    await Promise.all(this.#writes);
  }

  /** Writes synchronously, and under another name until the file is complete, because the runner can kill the step. */
  write(name: string, chunks: Iterable<string>): void {
    try {
      this.#write(name, chunks);
    } catch (error) {
      this.#note(error);
    }
  }

  readonly #note = (error: unknown) => {
    this.firstError ??= error;
  };

  #write(name: string, chunks: Iterable<string>): void {
    const unfinished = unfinishedOf(this.pathOf(name));
    try {
      const file = openSync(unfinished, "wx");
      try {
        let waiting = "";
        for (const chunk of chunks) {
          waiting += chunk;
          // V8 moves longer texts out of its young generation, so they would stay in memory after they are written.
          if (waiting.length < 64 * 1024) continue;
          writeFileSync(file, waiting);
          waiting = "";
        }
        writeFileSync(file, waiting);
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, this.pathOf(name));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }
}

async function writeAtomically(path: string, content: Uint8Array): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    await writeFile(unfinished, content, { flag: "wx" });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** A random name, so that nobody can put a link there in advance. The rename replaces a link at the final name. */
function unfinishedOf(path: string): string {
  return join(dirname(path), `.${crypto.randomUUID()}`);
}

/**
 * Creates the folder and its `raw` folder. A link outside the workspace belongs to the machine (on macOS `/tmp` is a
 * link) and is followed. A link in the workspace, or at one of the two folders, is refused.
 */
function createFolders(path: string): void {
  const folder = resolve(path);
  const { root } = parse(folder);
  const names = [...relative(root, folder).split(sep), "raw"];
  const workspace = realpathSync.native(process.cwd());
  let reached = root;
  for (const [position, name] of names.entries()) {
    const next = join(reached, name);
    const isReportFolder = position >= names.length - 2;
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats === undefined) mkdirSync(next);
    else if (stats.isSymbolicLink() && (isReportFolder || isWithin(reached, workspace))) {
      throw new Error(`\`${next}\` is a link, and nothing is written through a link`);
    } else if (!statSync(next).isDirectory()) throw new Error(`\`${next}\` is not a folder`);
    reached = realpathSync.native(next);
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Creates the folder. Returns why it can't be written to, or undefined if it can. */
export function findFolderProblem(path: string): string | undefined {
  try {
    createFolders(path);
    for (const folder of [path, join(path, "raw")]) accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The folder \`${path}\` can't be written to (${reason}); choose a folder that the job may write to, and whose path contains no file or link.`;
  }
}

/** Keeps only characters that every file system and GitHub's artifacts accept in a file's name. */
export function safeFileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").slice(0, 80);
}
