/** Compares what was expected or requested with what a run had instead: intents, tools and builds. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf } from "./compared-names.ts";
import type { Findings } from "./findings.ts";
import { isSameOrShort } from "./id-forms.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { flagField, type OutcomeField } from "./nodes.ts";
import { labelTextIn } from "./values.ts";
import { addToCache, isBadWord, isKnownWord, squash } from "./words.ts";

const expected =
  /^(?:expected|requested|intended|planned|desired|wanted|configured|(?:target|validated|approved|candidate)(?=[_ -]?(?:env|version|build|sha|commit|release|revision)))[_ -]?|[_ -]?(?:expected|requested|intended|desired|wanted|(?<=(?:version|build|sha|commit|release|revision)[_ -]?)(?:validated|approved))$/i;

/**
 * The name of a field of the same object that has something else: `expectedIntent: "refund", actualIntent: "cancel"`.
 * Sentences can say the same in other words, so only identifiers are compared.
 */
export function findOtherThanExpected(
  object: JsonObject,
  name: string,
  value: JsonValue,
): string | undefined {
  const stem = stemOfExpected(name);
  if (stem === null) return undefined;
  // `requested_by` beside `reviewed_by`
  if (preposition.test(stem)) return undefined;
  const { isOutcome } = keyOf(stem);
  return comparedNamesOf(object).find(each => {
    const inside = object[each] ?? null;
    const actual = isJsonObject(inside) ? labelTextIn(inside) : inside;
    if (!isActualName(squash(each), stem)) return false;
    if (Array.isArray(inside)) return lacksExpected(inside, value);
    if (typeof value === "string" && typeof actual === "string" && isOutcome) {
      if (isKnownWord(value) !== isKnownWord(actual)) return false;
      if (isKnownWord(value)) return isBadWord(value) !== isBadWord(actual);
    }
    // `expectedTool: "refund", calledTool: null`
    if (isIdentifier(value) && actual === null && squash(each) !== stem) return true;
    return isIdentifier(value) && isIdentifier(actual) && squash(String(value)) !== squash(String(actual));
  });
}

const preposition = /^(?:by|at|on|from|for)$/;

const stems = new Map<string, string | null>();

/** Null for a name that expects nothing. Asked for each field of each case. */
function stemOfExpected(name: string): string | null {
  const known = stems.get(name);
  return known !== undefined ? known : addToCache(stems, name, expected.test(name) ? stemOf(name) : null);
}

/** `expectedTool: "refund", calledTools: []` */
function lacksExpected(list: readonly JsonValue[], value: JsonValue): boolean {
  const found = new Set(list.map(each => squash(String(isJsonObject(each) ? labelTextIn(each) : each))));
  const wanted = Array.isArray(value) ? value : [value];
  return wanted.every(isIdentifier) && wanted.some(each => !found.has(squash(String(each))));
}

function stemOf(name: string): string {
  return squash(name.replace(expected, ""));
}

/** `agent_commit` beside `expected_commit`. */
function isActualName(name: string, stem: string): boolean {
  // `requested_run` beside `run_id`
  return [stem, `${stem}s`, `${stem}id`].some(
    each =>
      (name.endsWith(each) && saysActual(name.slice(0, name.length - each.length))) ||
      (name.startsWith(each) && saysActual(name.slice(each.length))),
  );
}

/** `flashed_release` is what was tested, like `deployed_commit` and `detected_intent`. */
const actual =
  /^(?:|actual|got|heard|said|spoken|found|seen|ran|run|chosen|agent|bot|running|live|inuse|production|current|undertest|(?:serv|us|play)edby|\w{2,12}ed)$/;
/** `expected: "refund", passed: true` is an outcome. */
const otherThanActual =
  /^(?:pass|succeed|complet|finish|match|satisfi|block|expect|request|intend|plan|desire|want|configur|reject|discard|exclud|fail|skipp|replac|relat|requir|allow|forbid|recommend|creat|updat|delet|revert|bas|fix|archiv|deprecat|mock|stubb|compar)ed$/;

function saysActual(word: string): boolean {
  return actual.test(word) && !otherThanActual.test(word);
}

function isIdentifier(value: JsonValue | undefined): value is string | boolean {
  return typeof value === "boolean" || (typeof value === "string" && /^[\w.:@/+~-]{1,64}$/.test(value));
}

// --- Builds --------------------------------------------------------------------------------------------------------

const build = /(?:revision|release|version|build|commit|sha|firmware)$/;
/** A tool, a judge or a model has a version of its own. */
const tested =
  /^(?:|execution|run|job|report|result|agent|bot|sut|system|software|.*undertest|deployment|build)$/;

/** The builds that the run tested, by their squashed names: `execution: { revision: "77be310" }`. */
export function buildsIn({ nodesBesideCases }: Findings): Map<string, OutcomeField> {
  const builds = new Map<string, OutcomeField>();
  for (const node of nodesBesideCases) {
    const { key } = node.context;
    if (!key.isWrapper && !tested.test(key.squashed)) continue;
    for (const name of comparedNamesOf(node.value)) {
      const value = node.value[name];
      const { squashed } = keyOf(name);
      if (typeof value !== "string" || !build.test(squashed) || expected.test(name)) continue;
      // `agent: { build: "2026.11.4" }` is a case's `agent_build`.
      for (const each of [squashed, key.squashed + squashed])
        if (!builds.has(each)) builds.set(each, flagField(node, name, null, value));
    }
  }
  return builds;
}

/** A case has a version of its own, so that only "agent_version" and "build" name the agent's. */
function buildOfAgent(name: string): string {
  const { squashed } = keyOf(name);
  return build.test(squashed) && !/^(?:version|release|revision)$/.test(squashed) ? squashed : "";
}

/** `build: { tested: "1.4.0", current_head: "1.4.2" }` */
export function findOtherThanTested(
  object: JsonObject,
  around: Key,
  name: string,
  value: JsonValue,
): string | undefined {
  if (!build.test(around.squashed) || !/^(?:test|evaluat|validat|assess)ed$/.test(squash(name)))
    return undefined;
  return comparedNamesOf(object).find(each => {
    const inUse = object[each];
    return /^(?:deployed|current|live|production|head|inuse|released)/.test(squash(each)) &&
      isIdentifier(inUse)
      ? !isSameOrShort(squash(String(value)), squash(String(inUse)))
      : false;
  });
}

/** `requestedRevision: "a1f9c02"` or a case's `agent_version: "2.9"` beside another one in an object of the run. */
export function findOtherBuild(
  builds: ReadonlyMap<string, OutcomeField>,
  name: string,
  value: JsonValue,
  isInCase: boolean,
): OutcomeField | undefined {
  if (typeof value !== "string" || builds.size === 0) return undefined;
  const other = builds.get(isInCase ? buildOfAgent(name) : expected.test(name) ? stemOf(name) : "");
  const isSame = isSameOrShort(squash(value), squash(String(other?.value)));
  return isIdentifier(value) && !isSame ? other : undefined;
}
