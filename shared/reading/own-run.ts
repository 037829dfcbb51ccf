/** Leaves other runs out of a report that lists several. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { RunStart } from "./other-run.ts";
import { wrapsRun } from "./start-fields.ts";

const mostLevels = 4;

/** Returns the response itself if it has no list of runs with the one that was started. */
export function withoutOtherRuns(response: JsonObject, { ids }: RunStart): JsonObject {
  const own = new Set(ids.map(({ id }) => id));
  return own.size === 0 ? response : ownRunsIn(response, own, 1);
}

function ownRunsIn(object: JsonObject, own: ReadonlySet<string>, level: number): JsonObject {
  let kept = object;
  for (const [name, value] of Object.entries(object)) {
    const replaced = Array.isArray(value)
      ? ownRunsOf(name, value, own)
      : isJsonObject(value) && level < mostLevels && wrapsRun(name)
        ? ownRunsIn(value, own, level + 1)
        : value;
    if (replaced !== value) kept = { ...kept, [name]: replaced };
  }
  return kept;
}

/** One element has the id of the run, so all are runs. A number can be the id of a case, too. */
function ownRunsOf(name: string, list: JsonValue[], own: ReadonlySet<string>): JsonValue[] {
  const areRuns = /runs$/i.test(name);
  const isOwn = (element: JsonValue) => {
    const id = idOf(element);
    return id !== undefined && own.has(String(id)) && (areRuns || typeof id !== "number");
  };
  const kept = list.filter(isOwn);
  return kept.length === 1 && list.every(element => idOf(element) !== undefined) ? kept : list;
}

function idOf(element: JsonValue): string | number | undefined {
  if (!isJsonObject(element)) return undefined;
  const { id, run_id = null, runId = run_id } = element;
  const found = id ?? runId;
  return typeof found === "string" || typeof found === "number" ? found : undefined;
}
