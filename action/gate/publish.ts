/**
 * The check run that waits for reviews, as a step with a report writes it: what people have decided before is found
 * and carried over.
 */

import { createHash } from "node:crypto";
import { addReport, type ReviewReport } from "../../shared/gate/join.ts";
import type { Gate, GateStep, Incomplete } from "../../shared/gate/state.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { Report } from "../../shared/report/model.ts";
import { type ReviewView, reviewsOf } from "../../shared/report/reviews.ts";
import type { Run } from "../github/context.ts";
import { type GatePlace, repeatCheckRun } from "./check-runs.ts";
import type { GateEditor } from "./editor.ts";
import { type FoundGate, gatesIn } from "./found.ts";
import { Onlooker } from "./look.ts";

export interface PublishedGate {
  readonly what: "written" | "a newer run's";
  readonly found: FoundGate;
}

/** Writes the gate; `confirmGate` then looks whether anything came in between. */
export async function publishGate(
  editor: GateEditor,
  name: string,
  report: ReviewReport,
): Promise<PublishedGate> {
  await editor.read();
  const before = gateOf(editor, name);
  const isHere = before?.gate.sha === report.sha;
  const gate = addReport(report, isHere ? before.gate : undefined, before ? [before.gate] : []);
  if (before && !hasStep(gate, report.step)) return { what: "a newer run's", found: before };
  await editor.report(name, gate);
  const found = gateOf(editor, name);
  if (found === undefined) throw new Error(`The gate ${name} was written, and is not known`);
  return { what: "written", found };
}

/** Jobs that report at the same moment find each other's reviews. Gives the gate as it is shown in the end. */
export async function confirmGate(editor: GateEditor, { what, found }: PublishedGate): Promise<FoundGate> {
  if (what !== "written") return found;
  await editor.confirm(true);
  return gateOf(editor, found.name) ?? found;
}

function gateOf(editor: GateEditor, name: string): FoundGate | undefined {
  return editor.found.find(each => each.name === name);
}

function hasStep({ steps }: Gate, { key, run, use }: GateStep): boolean {
  return steps.some(step => step.key === key && step.run.id === run.id && step.use === use);
}

/** Whether a person is asked about each of these: the gate names it, or counts it as open. */
export function holdsAll({ reviews, omitted }: Gate, wanted: readonly Pick<ReviewView, "id">[]): boolean {
  const held = new Set(reviews.map(({ id }) => id));
  return new Set(wanted.map(({ id }) => id).filter(id => !held.has(id))).size <= omitted;
}

/** The step's own entry in a gate: by its comment's key, and what kept it from running all that it should have. */
export function stepOf(step: Omit<GateStep, "run">, run: Run, { results }: Report): GateStep {
  const { cancelled, targets } = results.extra.callboard;
  const notRun = targets.filter(({ error }) => error !== undefined).length;
  const incomplete: Incomplete | undefined = cancelled
    ? { why: "cancelled" }
    : notRun > 0
      ? { why: "not run", targets: notRun }
      : undefined;
  return { ...step, run, ...(incomplete && { incomplete }) };
}

/** The reviews of a report, each with a hash of what a person would decide about. */
export function mentionedReviews(report: Report): ReviewReport["reviews"] {
  return reviewsOf(report).map(review => ({ ...review, seen: hashOf(review) }));
}

function hashOf({ case: about = "", message = "" }: ReviewView): string {
  return createHash("sha256")
    .update(JSON.stringify([about, message]))
    .digest("base64url")
    .slice(0, 12);
}

export interface RepeatedGate {
  readonly url: string;
  /** That of the pull request's head, which the comment goes on showing. */
  readonly found: FoundGate | undefined;
}

/** In a merge queue nobody decides anything: what the pull request's head shows is shown there, too. */
export async function repeatForQueue(
  github: GitHub,
  name: string,
  place: GatePlace,
  sha: string,
): Promise<RepeatedGate> {
  const look = await new Onlooker(place, new Set()).look(github, { names: [name], comments: false });
  const found = gatesIn(look).find(({ gate }) => gate.sha === look.head);
  const shown = look.runs.find(({ id }) => id === found?.shown?.id);
  const nothing = "The pull request has no such check";
  const url = await repeatCheckRun(
    github,
    place,
    sha,
    shown ?? {
      ...{ name, isCompleted: true, conclusion: "action_required", title: nothing, text: "" },
      summary: `${nothing} at its head, so nothing tells whether its reviews were decided.`,
    },
  );
  return { url, found };
}
