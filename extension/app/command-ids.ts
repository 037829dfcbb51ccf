import type { CommandName } from "./command-table.ts";

export function commandId(name: CommandName): string {
  return `callboard.${name}`;
}

/** The command of an icon on a row. It acts only on that row, although VS Code passes the whole selection. */
export function rowCommandId(name: CommandName): string {
  return `${commandId(name)}.onRow`;
}

/** A shorter title in a menu needs a command of its own, because a command has only one title. */
export function menuCommandId(name: CommandName): string {
  return `${commandId(name)}.inMenu`;
}

export interface CommandWay {
  readonly name: CommandName;
  /** Only the clicked row counts, and not the selection. */
  readonly isForRow: boolean;
  /** Only rows offer the command: by their icons, or under a shorter title in their menus. */
  readonly isOnRows: boolean;
}

export function parseCommandId(id: string): CommandWay {
  const [, name, way] = id.split(".");
  return { name: name as CommandName, isForRow: way === "onRow", isOnRows: way !== undefined };
}
