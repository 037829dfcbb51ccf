/**
 * Finds data that JSON.parse loses without an error: digits of a long integer, a number that is too large, or an entry
 * whose name is repeated.
 */

export interface JsonLoss {
  readonly what: "digits" | "number" | "entry";
  readonly written: string;
  readonly line: number;
}

/** Gives the first loss, or undefined if nothing is lost. */
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
      const names = open.at(-1);
      const name: string = JSON.parse(written);
      if (names?.has(name)) return { what: "entry", written: name, line: lineAt(json, index) };
      names?.add(name);
    }
  }
  return undefined;
}

/**
 * The capture group matches a text, which is a name if a colon follows. An unclosed text matches too, because otherwise
 * the expression would search invalid JSON from each quote to the end.
 */
const tokens = /[{}[\]]|-?\d[\d.eE+-]*|("[^"\\]*(?:\\.[^"\\]*)*"?)\s*:?/g;

/** A fraction may be rounded, because its author expects that. A rounded integer would be another number. */
export function isNumberPreserved(written: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = /^\+?(-?\d+)$/.exec(written)?.[1];
  return digits === undefined || String(value) === digits || BigInt(value) === BigInt(digits);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
