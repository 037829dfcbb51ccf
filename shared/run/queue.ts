/** The order of runs: the first runs of all targets, then further ones, as many as the plan allows. */

import type { RunTrace } from "../reading/other-run.ts";
import type { Case } from "../reading/reading.ts";
import type { TargetRun } from "../report/model.ts";
import { poolTargetRuns } from "../report/several-runs.ts";
import type { Policy } from "../sampling/decide-case.ts";
import { decideNextRun, type RunAgainReason } from "../sampling/next-run.ts";
import type { Plan, PlannedTarget } from "./plan.ts";

export interface QueuedTarget {
  readonly position: number;
  readonly target: PlannedTarget;
  /** The runs so far. */
  readonly runs: TargetRun[];
  /** The traces of these runs, by which a response of an earlier run is recognised. */
  readonly earlier: RunTrace[];
  /** Absent before the first run. */
  reason?: RunAgainReason<Case> | undefined;
}

export class RunQueue {
  readonly #waiting: (QueuedTarget | undefined)[];
  readonly #idle: (() => void)[] = [];
  #next = 0;
  #underWay = 0;
  #furtherRuns: number;

  constructor({ targets, maxRuns = Number.POSITIVE_INFINITY }: Plan) {
    this.#waiting = targets.map((target, position) => ({ position, target, runs: [], earlier: [] }));
    this.#furtherRuns = maxRuns - targets.length;
  }

  /** Waits while a run under way can ask for a further one. Undefined if there will be no more runs. */
  async next(): Promise<QueuedTarget | undefined> {
    while (this.#next === this.#waiting.length && this.#underWay > 0) {
      await new Promise<void>(resolve => this.#idle.push(resolve));
    }
    const queued = this.#waiting[this.#next];
    if (queued === undefined) return undefined;
    // The queue keeps no target, because the readings of its runs would stay in memory until the end.
    this.#waiting[this.#next] = undefined;
    this.#next += 1;
    this.#underWay += 1;
    return queued;
  }

  /** Returns false if the plan allows no further run. */
  addAgain(queued: QueuedTarget): boolean {
    if (this.#furtherRuns <= 0) return false;
    this.#furtherRuns -= 1;
    this.#waiting.push(queued);
    return true;
  }

  ended(): void {
    this.#underWay -= 1;
    for (const wake of this.#idle.splice(0)) wake();
  }
}

/** Undefined for a single run, as when only a channel's report is requested. */
export function policyOf(target: PlannedTarget): Policy | undefined {
  const { policy } = target;
  if (policy === undefined || policy.runs <= 1) return undefined;
  return target.kind === "channel" && target.task === "report" ? undefined : policy;
}

/** Undefined if the target is at its end. A channel that still runs is not run again, because its runs would overlap. */
export function reasonToRunAgain(
  target: PlannedTarget,
  runs: readonly TargetRun[],
): RunAgainReason<Case> | undefined {
  const policy = policyOf(target);
  const last = runs.at(-1);
  if (policy === undefined || last === undefined) return undefined;
  if (last.error !== undefined && !last.isUsedUp) return undefined;
  if (target.kind === "channel" && last.reading?.isRunning) return undefined;
  if (last.reading?.evidence.notes.some(({ kind }) => kind === "cancelled")) return undefined;
  const next = decideNextRun(poolTargetRuns(runs), policy);
  return next.isNeeded ? next.reason : undefined;
}
