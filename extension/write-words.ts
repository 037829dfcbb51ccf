/** Writes every message of the extension to `l10n/bundle.l10n.json`, for translators. `--check` only reports a stale file. */

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operation, operationNames } from "../shared/service/operations.ts";

export function findMessages(source: string): string[] {
  return [...source.matchAll(/\bt\(\s*("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text));
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const file = `${folder}l10n/bundle.l10n.json`;
  const messages = globSync("**/*.ts", { cwd: folder, exclude: ["dist", "node_modules"] }).flatMap(name =>
    findMessages(readFileSync(folder + name, "utf8")),
  );
  const titles = operationNames.map(name => operation(name).title);
  const sorted = [...new Set([...messages, ...titles])].sort();
  const text = `${JSON.stringify(Object.fromEntries(sorted.map(message => [message, message])), null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8").replaceAll("\r\n", "\n") !== text) {
    console.error("extension/l10n/bundle.l10n.json is stale.");
    process.exitCode = 1;
  }
}
