/**
 * A row of a tree as plain data: what a view shows, without the editor. One adapter turns rows into tree items; tests
 * print them as text.
 */

import type { Kind } from "../../shared/service/operations.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { RunCase, StoredRun } from "../runs/runs.ts";

/** A codicon, in a colour of the theme where it has a meaning of its own. */
export interface Icon {
  readonly name: string;
  readonly color?: string;
}

/** What a command is given when it is chosen on the row. */
export type Subject =
  | { readonly type: "record"; readonly record: RecordEntry }
  | { readonly type: "group"; readonly kind: Kind | undefined; readonly project: RecordEntry | undefined }
  | { readonly type: "run"; readonly run: StoredRun }
  | { readonly type: "case"; readonly run: StoredRun; readonly test: RunCase }
  | { readonly type: "more"; readonly parent: string };

export interface Row {
  /** Stable, so that the editor keeps what is expanded and selected. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: Icon;
  /** Words by which menus choose what to offer. */
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly subject: Subject;
  /** Run by a click or the Enter key, with the row. */
  readonly command?: string;
  readonly expanded?: boolean;
  readonly children?: () => readonly Row[] | Promise<readonly Row[]>;
}
