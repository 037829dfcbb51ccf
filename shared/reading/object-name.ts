import type { JsonObject } from "../json.ts";
import { keyOf } from "./keys.ts";
import { labelTextIn } from "./values.ts";

/** If several fields can name the object (`title`, `id`), the one with the lowest `fieldRanks.name` wins. */
export function objectName(object: JsonObject): string | null {
  let best: string | null = null;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const name in object) {
    const rank = keyOf(name).fieldRanks.name;
    if (rank < 0 || rank >= bestRank || typeof object[name] === "boolean") continue;
    const label = labelTextIn(object[name]);
    if (label === null) continue;
    best = label;
    bestRank = rank;
  }
  return best;
}
