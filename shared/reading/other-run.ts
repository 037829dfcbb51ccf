/** Tells a report of another run from a report of the run that was started, and sees if a response has no report at all. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { EvidenceNote } from "./evidence.ts";
import { keyOf } from "./keys.ts";
import { caseTimesIn, findTimeBefore, type RunTime, runTimeIn } from "./run-times.ts";
import { durationMsInText } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { squash, squashedWords, statusOfText } from "./words.ts";

/** Identifies a run by the response to its start. */
export interface RunStart {
  readonly ids: readonly RunId[];
  /** When the run began at the earliest, in milliseconds since 1970, by the clock of the service. */
  readonly beganAt?: number;
}

export interface RunId {
  /** The squashed name of the run's field, such as "run" or "job"; "id" for the id of the response itself. */
  readonly name: string;
  readonly id: string;
}

/** Its id identifies no run. */
interface Target {
  readonly kind: "batch" | "channel";
  readonly id: string;
}

export function runStartOf(
  response: JsonObject,
  { id: target }: Target,
  beganAt: number | undefined,
): RunStart {
  const ids = findRunFields(response, target).ids.map(({ name, id }) => ({ name, id }));
  return { ids, ...(beganAt !== undefined && { beganAt }) };
}

/** Identifies a run that is over: the ids in its responses, and the moments at which it ended. */
export interface RunTrace {
  readonly ids: readonly RunId[];
  readonly ends: readonly number[];
}

export function runTraceOf(response: JsonObject, { id: target }: Target): RunTrace {
  const { ids, ends } = findRunFields(response, target);
  return { ids: ids.map(({ name, id }) => ({ name, id })), ends };
}

/**
 * The id of a response itself doesn't count, because it can be the id of a report that stays the same. An earlier run was
 * over before this one began, so both can't have ended at the same moment.
 */
export function findEarlierRun(
  response: JsonObject,
  { id: target }: Target,
  start: RunStart,
  earlier: readonly RunTrace[],
): EvidenceNote | undefined {
  if (earlier.length === 0) return undefined;
  const { ids, ends } = findRunFields(response, target);
  const isOwn = ({ name, id }: RunId) => start.ids.some(own => own.name === name && own.id === id);
  const isEarlier = ({ name, id }: RunId) =>
    earlier.some(trace => trace.ids.some(other => other.name === name && other.id === id));
  const known = ids.find(found => found.name !== ownId && !isOwn(found) && isEarlier(found));
  if (known !== undefined) return { kind: "earlier-run", field: known.field, id: known.id };
  const endedAt = ends.find(end => earlier.some(trace => trace.ends.includes(end)));
  return endedAt === undefined ? undefined : { kind: "ended-as-earlier", endedAt };
}

/** Undefined unless the response is evidently about another run, because a needless doubt costs the whole waiting time. */
export function findOtherRun(
  response: JsonObject,
  target: Target,
  start: RunStart,
): EvidenceNote | undefined {
  const { ids, ends, lists, times } = findRunFields(response, target.id);
  const otherTarget = ids.find(found => isOtherTarget(found, target));
  if (otherTarget !== undefined) {
    const { field, id } = otherTarget;
    return { kind: "other-target", field, id, target: target.kind, requestedId: target.id };
  }
  const stranger = findStranger(ids, start.ids) ?? findListedStranger(lists, ids, start.ids);
  if (stranger !== undefined) {
    const { field, id, startedId } = stranger;
    return { kind: "other-run", field, id, startedId };
  }
  const { beganAt } = start;
  if (beganAt === undefined) return undefined;
  const endedAt = ends.find(end => end < beganAt - clockToleranceMs);
  if (endedAt !== undefined) return { kind: "ended-before", endedAt, beganAt };
  const old = findTimeBefore(times, beganAt - clockToleranceMs);
  return old && { kind: "made-before", field: old.field, time: old.text, beganAt };
}

/** A service can have two ids for one target, such as a name and a UUID, so only ids of the same form are compared. */
function isOtherTarget({ name, field, id }: FoundId, target: Target): boolean {
  if (name !== target.kind || !haveSameForm(id, target.id)) return false;
  // A text under `batch` or `channel` can be a title or a medium.
  return /\d/.test(id) || /id$/i.test(field);
}

/** Both are numbers, UUIDs or letters only, or have the same words. */
function haveSameForm(id: string, other: string): boolean {
  const words = wordsOf(id);
  return (
    idPatterns.some(form => form.test(id) && form.test(other)) || (words !== "" && words === wordsOf(other))
  );
}

