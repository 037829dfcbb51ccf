/**
 * Reads files from a zip that may be hostile. Sizes and offsets in a zip can be lies, so each is checked against the bytes
 * at hand. Names are only compared, and nothing is written to a disk.
 */

import { inflateUpTo } from "./inflate.ts";

export interface ZipEntry {
  /** The path in the zip, with slashes. */
  readonly path: string;
  /** Undefined if the entry is damaged or encrypted, or has more than `most` bytes. */
  read(most: number): Promise<Uint8Array | undefined>;
}

/** An artifact of a report has a file for each response. */
const mostEntries = 20_000;

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 };
const lengths = { end: 22, central: 46, local: 30, longestComment: 0xffff };

/** Gives the entries by the list at the zip's end, or undefined if the list can't be read or is too long. */
export function zipEntries(zip: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > mostEntries) return undefined;
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (!hasSignature(view, at, signatures.central, lengths.central)) return undefined;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const stored = {
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    const name = zip.subarray(at + lengths.central, at + lengths.central + nameLength);
    const path = new TextDecoder().decode(name).replaceAll("\\", "/");
    entries.push({ path, read: most => readEntry(zip, view, stored, most) });
    at += lengths.central + nameLength + extraLength + commentLength;
  }
  return entries;
}

interface StoredEntry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

async function readEntry(
  zip: Uint8Array,
  view: DataView,
  { isEncrypted, method, packedSize, size, offset }: StoredEntry,
  most: number,
): Promise<Uint8Array | undefined> {
  if (isEncrypted || size > most || !hasSignature(view, offset, signatures.local, lengths.local)) {
    return undefined;
  }
  // The lengths of the entry's own header can differ from those in the list.
  const start =
    offset + lengths.local + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > zip.length) return undefined;
  const packed = zip.subarray(start, start + packedSize);
  const bytes =
    method === 0 ? packed : method === 8 ? await inflateUpTo(packed, size, "deflate-raw") : undefined;
  return bytes?.length === size ? bytes : undefined;
}

/** The last signature counts, because a comment follows it. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - lengths.end;
  for (let at = last; at >= Math.max(0, last - lengths.longestComment); at--) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  return undefined;
}

function hasSignature(view: DataView, at: number, signature: number, length: number): boolean {
  return at + length <= view.byteLength && view.getUint32(at, true) === signature;
}
