/** The targets of a run as Markdown: the line about all of them, the notice of one that could not be run, the table. */

import type { Target } from "../model.ts";
import { targetLabel } from "../report.ts";
import { cut } from "../text.ts";
import type { ReportView } from "../view.ts";
import { changes, countsOf } from "./headline.ts";
import { inCell, name, open, prose } from "./inline.ts";
import { counted, took, unbroken, verdictWords } from "./words.ts";

/**
 * What was run, how long that was waited for, and what changed against the base. "Waited" is not "took": a service may
 * answer at once about calls that took minutes.
 */
export function runLine({ report, comparison, base }: ReportView): string {
  const { summary, extra } = report.results;
  const { targets } = extra.callboard;
  const batches = targets.filter(target => target.kind === "batch").length;
  const channels = targets.length - batches;
  const ran = [
    batches > 0 ? counted(batches, "batch", "batches") : "",
    channels > 0 ? counted(channels, "channel") : "",
  ].filter(text => text !== "");
  const time = took(summary.stop - summary.start);
  const against = base === undefined ? "the base" : name(base);
  const line = [
    ran.join(" and ") || "Nothing was run",
    time === "" ? "" : `Callboard waited ${time}`,
    comparison && `Against ${against} — ${changes(comparison).join(", ") || "nothing changed"}`,
  ];
  return `${line.filter(Boolean).join(" · ")}.\n`;
}

/** Why a target could not be run, with what to do about it. */
export function notice(target: Target): string {
  return `✗ **${name(targetLabel(target))} could not be run.** ${prose(target.error ?? "")}\n`;
}

export const tableHead = "| Result | Target | Cases |\n| :-- | :-- | :-- |\n";

export function tableRow(target: Target): string {
  const notRun = target.error !== undefined;
  const time = took(target.durationMs);
  const result = [notRun ? "✗ Not run" : verdictWords[target.verdict], time && `took ${time}`];
  const address = open(target.links?.[0]);
  const why = prose(target.evidence.replaceAll("\n", " "), 200);
  const cells = [
    result.filter(Boolean).map(unbroken).join("<br>"),
    name(cut(targetLabel(target), 120)) + (address === "" ? "" : ` (${address})`),
    notRun ? "Could not be run, see above." : [countsOf(target), why].filter(Boolean).join("<br>"),
  ];
  return `| ${cells.map(inCell).join(" | ")} |\n`;
}

/** Not run, failed, unknown, passed. */
export function byUrgency(targets: readonly Target[]): Target[] {
  const urgency = { failed: 1, unknown: 2, passed: 3 } as const;
  const of = (target: Target) => (target.error === undefined ? urgency[target.verdict] : 0);
  return [...targets].sort((a, b) => of(a) - of(b));
}
