/** Tells a report of another run from a report of the run that was started, and sees if a response has no report at all. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type CaseIds, caseIdsIn } from "./announced-cases.ts";
import type { EvidenceNote } from "./evidence.ts";
import { keyOf } from "./keys.ts";
import {
  caseTimesIn,
  findEndBefore,
  findTimeBefore,
  mayBeOfRun,
  type RunTime,
  runTimeIn,
} from "./run-times.ts";
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

/** More ids would have to be kept with the run. */
const mostAnnounced = 200;

export function runStartOf(
  response: JsonObject,
  { id: target }: Target,
  beganAt: number | undefined,
): RunStart {
  const { ids, caseIds } = findRunFields(response, target);
  const announced = caseIds.flatMap(({ unit, ids: all }) =>
    all.length > mostAnnounced ? [] : all.map(id => ({ name: unit, id })),
  );
  const own = ids.map(({ name, id }) => ({ name, id }));
  return { ids: [...own, ...announced], ...(beganAt !== undefined && { beganAt }) };
}

/** Identifies a run that is over: the ids in its responses, and the moments at which it ended. */
export interface RunTrace {
  readonly ids: readonly RunId[];
  readonly ends: readonly number[];
  /** The bytes of its channel report. */
  readonly report?: Uint8Array;
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
  const isOfRun = ({ name }: RunId) => name !== ownId && !looseNames.has(name);
  const known = ids.find(found => isOfRun(found) && !isOwn(found) && isEarlier(found));
  if (known !== undefined) return { kind: "earlier-run", field: known.field, id: known.id };
  const endedAt = ends.find(end => earlier.some(trace => trace.ends.includes(end)));
  return endedAt === undefined ? undefined : { kind: "ended-as-earlier", endedAt };
}

/** A report without ids and times can be the one of an earlier run if it is the same in each letter. */
export function isSameAsEarlier(report: Uint8Array, earlier: readonly RunTrace[]): boolean {
  return earlier.some(
    ({ report: other }) =>
      other?.length === report.length && other.every((byte, index) => byte === report[index]),
  );
}

/** Undefined unless the response is evidently about another run, because a needless doubt costs the whole waiting time. */
export function findOtherRun(
  response: JsonObject,
  target: Target,
  start: RunStart,
): EvidenceNote | undefined {
  const { ids, ends, otherEnds, lists, caseIds, times } = findRunFields(response, target.id);
  const otherTarget = ids.find(found => isOtherTarget(found, target));
  if (otherTarget !== undefined) {
    const { field, id } = otherTarget;
    return { kind: "other-target", field, id, target: target.kind, requestedId: target.id };
  }
  const stranger =
    findStranger(ids, start.ids) ??
    findListedStranger(lists, ids, start.ids) ??
    findStrangeCase(caseIds, start.ids);
  if (stranger !== undefined) {
    const { field, id, startedId } = stranger;
    return { kind: "other-run", field, id, startedId };
  }
  const { beganAt } = start;
  if (beganAt === undefined) return undefined;
  const endedAt = ends.find(end => end < beganAt - clockToleranceMs);
  if (endedAt !== undefined) return { kind: "ended-before", endedAt, beganAt };
  const old =
    findTimeBefore(times, beganAt - clockToleranceMs) ??
    findEndBefore(otherEnds, times, beganAt - clockToleranceMs);
  return old && { kind: "made-before", field: old.field, time: old.text, beganAt };
}

/** A time shows that something began or ended after the start. The time at which a report was made shows nothing. */
export function isUnderWay(response: JsonObject, { id: target }: Target, { beganAt }: RunStart): boolean {
  return (
    beganAt !== undefined &&
    findRunFields(response, target).times.some(
      ({ kind, at, isExact }) => kind !== "made" && isExact && at >= beganAt - clockToleranceMs,
    )
  );
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
        (name === ownId && listedRunNames.has(found.name) && isMadeLike(id, found.id)) ||
        (name === found.name && looseNames.has(name) && isMadeLike(id, found.id)),
    );
    const [first] = alike;
    // A report can have a number of its own beside the id of its run.
    if (looseNames.has(found.name) && reported.some(each => started.some(({ id }) => id === each.id)))
      continue;
    if (first !== undefined && !alike.some(({ id }) => id === found.id))
      return { ...found, startedId: first.id };
  }
  return undefined;
}

