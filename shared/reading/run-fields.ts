/** Finds the fields of a response that identify a run: its ids, the ids in its lists, and its times. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { ListField } from "./announced-cases.ts";
import { keyOf } from "./keys.ts";
import {
  type FoundId,
  flatObjectIdIn,
  kindOf,
  namedTargetIn,
  objectIdsIn,
  plainIdIn,
  targetIdIn,
  traitIn,
} from "./run-objects.ts";
import { caseEndsIn, caseTimesIn, expiryIn, mayBeOfRun, type RunTime, runTimeIn } from "./run-times.ts";
import { wrapsResponse } from "./start-fields.ts";
import { durationMsInText, unwrapTime } from "./values.ts";
import * as vocabulary from "./vocabulary.ts";
import { squash, squashedWords, statusOfText } from "./words.ts";

export const ownId = "id";
export const targetNames: ReadonlySet<string> = new Set(["batch", "channel"]);
/** Only ids of the same form are compared, because a run can have an id, a UUID and a number. */
const otherIds = squashedWords(vocabulary.otherRunIds);
const idForms = ["", ...otherIds];
export const runLink = "link";
/** The id in a link that leads to the run, which the response can have in another form as well. */
export const linkedRun = "linked run";
/** Ids of a response itself, which can be those of its report. */
export const looseNames: ReadonlySet<string> = new Set([...otherIds, runLink, linkedRun]);
const wholeNames = squashedWords(vocabulary.runNames);
const runLists = new Set(
  [...wholeNames, "operation"].filter(name => !targetNames.has(name)).map(name => `${name}s`),
);
/** `run: { no: 18 }`, `run: { ref: "r-62" }`. */
const formsInRun = new Map([
  ["no", "number"],
  ["ref", "reference"],
  ["code", "id"],
  ["key", "id"],
]);
const linkNames = new Set(squashedWords(vocabulary.runLinks));
const ownPrefix = new RegExp(`^(?:${squashedWords(vocabulary.ownRunPrefixes).join("|")})(?=.*run)`);
export const runIdNames = wholeNames.flatMap(name => idForms.map(form => name + form));
export const nameByField = new Map(
  runIdNames.flatMap(name => [
    [name, name],
    ...["id", "no", "ref", "reference", "key", "identifier", "code"].map(
      form => [name + form, name] as const,
    ),
  ]),
);
export const envelopeNames = new Set(squashedWords(vocabulary.runEnvelopes));

/** Cases can have the id of their run under these names. Under the others they can have ids of their own. */
export const listedRunNames = new Set(
  ["run", "channelrun", "batchrun"].flatMap(name => idForms.map(form => name + form)),
);

export interface ListedIds {
  /** The distinct ids in the list. */
  readonly found: readonly FoundId[];
  readonly areCases: boolean;
  readonly length: number;
}

/** An object with one of these kinds or types is a run: `{ type: "run", id: "r1" }`. Other kinds can be those of a report. */
const runKind = /(?:run|execution|launch|build)$/;

/** `{ type: "evaluations", id: "1950" }`: the start and the report can have an object of one type, with ids of their own. */
const typedStart = "id of ";
const notRun = /(?:report|result|response|document|channel|batch|batche|project|test|case|summary)s?$/;

/** Whether an id under the name may be one of the report, or of something that stays the same. */
export function isLoose(name: string): boolean {
  return looseNames.has(name) || name.startsWith(typedStart);
}

function nameByKind(object: JsonObject): string | undefined {
  const kind = squash(kindOf(object)).replace(/s$/, "");
  return runKind.test(kind) && wholeNames.includes(kind) ? kind : undefined;
}

export interface RunFields {
  readonly ids: FoundId[];
  /** The ids of objects that can be the run under a name of the service, such as `scan.id`. */
  readonly objectIds: FoundId[];
  /** The ids of batches and channels that `ids` lacks, because no object around them is known to be the run. */
  readonly targetIds: FoundId[];
  /** The target's own id is in the response. */
  namesTarget: boolean;
  readonly lists: ListedIds[];
  /** The times at which the run ended. */
  readonly ends: RunTime[];
  readonly times: RunTime[];
  /** The times after which the report says nothing any more. */
  readonly expiries: RunTime[];
  /** The moments at which something ended in objects that don't wrap the run, such as `stats`. */
  readonly otherEnds: RunTime[];
  /** The first time at which a case of a list ended, of each list. */
  readonly caseEnds: RunTime[];
  /** The lists that can be cases. */
  readonly caseLists: ListField[];
}

