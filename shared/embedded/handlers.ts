/**
 * Carries out each operation. The real service's documentation names no fields. The fields that are used here and in
 * the demo data are one plausible choice, on which nothing outside this folder and the tests may depend. All other
 * fields are stored as sent: PUT replaces all fields of a record, PATCH only those sent. The embedded service chooses
 * the ids.
 */

import type { JsonObject } from "../json.ts";
import { type OperationName, operation } from "../service/operations.ts";
import { calibrationSample } from "./demo.ts";
import { HttpError } from "./http-error.ts";
import {
  emptyReportResponse,
  finishedRunResponse,
  startedRunResponse,
  statusByVerdict,
  unfinishedRunResponse,
} from "./results.ts";
import type { Collection, ServiceState } from "./state.ts";

export interface EmbeddedResponse {
  readonly status: 200 | 201;
  readonly body: JsonObject;
}

type Handler = (state: ServiceState, fields: JsonObject, id: string) => EmbeddedResponse;

/** How many channel reports of a run say that it goes on. A duration instead of a count would make tests unreliable. */
const reportsWhileRunning = 2;
/** The response to running a background batch comes when this share of the batch's calls has been made. */
const shareBeforeResponse = 1 / 3;

export const operationHandlers: Readonly<Record<OperationName, Handler>> = {
  createProject: create("project"),
  importDemoProject: state => ok(state.importDemo()),
  createTest: create("test"),
  updateTest: replace("test"),
  createBatch: create("batch"),
  updateBatch: replace("batch"),

  runBatch(state, _fields, id) {
    startRun(state, "batch", id);
    const batch = state.get("batch", id);
    const run =
      batch["background"] === true
        ? unfinishedRunResponse(state, "batch", batch, shareBeforeResponse)
        : finishedRunResponse(state, "batch", batch);
    return ok(run);
  },

  createChannel: create("channel"),

  runChannel(state, _fields, id) {
    startRun(state, "channel", id);
    return ok(startedRunResponse(state, state.get("channel", id)));
  },

  createChannelReport(state, _fields, id) {
    const channel = state.get("channel", id);
    const { runs, reports } = state.progress("channel", id);
    if (runs === 0) return ok(emptyReportResponse(channel));
    if (reports === reportsWhileRunning) return ok(finishedRunResponse(state, "channel", channel));
    state.setProgress("channel", id, { runs, reports: reports + 1 });
    return ok(unfinishedRunResponse(state, "channel", channel, (reports + 1) / (reportsWhileRunning + 1)));
  },

  createPersona: create("persona"),
  updatePersona: replace("persona"),

  deleteScenario(state, _fields, id) {
    const scenario = state.get("scenario", id);
    state.delete("scenario", id);
    return ok({ ...scenario, deleted: true });
  },

  getIntegration: (state, _fields, id) => ok(state.get("integration", id)),
  updateIntegration: (state, fields, id) =>
    ok(state.put("integration", id, { ...state.get("integration", id), ...fields })),

  createCalibrationReview: (state, fields) =>
    created(state.create("calibration", { type: "calibration", ...fields, status: "created" })),
  getCalibrationReview(state, _fields, id) {
    const review = state.get("calibration", id);
    return ok(review["status"] === "started" ? { ...review, ...calibrationResults() } : review);
  },
  startCalibrationReview: (state, fields, id) =>
    ok(state.put("calibration", id, { ...state.get("calibration", id), ...fields, status: "started" })),

  reassignReview(state, fields, id) {
    const review = state.get("review", id);
    if (review["status"] === "settled") {
      throw new HttpError(409, `The review ${id} is settled, and needs nobody.`, {}, { review });
    }
    return ok(state.put("review", id, { ...review, ...fields, status: "waiting" }));
  },

  /** A second submission replaces the first, so that a person can take a decision back. */
  submitReview(state, fields, id) {
    const review = state.get("review", id);
    const { verdict } = fields;
    if (verdict !== undefined && !statusByVerdict.has(verdict)) {
      throw new HttpError(400, `The verdict must be one of ${[...statusByVerdict.keys()].join(", ")}.`);
    }
    const settled = verdict === undefined ? {} : { status: "settled" };
    return ok(state.put("review", id, { ...review, ...fields, ...settled }));
  },
};

export function collectionOf(name: OperationName): Collection {
  const { kind, isCalibration } = operation(name);
  return isCalibration ? "calibration" : kind;
}

function ok(body: JsonObject): EmbeddedResponse {
  return { status: 200, body };
}

function created(body: JsonObject): EmbeddedResponse {
  return { status: 201, body };
}

function create(collection: Collection): Handler {
  return (state, fields) => created(state.create(collection, fields));
}

function replace(collection: Collection): Handler {
  return (state, fields, id) => ok(state.put(collection, id, fields));
}

function startRun(state: ServiceState, kind: "batch" | "channel", id: string): void {
  state.setProgress(kind, id, { runs: state.progress(kind, id).runs + 1, reports: 0 });
}

function calibrationResults(): JsonObject {
  const agreed = calibrationSample.filter(({ people, judge }) => people === judge).length;
  return {
    status: "finished",
    results: { calls: calibrationSample.length, agreed, sample: calibrationSample },
  };
}
