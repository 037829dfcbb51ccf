/**
 * The rule for each pass: everything beside it has to be understood, in the run, in its cases and in the lists beside
 * them. The sign of a run that was aborted, that is one page of three, or that nobody judged, can have any name, so the
 * rule asks for the meaning of each name instead of listing the signs. A field is understood if it holds nothing (null,
 * 0, "", an empty list), if it leads to the cases or counts, if the vocabulary knows its name as an outcome, a count, a
 * measurement or a description, or if it belongs to the story: who and what a run was made with. Any other number or
 * flag is the objection, and any other text that is written like a status.
 *
 * A pass that rests on listed cases alone is only inferred, because the cases look the same in a run that was aborted.
 * Beside it, each text and each object under an unknown name is an objection as well.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Findings } from "./findings.ts";
import type { JudgementInput } from "./judgement-input.ts";
import type { Key } from "./key.ts";
import { negationPrefix, tokensOf } from "./key-claims.ts";
import { isAboutPages } from "./key-words.ts";
import { keyOf } from "./keys.ts";
import { countsAttacks, flagField, type ObjectNode, type OutcomeField, type ResponseNode } from "./nodes.ts";
import { isWholeBeside, numberMeaningOf } from "./number-names.ts";
import { isDeniedFailure, isWrittenLikeStatus, mostCompared, showsFailure } from "./objections.ts";
import { countsAttempts } from "./parts.ts";
import { isUnknownNumber } from "./run-objections.ts";
import { countIn, flagIn, holdsNothing, linkIn, momentIn, shareIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { addToCache, isTaughtHarmless, isUnrun, squashedWords, statusOfResult } from "./words.ts";

const samples = new Set(squashedWords(vocabulary.sampleNames));
const stories: ReadonlySet<string> = new Set(squashedWords(vocabulary.storyNames));
/** The names in such an object are data: `byPersona: { "Angry Ann": { … } }`. */
const grouping = /^(?:by|per|grouped|relationships$)/;
const work =
  /^(?:turns?|messages|utterances|exchanges|checks?|assertions?|samples?|probes|answered|responded|graded|judged|scored|evaluations|attempts|runs)(?:count|total)?$/;
/** `step: 3`, `caseNo: 1`. */
const positions = /(?:^|case|step|turn|test|call)(?:n|no|nr|num|number|seq|position|pos|rank|row|line)$/;
const httpStatus = /^(?:http|sip)?(?:status|response|reply)?(?:code)?$/;
/** `page: { number: 1, of: 3 }`. */
const extent = /^(?:pag|window|range)/;
/** `target: { calls: 50 }`. */
const expectation = /^(?:target|plan|expected|requested)/;
const pageSize = /size|limit|perpage/;
/** `errorCode: "E42"`. */
const errorCode = /^(?:err|error|fault|failure|exception)(?:code|type|class|kind|name)$/;
/** `bypassed: 2`. */
const fallen = /^(?:bypassed|breached|jailbroken|exploited|leaked)$/;
/** `grade: "A"`. */
const goodGrade = /^[AB][+-]?$/;
/** `testsRegistered: 9`. */
const registered = /(?:registered|discovered|collected|declared|enumerated)$/;
/** `startsAt: "2030-01-01T00:00:00Z"`. */
const future = /^(?:next|starts|scheduled|planned|upcoming|will|eta)/;

interface World {
  /** The objects and lists that lead to the cases and counts. */
  readonly evidence: ReadonlySet<JsonValue>;
  /** The amounts that a number of all cases can have. */
  readonly wholes: ReadonlySet<number>;
  /** The lengths of the lists beside the cases, by their squashed names. */
  readonly lengths: ReadonlyMap<string, number>;
  readonly hasEndTime: boolean;
  /** The pass rests on listed cases alone. */
  readonly isInferred: boolean;
  /** In a case, or in a list beside the cases, any number of cases can be meant. */
  readonly isInList: boolean;
  readonly isInCase: boolean;
  readonly isStory: boolean;
  /** Names that were found before. */
  readonly found: ReadonlySet<string>;
  /** The bounds that the run sets for a measurement of its cases, by the measurement's name: `minimumMos: 3.5`. */
  readonly bounds: ReadonlyMap<string, Bound>;
}

interface Bound {
  readonly measure: "least" | "most";
  readonly value: number;
}

/** More fields would make no readable sentence. */
export const mostNotUnderstood = 4;

