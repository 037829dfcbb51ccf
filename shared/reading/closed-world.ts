/**
 * The rule for a pass that rests on listed cases alone: everything beside the cases has to be understood. Such a pass is
 * only inferred, and the cases look the same in a run that was aborted, on one page of three, and in an earlier run. The
 * sign of that can have any name, so the rule asks for the meaning of each name instead of listing the signs. A field is
 * understood if it holds nothing (null, 0, "", an empty list), if it leads to the cases or counts, if the vocabulary
 * knows its name as an outcome, a count, a measurement or a description, or if it belongs to the story: who and what a
 * run was made with. Any other field is the objection.
 *
 * Beside a pass that the response states, in a word or in counts of all cases, only known bad news is an objection
 * (`objections.ts`). In a case, an unknown flag or status word is one as well.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { JudgementInput } from "./judgement-input.ts";
import type { Key } from "./key.ts";
import { tokensOf } from "./key-claims.ts";
import { isAboutPages } from "./key-words.ts";
import { keyOf } from "./keys.ts";
import { flagField, type ObjectNode, type OutcomeField, type ResponseNode } from "./nodes.ts";
import { isWholeBeside, numberMeaningOf } from "./number-names.ts";
import { isDeniedFailure, isWrittenLikeStatus, showsFailure } from "./objections.ts";
import { isUnknownNumber } from "./run-objections.ts";
import { countIn, flagIn, holdsNothing, linkIn, momentIn, shareIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { squashedWords, statusOfResult } from "./words.ts";

const stories: ReadonlySet<string> = new Set(squashedWords(vocabulary.storyNames));
/** The names in such an object are data: `byPersona: { "Angry Ann": { … } }`. */
const grouping = /^(?:by|per|grouped|coverage$|relationships$)/;
/** `step: 3`, `caseNo: 1`. */
const positions = /(?:^|case|step|turn|test|call)(?:n|no|nr|num|number|seq|position|pos|rank|row|line)$/;
const httpStatus = /^(?:http)?(?:status|response)?code$/;
/** `page: { number: 1, of: 3 }`. */
const extent = /^(?:pag|window|range)/;
/** `target: { calls: 50 }`. */
const expectation = /^(?:target|plan|expected|requested)/;
const pageSize = /size|limit|perpage/;
/** `startsAt: "2030-01-01T00:00:00Z"`. */
const future = /^(?:next|starts|scheduled|planned|upcoming|will|eta)/;

interface World {
  /** The amounts that a number of all cases can have. */
  readonly wholes: ReadonlySet<number>;
  readonly hasEndTime: boolean;
  /** The pass rests on listed cases alone. */
  readonly isInferred: boolean;
}

/** Returns the first field of the run or of a case that is not understood. */
export function findNotUnderstood(input: JudgementInput, isInferred: boolean): OutcomeField | undefined {
  const { findings, list, main } = input;
  const wholes = new Set([
    list.cases.length,
    list.suites.length,
    main?.sums.total ?? 0,
    main?.sums.passed ?? 0,
  ]);
  const world = { wholes, hasEndTime: findings.hasEndTime, isInferred };
  const evidence = valuesAround(input);
  const told = new Set<ResponseNode>();
  for (const node of findings.nodesBesideCases) {
    const isInStory = isStory(node) || (node.parent !== null && told.has(node.parent));
    if (isInStory) told.add(node);
    for (const name in node.value) {
      const value = node.value[name] ?? null;
      if (isInStory && !statesBreakdown(name, value)) continue;
      if (holdsNothing(value) || evidence.has(value)) continue;
      const { key: around } = node.context;
      if (!isUnderstood(node.value, around, name, value, world))
        return flagField(node, name, null, typeof value === "object" ? null : value);
      // Each object beside the cases is a node of its own.
      const inner = Array.isArray(value) ? findWithin(node, [name], value, keyOf(name)) : undefined;
      if (inner !== undefined) return inner;
    }
  }
  return firstOf(list.cases, node => findWithin(node, [], node.value, node.context.key));
}

/** The fields in a case, or in a list beside the cases. Any number of cases can be understood there. */
const inList: World = { wholes: new Set(), hasEndTime: true, isInferred: false };
const mostLevels = 8;

function findWithin(
  node: ObjectNode,
  path: readonly (string | number)[],
  value: JsonObject | readonly JsonValue[],
  around: Key,
): OutcomeField | undefined {
  if (path.length > mostLevels) return undefined;
  if (Array.isArray(value))
    return firstOf(value.entries(), ([index, each]) =>
      typeof each === "object" && each !== null ? findWithin(node, [...path, index], each, around) : undefined,
    );
  for (const [name, inner] of Object.entries(value)) {
    const key = keyOf(name);
    if (holdsNothing(inner) || isTold(name, key)) continue;
    const found =
      typeof inner === "object" && inner !== null
        ? findWithin(node, [...path, name], inner, key)
        : isUnderstood(value as JsonObject, around, name, inner, inList)
          ? undefined
          : flagField(node, [...path, name], null, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a case was made with, and what was said and done in it. */
function isTold(name: string, key: Key): boolean {
  return key.isIgnored || key.isDescription || isStoryName(name) || (key.partKind ?? "judgement") !== "judgement";
}

/** `agent: { status: "offline" }`. Any other field of a story is about the agent and not about the run. */
function statesBreakdown(name: string, value: JsonValue): boolean {
  const status = typeof value === "string" ? statusOfResult(value) : null;
  return keyOf(name).outcomeName === "status" && (status === "failed" || status === "interrupted");
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
  { wholes, hasEndTime, isInferred }: World,
): boolean {
  const key = keyOf(name);
  const isEntry =
    around.holdsMeasurements || around.isCriteriaObject || around.isCheckList || grouping.test(around.squashed);
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
    if (positions.test(key.squashed) || (httpStatus.test(key.squashed) && isHttpSuccess(number))) return true;
    if (extent.test(around.squashed))
      return (
        number === 1 || pageSize.test(key.squashed) || (around.squashed !== "pages" && wholes.has(number))
      );
    if (expectation.test(around.squashed)) return wholes.has(number);
    return (
      isEntry ||
      (countsAll && wholes.has(number)) ||
      isWholeBeside(object, name) ||
      key.newsIfTrue === "good" ||
      !isUnknownNumber(object, key, name, value)
    );
  }
  const flag = flagIn(value);
  if (flag !== null)
    return (
      key.isFlag ||
      key.outcomeName !== null ||
      key.isNeutralFlag ||
      key.isCaseEvent ||
      (isEntry && flag) ||
      key.pagination !== null ||
      key.newsIfTrue === (flag ? "good" : "bad") ||
      isDeniedFailure(key, flag)
    );
  if (momentIn(value) !== null) return hasEndTime || !future.test(key.squashed);
  const text = String(value);
  return (
    (!isInferred && !isWrittenLikeStatus(text)) ||
    isEntry ||
    isKnownText(key) ||
    isStoryName(name) ||
    linkIn(value) !== null ||
    isKnownShare(key, shareIn(value)) ||
    isGoodWord(text)
  );
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

function isKnownText(key: Key): boolean {
  return (
    key.isNeutral !== false ||
    key.outcomeName !== null ||
    key.isDescription ||
    key.isDescribing ||
    key.measure !== null ||
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

function isStoryName(name: string): boolean {
  const tokens = tokensOf(name);
  return [tokens.at(-1) ?? "", tokens.slice(-2).join("")].some(
    each => stories.has(each) || stories.has(each.replace(/s$/, "")),
  );
}

function firstOf<Each, Found>(all: Iterable<Each>, find: (each: Each) => Found | undefined): Found | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
