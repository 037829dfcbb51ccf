import assert from "node:assert/strict";
import * as vscode from "vscode";

export async function seesTheInstalledExtension(): Promise<void> {
  const extension = vscode.extensions.getExtension("callboard-tests.probe");
  await extension?.activate();
  assert.equal(extension?.isActive, true);
  assert((await vscode.commands.getCommands()).includes("probe.say"));
}

export function fails(): void {
  assert.fail("as it should");
}
