/** Makes a short file name from a long text: two 32-bit FNV-1a hashes of its UTF-16 units, with different seeds. */
export function hash(text: string): string {
  return [0x811c9dc5, 0x1b873593]
    .map(seed => {
      let value = seed;
      for (let index = 0; index < text.length; index++) {
        value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
      }
      return value.toString(16).padStart(8, "0");
    })
    .join("");
}
