/** A row of a view as plain data, without VS Code: `row-view.ts` makes tree items of rows. */

import type { Kind } from "../../shared/service/operations.ts";
import type { Icon } from "../labels/verdicts.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { StoredRun } from "../runs/runs.ts";
import type { Service } from "../services/service.ts";

/** What the row is about; commands that are chosen on it are given this. */
export type Subject =
  | { readonly type: "record"; readonly record: RecordEntry }
  | {
      readonly type: "group";
      readonly kind: Kind | undefined;
      /** The `key` of the project whose records these are. */
      readonly project?: string;
    }
  | { readonly type: "run"; readonly run: StoredRun }
  | {
      readonly type: "case";
      readonly run: StoredRun;
      /** Its place among the report's tests. */
      readonly index: number;
    }
  /** One that could be put in use. */
  | { readonly type: "service"; readonly service: Service }
  /** A pull request, by its key; one of its reports, by its comment; a case of that, by its place, or a review. */
  | {
      readonly type: "pull";
      readonly pull: string;
      readonly comment?: number;
      readonly index?: number;
      readonly review?: string;
    }
  | { readonly type: "earlier" }
  /** A further page of a long list. */
  | { readonly type: "more"; readonly show: () => Promise<void> };

export interface Row {
  /** Stable, so that VS Code keeps what is expanded and selected. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: Icon;
  /** Words that the menus of `commands/table.ts` match. */
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly subject: Subject;
  /** Run by a click or Enter. */
  readonly command?: string;
  readonly expanded?: boolean;
  readonly children?: () => readonly Row[] | Promise<readonly Row[]>;
}
