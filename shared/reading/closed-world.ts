/**
 * The rule for each pass: everything beside it has to be understood (`understood.ts`) and to fit (`misfits.ts`), in the
 * run, in its cases and in the lists beside them. The sign of a run that was aborted, that is one page of three, or that
 * nobody judged, can have any name, so the rule asks for the meaning of each name instead of listing the signs. A field
 * that holds nothing (null, 0, "", an empty list) needs no meaning.
 *
 * A pass that rests on listed cases alone is only inferred, because the cases look the same in a run that was aborted.
 * Beside it, each text and each object under an unknown name is an objection as well.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { boundsIn } from "./bounds.ts";
import { comparedNamesOf } from "./compared-names.ts";
import type { EvidenceStatement } from "./evidence.ts";
import { buildsIn } from "./expected-values.ts";
import { factOf } from "./facts.ts";
import { resourceNames } from "./gather.ts";
import type { JudgementInput } from "./judgement-input.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { type Demands, findMisfit, lengthsIn } from "./misfits.ts";
import { type FieldPath, flagField, type ObjectNode, type OutcomeField, type ResponseNode } from "./nodes.ts";
import {
  type FieldSurroundings,
  isStoryName,
  isUnderstood,
  isUnknownAct,
  mayBeAllOfNothing,
} from "./understood.ts";
import { surroundings } from "./value-rules.ts";
import { flagIn, holdsNothing } from "./values.ts";
import { isTaughtHarmless } from "./words.ts";

interface World extends FieldSurroundings, Demands {
  /** The objects and lists that lead to the cases and counts. */
  readonly evidence: ReadonlySet<JsonValue>;
  readonly isStory: boolean;
  /** A team's expression has read the lists. */
  readonly areListsRead: boolean;
}

/** More fields would make no readable sentence. */
export const mostNotUnderstood = 4;

/** Finds the first field that doesn't fit, together with what it has to fit, else the first that are not understood. */
export function findUnfitting(input: JudgementInput, isInferred: boolean): EvidenceStatement | undefined {
  const { findings, list } = input;
  const search = new Search();
  const world = worldOf(input, isInferred);
  const stories = new Set<ResponseNode>();
  for (const node of findings.nodesBesideCases) {
    const isOfStory = isStory(node) || (node.parent !== null && stories.has(node.parent));
    if (isOfStory) stories.add(node);
    search.lookAt(node, { ...world, isStory: isOfStory });
  }
  const besideCases = inList(world);
  for (const node of [...list.suites, ...list.otherElements]) search.lookAt(node, besideCases);
  const inCase = inList(world, false, true);
  for (const node of list.cases) search.lookAt(node, inCase);
  return search.statement();
}

function worldOf(input: JudgementInput, isInferred: boolean): World {
  const { findings, list, main } = input;
  const areListsRead = list.cases[0]?.context.area === "expression";
  return {
    evidence: valuesAround(input),
    wholes: new Set([list.cases.length, list.suites.length, main?.sums.total ?? 0, main?.sums.passed ?? 0]),
    lengths: lengthsIn(findings),
    builds: buildsIn(findings),
    hasEndTime: findings.hasEndTime,
    isInferred: isInferred && !areListsRead,
    isInList: false,
    isInCase: false,
    isStory: false,
    areListsRead,
    bounds: boundsIn(findings),
  };
}

function inList(world: World, isStory = false, isInCase = world.isInCase): World {
  if (world.isInList && world.isStory === isStory && world.isInCase === isInCase) return world;
  const { evidence, bounds, builds } = world;
  return {
    evidence,
    wholes: new Set(),
    lengths: new Map(),
    builds,
    hasEndTime: true,
    isInferred: false,
    isInList: true,
    isInCase,
    isStory,
    areListsRead: false,
    bounds,
  };
}

const mostLevels = 8;

/** In a map of checks or measurements each name is one. In a list of them each element is one. */
function keyOfElement(list: Key): Key {
  return list.isCheckList || list.holdsMeasurements ? keyOf("") : list;
}

class Search {
  #misfit: readonly OutcomeField[] | undefined;
  /** One field for each name. */
  readonly #notUnderstood = new Map<string, OutcomeField>();
  /** Leads from the node to the object that is visited. */
  readonly #path: (string | number)[] = [];

  lookAt(node: ObjectNode, world: World): void {
    const { key } = node.context;
    this.#visit(node, node.value, typeof node.nameOrIndex === "number" ? keyOfElement(key) : key, world, 0);
  }

