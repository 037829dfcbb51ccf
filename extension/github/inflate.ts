/** Inflating what somebody may have written to fill the memory. */

import { chunksOf, readWhole } from "../../shared/service/body.ts";

/** Undefined where it is nothing that was deflated, or larger than it may be. */
export async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array | undefined> {
  const deflated = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  try {
    return await readWhole(chunksOf(deflated.pipeThrough(new DecompressionStream("deflate"))), most);
  } catch {
    return undefined;
  }
}
