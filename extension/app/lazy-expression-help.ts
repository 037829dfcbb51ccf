/** Loads the teaching when VS Code shows a file that can contain rules for reading. */

import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import { catalogName } from "../services/catalogs.ts";
import type { Teaching } from "../teaching/teaching.ts";

export const filesWithRules = [
  { pattern: `**/${catalogName}` },
  { pattern: "**/.github/workflows/*.{yml,yaml}" },
] as const;

export class LazyExpressionHelp extends Disposables {
  constructor({ languages }: VSCode, teaching: () => Promise<Teaching>) {
    super();
    // The teaching registers the provider that gives the lines, because this one doesn't know when they change.
    const provideCodeLenses = async () => void (await teaching());
    this.register(languages.registerCodeLensProvider(filesWithRules, { provideCodeLenses }));
    this.register(
      languages.registerCompletionItemProvider(
        filesWithRules,
        {
          provideCompletionItems: async (document, position) =>
            (await teaching()).complete(document, position),
        },
        ".",
        "$",
      ),
    );
  }
}