  statement(): EvidenceStatement | undefined {
    if (this.#misfit !== undefined) return { kind: "facts", facts: this.#misfit.map(factOf) };
    const facts = [...this.#notUnderstood.values()].map(factOf);
    return facts.length === 0 ? undefined : { kind: "facts", facts, meaning: "not-understood" };
  }

  #visit(
    node: ObjectNode,
    value: JsonObject | readonly JsonValue[],
    around: Key,
    world: World,
    depth: number,
  ): void {
    if (depth > mostLevels || this.#misfit !== undefined) return;
    if (Array.isArray(value)) {
      for (const [index, element] of value.entries())
        this.#visitBelow(node, index, element, keyOfElement(around), world, depth);
      return;
    }
    const object = value as JsonObject;
    for (const name in object) {
      const inner = object[name] ?? null;
      if (world.areListsRead && Array.isArray(inner)) continue;
      const key = keyOf(name);
      if (this.#isDoubtful(node, object, around, name, inner, world)) continue;
      // `personas: { requested: 5, created: 2 }`
      if (typeof inner === "object" && isNeededByRun(key)) {
        const isListed = world.isInList || Array.isArray(inner);
        this.#visitBelow(
          node,
          name,
          inner,
          key,
          isListed ? inList(world, true) : { ...world, isStory: true },
          depth,
        );
        continue;
      }
      // Each other object beside the cases is a node of its own.
      if (isConversation(key) ? isTally(key, inner) : world.isInList || Array.isArray(inner))
        this.#visitBelow(node, name, inner, key, inList(world, world.isStory || isStoryName(name)), depth);
    }
  }

  #visitBelow(
    node: ObjectNode,
    step: string | number,
    value: JsonValue,
    around: Key,
    world: World,
    depth: number,
  ): void {
    if (typeof value !== "object" || value === null || world.evidence.has(value)) return;
    this.#path.push(step);
    this.#visit(node, value, around, world, depth + 1);
    this.#path.pop();
  }

  #isDoubtful(
    node: ObjectNode,
    object: JsonObject,
    around: Key,
    name: string,
    value: JsonValue,
    world: World,
  ): boolean {
    const key = keyOf(name);
    const isOfStory = world.isStory || (world.isInList && isStoryName(name));
    const misfit = findMisfit(object, around, name, value, world, isOfStory);
    if (misfit !== undefined) {
      const { sibling, elsewhere } = misfit;
      const others = sibling === undefined ? [] : [this.#fieldAt(node, sibling, object[sibling] ?? null)];
      this.#misfit ??= [
        this.#fieldAt(node, name, value),
        ...others,
        ...(elsewhere === undefined ? [] : [elsewhere]),
      ];
      return true;
    }
    const mayBeAll = !world.isInList && Math.max(...world.wholes) === 0 && mayBeAllOfNothing(name, value);
    // `false` says something, also as a text.
    const isNothing = holdsNothing(value) && flagIn(value) === null && !mayBeAll;
    if (isOfStory || isNothing || world.evidence.has(value)) return false;
    if (world.isInList && (typeof value === "object" || isConversation(key)) && !isUnknownAct(name, value))
      return false;
    // A bound that is met is understood, and so is the measurement that meets it.
    if (world.bounds.has(key.squashed) || isTaughtHarmless(key.squashed, flagIn(value) === false))
      return false;
    if (!mayBeAll && isUnderstood(object, around, name, value, world)) return false;
    if (this.#notUnderstood.size < mostNotUnderstood && !this.#notUnderstood.has(name))
      this.#notUnderstood.set(name, this.#fieldAt(node, name, value));
    return true;
  }

  #fieldAt(node: ObjectNode, name: string, value: JsonValue): OutcomeField {
    const path = [...this.#path, name];
    const [first = ""] = path;
    const at: FieldPath = path.length === 1 ? String(first) : path;
    return flagField(node, at, null, typeof value === "object" ? null : value);
  }
}

const needs =
  /^(?:quota|budget|credits|licen[cs]e|usage|billing|health|infra|retries|findings|labels|annotations)/;

/** `quota: { exceeded: true }`, `judge: { available: false }`, `labels: { human: "fail" }`. */
function isNeededByRun({ isIgnored, squashed }: Key): boolean {
  return isIgnored && (resourceNames.has(squashed) || surroundings.test(squashed) || needs.test(squashed));
}

/** The key names what was said and done in a case. */
function isConversation({ isIgnored, isDescription, partKind }: Key): boolean {
  return isIgnored || isDescription || (partKind !== null && partKind !== "judgement");
}

/** `messages: { undelivered: 1 }`. */
function isTally({ isTotal, squashed }: Key, value: JsonValue): boolean {
  if (!(isTotal || squashed === "summary") || !isJsonObject(value)) return false;
  return comparedNamesOf(value).every(name => typeof value[name] === "number");
}

/** The objects and lists that lead to the cases and counts. */
function valuesAround({ list, main }: JudgementInput): ReadonlySet<JsonValue> {
  const values = new Set<JsonValue>(main === null ? [] : [main.node.value]);
  for (const nodes of [list.cases, list.suites, main === null ? [] : [main.node]])
    for (const { parent } of nodes)
      for (let at = parent; at !== null && !values.has(at.value); at = at.parent) values.add(at.value);
  return values;
}

function isStory({ context: { area, key }, nameOrIndex }: ObjectNode): boolean {
  return (
    (area === "other" || area === "part" || key.squashed === "metadata") && isStoryName(String(nameOrIndex))
  );
}
