/** Reads the fields of an object: outcomes, counts and descriptions. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { badWordIn, claimOf, isSome, shortfallIn, tellsFailures } from "./claims.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { detailsOf, type FieldPath, flagOf, type ObjectNode } from "./nodes.ts";
import {
  countIn,
  type DurationUnits,
  flagIn,
  labelIn,
  linkIn,
  namedIn,
  spelledDuration,
  textIn,
} from "./values.ts";
import { decidesOf, isNoCase, saysOf, squash, statusWordOf } from "./words.ts";

/** Receives each scalar outside lists, because it can describe the run as a whole. */
export type OnRunField = (node: ObjectNode, key: Key, name: string, value: string | number | boolean) => void;

const none: string[] = [];

/** Reads all fields and returns the names of those with objects, lists and ids of records. */
export function readFields(
  node: ObjectNode,
  units: DurationUnits,
  onRunField: OnRunField,
): readonly string[] {
  const { area, owner } = node.context;
  if (area === "aside") return nestedIn(node.value);
  const ofRun = owner === null && (area === "run" || area === "beside");
  let nested = none;
  let isBounded = false;
  const needsClaims = ofRun || node.context.key.judges;
  // No check for inherited names, because parsed JSON has none that are enumerable.
  for (const name in node.value) {
    const value = node.value[name];
    if (value === undefined) continue;
    const key = keyOf(name);
    if (key.record?.form === "id" && typeof value === "string") {
      if (nested === none) nested = [name];
      else nested.push(name);
    }
    if (value === null) readNull(node, key, name);
    else if (typeof value === "object") {
      if (key.attributes && area === "element" && isJsonObject(value))
        readAttributes(node, name, value, units);
      readNested(node, key, name, value, units);
      if (nested === none) nested = [name];
      else nested.push(name);
    } else {
      if (key.isBounding) isBounded = true;
      const isRead = key.isOutcome ? readOutcome(node, key, name, value) : key.isQuiet && !needsClaims;
      if (!isRead) readClaim(node, key, name, value);
      if (key.isField) {
        readField(node, key, name, value, units);
        if (ofRun) onRunField(node, key, name, value);
      }
    }
  }
  if (isBounded) readBounds(node);
  return nested;
}

/** Numbers are ignored beside a passed outcome of the same part, because the reader can't tell whether more is better. */
function readBounds(node: ObjectNode): void {
  if (
    node.outcomes?.some(
      ({ says, node: own }) => says === "passed" && own !== null && node.context.area === "part",
    )
  )
    return;
  const shortfall = shortfallIn(node.value);
  if (shortfall === null) return;
  const { name, says } = shortfall;
  const value = Number(node.value[name]);
  if (says === "failed") node.addOutcome(name, says, value, "flag", true);
  else node.against ??= flagOf(node, name, says, value);
}

function nestedIn(object: JsonObject): readonly string[] {
  return Object.keys(object).filter(name => {
    const value = object[name];
    return typeof value === "string"
      ? keyOf(name).record?.form === "id"
      : typeof value === "object" && value !== null;
  });
}

/** `{ "$": { "name": "pays" } }`, `{ "attributes": { "status": "passed" } }`. */
function readAttributes(node: ObjectNode, name: string, attributes: JsonObject, units: DurationUnits): void {
  for (const inner in attributes) {
    const value = attributes[inner];
    if (value === undefined || value === null || typeof value === "object") continue;
    const key = keyOf(inner);
    if (!readOutcome(node, key, [name, inner], value)) readClaim(node, key, [name, inner], value);
    if (key.isField) readField(node, key, [name, inner], value, units);
  }
}

/** An empty verdict is undecided. */
function readNull(node: ObjectNode, key: Key, name: string): void {
  const isVerdict = key.outcome === "verdict" || (key.outcome !== null && key.decisive);
  if (isVerdict || (key.flags && key.says === "passed"))
    node.addOutcome(name, null, null, key.outcome ?? "flag", key.decisive);
}

// --- Outcomes ------------------------------------------------------------------------------------------------------

