/** The entry for a computer, near or remote. */

import * as vscode from "vscode";
import { Callboard } from "./callboard.ts";
import { parts } from "./parts.ts";

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(new Callboard(vscode, context, parts));
}
