/** A row of a view as plain data. `row-view.ts` makes tree items from rows. */

import type { Kind } from "../../shared/service/operations.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { StoredRun } from "../runs/store.ts";
import type { Service } from "../services/service.ts";
import type { Icon } from "../services/verdict-labels.ts";
import type { RowContext } from "./row-context.ts";

/** The subject of the commands that are chosen on the row. */
export type RowSubject =
  | { readonly type: "record"; readonly record: RecordEntry }
  | {
      readonly type: "group";
      readonly kind: Kind | undefined;
      /** The key of the project that the records belong to. */
      readonly project?: string;
      /** The kind is that of calibration reviews, which have operations of their own. */
      readonly isCalibration?: boolean;
    }
  | { readonly type: "run"; readonly run: StoredRun }
  | {
      readonly type: "case";
      readonly run: StoredRun;
      /** The index among the report's tests. */
      readonly index: number;
    }
  | { readonly type: "service"; readonly service: Service }
  | { readonly type: "setting"; readonly setting: string }
  /** A pull request, one of its reports (`comment`), or a case (`index`) or review of that report. */
  | {
      readonly type: "pull";
      readonly pull: string;
      readonly comment?: number;
      readonly index?: number;
      readonly review?: string;
    }
  | { readonly type: "earlier" }
  | { readonly type: "more"; readonly show: () => Promise<void> };

export interface ViewRow {
  /** Stable, so that VS Code keeps the expanded and selected rows. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: Icon;
  readonly context: RowContext;
  /** The text for screen readers. */
  readonly spoken: string;
  readonly subject: RowSubject;
  readonly command?: string;
  readonly expanded?: boolean;
  readonly children?: () => readonly LazyRow[] | Promise<readonly LazyRow[]>;
}

/** In a long list a function that makes the row, because a view shows one page of the list. */
export type LazyRow = ViewRow | (() => ViewRow);

export function rowFrom(row: LazyRow): ViewRow {
  return typeof row === "function" ? row() : row;
}
