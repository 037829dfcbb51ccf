/** Labels of the Testing view's items, and their removal. */

import type { TestItem, TestItemCollection } from "vscode";
import { escapeForPick, joinTexts } from "../editor/text.ts";

/** Use this instead of a description, because VS Code gives screen readers the description in place of the label. */
export function itemLabel(...parts: readonly (string | false)[]): string {
  return joinTexts(
    " · ",
    parts.map(part => part && escapeForPick(part)),
  );
}

/** Leaves the other items untouched, so that VS Code draws only what changed. */
export function keepOnly(items: TestItemCollection, wanted: readonly TestItem[]): void {
  const ids = new Set(wanted.map(({ id }) => id));
  for (const [id] of [...items]) if (!ids.has(id)) items.delete(id);
}
