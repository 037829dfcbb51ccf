/** Runs inside the extension host and records what the extension does by itself. */

import assert from "node:assert/strict";
import * as vscode from "vscode";

/** A view that VS Code was told to draw again looks once, a second later, whether VS Code did. */
const restMs = 1500;

/**
 * Returns the calls that the extension made, those of its timers that it set after it had come to rest, and the manifest's
 * commands that were missing right after the start.
 */
export async function aStartShowsItsViews(
  seen: () => Promise<void>,
): Promise<{ calls: string[]; timers: string[]; missing: string[] }> {
  const extension = vscode.extensions.getExtension("callboard.callboard-vscode");
  assert(extension);
  const { setTimeout: wait } = globalThis;
  const rest = () => new Promise(resolve => wait(resolve, restMs));
  const calls: string[] = [];
  const timers: string[] = [];
  const globals: Record<string, unknown> = globalThis as never;
  for (const name of ["setTimeout", "setInterval", "fetch"]) {
    const original = globals[name] as (...args: unknown[]) => unknown;
    globals[name] = (...args: unknown[]) => {
      // Counts the extension's calls only, because the extension host has timers of its own.
      const [, , caller] = new Error().stack?.split("\n") ?? [];
      const into = name === "setTimeout" ? timers : calls;
      if (caller?.includes(extension.extensionPath)) into.push(`${name} ${caller}`);
      return original(...args);
    };
  }
  assert.equal(extension.isActive, false);
  await extension.activate();
  const registered = new Set(await vscode.commands.getCommands(true));
  const declared: { command: string }[] = extension.packageJSON.contributes.commands;
  const missing = declared.map(({ command }) => command).filter(command => !registered.has(command));
  assert(declared.length > 20);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert(folder);
  const catalog = vscode.Uri.joinPath(folder.uri, "callboard.yml");
  await vscode.workspace.fs.writeFile(
    catalog,
    new TextEncoder().encode("batches:\n  smoke: { id: smoke }\n"),
  );
  for (const view of ["projects", "reviews", "runs"]) {
    await vscode.commands.executeCommand(`callboard.${view}.focus`);
  }
  await seen();
  await rest();
  timers.length = 0;
  await rest();
  return { calls: [...calls], timers: [...timers], missing };
}
