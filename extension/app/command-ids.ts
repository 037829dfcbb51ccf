import type { CommandName } from "./command-table.ts";

export function commandId(name: CommandName): string {
  return `callboard.${name}`;
}

/** VS Code passes the whole selection to an icon too. An icon acts only on its own row, hence the own command. */
export function rowCommandId(name: CommandName): string {
  return `${commandId(name)}.onRow`;
}

/** A shorter title in a menu needs a command of its own. */
export function menuCommandId(name: CommandName): string {
  return `${commandId(name)}.inMenu`;
}

export function parseCommandId(id: string): { readonly name: CommandName; readonly isForRow: boolean } {
  const [, name, way] = id.split(".");
  return { name: name as CommandName, isForRow: way === "onRow" };
}
