/** Finds the records in responses. The service can't list records, so ids come only from responses and the catalog. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type Kind, type OperationName, operation, responseSubjects } from "../service/operations.ts";
import type { ObjectNode, ResponseNode } from "./nodes.ts";
import type { RecordShape } from "./record-shapes.ts";

/** The label and the ids come from the service, so they may be hostile texts. */
export interface KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly label?: string;
  /** The id of the record's project, if a response named it. */
  readonly project?: string;
}

export interface RecordReference extends KnownRecord {
  /** Absent if the response has only the record's id. */
  readonly object?: JsonObject;
  /** The response as a whole is the record. */
  readonly isRoot: boolean;
}

export interface RequestReference {
  readonly operation: OperationName;
  readonly id?: string | undefined;
}

/** A record that the walk found. If the response has only its id, `ownNode` is null and `enclosingNode` has the id. */
export interface RecordInResponse {
  readonly kind: Kind;
  readonly id: string;
  readonly ownNode: ObjectNode | null;
  readonly enclosingNode: ResponseNode | null;
  /** The name of the record's field or list says so. */
  readonly isCalibration?: boolean | undefined;
}

function fits({ nameOrIndex, parent }: ObjectNode, { shape }: RecordShape): boolean {
  const isListed = typeof nameOrIndex === "number" && typeof parent?.nameOrIndex === "string";
  return isListed ? shape === "records" : shape === "record" && typeof nameOrIndex === "string";
}

export function isNumbered(node: ObjectNode, recordShape: RecordShape | undefined): boolean {
  return recordShape !== undefined && fits(node, recordShape) && typeof node.value["id"] === "number";
}

export function recordOf(
  node: ObjectNode,
  recordShape: RecordShape,
  request: RequestReference | undefined,
): RecordInResponse | undefined {
  const id = fits(node, recordShape) ? ownIdIn(node.value, recordShape.kind, request) : undefined;
  return id === undefined
    ? undefined
    : {
        ...{ kind: recordShape.kind, isCalibration: recordShape.isCalibration },
        ...{ id, ownNode: node, enclosingNode: node.parent },
      };
}

/** Undefined if the ids of request and response differ, because the response may describe a run of the record. */
export function rootRecord(root: ObjectNode, request: RequestReference): RecordInResponse | undefined {
  const { kind } = operation(request.operation);
  const id =
    textIn(root.value, "id") ?? (request.id === undefined ? undefined : ownIdIn(root.value, kind, request));
  if (id === undefined || (request.id !== undefined && request.id !== id)) return undefined;
  return { kind, id, ownNode: root, enclosingNode: null };
}

/** `{ data: { id: "rev_1", question: "…" } }` in the response to a request for `rev_1`, unless that may be about a run. */
export function envelopedRecord(node: ObjectNode, request: RequestReference): RecordInResponse | undefined {
  const { kind, role } = operation(request.operation);
  const { parent, context, value } = node;
  if (request.id === undefined || responseSubjects[role] === "run") return undefined;
  if (!context.key.isEnvelope || parent?.parent !== null || ownIdIn(value, kind, request) !== request.id)
    return undefined;
  return { kind, id: request.id, ownNode: node, enclosingNode: parent };
}

export function recordReferencesOf(records: readonly RecordInResponse[]): RecordReference[] {
  const owners = new Map(
    records.flatMap(record => (record.ownNode === null ? [] : [[record.ownNode, record] as const])),
  );
  const projects = new Map<ResponseNode, string | undefined>();
  const projectAt = (start: ResponseNode | null): string | undefined => {
    const passed: ResponseNode[] = [];
    let project: string | undefined;
    for (let at = start; at !== null; at = at.parent) {
      if (projects.has(at)) {
        project = projects.get(at);
        break;
      }
      passed.push(at);
      const record = owners.get(at as ObjectNode);
      project =
        record?.kind === "project" ? record.id : isJsonObject(at.value) ? projectIn(at.value) : undefined;
      if (project !== undefined) break;
    }
    for (const node of passed) projects.set(node, project);
    return project;
  };
  return records.map(({ kind, id, ownNode, enclosingNode }) => ({
    ...knownRecord(
      kind,
      id,
      ownNode === null ? undefined : recordLabel(ownNode.value, id),
      projectAt(ownNode ?? enclosingNode),
    ),
    ...(ownNode !== null && { object: ownNode.value }),
    isRoot: ownNode !== null && ownNode.parent === null,
  }));
}

/** Returns each record once, in the order of the response, with its first label and its first project. */
export function distinctRecords(references: readonly RecordReference[]): KnownRecord[] {
  const found = new Map<string, KnownRecord>();
  for (const { kind, id, label, project } of references) {
    const name = recordKey({ kind, id });
    const before = found.get(name);
    found.set(name, knownRecord(kind, id, before?.label ?? label, before?.project ?? project));
  }
  return [...found.values()];
}

export function projectIn(object: JsonObject): string | undefined {
  const { project } = object;
  return (
    textIn(object, "projectId") ??
    textIn(object, "project_id") ??
    (isJsonObject(project) ? textIn(project, "id") : undefined)
  );
}

/** `tests: [{ testId: "t1", displayName: "Greets" }]`. In the response to a run, such an element is a case. */
function ownIdIn(record: JsonObject, kind: Kind, request: RequestReference | undefined): string | undefined {
  const id = textIn(record, "id");
  if (id !== undefined || request === undefined) return id;
  if (responseSubjects[operation(request.operation).role] === "run") return undefined;
  return textIn(record, `${kind}Id`) ?? textIn(record, `${kind}_id`);
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

const labelNames = ["name", "title", "displayname", "headline", "label", "subject"];

/** Undefined if there is no label, or if it only repeats the id. */
export function recordLabel(value: JsonObject, id: string): string | undefined {
  const labels = new Map<string, string>();
  for (const [name, field] of Object.entries(recordFields(value))) {
    const label = usefulText(id, field);
    if (label !== undefined) labels.set(name.toLowerCase().replace(/[^a-z]/g, ""), label);
  }
  return labelNames.flatMap(name => labels.get(name) ?? [])[0];
}

/** In JSON:API a record has most of its fields under `attributes`. */
export function recordFields(record: JsonObject): JsonObject {
  const inner = record["attributes"];
  return isJsonObject(inner) ? { ...inner, ...record } : record;
}

function usefulText(id: string, value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.trim() !== id ? value : undefined;
}

/** The key is unique, because no kind contains a space. */
export function recordKey({ kind, id }: { readonly kind: Kind; readonly id: string }): string {
  return `${kind} ${id}`;
}

export function knownRecord(
  kind: Kind,
  id: string,
  label: string | undefined,
  project: string | undefined,
): KnownRecord {
  const usefulLabel = usefulText(id, label);
  return {
    kind,
    id,
    ...(usefulLabel === undefined ? {} : { label: usefulLabel }),
    ...(project === undefined || kind === "project" ? {} : { project }),
  };
}
