/** Mistakes in inputs and catalog: all are collected before anything is sent, and reported together. */

import type { Log } from "../runner/log.ts";
import { setNoOutcome } from "../runner/outputs.ts";

export interface Mistake {
  /** What is wrong and what would be right. */
  readonly message: string;
  /** The input that it is in. */
  readonly input?: string | undefined;
  /** Its place, where it is in a file of the repository. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export function tellMistakes(mistakes: readonly Mistake[], log: Log): void {
  for (const { message, input, ...place } of mistakes) {
    const title = input === undefined ? "Callboard" : `Callboard: ${input}`;
    log.error(input === undefined ? message : `\`${input}\`: ${message}`, { title, ...place });
  }
  setNoOutcome();
  const count = mistakes.length === 1 ? "one mistake" : `${mistakes.length} mistakes`;
  log.info(`Nothing was sent to the service: ${count} to mend first.`);
}
