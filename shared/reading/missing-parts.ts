/**
 * Finds lists of parts of a run that lack a part: the shards of a run that was split, or suites whose counts come to less
 * than the run's.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf } from "./compared-names.ts";
import { keyOf } from "./keys.ts";
import { countIn } from "./values.ts";

const mostParts = 1000;

/** `whole`: how many cases the run has. `isSplit`: the list's name says that the run was split, so each part has cases. */
export function lacksParts(list: readonly JsonValue[], whole: number, isSplit: boolean): boolean {
  if (list.length > mostParts) return false;
  const parts = list.filter(isJsonObject);
  const totals = parts.map(totalIn);
  const counted = totals.filter(total => total !== undefined);
  if (counted.length > 0 && list.length > counted.length) return true;
  if (isSplit && (counted.includes(0) || parts.some(part => lacksObject(part, parts[0])))) return true;
  if (lacksNumbers(parts)) return true;
  return counted.length > 0 && counted.reduce((sum, total) => sum + total, 0) < whole;
}

/** The number of cases that the part states. */
function totalIn(part: JsonObject): number | undefined {
  const name = comparedNamesOf(part).find(each => {
    const { isTotal, unit } = keyOf(each);
    return isTotal && unit !== "part" && countIn(part[each] ?? null) !== null;
  });
  return name === undefined ? undefined : Number(part[name]);
}

/** `[{ summary: { total: 4 } }, { summary: null }]`. */
function lacksObject(part: JsonObject, first: JsonObject | undefined): boolean {
  return comparedNamesOf(part).some(name => part[name] === null && isJsonObject(first?.[name]));
}

const numbered = /^(\d{1,4})\s?(?:\/|of)\s?(\d{1,4})$/;

/** `[{ shard: "1/2" }]`: of two parts only the first is there. */
function lacksNumbers(parts: readonly JsonObject[]): boolean {
  const [first] = parts;
  if (first === undefined) return false;
  return comparedNamesOf(first).some(name => {
    if (keyOf(name).isCount || keyOf(name).outcomeName !== null) return false;
    const numbers = parts.map(({ [name]: text }) => (typeof text === "string" ? numbered.exec(text) : null));
    const all = numbers[0]?.[2];
    if (all === undefined || numbers.some(each => each?.[2] !== all)) return false;
    return new Set(numbers.map(each => each?.[1])).size < Number(all);
  });
}