const numeric = /^\d+$/;
const idPatterns = [numeric, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, /^[\p{L} _-]+$/u];

/** A service can have several machines, whose clocks differ by seconds, and times without fractions of a second. */
const clockToleranceMs = 5000;

interface FoundId extends RunId {
  /** As the response writes it. */
  readonly field: string;
}

/** Only the first name that both have decides, because a less certain one can name a part or a task of the service. */
function findStranger(
  reported: readonly FoundId[],
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  for (const name of runNames) {
    const mine = started.filter(id => id.name === name);
    const [first] = mine;
    const theirs = reported.filter(id => id.name === name);
    if (first === undefined || theirs.length === 0) continue;
    const stranger = theirs.find(({ id }) => !mine.some(each => each.id === id));
    return stranger && { ...stranger, startedId: first.id };
  }
  // The id of a response can be the id of its report. It is an id of a run only if it is made like one: `run_1`, `run_2`.
  for (const found of reported) {
    const alike = started.filter(
      ({ name, id }) =>
        ((name === ownId || found.name === ownId) &&
          wordsOf(id) !== "" &&
          wordsOf(id) === wordsOf(found.id)) ||
        // The response to a start has the number of the run, but a report can have a number of its own.
        (name === ownId && listedRunNames.has(found.name) && numeric.test(id) && numeric.test(found.id)),
    );
    const [first] = alike;
    if (first !== undefined && !alike.some(({ id }) => id === found.id))
      return { ...found, startedId: first.id };
  }
  return undefined;
}

/**
 * The cases or runs in a list belong to another run if all share the same other id, or only some have the id of the run.
 * If each case has an id of its own, the ids don't identify the run. One case alone can have such an id, too.
 */
function findListedStranger(
  lists: readonly ListedIds[],
  reported: readonly FoundId[],
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  const isOfRun = ({ name }: RunId) => listedRunNames.has(name);
  const own = [...started, ...reported].filter(isOfRun);
  const [first] = own;
  if (first === undefined) return undefined;
  for (const { found, areCases, length } of lists) {
    const stranger = found.find(({ id }) => !own.some(each => each.id === id));
    const isShared = found.length === 1 && (length > 1 || !areCases || !reported.some(isOfRun));
    const isMixed = areCases && found.some(({ id }) => own.some(each => each.id === id));
    if (stranger !== undefined && (isShared || isMixed)) return { ...stranger, startedId: first.id };
  }
  return undefined;
}

/** The words in an id without its numbers and random parts: "channel run" for `channel-1-run-2`. */
function wordsOf(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).flatMap(part => {
    const [, word] = /^([a-z]{2,}|[A-Z]{2,})\d*$/.exec(part) ?? [];
    return word === undefined || /^[\da-f]+$/i.test(part) ? [] : word.toLowerCase();
  });
  return words.join(" ");
}

// --- The fields that identify a run --------------------------------------------------------------------------------

const ownId = "id";
const targetNames: ReadonlySet<string> = new Set(["batch", "channel"]);
/** Only ids of the same form are compared, because a run can have an id, a UUID and a number. */
const idForms = ["", "uuid", "number"];
const wholeNames = squashedWords(vocabulary.runNames);
const runNames = wholeNames.flatMap(name => idForms.map(form => name + form));
const nameByField = new Map(
  runNames.flatMap(name => [
    [name, name],
    [`${name}id`, name],
  ]),
);
const runEnvelopes = new Set(squashedWords(vocabulary.runEnvelopes));

/** Cases can have the id of their run under these names. Under the others they can have ids of their own. */
const listedRunNames = new Set(
  ["run", "channelrun", "batchrun"].flatMap(name => idForms.map(form => name + form)),
);

interface ListedIds {
  /** The distinct ids in the list. */
  readonly found: readonly FoundId[];
  readonly areCases: boolean;
  readonly length: number;
}

interface RunFields {
  readonly ids: FoundId[];
  readonly lists: ListedIds[];
  /** The moments at which the run ended. */
  readonly ends: number[];
  readonly times: RunTime[];
}

const mostLevels = 4;
const mostIds = 20;
const longestId = 200;

