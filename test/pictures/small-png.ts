/**
 * Reduces a page's picture to a palette of similar colours, a third of the size, because people download it with the
 * package. The page's own browser decodes the pixels.
 */

import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

const mostColours = 128;

export async function smallPng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, rgba } = await pixelsOf(page, png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = rgba.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf([...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour));
  const indexes = new Map([...counts.keys()].map(colour => [colour, nearest(palette, colour)]));
  // Each line starts with its filter; 0 means none.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      lines[y * (width + 1) + x + 1] = indexes.get(rgba.readUIntBE((y * width + x) * 4, 3)) ?? 0;
    }
  }
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const [depth, withPalette] = [8, 3];
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", Buffer.concat([size, Buffer.from([depth, withPalette, 0, 0, 0])])),
    chunk("PLTE", Buffer.from(palette.flatMap(parts))),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Picks frequent colours first. A growing minimum distance between colours limits their number to `mostColours`. */
function paletteOf(colours: readonly number[]): number[] {
  for (let distance = 2; ; distance += 2) {
    const palette: number[] = [];
    for (const colour of colours) {
      if (palette.every(other => difference(other, colour) >= distance)) palette.push(colour);
      if (palette.length > mostColours) break;
    }
    if (palette.length <= mostColours) return palette;
  }
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  for (const index of palette.keys()) {
    if (difference(palette[index] ?? 0, colour) < difference(palette[best] ?? 0, colour)) best = index;
  }
  return best;
}

function difference(one: number, other: number): number {
  const [a, b] = [parts(one), parts(other)];
  return a.reduce((sum, part, index) => sum + Math.abs(part - (b[index] ?? 0)), 0);
}

function parts(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

async function pixelsOf(page: Page, png: Buffer) {
  const { width, height, base64 } = await page.evaluate(async source => {
    const bytes = Uint8Array.from(atob(source), character => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
    let text = "";
    for (let at = 0; at < data.length; at += 30_000)
      text += String.fromCharCode(...data.subarray(at, at + 30_000));
    return { width, height, base64: btoa(text) };
  }, png.toString("base64"));
  return { width, height, rgba: Buffer.from(base64, "base64") };
}
