/** Reads the progress of an unfinished run. Returns undefined if the response shows no total. */

import { isJsonObject, type JsonObject } from "../json.ts";
import { keyOf } from "./keys.ts";
import type { RunProgress, Totals } from "./reading.ts";

/** Prefers stated numbers ("completed" beside "total") to the counts of cases. Searches only the first two levels. */
export function readProgress(response: JsonObject, totals: Totals): RunProgress | undefined {
  for (const object of [response, ...Object.values(response).filter(isJsonObject)]) {
    const stated = statedIn(object);
    if (stated !== undefined) return stated;
  }
  const { total, passed, failed, skipped } = totals;
  if (total === null || total === 0) return undefined;
  return { done: Math.min(total, (passed ?? 0) + (failed ?? 0) + (skipped ?? 0)), total };
}

function statedIn(object: JsonObject): RunProgress | undefined {
  const numberUnder = (fits: (key: ReturnType<typeof keyOf>) => boolean): number | undefined => {
    for (const name in object) {
      const value = object[name];
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && fits(keyOf(name)))
        return value;
    }
    return undefined;
  };
  const done = numberUnder(({ status }) => status === "finished");
  const total = numberUnder(key => key.isTotal);
  return done === undefined || total === undefined || total === 0 || done > total
    ? undefined
    : { done, total };
}
