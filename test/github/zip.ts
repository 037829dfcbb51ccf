/** Writes a zip as GitHub's `upload-artifact` does: while it streams, so that sizes stand behind the data and at the end. */

import { crc32, deflateRawSync } from "node:zlib";

/** The zip's files by path. */
export type ZipFiles = Readonly<Record<string, string | Uint8Array>>;

export function zipOf(files: ZipFiles, { isStored = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    offset += part.length;
  };
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(content);
    const packed = isStored ? data : deflateRawSync(data);
    const method = isStored ? 0 : 8;
    const sizes = [crc32(data), packed.length, data.length] as const;
    const at = offset;
    add(record(0x04034b50, 20, 8, method, 0, 0, [0], [0], [0], name.length, 0));
    add(name);
    add(packed);
    add(record(0x08074b50, ...sizes.map(size => [size] as const)));
    const ends = [0, 0, 0, 0, [0], [at]] as const;
    list.push(
      record(0x02014b50, 20, 20, 8, method, 0, 0, ...sizes.map(s => [s] as const), name.length, ...ends),
      name,
    );
  }
  const start = offset;
  for (const part of list) add(part);
  const count = Object.keys(files).length;
  add(record(0x06054b50, 0, 0, count, count, [offset - start], [start], 0));
  return Buffer.concat(parts);
}

/** A number takes two bytes, and a number in brackets four. */
function record(signature: number, ...fields: readonly (number | readonly [number])[]): Buffer {
  return Buffer.concat(
    [[signature] as const, ...fields].map(field => {
      const bytes = Buffer.alloc(typeof field === "number" ? 2 : 4);
      if (typeof field === "number") bytes.writeUInt16LE(field);
      else bytes.writeUInt32LE(field[0]);
      return bytes;
    }),
  );
}
