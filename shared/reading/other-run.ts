/** Tells a report of another run from a report of the run that was started. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { anyUnit, caseIdsIn, isUnit, type ListField, reportedCaseIdsIn } from "./announced-cases.ts";
import type { EvidenceNote } from "./evidence.ts";
import { haveSameForm, isMadeLike, isSameOrShort, wordsOf } from "./id-forms.ts";
import { findMentionOfOther } from "./mentioned-runs.ts";
import {
  findRunFields,
  isLoose,
  type ListedIds,
  linkedRun,
  listedRunNames,
  ownId,
  runIdInLink,
  runIdNames,
  runLink,
  targetNames,
} from "./run-fields.ts";
import { type FoundId, plainName, type RunId } from "./run-objects.ts";
import { findEndBefore, findTimeBefore } from "./run-times.ts";

/** Identifies a run by the response to its start. */
export interface RunStart {
  readonly ids: readonly RunId[];
  /** The ids of objects that can be the run under a name of the service. Present only if nothing else identifies the run. */
  readonly objectIds?: readonly RunId[];
  /** When the run began at the earliest, in milliseconds since 1970, by the clock of the service. */
  readonly beganAt?: number;
}

/** Its id identifies no run. */
interface Target {
  readonly kind: "batch" | "channel";
  readonly id: string;
}

/** More ids would have to be kept with the run. */
const mostAnnounced = 200;
const mostObjects = 20;

export function runStartOf(
  response: JsonObject,
  { id: target }: Target,
  beganAt: number | undefined,
  location?: string,
): RunStart {
  const { ids: inBody, objectIds, caseLists, lists } = findRunFields(response, target);
  const named = [...inBody, ...idsInLinks(inBody, location)];
  // `run_ids: ["run_1"]`. Beside the id of the run, a list of runs has earlier ones.
  const listed = lists.flatMap(({ areCases, found }) =>
    areCases || found.length > mostAnnounced ? [] : found,
  );
  const ids = named.some(({ name }) => listedRunNames.has(name)) ? named : [...named, ...listed];
  const announced = caseLists
    .flatMap(caseIdsIn)
    .flatMap(({ unit, ids: all }) => (all.length > mostAnnounced ? [] : all.map(id => ({ name: unit, id }))));
  const own = ids.map(({ name, id }) => ({ name, id }));
  const objects = ids.every(({ name }) => isLoose(name) || targetNames.has(name))
    ? objectIds.slice(0, mostObjects).map(({ name, id }) => ({ name, id }))
    : [];
  return {
    ids: [...own, ...announced],
    ...(objects.length > 0 && { objectIds: objects }),
    ...(beganAt !== undefined && { beganAt }),
  };
}

/** `location` is the header of the response. */
function idsInLinks(ids: readonly FoundId[], location?: string): FoundId[] {
  const links = ids.filter(({ name }) => name === runLink);
  if (location !== undefined && runIdInLink(location) !== undefined)
    links.push({ name: runLink, field: "Location", id: location });
  return [
    ...links.filter(({ field }) => field === "Location"),
    ...links.map(link => ({ ...link, name: linkedRun, id: runIdInLink(link.id) ?? "" })),
  ];
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
  return { ids: ids.map(({ name, id }) => ({ name, id })), ends: ends.map(({ at }) => at) };
}

/**
 * Identifies a run by the text of its stored report; undefined if the text is no object. The report itself counts only if
 * it has an id of its own, because a service without ids can report each run by the same text.
 */
