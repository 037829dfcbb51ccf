/** Finds the id of another run under a name that says nothing about runs: `forRun`, `links.self`, `report.of`. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { isMadeLike, wordsOf } from "./id-forms.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { FoundId, RunId } from "./run-objects.ts";
import * as vocabulary from "./vocabulary.ts";
import { splitTable } from "./words.ts";

const otherRuns = new Set(splitTable(vocabulary.namesOfOtherRuns));
const mostLevels = 6;
const mostFields = 2000;
const longestText = 300;

/** Undefined if the report mentions the run that was started. Ids without words, such as numbers, can be ids of anything. */
export function findMentionOfOther(
  response: JsonObject,
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  const comparable = started.filter(({ id }) => wordsOf(id) !== "" && isMadeLike(id, id));
  if (comparable.length === 0) return undefined;
  let other: (FoundId & { readonly startedId: string }) | undefined;
  let fieldsLeft = mostFields;
  const search = (object: JsonObject, path: string, level: number): boolean => {
    for (const name in object) {
      if (fieldsLeft-- <= 0) return false;
      const value = object[name] ?? null;
      if (namesOtherRun(name)) continue;
      if (isJsonObject(value)) {
        if (level < mostLevels && search(value, `${path}${name}.`, level + 1)) return true;
        continue;
      }
      for (const id of idsIn(value)) {
        if (comparable.some(own => own.id === id)) return true;
        const alike = comparable.find(own => isMadeLike(own.id, id));
        if (alike !== undefined) other ??= { name, field: path + name, id, startedId: alike.id };
      }
    }
    return false;
  };
  return search(response, "", 1) ? undefined : other;
}

/** `run_1` or `/v1/runs/run_1/report`, but not a sentence. */
function idsIn(value: JsonValue): string[] {
  return typeof value === "string" && value.length <= longestText && !/\s/.test(value)
    ? value.split(/[/?#&=]+/)
    : [];
}

function namesOtherRun(name: string): boolean {
  const { isEarlierRun, isBesideRun } = keyOf(name);
  return isEarlierRun || isBesideRun === "other run" || tokensOf(name).some(token => otherRuns.has(token));
}
