/**
 * How much text may still be written, and lists that make do with it. GitHub limits comments in characters, and check
 * runs and summaries in bytes.
 */

import { byteLength } from "../text.ts";
import { number } from "./words.ts";

export interface Budget {
  /** Of UTF-8. */
  readonly bytes?: number;
  /** In UTF-16 units, which are never fewer than characters. */
  readonly characters?: number;
}

export class Allowance {
  #bytes: number;
  #characters: number;
  readonly #whole: Allowance | undefined;

  constructor(
    { bytes = Number.POSITIVE_INFINITY, characters = Number.POSITIVE_INFINITY }: Budget,
    whole?: Allowance,
  ) {
    this.#bytes = bytes;
    this.#characters = characters;
    this.#whole = whole;
  }

  /** Takes room for all of the texts, or for none of them. */
  take(...texts: readonly string[]): boolean {
    let bytes = 0;
    let characters = 0;
    for (const text of texts) {
      characters += text.length;
      if (this.#bytes !== Number.POSITIVE_INFINITY) bytes += byteLength(text);
    }
    return this.#pay(bytes, characters);
  }

  /** Writes items only until one does not fit, because there may be thousands and room for some dozens. */
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
    if (this.#whole && !this.#whole.#pay(bytes, characters)) return false;
    this.#bytes -= bytes;
    this.#characters -= characters;
    return true;
  }

  /** Leaves no room for anything more. */
  end(): void {
    this.#bytes = 0;
    this.#characters = 0;
  }

  /** A part of what is left; what is taken from it is taken from this one as well. */
  share(part: number): Allowance {
    return new Allowance({ bytes: this.#bytes * part, characters: this.#characters * part }, this);
  }

  /** UTF-16 units that fit whatever they are: one takes three bytes of UTF-8 at most. */
  get certain(): number {
    return Math.floor(Math.min(this.#characters, this.#bytes / 3));
  }
}

interface List<T> {
  readonly title: string;
  readonly items: readonly T[];
  readonly write: (item: T) => string;
  /** How many there are, of which `items` may be only some. */
  readonly total: number;
  readonly end?: string;
}

interface FittingList {
  readonly text: string;
  /** How many items the text has. */
  readonly shown: number;
}

/** The title, as many items as fit, and how many more there are; nothing where not even the title fits. */
export function fittingList<T>(
  { title, items, write, total, end = "" }: List<T>,
  allowance: Allowance,
): FittingList | undefined {
  if (!allowance.take(title, andMore(total), end)) return undefined;
  const taken = allowance.takeWhile(items, write);
  const rest = total - taken.length;
  return { text: title + taken.join("") + (rest > 0 ? andMore(rest) : "") + end, shown: taken.length };
}

export function andMore(rest: number): string {
  return `- … and ${number(rest)} more\n`;
}