export function storedRunTraceOf(
  text: string,
  target: Target,
  start: Pick<RunStart, "ids"> | undefined,
): RunTrace | undefined {
  const response = parseJson(text);
  if (!isJsonObject(response)) return undefined;
  const { ids, ends } = runTraceOf(response, target);
  const hasOwnId = ids.some(({ name }) => name === ownId);
  return {
    ids: [...ids, ...(start?.ids ?? [])],
    ends,
    ...(hasOwnId && { report: new TextEncoder().encode(text) }),
  };
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
  const isOfRun = ({ name }: RunId) => name !== ownId && !isLoose(name);
  const known = ids.find(found => isOfRun(found) && !isOwn(found) && isEarlier(found));
  if (known !== undefined) return { kind: "earlier-run", field: known.field, id: known.id };
  // A fast service can end two runs in the same second.
  if (ids.some(found => isOfRun(found) && isOwn(found))) return undefined;
  const end = ends.find(({ at }) => earlier.some(trace => trace.ends.includes(at)));
  return end && { kind: "ended-as-earlier", time: end.text };
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
  const found = findRunFields(response, target.id);
  const { ids, objectIds, targetIds, namesTarget, ends, otherEnds, caseEnds, lists, caseLists, times } =
    found;
  const { expiries } = found;
  const otherTarget = [...ids, ...(namesTarget ? [] : targetIds)].find(found => isOtherTarget(found, target));
  if (otherTarget !== undefined) {
    const { field, id } = otherTarget;
    return { kind: "other-target", field, id, target: target.kind, requestedId: target.id };
  }
  const stranger =
    findStranger([...ids, ...idsInLinks(ids)], start.ids) ??
    findStrangeObject(objectIds, ids, start) ??
    findListedStranger(lists, ids, start.ids) ??
    findStrangeCase(caseLists, start.ids) ??
    findMentionOfOther(
      response,
      start.ids.filter(({ name }) => !targetNames.has(name) && !isUnit(name)),
    );
  if (stranger !== undefined) {
    const { field, id, startedId } = stranger;
    return { kind: "other-run", field, id, startedId };
  }
  const { beganAt } = start;
  if (beganAt === undefined) return undefined;
  const earliest = beganAt - clockToleranceMs;
  const end = ends.find(({ at }) => at < earliest);
  if (end !== undefined) return { kind: "ended-before", time: end.text, beganAt };
  const expiry = expiries.find(({ at }) => at < earliest);
  if (expiry !== undefined)
    return { kind: "no-longer-valid", field: expiry.field, time: expiry.text, beganAt };
  const old =
    findTimeBefore(times, earliest) ??
    findEndBefore(otherEnds, times, earliest) ??
    caseEnds.find(({ at }) => at < earliest);
  return old && { kind: "made-before", field: old.field, time: old.text, beganAt };
}

/** A time shows that something began or ended after the start. The time at which a report was made shows nothing. */
export function isUnderWay(response: JsonObject, { id: target }: Target, { beganAt }: RunStart): boolean {
  return (
    beganAt !== undefined &&
    findRunFields(response, target).times.some(
      ({ kind, at, isExact }) =>
        (kind === "start" || kind === "end") && isExact && at >= beganAt - clockToleranceMs,
    )
  );
}

/** The id of the channel shows that the service knows the channel, and not that a run began. */
export function hasRunId({ ids }: RunStart, target: Target): boolean {
  return ids.some(({ name, id }) => !targetNames.has(name) && !(name === ownId && hasTagOf(target.kind, id)));
}

export function hasIdOf(response: JsonObject, target: Target, start: RunStart): boolean {
  return runTraceOf(response, target).ids.some(({ id }) => start.ids.some(own => own.id === id));
}

/** A service can have two ids for one target, such as a name and a UUID, so only ids of the same form are compared. */
function isOtherTarget({ name, field, id }: FoundId, target: Target): boolean {
  if (name !== target.kind && name !== ownId) return false;
  if (haveKindsTag(id, target)) return !id.startsWith(target.id);
  if (name === ownId) return false;
  const haveSameTag =
    isKey(id) && isKey(target.id) && tagOf(id) !== undefined && tagOf(id) === tagOf(target.id);
  if (!haveSameForm(id, target.id) && !isMadeLike(id, target.id) && !haveSameTag) return false;
  // A text under `batch` or `channel` can be a title or a medium, unless both are written like keys.
  return /\d/.test(id) || /id$/i.test(field) || (isKey(id) && isKey(target.id));
}

/** `sports-desk`, but not `web-chat`, which can be a medium. */
function isKey(id: string): boolean {
  return (
    /^[a-z\d]+(?:[-_][a-z\d]+)*$/.test(id) && !/(?:chat|voice|phone|call|sms|mail|web|widget|app)$/.test(id)
  );
}

/** `bat_OTHER` and `bat_7`: the tag before the first separator is short for "batch" in both ids. */
function haveKindsTag(id: string, target: Target): boolean {
  const tag = tagOf(id);
  return tag !== undefined && tag === tagOf(target.id) && target.kind.startsWith(tag);
}

/** A tag of two letters can be short for something else. */
function hasTagOf(kind: Target["kind"], id: string): boolean {
  const tag = tagOf(id) ?? "";
  return tag.length > 2 && kind.startsWith(tag);
}

function tagOf(id: string): string | undefined {
  return /^([a-z]{2,})[_-]./.exec(id)?.[1];
}

/** A service can have several machines, whose clocks differ by seconds, and times without fractions of a second. */
export const clockToleranceMs = 5000;

