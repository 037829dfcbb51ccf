/**
 * The cases of all targets, on disk: there may be a million of them, and each is needed a few times more. They are
 * written as they come and read in the order of their targets.
 */

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CtrfTest } from "../shared/report/model.ts";

interface Extent {
  readonly start: number;
  readonly length: number;
}

/** Short writes to a local disk take less time than handing them to another thread. */
export class CaseStore implements Iterable<CtrfTest>, Disposable {
  readonly #folder = mkdtempSync(join(process.env["RUNNER_TEMP"] || tmpdir(), "callboard-"));
  readonly #file = openSync(join(this.#folder, "cases"), "w+");
  readonly #extents: Extent[] = [];
  #end = 0;

  add(position: number, tests: Iterable<CtrfTest>): void {
    let lines = "";
    for (const test of tests) lines += `${JSON.stringify(test)}\n`;
    if (lines === "") return;
    // Reading names its place, so writing always goes on where it left off.
    const bytes = Buffer.from(lines);
    writeFileSync(this.#file, bytes);
    this.#extents[position] = { start: this.#end, length: bytes.length };
    this.#end += bytes.length;
  }

  *[Symbol.iterator](): Generator<CtrfTest> {
    for (const text of this.texts()) yield JSON.parse(text);
  }

  /** Each as JSON. */
  *texts(): Generator<string> {
    // One for all targets: a new one for each would be a hundred megabytes of litter.
    let bytes = Buffer.allocUnsafe(0);
    for (const extent of this.#extents) {
      if (extent === undefined) continue;
      const { start, length } = extent;
      if (bytes.length < length) bytes = Buffer.allocUnsafe(length * 2);
      readSync(this.#file, bytes, 0, length, start);
      for (let from = 0; from < length; ) {
        const to = bytes.indexOf("\n", from);
        yield bytes.toString("utf8", from, to);
        from = to + 1;
      }
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
