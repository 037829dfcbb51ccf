/** What a person who watches the log sees of a run: a line for each change, and a sign of life each minute. */

import type { Clock } from "../shared/clock.ts";
import { counts, targetLabel } from "../shared/report/ctrf.ts";
import { countsOf } from "../shared/report/markdown/headline.ts";
import { counted, duration, verdictWords } from "../shared/report/markdown/words.ts";
import type { Case, Outcome, Reading, Target } from "../shared/report/model.ts";
import { oneLine, shortLine } from "../shared/report/text.ts";
import type { RunTarget, Watcher } from "../shared/run/plan.ts";
import type { Log } from "./log.ts";

const heartbeatMs = 60_000;
/** The report has them all. */
const mostCases = 20;
const mostNames = 5;

export class Progress implements Watcher {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #targets: readonly RunTarget[];
  readonly #startedAt: number;
  readonly #underWay = new Map<RunTarget, string>();
  #done = 0;
  #callOff: () => void = () => {};

  constructor(targets: readonly RunTarget[], log: Log, clock: Clock) {
    this.#targets = targets;
    this.#log = log;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#beatLater();
  }

  end(): void {
    this.#callOff();
  }

  started(target: RunTarget): void {
    this.#underWay.set(target, "");
    this.#log.info(`${targetLabel(target)} is being run.`);
  }

  waiting(target: RunTarget, reading: Reading): void {
    const { total, other } = counts(reading);
    const state = total > 0 ? `${total - other} of ${counted(total, "case")} decided` : "no cases yet";
    if (this.#underWay.get(target) === state) return;
    this.#underWay.set(target, state);
    this.#log.info(`${targetLabel(target)} is still running: ${state}.`);
  }

  troubled(target: RunTarget, error: string): void {
    this.#log.group(`${targetLabel(target)}: its report could not be had, and is asked for again.`, error);
  }

  settled(outcome: Outcome, position: number, totals: Target): void {
    const target = this.#targets[position];
    if (target) this.#underWay.delete(target);
    this.#done += 1;
    const { verdict, passed, failed, skipped, other, durationMs = 0, evidence, error } = totals;
    const counts = countsOf({ passed, failed, skipped, other });
    const title = `${verdictWords[verdict]}: ${targetLabel(outcome)} — ${counts} (${duration(durationMs)})`;
    const cases = outcome.reading?.cases ?? [];
    const bad = cases.filter(({ status }) => status === "failed" || status === "other");
    const lines = [
      error ?? evidence,
      ...bad.slice(0, mostCases).map(lineOf),
      ...(bad.length > mostCases ? [`… and ${bad.length - mostCases} more`] : []),
    ];
    this.#log.group(title, lines.join("\n"));
  }

  #beatLater(): void {
    this.#callOff = this.#clock.after(heartbeatMs, () => {
      const names = [...this.#underWay.keys()].map(targetLabel);
      const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
      const minutes = Math.round((this.#clock.now() - this.#startedAt) / 60_000);
      this.#log.info(
        `After ${minutes} min, ${this.#done} of ${counted(this.#targets.length, "target")} done; ` +
          `under way: ${names.slice(0, mostNames).join(", ")}${more}.`,
      );
      this.#beatLater();
    });
  }
}

function lineOf({ status, name, suite = [], message }: Case): string {
  const sign = status === "failed" ? "✗" : "?";
  const why = message === undefined ? "" : `: ${shortLine(message, 300)}`;
  return `${sign} ${oneLine([...suite, name].join(" › "))}${why}`;
}
