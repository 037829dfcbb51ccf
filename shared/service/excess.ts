/**
 * What a JSON text has too much of, known before any of it is built. Built, it can take a hundred times the room of its
 * text, of which a few kilobytes may be all that was sent. A result of a million cases stays far below these bounds.
 */

const most = 4_000_000;
/** Deeper ones are counted as objects and lists, not by their entries. */
const deepest = 500;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openObject = 0x7b;
const closeObject = 0x7d;
const openList = 0x5b;
const closeList = 0x5d;

/** As the end of a sentence; undefined where it can be built, or is no JSON. */
export function excessIn(json: Uint8Array): string | undefined {
  const { length } = json;
  // No shorter text can hold more than that.
  if (length <= most) return undefined;
  /** Of each list and object that is open. */
  const commas = new Uint32Array(deepest + 1);
  let opened = 0;
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const byte = json[at];
    if (byte === quote) {
      for (let inside = json[++at]; inside !== quote && at < length; inside = json[++at]) {
        if (inside === backslash) at++;
      }
    } else if (byte === comma) {
      const count = (commas[depth] ?? 0) + 1;
      if (count === most) return `more than ${counted(most)} entries in one object or list`;
      commas[depth] = count;
    } else if (byte === openObject || byte === openList) {
      if (++opened > most) return `more than ${counted(most)} objects and lists`;
      commas[++depth] = 0;
    } else if ((byte === closeObject || byte === closeList) && depth > 0) depth--;
  }
  return undefined;
}

function counted(number: number): string {
  return number.toLocaleString("en");
}
