import * as vscode from "vscode";
import { bundles } from "../editor/bundles/bundles.ts";
import { Callboard } from "./callboard.ts";

export function activate(context: vscode.ExtensionContext): void {
  const later = {
    bundles,
    formPage: () => import("./form-page.ts"),
    reviewPanel: () => import("./review-panel.ts"),
    pullRequests: () => import("./pull-requests.ts"),
    teaching: () => import("./teaching.ts"),
    commands: () => import("./commands.ts"),
    catalogCode: () => import("./catalog-code.ts"),
    testingView: () => import("./testing-view.ts"),
  };
  context.subscriptions.push(new Callboard(vscode, context, later));
}
