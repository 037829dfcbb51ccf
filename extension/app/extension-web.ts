import * as vscode from "vscode";
import { loadBundlesFrom } from "../editor/bundles/in-browser.ts";
import { Callboard } from "./callboard.ts";

export function activate(context: vscode.ExtensionContext): void {
  const folder = vscode.Uri.joinPath(context.extensionUri, "dist", "web");
  const { bundles, load } = loadBundlesFrom(vscode, folder);
  const report = () => load("report");
  const later = {
    bundles,
    formPage: report,
    reviewPanel: report,
    pullRequests: report,
    teaching: report,
    commands: report,
    catalogCode: report,
    testingView: report,
  };
  context.subscriptions.push(new Callboard(vscode, context, later));
}
