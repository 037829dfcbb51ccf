/**
 * What JSON.parse loses without an error: digits of a number that has too many, a number that is too large, an entry
 * whose key is repeated.
 */

export interface Loss {
  readonly what: "digits" | "number" | "entry";
  /** The number or the key, as it is written. */
  readonly written: string;
  /** From 1. */
  readonly line: number;
}

/** The first in a text that is JSON. */
export function lossIn(json: string): Loss | undefined {
  /** The keys so far of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = [];
  for (const { 0: token, 1: written, index } of json.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (written === undefined) {
      if (isKept(token, Number(token))) continue;
      const what = Number.isFinite(Number(token)) ? "digits" : "number";
      return { what, written: token, line: lineAt(json, index) };
    } else if (token.endsWith(":")) {
      const keys = open.at(-1);
      const key: string = JSON.parse(written);
      if (keys?.has(key)) return { what: "entry", written: key, line: lineAt(json, index) };
      keys?.add(key);
    }
  }
  return undefined;
}

/**
 * The group is a text; a key has its colon behind it. A text without an end matches too: otherwise each quote in what is
 * not JSON would be searched to the end.
 */
const tokens = /[{}[\]]|-?\d[\d.eE+-]*|("[^"\\]*(?:\\.[^"\\]*)*"?)\s*:?/g;

/** A fraction may be rounded, as whoever writes one expects; an integer that is rounded is another one. */
export function isKept(written: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = /^\+?(-?\d+)$/.exec(written)?.[1];
  return digits === undefined || String(value) === digits || BigInt(value) === BigInt(digits);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
