/** Runs inside the extension host: VS Code's own commands ask for the help in a catalog. */

import assert from "node:assert/strict";
import * as vscode from "vscode";

const catalog = `# ours
personas:
  parent: &parent # plays
    id: per_1
    fields: &shared { patience: low } # shared
  boss: { fields: *shared }
tests:
  pays:
    fields:
      persona: \${{ personas.parent }} # who
      also: [ "\${{ personas.parent }}" ]
  asks:
    fields:
      pe
batches: { smoke: { id: bat_1, project: shp } }
`;

async function open(text: string): Promise<vscode.TextDocument> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert(folder);
  const uri = vscode.Uri.joinPath(folder.uri, "callboard.yml");
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  await editor.edit(edit => edit.replace(whole, text));
  return document;
}

/** Asks until VS Code has heard of the provider, which is loaded when the file is opened. */
async function ask<T>(command: string, ...given: unknown[]): Promise<T[]> {
  for (let attempt = 0; ; attempt++) {
    const answer =
      (await vscode.commands.executeCommand<T[] | { items: T[] } | undefined>(command, ...given)) ?? [];
    const found = Array.isArray(answer) ? answer : answer.items;
    if (found.length > 0 || attempt > 100) return found;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

async function helpIn(text: string) {
  const document = await open(text);
  const at = (source: string, shift: number) =>
    document.positionAt(document.getText().indexOf(source) + shift);
  const reference = at("personas.parent }}", 10);
  const lineOf = ({ range }: { range: vscode.Range }) => range.start.line + 1;
  const definitions = await ask<vscode.Location>("vscode.executeDefinitionProvider", document.uri, reference);
  const references = await ask<vscode.Location>("vscode.executeReferenceProvider", document.uri, reference);
  const hovers = await ask<vscode.Hover>("vscode.executeHoverProvider", document.uri, reference);
  const symbols = await ask<vscode.DocumentSymbol>("vscode.executeDocumentSymbolProvider", document.uri);
  const complete = async (source: string, shift: number) => {
    const items = await ask<vscode.CompletionItem>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at(source, shift),
    );
    return items.map(({ label }) => (typeof label === "string" ? label : label.label));
  };
  const near = at("shp", 1);
  const fixes = await ask<vscode.CodeAction>(
    "vscode.executeCodeActionProvider",
    document.uri,
    new vscode.Range(near, near),
  );
  const completed = { fields: await complete("      pe", 8), keys: await complete("personas.parent", 12) };
  const mended = document
    .getText()
    .replace(/ {6}pe\r?\n/, "")
    .replace(", project: shp", "");
  await open(mended);
  const rename = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    "vscode.executeDocumentRenameProvider",
    document.uri,
    at("personas.parent }}", 10),
    "mother",
  );
  await vscode.workspace.applyEdit(rename);
  const renamed = document.getText();
  await vscode.commands.executeCommand("undo");
  return {
    definitions: definitions.map(lineOf),
    references: references.map(lineOf).sort((a, b) => a - b),
    hovers: hovers.flatMap(({ contents }) => contents.map(each => (each as vscode.MarkdownString).value)),
    symbols: symbols.map(({ name, children }) => [name, ...children.map(child => child.name)].join(" ")),
    completed,
    fixes: fixes.map(({ title }) => title),
    isRenamedOnly:
      renamed ===
      mended
        .replace("  parent: &parent", "  mother: &parent")
        .replaceAll("personas.parent", "personas.mother"),
    isUndone: document.getText() === mended,
    eol: document.eol,
  };
}

async function helpWith(eol: vscode.EndOfLine) {
  await open(catalog);
  const [editor] = vscode.window.visibleTextEditors;
  await editor?.edit(edit => edit.setEndOfLine(eol));
  return helpIn(editor?.document.getText() ?? "");
}

export async function findsItsWayWithLineFeeds() {
  return helpWith(vscode.EndOfLine.LF);
}

export async function findsItsWayWithCarriageReturns() {
  return helpWith(vscode.EndOfLine.CRLF);
}
