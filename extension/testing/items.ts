/** Removes items of the Testing view. */

import type { TestItem, TestItemCollection } from "vscode";

/** Leaves the other items untouched, so that VS Code draws only what changed. */
export function keepOnly(items: TestItemCollection, wanted: readonly TestItem[]): void {
  const ids = new Set(wanted.map(({ id }) => id));
  for (const [id] of [...items]) if (!ids.has(id)) items.delete(id);
}
