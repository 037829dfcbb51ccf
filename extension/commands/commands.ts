/** Registers every command, and runs each the same way: nothing that goes wrong in one escapes. */

import type { Uri } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Row, Subject } from "../views/row.ts";
import type { Failures } from "./failures.ts";
import { type CommandName, commandId, commandTable, isAtRow, rowCommandId } from "./table.ts";

/** What a command was chosen on: rows of a tree, an editor, or nothing in the palette. */
export interface Chosen {
  readonly subjects: readonly Subject[];
  readonly records: readonly RecordEntry[];
  readonly uri: Uri | undefined;
  /** As another command gave it. */
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
      if (commandTable.get(name)?.menus?.some(isAtRow)) register(rowCommandId(name), row => run([row]));
    }
  }
}

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
