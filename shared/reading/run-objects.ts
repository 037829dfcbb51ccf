/** Finds ids in objects whose names say nothing about runs: `scan: { scan_id: "s1" }`, `target: { channelId: "cha_2" }`. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import * as vocabulary from "./vocabulary.ts";
import { splitTable, squash, squashedWords } from "./words.ts";

export interface RunId {
  /** The squashed name of the run's field, such as "run" or "job"; "id" for the id of the response itself. */
  readonly name: string;
  readonly id: string;
}

export interface FoundId extends RunId {
  /** As the response writes it. */
  readonly field: string;
}

const mostLevels = 6;
/** A larger object is a map, such as of cases. */
const mostFields = 50;
const longestId = 200;

/** Their ids can differ between the start and the report of one run, or belong to what is tested. */
const strangers = new Set(splitTable(vocabulary.strangersToRuns));
const envelopes = new Set(squashedWords(vocabulary.runEnvelopes));

function isStranger(name: string): boolean {
  const { isIgnored, isEarlierRun, isBesideRun, recordShape, caseFact, elementKind } = keyOf(name);
  const isKnown =
    isIgnored || isEarlierRun || isBesideRun !== null || recordShape !== undefined || caseFact !== null;
  return isKnown || elementKind !== null || tokensOf(name).some(token => strangers.has(token));
}

// --- The object of the run -----------------------------------------------------------------------------------------

const idForm = /^(?:hashed|hash|public|short|unique)?id$|^(?:uid|uuid|guid)$/;

/** The ids of an object directly in the response, which can be the run under a name of the service: `scan: { id: "s1" }`. */
export function objectIdsIn(name: string, object: JsonObject, path: string): FoundId[] {
  const { isIrrelevant, isDescribing, outcomeName } = keyOf(name);
  if (isIrrelevant || isDescribing || outcomeName !== null || isStranger(name)) return [];
  const objectName = squash(name);
  return Object.entries(object).flatMap(([field, value]) => {
    const squashed = squash(field);
    const form = squashed === `${objectName}id` ? "id" : squashed;
    const id = idForm.test(form) ? idIn(value) : undefined;
    return id === undefined ? [] : [{ name: objectName + form, field: path + field, id }];
  });
}

/** `scan_id: "s1"` directly in the response. */
export function flatObjectIdIn(field: string, value: JsonValue, path: string): FoundId[] {
  const [, objectName = ""] = flatId.exec(field) ?? [];
  const { isDescribing, outcomeName } = keyOf(objectName);
  if (objectName === "" || isDescribing || outcomeName !== null || isStranger(objectName)) return [];
  const id = idIn(value);
  return id === undefined ? [] : [{ name: `${squash(objectName)}id`, field: path + field, id }];
}

/** `ref: "rdt-4472"` or `job: 42` directly in the response. Only numbers in it can differ between two runs. */
export function plainIdIn(field: string, value: JsonValue, path: string): FoundId[] {
  const isNumberOfRun = Number.isInteger(value) && numberedRuns.test(squash(field));
  if (!isNumberOfRun && (keyOf(field).outcomeName !== null || isStranger(field))) return [];
  const id = isNumberOfRun || (typeof value === "string" && numbered.test(value)) ? idIn(value) : undefined;
  return id === undefined ? [] : [{ name: plainName + squash(field), field: path + field, id }];
}

/** `commit: "4f1c9a2"`, `environment: "staging"`. */
export function traitIn(field: string, value: JsonValue, path: string): FoundId[] {
  const name = squash(field);
  const id = traits.has(name) && typeof value === "string" ? idIn(value.toLowerCase()) : undefined;
  return id === undefined ? [] : [{ name, field: path + field, id }];
}

const traits = new Set(squashedWords(vocabulary.runTraits));

/** `rdt-4472`, `R-20261128-03`. */
const numbered = /^(?:[a-z]{2,}|[A-Z]{1,5})[_-]\S+$/;
const numberedRuns = /^(?:run|job|execution|launch|build|seq|sequence|no|nr)$/;
/** Two ids under such a name are compared only if they differ in nothing but their numbers. */
export const plainName = "plain ";

const flatId = /^(.+?)_?(?:Id|ID|(?<=_)id)$/;

// --- The target ----------------------------------------------------------------------------------------------------

const targetField = /^(batch|channel)(id|ref|no|nr|number|key|code|slug)?$/;

/** The ids of batches and channels in an object, unless it is a case or something beside the run. */
export function namedTargetIn(name: string, object: JsonObject, path: string, level: number): FoundId[] {
  const isEnvelope = envelopes.has(squash(name));
  if ((isStranger(name) && !isEnvelope) || (keyOf(name).isIrrelevant && squash(name) !== "target")) return [];
  const entries = Object.entries(object);
  const isMap = entries.length > 1 && entries.every(([, value]) => isJsonObject(value));
  if (isMap || entries.length > mostFields) return [];
  const [, kind] = targetField.exec(squash(kindOf(object))) ?? [];
  return entries.flatMap(([field, value]): FoundId[] => {
    const id = kind !== undefined && field === "id" ? idIn(value) : undefined;
    if (kind !== undefined && id !== undefined) return [{ name: kind, field: path + field, id }];
    if (!isJsonObject(value)) return targetIdIn(field, value, path);
    if (level >= mostLevels) return [];
    const [, inner] = targetField.exec(squash(field)) ?? [];
    if (inner === undefined) return namedTargetIn(field, value, `${path + field}.`, level + 1);
    const innerId = idIn(value["id"] ?? null);
    return innerId === undefined ? [] : [{ name: inner, field: `${path + field}.id`, id: innerId }];
  });
}

/** `batch_id: "bat_9"`, `batch: "vibes-old"` or `channel: "sports-desk"`, but not `channel: 2` or `batch: "nightly"`. */
export function targetIdIn(field: string, value: JsonValue, path: string): FoundId[] {
  const [, name, ending] = targetField.exec(squash(field)) ?? [];
  const id = name === undefined ? undefined : idIn(value);
  if (name === undefined || id === undefined || (ending === undefined && !tagged.test(id))) return [];
  return [{ name, field: path + field, id }];
}

const tagged = /^[a-z]{2,}[_-]\S+$/;

/** `kind: "channel"`, `type: "run"`, `resourceType: "Task"`. */
export function kindOf({
  object,
  resourceType = object,
  kind = resourceType,
  type = kind,
}: JsonObject): string {
  return typeof type === "string" ? type : "";
}

function idIn(value: JsonValue): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const id = String(value).trim();
  return id === "" || id.length > longestId ? undefined : id;
}
