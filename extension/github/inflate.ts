/** Inflates untrusted data, with a limit because a small input can unpack to fill the memory. */

import { chunksOf, readWhole } from "../../shared/service/body.ts";

/** Undefined if the data is not deflated or unpacks to more than `most` bytes. */
export async function inflateUpTo(packed: Uint8Array, most: number): Promise<Uint8Array | undefined> {
  const deflated = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  try {
    return await readWhole(chunksOf(deflated.pipeThrough(new DecompressionStream("deflate"))), most);
  } catch {
    return undefined;
  }
}
