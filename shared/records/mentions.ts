/**
 * The records that a response mentions. Nothing can be listed in the service, so every response teaches: this is how
 * ids are found in it, whatever else it holds.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, kinds, type OperationName, operation, pluralOf } from "../service/operations.ts";

/** A record known by its id. Label and ids are the service's own text, as hostile as any. */
export interface KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  /** What the service calls it. */
  readonly label?: string;
  /** The id of the project it belongs to, where a response said so. */
  readonly project?: string;
}

/** What a value is, as the key above it says. */
interface Meaning {
  readonly kind: Kind;
  readonly form: "record" | "records" | "id" | "ids";
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  kinds.flatMap((kind): [string, Meaning][] => [
    [kind, { kind, form: "record" }],
    [pluralOf[kind], { kind, form: "records" }],
    [`${kind}Id`, { kind, form: "id" }],
    [`${kind}_id`, { kind, form: "id" }],
    [`${kind}Ids`, { kind, form: "ids" }],
    [`${kind}_ids`, { kind, form: "ids" }],
  ]),
);

/** A value still to be looked at. */
interface Visit {
  readonly value: JsonValue;
  readonly meaning: Meaning | undefined;
  /** The project that the value is inside of. */
  readonly project: string | undefined;
}

/**
 * Every record that the response mentions, once, in the order of first mention. The first label given stands; a record
 * belongs to the project that its object names or, failing that, to the one around it. Where the id that was asked for
 * is given, a response that bears another one is about something else, as a run of the batch: its id names no record.
 */
export function recordsIn(name: OperationName, response: JsonObject, askedFor?: string): KnownRecord[] {
  const found = new Map<string, KnownRecord>();
  // A stack of our own: nesting is the service's choice, and the call stack is not its to exhaust.
  const isRecord = askedFor === undefined || response["id"] === askedFor;
  const meaning: Meaning | undefined = isRecord ? { kind: operation(name).kind, form: "record" } : undefined;
  const waiting: Visit[] = [{ value: response, meaning, project: undefined }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { value, meaning } = visit;
    if (typeof value === "string") {
      if (meaning?.form === "id") note(found, meaning.kind, value, undefined, visit.project);
    } else if (Array.isArray(value)) {
      const ofElements = elementMeaning(meaning);
      for (let index = value.length - 1; index >= 0; index--) {
        const element = value[index];
        if (mayMention(element, ofElements)) {
          waiting.push({ value: element, meaning: ofElements, project: visit.project });
        }
      }
    } else if (isJsonObject(value)) {
      const kind = meaning?.form === "record" ? meaning.kind : undefined;
      const id = textIn(value, "id");
      const project =
        (kind === "project" ? id : undefined) ??
        textIn(value, "projectId") ??
        textIn(value, "project_id") ??
        (isJsonObject(value["project"]) ? textIn(value["project"], "id") : undefined) ??
        visit.project;
      if (kind !== undefined && id !== undefined) {
        note(found, kind, id, labelFor(id, value["name"]) ?? labelFor(id, value["title"]), project);
      }
      const keys = Object.keys(value);
      for (let index = keys.length - 1; index >= 0; index--) {
        const key = keys[index] ?? "";
        const child = value[key];
        const ofChild = meanings.get(key);
        if (mayMention(child, ofChild)) waiting.push({ value: child, meaning: ofChild, project });
      }
    }
  }
  return [...found.values()];
}

/** False for most of a long response: values that neither are nor hold a mention. */
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

/** Text that says more than the id does: a record that is called by its id is not called anything. */
function labelFor(id: string, value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.trim() !== id ? value : undefined;
}

function note(
  found: Map<string, KnownRecord>,
  kind: Kind,
  id: string,
  label: string | undefined,
  project: string | undefined,
): void {
  if (id === "") return; // It names nothing that could be asked for.
  const before = found.get(recordName({ kind, id }));
  found.set(
    recordName({ kind, id }),
    knownRecord(kind, id, before?.label ?? label, before?.project ?? project),
  );
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
