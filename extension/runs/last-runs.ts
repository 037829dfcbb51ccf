/** The last run of each batch and channel, and its state there. A run counts even if it came to nothing. */

import { recordKey } from "../../shared/reading/records.ts";
import type { Kind } from "../../shared/service/operations.ts";
import type { RunState } from "../services/verdict-labels.ts";
import { decidedRun, type RunDecisionsDeps } from "./decided-runs.ts";
import type { StoredRun } from "./store.ts";

/** By record key. `runs` are those of one service, and are sorted newest first. */
export function lastRunsOf(runs: readonly StoredRun[]): ReadonlyMap<string, StoredRun> {
  const last = new Map<string, StoredRun>();
  for (const run of runs) {
    for (const target of run.targets) {
      const key = recordKey(target);
      if (!last.has(key)) last.set(key, run);
    }
  }
  return last;
}

/** The state of one target of the run. A run without a report has the same state at each target. */
export function targetState(
  run: StoredRun,
  target: { readonly kind: Kind; readonly id: string },
  deps: RunDecisionsDeps,
): RunState {
  const index = run.targets.findIndex(each => recordKey(each) === recordKey(target));
  const verdict = run.targets[index]?.verdict;
  if (run.state === "running" || run.state === "interrupted" || run.state === "never-started")
    return run.state;
  if (run.state === "cancelled" && verdict !== "failed") return "cancelled";
  return decidedRun(run, deps)?.verdicts[index] ?? verdict ?? "unknown";
}
