/**
 * The bundles in a browser, whose extension host can neither `require` nor `import` a file: they are read and evaluated
 * as it evaluates an extension's entry. Nothing can listen there, so there is no embedded service.
 */

import type { Uri } from "vscode";
import type { VSCode } from "../editor/vscode.ts";
import type { Bundles } from "./bundles.ts";

export function bundlesIn(
  vscode: VSCode,
  folder: Uri,
): { readonly bundles: Bundles; readonly load: (name: string) => Promise<never> } {
  const textOf = async (name: string): Promise<string> => {
    const file = vscode.Uri.joinPath(folder, `${name}.js`);
    return `${new TextDecoder().decode(await vscode.workspace.fs.readFile(file))}\n//# sourceURL=${file}`;
  };
  const loaded = new Map<string, Promise<never>>();
  const load = (name: string): Promise<never> => {
    const before = loaded.get(name);
    if (before !== undefined) return before;
    const bundle = textOf(name).then(evaluate);
    loaded.set(name, bundle);
    // After a failure it is fetched again.
    bundle.catch(() => loaded.delete(name));
    return bundle;
  };
  const bundles: Bundles = {
    catalog: () => load("catalog"),
    report: () => load("report"),
    async expressions() {
      const bundle: Promise<typeof import("./report-in-browser.ts")> = load("report");
      const [{ evaluatorOf, mistakesIn, readerBy }, text] = await Promise.all([bundle, textOf("report")]);
      const script = `const module = { exports: {} };\n${text}\nmodule.exports.evaluateFor(self);`;
      return { mistakesIn, readerBy, evaluatorUntil: signal => evaluatorOf(script, signal) };
    },
  };
  return { bundles, load };
}

/** `never` fits every bundle's type: what a file exports is not known here. */
function evaluate(source: string): never {
  const module = { exports: {} };
  new Function("module", "exports", source)(module, module.exports);
  return module.exports as never;
}
