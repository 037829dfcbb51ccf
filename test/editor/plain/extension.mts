/** A plain tree of the records in a response, which it shows as a document, and a measurement of starts. */

import * as vscode from "vscode";

interface Row {
  readonly id: string;
  readonly name: string;
}

const document = vscode.Uri.parse("plain:/response.json");

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  let group: Row = { id: "group", name: "" };
  let rows: readonly Row[] = [];
  let text = "";
  const changed = new vscode.EventEmitter<undefined>();
  const shown = new vscode.EventEmitter<vscode.Uri>();
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const importRows = async () => {
    const address = vscode.workspace.getConfiguration("plain").get("service", "");
    const response = await (await fetch(address, { method: "POST" })).json();
    group = { id: "group", name: response.project.name };
    rows = response.project.tests;
    text = JSON.stringify(response, null, 2);
    changed.fire(undefined);
    shown.fire(document);
    await vscode.window.showTextDocument(document, { preview: true });
  };
  subscriptions.push(
    vscode.window.createTreeView<Row>("plain.rows", {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: parent => (parent === undefined ? [group].slice(0, rows.length) : [...rows]),
        getTreeItem: row => ({
          id: row.id,
          label: row.name,
          collapsibleState: row === group ? Collapsed : None,
        }),
      },
    }),
    vscode.workspace.registerTextDocumentContentProvider("plain", {
      onDidChange: shown.event,
      provideTextDocumentContent: () => text,
    }),
    vscode.commands.registerCommand("plain.import", importRows),
    vscode.commands.registerCommand("plain.measureStarts", showStarts),
  );
}

/** Shows how many milliseconds each extension takes to start. The last one started is the first one measured next. */
async function showStarts(): Promise<void> {
  const measure = async (id: string) => {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined || extension.isActive) throw new Error(`${id} can't be started`);
    const start = performance.now();
    await extension.activate();
    return performance.now() - start;
  };
  const idle = await measure("callboard-tests.idle");
  const callboard = await measure("callboard.callboard-vscode");
  vscode.window.showInformationMessage(`Idle ${idle}, Callboard ${callboard}`);
}
