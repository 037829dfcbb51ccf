/**
 * The bundles in a browser, whose extension host can neither `require` nor `import` a file: they are read and evaluated
 * as it evaluates an extension's entry. Nothing can listen there, so there is no embedded service.
 */

import type { Uri } from "vscode";
import type { VSCode } from "../editor/vscode.ts";
import type { Bundles } from "./bundles.ts";

export function bundlesIn(vscode: VSCode, folder: Uri): Bundles {
  const loaded = new Map<string, Promise<never>>();
  const load = (name: string): Promise<never> => {
    const before = loaded.get(name);
    if (before !== undefined) return before;
    const bundle = evaluate(vscode, vscode.Uri.joinPath(folder, `${name}.js`));
    loaded.set(name, bundle);
    // After a failure it is fetched again.
    bundle.catch(() => loaded.delete(name));
    return bundle;
  };
  return {
    catalog: () => load("catalog"),
    report: () => load("report"),
    expressions: () => load("report"),
  };
}

/** `never` fits every bundle's type: what a file exports is not known here. */
async function evaluate(vscode: VSCode, file: Uri): Promise<never> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module = { exports: {} };
  new Function("module", "exports", `${source}\n//# sourceURL=${file}`)(module, module.exports);
  return module.exports as never;
}
