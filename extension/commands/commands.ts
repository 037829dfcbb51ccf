/** Registers every command. What goes wrong in one is shown to the person, and nowhere else. */

import type { Uri } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Row, Subject } from "../views/row.ts";
import type { Failures } from "./failures.ts";
import { type CommandName, commandId, commandTable, isAtRow, menuCommandId, rowCommandId } from "./table.ts";

/** What a command was chosen on: rows of a view, an editor, or nothing in the palette. */
export interface Chosen {
  readonly subjects: readonly Subject[];
  /** Those of the subjects that are records. */
  readonly records: readonly RecordEntry[];
  readonly uri: Uri | undefined;
  /** Given by a message of ours: the id of a run, or the `key` of a record. */
  readonly id: string | undefined;
}

export type Handler = (chosen: Chosen) => Promise<unknown>;

export class Commands extends Disposables {
  constructor(vscode: VSCode, failures: Failures, handlers: ReadonlyMap<CommandName, Handler>) {
    super();
    for (const [name, handler] of handlers) {
      const run = async (given: readonly unknown[]) => {
        try {
          await handler(chosenIn(vscode, given));
        } catch (error) {
          failures.show(error);
        }
      };
      const register = (id: string, command: (...given: unknown[]) => unknown) =>
        this.own(vscode.commands.registerCommand(id, command));
      register(commandId(name), (...given) => run(given));
      const { menus, menuTitle } = commandTable.get(name) ?? {};
      if (menus?.some(isAtRow)) register(rowCommandId(name), row => run([row]));
      if (menuTitle !== undefined) register(menuCommandId(name), (...given) => run(given));
    }
  }
}

/** VS Code gives the row or editor that a command was chosen on, then all selected rows. */
function chosenIn(vscode: VSCode, [first, second]: readonly unknown[]): Chosen {
  const several = Array.isArray(second) ? second.filter(isRow) : [];
  const rows = several.length > 0 ? several : isRow(first) ? [first] : [];
  const subjects = rows.map(({ subject }) => subject);
  return {
    subjects,
    records: subjects.flatMap(subject => (subject.type === "record" ? subject.record : [])),
    uri: first instanceof vscode.Uri ? first : undefined,
    id: typeof first === "string" ? first : undefined,
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "subject" in value;
}
