/** The Projects, Reviews and Runs views. Each is refreshed when something that it shows changes. */

import type { EventEmitter } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { recordKey } from "../../shared/reading/records.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { setContext, type ViewId } from "../editor/conditions.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { once } from "../editor/once.ts";
import { labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { AddressedRecord, RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { SharedDecisions } from "../records/shared-decisions.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import { decidedReport, decidedRun, decidedState } from "../runs/decided-runs.ts";
import { lastRunsOf, targetState } from "../runs/last-runs.ts";
import { hasReport, type RunStore, type StoredRun } from "../runs/store.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import { kindHeading, kindName, waitingReviewCount } from "../services/kind-labels.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { SettingProblem } from "../services/settings.ts";
import { stateName } from "../services/verdict-labels.ts";
import { matchesFilter } from "./filter.ts";
import { projectRows } from "./projects.ts";
import type { LastRun } from "./records.ts";
import { type ReviewSection, reviewRows, waitingReviews } from "./reviews.ts";
import type { ViewRow } from "./row.ts";
import { rowContext } from "./row-context.ts";
import { RowView } from "./row-view.ts";
import { formatTime, runRows, searchTextsOf } from "./runs.ts";

interface ViewsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly busy: BusyRecords;
  readonly unsure: UnsureReviews;
  readonly sharedDecisions: SharedDecisions;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
  readonly clock: Clock;
}

export class Views extends Disposables {
  readonly #deps: ViewsDeps;
  readonly #projects: RowView;
  readonly #reviews: RowView;
  readonly #runs: RowView;
  readonly #filterChanges: EventEmitter<void>;
  readonly onDidFilter;
  #filter = "";
  /** The texts of the cases in each run's report, by run id. Read at the first filter, because the files can be large. */
  readonly #caseTexts = new Map<string, readonly (readonly string[])[]>();
  #pullRequestSections: readonly ReviewSection[] = [];
  /** The ids of the reviews whose rows say that a decision may have arrived. */
  #unsure: ReadonlySet<string> = new Set();
  #onTheirWay: ReadonlySet<string> = new Set();

  constructor(deps: ViewsDeps) {
    super();
    this.#deps = deps;
    const { vscode, catalogs, records, busy, runs, sharedDecisions, unsure } = deps;
    this.#filterChanges = this.register(new vscode.EventEmitter<void>());
    this.onDidFilter = this.#filterChanges.event;
    // From then on, an empty view has a text.
    const sayRead = once(async () => setContext(vscode, "callboard.read", true));
    const view = (id: ViewId, current: () => ViewRow[], ...parts: { ready(): Promise<void> }[]) => {
      const ready = async () => {
        await Promise.all([catalogs, runs, ...parts].map(part => part.ready())).finally(sayRead);
      };
      return this.register(new RowView(vscode, id, { ready, current }));
    };
    this.#projects = view("callboard.projects", () => this.#projectRows());
    this.#reviews = view("callboard.reviews", () => this.#reviewRows(), sharedDecisions);
    this.#runs = view("callboard.runs", () => this.#runRows());
    this.register(busy.onDidChange(keys => this.#showBusy(new Set(keys))));
    this.register(
      runs.onDidChange(() => {
        this.#caseTexts.clear();
        this.#refresh(this.#projects, this.#reviews, this.#runs);
        void this.#readCases();
      }),
    );
    this.register(unsure.onDidChange(() => this.#showUnsure()));
    this.register(runs.onDidProgress(() => this.#showProgress()));
    this.register(
      records.onDidChange(() => {
        this.#refresh(this.#projects, this.#reviews, this.#runs);
        this.#showBadge();
      }),
    );
  }

  /** The waiting reviews of the service in use that fit the filter. */
  shownReviews(): AddressedRecord[] {
    const { records } = this.#deps;
    return waitingReviews(this.#filtered(records.all), records);
  }

  /** Whether a waiting review of a pull request fits the filter. */
  showsPullReview(id: string): boolean {
    const rows = this.#pullRequestSections.flatMap(({ reviews }) => reviews);
    const row = rows.find(({ subject }) => subject.type === "pull" && subject.review === id);
    return row === undefined || this.#isFitting(row);
  }

  #isFitting({ label, spoken }: ViewRow): boolean {
    return matchesFilter(this.#filter, [label, spoken]);
  }

  get filter(): string {
    return this.#filter;
  }

  setFilter(filter: string): void {
    this.#filter = filter.trim();
    setContext(this.#deps.vscode, "callboard.filtered", this.#filter !== "");
    this.#refresh(this.#projects, this.#reviews, this.#runs);
    this.#filterChanges.fire();
    void this.#readCases();
  }

  async #readCases(): Promise<void> {
    if (this.#filter === "") return;
    const { runs } = this.#deps;
    await runs.ready();
    const unread = runs.all.filter(run => hasReport(run) && !this.#caseTexts.has(run.id));
    for (const { id } of unread) {
      const tests = (await runs.report(id))?.document.results.tests ?? [];
      this.#caseTexts.set(id, tests.map(searchTextsOf));
    }
    if (unread.length > 0) this.#refresh(this.#runs);
  }

  /** The records that the last change of the selection in the Projects view added or removed. */
  toggledRecords(): RecordEntry[] {
    return this.#projects.toggled.flatMap(({ subject }) => (subject.type === "record" ? subject.record : []));
  }

  showPullRequestReviews(sections: readonly ReviewSection[]): void {
    this.#pullRequestSections = sections;
    const subjects = sections.flatMap(({ reviews }) => reviews.map(({ subject }) => subject));
    const ids = subjects.flatMap(subject => (subject.type === "pull" ? (subject.review ?? []) : []));
    this.#deps.records.setPullRequestReviews(new Set(ids));
    this.#refresh(this.#reviews);
    this.#showBadge();
  }

  async reveal(recordKey: string): Promise<void> {
    const view = recordKey.startsWith("review ") ? this.#reviews : this.#projects;
    await view.reveal(({ subject }) => subject.type === "record" && subject.record.key === recordKey);
  }

  #refresh(...views: readonly RowView[]): void {
    for (const view of views) view.refresh();
  }

  #showBusy(keys: ReadonlySet<string>): void {
    for (const view of [this.#projects, this.#reviews]) {
      view.redraw(({ subject }) => subject.type === "record" && keys.has(subject.record.key));
    }
  }

  #lookAtDecisions(): void {
    const { services, unsure } = this.#deps;
    const service = services.current()?.id;
    this.#unsure = unsure.leftOf(service);
    this.#onTheirWay = unsure.onTheirWayOf(service);
  }

  #showUnsure(): void {
    const { busy } = this.#deps;
    const [unsureBefore, onTheirWayBefore] = [this.#unsure, this.#onTheirWay];
    this.#lookAtDecisions();
    this.#reviews.redraw(({ subject }) => {
      if (subject.type !== "record") return false;
      const { id = "" } = subject.record;
      const isOther = (before: ReadonlySet<string>, now: ReadonlySet<string>) =>
        before.has(id) !== now.has(id);
      // A busy row says what is done, and is drawn for that.
      const isIdle = busy.activityOf(subject.record) === undefined;
      return isOther(unsureBefore, this.#unsure) || (isIdle && isOther(onTheirWayBefore, this.#onTheirWay));
    });
  }

  /** Draws only the rows of running runs, because a click would be lost while all rows are drawn. */
  #showProgress(): void {
    for (const row of this.#runRows()) {
      if (row.subject.type === "run" && row.subject.run.state === "running") this.#runs.update(row);
    }
  }

  #projectRows(): ViewRow[] {
    const { services, records, busy, runs } = this.#deps;
    const lastRuns = this.#lastRuns();
    const rows = projectRows(this.#filtered(records.all), {
      busy: busy.activityOf,
      lastRun: ({ key }) => lastRuns.get(key),
      canStop: record =>
        busy.activityOf(record) !== undefined && runs.runsHere(services.current()?.id, record).length > 0,
      ...(this.#filter === "" ? {} : { filtered: this.#filter }),
    });
    const offered = services.choices();
    this.#projects.message =
      offered.length > 0 ? t("Which service is in use here?") : this.#filterMessage(rows.length > 0);
    return [...problemRows(services.settingProblems()), ...serviceRows(offered), ...rows];
  }

  #reviewRows(): ViewRow[] {
    const { records, busy, runs, services } = this.#deps;
    const service = services.current()?.id;
    this.#lookAtDecisions();
    this.#showBadge();
    const options = {
      busy: (record: RecordEntry) =>
        busy.activityOf(record) ??
        (record.id !== undefined && this.#onTheirWay.has(record.id)
          ? t("decision waits to be sent")
          : undefined),
      isUnsure: (id: string) => this.#unsure.has(id),
      runs: runs.all.filter(run => run.service === service),
      timeOf: (time: number) => this.formatTime(time),
    };
    const sections = this.#pullRequestSections.flatMap(({ row, reviews }): ViewRow[] => {
      const fitting = reviews.filter(row => this.#isFitting(row));
      return fitting.length === 0 ? [] : [{ ...row, children: () => fitting }];
    });
    return [...sections, ...reviewRows(this.#filtered(records.all), records, options)];
  }

  #runRows(): ViewRow[] {
    const { services, runs } = this.#deps;
    const filter = this.#filter;
    const textsOf = (run: StoredRun) => [
      run.name,
      stateName(decidedState(run, this.#deps)),
      ...run.targets.flatMap(({ id, kind }) => [id, kindName(kind)]),
    ];
    const isFitting = (run: StoredRun) => matchesFilter(filter, textsOf(run));
    const hasFittingCase = ({ id }: StoredRun) =>
      this.#caseTexts.get(id)?.some(texts => matchesFilter(filter, texts)) ?? false;
    const all = runs.all.filter(run => isFitting(run) || hasFittingCase(run));
    return runRows(all, {
      ...(filter !== "" && {
        filtered: {
          filter,
          isCaseShown: (run, test) => isFitting(run) || matchesFilter(filter, searchTextsOf(test)),
          isUnfolded: run => !isFitting(run),
        },
      }),
      service: services.current()?.id,
      serviceOf: run => services.all().find(({ id }) => id === run.service)?.name ?? run.serviceName,
      reportOf: run => decidedReport(run, this.#deps),
      canStop: run => runs.isRunningHere(run),
      decidedRun: run => decidedRun(run, this.#deps),
      timeOf: time => this.formatTime(time),
      now: this.#deps.clock.now(),
    });
  }

  /** The records that fit the filter, and their projects. */
  #filtered(all: readonly RecordEntry[]): readonly RecordEntry[] {
    if (this.#filter === "") return all;
    const { records } = this.#deps;
    const notes = records.reviewNotes;
    const lastRuns = this.#lastRuns();
    const fitting = all.filter(record => {
      const { id, kind, name, project, key } = record;
      const state = lastRuns.get(key)?.state;
      const note = kind === "review" && id !== undefined ? notes.get(id) : undefined;
      const texts = [
        name,
        id,
        kindName(kind),
        kindHeading(kind),
        records.find(project)?.name,
        note?.assignee,
        note?.settled ? stateName(note.verdict ?? "unknown") : undefined,
      ];
      return matchesFilter(this.#filter, [...texts, state && stateName(state)]);
    });
    // The Projects view lists no reviews, so a project would be empty there.
    const projects = new Set(fitting.flatMap(({ kind, project = [] }) => (kind === "review" ? [] : project)));
    const shown = new Set(fitting);
    return all.filter(record => shown.has(record) || projects.has(record.key));
  }

  #filterMessage(hasRows: boolean): string | undefined {
    if (this.#filter === "") return undefined;
    return hasRows ? t("Only what fits “{0}”", this.#filter) : t("Nothing fits “{0}”", this.#filter);
  }

  /** By record key, for the service in use. */
  #lastRuns(): ReadonlyMap<string, LastRun> {
    const { runs, services } = this.#deps;
    const service = services.current()?.id;
    const own = runs.all.filter(run => run.service === service);
    const last = new Map<string, LastRun>();
    for (const [key, run] of lastRunsOf(own)) {
      const target = run.targets.find(each => recordKey(each) === key);
      if (target === undefined) continue;
      // The row already says that this window carries out the run.
      if (run.state === "running" && runs.isRunningHere(run)) continue;
      const counts =
        run.targets.length === 1 ? (decidedRun(run, this.#deps)?.words ?? labelText(run.summary)) : "";
      const words = [this.formatTime(run.startedAt), counts].filter(Boolean).join(", ");
      last.set(key, { state: targetState(run, target, this.#deps), words });
    }
    return last;
  }

  formatTime(time: number): string {
    const { vscode, clock } = this.#deps;
    return formatTime(time, clock.now(), vscode.env.language);
  }

  /** The number of reviews that wait, as the Reviews view lists them without a filter. */
  get waitingReviews(): number {
    const { records } = this.#deps;
    const own = waitingReviews(records.all, records).length;
    return this.#pullRequestSections.reduce((sum, { reviews }) => sum + reviews.length, own);
  }

  #showBadge(): void {
    const waiting = this.waitingReviews;
    this.#reviews.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: waitingReviewCount(waiting) };
  }
}

/** Shown while a setting has a wrong kind or wrong content. A click opens the settings. */
function problemRows(problems: readonly SettingProblem[]): ViewRow[] {
  return problems.map(({ setting, text }, index) => ({
    id: `setting ${setting} ${index}`,
    label: labelText(text),
    tooltip: labelText(text, 1000),
    icon: { name: "warning", color: "list.warningForeground" },
    context: rowContext("setting"),
    spoken: labelText(text),
    subject: { type: "setting", setting },
    command: "callboard.openSettings",
  }));
}

/** Shown while several services are configured and none is in use. */
function serviceRows(services: readonly Service[]): ViewRow[] {
  return services.map(service => ({
    id: `service ${service.id}`,
    label: labelText(service.name),
    description: labelText(service.baseUrl ?? ""),
    icon: { name: "plug" },
    context: rowContext("service"),
    spoken: t("Use the service {0}", labelText(service.name)),
    subject: { type: "service", service },
    command: "callboard.useService",
  }));
}
