/** The folder of the report's files: `report.json`, `report.xml`, `report.md`, and every response as it came. */

import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";

export class ReportFolder {
  readonly path: string;
  readonly #made: Promise<unknown>;

  constructor(path: string) {
    this.path = path;
    this.#made = mkdir(join(path, "raw"), { recursive: true });
    // Whoever writes first is told what is wrong with the folder.
    this.#made.catch(() => {});
  }

  /** Gives the path within the folder, as `report.json` has it. */
  async keep(name: string, raw: Uint8Array): Promise<string> {
    await this.#made;
    const path = `raw/${name}.json`;
    await writeFile(join(this.path, path), raw);
    return path;
  }

  /** Gives the path for whoever looks for it from the workspace. */
  async write(name: string, chunks: Iterable<string>): Promise<string> {
    await this.#made;
    const path = join(this.path, name);
    await using file = await open(path, "w");
    let waiting = "";
    for (const chunk of chunks) {
      waiting += chunk;
      if (waiting.length < 256 * 1024) continue;
      await file.write(waiting);
      waiting = "";
    }
    await file.write(waiting);
    return path;
  }
}

/** What every file system and every artifact store takes for a name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").slice(0, 80);
}
