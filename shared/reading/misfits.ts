/**
 * Finds values that speak against a pass although their names are understood: bad news, and what doesn't fit the value that
 * it has to meet.
 */

import type { JsonObject, JsonValue } from "../json.ts";
import { isBadIn } from "./bad-values.ts";
import { type Bound, isMissed, missedBeside } from "./bounds.ts";
import { comparedNamesOf } from "./compared-names.ts";
import { findOtherBuild, findOtherThanExpected, findOtherThanTested } from "./expected-values.ts";
import type { Findings } from "./findings.ts";
import { resourceNames } from "./gather.ts";
import type { Key } from "./key.ts";
import { negationPrefix } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { OutcomeField } from "./nodes.ts";
import { isWholeBeside } from "./number-names.ts";
import { showsFailure } from "./objections.ts";
import type { FieldSurroundings } from "./understood.ts";
import { judges } from "./value-rules.ts";
import { countIn, flagIn, quantityIn } from "./values.ts";
import { isUnrun, statusOfResult } from "./words.ts";

/** Statements elsewhere in the run, which a value may have to meet. */
export interface Demands extends Pick<FieldSurroundings, "wholes" | "isInCase"> {
  /** By the names of the measurements that they bound: `minimumMos: 3.5`. */
  readonly bounds: ReadonlyMap<string, Bound>;
  /** The lengths of the lists beside the cases, by their squashed names. */
  readonly lengths: ReadonlyMap<string, number>;
  /** The versions that the run tested, by their squashed names: `execution: { revision: "77be310" }`. */
  readonly builds: ReadonlyMap<string, OutcomeField>;
}

/** Another field that the value does not fit. */
interface Misfit {
  /** The name of a field in the same object. */
  readonly sibling?: string | undefined;
  readonly elsewhere?: OutcomeField | undefined;
}

export function lengthsIn({ nodesBesideCases }: Findings): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { value } of nodesBesideCases)
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) lengths.set(keyOf(name).squashed, inner.length);
  return lengths;
}

export function findMisfit(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
  demands: Demands,
  isOfStory: boolean,
): Misfit | undefined {
  const key = keyOf(name);
  if (isOfStory && isMisfitInStory(object, around, name, value, demands)) return {};
  const { isInCase, wholes } = demands;
  if (isBadIn(value, { object, around, key, isInCase, wholes })) return {};
  // `min_samples: 200` beside 50
  if (!isInCase && key.measure === "least" && keyOf(key.measuredName).unit === "test") {
    const most = Math.max(...wholes);
    if (most > 0 && (countIn(value) ?? 0) > most) return {};
  }
  const bound = demands.bounds.get(key.squashed);
  if (bound !== undefined && isMissed(bound, value)) return { elsewhere: bound.field };
  const quantity = quantityIn(value);
  const missed = quantity === null ? undefined : missedBeside(object, key, name, quantity);
  if (missed !== undefined) return { sibling: missed };
  const sibling =
    findOtherThanExpected(object, name, value) ?? findOtherThanTested(object, around, name, value);
  if (sibling !== undefined) return { sibling };
  const elsewhere = findOtherBuild(demands.builds, name, value, isInCase);
  return elsewhere && { elsewhere };
}

/** In an object about who and what a run was made with, any other value is about them and not about the run. */
function isMisfitInStory(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
  { lengths, wholes }: Demands,
): boolean {
  const key = keyOf(name);
  const { squashed } = key;
  if (statesBreakdown(around, key, value)) return true;
  const amount = countIn(value) ?? 0;
  // `judge: { unparseable: 31 }`
  if (
    amount > 0 &&
    judges.test(around.squashed) &&
    (key.isBadNews || negationPrefix.test(squashed) || abstention.test(squashed))
  )
    return true;
  // `dataset: { rows: 400 }` beside 4 rows.
  if (amount > (lengths.get(squashed) ?? Number.POSITIVE_INFINITY)) return true;
  const isDemand =
    demanded.test(squashed) || (resourceNames.has(around.squashed) && demandedRecords.test(squashed));
  if (amount === 0 || !isDemand || isMetBeside(object, name, amount)) return false;
  return !wholes.has(amount) || isMissedBeside(object, amount);
}

const abstention = /^(?:refus|abst|declin|fallback)/;

const earlier = /^(?:previous|prior|base|last|latest|history|historical|trend|comparison|retryof|reference)/;

/** `agent: { status: "offline" }`, `environment: { aborted: true }`, `comparison: { regressionCount: 2 }`. */
function statesBreakdown(around: Key, key: Key, value: JsonValue): boolean {
  if (/^(?:new)?regress/.test(key.squashed) && key.status === "failed") return showsFailure(value);
  // `comparison: { newFailures: 1 }`
  if (/^new(?:fail(?:ed|ures?)|errors?)$/.test(key.squashed)) return showsFailure(value);
  if (around.isEarlierRun || earlier.test(around.squashed)) return false;
  if (flagIn(value) === true)
    return key.isBadNews || key.status === "interrupted" || (key.isFlag && key.status === "failed");
  const status = typeof value === "string" ? statusOfResult(value) : null;
  return (
    key.outcomeName === "status" &&
    (status === "failed" ||
      status === "interrupted" ||
      isUnrun(status) ||
      /^not/i.test(String(value)) ||
      (/^disabled$/i.test(String(value)) && neededParts.test(around.squashed)))
  );
}

/** `trunk: { state: "disabled" }`, but not `telemetry: { state: "disabled" }`. */
const neededParts = /agent|bot|trunk|line|judge|evaluator|grader|voice|model|gateway|telephony|simulator/;

const demanded = /^(?:expected|planned|scheduled)/;

const demandedRecords = /^(?:requested|required|total)/;

/** `personas: { requested: 4, played: 3 }`. */
function isMissedBeside(object: JsonObject, amount: number): boolean {
  return comparedNamesOf(object).some(each => {
    const { squashed, isCount, isBadNews } = keyOf(each);
    const done = object[each];
    return /ed$/.test(squashed) && !isCount && !isBadNews && typeof done === "number" && done < amount;
  });
}

/** `personas: { requested: 5, created: 5 }`. */
function isMetBeside(object: JsonObject, name: string, amount: number): boolean {
  return (
    isWholeBeside(object, name) ||
    comparedNamesOf(object).some(each => each !== name && object[each] === amount)
  );
}
