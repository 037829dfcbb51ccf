/** Keeps the README's reference of operations the table it comes from; `--write` mends it. */

import { readFileSync, writeFileSync } from "node:fs";
import { needsId, operationNames, operations, sendsBody } from "../../shared/service/operations.ts";

const readme = new URL("../../README.md", import.meta.url);
const [begin, end] = ["<!-- operations: written by test/check/reference.ts -->", "<!-- operations end -->"];

const rows = operationNames.map(name => {
  const { title, method, path } = operations[name];
  return `| \`${name}\` | ${title} | \`${method} ${path}\` | ${needsId(name) ? "yes" : ""} | ${sendsBody(name) ? "yes" : ""} |`;
});
const reference = [
  "| `operation` | in the palette | request | `id` | `fields` |",
  "|---|---|---|---|---|",
  ...rows,
].join("\n");

const text = readFileSync(readme, "utf8");
const from = text.indexOf(begin);
const to = text.indexOf(end);
if (from < 0 || to < from) throw new Error(`README.md has no place for the reference: ${begin} … ${end}`);
const mended = `${text.slice(0, from)}${begin}\n${reference}\n${text.slice(to)}`;
if (process.argv.includes("--write")) {
  writeFileSync(readme, mended);
} else if (mended !== text) {
  console.log("README.md's table of operations is not the one in shared/service/operations.ts");
  process.exitCode = 1;
}