/** Returns whether the value is one that a field of this name can have. */
function readOutcome(node: ObjectNode, key: Key, path: FieldPath, value: string | number | boolean): boolean {
  if (key.outcome !== null) {
    if (typeof value === "string") return readWord(node, key, path, value);
    if (typeof value === "number") return readCode(node, key, path, value);
    if (key.outcome === "status") return true;
    const isDecisive = key.decisive || key.outcome === "verdict";
    node.addOutcome(path, value ? "success" : "failed", value, "flag", isDecisive);
    return true;
  }
  const amount = key.counts || key.total ? countIn(value) : null;
  if (amount !== null) node.addCount(path, key, amount);
  const flag = key.flags ? flagIn(value) : null;
  if (flag !== null) readFlag(node, key, path, flag);
  else if (key.flags && typeof value === "string" && (key.says === "passed" || key.says === "success")) {
    const says = saysOf(value);
    if (says !== null) node.addOutcome(path, says, value, "flag", key.says === "passed");
    return says !== null;
  }
  if (key.code && typeof value === "number") return readCode(node, key, path, value);
  return flag !== null || amount !== null;
}

/** Keeps the first value that contradicts a pass under a name that isn't a known outcome. */
function readClaim(node: ObjectNode, key: Key, path: FieldPath, value: string | number | boolean): void {
  const { area, key: around } = node.context;
  // In an object of criteria each name is a criterion, whatever else it can mean.
  const isJudged =
    around.judges &&
    typeof node.step === "string" &&
    key.fields.name < 0 &&
    key.fields.message < 0 &&
    key.mayFail === null;
  if (isJudged && value === true) return;
  if (isJudged && (value === false || (typeof value === "string" && saysOf(value) === "failed"))) {
    node.against ??= flagOf(node, path, "failed", value);
    return;
  }
  // Within a case, false can be about the case at any depth.
  const isClose =
    area === "run" || area === "element" || isJudged || (value === false && node.context.owner !== null);
  const isOfRun = area === "run" || area === "beside";
  const says =
    isOfRun && typeof value === "string" && tellsFailures(value) ? "failed" : claimOf(key, value, isClose);
  if (says !== null) node.against ??= flagOf(node, path, says, value);
}

function readWord(node: ObjectNode, key: Key, path: FieldPath, value: string): boolean {
  const { area } = node.context;
  const understood = saysOf(value);
  // "outstanding" and "disappointing" are verdicts, although they end like a running status.
  const isUnknownVerdict =
    understood === "running" && key.outcome === "verdict" && statusWordOf(squash(value))?.says == null;
  const says = isUnknownVerdict ? null : understood;
  if ((says === null || says === "running") && endsReview(node, key, value)) return true;
  if (key.aspect && (says === null || says === "passed" || says === "success" || says === "finished"))
    return true;
  if (says === null) {
    // A sentence, an id or a number isn't a status word, and so not an unknown one either.
    const longestStatus = 40;
    const isWord = value.length <= longestStatus && /^\p{L}[\p{L}\s_-]*$/u.test(value);
    if (/\b[1-9]\d*\s+(?:fail|error)/i.test(value)) node.addOutcome(path, "failed", value, "flag", false);
    const isVerdict = key.outcome === "verdict" && value.trim() !== "";
    if (!isVerdict && (!isWord || (key.outcome === "result" && !key.decisive && area === "run"))) return true;
  }
  // Most values are "passed", and a search in these would take a tenth of the time of reading.
  if (says === "passed" && value !== "passed" && /flak/i.test(value)) detailsOf(node).flaky = true;
  node.addOutcome(path, says, value, key.outcome ?? "flag", key.decisive || key.outcome === "verdict");
  return true;
}

/** "submitted" ends a review, but starts a run. */
function endsReview({ context }: ObjectNode, key: Key, value: string): boolean {
  const isReview = /^reviews?$/.test(context.key.squashed) && key.outcome !== "verdict";
  return isReview && decidesOf(value, false) === "ended";
}

/** The service's own status number has no known status; an HTTP status isn't an outcome. */
function readCode(node: ObjectNode, key: Key, path: FieldPath, value: number): boolean {
  const isHttp = value >= 100 && value < 600;
  if (node.context.area === "element" && !isHttp && !key.aspect)
    node.addOutcome(path, null, value, "code", false);
  return true;
}

function readFlag(node: ObjectNode, key: Key, path: FieldPath, value: boolean): void {
  const { says } = key;
  if (says === "passed") node.addOutcome(path, value ? "passed" : "failed", value, "flag", true);
  else if (says === "success") node.addOutcome(path, value ? "success" : "failed", value, "flag", false);
  // An uncompleted task can be over, as a dropped call is.
  else if (says === "finished" && !value && key.unit !== null && node.context.area === "element")
    node.addOutcome(path, "undecided", value, "flag", false);
  else if (says === "finished") node.addOutcome(path, value ? "finished" : "running", value, "flag", false);
  else if (value) node.addOutcome(path, says, value, "flag", says === "failed");
  else if (says === "running") node.addOutcome(path, "finished", value, "flag", false);
}