/** Returns the first fields of the run and its cases that are not understood, one for each name. */
export function findNotUnderstood(input: JudgementInput, isInferred: boolean): readonly OutcomeField[] {
  const found = new Set<string>();
  const world = worldOf(input, isInferred, found);
  const fields: OutcomeField[] = [];
  while (fields.length < mostNotUnderstood) {
    const field = findNext(input, world);
    if (field === undefined) break;
    fields.push(field);
    found.add(lastName(field));
  }
  return fields;
}

function lastName({ path }: OutcomeField): string {
  return String(typeof path === "string" ? path : path.at(-1));
}

function worldOf(input: JudgementInput, isInferred: boolean, found: ReadonlySet<string>): World {
  const { findings, list, main } = input;
  return {
    evidence: valuesAround(input),
    wholes: new Set([list.cases.length, list.suites.length, main?.sums.total ?? 0, main?.sums.passed ?? 0]),
    lengths: lengthsIn(findings),
    hasEndTime: findings.hasEndTime,
    isInferred,
    isInList: false,
    isInCase: false,
    isStory: false,
    found,
    bounds: boundsIn(findings),
  };
}

function findNext({ findings, list }: JudgementInput, world: World): OutcomeField | undefined {
  const stories = new Set<ResponseNode>();
  for (const node of findings.nodesBesideCases) {
    const isOfStory = isStory(node) || (node.parent !== null && stories.has(node.parent));
    if (isOfStory) stories.add(node);
    const field = fieldIn(node, { ...world, isStory: isOfStory });
    if (field !== undefined) return field;
  }
  const besideCases = inList(world);
  for (const node of [...list.suites, ...list.otherElements]) {
    const field = fieldIn(node, besideCases);
    if (field !== undefined) return field;
  }
  const inCase = inList(world, false, true);
  for (const node of list.cases) {
    const field = fieldIn(node, inCase);
    if (field !== undefined) return field;
  }
  return undefined;
}

function fieldIn(node: ObjectNode, world: World): OutcomeField | undefined {
  const found = findIn(node.value, node.context.key, world);
  if (found === undefined) return undefined;
  const [first = "", ...others] = found.steps.toReversed();
  const path = others.length === 0 ? String(first) : [first, ...others];
  return flagField(node, path, null, typeof found.value === "object" ? null : found.value);
}

function inList(world: World, isStory = false, isInCase = world.isInCase): World {
  if (world.isInList && world.isStory === isStory && world.isInCase === isInCase) return world;
  const { evidence, found, bounds } = world;
  return {
    evidence,
    wholes: new Set(),
    lengths: new Map(),
    hasEndTime: true,
    isInferred: false,
    isInList: true,
    isInCase,
    isStory,
    found,
    bounds,
  };
}

const mostLevels = 8;

interface Doubtful {
  /** From the innermost name or index to the outermost. */
  readonly steps: (string | number)[];
  readonly value: JsonValue;
}

function findIn(
  value: JsonObject | readonly JsonValue[],
  around: Key,
  world: World,
  depth = 0,
): Doubtful | undefined {
  if (depth > mostLevels) return undefined;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const found = findBelow(index, element, around, world, depth);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const object = value as JsonObject;
  for (const name in object) {
    const inner = object[name] ?? null;
    const key = keyOf(name);
    if (isDoubtful(object, around, name, inner, world)) return { steps: [name], value: inner };
    // Each other object beside the cases is a node of its own.
    if (isConversation(key) || !(world.isInList || Array.isArray(inner))) continue;
    const found = findBelow(name, inner, key, inList(world, world.isStory || isStoryName(name)), depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findBelow(
  step: string | number,
  value: JsonValue,
  around: Key,
  world: World,
  depth: number,
): Doubtful | undefined {
  if (typeof value !== "object" || value === null || world.evidence.has(value)) return undefined;
  const found = findIn(value, around, world, depth + 1);
  found?.steps.push(step);
  return found;
}

function isDoubtful(object: JsonObject, around: Key, name: string, value: JsonValue, world: World): boolean {
  const key = keyOf(name);
  if (world.found.has(name) || isTaughtHarmless(key.squashed)) return false;
  if (isNotDone(key, value) || (world.isInList && isMissed(world.bounds.get(key.squashed), value)))
    return true;
  if (world.isInList && (typeof value === "object" || isConversation(key))) return false;
  if (world.isStory || (world.isInList && isStoryName(name)))
    return statesBreakdown(key, value) || (!world.isInList && isLongerThanList(key, value, world));
  return (
    !holdsNothing(value) && !world.evidence.has(value) && !isUnderstood(object, around, name, value, world)
  );
}

function lengthsIn({ nodesBesideCases }: Findings): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { value } of nodesBesideCases)
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) lengths.set(keyOf(name).squashed, inner.length);
  return lengths;
}

