/**
 * The contexts and views that conditions in the manifest name. A misspelt name would be a condition that is never met,
 * about which VS Code says nothing.
 */

import type { VSCode } from "./vscode.ts";

export const contexts = [
  "callboard.connected",
  "callboard.filtered",
  "callboard.read",
  "callboard.reviewsKnown",
  "callboard.runsKnown",
  "callboard.hasTried",
  "callboard.hasConnected",
  "callboard.hasRun",
  "callboard.hasDecided",
  "callboard.hasPinned",
  "callboard.hasWritten",
] as const;
export type Context = (typeof contexts)[number];

export const views = ["callboard.projects", "callboard.reviews", "callboard.runs", "callboard.pull"] as const;
export type ViewId = (typeof views)[number];

export function setContext({ commands }: VSCode, context: Context, value: boolean): void {
  commands.executeCommand("setContext", context, value);
}

/**
 * Resolves when the window has handled everything that was sent to it before. It never resolves if the window is closed
 * and its extension host lingers on. No condition uses the context.
 */
export async function windowHasAnswered({ commands }: VSCode): Promise<void> {
  await commands.executeCommand("setContext", "callboard.asked", true);
}
