/** Lists the packages inside a bundle, with their licenses. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly licenseText: string;
}

/** `inputs` are the bundled files, as paths relative to `root`. esbuild's metafile lists them. */
export async function findBundledPackages(
  inputs: readonly string[],
  root: string,
): Promise<BundledPackage[]> {
  const folders = inputs.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return await Promise.all(
    [...new Set(folders)].sort().map(async folder => {
      const file = (await readdir(join(root, folder))).find(name => /^licen[cs]e/i.test(name));
      if (file === undefined) throw new Error(`${folder} comes without a license.`);
      const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
      return {
        name: folder.replace(/^.*node_modules\//, ""),
        version: manifest.version,
        license: manifest.license,
        licenseText: (await readFile(join(root, folder, file), "utf8")).trim(),
      };
    }),
  );
}

export function renderLicenses(packages: readonly BundledPackage[]): string {
  const namesOf = new Map<string, string[]>();
  for (const { name, licenseText } of packages) {
    namesOf.set(licenseText, [...(namesOf.get(licenseText) ?? []), name]);
  }
  const line = `\n${"-".repeat(80)}\n\n`;
  return [...namesOf].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`).join(line);
}