function boundsIn({ nodesBesideCases }: Findings): Map<string, Bound> {
  const bounds = new Map<string, Bound>();
  for (const { value } of nodesBesideCases)
    for (const name in value) {
      const { measure, measuredName } = keyOf(name);
      const bound = value[name];
      if ((measure === "least" || measure === "most") && measuredName !== "" && typeof bound === "number")
        bounds.set(measuredName, { measure, value: bound });
    }
  return bounds;
}

function isMissed(bound: Bound | undefined, value: JsonValue): boolean {
  if (bound === undefined || typeof value !== "number") return false;
  return bound.measure === "least" ? value < bound.value : value > bound.value;
}

/** A judgement that is null was not made, one that is "no" is none, and zero turns are no conversation. */
function isNotDone({ squashed, lastWordKind, measure, outcomeName }: Key, value: JsonValue): boolean {
  if (lastWordKind === "verdict" && typeof value === "string" && flagIn(value) === false) return true;
  if (value === null)
    return lastWordKind === "verdict" || squashed === "vote" || (measure === "value" && outcomeName === null);
  return value === 0 && work.test(squashed);
}

/** The key names what was said and done in a case. */
function isConversation({ isIgnored, isDescription, partKind }: Key): boolean {
  return isIgnored || isDescription || (partKind !== null && partKind !== "judgement");
}

/** `agent: { status: "offline" }`. Any other field of a story is about the agent and not about the run. */
function statesBreakdown(key: Key, value: JsonValue): boolean {
  const status = typeof value === "string" ? statusOfResult(value) : null;
  return (
    key.outcomeName === "status" &&
    (status === "failed" || status === "interrupted" || isUnrun(status) || /^not/i.test(String(value)))
  );
}

/** `dataset: { rows: 400 }` beside 4 rows. */
function isLongerThanList({ squashed }: Key, value: JsonValue, { lengths }: World): boolean {
  return (countIn(value) ?? 0) > (lengths.get(squashed) ?? Number.POSITIVE_INFINITY);
}

/** The objects and lists that lead to the cases and counts. */
function valuesAround({ list, main }: JudgementInput): ReadonlySet<JsonValue> {
  const values = new Set<JsonValue>(main === null ? [] : [main.node.value]);
  for (const nodes of [list.cases, list.suites, main === null ? [] : [main.node]])
    for (const { parent } of nodes)
      for (let at = parent; at !== null && !values.has(at.value); at = at.parent) values.add(at.value);
  return values;
}

function isUnderstood(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
  { wholes, hasEndTime, isInferred, isInCase }: World,
): boolean {
  const key = keyOf(name);
  const isEntry =
    around.holdsMeasurements ||
    around.isCriteriaObject ||
    around.isCheckList ||
    grouping.test(around.squashed);
  const { countsAll } = numberMeaningOf(key, name);
  if (typeof value === "object" && value !== null) {
    const isListOfCases = countsAll || (key.unit === "test" && key.squashed.endsWith("ids"));
    if (Array.isArray(value) && (isListOfCases || (around.elementKind !== null && areReferences(value))))
      return wholes.has(value.length);
    if (key.elementKind === "outcome" && isBad(key.status)) return !showsFailure(value, true);
    return !isInferred || isEntry || isKnownContainer(name, key) || countsOwnFailures(value);
  }
  if (typeof value === "number" || countIn(value) !== null) {
    const number = Number(value);
    if (isInCase && !around.isVoteObject && typeof value === "number" && isBadAmount(object, key, number))
      return false;
    if (fallen.test(key.squashed)) return false;
    if (extent.test(around.squashed))
      return (
        number === 1 || pageSize.test(key.squashed) || (around.squashed !== "pages" && wholes.has(number))
      );
    if (expectation.test(around.squashed)) return wholes.has(number);
    if (registered.test(key.squashed) && number > Math.max(...wholes)) return wholes.size === 0;
    return (
      isEntry ||
      key.newsIfTrue === "good" ||
      samples.has(key.squashed) ||
      !isUnknownNumber(object, key, name, value) ||
      (countsAll && wholes.has(number)) ||
      isWholeBeside(object, name) ||
      positions.test(key.squashed) ||
      (httpStatus.test(key.squashed) && isHttpSuccess(number))
    );
  }
  const flag = flagIn(value);
  if (flag !== null)
    return (
      key.isFlag ||
      (key.outcomeName !== null && flag) ||
      key.isNeutralFlag ||
      key.isCaseEvent ||
      (isEntry && flag) ||
      key.pagination !== null ||
      key.newsIfTrue === (flag ? "good" : "bad") ||
      (!flag && negationPrefix.test(key.squashed)) ||
      isDeniedFailure(key, flag)
    );
  if (momentIn(value) !== null) return hasEndTime || !future.test(key.squashed);
  const text = String(value);
  if (errorCode.test(key.squashed) && !isGoodWord(text)) return false;
  return (
    isEntry ||
    isKnownText(key, text) ||
    isAsExpected(object, key, text) ||
    (key.isRatio && goodGrade.test(text)) ||
    isStoryName(name) ||
    (!isInferred && !isWrittenLikeStatus(text)) ||
    linkIn(value) !== null ||
    isKnownShare(key, shareIn(value)) ||
    isGoodWord(text)
  );
}

