/** The Runs view: runs, newest first, and beneath each its cases, those that need a look first. */

import type { CaseStatus, ReportTest } from "../../shared/report/model.ts";
import { label } from "../editor/text.ts";
import { caseStatusName, type Icon, verdictIcons, verdictName } from "../labels/verdicts.ts";
import type { RunReport, StoredRun } from "../runs/runs.ts";
import type { Row } from "./row.ts";

const caseIcons: Readonly<Record<CaseStatus, Icon>> = {
  failed: { name: "error", color: "testing.iconFailed" },
  other: { name: "question", color: "testing.iconQueued" },
  pending: { name: "circle-outline", color: "testing.iconQueued" },
  skipped: { name: "debug-step-over", color: "testing.iconSkipped" },
  passed: { name: "pass", color: "testing.iconPassed" },
};

const inOrder: readonly CaseStatus[] = ["failed", "other", "pending", "skipped", "passed"];

interface RunRowsOptions {
  /** The name of the service in use: runs of others say whose they are. */
  readonly service: string | undefined;
  readonly reportOf: (run: StoredRun) => Promise<RunReport | undefined>;
  /** A time in milliseconds, for people. */
  readonly timeOf: (milliseconds: number) => string;
}

export function runRows(runs: readonly StoredRun[], { service, reportOf, timeOf }: RunRowsOptions): Row[] {
  return runs.map((run): Row => {
    const id = `runs/${run.id}`;
    const isRunning = run.verdict === "running";
    const time = timeOf(run.startedAt);
    const name = label(run.name);
    const other = service === undefined || run.service === service ? "" : label(run.service);
    return {
      id,
      label: name,
      description: [other, run.summary, time].filter(Boolean).join(" · "),
      tooltip: [name, verdictName(run.verdict), run.summary, label(run.service), time]
        .filter(Boolean)
        .join("\n"),
      icon: verdictIcons[run.verdict],
      context: isRunning ? "running" : "run",
      spoken: [name, other, verdictName(run.verdict), run.summary, time].filter(Boolean).join(", "),
      subject: { type: "run", run },
      ...(isRunning
        ? {}
        : { command: "callboard.openReport", children: async () => caseRows(run, id, await reportOf(run)) }),
    };
  });
}

function caseRows(run: StoredRun, parent: string, report: RunReport | undefined): Row[] {
  if (report === undefined) return [];
  const { tests, extra } = report.document.results;
  // The first part of a suite is the target, which the run's own row names where it is the only one.
  const skipped = extra.callboard.targets.length > 1 ? 0 : 1;
  const rank = ({ test }: { readonly test: ReportTest }) => inOrder.indexOf(test.status);
  return tests
    .map((test, index) => ({ test, index }))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ test, index }) => {
      const status = caseStatusName(test.status);
      const name = label(test.name);
      const suite = test.suite
        .slice(skipped)
        .map(part => label(part))
        .join(" › ");
      return {
        // Several cases can have the same name.
        id: `${parent}/${index}`,
        label: name,
        description: suite,
        tooltip: [name, suite, status, label(test.message ?? "", 1000)].filter(Boolean).join("\n"),
        icon: caseIcons[test.status],
        context: "case",
        spoken: [name, status, suite].filter(Boolean).join(", "),
        subject: { type: "case", run, index },
        command: "callboard.openReport",
      };
    });
}

/** The date as well, unless it is today's. */
export function timeInWords(time: number, now: number, language: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(language, { ...(isToday ? {} : { dateStyle: "medium" }), timeStyle: "short" });
}
