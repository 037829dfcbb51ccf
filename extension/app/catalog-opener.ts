/** Loads the help for catalogs when VS Code opens one in a trusted workspace. */

import type { TextDocument } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";

export class CatalogOpener extends Disposables {
  constructor({ workspace }: VSCode, load: () => Promise<unknown>) {
    super();
    const open = ({ uri }: Pick<TextDocument, "uri">) => {
      if (workspace.isTrusted && uri.path.endsWith("/callboard.yml")) load().catch(() => {});
    };
    const openAll = () => workspace.textDocuments.forEach(open);
    this.register(workspace.onDidOpenTextDocument(open));
    this.register(workspace.onDidGrantWorkspaceTrust(openAll));
    openAll();
  }
}
