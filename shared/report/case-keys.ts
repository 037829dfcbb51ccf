/** Short keys of cases. Cases of one name are numbered, because nothing else tells them apart. */

/**
 * A hash of 48 bits, as eight characters of base64url. A digest has room for almost 7,500 such keys; longer keys would
 * leave room for fewer. Among 7,500 keys, a new name collides with a probability of 7,500 / 2^48, under 3 in 10^11. If
 * 7,500 failures are new, one is missed with a probability of 2 in 10^7; with 40 bits it would be 1 in 20,000. A
 * cryptographic hash has no benefit: only the service could forge a collision, and the service could just as well
 * respond with a pass.
 */
export function nameKey(suite: readonly string[], name: string): string {
  const hash = new Hash();
  for (const part of suite) hash.add(part).add("\0");
  return hash.add(name).text();
}

export const keyLength = 8;

export function nthKey(key: string, nth: number): string {
  return nth === 1 ? key : new Hash().add(key).add(`\0${nth}`).text();
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Two multiplicative hashes of 32 bits, mixed at the end. */
class Hash {
  #low = 0x9e3779b9;
  #high = 0x243f6a88;

  add(text: string): this {
    let low = this.#low;
    let high = this.#high;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      low = Math.imul(low ^ unit, 0x85ebca6b);
      high = Math.imul(high ^ unit, 0xc2b2ae35);
      low ^= low >>> 15;
      high ^= high >>> 13;
    }
    this.#low = low;
    this.#high = high;
    return this;
  }

  text(): string {
    const low = mix(this.#low ^ (this.#high >>> 11));
    const high = mix(this.#high ^ low);
    return sixBits(low >>> 8, 4) + sixBits(high >>> 8, 4);
  }
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return twice ^ (twice >>> 16);
}

function sixBits(value: number, characters: number): string {
  let text = "";
  for (let place = characters - 1; place >= 0; place--) text += alphabet[(value >>> (6 * place)) & 63];
  return text;
}
