/**
 * Walks over a response from top to bottom, and gathers findings without judging them. The walk has its own stack,
 * because a response can be nested deeper than the call stack allows.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { haveAttemptNumbers, supersededPositions } from "./attempts.ts";
import { failureBeside } from "./bystanders.ts";
import { readFields } from "./fields.ts";
import type { Findings, ReviewNode } from "./findings.ts";
import { addPartStatus, FindingsGatherer, noteObjection, resourceNames } from "./gather.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { elementsByType } from "./mixed-lists.ts";
import {
  combinedStatus,
  flagField,
  type NodeArea,
  type NodeContext,
  ObjectNode,
  type ResponseNode,
} from "./nodes.ts";
import { indexOfBadWord } from "./objections.ts";
import { isPlainPart } from "./parts.ts";
import { RecordFinder, type RecordOptions } from "./record-finder.ts";
import type { RecordInResponse } from "./records.ts";
import { listsCases } from "./run-objections.ts";
import {
  areaOf,
  type CaseMap,
  casesByName,
  hasOutcome,
  innerGroup,
  mayBeCase,
  newGroup,
} from "./surroundings.ts";
import { valuesNamed } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import { statusOfResult } from "./words.ts";

const noKey = keyOf("");
type ListNode = ResponseNode & { readonly value: JsonValue[] };

export function walk(response: JsonObject, options: RecordOptions): Findings {
  return new Walk(options).findingsOf(response);
}

class Walk {
  readonly #gatherer = new FindingsGatherer();
  readonly #records: RecordFinder;
  readonly #stack: (ObjectNode | ListNode | RecordInResponse)[] = [];
  /** For each list, the positions of elements that a later attempt replaces. */
  readonly #superseded = new Map<ResponseNode, ReadonlySet<number>>();

  readonly #isStart: boolean;

  constructor(options: RecordOptions) {
    this.#isStart = options.request?.operation === "runBatch";
    this.#records = new RecordFinder(this.#gatherer.findings, options);
  }

  findingsOf(response: JsonObject): Findings {
    const context: NodeContext = {
      area: "run",
      key: noKey,
      enclosingCase: null,
      isCovered: false,
      isListed: false,
      isMapEntry: false,
      group: newGroup(noKey, null),
      wrapperCount: 0,
      isExcused: false,
    };
    this.#stack.push(new ObjectNode(null, "", response, context));
    for (let node = this.#stack.pop(); node !== undefined; node = this.#stack.pop()) {
      if (node instanceof ObjectNode) this.#visit(node);
      else if ("value" in node) this.#visitList(node, node.value);
      else this.#records.add(node);
    }
    return this.#gatherer.findings;
  }

  #push(
    parent: ResponseNode,
    nameOrIndex: string | number,
    value: JsonObject | JsonValue[],
    context: NodeContext,
  ): void {
    if (!isJsonObject(value)) {
      this.#stack.push({ parent, nameOrIndex, value, context });
      return;
    }
    const node = new ObjectNode(parent, nameOrIndex, value, context);
    this.#stack.push(node);
    this.#records.noteReviewObject(node);
  }

  #visit(node: ObjectNode): void {
    const { area, group, isMapEntry } = node.context;
    if (area === "element" && isMapEntry && typeof node.nameOrIndex === "string")
      setName(node, node.nameOrIndex);
    this.#records.addRecordOf(node);
    const nested = readFields(node, this.#gatherer.findings.durationUnits, this.#gatherer.readRunField);
    const isCase = area === "element" && mayBeCase(node);
    const isExcused = !isCase && this.#isExcused(node, nested.length > 0);
    if (area === "input") this.#gatherer.addInput(node);
    else {
      if (isCase) this.#gatherer.addCase(node);
      else if (area === "element" && group?.status === "failed") this.#gatherer.addError(node);
      else if (area === "part" || area === "attempt") this.#gatherer.addPart(node, isExcused);
      else this.#gatherer.addOther(node, isExcused);
    }
    for (let index = nested.length - 1; index >= 0; index--) {
      const name = nested[index] ?? "";
      const value = node.value[name];
      if (typeof value === "object" && value !== null)
        this.#enter(node, isCase, isExcused, name, value, nested.length);
      else if (typeof value === "string") this.#pushId(node, keyOf(name), "id", value);
    }
  }

  #isExcused(node: ObjectNode, hasNested: boolean): boolean {
    const { context, details, parent, nameOrIndex } = node;
    const { area, isExcused, key, enclosingCase } = context;
    // A flag such as `allow_failure` can't excuse the run itself.
    if (isExcused || (details.isFailureTolerated && area !== "run")) return true;
    if ((area !== "part" && area !== "attempt") || typeof nameOrIndex !== "number" || parent === null)
      return false;
    if (!hasNested && node.outcomes === null && node.counts === null && !node.hasError) return false;
    const { value } = parent;
    if (!Array.isArray(value)) return false;
    const isFlaky = enclosingCase?.details.isFlaky === true;
    const retries = enclosingCase?.details.retries ?? 0;
    // A list of retries may contain only the failed attempts of a case that passed in the end.
    const listsRetries =
      key.attemptCertainty === "surely" && /^(?:retr|rerun|previous|earlier|prior)/.test(key.squashed);
    const arePrevious = listsRetries && !/^re/.test(key.squashed);
    if (arePrevious || (listsRetries && (isFlaky || retries >= value.length))) return true;
    let superseded = this.#superseded.get(parent);
    if (superseded === undefined) {
      const mayBeAttempts = area === "attempt" && key.attemptCertainty !== null;
      const areAttempts =
        key.attemptCertainty === "surely" ||
        (mayBeAttempts && (isFlaky || retries > 0 || haveAttemptNumbers(value)));
      superseded = supersededPositions(value, areAttempts);
      this.#superseded.set(parent, superseded);
    }
    return superseded.has(nameOrIndex);
  }

  #pushId(enclosingNode: ResponseNode, { recordShape }: Key, form: "id" | "ids", id: string): void {
    if (recordShape?.shape !== form || id === "" || !this.#records.isWanted(recordShape.kind)) return;
    const { kind, isCalibration } = recordShape;
    this.#stack.push({ kind, isCalibration, id, ownNode: null, enclosingNode });
  }

  #visitList(list: ListNode, elements: readonly JsonValue[]): void {
    const { context } = list;
    // `rows: [["login", "failed"]]`
    if (
      typeof list.nameOrIndex === "number" &&
      context.enclosingCase === null &&
      context.area === "element"
    ) {
      const at = indexOfBadWord(elements);
      if (at >= 0) this.#gatherer.addObjection(flagField(list, [at], "failed", String(elements[at])));
    }
    const { key } = context;
    const areIds = key.recordShape?.shape === "ids" && typeof list.nameOrIndex === "string";
    const hasObjects = elements.some(isJsonObject);
    for (let step = elements.length - 1; step >= 0; step--) {
      const value = elements[step];
      if (isEmpty(value)) this.#gatherer.addEmptyElement(list, step);
      else if (typeof value === "object" && value !== null) this.#push(list, step, value, context);
      else if (areIds && typeof value === "string") this.#pushId(list, key, "ids", value);
      else if (value != null) this.#gatherer.addPlainElement(list, step, value, hasObjects);
    }
    if (context.area === "element" && context.group?.status != null) {
      this.#readNames(list, elements, context, context.group.status);
    }
  }

  /** `failedTests: ["login"]`. */
  #readNames(list: ResponseNode, elements: readonly JsonValue[], context: NodeContext, status: Status): void {
    for (const [step, value] of elements.entries()) {
      if (typeof value !== "string" || value === "") continue;
      if (status === "failed" && context.key.unit !== "test" && !isBesidePassedNames(list)) {
        // In `errors: ["no answer"]` the texts are messages and not names.
        if (context.enclosingCase === null)
          this.#gatherer.findings.otherOutcomes.push(flagField(list, [], status, value));
        else {
          addPartStatus(context.enclosingCase, status);
          noteObjection(context.enclosingCase, flagField(list, [], status, value));
        }
        return;
      }
      const node = new ObjectNode(list, step, {}, context);
      setName(node, value);
      this.#gatherer.addCase(node);
    }
  }

  #visitMap(map: ResponseNode, { names, values }: CaseMap): void {
    const { context } = map;
    for (let index = names.length - 1; index >= 0; index--) {
      const value = values[index];
      if (isJsonObject(value)) this.#push(map, names[index] ?? "", value, context);
    }
    for (const [index, value] of values.entries()) {
      if (typeof value !== "string" && typeof value !== "boolean" && value !== null) continue;
      const step = names[index] ?? "";
      const node = new ObjectNode(map, step, {}, context);
      setName(node, step);
      const status =
        typeof value === "string"
          ? statusOfResult(value)
          : value === null
            ? null
            : value
              ? "passed"
              : "failed";
      node.addOutcome([], status, value, "flag", true);
      this.#gatherer.addCase(node);
    }
  }

  #enter(
    parent: ObjectNode,
    isCase: boolean,
    isExcused: boolean,
    name: string,
    value: JsonObject | JsonValue[],
    nestedCount: number,
  ): void {
    const key = keyOf(name);
    const { context } = parent;
    const isList = Array.isArray(value);
    if (isList && key.isMixedList && context.area !== "input") {
      this.#enterMixed(parent, isCase, isExcused, name, value);
      return;
    }
    if (key.pagination === "token" && !isList && context.area !== "input" && Object.keys(value).length > 0)
      this.#gatherer.findings.continuation ??= flagField(parent, name, null, null);
    // `hits: { total: { value: 40 } }`
    const [length] = key.pagination === "length" && !isList ? valuesNamed(value, ["value"]) : [];
    if (typeof length === "number") this.#gatherer.readRunField(parent, key, name, length);
    if (isList ? value.length === 0 : listsCases(key) && isEmptyMap(value)) {
      this.#gatherer.addEmptyList(parent, key, name);
      return;
    }
    const area = this.#areaIn(parent, isCase, key, value, nestedCount);
    if (area === "input" && context.area !== "input") this.#noteFailureBeside(parent, isCase, name, value);
    if (
      area === "input" &&
      isJsonObject(value) &&
      key.recordShape === undefined &&
      !resourceNames.has(key.squashed) &&
      hasNoRecords(value)
    )
      return;
    // Most parts of a passed case can't contradict it. Making nodes for them would take most of the walk's time.
    if (area === "part" && isCase && !key.isCriteriaObject && hasPassed(parent) && arePlainParts(value))
      return;
    const isPart = area === "part" || area === "attempt";
    const byName = isList || isPart || area === "input" ? null : casesByName(value, key);
    const outer = contextIn(parent, isCase, isExcused, key, area);
    const inner: NodeContext = {
      ...outer,
      area: byName === null ? area : "element",
      isListed: outer.isListed || isList || byName !== null,
      isMapEntry: byName !== null,
    };
    if (byName === null || isList) {
      this.#push(parent, name, value, inner);
      return;
    }
    const map: ReviewNode = { parent, nameOrIndex: name, value, context: inner };
    this.#records.noteReviewObject(map);
    this.#visitMap(map, byName);
  }

  /** Each element is read as if it stood in a list with the name of its type. */
  #enterMixed(
    parent: ObjectNode,
    isCase: boolean,
    isExcused: boolean,
    name: string,
    list: JsonValue[],
  ): void {
    const contexts = new Map<JsonValue, NodeContext>();
    for (const [type, elements] of elementsByType(list)) {
      const key = keyOf(type);
      const area = this.#areaIn(parent, isCase, key, elements, elements.length);
      const context = { ...contextIn(parent, isCase, isExcused, key, area), isListed: true };
      for (const element of elements) contexts.set(element, context);
    }
    for (let step = list.length - 1; step >= 0; step--) {
      const element = list[step] ?? null;
      const context = contexts.get(element);
      if (isJsonObject(element) && context !== undefined)
        this.#push({ parent, nameOrIndex: name, value: list, context }, step, element, context);
    }
  }

  #noteFailureBeside(
    parent: ObjectNode,
    isCase: boolean,
    name: string,
    value: JsonObject | JsonValue[],
  ): void {
    const failure = failureBeside(parent, name, value);
    const enclosingCase = isCase ? parent : parent.context.enclosingCase;
    if (failure === undefined) return;
    if (enclosingCase === null) this.#gatherer.addObjection(failure);
    else noteObjection(enclosingCase, failure);
  }

  /**
   * In a case, an object named like a message (`reason: { … }`) is an input, because it has no outcomes of the case. If
   * the case states a pass, the object is a part, because it can contradict the pass. An error stays an input, because
   * `readFields` has already read it.
   */
  #areaIn(
    parent: ObjectNode,
    isCase: boolean,
    key: Key,
    value: JsonObject | JsonValue[],
    nestedCount: number,
  ): NodeArea {
    if (parent.context.area === "input") return "input";
    if (key.isIgnored && key.elementKind !== "cases" && !groupsCases(key, value)) return "input";
    if (key.isBesideRun === "other run" || (key.isEarlierRun && this.#isStart)) return "input";
    const isMessage =
      isCase && key.fieldRanks.message >= 0 && key.unit === null && key.elementKind !== "cases";
    if (!isMessage) return areaOf(parent, isCase, key, value, nestedCount);
    const status = parent.outcomes === null ? null : combinedStatus(parent.outcomes, true);
    return key.isError || status !== "passed" ? "input" : "part";
  }
}

function contextIn(
  parent: ObjectNode,
  isCase: boolean,
  isExcused: boolean,
  key: Key,
  area: NodeArea,
): NodeContext {
  const { context } = parent;
  const isInPart = context.area === "part" || context.area === "attempt";
  const isPart = area === "part" || area === "attempt";
  return {
    area,
    key,
    enclosingCase: isCase ? parent : context.enclosingCase,
    isCovered: context.isCovered || (isInPart && parent.outcomes !== null),
    isListed: context.isListed,
    isMapEntry: false,
    group: context.group === null || isPart || area === "input" ? null : innerGroup(context.group, key),
    wrapperCount: area === "run" ? context.wrapperCount + 1 : context.wrapperCount,
    isExcused: !isCase && isExcused,
  };
}

/** The object contains no id of a record, and no object or list that could contain a record. */
function hasNoRecords(object: JsonObject): boolean {
  for (const name in object) {
    const value = object[name];
    if (
      typeof value === "object"
        ? value !== null
        : typeof value === "string" && keyOf(name).recordShape !== undefined
    )
      return false;
  }
  return true;
}

/** `{ "passed": ["Greets"], "failed": ["Refunds"] }`. */
function isBesidePassedNames({ parent }: ResponseNode): boolean {
  return Object.entries(parent?.value ?? {}).some(
    ([name, value]) =>
      Array.isArray(value) && typeof value[0] === "string" && keyOf(name).status === "passed",
  );
}

/** `results: {}`, `cases: { edges: [] }`. */
function isEmptyMap(object: JsonObject): boolean {
  return Object.values(object).every(value => Array.isArray(value) && value.length === 0);
}

/** `personas: [{ name, scenarios: [{ result }] }]`: the records group the cases of the run. */
function groupsCases(key: Key, value: JsonObject | JsonValue[]): boolean {
  const [first] = resourceNames.has(key.squashed) && Array.isArray(value) ? value : [];
  return (
    isJsonObject(first) && Object.entries(first).some(([name, inner]) => isListOfCases(keyOf(name), inner))
  );
}

function isListOfCases({ elementKind }: Key, value: JsonValue): boolean {
  const [first] = elementKind === "cases" && Array.isArray(value) ? value : [];
  return isJsonObject(first) && hasOutcome(first);
}

function arePlainParts(value: JsonObject | JsonValue[]): boolean {
  if (!Array.isArray(value)) return isPlainPart(value);
  return value.every(each => isJsonObject(each) && isPlainPart(each));
}

function hasPassed({ outcomes }: ObjectNode): boolean {
  return outcomes?.length === 1 && outcomes[0]?.status === "passed";
}

function setName(node: ObjectNode, name: string): void {
  node.name = name.slice(0, 1000);
  node.nameRank = 0;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
