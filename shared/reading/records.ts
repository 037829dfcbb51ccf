/**
 * The records that a response names. The service lists none, so the ids in responses are the only ones to be had beside
 * those that a team writes down.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, type OperationName, operation } from "../service/operations.ts";
import type { ObjectNode, ResponseNode } from "./nodes.ts";

/** A record known by its id. Label and ids come from the service, and are not to be trusted as text. */
export interface KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  /** The service's name for it. */
  readonly label?: string;
  /** The id of the project it belongs to, where a response said so. */
  readonly project?: string;
}

/** A place where a response names a record. */
export interface RecordReference extends KnownRecord {
  /** The record's own object; absent where only its id stands there. */
  readonly object?: JsonObject;
  /** The response as a whole is about it. */
  readonly isRoot: boolean;
}

/** The request to which a response is the answer. */
export interface About {
  readonly operation: OperationName;
  /** The id in the request's path. */
  readonly id?: string | undefined;
}

/** A record in the walk: its own node, or the node in which its id stands. */
export interface FoundRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly own: ObjectNode | null;
  readonly around: ResponseNode | null;
}

/** The record that an object is, by the name that it stands under. */
export function recordOf(node: ObjectNode): FoundRecord | undefined {
  const form = node.context.key.record;
  if (form === undefined) return undefined;
  const isListed = typeof node.step === "number" && typeof node.parent?.step === "string";
  const fits = isListed ? form.form === "records" : form.form === "record" && typeof node.step === "string";
  const id = fits ? textIn(node.value, "id") : undefined;
  return id === undefined ? undefined : { kind: form.kind, id, own: node, around: node.parent };
}

/**
 * The record that the response as a whole is. A response that bears another id than the one that was asked for is about
 * something else, as a run of the batch: its id names no record.
 */
export function rootRecord(root: ObjectNode, about: About): FoundRecord | undefined {
  const id = textIn(root.value, "id");
  if (id === undefined || (about.id !== undefined && about.id !== id)) return undefined;
  return { kind: operation(about.operation).kind, id, own: root, around: null };
}

export function referencesTo(records: readonly FoundRecord[]): RecordReference[] {
  const owners = new Map(
    records.flatMap(record => (record.own === null ? [] : [[record.own, record] as const])),
  );
  const known = new Map<ResponseNode, string | undefined>();
  const projectAt = (start: ResponseNode | null): string | undefined => {
    const passed: ResponseNode[] = [];
    let project: string | undefined;
    for (let at = start; at !== null; at = at.parent) {
      if (known.has(at)) {
        project = known.get(at);
        break;
      }
      passed.push(at);
      const record = owners.get(at as ObjectNode);
      project =
        record?.kind === "project" ? record.id : isJsonObject(at.value) ? projectIn(at.value) : undefined;
      if (project !== undefined) break;
    }
    for (const node of passed) known.set(node, project);
    return project;
  };
  return records.map(({ kind, id, own, around }) => ({
    ...knownRecord(kind, id, own === null ? undefined : labelIn(own.value, id), projectAt(own ?? around)),
    ...(own !== null && { object: own.value }),
    isRoot: own !== null && own.parent === null,
  }));
}

/** Every record that is named, once, in the order of its first place. The first label stands, and the first project. */
export function recordsIn(references: readonly RecordReference[]): KnownRecord[] {
  const found = new Map<string, KnownRecord>();
  for (const { kind, id, label, project } of references) {
    const name = recordName({ kind, id });
    const before = found.get(name);
    found.set(name, knownRecord(kind, id, before?.label ?? label, before?.project ?? project));
  }
  return [...found.values()];
}

function projectIn(object: JsonObject): string | undefined {
  const { project } = object;
  return (
    textIn(object, "projectId") ??
    textIn(object, "project_id") ??
    (isJsonObject(project) ? textIn(project, "id") : undefined)
  );
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The label beside an id: a text that says more than the id does. */
export function labelIn(value: JsonObject, id: string): string | undefined {
  return labelFor(id, value["name"]) ?? labelFor(id, value["title"]);
}

function labelFor(id: string, value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.trim() !== id ? value : undefined;
}

/** The name that tells one record from another; no kind holds a space. */
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
