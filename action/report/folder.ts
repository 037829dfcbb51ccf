/**
 * The folder of the report's files: `report.json`, `report.xml`, `report.md`, and every response as it came. A pull
 * request can have links in their places, which lead anywhere: nothing is written through a link.
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

/** So many responses may be waiting for the disk; more would fill the memory where it is slow. */
const mostWrites = 32;

export class ReportFolder {
  readonly path: string;
  /** The first error of writing. It fails the step only in the end, after everything else was done. */
  trouble: unknown;
  readonly #writes = new Set<Promise<void>>();

  constructor(path: string) {
    this.path = path;
    make(path);
  }

  /** Gives the path within the folder, before the response is written, unless too many are waiting for the disk. */
  async keep(name: string, raw: Uint8Array): Promise<string> {
    const path = `raw/${name}.json`;
    while (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
    const write = keepWhole(this.at(path), raw)
      .catch(this.#note)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    return path;
  }

  /** Resolves when all responses are written. */
  async kept(): Promise<void> {
    await Promise.all(this.#writes);
  }

  /** Synchronously, and under another name until it is complete: a cancelled step may be killed at any time. */
  write(name: string, chunks: Iterable<string>): void {
    try {
      this.#write(name, chunks);
    } catch (error) {
      this.#note(error);
    }
  }

  readonly #note = (error: unknown) => {
    this.trouble ??= error;
  };

  #write(name: string, chunks: Iterable<string>): void {
    const unfinished = unfinishedOf(this.at(name));
    try {
      const file = openSync(unfinished, "wx");
      try {
        let waiting = "";
        for (const chunk of chunks) {
          waiting += chunk;
          // More would outlive V8's young generation, and fill the memory with what is written already.
          if (waiting.length < 64 * 1024) continue;
          writeFileSync(file, waiting);
          waiting = "";
        }
        writeFileSync(file, waiting);
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, this.at(name));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /** A file's path relative to the workspace. */
  at(name: string): string {
    return join(this.path, name);
  }
}

async function keepWhole(path: string, content: Uint8Array): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    await writeFile(unfinished, content, { flag: "wx" });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** A name that nobody can guess and put a link at. To be renamed to the file's own replaces a link there. */
function unfinishedOf(path: string): string {
  return join(dirname(path), `.${crypto.randomUUID()}`);
}

/**
 * Makes the folder and the one in it. A link above the workspace is the machine's own, as `/tmp` is on some; one in the
 * workspace, or in place of the folder itself, is refused.
 */
function make(path: string): void {
  const folder = resolve(path);
  const { root } = parse(folder);
  const names = [...relative(root, folder).split(sep), "raw"];
  const workspace = realpathSync.native(process.cwd());
  let reached = root;
  for (const [position, name] of names.entries()) {
    const next = join(reached, name);
    const isReports = position >= names.length - 2;
    const there = lstatSync(next, { throwIfNoEntry: false });
    if (there === undefined) mkdirSync(next);
    else if (there.isSymbolicLink() && (isReports || isWithin(reached, workspace))) {
      throw new Error(`\`${next}\` is a link, and nothing is written through a link`);
    } else if (!statSync(next).isDirectory()) throw new Error(`\`${next}\` is no folder`);
    reached = realpathSync.native(next);
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Undefined where the folder can be written to. */
export function whyNoFolder(path: string): string | undefined {
  try {
    make(path);
    for (const folder of [path, join(path, "raw")]) accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `No folder can be written to at \`${path}\` (${reason}); name one where no file or link is in the way, and where the job may write.`;
  }
}

/** The text in characters that every file system, and GitHub's artifacts, accept in a name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").slice(0, 80);
}
