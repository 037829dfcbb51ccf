export class TooLargeError extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The response is larger than ${Math.round(limit / 1_000_000)} MB`);
    this.name = "TooLarge";
    this.limit = limit;
  }
}

/** The limit applies to the decompressed size. */
export async function readWhole(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new TooLargeError(limit);
    chunks.push(chunk);
  }
  return concatenate(chunks, size);
}

/** The beginning of a body, for an error message. If reading fails, the part before the failure is enough. */
export async function readBeginning(body: AsyncIterable<Uint8Array>, enough: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size >= enough) break;
    }
  } catch {
    // The chunks so far are shown.
  }
  return concatenate(chunks, size);
}

function concatenate(chunks: Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Needed because some browsers can't iterate a ReadableStream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Closes the connection when the caller stops early; otherwise does nothing.
    reader.cancel().catch(() => {});
  }
}
