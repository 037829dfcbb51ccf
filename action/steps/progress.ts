/** Logs the progress of targets: a line for each change, and a summary each minute. */

import type { Clock } from "../../shared/clock.ts";
import { otherReportIn } from "../../shared/reading/evidence.ts";
import type { Case, Reading } from "../../shared/reading/reading.ts";
import { formatCount } from "../../shared/report/markdown/words.ts";
import type { ReportTest, TargetResult } from "../../shared/report/model.ts";
import { countCases, targetLabel } from "../../shared/report/report.ts";
import { oneLine, shortLine } from "../../shared/report/text.ts";
import type { FurtherRun, PlannedTarget, RunListener } from "../../shared/run/plan.ts";
import type { RunAgainReason } from "../../shared/sampling/next-run.ts";
import { listUpTo } from "../../shared/wording.ts";
import { logTarget } from "../report/target-log.ts";
import type { Log } from "../runner/log.ts";

const heartbeatMs = 60_000;
const mostNames = 5;

export class ProgressLog implements RunListener {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #targets: number;
  readonly #startedAt: number;
  readonly #underWay = new Map<PlannedTarget, string>();
  #done = 0;
  #furtherRuns = 0;
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

  startedAgain(target: PlannedTarget, { number, most, reason, error }: FurtherRun): void {
    this.#underWay.set(target, "");
    this.#furtherRuns += 1;
    const title = `${targetLabel(target)}: ${whyAgain(reason)}: run ${number} of at most ${most}.`;
    if (error === undefined) this.#log.info(oneLine(title));
    else this.#log.group(oneLine(title), error);
  }

  waiting(target: PlannedTarget, reading: Reading): void {
    const state = stateText(reading);
    if (this.#underWay.get(target) === state) return;
    this.#underWay.set(target, state);
    this.#log.info(`${targetLabel(target)} ${state}.`);
  }

  pollFailed(target: PlannedTarget, error: string): void {
    this.#log.group(`${targetLabel(target)}: the request for its report failed, and is sent again.`, error);
  }

  finished(target: PlannedTarget, result: TargetResult, tests: readonly ReportTest[]): void {
    this.#underWay.delete(target);
    this.#done += 1;
    logTarget(result, tests, this.#log);
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.#clock.after(heartbeatMs, () => {
      const names = [...this.#underWay.keys()].map(targetLabel);
      const minutes = Math.round((this.#clock.now() - this.#startedAt) / 60_000);
      const again = furtherRunsText(this.#furtherRuns);
      this.#log.info(
        `After ${minutes} min, ${this.#done} of ${formatCount(this.#targets, "target")} done${again}; ` +
          `under way: ${listUpTo(mostNames, names)}.`,
      );
      this.#scheduleHeartbeat();
    });
  }
}

/** ", 2 further runs"; empty if each target was run once. */
export function furtherRunsText(count: number): string {
  return count === 0 ? "" : `, ${formatCount(count, "further run")}`;
}

/** "Refund fails in 1 of 1, as do 2 more cases". */
function whyAgain(reason: RunAgainReason<Case>): string {
  if (reason.kind === "used-up") return "the last run gave no readable response";
  const { case: pooled, counts, others } = reason;
  const { passes, failures } = counts;
  const name = pooled?.cases.find(each => each !== undefined)?.name;
  const subject = name === undefined ? "the run itself" : shortLine(name, 80);
  const how = reason.kind === "failed" ? `fails in ${failures}` : `passes in ${passes}`;
  const more =
    others === 0 ? "" : `, and ${formatCount(others, "more case is", "more cases are")} not certain`;
  return `${subject} ${how} of ${passes + failures}${more}`;
}

function stateText(reading: Reading): string {
  const otherReport = otherReportIn(reading.evidence);
  if (otherReport !== undefined) return `has no report of its own yet: the last one is of ${otherReport.of}`;
  const { total, other } = countCases(reading);
  return total > 0
    ? `is still running: ${total - other} of ${formatCount(total, "case")} decided`
    : "has no final report yet";
}
