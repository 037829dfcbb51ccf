/**
 * What JSON that was read would be without: digits of a number that is longer than numbers are kept, a number too
 * large for any, an entry whose key comes again. JSON.parse changes them without a word.
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

/** Of a text: the text, and a colon where it is a key. */
const tokens = /[{}[\]]|-?\d[\d.eE+-]*|("[^"\\]*(?:\\.[^"\\]*)*")\s*:?/g;

/** A fraction is kept as nearly as can be, which is what whoever writes one expects; an integer is kept or is another. */
export function isKept(written: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = /^\+?(-?\d+)$/.exec(written)?.[1];
  return digits === undefined || String(value) === digits || BigInt(value) === BigInt(digits);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