// --- Objects and lists ---------------------------------------------------------------------------------------------

function readNested(
  node: ObjectNode,
  key: Key,
  name: string,
  value: JsonObject | JsonValue[],
  units: DurationUnits,
): void {
  const { area } = node.context;
  if (key.fields.message >= 0) {
    const text = textIn(value);
    if (text !== null) takeMessage(node, key, text);
    if (text !== null && !Array.isArray(value)) readRunError(node, key, name, text);
  }
  if ((key.tellsFailure || key.isBadNews) && isSome(value, key.error))
    node.against ??= flagOf(node, name, key.tellsFailure ? "failed" : "undecided", null);
  if (Array.isArray(value)) {
    const isOfWords = key.outcome !== null || /(?:results|verdicts|statuses|outcomes)$/.test(key.squashed);
    const at = isOfWords ? badWordIn(value) : -1;
    if (at >= 0) node.against ??= flagOf(node, [name, at], "failed", String(value[at]));
    if (key.fields.suite >= 0) detailsOf(node).suite ??= value.filter(part => typeof part === "string");
    else if (key.fields.name >= 0 && area === "element") takeName(node, key, labelIn(value));
    if (key.attempts === "surely" && value.length > 0) detailsOf(node).retries ??= value.length - 1;
    return;
  }
  if (area === "run" && key.outcome !== null) readWordInside(node, key, name, value);
  if (area === "element" || area === "attempt" || area === "part") {
    if (key.outcome !== null) readOutcomeObject(node, key, name, value, units);
    else if (key.fields.name >= 0) takeName(node, key, labelIn(value));
    if (key.fields.suite >= 0) detailsOf(node).suite ??= suiteOf(labelIn(value));
    if (key.location) readLocation(node, value);
  }
  if (key.counts) {
    const [amount] = namedIn(value, countInside);
    const number = amount === undefined ? null : countIn(amount);
    if (number !== null) node.addCount(name, key, number);
  }
}

const countInside = ["count", "total", "value", "num", "number"];
const wordInside = new Set([
  "name",
  "value",
  "text",
  "label",
  "code",
  "type",
  "key",
  "displayname",
  "displayvalue",
  "summary",
  "id",
]);

/** An object in place of a status word: `status: { name: "FAILED" }`, `state: { result: { name: "PASSED" } }`. */
function readOutcomeObject(
  node: ObjectNode,
  key: Key,
  name: string,
  object: JsonObject,
  units: DurationUnits,
): void {
  for (const inner in object) {
    const value = object[inner];
    const innerKey = keyOf(inner);
    const path = [name, inner];
    if (typeof value === "string") {
      if (innerKey.outcome !== null) readWord(node, innerKey, path, value);
      else if (wordInside.has(innerKey.squashed) && saysOf(value) !== null) readWord(node, key, path, value);
      else if (innerKey.fields.message >= 0) takeMessage(node, innerKey, textIn(value));
    } else if (typeof value === "boolean") {
      if (innerKey.flags) readFlag(node, innerKey, path, value);
    } else if (typeof value === "number") readDuration(node, innerKey, value, units);
    else if (isJsonObject(value) && innerKey.outcome !== null) {
      const word = namedIn(value, ["name", "value", "text", "label", "status", "result"]).find(
        text => typeof text === "string" && saysOf(text) !== null,
      );
      if (typeof word === "string") readWord(node, innerKey, path, word);
    }
  }
}

/** Reads only the words, because the walk enters this object of the run later. */
function readWordInside(node: ObjectNode, key: Key, name: string, object: JsonObject): void {
  for (const inner in object) {
    const value = object[inner];
    if (typeof value !== "string" || !wordInside.has(keyOf(inner).squashed) || saysOf(value) === null)
      continue;
    readWord(node, key, [name, inner], value);
  }
}

function readLocation(node: ObjectNode, object: JsonObject): void {
  for (const name in object) {
    const key = keyOf(name);
    const value = object[name];
    if (key.fields.file >= 0 && typeof value === "string") detailsOf(node).file ??= value;
    if (key.fields.line >= 0 && isLine(value)) detailsOf(node).line ??= value;
  }
}

// --- Descriptions --------------------------------------------------------------------------------------------------

