/** Registers every command. A command's failure is shown to the person. */

import type { Uri } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { RowSubject, ViewRow } from "../views/row.ts";
import { parseCommandId } from "./command-ids.ts";
import type { CommandName, PullRequestCommand } from "./command-table.ts";
import type { Failures } from "./failures.ts";

/** The rows or the editor that a command was chosen on. Empty from the palette. */
export interface CommandSelection {
  /** For commands about a single row: the clicked row, wherever it is in the selection. */
  readonly subject: RowSubject | undefined;
  readonly subjects: readonly RowSubject[];
  readonly records: readonly RecordEntry[];
  readonly uri: Uri | undefined;
  /** The argument of a message's button: a run's id, a record's key, or the origin for an API key. */
  readonly id: string | undefined;
}

export type CommandHandler = (chosen: CommandSelection) => Promise<unknown>;

export class CommandRegistry extends Disposables {
  /**
   * `handlers` loads the handlers. `others` runs the commands without a handler: the commands about pull requests.
   */
  constructor(
    vscode: VSCode,
    failures: Failures,
    handlers: () => Promise<ReadonlyMap<CommandName, CommandHandler>>,
    offered: readonly string[],
    others: (name: PullRequestCommand, chosen: RowSubject | undefined) => Promise<unknown>,
  ) {
    super();
    for (const id of offered) {
      const { name, isForRow, isOnRows } = parseCommandId(id);
      const run = async (...given: readonly unknown[]) => {
        try {
          // VS Code passes no row if the list was drawn anew between the press and the release of the button.
          if (isOnRows && !isRow(given[0]))
            throw new Obstacle(t("The list has just changed: choose the row again."));
          const chosen = chosenIn(vscode, isForRow ? given.slice(0, 1) : given);
          const handler = (await handlers()).get(name);
          await (handler?.(chosen) ?? others(name as PullRequestCommand, chosen.subject));
        } catch (error) {
          failures.show(error);
        }
      };
      this.register(vscode.commands.registerCommand(id, run));
    }
  }
}

/** VS Code passes the clicked row or editor first, then all selected rows. */
function chosenIn(vscode: VSCode, [first, second]: readonly unknown[]): CommandSelection {
  const several = Array.isArray(second) ? second.filter(isRow) : [];
  const rows = several.length > 0 ? several : isRow(first) ? [first] : [];
  return {
    subject: (isRow(first) ? first : rows[0])?.subject,
    subjects: rows.map(({ subject }) => subject),
    records: rows.flatMap(({ subject }) => (subject.type === "record" ? subject.record : [])),
    uri: first instanceof vscode.Uri ? first : undefined,
    id: typeof first === "string" ? first : undefined,
  };
}

function isRow(value: unknown): value is ViewRow {
  return typeof value === "object" && value !== null && "subject" in value;
}
