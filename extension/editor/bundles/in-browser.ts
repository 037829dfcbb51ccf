/**
 * Loads the bundles in a browser. The extension host there can neither `require` nor `import` a file, so this module
 * reads a bundle's text and evaluates it, as VS Code does with an extension's entry. The embedded service is missing,
 * because no server can listen in a browser.
 */

import type { Uri } from "vscode";
import type { VSCode } from "../vscode.ts";
import type { Bundles } from "./bundles.ts";

export function loadBundlesFrom(
  vscode: VSCode,
  folder: Uri,
): { readonly bundles: Bundles; readonly load: (name: string) => Promise<never> } {
  const textOf = async (name: string): Promise<string> => {
    const file = vscode.Uri.joinPath(folder, `${name}.js`);
    return `${new TextDecoder().decode(await vscode.workspace.fs.readFile(file))}\n//# sourceURL=${file}`;
  };
  const loaded = new Map<string, Promise<never>>();
  const load = (name: string): Promise<never> => {
    const earlier = loaded.get(name);
    if (earlier !== undefined) return earlier;
    const bundle = textOf(name).then(evaluate);
    loaded.set(name, bundle);
    bundle.catch(() => loaded.delete(name));
    return bundle;
  };
  const bundles: Bundles = {
    catalog: () => load("catalog"),
    report: () => load("report"),
    async expressions() {
      const bundle: Promise<typeof import("./report-in-browser.ts")> = load("report");
      const [{ evaluatorOf, findRuleErrors, createRuleReader }, text] = await Promise.all([
        bundle,
        textOf("report"),
      ]);
      const script = `const module = { exports: {} };\n${text}\nmodule.exports.evaluateFor(self);`;
      return {
        findRuleErrors,
        createRuleReader,
        evaluatorUntil: signal => evaluatorOf(script, signal),
      };
    },
  };
  return { bundles, load };
}

/** The return type is `never` because a `never` fits the type of every bundle. */
function evaluate(source: string): never {
  const module = { exports: {} };
  new Function("module", "exports", source)(module, module.exports);
  return module.exports as never;
}
