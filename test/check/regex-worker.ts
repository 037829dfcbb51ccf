/** Checks one regular expression after the other for `regexes.ts`. Each takes up to three seconds. */

import { parentPort } from "node:worker_threads";
import { checkSync } from "recheck";

function complexityOf(source: string, flags: string): string | undefined {
  const found = checkSync(source, flags, {
    // The limits count work instead of time, so that every machine gives the same result.
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    // Fewer than 3 iterations miss slow expressions with lookarounds. The default of 10 takes twice as long and finds no
    // more.
    maxIteration: 3,
  });
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `recheck can't tell (${found.error.kind})`;
  return `${found.complexity.summary}, for instance on ${found.attack.pattern}`;
}

parentPort?.on("message", ({ source, flags }: { readonly source: string; readonly flags: string }) => {
  parentPort?.postMessage(complexityOf(source, flags));
});