function readField(
  node: ObjectNode,
  key: Key,
  path: FieldPath,
  value: string | number | boolean,
  units: DurationUnits,
): void {
  const { area } = node.context;
  const { fields } = key;
  if (key.duration !== null) readDuration(node, key, value, units);
  if (key.share) detailsOf(node).graded = true;
  if (fields.exitCode >= 0 && typeof value === "number" && value !== 0)
    node.addOutcome(path, "failed", value, "code", true);
  if (fields.start >= 0 && typeof value !== "boolean") detailsOf(node).start ??= value;
  if (fields.end >= 0 && typeof value !== "boolean") detailsOf(node).end ??= value;
  // A number in quotes is a count and not a message.
  if (fields.message >= 0 && typeof value === "string" && !/^\d*$/.test(value.trim())) {
    const text = textIn(value);
    takeMessage(node, key, text);
    if (text !== null) readRunError(node, key, path, text);
  }
  if (key.mayFail !== null && flagIn(value) === (key.mayFail === "set")) detailsOf(node).mayFail = true;
  if (area === "run" || area === "part") return;
  if (fields.name >= 0 && typeof value !== "boolean") takeName(node, key, labelIn(value));
  if (key.isId) node.id ??= String(value);
  if (fields.url >= 0 || key.link) takeUrl(node, key, value);
  if (typeof value === "string") readText(node, key, value);
  else if (typeof value === "number") readNumber(node, fields, value);
  else {
    if (fields.flaky >= 0) detailsOf(node).flaky = value;
    if (fields.isRetry >= 0 && value) detailsOf(node).isRetry = true;
  }
}

function readText(node: ObjectNode, { fields, isId, reference }: Key, text: string): void {
  if (reference && !isId) {
    const details = detailsOf(node);
    if (details.references === null) details.references = [text];
    else details.references.push(text);
  }
  if (fields.kind >= 0 && isNoCase(text)) node.isNoCase = true;
  if (text === "") return;
  const longest = 1000;
  if (fields.file >= 0) detailsOf(node).file ??= text.slice(0, longest);
  if (fields.suite >= 0) detailsOf(node).suite ??= [text.slice(0, longest)];
  if (fields.skipReason >= 0) detailsOf(node).skipReason = true;
}

function readNumber(node: ObjectNode, fields: Key["fields"], number: number): void {
  if (fields.line >= 0 && isLine(number)) detailsOf(node).line ??= number;
  if (fields.retries >= 0) detailsOf(node).retries ??= number;
  if (fields.attempts >= 0 && number > 0) detailsOf(node).retries ??= number - 1;
}

/** An error of the run contradicts a pass, but isn't a verdict. */
function readRunError(node: ObjectNode, key: Key, path: FieldPath, text: string): void {
  if (node.context.area !== "run" || !key.error) return;
  if (!/^(?:none|null|n\/a|no errors?|false|-)$/i.test(text.trim()))
    node.addOutcome(path, "failed", text, "flag", false);
}

function readDuration(
  node: ObjectNode,
  key: Key,
  value: string | number | boolean,
  units: DurationUnits,
): void {
  if (key.duration === null || node.duration !== null || typeof value === "boolean") return;
  if (typeof value === "string") {
    const spelled = spelledDuration(value);
    if (spelled !== null) {
      node.duration = spelled;
      return;
    }
    if (!/^\d+(?:\.\d+)?$/.test(value)) return;
  }
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) return;
  node.duration = number;
  node.durationKey = key;
  if (key.duration === 0) units.note(key.squashed, number);
}

function takeName(node: ObjectNode, key: Key, name: string | null): void {
  if (name === null || key.fields.name >= node.nameRank) return;
  node.name = name;
  node.nameRank = key.fields.name;
}

function takeMessage(node: ObjectNode, key: Key, text: string | null): void {
  if (text === null) return;
  if (key.error) node.error = true;
  if (key.fields.message >= node.messageRank) return;
  node.message = text;
  node.messageRank = key.fields.message;
}

function takeUrl(node: ObjectNode, key: Key, value: JsonValue): void {
  const otherLinks = 1000;
  const rank = key.fields.url >= 0 ? key.fields.url : otherLinks;
  if (rank >= node.urlRank) return;
  const link = linkIn(value);
  if (link === null) return;
  node.url = link;
  node.urlRank = rank;
}

function isLine(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

function suiteOf(text: string | null): string[] | null {
  return text === null ? null : [text];
}
