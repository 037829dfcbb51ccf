import type { CaseStatus, Verdict } from "../../shared/reading/reading.ts";
import { t } from "../editor/l10n.ts";

/** A run's verdict, or the reason why it has none. */
export type RunState = Verdict | "running" | "cancelled" | "interrupted" | "never-started";

export function isVerdict(state: RunState): state is Verdict {
  return state === "passed" || state === "failed" || state === "unknown";
}

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
    "never-started": t("never started"),
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
  "never-started": { name: "warning", color: "testing.iconErrored" },
};

/** The verdicts have different signs, because not everybody can tell their colours apart. */
export const stateSigns: Readonly<Record<RunState, string>> = {
  passed: "✓",
  failed: "✗",
  unknown: "?",
  running: "…",
  cancelled: "⊘",
  interrupted: "⊘",
  "never-started": "!",
};
