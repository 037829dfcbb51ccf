/** Shows in the step's comment that targets are being run, once this takes longer than a moment. */

import type { Clock } from "../../shared/clock.ts";
import { link } from "../../shared/report/markdown/inline.ts";
import { formatCount, formatDuration, formatNumber, signs } from "../../shared/report/markdown/words.ts";
import type { ReportTest, TargetResult } from "../../shared/report/model.ts";
import type { Plan, PlannedTarget, RunListener } from "../../shared/run/plan.ts";
import { type FinishedTarget, reportOfUnfinishedRun } from "../../shared/run/run.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { Publisher } from "../publish/settings.ts";
import { furtherRunsText } from "./progress.ts";

/** A shorter run sends no request for its progress. */
const firstAfterMs = 10_000;
/** A token has 1,000 requests an hour for all jobs of a repository, and an update needs two. */
const pauseMs = 60_000;

interface ProgressCommentDeps {
  /** Absent for a step that publishes nothing. */
  readonly publisher: Publisher | undefined;
  readonly redact: Redact;
  readonly clock: Clock;
}

export class ProgressComment implements RunListener {
  readonly #plan: Plan;
  readonly #deps: ProgressCommentDeps;
  readonly #startedAt: number;
  readonly #finished = new Map<PlannedTarget, FinishedTarget>();
  #furtherRuns = 0;
  #shown = "";
  #cancelTimer: () => void;

  constructor(plan: Plan, deps: ProgressCommentDeps) {
    this.#plan = plan;
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#cancelTimer = deps.clock.after(firstAfterMs, this.#update);
  }

  finished(target: PlannedTarget, result: TargetResult, tests: readonly ReportTest[]): void {
    this.#finished.set(target, { result, tests });
  }

  startedAgain(): void {
    this.#furtherRuns += 1;
  }

  end(): void {
    this.#cancelTimer();
  }

  readonly #update = () => {
    const { clock, publisher } = this.#deps;
    this.#cancelTimer = clock.after(pauseMs, this.#update);
    const done = this.#finished.size;
    const state = `${done} ${this.#furtherRuns}`;
    // After the last target the report itself follows at once.
    if (state === this.#shown || done === this.#plan.targets.length) return;
    this.#shown = state;
    void publisher?.publishInterim(this.#interim());
  };

  #interim() {
    const { clock, publisher, redact } = this.#deps;
    const elapsed = formatDuration(clock.now() - this.#startedAt);
    const job = link("The job", publisher?.jobUrl);
    return {
      isRunning: true,
      title: `${signs.unknown} Running: ${this.#counts()}`,
      text: `This was the state after ${elapsed}. ${job && `${job} goes on.`}`.trim(),
      report: reportOfUnfinishedRun(this.#plan, this.#finished, {
        clock,
        redact,
        startedAt: this.#startedAt,
      }),
    };
  }

  #counts(): string {
    const results = [...this.#finished.values()].map(({ result }) => result.verdict);
    const counts = (["passed", "failed", "unknown"] as const).flatMap(verdict => {
      const count = results.filter(each => each === verdict).length;
      return count === 0 ? [] : [`${formatNumber(count)} ${verdict}`];
    });
    const done = `${formatNumber(results.length)} of ${formatCount(this.#plan.targets.length, "target")} done${furtherRunsText(this.#furtherRuns)}`;
    return counts.length === 0 ? done : `${done}: ${counts.join(", ")}`;
  }
}
