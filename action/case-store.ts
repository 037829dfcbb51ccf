/**
 * The cases of all targets, on disk: there may be a million of them, and each is needed a few times more. They are
 * written as they come and read in the order of their targets.
 */

import { readSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CtrfTest } from "../shared/report/model.ts";

interface Extent {
  readonly start: number;
  readonly length: number;
}

export class CaseStore implements Iterable<CtrfTest>, AsyncDisposable {
  readonly #folder: string;
  readonly #file: FileHandle;
  readonly #extents: Extent[] = [];
  #end = 0;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async create(): Promise<CaseStore> {
    const folder = await mkdtemp(join(process.env["RUNNER_TEMP"] || tmpdir(), "callboard-"));
    return new CaseStore(folder, await open(join(folder, "cases"), "w+"));
  }

  async add(position: number, tests: Iterable<CtrfTest>): Promise<void> {
    let lines = "";
    for (const test of tests) lines += `${JSON.stringify(test)}\n`;
    const bytes = Buffer.from(lines);
    // The place is taken before anything is awaited: others are adding theirs meanwhile.
    const extent = { start: this.#end, length: bytes.length };
    this.#extents[position] = extent;
    this.#end += bytes.length;
    if (bytes.length > 0) await this.#file.write(bytes, 0, bytes.length, extent.start);
  }

  *[Symbol.iterator](): Generator<CtrfTest> {
    for (const extent of this.#extents) {
      if (extent === undefined || extent.length === 0) continue;
      const bytes = Buffer.allocUnsafe(extent.length);
      readSync(this.#file.fd, bytes, 0, extent.length, extent.start);
      for (const line of bytes.toString().split("\n")) if (line !== "") yield JSON.parse(line);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
