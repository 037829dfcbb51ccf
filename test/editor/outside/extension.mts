/** In a browser, a link into the editor is a page of its server's, which hands it over to the window that made it. */

import * as vscode from "vscode";

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  subscriptions.push(
    vscode.commands.registerCommand("testOutside.address", async () => {
      const own = vscode.Uri.parse(`${vscode.env.uriScheme}://callboard.callboard-vscode/`);
      const address = await vscode.env.asExternalUri(own);
      await vscode.env.clipboard.writeText(address.toString(true));
      vscode.window.showInformationMessage("The address is copied.");
    }),
  );
}
