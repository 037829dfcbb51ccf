/**
 * Finds JSON texts with too many objects, lists or entries before they are parsed. The parsed value can take a hundred
 * times the memory of the text, and the text can arrive compressed to a few kilobytes. A result of a million cases is
 * below these limits.
 */

const most = 4_000_000;
/** The entries of deeper objects and lists are not counted. */
const deepest = 500;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openObject = 0x7b;
const closeObject = 0x7d;
const openList = 0x5b;
const closeList = 0x5d;

/** A phrase such as "more than 4,000,000 objects and lists"; undefined if the text is within the limits. */
export function excessIn(json: Uint8Array): string | undefined {
  const { length } = json;
  // A shorter text can't exceed the limits.
  if (length <= most) return undefined;
  const commasAtDepth = new Uint32Array(deepest + 1);
  let opened = 0;
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const byte = json[at];
    if (byte === quote) {
      for (let inside = json[++at]; inside !== quote && at < length; inside = json[++at]) {
        if (inside === backslash) at++;
      }
    } else if (byte === comma) {
      const count = (commasAtDepth[depth] ?? 0) + 1;
      if (count === most) return `more than ${counted(most)} entries in one object or list`;
      commasAtDepth[depth] = count;
    } else if (byte === openObject || byte === openList) {
      if (++opened > most) return `more than ${counted(most)} objects and lists`;
      commasAtDepth[++depth] = 0;
    } else if ((byte === closeObject || byte === closeList) && depth > 0) depth--;
  }
  return undefined;
}

function counted(number: number): string {
  return number.toLocaleString("en");
}
