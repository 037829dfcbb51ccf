/** A small extension that greets, connects, logs in and follows links, when a test asks it to. */

import * as vscode from "vscode";

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const settings = () => vscode.workspace.getConfiguration("probe");
  const commands: Record<string, () => unknown> = {
    "probe.say": () => {
      const folders = vscode.workspace.workspaceFolders?.map(folder => folder.name).join("+");
      vscode.window.showInformationMessage(`${settings().get("greeting")} from ${folders}`);
    },
    "probe.call": async () => {
      const response = await fetch(settings().get<string>("service", ""));
      vscode.window.showInformationMessage(`Answer: ${await response.text()}`);
    },
    "probe.logIn": () => tellLogin({ createIfNone: true }),
    "probe.logInAnew": () => tellLogin({ forceNewSession: true }),
    "probe.tellLogin": () => tellLogin({ silent: true }),
    "probe.followLink": async () => {
      const link = await vscode.window.showInputBox({
        title: "Extension, path and query",
        ignoreFocusOut: true, // a page that has just opened may take the focus at any moment
      });
      const [, authority, path, query] = /^([^/]+)([^?]+)[?](.*)$/.exec(link ?? "") ?? [];
      if (authority === undefined || path === undefined || query === undefined) return;
      // VS Code opens it as it opens a link that the system passes.
      const uri = vscode.Uri.from({ scheme: vscode.env.uriScheme, authority, path, query });
      await vscode.commands.executeCommand("vscode.open", uri);
    },
  };
  for (const [id, run] of Object.entries(commands)) {
    subscriptions.push(vscode.commands.registerCommand(id, run));
  }
}

async function tellLogin(how: vscode.AuthenticationGetSessionOptions): Promise<void> {
  try {
    const session = await vscode.authentication.getSession("github-enterprise", ["repo"], how);
    const login = session ? `${session.account.label} with ${session.accessToken}` : "none";
    vscode.window.showInformationMessage(`Login: ${login}`);
  } catch (error) {
    vscode.window.showInformationMessage(`Not logged in: ${(error as Error).message}`);
  }
}