/** All cases of the report are others than those that the start announced. */
function findStrangeCase(
  reported: readonly CaseIds[],
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  for (const { unit, field, ids } of reported) {
    const announced = new Set(started.flatMap(({ name, id }) => (name === unit ? id : [])));
    const [startedId] = announced;
    const [id] = ids;
    if (startedId === undefined || id === undefined || ids.some(each => announced.has(each))) continue;
    // A case can have an id of its own, beside the one that was announced.
    const isSameKind = !field.endsWith("].id") || isMadeLike(id, startedId) || haveSameForm(id, startedId);
    if (isSameKind) return { name: unit, field, id, startedId };
  }
  return undefined;
}

/** The ids differ only in their numbers: `t1` and `t2`, `/runs/17` and `/runs/18`. */
function isMadeLike(id: string, other: string): boolean {
  const [form, otherForm] = [id, other].map(text => text.replace(/\d+/g, "#"));
  return form === otherForm && /\d/.test(id) && !idPatterns[1]?.test(id);
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
const otherIds = squashedWords(vocabulary.otherRunIds);
const idForms = ["", ...otherIds];
const runLink = "link";
/** Ids of a response itself, which can be those of its report. */
const looseNames: ReadonlySet<string> = new Set([...otherIds, runLink]);
const wholeNames = squashedWords(vocabulary.runNames);
const runLists = new Set(wholeNames.filter(name => !targetNames.has(name)).map(name => `${name}s`));
const linkNames = new Set(squashedWords(vocabulary.runLinks));
const ownPrefix = new RegExp(`^(?:${squashedWords(vocabulary.ownRunPrefixes).join("|")})(?=.*run)`);
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
  /** The moments at which something ended in objects that don't wrap the run, such as `stats`. */
  readonly otherEnds: RunTime[];
  readonly caseIds: CaseIds[];
}

const mostLevels = 4;
const mostIds = 20;
const mostFields = 50;
const longestId = 200;

function findRunFields(response: JsonObject, target: string): RunFields {
  const found: RunFields = { ids: [], lists: [], ends: [], times: [], otherEnds: [], caseIds: [] };
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
      const runName = nameByField.get(squashed.replace(ownPrefix, ""));
      if (Array.isArray(value)) {
        found.lists.push(runIdsInList(value, field, squashed === "runs"));
        found.caseIds.push(...caseIdsIn(name, value, field));
        found.times.push(...caseTimesIn(name, value, field));
      } else if (isJsonObject(value)) {
        const isInside = runName !== undefined || runEnvelopes.has(squashed);
        if (level === mostLevels) continue;
        if (isInside) search(value, runName ?? ownId, `${field}.`, level + 1);
        else found.otherEnds.push(...endsInside(name, value, `${field}.`, level + 1));
      } else if (squashed === ownId) {
        add(idName, field, value);
      } else if (otherIds.includes(squashed)) {
        add(idName === ownId ? squashed : idName + squashed, field, value);
      } else if (linkNames.has(squashed) && leadsToRun(value)) {
        add(runLink, field, value);
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

/** `/v1/runs/r2` or `https://…/runs/r2`. */
function leadsToRun(value: JsonValue): boolean {
  const segments = typeof value === "string" && value.length <= longestId ? value.split("/") : [];
  return segments.some(
    (segment, index) => runLists.has(squash(segment)) && /\d/.test(segments[index + 1] ?? ""),
  );
}

function endsInside(name: string, object: JsonObject, path: string, level: number): RunTime[] {
  if (!mayBeOfRun(name)) return [];
  const entries = Object.entries(object);
  // A larger object is a map, such as of cases.
  if (entries.length > mostFields) return [];
  return entries.flatMap(([inner, value]): RunTime[] => {
    if (!isJsonObject(value))
      return runTimeIn(inner, value, path + inner, false).filter(({ kind }) => kind === "end");
    return level < mostLevels ? endsInside(inner, value, `${path + inner}.`, level + 1) : [];
  });
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
