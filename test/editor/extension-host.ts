/**
 * Runs checks inside the extension host, with the whole `vscode` API, against installed extension packages. Toasts
 * are suppressed and modals refused in this mode: what a person sees is tested with `startEditor`.
 *
 * The checks are the functions that a module exports, run in the order of their names:
 *
 *     export async function findsTheCatalog() { assert.equal(...) }
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { type EditorOptions, startBrowser, startServer } from "./editor.ts";

/** For each check "passed", what it returned, or "failed: " and the error. */
export type Outcomes = Record<string, unknown>;

export async function runInExtensionHost(options: EditorOptions & { checks: string }): Promise<Outcomes> {
  const server = await startServer({ ...options, smokeTest: true });
  try {
    const driver = join(server.home, "driver");
    const outcomes = join(driver, "outcomes.json");
    await mkdir(driver);
    await writeFile(join(driver, "package.json"), JSON.stringify(emptyExtension));
    await build({
      stdin: { contents: runner(options.checks, outcomes), resolveDir: driver },
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
      const authority = new URL(server.origin).host;
      await window.open(
        server.address(options.open, [
          ["extensionDevelopmentPath", `vscode-remote://${authority}${driver}`],
          ["extensionTestsPath", `vscode-remote://${authority}${join(driver, "index.cjs")}`],
          ["skipWelcome", "true"],
        ]),
      );
      const code = await exited;
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

/** VS Code wants an extension under development to run tests in; the one that is tested is installed. */
const emptyExtension = {
  name: "driver",
  publisher: "callboard-tests",
  version: "0.0.1",
  engines: { vscode: "*" },
};

function runner(checks: string, outcomes: string): string {
  return `
    import { writeFileSync } from "node:fs";
    import * as checks from ${JSON.stringify(checks)};

    export async function run() {
      const outcomes = {};
      for (const [name, check] of Object.entries(checks)) {
        try {
          outcomes[name] = (await check()) ?? "passed";
        } catch (error) {
          outcomes[name] = "failed: " + (error?.stack ?? error);
        }
      }
      writeFileSync(${JSON.stringify(outcomes)}, JSON.stringify(outcomes));
    }
  `;
}
