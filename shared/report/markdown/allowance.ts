/** The room that is left for text. GitHub limits comments in characters, and check runs and summaries in bytes. */

import { byteLength } from "../text.ts";
import { formatNumber } from "./words.ts";

export interface Budget {
  readonly bytes?: number;
  /** Counted in UTF-16 units. A text has at least as many of these as characters. */
  readonly characters?: number;
}

export class Allowance {
  #bytes: number;
  #characters: number;
  readonly #parent: Allowance | undefined;

  constructor(
    { bytes = Number.POSITIVE_INFINITY, characters = Number.POSITIVE_INFINITY }: Budget,
    parent?: Allowance,
  ) {
    this.#bytes = bytes;
    this.#characters = characters;
    this.#parent = parent;
  }

  /** Takes room for all of the texts, or returns false and takes nothing. */
  take(...texts: readonly string[]): boolean {
    let bytes = 0;
    let characters = 0;
    for (const text of texts) {
      characters += text.length;
      if (this.#bytes !== Number.POSITIVE_INFINITY) bytes += byteLength(text);
    }
    return this.#pay(bytes, characters);
  }

  /** Stops at the first item that doesn't fit, because there may be thousands of items and room for dozens. */
  takeWhile<T>(items: Iterable<T>, write: (item: T) => string): string[] {
    const taken: string[] = [];
    for (const item of items) {
      const text = write(item);
      if (!this.take(text)) break;
      taken.push(text);
    }
    return taken;
  }

  #pay(bytes: number, characters: number): boolean {
    if (bytes > this.#bytes || characters > this.#characters) return false;
    if (this.#parent && !this.#parent.#pay(bytes, characters)) return false;
    this.#bytes -= bytes;
    this.#characters -= characters;
    return true;
  }

  exhaust(): void {
    this.#bytes = 0;
    this.#characters = 0;
  }

  /** Gives an allowance for a part of the room that is left. Its texts also take room from this allowance. */
  share(part: number): Allowance {
    return new Allowance({ bytes: this.#bytes * part, characters: this.#characters * part }, this);
  }

  /** The length of a text that certainly fits, because a UTF-16 unit takes at most three bytes. */
  get certainLength(): number {
    return Math.floor(Math.min(this.#characters, this.#bytes / 3));
  }
}

interface List<T> {
  readonly title: string;
  readonly items: readonly T[];
  readonly write: (item: T) => string;
  /** The number of all items; `items` may contain fewer. */
  readonly total: number;
  /** Follows the shown items, and is longest after all of them. */
  readonly close?: (shown: number) => string;
  /** Puts the texts of the shown items into the order of reading; otherwise it is that of `items`. */
  readonly arrange?: (texts: readonly string[]) => readonly string[];
  readonly end?: string;
}

interface FittingList {
  readonly text: string;
  readonly shown: number;
}

/** Gives the title, as many items as fit, and the number of the others; undefined if not even the title fits. */
export function listThatFits<T>(
  { title, items, write, total, close = () => "", arrange = texts => texts, end = "" }: List<T>,
  allowance: Allowance,
): FittingList | undefined {
  if (!allowance.take(title, close(items.length), moreItem(total), end)) return undefined;
  const taken = allowance.takeWhile(items, write);
  const shown = taken.length;
  const more = total > shown ? moreItem(total - shown) : "";
  return { text: title + arrange(taken).join("") + close(shown) + more + end, shown };
}

export function moreItem(rest: number): string {
  return `- … and ${formatNumber(rest)} more\n`;
}
