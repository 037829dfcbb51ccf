/** Help in a JSON editor of fields: a Send button above the first line, and completion of names, values and records. */

import type {
  CodeLens,
  CodeLensProvider,
  CompletionItem,
  CompletionItemProvider,
  Position,
  TextDocument,
} from "vscode";
import { operation } from "../../shared/service/operations.ts";
import { Disposables } from "../editor/disposables.ts";
import { scheme } from "../editor/documents.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { choicesOf } from "./form.ts";
import { type OpenFields, sendTitle } from "./open-fields.ts";

export class JsonHelp extends Disposables implements CodeLensProvider, CompletionItemProvider {
  readonly #vscode: VSCode;
  readonly #editors: OpenFields;

  constructor(vscode: VSCode, editors: OpenFields) {
    super();
    this.#vscode = vscode;
    this.#editors = editors;
    const { languages } = vscode;
    const documents = { scheme, pattern: "/fields/**" };
    this.register(languages.registerCodeLensProvider(documents, this));
    this.register(languages.registerCompletionItemProvider(documents, this, '"', " ", ":"));
  }

  async provideCodeLenses({ uri }: TextDocument): Promise<CodeLens[]> {
    const { CodeLens, Range } = this.#vscode;
    const draft = await this.#editors.draftAt(uri);
    if (draft === undefined) return [];
    const { method, path, role } = operation(draft.request.operation);
    const top = new Range(0, 0, 0, 0);
    const send = {
      title: `$(send) ${escapeForPick(sendTitle(draft))}`,
      tooltip: `${method} ${path}`,
      command: "callboard.send",
      arguments: [uri],
    };
    const describesRecord = role === "create" || role === "update";
    const isUnknown =
      describesRecord && (await (await this.#editors.knownFields()).controls(draft.request, {})).length === 0;
    const remarks = [
      draft.warning,
      draft.remark,
      isUnknown ? t("No fields of similar records are known yet: write the fields as JSON.") : "",
    ];
    const remark = remarks.filter(Boolean).join(" ");
    return [
      new CodeLens(top, send),
      ...(remark === "" ? [] : [new CodeLens(top, { title: escapeForPick(remark), command: "" })]),
    ];
  }

  async provideCompletionItems(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    const { CompletionItem, CompletionItemKind, Range } = this.#vscode;
    const draft = await this.#editors.draftAt(document.uri);
    if (draft === undefined) return [];
    const controls = await (await this.#editors.knownFields()).controls(draft.request, {});
    const line = document.lineAt(position.line).text;
    const before = line.slice(0, position.character);
    const [quoted = ""] = /"[^"]*$/.exec(before) ?? [];
    const [end = ""] = quoted === "" ? [] : (/^[^"]*"/.exec(line.slice(position.character)) ?? []);
    const range = new Range(
      position.line,
      position.character - quoted.length,
      position.line,
      position.character + end.length,
    );
    const item = (title: string, text: string, kind: number, detail = "") => {
      const completion = new CompletionItem(labelText(title), kind);
      completion.insertText = text;
      completion.filterText = `"${labelText(title)}`;
      completion.range = range;
      completion.detail = labelText(detail);
      return completion;
    };
    const hasColon = /^\s*:/.test(line.slice(position.character + end.length));
    const rest = document.getText().slice(0, document.offsetAt(position) - quoted.length);
    // The name of the field whose value is at the cursor. After the name come a colon and possibly the start of a list.
    const field = /(?<!\\)"((?:[^"\\]|\\.)*)"\s*:\s*(?:\[[^[\]{}]*)?$/.exec(rest)?.[1];
    if (field === undefined) {
      return controls.map(control =>
        item(
          control.field,
          JSON.stringify(control.field) + (hasColon ? "" : ": "),
          CompletionItemKind.Property,
        ),
      );
    }
    const control = controls.find(each => each.field === field);
    if (control === undefined) return [];
    const records = (control.records ?? []).flatMap(({ id, name, reference }) => [
      ...(reference === undefined
        ? []
        : [item(reference, JSON.stringify(reference), CompletionItemKind.Reference, name)]),
      item(name, JSON.stringify(id), CompletionItemKind.Reference, id),
    ]);
    const values = [...choicesOf(control), ...(control.suggestions ?? [])].map(value =>
      item(String(value), JSON.stringify(value), CompletionItemKind.Value),
    );
    return [...records, ...values];
  }
}
