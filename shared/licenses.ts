/** The licenses of the packages in a bundle, for whoever builds one. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The inputs are paths of files below the root, as esbuild names them. Packages with the same text share it. */
export async function licensesOf(inputs: readonly string[], root: string): Promise<string> {
  const packages = inputs.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  const namesOf = new Map<string, string[]>();
  for (const folder of [...new Set(packages)].sort()) {
    const file = (await readdir(join(root, folder))).find(name => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${folder} comes without a license.`);
    const text = (await readFile(join(root, folder, file), "utf8")).trim();
    namesOf.set(text, [...(namesOf.get(text) ?? []), folder.replace(/^.*node_modules\//, "")]);
  }
  const line = `\n${"-".repeat(80)}\n\n`;
  return [...namesOf].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`).join(line);
}
