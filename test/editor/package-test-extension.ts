/** Packages the test extension in the folder `name`, with the entry `extension.mts`. The caller removes `folder`. */

import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const repository = join(import.meta.dirname, "..", "..");

export async function packageTestExtension(
  name: "probe" | "login" | "plain" | "idle",
  folder: string,
): Promise<string> {
  const source = join(import.meta.dirname, name);
  const target = join(folder, name);
  await cp(source, target, { recursive: true, filter: path => !path.endsWith(".mts") });
  await cp(join(repository, "LICENSE"), join(target, "LICENSE"));
  await build({
    entryPoints: [join(source, "extension.mts")],
    outfile: join(target, "extension.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
  });
  const vsix = join(folder, `${name}.vsix`);
  const vsce = join(repository, "node_modules", ".bin", "vsce");
  await promisify(execFile)(vsce, ["package", "--no-dependencies", "--out", vsix], { cwd: target });
  return vsix;
}
