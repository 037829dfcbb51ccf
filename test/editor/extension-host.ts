/**
 * Runs checks inside the extension host, with the whole `vscode` API, against installed extension packages. VS Code
 * suppresses toasts and refuses modals in this mode; use `startEditor` to test what a person sees.
 *
 * The checks are the functions that a module exports, run in the order of their names:
 *
 *     export async function findsTheCatalog() { assert.equal(...) }
 *
 * A check can wait until `look` has finished: its argument `seen` resolves then.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { startBrowser } from "./browser.ts";
import { type StartEditorOptions, startEditorServer } from "./editor.ts";
import type { EditorWindow } from "./window.ts";

/** Maps each check's name to "passed", to its return value, or to "failed: " and the error. */
export type CheckOutcomes = Record<string, unknown>;

interface Checks extends StartEditorOptions {
  checks: string;
  /** Drives the window while the checks run; when it resolves, so does the checks' `seen`. */
  look?: (window: EditorWindow) => Promise<void>;
}

export async function runInExtensionHost(options: Checks): Promise<CheckOutcomes> {
  const server = await startEditorServer({ ...options, smokeTest: true });
  try {
    const driver = join(server.home, "driver");
    const outcomes = join(driver, "outcomes.json");
    const seen = join(driver, "seen");
    await mkdir(driver);
    await writeFile(join(driver, "package.json"), JSON.stringify(emptyExtension));
    await build({
      stdin: { contents: runner(options.checks, outcomes, seen), resolveDir: driver },
      outfile: join(driver, "index.cjs"),
      bundle: true,
      platform: "node",
      format: "cjs",
      external: ["vscode"],
    });

    const { context, window } = await startBrowser(server);
    try {
      let log = "";
      let exit: (code: number) => void;
      const exited = new Promise<number>(resolve => {
        exit = resolve;
      });
      await window.page.exposeFunction("codeAutomationExit", (code: number) => exit(code));
      await window.page.exposeFunction("codeAutomationLog", (_level: string, parts: unknown[]) => {
        log += `${parts.join(" ")}\n`;
      });
      const authority = new URL(server.pageOrigin).host;
      await window.open(
        server.address(options.open, [
          ["extensionDevelopmentPath", `vscode-remote://${authority}${driver}`],
          ["extensionTestsPath", `vscode-remote://${authority}${join(driver, "index.cjs")}`],
          ["skipWelcome", "true"],
        ]),
      );
      const looked = options.look?.(window).then(() => writeFile(seen, ""));
      const [code] = await Promise.all([exited, looked]);
      return JSON.parse(
        await readFile(outcomes, "utf8").catch(error => {
          throw new Error(`The extension host ended with ${code} before the checks did.\n${log}`, {
            cause: error,
          });
        }),
      );
    } finally {
      await context.close();
    }
  } finally {
    await server.close();
  }
}

/** VS Code runs tests only in an extension under development; the tested extension is installed. */
const emptyExtension = {
  name: "driver",
  publisher: "callboard-tests",
  version: "0.0.1",
  engines: { vscode: "*" },
};

function runner(checks: string, outcomes: string, seen: string): string {
  return `
    import { existsSync, writeFileSync } from "node:fs";
    import * as checks from ${JSON.stringify(checks)};

    async function seen() {
      while (!existsSync(${JSON.stringify(seen)})) await new Promise(resolve => setTimeout(resolve, 50));
    }

    export async function run() {
      const outcomes = {};
      for (const [name, check] of Object.entries(checks)) {
        try {
          outcomes[name] = (await check(seen)) ?? "passed";
        } catch (error) {
          outcomes[name] = "failed: " + (error?.stack ?? error);
        }
      }
      writeFileSync(${JSON.stringify(outcomes)}, JSON.stringify(outcomes));
    }
  `;
}
