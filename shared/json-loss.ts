/** Finds data that JSON.parse loses without an error: digits of a long number, a too large number, a repeated key. */

export interface JsonLoss {
  readonly what: "digits" | "number" | "entry";
  readonly written: string;
  readonly line: number;
}

export function findJsonLoss(json: string): JsonLoss | undefined {
  const open: (Set<string> | null)[] = [];
  for (const { 0: token, 1: written, index } of json.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (written === undefined) {
      if (isNumberPreserved(token, Number(token))) continue;
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
 * The group is a text; a colon behind it makes the text a key. An unclosed text matches too, because otherwise the
 * expression would search from each quote in invalid JSON to the end.
 */
const tokens = /[{}[\]]|-?\d[\d.eE+-]*|("[^"\\]*(?:\\.[^"\\]*)*"?)\s*:?/g;

/** Allows a rounded fraction, which its author expects, but no rounded integer, which is another number. */
export function isNumberPreserved(written: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = /^\+?(-?\d+)$/.exec(written)?.[1];
  return digits === undefined || String(value) === digits || BigInt(value) === BigInt(digits);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
