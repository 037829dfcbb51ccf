/** The Runs view: what was run from here, newest first, its cases beneath, those that did not pass before the others. */

import type { CaseStatus } from "../../shared/report/model.ts";
import { t } from "../editor/l10n.ts";
import { label } from "../editor/text.ts";
import type { RunCase, StoredRun } from "../runs/runs.ts";
import type { Icon, Row } from "./row.ts";

export type RunVerdict = StoredRun["verdict"];

export const verdictIcons: Readonly<Record<RunVerdict, Icon>> = {
  passed: { name: "pass", color: "testing.iconPassed" },
  failed: { name: "error", color: "testing.iconFailed" },
  unknown: { name: "question", color: "testing.iconQueued" },
  running: { name: "loading~spin" },
};

export function verdictName(verdict: RunVerdict): string {
  return { passed: t("passed"), failed: t("failed"), unknown: t("unknown"), running: t("running") }[verdict];
}

const caseIcons: Readonly<Record<CaseStatus, Icon>> = {
  failed: { name: "error", color: "testing.iconFailed" },
  other: { name: "question", color: "testing.iconQueued" },
  pending: { name: "circle-outline", color: "testing.iconQueued" },
  skipped: { name: "debug-step-over", color: "testing.iconSkipped" },
  passed: { name: "pass", color: "testing.iconPassed" },
};

function caseStatusName(status: CaseStatus): string {
  return {
    failed: t("failed"),
    other: t("undecided"),
    pending: t("pending"),
    skipped: t("skipped"),
    passed: t("passed"),
  }[status];
}

/** What needs a look first. */
const byWorth: readonly CaseStatus[] = ["failed", "other", "pending", "skipped", "passed"];

export function runRows(
  runs: readonly StoredRun[],
  /** The service in use; runs of others say whose they are. */
  current: string | undefined,
  casesOf: (run: StoredRun) => Promise<readonly RunCase[]>,
  timeOf: (milliseconds: number) => string,
): Row[] {
  return runs.map((run): Row => {
    const id = `runs/${run.id}`;
    const isRunning = run.verdict === "running";
    const time = timeOf(run.startedAt);
    const name = label(run.name);
    const other = current === undefined || run.service === current ? "" : label(run.service);
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
        : { command: "callboard.openReport", children: async () => caseRows(run, id, await casesOf(run)) }),
    };
  });
}

function caseRows(run: StoredRun, parent: string, cases: readonly RunCase[]): Row[] {
  const sorted = [...cases].sort((a, b) => byWorth.indexOf(a.status) - byWorth.indexOf(b.status));
  return sorted.map((test, index) => {
    const status = caseStatusName(test.status);
    const name = label(test.name);
    const suite = test.suite.map(part => label(part)).join(" › ");
    return {
      // Names of cases need not differ.
      id: `${parent}/${index}`,
      label: name,
      description: suite,
      tooltip: [name, suite, status, label(test.message ?? "", 1000)].filter(Boolean).join("\n"),
      icon: caseIcons[test.status],
      context: "case",
      spoken: [name, status, suite].filter(Boolean).join(", "),
      subject: { type: "case", run, test },
      command: "callboard.openReport",
    };
  });
}

/** Of what is from today, the time says enough. */
export function timeInWords(time: number, now: number, language: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(language, { ...(isToday ? {} : { dateStyle: "medium" }), timeStyle: "short" });
}
