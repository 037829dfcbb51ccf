/**
 * The verdicts and the reports of runs that were left to reviews, once all of these are decided. They follow from the
 * decisions as on a pull request: see `shared/report/decisions.ts`.
 */

import type { Verdict } from "../../shared/reading/reading.ts";
import { mostSevereVerdict } from "../../shared/reading/severity.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { MemoryStore } from "../services/memory.ts";
import { type RunState, stateName } from "../services/verdict-labels.ts";
import type { RunReport, RunStore, StoredRun } from "./store.ts";

export interface DecidedRun {
  readonly state: Verdict;
  /** In the order of the run's targets. */
  readonly verdicts: readonly Verdict[];
  readonly words: string;
}

export interface RunDecisionsDeps {
  readonly runs: Pick<RunStore, "all">;
  readonly memories: MemoryStore;
}

export type DecidedReport = RunReport & Pick<ReportView, "decidedTargets">;

export interface DecidedReportDeps extends RunDecisionsDeps {
  readonly runs: Pick<RunStore, "all" | "report">;
  readonly bundles: Bundles;
}

/** The decisions about the conversations that the run's report shows, by review id. */
function decisionsAbout(run: StoredRun, { runs, memories }: RunDecisionsDeps): Map<string, Verdict> {
  const reportedAgain = new Map<string, { readonly at: number; readonly startedAt: number }>();
  for (const newer of runs.all) {
    if (newer.id === run.id) break;
    const reported =
      newer.service === run.service ? newer.targets.flatMap(({ reviews }) => reviews ?? []) : [];
    // The runs come newest first, so the time of the next run after this one remains.
    for (const { ids, at } of reported)
      for (const id of ids) reportedAgain.set(id, { at, startedAt: newer.startedAt });
  }
  const known = memories.of({ id: run.service }).reviews;
  const decisions = new Map<string, Verdict>();
  for (const { reviews } of run.targets) {
    for (const id of reviews?.ids ?? []) {
      const { settled, at: now = 0, verdict, earlier = [] } = known.get(id) ?? {};
      // A decision before this report, or after a newer report with the review, is about another conversation.
      const again = reportedAgain.get(id);
      const states = [...earlier, ...(settled ? [{ verdict, at: now, isOpen: undefined }] : [])];
      const last = states.findLast(({ at, isOpen }) => {
        // It waits again because of the newer report, from a time shortly before that.
        const end = (isOpen ? again?.startedAt : again?.at) ?? Number.POSITIVE_INFINITY;
        return reviews && reviews.at < at && at < end;
      });
      if (last !== undefined && !last.isOpen) decisions.set(id, last.verdict ?? "unknown");
    }
  }
  return decisions;
}

export function decidedState(run: StoredRun, deps: RunDecisionsDeps): RunState {
  return decidedRun(run, deps)?.state ?? run.state;
}

/** The run's report with the decisions about its reviews, also at its cases. Undefined if it is no longer stored. */
export async function decidedReport(
  run: StoredRun,
  deps: DecidedReportDeps,
): Promise<DecidedReport | undefined> {
  const stored = await deps.runs.report(run.id);
  const decisions = decisionsAbout(run, deps);
  if (stored === undefined || decisions.size === 0) return stored;
  const { withDecidedCases, withDecisions } = await deps.bundles.report();
  const view = withDecidedCases(withDecisions({ report: stored.document }, decisions));
  return { ...stored, document: view.report, decidedTargets: view.decidedTargets };
}

/** Undefined unless targets of the run were left to reviews, and all of these are decided. Others may have failed. */
export function decidedRun(run: StoredRun, deps: RunDecisionsDeps): DecidedRun | undefined {
  const waiting = run.targets.filter(({ verdict, reviews }) => verdict === "unknown" && reviews?.areDecisive);
  if ((run.state !== "unknown" && run.state !== "failed") || waiting.length === 0) return undefined;
  const decisions = decisionsAbout(run, deps);
  const ids = new Set(waiting.flatMap(({ reviews }) => reviews?.ids ?? []));
  if (![...ids].every(id => decisions.has(id))) return undefined;
  const verdictsOf = (reviews: readonly string[]) => reviews.map(id => decisions.get(id) ?? "unknown");
  const verdicts = run.targets.map(target => {
    const { verdict = "unknown", reviews } = target;
    return reviews && waiting.includes(target) ? mostSevereVerdict(verdictsOf(reviews.ids)) : verdict;
  });
  const decision = stateName(mostSevereVerdict(verdictsOf([...ids])));
  const words =
    ids.size === 1
      ? t("its review is decided: {0}", decision)
      : t("all {0} reviews decided: {1}", ids.size, decision);
  return {
    state: mostSevereVerdict(verdicts),
    verdicts,
    words: joinTexts("; ", [run.state === "failed" && labelText(run.summary), words]),
  };
}
