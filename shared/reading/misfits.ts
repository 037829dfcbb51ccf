/**
 * Finds values that speak against a pass although their names are understood: what was not done, and what doesn't fit
 * the value that it has to meet.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Findings } from "./findings.ts";
import { resourceNames } from "./gather.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { flagField, type OutcomeField } from "./nodes.ts";
import { isWholeBeside } from "./number-names.ts";
import { comparedNamesOf } from "./objections.ts";
import { countIn, flagIn, holdsNothing } from "./values.ts";
import { isBadWord, isUnrun, squash, statusOfResult } from "./words.ts";

interface Bound {
  readonly measure: "least" | "most";
  readonly value: number;
  readonly field: OutcomeField;
}

/** Statements elsewhere in the run, which a value may have to meet. */
export interface Demands {
  /** By the names of the measurements that they bound: `minimumMos: 3.5`. */
  readonly bounds: ReadonlyMap<string, Bound>;
  /** The lengths of the lists beside the cases, by their squashed names. */
  readonly lengths: ReadonlyMap<string, number>;
  /** The amounts that a number of all cases can have. */
  readonly wholes: ReadonlySet<number>;
}

/** Another field that the value does not fit. */
interface Misfit {
  /** The name of a field in the same object. */
  readonly sibling?: string | undefined;
  readonly bound?: OutcomeField | undefined;
}

export function boundsIn({ nodesBesideCases }: Findings): Map<string, Bound> {
  const bounds = new Map<string, Bound>();
  for (const node of nodesBesideCases)
    for (const name in node.value) {
      const { measure, measuredName } = keyOf(name);
      const value = node.value[name];
      if ((measure !== "least" && measure !== "most") || measuredName === "" || typeof value !== "number")
        continue;
      // The least and the most of one measurement describe it, and bound nothing: `minDuration`, `maxDuration`.
      if (bounds.get(measuredName)?.measure === (measure === "least" ? "most" : "least"))
        bounds.delete(measuredName);
      else bounds.set(measuredName, { measure, value, field: flagField(node, name, null, value) });
    }
  return bounds;
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
  if (isNotDone(key, value) || (isOfStory && isMisfitInStory(object, around, name, value, demands)))
    return {};
  if (statusHistory.test(key.squashed) && endsBadly(value)) return {};
  const bound = demands.bounds.get(key.squashed);
  if (bound !== undefined && isMissed(bound, value)) return { bound: bound.field };
  const actual = expected.test(name) ? actualNameOf(object, name, value) : undefined;
  return actual === undefined ? undefined : { sibling: actual };
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
  if (statesBreakdown(key, value)) return true;
  const amount = countIn(value) ?? 0;
  // `dataset: { rows: 400 }` beside 4 rows.
  if (amount > (lengths.get(squashed) ?? Number.POSITIVE_INFINITY)) return true;
  const isDemand =
    demanded.test(squashed) || (resourceNames.has(around.squashed) && demandedRecords.test(squashed));
  return amount > 0 && isDemand && !wholes.has(amount) && !isMetBeside(object, name, amount);
}

const statusHistory = /^(?:status|state)(?:history|transitions)$/;

/** Only the last element of a history is about the run as it is now. */
function endsBadly(history: JsonValue): boolean {
  const last = Array.isArray(history) ? history.at(-1) : undefined;
  return (
    isJsonObject(last) && Object.values(last).some(value => typeof value === "string" && isBadWord(value))
  );
}

const judges = /^(?:judge|evaluator|grader|scorer)(?:model|name|kind|type|mode)?$/;
const work =
  /^(?:turns?|messages|utterances|exchanges|checks?|assertions?|samples?|probes|answered|responded|graded|judged|scored|evaluations|attempts|runs)(?:count|total)?$/;

/** `judge: "always-pass"`. */
const noJudge = /(?:^|[-_. ])(?:always|mock|stub|noop|no-op|dummy|fake)(?:$|[-_. ])/i;

/** A judgement that is null was not made, one that is "no" is none, and zero turns are no conversation. */
function isNotDone(
  { squashed, lastWordKind, measure, outcomeName, newsIfTrue }: Key,
  value: JsonValue,
): boolean {
  if (lastWordKind === "verdict" && typeof value === "string" && flagIn(value) === false) return true;
  if (judges.test(squashed) && typeof value === "string" && noJudge.test(value)) return true;
  // `match: "none"`
  if (newsIfTrue === "good" && typeof value === "string" && value !== "" && holdsNothing(value)) return true;
  if (value === null)
    return lastWordKind === "verdict" || squashed === "vote" || (measure === "value" && outcomeName === null);
  return value === 0 && work.test(squashed);
}

function isMissed({ measure, value: bound }: Bound, value: JsonValue): boolean {
  return typeof value === "number" && (measure === "least" ? value < bound : value > bound);
}

const expected = /^expected[_ -]?(?=.)/i;

/** `expectedIntent: "refund", actualIntent: "cancel"`. Sentences can say the same in other words. */
function actualNameOf(object: JsonObject, name: string, value: JsonValue): string | undefined {
  const stem = squash(name.replace(expected, ""));
  const { isOutcome } = keyOf(stem);
  return comparedNamesOf(object).find(each => {
    const actual = object[each];
    if (!actualNames.some(prefix => squash(each) === prefix + stem)) return false;
    if (isOutcome && typeof value === "string" && typeof actual === "string")
      return isBadWord(value) !== isBadWord(actual);
    return isIdentifier(value) && isIdentifier(actual) && squash(String(value)) !== squash(String(actual));
  });
}

const actualNames = ["", "actual", "observed", "detected", "predicted", "received", "got"];

function isIdentifier(value: JsonValue | undefined): value is string | boolean {
  return typeof value === "boolean" || (typeof value === "string" && /^[\w.:-]{1,64}$/.test(value));
}

/** `agent: { status: "offline" }`. */
function statesBreakdown({ outcomeName }: Key, value: JsonValue): boolean {
  const status = typeof value === "string" ? statusOfResult(value) : null;
  return (
    outcomeName === "status" &&
    (status === "failed" || status === "interrupted" || isUnrun(status) || /^not/i.test(String(value)))
  );
}

const demanded = /^(?:expected|planned|scheduled)/;
const demandedRecords = /^(?:requested|required|total)/;

/** `personas: { requested: 5, created: 5 }`. */
function isMetBeside(object: JsonObject, name: string, amount: number): boolean {
  return (
    isWholeBeside(object, name) ||
    comparedNamesOf(object).some(each => each !== name && object[each] === amount)
  );
}
