/**
 * Finds where the records of a catalog are in the text of the editor, which can be unsaved. A mark in the gutter must not
 * be at the line of another record, because its click would run the wrong one.
 */

import type { Range, TextDocument, Uri } from "vscode";
import { type Catalog, type CatalogRecord, recordAt } from "../../shared/catalog/catalog.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type CatalogInUse, catalogFile, catalogName } from "../services/catalogs.ts";

/** While a person types, VS Code moves the marks itself. */
const typingPauseMs = 300;

interface WrittenCatalogsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly clock: Clock;
}

type CatalogReader = Awaited<ReturnType<Bundles["catalog"]>>["readCatalog"];

export class WrittenCatalogs extends Observable {
  readonly #deps: WrittenCatalogsDeps;
  /** The last text of each document. Undefined where it has errors. */
  readonly #read = new WeakMap<
    TextDocument,
    { readonly text: string; readonly catalog: Catalog | undefined }
  >();
  #readCatalog: CatalogReader | undefined;
  #cancelTyped = () => {};

  constructor(deps: WrittenCatalogsDeps) {
    super(deps.vscode);
    this.#deps = deps;
    const { workspace } = deps.vscode;
    const look = ({ uri }: TextDocument) => {
      if (!uri.path.endsWith(`/${catalogName}`)) return;
      this.#cancelTyped();
      this.#cancelTyped = deps.clock.after(typingPauseMs, () => this.fireChange());
    };
    this.register(workspace.onDidOpenTextDocument(look));
    this.register(workspace.onDidCloseTextDocument(look));
    this.register(workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.register({ dispose: () => this.#cancelTyped() });
  }

  async ready(): Promise<void> {
    this.#readCatalog ??= (await this.#deps.bundles.catalog()).readCatalog;
  }

  /** Gives each record's place. Undefined while the text has errors, and for a record that is no longer in the text. */
  placesIn(inUse: CatalogInUse): (record: CatalogRecord) => Range | undefined {
    const { vscode } = this.#deps;
    const file = catalogFile(vscode, vscode.Uri.parse(inUse.folder));
    const document = this.#openDocument(file);
    const inFile = inUse.isOutdated ? undefined : inUse.catalog;
    // A saved document counts as well, because the catalog follows a moment later.
    const written = document === undefined ? inFile : this.#catalogIn(document);
    return ({ kind, key, id }) => {
      const record = written && recordAt(written, kind, key);
      if (record === undefined || record.id !== id) return undefined;
      const { line, column, endLine, endColumn } = record.at;
      return new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
    };
  }

  #openDocument(file: Uri): TextDocument | undefined {
    const { textDocuments } = this.#deps.vscode.workspace;
    return textDocuments.find(({ uri }) => uri.toString() === file.toString());
  }

  #catalogIn(document: TextDocument): Catalog | undefined {
    const text = document.getText();
    const before = this.#read.get(document);
    if (before?.text === text) return before.catalog;
    const read = this.#readCatalog?.(text, catalogName);
    const isBroken = read?.problems.some(({ severity }) => severity === "error");
    const catalog = isBroken ? undefined : read?.catalog;
    this.#read.set(document, { text, catalog });
    return catalog;
  }
}
