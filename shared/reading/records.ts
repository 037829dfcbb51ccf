/**
 * The records that a response mentions. The service lists none, so that the ids in responses are the only ones to be
 * had beside those that a team writes down.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, kinds, type OperationName, operation, pluralOf } from "../service/operations.ts";

/** A record known by its id. Label and ids come from the service, and are not to be trusted as text. */
export interface KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  /** What the service calls it. */
  readonly label?: string;
  /** The id of the project it belongs to, where a response said so. */
  readonly project?: string;
}

/** What a value is, as the name that it stands under says. */
interface Meaning {
  readonly kind: Kind;
  readonly form: "record" | "records" | "id" | "ids";
}

/** By the name that a value stands under. */
export const meanings: ReadonlyMap<string, Meaning> = new Map(
  kinds.flatMap((kind): [string, Meaning][] => [
    [kind, { kind, form: "record" }],
    [pluralOf[kind], { kind, form: "records" }],
    [`${kind}Id`, { kind, form: "id" }],
    [`${kind}_id`, { kind, form: "id" }],
    [`${kind}Ids`, { kind, form: "ids" }],
    [`${kind}_ids`, { kind, form: "ids" }],
  ]),
);

/** A value of the response that is to be looked at. */
export interface Visit {
  readonly value: JsonValue;
  readonly meaning: Meaning | undefined;
  /** The name it stands under; of an element that of its list. */
  readonly key: string;
  /** It is an element of a list. */
  readonly listed: boolean;
  /** The project that it is inside of. */
  readonly project: string | undefined;
  /** How many records it is inside of. */
  readonly depth: number;
  readonly parent: Visit | undefined;
}

/** One place where a response mentions a record. */
export interface Mention {
  readonly kind: Kind;
  readonly id: string;
  /** The project that its object names or, failing that, the one around it. */
  readonly project: string | undefined;
  /** Its object, or only its id. */
  readonly at: Visit;
}

/**
 * Every record that the response mentions, once, in the order of first mention. The first label given stands, and the
 * first project. Where the id that was asked for is given, a response that bears another one is about something else,
 * as a run of the batch: its id names no record.
 */
export function recordsIn(name: OperationName, response: JsonObject, askedFor?: string): KnownRecord[] {
  const found = new Map<string, KnownRecord>();
  for (const mention of mentionsIn(name, response, askedFor)) {
    const { kind, id, project, at } = mention;
    const before = found.get(recordName(mention));
    found.set(
      recordName(mention),
      knownRecord(kind, id, before?.label ?? labelIn(at.value, id), before?.project ?? project),
    );
  }
  return [...found.values()];
}

/** Each mention of a record in its place, in the order of the response. */
export function* mentionsIn(
  name: OperationName,
  response: JsonObject,
  askedFor?: string,
): Generator<Mention> {
  const isRecord = askedFor === undefined || response["id"] === askedFor;
  const meaning: Meaning | undefined = isRecord ? { kind: operation(name).kind, form: "record" } : undefined;
  const root = { key: "", listed: false, project: undefined, depth: 0, parent: undefined };
  // A stack of our own: a response may be nested deeper than the call stack allows.
  const waiting: Visit[] = [{ value: response, meaning, ...root }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { value, meaning, project } = at;
    if (Array.isArray(value)) addElements(at, value, waiting);
    else if (isJsonObject(value)) {
      const id = textIn(value, "id");
      const kind = meaning?.form === "record" ? meaning.kind : undefined;
      const isMention = kind !== undefined && id !== undefined;
      const itsProject = (kind === "project" ? id : undefined) ?? projectIn(value) ?? project;
      if (isMention) yield { kind, id, project: itsProject, at };
      addFields(at, value, { project: itsProject, depth: at.depth + (isMention ? 1 : 0) }, waiting);
    } else if (typeof value === "string" && value !== "" && meaning?.form === "id")
      yield { kind: meaning.kind, id: value, project, at };
  }
}

function addElements(list: Visit, elements: readonly JsonValue[], waiting: Visit[]): void {
  const { key, project, depth } = list;
  const meaning = elementMeaning(list.meaning);
  for (let index = elements.length - 1; index >= 0; index--) {
    const value = elements[index];
    if (mayMention(value, meaning))
      waiting.push({ value, meaning, key, listed: true, project, depth, parent: list });
  }
}

function addFields(
  parent: Visit,
  object: JsonObject,
  { project, depth }: Pick<Visit, "project" | "depth">,
  waiting: Visit[],
): void {
  const keys = Object.keys(object);
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] ?? "";
    const value = object[key];
    const meaning = meanings.get(key);
    if (mayMention(value, meaning))
      waiting.push({ value, meaning, key, listed: false, project, depth, parent });
  }
}

function projectIn(object: JsonObject): string | undefined {
  const { project } = object;
  return (
    textIn(object, "projectId") ??
    textIn(object, "project_id") ??
    (isJsonObject(project) ? textIn(project, "id") : undefined)
  );
}

/** False for values that neither are nor hold a mention, of which a long response mostly consists. */
function mayMention(value: JsonValue | undefined, meaning: Meaning | undefined): value is JsonValue {
  return (
    (typeof value === "object" && value !== null) || (typeof value === "string" && meaning?.form === "id")
  );
}

function elementMeaning(meaning: Meaning | undefined): Meaning | undefined {
  if (meaning?.form === "records") return { kind: meaning.kind, form: "record" };
  if (meaning?.form === "ids") return { kind: meaning.kind, form: "id" };
  return undefined;
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The label beside an id: a text that says more than the id does. */
export function labelIn(value: JsonValue, id: string): string | undefined {
  return isJsonObject(value) ? (labelFor(id, value["name"]) ?? labelFor(id, value["title"])) : undefined;
}

function labelFor(id: string, value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.trim() !== id ? value : undefined;
}

/** What tells one record from another; no kind holds a space. */
export function recordName({ kind, id }: { readonly kind: Kind; readonly id: string }): string {
  return `${kind} ${id}`;
}

export function knownRecord(
  kind: Kind,
  id: string,
  label: string | undefined,
  project: string | undefined,
): KnownRecord {
  const told = labelFor(id, label);
  return {
    kind,
    id,
    ...(told === undefined ? {} : { label: told }),
    // A project belongs to no project, itself included.
    ...(project === undefined || kind === "project" ? {} : { project }),
  };
}
