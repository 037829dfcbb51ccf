/** Shows in the step's comment that targets are being run, and what failed so far, once this takes longer than a moment. */

import type { Clock } from "../../shared/clock.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { Allowance, listThatFits } from "../../shared/report/markdown/allowance.ts";
import { inlineName, link, prose } from "../../shared/report/markdown/inline.ts";
import { formatCount, formatDuration, formatNumber, signs } from "../../shared/report/markdown/words.ts";
import type { ReportTest, TargetResult } from "../../shared/report/model.ts";
import { testsOf } from "../../shared/report/report.ts";
import { chooseAmongTargets } from "../../shared/report/spread.ts";
import type { Plan, PlannedTarget, RunListener } from "../../shared/run/plan.ts";
import { runWithoutResponse } from "../../shared/run/request.ts";
import { type FinishedTarget, reportOfUnfinishedRun, tidyWith } from "../../shared/run/run.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { Publisher } from "../publish/settings.ts";
import { furtherRunsText } from "./progress.ts";

/** A shorter run sends no request for its progress. */
const firstAfterMs = 10_000;
/** A token has 1,000 requests an hour for all jobs of a repository, and an update needs two. */
const pauseMs = 60_000;

/** The rest of the comment is for the earlier report. */
const mostCharacters = 8_000;
const mostFailed = 20;

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
  /** Failed cases in the latest report of each channel that still runs. */
  readonly #failedSoFar = new Map<PlannedTarget, readonly ReportTest[]>();
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
    this.#failedSoFar.delete(target);
  }

  waiting(target: PlannedTarget, reading: Reading): void {
    const cases = reading.cases.filter(({ status }) => status === "failed");
    const run = { ...runWithoutResponse(target), reading: { ...reading, cases } };
    this.#failedSoFar.set(target, testsOf(run, tidyWith(this.#deps.redact)));
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
    const state = `${done} ${this.#furtherRuns} ${this.#failed().length}`;
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
      text: [`This was the state after ${elapsed}. ${job && `${job} goes on.`}`.trim(), this.#failedText()]
        .filter(Boolean)
        .join("\n\n"),
      report: reportOfUnfinishedRun(this.#plan, this.#finished, {
        clock,
        redact,
        startedAt: this.#startedAt,
      }),
    };
  }

  #failed(): readonly ReportTest[] {
    const finished = [...this.#finished.values()].flatMap(({ tests }) => tests);
    return [
      ...finished.filter(({ status }) => status === "failed"),
      ...[...this.#failedSoFar.values()].flat(),
    ];
  }

  #failedText(): string {
    const failed = this.#failed();
    if (failed.length === 0) return "";
    const items = chooseAmongTargets(failed, mostFailed);
    const list = { title: "Failed so far:\n\n", items, write: failedItem, total: failed.length };
    return listThatFits(list, new Allowance({ characters: mostCharacters }))?.text.trimEnd() ?? "";
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

function failedItem({ name, suite: [target = ""], message = "" }: ReportTest): string {
  const why = prose(message, 160);
  return `- ${signs.failed} **${inlineName(name)}** (${inlineName(target)})${why === "" ? "" : `: ${why}`}\n`;
}
