/**
 * The cases of all targets, to go through again and again in the order of the targets. There may be a million of
 * them: what is more than a few is on disk, written as it comes.
 */

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CtrfTest } from "../shared/report/model.ts";

/** Most runs have no more than this, and need no file. */
const mostInMemory = 4_000_000;

export class CaseStore implements Iterable<CtrfTest>, Disposable {
  /** A line of JSON for each case, by the position of its target. */
  readonly #inMemory: Buffer[] = [];
  #size = 0;
  #onDisk: CasesOnDisk | undefined;

  add(position: number, tests: Iterable<CtrfTest>): void {
    let lines = "";
    for (const test of tests) lines += `${JSON.stringify(test)}\n`;
    if (lines === "") return;
    const bytes = Buffer.from(lines);
    if (this.#onDisk) {
      this.#onDisk.add(position, bytes);
      return;
    }
    this.#inMemory[position] = bytes;
    this.#size += bytes.length;
    if (this.#size > mostInMemory) this.#moveToDisk();
  }

  #moveToDisk(): void {
    const disk = new CasesOnDisk();
    for (const [position, bytes] of Object.entries(this.#inMemory)) disk.add(Number(position), bytes);
    this.#inMemory.length = 0;
    this.#onDisk = disk;
  }

  *[Symbol.iterator](): Generator<CtrfTest> {
    for (const text of this.texts()) yield JSON.parse(text);
  }

  /** Each as JSON. */
  *texts(): Generator<string> {
    for (const bytes of this.#onDisk?.lines() ?? Object.values(this.#inMemory)) {
      for (let from = 0; from < bytes.length; ) {
        const to = bytes.indexOf("\n", from);
        yield bytes.toString("utf8", from, to);
        from = to + 1;
      }
    }
  }

  [Symbol.dispose](): void {
    this.#onDisk?.[Symbol.dispose]();
  }
}

interface Extent {
  readonly start: number;
  readonly length: number;
}

/** Short writes to a local disk take less time than handing them to another thread. */
class CasesOnDisk implements Disposable {
  readonly #folder = mkdtempSync(join(process.env["RUNNER_TEMP"] || tmpdir(), "callboard-"));
  readonly #file = openSync(join(this.#folder, "cases"), "w+");
  readonly #extents: Extent[] = [];
  #end = 0;

  add(position: number, lines: Buffer): void {
    // Reading names its place, so writing always goes on where it left off.
    writeFileSync(this.#file, lines);
    this.#extents[position] = { start: this.#end, length: lines.length };
    this.#end += lines.length;
  }

  /** Those of a target at a time; each is gone when the next is asked for. */
  *lines(): Generator<Buffer> {
    // One for all targets: a new one for each would be a hundred megabytes of litter.
    let bytes = Buffer.allocUnsafe(0);
    for (const extent of this.#extents) {
      if (extent === undefined) continue;
      const { start, length } = extent;
      if (bytes.length < length) bytes = Buffer.allocUnsafe(length * 2);
      readSync(this.#file, bytes, 0, length, start);
      yield bytes.subarray(0, length);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
