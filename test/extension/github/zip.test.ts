/** Zips as GitHub writes them, and zips that lie. */

import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ZipEntry, zipEntries } from "../../../extension/github/zip.ts";
import { type ZipFiles, zipOf } from "../../github/zip.ts";

const most = 10_000;

async function contents(
  entries: readonly ZipEntry[] | undefined,
): Promise<Record<string, string | undefined>> {
  const read = (entries ?? []).map(async entry => {
    const bytes = await entry.read(most);
    return [entry.path, bytes && Buffer.from(bytes).toString()] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const files = {
  "report.json": "{}",
  "raw/1-batch-smoke-run.json": '{"status":"ä"}'.repeat(50),
  "raw/empty": "",
};

test.each([
  ["packed", false],
  ["stored", true],
])("files are read as they were, %s", async (_, isStored) => {
  expect(await contents(zipEntries(zipOf(files, { isStored })))).toEqual(files);
});

test("a part of a larger buffer is read as well", async () => {
  const zip = zipOf(files);
  const larger = Buffer.concat([randomBytes(7), zip, randomBytes(3)]);
  expect(await contents(zipEntries(larger.subarray(7, 7 + zip.length)))).toEqual(files);
});

/** Changes bytes of the zip's list, whose entries begin with this signature. */
function changed(zip: Buffer, offset: number, ...bytes: number[]): Buffer {
  const at = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const copy = Buffer.from(zip);
  copy.set(bytes, at + offset);
  return copy;
}

describe("a zip that lies", () => {
  const one = (content: string | Uint8Array = "abc".repeat(100), options = {}) =>
    zipOf({ a: content }, options);

  test.each<[string, Buffer]>([
    ["unpacks to more than it tells", changed(one(), 24, 10, 0, 0, 0)],
    ["unpacks to less than it tells", changed(one(), 24, 0xff, 0xff, 0, 0)],
    ["has fewer bytes than it tells", changed(one(), 20, 0xff, 0xff, 0xff, 0x7f)],
    ["has an entry behind its end", changed(one(), 42, 0xff, 0xff, 0xff, 0xff)],
    ["has an entry at another place", changed(one(), 42, 1, 0, 0, 0)],
    ["is encrypted", changed(one(), 8, 1)],
    ["is packed in another way", changed(one(), 10, 14)],
    ["contains a bomb", one(Buffer.alloc(50_000_000))],
    ["contains a stored file that is too large", one(Buffer.alloc(most + 1), { isStored: true })],
  ])("gives no content if it %s", async (_, zip) => {
    expect(await contents(zipEntries(zip))).toEqual({ a: undefined });
  });

  test.each<[string, Uint8Array]>([
    ["is empty", new Uint8Array()],
    ["is something else", Buffer.from("<html>".repeat(100))],
    ["is cut", one().subarray(0, -30)],
    ["has more entries than it lists", changed(one(), 0, 0)],
    [
      "has too many entries",
      zipOf(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}`, ""]))),
    ],
  ])("gives no entries if it %s", (_, zip) => {
    expect(zipEntries(zip)).toBeUndefined();
  });

  test("never throws, whatever its bytes are", async () => {
    const zips = fc
      .tuple(
        fc.dictionary(fc.string({ maxLength: 9 }), fc.string({ maxLength: 99 }), { maxKeys: 4 }),
        fc.infiniteStream(fc.nat()),
      )
      .map(([given, numbers]) => {
        const zip = zipOf(given as ZipFiles);
        for (const at of [...numbers.take(3)]) zip[at % zip.length] = at % 251;
        return zip;
      });
    await fc.assert(fc.asyncProperty(zips, async zip => void (await contents(zipEntries(zip)))));
  });
});
