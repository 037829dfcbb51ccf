/** The folder of the report's files: `report.json`, `report.xml`, `report.md`, and every response as it came. */

import { accessSync, closeSync, constants, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Responses that are on their way to the disk; more would fill the memory where the disk is slow. */
const mostWrites = 32;

export class ReportFolder {
  readonly path: string;
  /** Why something of it is not there, where that is so: no reason to keep the rest from anyone. */
  trouble: unknown;
  readonly #writes = new Set<Promise<void>>();

  constructor(path: string) {
    this.path = path;
    mkdirSync(join(path, "raw"), { recursive: true });
  }

  /** Gives the path within the folder, as `report.json` has it. Nobody waits for the disk, unless it falls behind. */
  async keep(name: string, raw: Uint8Array): Promise<string> {
    const path = `raw/${name}.json`;
    while (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
    const write = writeFile(this.at(path), raw)
      .catch(this.#note)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    return path;
  }

  /** Until all responses are on the disk. */
  async kept(): Promise<void> {
    await Promise.all(this.#writes);
  }

  /** All in one go, and under its name only when it is whole: a step that takes too long to end is killed. */
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

  /** A file's path for whoever looks for it from the workspace. */
  at(name: string): string {
    return join(this.path, name);
  }
}

/** What is wrong with a path that no folder can be made at; nothing otherwise. */
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

/** What every file system and every artifact store takes for a name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").slice(0, 80);
}