/** In a case: `notRun: 2`, `passRate: 0.4`. */
function isBadAmount(object: JsonObject, key: Key, amount: number): boolean {
  if (key.isRatio && key.measure === null && key.status !== null)
    return key.status === "failed" ? amount > 0 : key.status === "passed" && amount > 0 && amount < 1;
  return (
    key.isCount &&
    isBad(key.status) &&
    key.status !== "finished" &&
    key.status !== "planned" &&
    !countsAttempts(key) &&
    !countsAttacks(object)
  );
}

/** `expected: "refund", actual: "refund"`. */
function isAsExpected(object: JsonObject, { measure }: Key, text: string): boolean {
  if (measure !== "value") return false;
  const names = Object.keys(object);
  return names.length <= mostCompared && names.some(name => /^expect/i.test(name) && object[name] === text);
}

function isHttpSuccess(code: number): boolean {
  return code >= 200 && code < 400;
}

/** The share of a count was compared with the whole when it was read. */
function isKnownShare(key: Key, share: number | null): boolean {
  return share === 1 || (share !== null && key.isOutcome);
}

function isGoodWord(text: string): boolean {
  const status = statusOfResult(text);
  return status === "passed" || status === "success";
}

function isKnownText(key: Key, text: string): boolean {
  return (
    key.isNeutral !== false ||
    key.outcomeName !== null ||
    key.isDescription ||
    (key.isDescribing && !(key.isRatio && isWrittenLikeStatus(text))) ||
    (key.measure !== null && key.measure !== "value") ||
    key.isCaseEvent ||
    key.isReview ||
    key.isReviewOutcome ||
    key.isAboutAttacks ||
    key.isOperator ||
    key.caseFact !== null ||
    key.recordShape !== undefined
  );
}

function isKnownContainer(name: string, key: Key): boolean {
  return (
    key.elementKind !== null ||
    key.isWrapper ||
    key.isIgnored ||
    key.isBesideRun !== null ||
    key.isCriteriaObject ||
    key.isRunCriterion ||
    key.isVoteObject ||
    key.hasReviews ||
    key.holdsMeasurements ||
    key.isAttributeObject ||
    key.recordShape !== undefined ||
    key.durationUnitMs !== null ||
    key.outcomeName !== null ||
    key.isLink ||
    key.isReference ||
    isAboutPages(key) ||
    grouping.test(key.squashed) ||
    expectation.test(key.squashed) ||
    isStoryName(name)
  );
}

function isBad(status: Status | null): boolean {
  return status !== "passed" && status !== "success" && status !== "skipped";
}

/** `relationships: { tests: { data: [{ type: "tests", id: "7" }] } }`. */
function areReferences(list: readonly JsonValue[]): boolean {
  const [first] = list;
  return isJsonObject(first) && Object.keys(first).every(name => /^(?:id|type|href|ref)$/i.test(name));
}

/** `prerequests: { total: 3, failed: 0 }`. The failures themselves are read as counts. */
function countsOwnFailures(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).some(([name, inner]) => {
      const { isCount, status } = keyOf(name);
      return isCount && status === "failed" && typeof inner === "number";
    })
  );
}

function isStory({ context: { area, key }, nameOrIndex }: ObjectNode): boolean {
  return (area === "other" || key.squashed === "metadata") && isStoryName(String(nameOrIndex));
}

const knownStories = new Map<string, boolean>();

function isStoryName(name: string): boolean {
  const known = knownStories.get(name);
  if (known !== undefined) return known;
  const tokens = tokensOf(name);
  const isKnown = [tokens.at(-1) ?? "", tokens.slice(-2).join("")].some(
    each => stories.has(each) || stories.has(each.replace(/s$/, "")),
  );
  return addToCache(knownStories, name, isKnown);
}
