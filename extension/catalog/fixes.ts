/** Quick fixes: the key or word that is probably meant, a record that is missing, and an id that is missing. */

import type { CodeAction, CodeActionProvider, Range, TextDocument } from "vscode";
import { type CatalogProblem, recordAt } from "../../shared/catalog/catalog.ts";
import { canBeCreated, referenceName } from "../../shared/catalog/references.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { smallestReplacement } from "../services/edit-catalog.ts";
import type { CatalogTexts } from "./texts.ts";

export class CatalogFixes implements CodeActionProvider {
  readonly #vscode: VSCode;
  readonly #texts: CatalogTexts;

  constructor(vscode: VSCode, texts: CatalogTexts) {
    this.#vscode = vscode;
    this.#texts = texts;
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    const { problems } = this.#texts.read(document);
    const atCursor = problems.filter(problem => {
      const { start, end } = this.#rangeOf(problem);
      return start.line <= range.end.line && end.line >= range.start.line;
    });
    return [
      ...atCursor.flatMap(problem => this.#fixesFor(document, problem)),
      ...this.#creationAt(document, range),
    ];
  }

  #fixesFor(document: TextDocument, problem: CatalogProblem): CodeAction[] {
    const { suggestion, missing } = problem;
    const fixes: CodeAction[] = [];
    if (suggestion !== undefined) {
      const range = this.#rangeOf(problem);
      const old = document.getText(range);
      const text = suggestion.startsWith("${{")
        ? suggestion
        : this.#texts.language.scalarLike(old, suggestion);
      fixes.push(this.#edit(document, t("Change to {0}", suggestion), range, text));
    }
    if (missing !== undefined) {
      const text = document.getText();
      // Another error in the file can prevent the change.
      try {
        const after = this.#texts.language.addRecord(text, missing.kind, missing.key, {});
        const [start, end, added] = smallestReplacement(text, after);
        const range = this.#texts.rangeOf(document, [start, end]);
        fixes.push(this.#edit(document, t("Add {0}", referenceName(missing)), range, added));
      } catch {}
    }
    for (const fix of fixes.slice(0, 1)) fix.isPreferred = true;
    return fixes;
  }

  /** Offers to create the record at the cursor, or the one that is referred to there. */
  #creationAt(document: TextDocument, range: Range): CodeAction[] {
    const { CodeAction, CodeActionKind } = this.#vscode;
    const folder = this.#texts.folderOf(document);
    const { catalog, outline } = this.#texts.read(document);
    const place = this.#texts.language.placeAt(outline, document.offsetAt(range.start));
    if (folder === undefined || place === undefined || place.type === "field") return [];
    const record = recordAt(catalog, place.kind, place.key);
    if (record === undefined || record.id !== undefined || !canBeCreated(record)) return [];
    const title = t("Create {0} in the service", referenceName(record));
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    const subject = { type: "record", record: this.#texts.entry(folder, catalog, record) };
    action.command = { title, command: "callboard.createFromCatalog", arguments: [{ subject }] };
    return [action];
  }

  #edit(document: TextDocument, title: string, range: Range, text: string): CodeAction {
    const { CodeAction, CodeActionKind, WorkspaceEdit } = this.#vscode;
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.edit = new WorkspaceEdit();
    action.edit.replace(document.uri, range, text);
    return action;
  }

  #rangeOf({ line, column, endLine, endColumn }: CatalogProblem): Range {
    return new this.#vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
  }
}
