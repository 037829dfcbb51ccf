/** The folder of the report's files: `report.json`, `report.xml`, `report.md`, and every response as it came. */

import { accessSync, closeSync, constants, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** So many responses may be waiting for the disk; more would fill the memory where it is slow. */
const mostWrites = 32;

export class ReportFolder {
  readonly path: string;
  /** The first error of writing. It fails the step only in the end, after everything else was done. */
  trouble: unknown;
  readonly #writes = new Set<Promise<void>>();

  constructor(path: string) {
    this.path = path;
    mkdirSync(join(path, "raw"), { recursive: true });
  }

  /** Gives the path within the folder, before the response is written, unless too many are waiting for the disk. */
  async keep(name: string, raw: Uint8Array): Promise<string> {
    const path = `raw/${name}.json`;
    while (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
    const write = writeFile(this.at(path), raw)
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
    const unfinished = this.at(`.${name}`);
    const file = openSync(unfinished, "w");
    let waiting = "";
    for (const chunk of chunks) {
      waiting += chunk;
      if (waiting.length < 256 * 1024) continue;
      writeFileSync(file, waiting);
      waiting = "";
    }
    writeFileSync(file, waiting);
    closeSync(file);
    renameSync(unfinished, this.at(name));
  }

  /** A file's path relative to the workspace. */
  at(name: string): string {
    return join(this.path, name);
  }
}

/** Undefined where the folder can be written to. */
export function whyNoFolder(path: string): string | undefined {
  try {
    for (const folder of [path, join(path, "raw")]) {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    }
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `No folder can be written to at \`${path}\` (${reason}); name one where no file is in the way, and where the job may write.`;
  }
}

/** The text in characters that every file system, and GitHub's artifacts, accept in a name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").slice(0, 80);
}
