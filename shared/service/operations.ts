/**
 * The service's whole interface, as one table. The types of the client's `call`, the Action's `operation` input, the
 * palette's commands, the embedded service's routes, the README's reference and the tests all come from here: adding
 * an operation is adding a row.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a record can be. The plural is its segment in paths and its heading in the catalog. */
export const pluralOf = {
  project: "projects",
  test: "tests",
  batch: "batches",
  channel: "channels",
  persona: "personas",
  scenario: "scenarios",
  integration: "integrations",
  review: "reviews",
} as const;
export type Kind = keyof typeof pluralOf;
export type Kinds = (typeof pluralOf)[Kind];
export const kinds = Object.keys(pluralOf) as Kind[];

/** What an operation does. No two do the same with the same kind of record. */
export type Role =
  /** Makes a record that was not there before. */
  | "create"
  /** Makes several records, of kinds that the service chooses. */
  | "import"
  /** Changes a record, whole or in part. */
  | "update"
  | "delete"
  | "fetch"
  /** Starts a run; the response is about that run. */
  | "run"
  /** Asks how the latest run went. */
  | "report"
  /** Starts a record that is not run, such as a calibration review. */
  | "start"
  | "reassign"
  /** Submits a person's decision. */
  | "decide";

interface Row {
  readonly method: Method;
  /** Appended to the base URL; `{id}` is the only parameter there is. */
  readonly path: string;
  /** The record that the operation concerns. */
  readonly kind: Kind;
  readonly role: Role;
  /** Calibration reviews are reviews with paths of their own. */
  readonly isCalibration?: true;
}

export const operations = {
  createProject: { method: "POST", path: "/v1/projects", kind: "project", role: "create" },
  importDemoProject: { method: "POST", path: "/v1/projects/import-demo", kind: "project", role: "import" },
  createTest: { method: "POST", path: "/v1/tests", kind: "test", role: "create" },
  updateTest: { method: "PUT", path: "/v1/tests/{id}", kind: "test", role: "update" },
  createBatch: { method: "POST", path: "/v1/batches", kind: "batch", role: "create" },
  updateBatch: { method: "PUT", path: "/v1/batches/{id}", kind: "batch", role: "update" },
  runBatch: { method: "POST", path: "/v1/batches/{id}/run", kind: "batch", role: "run" },
  createChannel: { method: "POST", path: "/v1/channels", kind: "channel", role: "create" },
  runChannel: { method: "POST", path: "/v1/channels/{id}/run", kind: "channel", role: "run" },
  createChannelReport: { method: "POST", path: "/v1/channels/{id}/report", kind: "channel", role: "report" },
  createPersona: { method: "POST", path: "/v1/personas", kind: "persona", role: "create" },
  updatePersona: { method: "PUT", path: "/v1/personas/{id}", kind: "persona", role: "update" },
  deleteScenario: { method: "DELETE", path: "/v1/scenarios/{id}", kind: "scenario", role: "delete" },
  getIntegration: { method: "GET", path: "/v1/integrations/{id}", kind: "integration", role: "fetch" },
  updateIntegration: { method: "PATCH", path: "/v1/integrations/{id}", kind: "integration", role: "update" },
  createCalibrationReview: {
    method: "POST",
    path: "/v1/reviews/calibrate",
    kind: "review",
    role: "create",
    isCalibration: true,
  },
  getCalibrationReview: {
    method: "GET",
    path: "/v1/reviews/calibration/{id}",
    kind: "review",
    role: "fetch",
    isCalibration: true,
  },
  startCalibrationReview: {
    method: "POST",
    path: "/v1/reviews/calibration/{id}/start",
    kind: "review",
    role: "start",
    isCalibration: true,
  },
  reassignReview: { method: "POST", path: "/v1/reviews/{id}/reassign", kind: "review", role: "reassign" },
  submitReview: { method: "POST", path: "/v1/reviews/{id}/submit", kind: "review", role: "decide" },
} as const satisfies Record<string, Row>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];

type NameWhere<Column> = {
  [N in OperationName]: (typeof operations)[N] extends Column ? N : never;
}[OperationName];
export type NameWithId = NameWhere<{ path: `${string}{id}${string}` }>;
export type NameWithBody = Exclude<OperationName, NameWhere<{ method: "GET" | "DELETE" }>>;

/** The kinds that have an operation of this role. */
type KindWith<R extends Role> = Extract<(typeof operations)[OperationName], { role: R }>["kind"];

/** The operation that does this to such a record; undefined, also by its type, where the service has none. */
export type OperationFor<R extends Role, K extends Kind> =
  | NameWhere<{ role: R; kind: K }>
  | (K extends KindWith<R> ? never : undefined);

export function operationFor<R extends Role, K extends Kind>(role: R, kind: K): OperationFor<R, K> {
  const found = operationNames.find(name => operation(name).role === role && operation(name).kind === kind);
  return found as OperationFor<R, K>;
}

export interface Operation extends Row {
  /** As a person reads it, in the palette and in messages. */
  readonly title: string;
}

const titled = Object.fromEntries(
  operationNames.map(name => [name, { ...operations[name], title: titleOf(name) }]),
) as Record<OperationName, Operation>;

function titleOf(name: OperationName): string {
  const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return words.replace(/^./, letter => letter.toUpperCase());
}

/** An operation's row, as a type that is the same for every one, with its title. */
export function operation(name: OperationName): Operation {
  return titled[name];
}

export function needsId(name: OperationName): name is NameWithId {
  return operations[name].path.includes("{id}");
}

/** POST, PUT and PATCH send a JSON object; GET and DELETE send nothing. */
export function sendsBody(name: OperationName): name is NameWithBody {
  const { method } = operation(name);
  return method !== "GET" && method !== "DELETE";
}
