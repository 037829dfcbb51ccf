/** Runs inside the extension host and measures how long the extension takes to start. */

import assert from "node:assert/strict";
import * as vscode from "vscode";

/** VS Code's own performance marks; "Show Running Extensions" is made from them. */
declare const MonacoPerformanceMarks: { getMarks(): { name: string; startTime: number }[] };

export async function activation(): Promise<{ ownMs: number; wholeMs: number; version: string }> {
  const extension = vscode.extensions.getExtension("callboard.callboard-vscode");
  assert(extension && !extension.isActive);
  const start = performance.now();
  await extension.activate();
  const wholeMs = performance.now() - start;
  const between = (from: string, to: string) => at(to) - at(from);
  const at = (name: string) => {
    const mark = MonacoPerformanceMarks.getMarks().find(
      each => each.name === `code/extHost/${name}/${extension.id}`,
    );
    assert(mark, name);
    return mark.startTime;
  };
  const ownMs =
    between("willLoadExtensionCode", "didLoadExtensionCode") +
    between("willActivateExtension", "didActivateExtension");
  return { ownMs, wholeMs, version: vscode.version };
}
