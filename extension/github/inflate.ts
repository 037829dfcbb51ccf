/** Inflates untrusted data up to a limit, because a small input can inflate to more than the memory holds. */

import { chunksOf, readWhole } from "../../shared/service/body.ts";

/** Undefined if the data can't be inflated, or inflates to more than `most` bytes. */
export async function inflateUpTo(
  packed: Uint8Array,
  most: number,
  format: "deflate" | "deflate-raw" = "deflate",
): Promise<Uint8Array | undefined> {
  const deflated = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  try {
    return await readWhole(chunksOf(deflated.pipeThrough(new DecompressionStream(format))), most);
  } catch {
    return undefined;
  }
}
