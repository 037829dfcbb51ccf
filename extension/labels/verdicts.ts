/** What verdicts are called, and their icons. */

import type { CaseStatus, Verdict } from "../../shared/report/model.ts";
import { t } from "../editor/l10n.ts";

/** A run has no verdict before its end. */
export type RunVerdict = Verdict | "running";

/** A codicon, in a colour of the theme where it has a meaning. */
export interface Icon {
  readonly name: string;
  readonly color?: string;
}

export function verdictName(verdict: RunVerdict): string {
  return { passed: t("passed"), failed: t("failed"), unknown: t("unknown"), running: t("running") }[verdict];
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

export const verdictIcons: Readonly<Record<RunVerdict, Icon>> = {
  passed: { name: "pass", color: "testing.iconPassed" },
  failed: { name: "error", color: "testing.iconFailed" },
  unknown: { name: "question", color: "testing.iconQueued" },
  running: { name: "loading~spin" },
};
