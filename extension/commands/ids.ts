/** What VS Code knows commands by. */

import type { CommandName } from "./table.ts";

export function commandId(name: CommandName): string {
  return `callboard.${name}`;
}

/**
 * An icon at the end of a row acts on that row, and a menu acts on all selected ones. VS Code gives the selection to
 * both, so the icon has a command of its own.
 */
export function rowCommandId(name: CommandName): string {
  return `${commandId(name)}.onRow`;
}

/** In a menu it can have a shorter title, which is that of a command of its own. */
export function menuCommandId(name: CommandName): string {
  return `${commandId(name)}.inMenu`;
}

export function partsOf(id: string): { readonly name: CommandName; readonly isOfRow: boolean } {
  const [, name, way] = id.split(".");
  return { name: name as CommandName, isOfRow: way === "onRow" };
}
