/** Finds the id of another run under a name that says nothing about runs: `forRun`, `links.self`, `report.of`. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { isMadeLike, wordsOf } from "./id-forms.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { FoundId, RunId } from "./run-objects.ts";
import * as vocabulary from "./vocabulary.ts";
import { splitTable, squash } from "./words.ts";

/** `latestRun: { id: "r6" }`, `basedOnRun: "r6"`: a report that was made after this run began would name this run. */
const basisOfReport = /^(?:basedon|latest|last(?:completed|finished|known))run(?:id)?$/;
const otherRuns = new Set(splitTable(vocabulary.namesOfOtherRuns));
const mostLevels = 6;
const mostFields = 2000;
const longestText = 300;

/** Undefined if the report mentions the run that was started. Ids without words, such as numbers, can be ids of anything. */
export function findMentionOfOther(
  response: JsonObject,
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  // A plain number can be the id of anything.
  const lettered = started.filter(({ id }) => isMadeLike(id, id) && /\p{L}/u.test(id));
  const worded = lettered.filter(({ id }) => wordsOf(id) !== "");
  if (lettered.length === 0) return undefined;
  let other: (FoundId & { readonly startedId: string }) | undefined;
  let fieldsLeft = mostFields;
  const search = (object: JsonObject, path: string, level: number, isInBasis = false): boolean => {
    for (const name in object) {
      if (fieldsLeft-- <= 0) return false;
      const value = object[name] ?? null;
      const isOfBasis = isInBasis || basisOfReport.test(squash(name));
      if (namesOtherRun(name) && !isOfBasis) continue;
      const comparable = isOfBasis ? lettered : worded;
      if (isJsonObject(value)) {
        if (level < mostLevels && search(value, `${path}${name}.`, level + 1, isOfBasis)) return true;
        continue;
      }
      for (const id of idsIn(value)) {
        if (lettered.some(own => own.id === id)) return true;
        const alike = comparable.find(own => isMadeLike(own.id, id));
        if (alike !== undefined && (!isOfBasis || isSmaller(id, alike.id)))
          other ??= { name, field: path + name, id, startedId: alike.id };
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

/** `r6` before `r7`. */
function isSmaller(id: string, own: string): boolean {
  return id.localeCompare(own, "en", { numeric: true }) < 0;
}

function namesOtherRun(name: string): boolean {
  const { isEarlierRun, isBesideRun } = keyOf(name);
  return isEarlierRun || isBesideRun === "other run" || tokensOf(name).some(token => otherRuns.has(token));
}
