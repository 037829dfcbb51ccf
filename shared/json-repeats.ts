/** Finds a name that occurs twice in one object of a JSON text, where JSON.parse silently keeps only the last value. */

const quote = 0x22;
const backslash = 0x5c;

/** Gives a repeated name, or undefined if there is none. */
export function findRepeatedName(json: Uint8Array): string | undefined {
  const open: (Names | null)[] = [];
  let names: Names | null = null;
  let isName = false;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote: {
        const end = endOfText(json, at + 1);
        if (isName && names !== null) {
          if (names.hasOrAdd(json, at + 1, end)) return textAt(json, at + 1, end);
          isName = false;
        }
        at = end;
        break;
      }
      case 0x2c: // ,
        isName = names !== null;
        break;
      case 0x7b: // {
        open.push(names);
        names = new Names();
        isName = true;
        break;
      case 0x5b: // [
        open.push(names);
        names = null;
        isName = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        names = open.pop() ?? null;
        isName = false;
        break;
    }
  }
  return undefined;
}

function endOfText(json: Uint8Array, start: number): number {
  let end = json.indexOf(quote, start);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf(quote, end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: Uint8Array, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === backslash) backslashes++;
  return backslashes % 2 === 1;
}

function textAt(json: Uint8Array, start: number, end: number): string {
  const text = new TextDecoder().decode(json.subarray(start, end));
  return text.includes("\\") ? JSON.parse(`"${text}"`) : text;
}

/** Compares the names of one object by hash, because decoding each name would take longer than parsing the text. */
class Names {
  /** The hash, start and end of each name, in turn. */
  readonly #few: number[] = [];
  /** The names as texts. Undefined until there are more than 40 names, or one of them contains an escape. */
  #many: Set<string> | undefined;

  /** Reports whether the name was added before, and adds a new name. */
  hasOrAdd(json: Uint8Array, start: number, end: number): boolean {
    let hash = 0;
    for (let at = start; at < end; at++) {
      const byte = json[at] ?? 0;
      // A name with escapes needs decoding: "verd\u0069ct" is "verdict".
      if (byte === backslash)
        return this.#asTexts(json).has(textAt(json, start, end)) || this.#add(json, start, end);
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    // Three numbers for each of 40 names.
    const mostFew = 3 * 40;
    if (this.#many !== undefined || this.#few.length >= mostFew) {
      return this.#asTexts(json).has(textAt(json, start, end)) || this.#add(json, start, end);
    }
    for (let index = 0; index < this.#few.length; index += 3) {
      if (this.#few[index] !== hash) continue;
      if (textAt(json, this.#few[index + 1] ?? 0, this.#few[index + 2] ?? 0) === textAt(json, start, end))
        return true;
    }
    this.#few.push(hash, start, end);
    return false;
  }

  #add(json: Uint8Array, start: number, end: number): false {
    this.#many?.add(textAt(json, start, end));
    return false;
  }

  #asTexts(json: Uint8Array): Set<string> {
    if (this.#many !== undefined) return this.#many;
    this.#many = new Set();
    for (let index = 0; index < this.#few.length; index += 3)
      this.#many.add(textAt(json, this.#few[index + 1] ?? 0, this.#few[index + 2] ?? 0));
    return this.#many;
  }
}
