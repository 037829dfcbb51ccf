/** Checks one expression after the other, for `expressions.ts`: each takes up to three seconds. */

import { parentPort } from "node:worker_threads";
import { checkSync } from "recheck";

/** Undefined for an expression that takes linear time. */
function complexityOf(source: string, flags: string): string | undefined {
  const found = checkSync(source, flags, {
    timeout: 60_000,
    // Limits of work, not of time: they stop at the same place on every machine.
    attackTimeout: null,
    incubationTimeout: null,
    // Fewer than 3 miss slow expressions with lookarounds; the usual 10 take twice as long and find no more.
    maxIteration: 3,
  });
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `recheck can't tell (${found.error.kind})`;
  return `${found.complexity.summary}, for instance on ${found.attack.pattern}`;
}

parentPort?.on("message", ({ source, flags }: { readonly source: string; readonly flags: string }) => {
  parentPort?.postMessage(complexityOf(source, flags));
});
