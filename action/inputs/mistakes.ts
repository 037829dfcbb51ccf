/** Mistakes in inputs and catalog. They are collected before the first request, and reported together. */

import type { Log } from "../runner/log.ts";
import { setEmptyOutputs } from "../runner/outputs.ts";

export interface Mistake {
  /** The mistake, and how to mend it. */
  readonly message: string;
  /** The input with the mistake; absent if the mistake is in a file or in no single input. */
  readonly input?: string | undefined;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A dry run leaves all outputs empty. */
export function logMistakes(
  mistakes: readonly Mistake[],
  log: Log,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): void {
  for (const { message, input, ...location } of mistakes) {
    const title = input === undefined ? "Callboard" : `Callboard: ${input}`;
    log.error(input === undefined ? message : `\`${input}\`: ${message}`, { title, ...location });
  }
  if (!dryRun) setEmptyOutputs();
  const count = mistakes.length === 1 ? "one mistake" : `${mistakes.length} mistakes`;
  log.info(`Nothing was sent to the service: ${count} to mend first.`);
}