/** `runs: ["run_1"]`, `runs: [{ id: "run_1" }]`, `channel_run_ids: ["run_1"]`. */
const runListName = /^(?:runs|(?:channel|batch)?runids)$/;

const mostLevels = 6;
const mostIds = 20;
const mostFields = 50;
const longestId = 200;

export function findRunFields(response: JsonObject, target: string): RunFields {
  const found: RunFields = {
    ids: [],
    objectIds: [],
    targetIds: [],
    namesTarget: false,
    lists: [],
    ends: [],
    times: [],
    expiries: [],
    otherEnds: [],
    caseEnds: [],
    caseLists: [],
  };
  const add = (name: string, field: string, value: JsonValue) => {
    if (typeof value !== "string" && typeof value !== "number") return;
    const id = String(value).trim();
    if (id === target) found.namesTarget = true;
    if (id === "" || id === target || id.length > longestId || found.ids.length === mostIds) return;
    found.ids.push({ name, field, id });
  };
  const addTargets = (ids: readonly FoundId[]) => {
    if (ids.some(({ id }) => id === target)) found.namesTarget = true;
    found.targetIds.push(...ids.slice(0, mostIds));
  };
  const addLinks = (links: JsonObject, path: string) => {
    for (const name of ["self", "run", "execution"]) {
      const link = links[name] ?? null;
      const href = isJsonObject(link) ? (link["href"] ?? null) : link;
      if (leadsToRun(href)) add(runLink, `${path}.${name}`, href);
      addTargets(targetIdsInLink(href, `${path}.${name}`));
    }
  };
  const search = (object: JsonObject, nameOfObject: string, path: string, level: number) => {
    const idName = nameOfObject === ownId ? (nameByKind(object) ?? ownId) : nameOfObject;
    const isTarget = targetNames.has(idName) || object["id"] === target;
    for (const [name, written] of Object.entries(object)) {
      const value = unwrapTime(written);
      const squashed = squash(name);
      const field = path + name;
      const runName = nameByField.get(squashed.replace(ownPrefix, ""));
      for (const { type, id, path: inner } of typedReferencesIn(value))
        add(typedStart + type, field + inner, id);
      if (Array.isArray(value)) {
        found.lists.push(runIdsInList(value, field, runListName.test(squashed)));
        found.caseLists.push({ name, field, list: value });
        found.times.push(...caseTimesIn(name, value, field));
        found.caseEnds.push(...caseEndsIn(name, value, field));
      } else if (isJsonObject(value)) {
        if (squashed === "links") addLinks(value, field);
        if (squashed === "relationships") searchRelationships(value, field, level);
        if (squashed === "metadata") found.objectIds.push(...resourceIdsIn(object, value, `${field}.`));
        const isInside =
          runName !== undefined ||
          envelopeNames.has(squashed) ||
          wrapsResponse(name) ||
          (Object.keys(object).length === 1 && listsObjects(value));
        if (level === mostLevels) continue;
        if (isInside) search(value, runName ?? ownId, `${field}.`, level + 1);
        else {
          // `latest: { status: "passed", run_id: "run_1" }`: only this object can give the verdict.
          if (level === 1 && !statesOutcome(object) && statesOutcome(value))
            for (const [inner, id] of Object.entries(value)) {
              const name = nameByField.get(squash(inner)) ?? "";
              if (listedRunNames.has(name)) add(name, `${field}.${inner}`, id);
              // `latestRun: { id: "run_1", status: "passed" }`
              else if (inner === ownId && /run$|^(?:latest|last|newest)$/.test(squashed))
                add("run", `${field}.${inner}`, id);
            }
          found.otherEnds.push(...timesInside(name, value, `${field}.`, level + 1, endIn));
          found.expiries.push(...timesInside(name, value, `${field}.`, level + 1, expiryIn));
          addTargets(namedTargetIn(name, value, `${field}.`, level + 1));
          if (nameOfObject === ownId) found.objectIds.push(...objectIdsIn(name, value, `${field}.`));
        }
      } else if (squashed === ownId) {
        add(idName, field, value);
        const kind = squash(kindOf(object));
        if (idName === ownId && kind !== "" && !notRun.test(kind)) add(typedStart + kind, field, value);
      } else if (otherIds.includes(squashed)) {
        add(idName === ownId ? squashed : idName + squashed, field, value);
      } else if (idName !== ownId && formsInRun.has(squashed)) {
        add(idName + formsInRun.get(squashed), field, value);
      } else if (linkNames.has(squashed) && leadsToRun(value)) {
        add(runLink, field, value);
        addTargets(targetIdsInLink(value, field));
      } else if (runName !== undefined && (!wholeNames.includes(squashed) || isId(squashed, value))) {
        add(runName, field, value);
      } else {
        addTargets(linkNames.has(squashed) ? targetIdsInLink(value, field) : targetIdIn(name, value, path));
        if (nameOfObject === ownId)
          found.objectIds.push(
            ...[flatObjectIdIn, plainIdIn, traitIn].flatMap(idsIn => idsIn(name, value, path)),
          );
        const times = runTimeIn(name, value, field, isTarget);
        found.ends.push(...times.filter(({ kind }) => kind === "end"));
        found.times.push(...times);
        found.expiries.push(...expiryIn(name, value, field));
      }
    }
  };
  /** `relationships: { channel: { data: { type: "channels", id: "7" } } }`. */
  const searchRelationships = (relationships: JsonObject, path: string, level: number) => {
    for (const [name, relationship] of Object.entries(relationships)) {
      const runName = nameByField.get(squash(name));
      if (runName === undefined || !isJsonObject(relationship)) continue;
      const { data = null, links = null } = relationship;
      if (isJsonObject(data) && level < mostLevels) search(data, runName, `${path}.${name}.data.`, level + 1);
      const { related } = isJsonObject(links) ? links : {};
      const [id, list = ""] = typeof related === "string" ? related.split("/").reverse() : [];
      const listed = nameByField.get(squash(list).replace(/s$/, "")) ?? runName;
      if (id !== undefined) add(listed, `${path}.${name}.links.related`, id);
    }
  };
  search(response, ownId, "", 1);
  return found;
}

