/** The rows of the Runs view. Runs of the same targets share a row: the newest run, with the earlier runs beneath. */

import { groupBy } from "../../shared/group-by.ts";
import type { CaseStatus } from "../../shared/reading/reading.ts";
import { compareSeverity } from "../../shared/reading/severity.ts";
import { formatDuration } from "../../shared/report/markdown/words.ts";
import type { ReportTest } from "../../shared/report/model.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { DecidedRun } from "../runs/decided-runs.ts";
import { hasFailures, hasReport, type RunReport, runGroupOf, type StoredRun } from "../runs/store.ts";
import {
  caseStatusName,
  type Icon,
  type RunState,
  stateIcons,
  stateName,
  stateSigns,
} from "../services/verdict-labels.ts";
import type { LazyRow, ViewRow } from "./row.ts";
import { type RowContext, rowContext } from "./row-context.ts";

const caseIcons: Readonly<Record<CaseStatus, Icon>> = {
  failed: { name: "error", color: "testing.iconFailed" },
  other: { name: "question", color: "testing.iconQueued" },
  pending: { name: "circle-outline", color: "testing.iconQueued" },
  skipped: { name: "debug-step-over", color: "testing.iconSkipped" },
  passed: { name: "pass", color: "testing.iconPassed" },
};

export interface RunRowsOptions {
  /** The id of the service in use. The rows of other runs name their service. */
  readonly service: string | undefined;
  readonly serviceOf: (run: StoredRun) => string;
  readonly reportOf: (run: StoredRun) => Promise<RunReport | undefined>;
  readonly canStop: (run: StoredRun) => boolean;
  readonly decidedRun: (run: StoredRun) => DecidedRun | undefined;
  readonly timeOf: (milliseconds: number) => string;
  readonly now: number;
  readonly filtered?: {
    /** Filtered rows have their own ids, so that rows expanded without a filter stay expanded. */
    readonly filter: string;
    readonly isCaseShown: (run: StoredRun, test: ReportTest) => boolean;
    /** Whether the run is shown only because of its cases. */
    readonly isUnfolded: (run: StoredRun) => boolean;
  };
}

const maxSigns = 8;

export function runRows(runs: readonly StoredRun[], options: RunRowsOptions): ViewRow[] {
  return [...groupBy(runs, runGroupOf)].flatMap(([group, [newest, ...earlier]]) =>
    newest === undefined
      ? []
      : groupRow(`${rootOf(options)}/${group.replaceAll("\n", " ")}`, newest, earlier, options),
  );
}

function rootOf({ filtered }: RunRowsOptions): string {
  return filtered === undefined ? "runs" : `runs like ${filtered.filter}`;
}

function groupRow(
  id: string,
  newest: StoredRun,
  earlier: readonly StoredRun[],
  options: RunRowsOptions,
): ViewRow {
  const row = runRow(id, newest, earlier, options);
  const { children } = row;
  const name = labelText(newest.name);
  const before = earlier
    .slice(0, maxSigns)
    .map(run => stateName(stateOf(run, options)))
    .join(", ");
  const line = earlier.length === 0 ? "" : t("before: {0}", signsOf(earlier, options));
  return {
    ...row,
    label: name,
    description: joinTexts(" · ", [row.label, row.description, line]),
    tooltip: joinTexts("\n", [name, row.tooltip, before && t("before: {0}", before)]),
    spoken: joinTexts(", ", [name, row.spoken, before && t("before: {0}", before)]),
    ...(earlier.length === 0
      ? {}
      : {
          expanded: [newest, ...earlier].some(run => options.filtered?.isUnfolded(run)),
          children: async () => [
            earlierRow(`${id}/earlier`, earlier, options),
            ...((await children?.()) ?? []),
          ],
        }),
  };
}

function signsOf(runs: readonly StoredRun[], options: RunRowsOptions): string {
  return runs
    .slice(0, maxSigns)
    .map(run => stateSigns[stateOf(run, options)])
    .join(" ");
}

function stateOf(run: StoredRun, { decidedRun }: RunRowsOptions): RunState {
  return decidedRun(run)?.state ?? run.state;
}

