/** Decides whether a target is run again, and says why. */

import { countRuns, type Policy, type RunCounts } from "./decide-case.ts";
import { type DecidedRuns, decideRuns, type PooledCase, type PooledRuns } from "./pool-runs.ts";

export type NextRun<C> =
  | { readonly isNeeded: true; readonly reason: RunAgainReason<C> }
  | { readonly isNeeded: false; readonly reason: "no-need" | "no-runs-left" | "used-up-twice" };

export type RunAgainReason<C> =
  | { readonly kind: "used-up" }
  | {
      /** `failed`: the case failed in a run. `not-certain`: it didn't fail, and the policy runs until it is certain. */
      readonly kind: "failed" | "not-certain";
      /** Absent if the reason is the run itself. */
      readonly case?: PooledCase<C>;
      readonly counts: RunCounts;
      /** How many further cases are a reason of this kind. */
      readonly others: number;
    };

/** To be asked after each run. The first run needs no reason. */
export function decideNextRun<C>(pooled: PooledRuns<C>, policy: Policy): NextRun<C> {
  if (pooled.own.length > 1 && pooled.own.slice(-2).every(run => run === "used-up"))
    return { isNeeded: false, reason: "used-up-twice" };
  const reason = reasonToRunAgain(pooled, policy);
  if (reason === undefined) return { isNeeded: false, reason: "no-need" };
  if (pooled.own.length >= policy.runs) return { isNeeded: false, reason: "no-runs-left" };
  return { isNeeded: true, reason };
}

function reasonToRunAgain<C>(pooled: PooledRuns<C>, policy: Policy): RunAgainReason<C> | undefined {
  const uncertain = decideRuns(pooled, policy).filter(({ verdict }) => verdict === "not-certain");
  const failed = uncertain.filter(({ runs }) => runs.includes("failure"));
  if (failed.length > 0) return reasonOf("failed", failed);
  if (pooled.own.at(-1) === "used-up") return { kind: "used-up" };
  return policy.runAgain === "always" ? reasonOf("not-certain", uncertain) : undefined;
}

function reasonOf<C>(
  kind: "failed" | "not-certain",
  [first, ...others]: readonly DecidedRuns<C>[],
): RunAgainReason<C> | undefined {
  if (first === undefined) return undefined;
  return {
    kind,
    ...(first.case !== undefined && { case: first.case }),
    counts: countRuns(first.runs),
    others: others.length,
  };
}