/** `kind: "TestRun", metadata: { name: "smoke-abc12", uid: "9f…" }`. */
function resourceIdsIn(object: JsonObject, metadata: JsonObject, path: string): FoundId[] {
  const kind = squash(kindOf(object));
  if (kind === "" || notRun.test(kind)) return [];
  return ["name", "uid"].flatMap(form => {
    const id = metadata[form];
    return typeof id === "string" ? [{ name: `${kind} ${form}`, field: path + form, id }] : [];
  });
}

/** `{ informe: { ejecucionId: "ej_7", casos: [{ … }] } }`: the only field of a response is its run, whatever it is called. */
function listsObjects(object: JsonObject): boolean {
  return Object.values(object).some(list => Array.isArray(list) && list.some(isJsonObject));
}

function statesOutcome(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([name, value]) => typeof value !== "object" && keyOf(name).outcomeName !== null,
  );
}

/** `basedOn: { reference: "Task/task-17" }`, also in a list of one. */
function typedReferencesIn(value: JsonValue): { type: string; id: string; path: string }[] {
  const isList = Array.isArray(value) && value.length === 1;
  const object = isList ? (value[0] ?? null) : value;
  const { reference } = isJsonObject(object) ? object : {};
  const [, type, id] = typeof reference === "string" ? (typedReference.exec(reference) ?? []) : [];
  if (type === undefined || id === undefined) return [];
  return [{ type: type.toLowerCase(), id, path: isList ? "[0].reference" : ".reference" }];
}

