/**
 * The service's whole interface, as one table. The client's methods, the Action's `operation` input, the
 * palette's commands, the embedded service's routes, the README's reference and the tests all come from
 * here: adding an operation is adding a row.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a record can be, in the singular; `${kind}s` is its path segment and its heading in the catalog. */
export const kinds = [
  "project",
  "test",
  "batch",
  "channel",
  "persona",
  "scenario",
  "integration",
  "review",
] as const;
export type Kind = (typeof kinds)[number];

export type Kinds = (typeof pluralOf)[Kind];
export const pluralOf = {
  project: "projects",
  test: "tests",
  batch: "batches",
  channel: "channels",
  persona: "personas",
  scenario: "scenarios",
  integration: "integrations",
  review: "reviews",
} as const satisfies Record<Kind, string>;

export interface Operation {
  /** As a person reads it, in the palette and in messages. */
  readonly title: string;
  readonly method: Method;
  /** Appended to the base URL; `{id}` is the only parameter there is. */
  readonly path: string;
  /** The record that the operation concerns. */
  readonly kind: Kind;
}

export const operations = {
  createProject: { title: "Create project", method: "POST", path: "/v1/projects", kind: "project" },
  importDemoProject: {
    title: "Import demo project",
    method: "POST",
    path: "/v1/projects/import-demo",
    kind: "project",
  },
  createTest: { title: "Create test", method: "POST", path: "/v1/tests", kind: "test" },
  updateTest: { title: "Update test", method: "PUT", path: "/v1/tests/{id}", kind: "test" },
  createBatch: { title: "Create batch", method: "POST", path: "/v1/batches", kind: "batch" },
  updateBatch: { title: "Update batch", method: "PUT", path: "/v1/batches/{id}", kind: "batch" },
  runBatch: { title: "Run batch", method: "POST", path: "/v1/batches/{id}/run", kind: "batch" },
  createChannel: { title: "Create channel", method: "POST", path: "/v1/channels", kind: "channel" },
  runChannel: { title: "Run channel", method: "POST", path: "/v1/channels/{id}/run", kind: "channel" },
  createChannelReport: {
    title: "Create channel report",
    method: "POST",
    path: "/v1/channels/{id}/report",
    kind: "channel",
  },
  createPersona: { title: "Create persona", method: "POST", path: "/v1/personas", kind: "persona" },
  updatePersona: { title: "Update persona", method: "PUT", path: "/v1/personas/{id}", kind: "persona" },
  deleteScenario: {
    title: "Delete scenario",
    method: "DELETE",
    path: "/v1/scenarios/{id}",
    kind: "scenario",
  },
  getIntegration: {
    title: "Get integration",
    method: "GET",
    path: "/v1/integrations/{id}",
    kind: "integration",
  },
  updateIntegration: {
    title: "Update integration",
    method: "PATCH",
    path: "/v1/integrations/{id}",
    kind: "integration",
  },
  createCalibrationReview: {
    title: "Create calibration review",
    method: "POST",
    path: "/v1/reviews/calibrate",
    kind: "review",
  },
  getCalibrationReview: {
    title: "Get calibration review",
    method: "GET",
    path: "/v1/reviews/calibration/{id}",
    kind: "review",
  },
  startCalibrationReview: {
    title: "Start calibration review",
    method: "POST",
    path: "/v1/reviews/calibration/{id}/start",
    kind: "review",
  },
  reassignReview: {
    title: "Reassign review",
    method: "POST",
    path: "/v1/reviews/{id}/reassign",
    kind: "review",
  },
  submitReview: { title: "Submit review", method: "POST", path: "/v1/reviews/{id}/submit", kind: "review" },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];

type PathOf<N extends OperationName> = (typeof operations)[N]["path"];
type MethodOf<N extends OperationName> = (typeof operations)[N]["method"];
export type NeedsId<N extends OperationName> = PathOf<N> extends `${string}{id}${string}` ? true : false;
export type SendsBody<N extends OperationName> = MethodOf<N> extends "GET" | "DELETE" ? false : true;

/** The row of an operation, as a type that is the same for all twenty. */
export function operation(name: OperationName): Operation {
  return operations[name];
}

export function needsId(name: OperationName): boolean {
  return operations[name].path.includes("{id}");
}

/** POST, PUT and PATCH send a JSON object; GET and DELETE send nothing. */
export function sendsBody(name: OperationName): boolean {
  const { method } = operation(name);
  return method !== "GET" && method !== "DELETE";
}
