/** Loads what helps with catalogs when VS Code opens one in a trusted workspace. */

import type { TextDocument } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import { catalogName } from "../services/catalogs.ts";

export class CatalogOpener extends Disposables {
  constructor({ workspace }: VSCode, load: () => Promise<unknown>) {
    super();
    const open = ({ uri }: Pick<TextDocument, "uri">) => {
      if (workspace.isTrusted && uri.path.endsWith(`/${catalogName}`)) load().catch(() => {});
    };
    const openAll = () => workspace.textDocuments.forEach(open);
    this.register(workspace.onDidOpenTextDocument(open));
    this.register(workspace.onDidGrantWorkspaceTrust(openAll));
    openAll();
  }
}
