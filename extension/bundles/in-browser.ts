/**
 * The parts in a browser, whose extension host can neither `require` nor `import` a file: they are read and run as it
 * does itself with an extension's entry. Nothing can listen there, so the embedded service is not among them.
 */

import type { Uri } from "vscode";
import type { VSCode } from "../editor/vscode.ts";
import type { Parts } from "./bundles.ts";

export function partsIn(vscode: VSCode, folder: Uri): Parts {
  const loaded = new Map<string, Promise<never>>();
  const load = (name: string): Promise<never> => {
    const before = loaded.get(name);
    if (before !== undefined) return before;
    const part = run(vscode, vscode.Uri.joinPath(folder, `${name}.js`));
    loaded.set(name, part);
    // A part that could not be fetched may come the next time.
    part.catch(() => loaded.delete(name));
    return part;
  };
  return {
    catalog: () => load("catalog"),
    report: () => load("report"),
    expressions: () => load("report"),
  };
}

async function run(vscode: VSCode, file: Uri): Promise<never> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module = { exports: {} };
  new Function("module", "exports", `${source}\n//# sourceURL=${file}`)(module, module.exports);
  // What a bundle of ours exports is known by its name only.
  return module.exports as never;
}
