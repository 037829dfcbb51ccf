/** Logs the progress of targets: a line for each change, and a summary each minute. */

import type { Clock } from "../../shared/clock.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { formatCounts } from "../../shared/report/markdown/headline.ts";
import { formatCount, formatDuration, signs, verdictWords } from "../../shared/report/markdown/words.ts";
import type { ReportTest, TargetResult } from "../../shared/report/model.ts";
import { caseGroupOf, countCases, targetLabel } from "../../shared/report/report.ts";
import { oneLine, shortLine } from "../../shared/report/text.ts";
import type { PlannedTarget, RunListener } from "../../shared/run/plan.ts";
import { listUpTo } from "../../shared/wording.ts";
import type { Log } from "../runner/log.ts";

const heartbeatMs = 60_000;
/** Limits the cases in the log of one target; the report has all of them. */
const mostCases = 20;
const mostNames = 5;

export class ProgressLog implements RunListener {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #targets: number;
  readonly #startedAt: number;
  readonly #underWay = new Map<PlannedTarget, string>();
  #done = 0;
  #cancelHeartbeat: () => void = () => {};

  constructor(targets: number, log: Log, clock: Clock) {
    this.#targets = targets;
    this.#log = log;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#scheduleHeartbeat();
  }

  end(): void {
    this.#cancelHeartbeat();
  }

  started(target: PlannedTarget): void {
    this.#underWay.set(target, "");
    this.#log.info(`${targetLabel(target)} is being run.`);
  }

  waiting(target: PlannedTarget, reading: Reading): void {
    const { total, other } = countCases(reading);
    const state = total > 0 ? `${total - other} of ${formatCount(total, "case")} decided` : "no cases yet";
    if (this.#underWay.get(target) === state) return;
    this.#underWay.set(target, state);
    this.#log.info(`${targetLabel(target)} is still running: ${state}.`);
  }

  pollFailed(target: PlannedTarget, error: string): void {
    this.#log.group(`${targetLabel(target)}: the request for its report failed, and is sent again.`, error);
  }

  finished(target: PlannedTarget, result: TargetResult, tests: readonly ReportTest[]): void {
    this.#underWay.delete(target);
    this.#done += 1;
    const { verdict, durationMs = 0, evidence, error } = result;
    const title = `${verdictWords[verdict]}: ${targetLabel(result)} — ${formatCounts(result)} (${formatDuration(durationMs)})`;
    // In CTRF, cases are called `tests`.
    const failedOrUndecided = tests.filter(test => ["failed", "undecided"].includes(caseGroupOf(test)));
    const lines = [
      error ?? evidence,
      ...failedOrUndecided.slice(0, mostCases).map(lineOf),
      ...(failedOrUndecided.length > mostCases ? [`… and ${failedOrUndecided.length - mostCases} more`] : []),
    ];
    this.#log.group(title, lines.join("\n"));
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.#clock.after(heartbeatMs, () => {
      const names = [...this.#underWay.keys()].map(targetLabel);
      const minutes = Math.round((this.#clock.now() - this.#startedAt) / 60_000);
      this.#log.info(
        `After ${minutes} min, ${this.#done} of ${formatCount(this.#targets, "target")} done; ` +
          `under way: ${listUpTo(mostNames, names)}.`,
      );
      this.#scheduleHeartbeat();
    });
  }
}

function lineOf({ status, name, suite: [, ...groups], message }: ReportTest): string {
  const sign = status === "failed" ? signs.failed : signs.unknown;
  const why = message === undefined ? "" : `: ${shortLine(message, 300)}`;
  return `${sign} ${oneLine([...groups, name].join(" › "))}${why}`;
}
