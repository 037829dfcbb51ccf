/** Gates for tests, and the compression for their marks. */

import { deflateSync, inflateSync } from "node:zlib";
import { addReport, type ReportedReview } from "../../../shared/gate/join.ts";
import { mostInflatedBytes } from "../../../shared/gate/mark.ts";
import type { Gate, GateStep, Review } from "../../../shared/gate/state.ts";

export const deflateForTest = (bytes: Uint8Array) => deflateSync(bytes);
export const inflateForTest = (bytes: Uint8Array) =>
  inflateSync(bytes, { maxOutputLength: mostInflatedBytes });

export const sha = "1".repeat(40);
export const gateStep: GateStep = { key: "CI/scenarios", run: { id: 7, attempt: 1 } };

export function reviewInReport(id: string, rest: Partial<ReportedReview> = {}): ReportedReview {
  return { id, target: "batch: smoke", state: "open", ...rest };
}

export function gateOf(...reviews: readonly (string | ReportedReview)[]): Gate {
  const mentions = reviews.map(each => (typeof each === "string" ? reviewInReport(each) : each));
  return addReport({ sha, pull: 1, step: gateStep, reviews: mentions }, undefined, []);
}

export function gateWithStates(states: Readonly<Record<string, Review["state"]>>): Gate {
  const gate = gateOf(...Object.keys(states));
  return {
    ...gate,
    reviews: gate.reviews.map(review => ({ ...review, state: states[review.id] ?? "open" })),
  };
}

export const decidedAt = "2026-03-09T10:03:00.000Z";