function earlierRow(id: string, runs: readonly StoredRun[], options: RunRowsOptions): ViewRow {
  return {
    id,
    label: t("Earlier runs"),
    // Repeats the signs of the newest run's row, because a narrow side bar cuts that row off.
    description: `${runs.length} · ${signsOf(runs, options)}`,
    icon: { name: "history" },
    context: rowContext("earlier"),
    spoken: t("{0} earlier runs", runs.length),
    subject: { type: "earlier" },
    expanded: runs.some(run => options.filtered?.isUnfolded(run)),
    children: () =>
      runs.map((run, index) => runRow(`${rootOf(options)}/${run.id}`, run, runs.slice(index + 1), options)),
  };
}

function runRow(
  id: string,
  run: StoredRun,
  earlier: readonly StoredRun[],
  { service, serviceOf, reportOf, canStop, decidedRun, timeOf, now, filtered }: RunRowsOptions,
): ViewRow {
  const isRunning = run.state === "running";
  const other = service === undefined || run.service === service ? "" : labelText(serviceOf(run));
  const time = isRunning ? elapsed(now - run.startedAt) : timeOf(run.startedAt);
  const decided = decidedRun(run);
  const state = decided?.state ?? run.state;
  // The counts are from before the decisions, and the report shows those after them.
  const summary = decided?.words ?? summaryOf(run);
  const took = run.endedAt === undefined ? "" : t("took {0}", elapsed(run.endedAt - run.startedAt));
  const roleWords = run.role === "report" ? t("only the channel report was requested") : "";
  return {
    id,
    label: time,
    description: joinTexts(" · ", [other, summary]),
    tooltip: joinTexts("\n", [
      stateName(state),
      summary,
      timeOf(run.startedAt),
      took,
      roleWords,
      labelText(serviceOf(run)),
    ]),
    icon: stateIcons[state],
    context: contextOf(run, earlier.some(hasReport), canStop(run)),
    spoken: joinTexts(", ", [other, stateName(state), summary, time]),
    subject: { type: "run", run },
    ...(!isRunning && { command: "callboard.openReport" }),
    ...(hasReport(run) && {
      expanded: filtered?.isUnfolded(run) ?? false,
      children: async () =>
        caseRows(run, id, await reportOf(run), test => filtered?.isCaseShown(run, test) ?? true),
    }),
  };
}

function contextOf(run: StoredRun, hasBefore: boolean, canStop: boolean): RowContext {
  const hasChannel = run.targets.some(({ kind }) => kind === "channel");
  return rowContext(
    run.state === "running" ? "running" : "run",
    canStop && "stoppable",
    hasReport(run) && "report",
    hasReport(run) && hasBefore && "compared",
    run.targets.some(hasFailures) && "hasFailures",
    hasChannel && ["interrupted", "cancelled", "unknown"].includes(run.state) && "canResume",
  );
}

function summaryOf({ state, summary, targets }: StoredRun): string {
  if (state === "never-started") return joinTexts(": ", [stateName(state), labelText(summary)]);
  if (state !== "interrupted") return summary;
  return targets.every(({ kind }) => kind === "batch")
    ? t("interrupted, its answer is lost")
    : t("interrupted, its report can still be asked for");
}

function elapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

/** The texts in which the filter finds a case. */
export function searchTextsOf({ name, suite, status, message = "" }: ReportTest): string[] {
  return [name, ...suite, caseStatusName(status), message];
}

function caseRows(
  run: StoredRun,
  parent: string,
  report: RunReport | undefined,
  isShown: (test: ReportTest) => boolean,
): LazyRow[] {
  if (report === undefined) return [];
  const { tests, extra } = report.document.results;
  const skipped = extra.callboard.targets.length > 1 ? 0 : 1;
  return tests
    .map((test, index) => ({ test, index }))
    .filter(({ test }) => isShown(test))
    .sort((a, b) => compareSeverity(a.test.status, b.test.status))
    .map(({ test, index }) => () => {
      const status = caseStatusName(test.status);
      const name = labelText(test.name);
      const suite = test.suite
        .slice(skipped)
        .map(part => labelText(part))
        .join(" › ");
      return {
        // The index, because several cases can have the same name.
        id: `${parent}/${index}`,
        label: name,
        description: suite,
        tooltip: joinTexts("\n", [name, suite, status, labelText(test.message ?? "", 1000)]),
        icon: caseIcons[test.status],
        context: rowContext("case", test.filePath !== undefined && "located"),
        spoken: joinTexts(", ", [name, status, suite]),
        subject: { type: "case", run, index },
        command: "callboard.openReport",
      };
    });
}

export function formatTime(time: number, now: number, language: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(language, { ...(isToday ? {} : { dateStyle: "medium" }), timeStyle: "short" });
}
