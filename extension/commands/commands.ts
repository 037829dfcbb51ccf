/** Registers every command. A command's failure is shown to the person. */

import type { Uri } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Row, Subject } from "../views/row.ts";
import type { Failures } from "./failures.ts";
import { partsOf } from "./ids.ts";
import type { CommandName, PullCommand } from "./table.ts";

/** The rows or the editor that a command was chosen on. Empty from the palette. */
export interface Chosen {
  /** For commands about a single row: the clicked row, wherever it is in the selection. */
  readonly on: Subject | undefined;
  readonly subjects: readonly Subject[];
  readonly records: readonly RecordEntry[];
  readonly uri: Uri | undefined;
  /** The argument of a message's button: a run's id, a record's key, or the origin for an API key. */
  readonly id: string | undefined;
}

export type Handler = (chosen: Chosen) => Promise<unknown>;

export class Commands extends Disposables {
  /** The argument of a message's button: a run's id, a record's key, or the origin for an API key. */
  constructor(
    vscode: VSCode,
    failures: Failures,
    handlers: ReadonlyMap<CommandName, Handler>,
    offered: readonly string[],
    others: (name: PullCommand, chosen: Subject | undefined) => Promise<unknown>,
  ) {
    super();
    for (const id of offered) {
      const { name, isOfRow } = partsOf(id);
      const handler = handlers.get(name);
      const run = async (...given: readonly unknown[]) => {
        try {
          const chosen = chosenIn(vscode, isOfRow ? given.slice(0, 1) : given);
          await (handler?.(chosen) ?? others(name as PullCommand, chosen.on));
        } catch (error) {
          failures.show(error);
        }
      };
      this.own(vscode.commands.registerCommand(id, run));
    }
  }
}

/** VS Code passes the clicked row or editor first, then all selected rows. */
function chosenIn(vscode: VSCode, [first, second]: readonly unknown[]): Chosen {
  const several = Array.isArray(second) ? second.filter(isRow) : [];
  const rows = several.length > 0 ? several : isRow(first) ? [first] : [];
  return {
    on: (isRow(first) ? first : rows[0])?.subject,
    subjects: rows.map(({ subject }) => subject),
    records: rows.flatMap(({ subject }) => (subject.type === "record" ? subject.record : [])),
    uri: first instanceof vscode.Uri ? first : undefined,
    id: typeof first === "string" ? first : undefined,
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "subject" in value;
}