/** Only the first name that both have decides, because a less certain one can name a part or a task of the service. */
function findStranger(
  reported: readonly FoundId[],
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  for (const name of runIdNames) {
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
        (name === found.name && isLoose(name) && isMadeLike(id, found.id)) ||
        (name === linkedRun && mayBeInLink(found) && isMadeLike(id, found.id)) ||
        (found.name === linkedRun && mayBeInLink({ name, id }) && isMadeLike(id, found.id)) ||
        // A longer number can be a telephone number.
        (name === "number" && found.name === "runnumber" && isMadeLike(id, found.id) && id.length < 8),
    );
    const [first] = alike;
    // A report can have a number of its own beside the id of its run.
    if (
      (isLoose(found.name) || found.name === "runnumber") &&
      reported.some(each => started.some(({ id }) => id === each.id))
    )
      continue;
    if (first !== undefined && !alike.some(({ id }) => id === found.id))
      return { ...found, startedId: first.id };
  }
  return undefined;
}

/** A number can be the id of the report. */
function mayBeInLink({ name, id }: RunId): boolean {
  return listedRunNames.has(name) || (name === ownId && /\p{L}/u.test(id));
}

/** The object of the run stands in the start and in the report, with different ids: `scan: { id: "s2" }`. */
function findStrangeObject(
  objects: readonly FoundId[],
  reported: readonly FoundId[],
  { objectIds = [] }: RunStart,
): (FoundId & { readonly startedId: string }) | undefined {
  // A report can name the run without an object around its id.
  if (reported.some(({ id }) => objectIds.some(own => own.id === id))) return undefined;
  for (const found of objects) {
    const own = objectIds.filter(
      ({ name, id }) => name === found.name && (!name.startsWith(plainName) || isMadeLike(id, found.id)),
    );
    const [first] = own;
    if (first !== undefined && own.every(({ id }) => !isSameOrShort(id, found.id)))
      return { ...found, startedId: first.id };
  }
  return undefined;
}

/** All cases of the report are others than those that the start announced. */
function findStrangeCase(
  lists: readonly ListField[],
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  // The lists can be long, and most starts announce no ids.
  const units = started.filter(({ name }) => isUnit(name));
  const reported = units.length > 0 ? lists.flatMap(reportedCaseIdsIn) : [];
  for (const { unit, field, ids } of reported) {
    const ofUnit = units.filter(({ name }) => name === unit);
    const comparable =
      ofUnit.length > 0 ? ofUnit : units.filter(({ name }) => name === anyUnit || unit === anyUnit);
    const announced = new Set(comparable.map(({ id }) => id));
    const [startedId] = announced;
    const [id] = ids;
    if (startedId === undefined || id === undefined || ids.some(each => announced.has(each))) continue;
    // A case can have an id of its own, beside the one that was announced.
    const isSameKind =
      ofUnit.length > 0
        ? !field.endsWith("].id") || isMadeLike(id, startedId) || haveSameForm(id, startedId)
        : /\p{L}/u.test(id) && isMadeLike(id, startedId);
    if (isSameKind) return { name: unit, field, id, startedId };
  }
  return undefined;
}

/** The parts of a run can have numbers of their own: `runs: [{ id: 1 }, { id: 2 }]`. */
function mayBePart({ field, id }: FoundId): boolean {
  return !field.endsWith("]") && !/\p{L}/u.test(id);
}

/**
 * The cases or runs in a list belong to another run if all share the same other id, or only some have the id of the run.
 * If each case has an id of its own, the ids don't identify the run. One case alone can have such an id, too, unless it
 * stands under the same name as the id of the report's run. Runs of a list are others if all have ids made like this one's.
 */
function findListedStranger(
  lists: readonly ListedIds[],
  reported: readonly FoundId[],
  started: readonly RunId[],
): (FoundId & { readonly startedId: string }) | undefined {
  const isOfRun = ({ name }: RunId) => listedRunNames.has(name);
  const known = [...started, ...reported].filter(isOfRun);
  // `runs: ["run_1"]` beside `id: "run_2"`
  const own = known.length > 0 ? known : started.filter(({ name }) => name === ownId);
  const [first] = own;
  if (first === undefined) return undefined;
  for (const { found, areCases, length } of lists) {
    const stranger = found.find(
      ({ id }) => !own.some(each => each.id === id) && (known.length > 0 || isMadeLike(id, first.id)),
    );
    const named = reported.filter(isOfRun);
    const hasSameName = named.some(({ field }) => stranger?.field.endsWith(`.${field}`));
    const isShared = found.length === 1 && (length > 1 || !areCases || named.length === 0 || hasSameName);
    const isOwn = ({ id }: RunId) => own.some(each => each.id === id);
    const isMixed = areCases && found.some(isOwn);
    const areOthers =
      !areCases &&
      !named.some(isOwn) &&
      found.every(each => !isOwn(each) && isMadeLike(each.id, first.id) && !mayBePart(each));
    if (stranger !== undefined && (isShared || isMixed || areOthers))
      return { ...stranger, startedId: first.id };
  }
  return undefined;
}
