/** A small extension with one of everything that the harness drives. */

import * as vscode from "vscode";

export function activate(context: vscode.ExtensionContext): void {
  const things = new Set(["apple", "pear", "plum"]);
  const changed = new vscode.EventEmitter<undefined>();
  const log = vscode.window.createOutputChannel("Probe", { log: true });
  const problems = vscode.languages.createDiagnosticCollection("probe");
  const settings = () => vscode.workspace.getConfiguration("probe");

  const view = vscode.window.createTreeView("probe.things", {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (parent?: string) => (parent ? [] : ["fruit", ...things]),
      getTreeItem: (name: string) => item(name),
    },
  });
  view.badge = { value: 3, tooltip: "3 things" };

  const status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  status.text = "$(beaker) probing";
  status.show();

  const documents = vscode.workspace.registerTextDocumentContentProvider("probe", {
    provideTextDocumentContent: () => "# A report\n\n| verdict |\n|---|\n| **red** |\n",
  });

  const commands: Record<string, (thing: string) => unknown> = {
    "probe.say": () => {
      log.info("said it");
      const folders = vscode.workspace.workspaceFolders?.map(folder => folder.name).join("+");
      vscode.window.showInformationMessage(`${settings().get("greeting")} from ${folders}`);
    },
    "probe.name": async () => {
      const name = await vscode.window.showInputBox({
        title: "Name",
        validateInput: text => (text.includes(" ") ? "One word, please." : undefined),
      });
      if (!name) return;
      const size = await vscode.window.showQuickPick([
        { label: "small", description: "S" },
        { label: "large" },
      ]);
      if (!size) return;
      const colours = await vscode.window.showQuickPick(["red", "green", "blue"], { canPickMany: true });
      if (!colours) return;
      things.add([size.label, ...colours, name].join(" "));
      changed.fire(undefined);
    },
    "probe.drop": async thing => {
      const answer = await vscode.window.showWarningMessage(
        `Drop ${thing}?`,
        { modal: true, detail: "It cannot be picked up." },
        "Drop",
      );
      if (answer === "Drop") things.delete(thing);
      changed.fire(undefined);
    },
    "probe.show": async thing => {
      const document = await vscode.workspace.openTextDocument({
        language: "json",
        content: `{"thing":"${thing}"}`,
      });
      await vscode.window.showTextDocument(document);
      problems.set(document.uri, [
        new vscode.Diagnostic(
          new vscode.Range(0, 0, 0, 1),
          `${thing} is bruised`,
          vscode.DiagnosticSeverity.Warning,
        ),
      ]);
    },
    "probe.preview": () =>
      vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.parse("probe:/report.md")),
    "probe.keep": async () => {
      await context.secrets.store("secret", "the cat did it");
      vscode.window.showInformationMessage("Kept");
    },
    "probe.tell": async () =>
      vscode.window.showInformationMessage(`Secret: ${(await context.secrets.get("secret")) ?? "none"}`),
    "probe.call": async () => {
      const response = await fetch(settings().get<string>("service", ""));
      vscode.window.showInformationMessage(`Answer: ${await response.text()}`, "Thanks");
    },
    "probe.walk": () =>
      vscode.commands.executeCommand(
        "workbench.action.openWalkthrough",
        "callboard-tests.probe#first",
        false,
      ),
    "probe.branches": async () => vscode.window.showInformationMessage(`Open here: ${await branches()}`),
    "probe.logIn": () => logIn({ createIfNone: true }),
    "probe.logInAnew": () => logIn({ forceNewSession: true }),
    "probe.ask": async () => {
      const server = vscode.workspace.getConfiguration("github-enterprise").get<string>("uri");
      const session = await vscode.authentication.getSession("github-enterprise", ["repo"], { silent: true });
      const response = await fetch(`${server}/api/v3/repos/octocat/shop`, {
        headers: { "user-agent": "probe", authorization: `Bearer ${session?.accessToken ?? "none"}` },
      });
      vscode.window.showInformationMessage(`GitHub answers ${response.status}`);
    },
    "probe.link": async () => {
      // A page that has just opened may take the focus at any moment.
      const stays = { ignoreFocusOut: true };
      const page = await vscode.window.showInputBox({ title: "Extension and page", ...stays });
      const address = vscode.Uri.parse(`${vscode.env.uriScheme}://${page}`);
      const value = (await vscode.env.asExternalUri(address)).toString(true);
      await vscode.window.showInputBox({ title: "Link", value, ...stays });
    },
  };
  const registered = Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
  context.subscriptions.push(view, changed, log, problems, status, documents, ...registered);
}

interface Git {
  getAPI(version: 1): {
    readonly repositories: readonly {
      readonly rootUri: vscode.Uri;
      readonly state: {
        readonly HEAD?: { name?: string; commit?: string; upstream?: { remote: string; name: string } };
        readonly remotes: readonly { name: string; fetchUrl?: string }[];
      };
    }[];
  };
}

async function branches(): Promise<string> {
  const git = await vscode.extensions.getExtension<Git>("vscode.git")?.activate();
  const found = git?.getAPI(1).repositories.map(({ rootUri, state: { HEAD, remotes } }) => {
    const folder = rootUri.path.split("/").at(-1);
    const upstream = HEAD?.upstream && `follows ${HEAD.upstream.remote}/${HEAD.upstream.name}`;
    const addresses = remotes.map(({ name, fetchUrl }) => `${name}=${fetchUrl}`);
    return [folder, HEAD?.name ?? HEAD?.commit, upstream, ...addresses].filter(Boolean).join(" ");
  });
  return found?.sort().join("; ") ?? "no git";
}

async function logIn(how: { createIfNone: true } | { forceNewSession: true }): Promise<void> {
  try {
    const session = await vscode.authentication.getSession("github-enterprise", ["repo"], how);
    vscode.window.showInformationMessage(`Logged in as ${session?.account.label}`);
  } catch (error) {
    vscode.window.showInformationMessage(`Not logged in: ${(error as Error).message}`);
  }
}

function item(name: string): vscode.TreeItem {
  const isGroup = name === "fruit";
  const state = isGroup ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
  return {
    id: name,
    label: name,
    collapsibleState: state,
    contextValue: isGroup ? "group" : "thing",
    ...(isGroup ? {} : { description: `${name.length} letters`, iconPath: new vscode.ThemeIcon("pass") }),
    accessibilityInformation: { label: `The ${name}` },
  };
}
