/** The table of operations. Types, inputs, commands, the embedded service, documentation and tests derive from it. */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The kinds of records. The plural is the segment in paths and the heading in the catalog. */
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
export type PluralKind = (typeof pluralOf)[Kind];
export const kinds = Object.keys(pluralOf) as Kind[];

export type OperationRole =
  | "create"
  /** Creates several records, of kinds that the service chooses. */
  | "import"
  | "update"
  | "delete"
  | "fetch"
  /** Starts a run; the response is about that run. */
  | "run"
  | "report"
  /** Starts a record that is not run, such as a calibration review. */
  | "start"
  | "reassign"
  | "decide";

/** The subject of an operation's response. That of a run can have the id of the record that was run. */
export const responseSubjects: Readonly<Record<OperationRole, "record" | "run" | "other">> = {
  create: "record",
  import: "other",
  update: "record",
  delete: "other",
  fetch: "record",
  run: "run",
  report: "run",
  start: "other",
  reassign: "other",
  decide: "other",
};

interface Row {
  readonly method: Method;
  /** Appended to the base URL. The only parameter is `{id}`. */
  readonly path: string;
  readonly kind: Kind;
  readonly role: OperationRole;
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

type KindWith<R extends OperationRole> = Extract<(typeof operations)[OperationName], { role: R }>["kind"];

/** The operation's name, or `undefined` if the service has no such operation. */
export type OperationFor<R extends OperationRole, K extends Kind> =
  | NameWhere<{ role: R; kind: K }>
  | (K extends KindWith<R> ? never : undefined);

export function operationFor<R extends OperationRole, K extends Kind>(role: R, kind: K): OperationFor<R, K> {
  const found = operationNames.find(name => operation(name).role === role && operation(name).kind === kind);
  return found as OperationFor<R, K>;
}

export interface Operation extends Row {
  readonly title: string;
}

const titled = Object.fromEntries(
  operationNames.map(name => [name, { ...operations[name], title: titleOf(name) }]),
) as Record<OperationName, Operation>;

function titleOf(name: OperationName): string {
  const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return words.replace(/^./, letter => letter.toUpperCase());
}

export function operation(name: OperationName): Operation {
  return titled[name];
}

export function needsId(name: OperationName): name is NameWithId {
  return operations[name].path.includes("{id}");
}

export function sendsBody(name: OperationName): name is NameWithBody {
  const { method } = operation(name);
  return method !== "GET" && method !== "DELETE";
}