const typedReference = /^([A-Z][A-Za-z]{2,40})\/([\w.-]{1,64})$/;

function leadsToRun(value: JsonValue): boolean {
  return runIdInLink(value) !== undefined;
}

/** `/v1/runs/r2` or `https://…/runs/r2`. */
export function runIdInLink(value: JsonValue): string | undefined {
  const segments = typeof value === "string" && value.length <= longestId ? value.split("/") : [];
  return segments.find((id, index) => /\d/.test(id) && runLists.has(squash(segments[index - 1] ?? "")));
}

/** `/v1/channels/204/report/7732`. */
function targetIdsInLink(value: JsonValue, field: string): FoundId[] {
  const segments = typeof value === "string" && value.length <= longestId ? value.split("/") : [];
  return segments.flatMap((segment, index): FoundId[] => {
    const name = targetLists.get(segment.toLowerCase());
    const id = segments[index + 1];
    return name === undefined || id === undefined || id === "" ? [] : [{ name, field, id }];
  });
}

const targetLists = new Map([
  ["batches", "batch"],
  ["channels", "channel"],
]);

function endIn(name: string, value: JsonValue, field: string): RunTime[] {
  return runTimeIn(name, value, field, false).filter(({ kind }) => kind === "end" || kind === "unknown");
}

function timesInside(
  name: string,
  object: JsonObject,
  path: string,
  level: number,
  timeIn: typeof expiryIn,
): RunTime[] {
  if (!mayBeOfRun(name)) return [];
  const entries = Object.entries(object);
  // A larger object is a map, such as of cases.
  if (entries.length > mostFields) return [];
  return entries.flatMap(([inner, value]): RunTime[] => {
    const plain = unwrapTime(value);
    if (!isJsonObject(plain)) return timeIn(inner, plain, path + inner);
    return level < mostLevels ? timesInside(inner, plain, `${path + inner}.`, level + 1, timeIn) : [];
  });
}

function runIdsInList(list: readonly JsonValue[], field: string, areRuns: boolean): ListedIds {
  const [first] = list;
  const idField = Object.keys(isJsonObject(first) ? first : {}).find(
    name => (areRuns && name === ownId) || listedRunNames.has(nameByField.get(squash(name)) ?? ""),
  );
  const found = new Map<string, FoundId>();
  // `runs: [0, 1]` can be counts.
  const areIds = /ids$/i.test(field);
  if (areRuns)
    for (const [index, element] of list.entries())
      if (
        (typeof element === "string" || (areIds && typeof element === "number")) &&
        !found.has(String(element))
      )
        found.set(String(element), { name: "run", field: `${field}[${index}]`, id: String(element) });
  for (const [index, element] of idField === undefined ? [] : list.entries()) {
    const id = isJsonObject(element) ? element[idField ?? ""] : undefined;
    if ((typeof id !== "string" && typeof id !== "number") || found.has(String(id))) continue;
    found.set(String(id), { name: "run", field: `${field}[${index}].${idField}`, id: String(id) });
  }
  return { found: [...found.values()], areCases: !areRuns, length: list.length };
}

/** `run: 2` is the number of a run, while `call: 2` can be a count. */
function isId(squashed: string, value: JsonValue): boolean {
  return isWrittenLikeId(value) || (squashed.endsWith("run") && (Number.isInteger(value) || isSlug(value)));
}

/** `run: "amber-falcon"`, `run: "deadbeef"`. */
function isSlug(value: JsonValue): boolean {
  return (
    typeof value === "string" &&
    /^(?:[a-z]{1,20}(?:[-_][a-z]{2,20}){1,3}|[\da-f]{7,40})$/i.test(value) &&
    statusOfText(value) === null
  );
}

/** `run: "run_2"`, but not `run: "finished"`, `call: "2m 30s"` or `job: "2/5"`. */
export function isWrittenLikeId(value: JsonValue): boolean {
  return (
    typeof value === "string" &&
    /^(?=.*\d)(?=.*[A-Za-z])[\w-]+$/.test(value) &&
    statusOfText(value) === null &&
    durationMsInText(value) === null
  );
}
