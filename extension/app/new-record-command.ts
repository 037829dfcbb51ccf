import type { Kind } from "../../shared/service/operations.ts";

export type NewRecordCommand = `new${Capitalize<Kind>}`;

/** The command that writes a new record of the kind into a catalog. */
export function newRecordCommand(kind: Kind): NewRecordCommand {
  return `new${kind.replace(/^./, letter => letter.toUpperCase())}` as NewRecordCommand;
}
