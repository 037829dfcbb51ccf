/** The views, each refreshed when something that it shows has changed. */

import type { Clock } from "../../shared/clock.ts";
import type { Catalogs } from "../catalogs/catalogs.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { Records } from "../records/records.ts";
import type { Runs } from "../runs/runs.ts";
import type { Services } from "../services/services.ts";
import { projectRows } from "./projects.ts";
import { reviewRows, waitingReviews } from "./reviews.ts";
import type { Row } from "./row.ts";
import { RowView } from "./row-view.ts";
import { runRows, timeInWords } from "./runs.ts";

interface ViewsOptions {
  readonly vscode: VSCode;
  readonly services: Services;
  readonly catalogs: Catalogs;
  readonly records: Records;
  readonly busy: BusyRecords;
  readonly runs: Runs;
  readonly clock: Clock;
}

export class Views extends Disposables {
  readonly #with: ViewsOptions;
  readonly #projects: RowView;
  readonly #reviews: RowView;
  readonly #runs: RowView;

  constructor(options: ViewsOptions) {
    super();
    this.#with = options;
    const { vscode, catalogs, records, busy, runs } = options;
    const view = (name: string, now: () => Row[]) =>
      this.own(new RowView(vscode, `callboard.${name}`, { ready: () => catalogs.ready(), now }));
    this.#projects = view("projects", () => this.#projectRows());
    this.#reviews = view("reviews", () => this.#reviewRows());
    this.#runs = view("runs", () => this.#runRows());
    this.own(busy.onDidChange(() => this.#refresh(this.#projects, this.#reviews)));
    this.own(runs.onDidChange(() => this.#refresh(this.#runs)));
    this.own(
      records.onDidChange(() => {
        this.#refresh(this.#projects, this.#reviews, this.#runs);
        this.#showBadge();
      }),
    );
  }

  /** Shows a record in the view that it is in. */
  async reveal(recordKey: string): Promise<void> {
    const view = recordKey.startsWith("review ") ? this.#reviews : this.#projects;
    await view.reveal(({ subject }) => subject.type === "record" && subject.record.key === recordKey);
  }

  /** Row ids are unique over all views: only the view with this row shows more. */
  async showMore(rowId: string): Promise<void> {
    for (const view of [this.#projects, this.#reviews, this.#runs]) await view.showMore(rowId);
  }

  #refresh(...views: readonly RowView[]): void {
    for (const view of views) view.refresh();
  }

  #projectRows(): Row[] {
    const { records, busy } = this.#with;
    return projectRows(records.all, busy.wordFor);
  }

  #reviewRows(): Row[] {
    const { records, busy } = this.#with;
    this.#showBadge();
    return reviewRows(records.all, records.reviewNotes, busy.wordFor);
  }

  #runRows(): Row[] {
    const { vscode, services, runs, clock } = this.#with;
    return runRows(runs.all, {
      service: services.current()?.name,
      reportOf: ({ id }) => runs.report(id),
      timeOf: time => timeInWords(time, clock.now(), vscode.env.language),
    });
  }

  #showBadge(): void {
    const { records } = this.#with;
    const waiting = waitingReviews(records.all, records.reviewNotes).length;
    this.#reviews.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: t("{0} reviews wait for a person", waiting) };
  }
}
