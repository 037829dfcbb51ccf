/** Writes the JSON Schema that the extension ships. With `--check` it only fails if the file is not up to date. */

import { readFileSync, writeFileSync } from "node:fs";
import { catalogSchema } from "./json-schema.ts";

const file = new URL("../../extension/callboard.schema.json", import.meta.url);
// Lists of plain values are on one line, as the formatter writes them.
const schema = `${JSON.stringify(catalogSchema(), null, 2).replaceAll(/\[\n([^[\]{}]*)\n\s*\]/g, oneLine)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(file, schema);
} else if (readOrNothing() !== schema) {
  console.error("extension/callboard.schema.json is stale: run `node shared/catalog/write-schema.ts`.");
  process.exitCode = 1;
}

function oneLine(_: string, items: string): string {
  return `[${items.trim().replaceAll(/,\n\s*/g, ", ")}]`;
}

function readOrNothing(): string | undefined {
  try {
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}
