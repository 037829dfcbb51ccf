/** What verdicts are called, and their icons. */

import type { CaseStatus, Verdict } from "../../shared/reading/reading.ts";
import { t } from "../editor/l10n.ts";

/** What a run ends with, or how far it is. Only a verdict says something about what was run. */
export type RunState = Verdict | "running" | "cancelled" | "interrupted";

export function isVerdict(state: RunState): state is Verdict {
  return state === "passed" || state === "failed" || state === "unknown";
}

/** A codicon, in a colour of the theme where it has a meaning. */
export interface Icon {
  readonly name: string;
  readonly color?: string;
}

export function stateName(state: RunState): string {
  return {
    passed: t("passed"),
    failed: t("failed"),
    unknown: t("unknown"),
    running: t("running"),
    cancelled: t("cancelled"),
    interrupted: t("interrupted"),
  }[state];
}

export function caseStatusName(status: CaseStatus): string {
  return {
    failed: t("failed"),
    other: t("undecided"),
    pending: t("pending"),
    skipped: t("skipped"),
    passed: t("passed"),
  }[status];
}

export const stateIcons: Readonly<Record<RunState, Icon>> = {
  passed: { name: "pass", color: "testing.iconPassed" },
  failed: { name: "error", color: "testing.iconFailed" },
  unknown: { name: "question", color: "testing.iconQueued" },
  running: { name: "loading~spin" },
  cancelled: { name: "circle-slash", color: "testing.iconSkipped" },
  interrupted: { name: "debug-disconnect", color: "testing.iconQueued" },
};

/** One sign for each, for a line of them: a sign of its own, as not everybody sees colours. */
export const stateSigns: Readonly<Record<RunState, string>> = {
  passed: "✓",
  failed: "✗",
  unknown: "?",
  running: "…",
  cancelled: "⊘",
  interrupted: "⊘",
};
