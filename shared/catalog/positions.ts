/** Converts the parser's offsets into lines and columns. */

import { LineCounter } from "yaml";
import type { Location } from "./catalog.ts";

export type Span = readonly [start: number, end: number];

export class Positions {
  readonly #file: string;
  readonly #length: number;
  readonly #lines = new LineCounter();

  constructor(text: string, file: string) {
    this.#file = file;
    this.#length = text.length;
    // Lines are counted here, because the parser stops counting at an error that it can't recover from.
    this.#lines.addNewLine(0);
    for (const { index } of text.matchAll(/\n/g)) this.#lines.addNewLine(index + 1);
  }

  locate([start, end]: Span): Location {
    const from = this.#lines.linePos(Math.min(start, this.#length));
    const to = this.#lines.linePos(Math.min(Math.max(start, end), this.#length));
    return { file: this.#file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
  }

  /** Cuts a span at the end of its first line, because a problem that underlines many lines hides other problems. */
  firstLineOf([start, end]: Span): Span {
    const nextLine = this.#lines.lineStarts[this.#lines.linePos(start).line];
    return [start, nextLine === undefined ? end : Math.min(end, nextLine - 1)];
  }
}
