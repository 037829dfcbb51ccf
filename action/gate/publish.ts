/** Writes a report's reviews into the gate, and carries earlier decisions over. */

import { createHash } from "node:crypto";
import { addReport, type StepReviews } from "../../shared/gate/join.ts";
import type { Gate, GateStep, IncompleteReason } from "../../shared/gate/state.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { Report } from "../../shared/report/model.ts";
import { type ReviewView, reviewsOf } from "../../shared/report/reviews.ts";
import type { WorkflowRun } from "../github/context.ts";
import { copyCheckRun, type GatePlace } from "./check-runs.ts";
import type { GateEditor } from "./editor.ts";
import { GateReader } from "./gate-reader.ts";
import { gatesIn, type NamedGate } from "./named-gate.ts";

export interface PublishedGate {
  readonly what: "written" | "a newer run's";
  readonly namedGate: NamedGate;
}

/** Call `confirmGate` afterwards, because other jobs can write at the same moment. */
export async function publishGate(
  editor: GateEditor,
  name: string,
  report: StepReviews,
): Promise<PublishedGate> {
  await editor.read();
  const before = gateOf(editor, name);
  const isHere = before?.gate.sha === report.sha;
  const gate = addReport(report, isHere ? before.gate : undefined, before ? [before.gate] : []);
  if (before && !hasStep(gate, report.step)) return { what: "a newer run's", namedGate: before };
  await editor.writeGate(name, gate);
  const namedGate = gateOf(editor, name);
  if (namedGate === undefined) throw new Error(`The gate ${name} was written, but can't be found`);
  return { what: "written", namedGate };
}

/** Adds the reviews of jobs that report at the same moment, and returns the complete gate. */
export async function confirmGate(
  editor: GateEditor,
  { what, namedGate }: PublishedGate,
): Promise<NamedGate> {
  if (what !== "written") return namedGate;
  await editor.confirm(true);
  return gateOf(editor, namedGate.name) ?? namedGate;
}

function gateOf(editor: GateEditor, name: string): NamedGate | undefined {
  return editor.namedGates.find(each => each.name === name);
}

function hasStep({ steps }: Gate, { key, run, use }: GateStep): boolean {
  return steps.some(step => step.key === key && step.run.id === run.id && step.use === use);
}

/**
 * Whether the gate can contain all expected reviews. A review that the gate doesn't list can be one of its omitted
 * reviews, which it only counts.
 */
export function includesReviews(
  { reviews, omitted }: Gate,
  expected: readonly Pick<ReviewView, "id">[],
): boolean {
  const listed = new Set(reviews.map(({ id }) => id));
  return new Set(expected.map(({ id }) => id).filter(id => !listed.has(id))).size <= omitted;
}

export function gateStepOf(step: Omit<GateStep, "run">, run: WorkflowRun, { results }: Report): GateStep {
  const { cancelled, targets } = results.extra.callboard;
  const notRun = targets.filter(({ error }) => error !== undefined).length;
  const incomplete: IncompleteReason | undefined = cancelled
    ? { why: "cancelled" }
    : notRun > 0
      ? { why: "not run", targets: notRun }
      : undefined;
  return { ...step, run, ...(incomplete && { incomplete }) };
}

/** The report's reviews, each with a hash of its case and message. */
export function hashedReviews(report: Report): StepReviews["reviews"] {
  return reviewsOf(report).map(review => ({ ...review, seen: hashOf(review) }));
}

function hashOf({ case: about = "", message = "" }: ReviewView): string {
  return createHash("sha256")
    .update(JSON.stringify([about, message]))
    .digest("base64url")
    .slice(0, 12);
}

export interface QueueGate {
  readonly url: string;
  /** The gate of the pull request's head, which the comment continues to show. */
  readonly namedGate: NamedGate | undefined;
}

/** Copies the review check of the pull request's head to the merge queue's commit, where nobody decides reviews. */
export async function copyGateForQueue(
  github: GitHub,
  name: string,
  place: GatePlace,
  sha: string,
): Promise<QueueGate> {
  const look = await new GateReader(place, new Set()).look(github, { names: [name], comments: false });
  const namedGate = gatesIn(look).find(({ gate }) => gate.sha === look.head);
  const shown = look.runs.find(({ id }) => id === namedGate?.shown?.id);
  const noCheck = "The pull request has no such check";
  const url = await copyCheckRun(
    github,
    place,
    sha,
    shown ?? {
      ...{ name, isCompleted: true, conclusion: "action_required", title: noCheck, text: "" },
      summary: `${noCheck} at its head, so it is unknown whether its reviews were decided.`,
    },
  );
  return { url, namedGate };
}