function findRunFields(response: JsonObject, target: string): RunFields {
  const found: RunFields = { ids: [], lists: [], ends: [], times: [] };
  const add = (name: string, field: string, value: JsonValue) => {
    if (typeof value !== "string" && typeof value !== "number") return;
    const id = String(value).trim();
    if (id === "" || id === target || id.length > longestId || found.ids.length === mostIds) return;
    found.ids.push({ name, field, id });
  };
  const search = (object: JsonObject, idName: string, path: string, level: number) => {
    const isTarget = targetNames.has(idName) || object["id"] === target;
    for (const [name, value] of Object.entries(object)) {
      const squashed = squash(name);
      const field = path + name;
      const runName = nameByField.get(squashed);
      if (Array.isArray(value)) {
        found.lists.push(runIdsInList(value, field, squashed === "runs"));
        found.times.push(...caseTimesIn(name, value, field));
      } else if (isJsonObject(value)) {
        const isInside = runName !== undefined || runEnvelopes.has(squashed);
        if (isInside && level < mostLevels) search(value, runName ?? ownId, `${field}.`, level + 1);
      } else if (squashed === ownId) {
        add(idName, field, value);
      } else if (runName !== undefined && (!wholeNames.includes(squashed) || isId(squashed, value))) {
        add(runName, field, value);
      } else {
        const times = runTimeIn(name, value, field, isTarget);
        found.ends.push(...times.flatMap(({ kind, at }) => (kind === "end" ? at : [])));
        found.times.push(...times);
      }
    }
  };
  search(response, ownId, "", 1);
  return found;
}

function runIdsInList(list: readonly JsonValue[], field: string, areRuns: boolean): ListedIds {
  const [first] = list;
  const idField = Object.keys(isJsonObject(first) ? first : {}).find(
    name => (areRuns && name === ownId) || listedRunNames.has(nameByField.get(squash(name)) ?? ""),
  );
  const found = new Map<string, FoundId>();
  for (const [index, element] of idField === undefined ? [] : list.entries()) {
    const id = isJsonObject(element) ? element[idField ?? ""] : undefined;
    if ((typeof id !== "string" && typeof id !== "number") || found.has(String(id))) continue;
    found.set(String(id), { name: "run", field: `${field}[${index}].${idField}`, id: String(id) });
  }
  return { found: [...found.values()], areCases: !areRuns, length: list.length };
}

/** `run: 2` is the number of a run, while `call: 2` can be a count. */
function isId(squashed: string, value: JsonValue): boolean {
  return isWrittenLikeId(value) || (squashed.endsWith("run") && Number.isInteger(value));
}

/** `run: "run_2"`, but not `run: "finished"`, `call: "2m 30s"` or `job: "2/5"`. */
function isWrittenLikeId(value: JsonValue): boolean {
  return (
    typeof value === "string" &&
    /^(?=.*\d)(?=.*[A-Za-z])[\w-]+$/.test(value) &&
    statusOfText(value) === null &&
    durationMsInText(value) === null
  );
}

// --- Responses without a report ------------------------------------------------------------------------------------

const requestFlags = new Set(squashedWords(vocabulary.requestFlags));

/** `{}`, `{report: null}` and `{success: true, data: {}}`: the response contains nothing about a run. */
export function hasNoReport(response: JsonObject): boolean {
  return isWithoutReport(response, 1);
}

function isWithoutReport(object: JsonObject, level: number): boolean {
  let isAllEmpty = true;
  let hasEmptyEnvelope = false;
  for (const [name, value] of Object.entries(object)) {
    if (isNothing(name, value, level)) hasEmptyEnvelope ||= runEnvelopes.has(squash(name));
    else if (!isIdField(name, value)) {
      if (!isAboutRequest(name, value)) return false;
      isAllEmpty = false;
    }
  }
  return isAllEmpty || hasEmptyEnvelope;
}

/** An empty list counts only as an envelope, because elsewhere it can be good news: `failures: []`. */
function isNothing(name: string, value: JsonValue, level: number): boolean {
  if (Array.isArray(value)) return value.length === 0 && runEnvelopes.has(squash(name));
  if (isJsonObject(value)) return level < mostLevels && isWithoutReport(value, level + 1);
  return value === null || value === "";
}

function isIdField(name: string, value: JsonValue): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const { isId, isReference } = keyOf(name);
  return isId || isReference || (nameByField.has(squash(name)) && isWrittenLikeId(value));
}

function isAboutRequest(name: string, value: JsonValue): boolean {
  if (value === true) return requestFlags.has(squash(name));
  return typeof value === "string" && (keyOf(name).isDescription || statusOfText(value) === "success");
}
