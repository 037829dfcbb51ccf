/** The state of a review as responses describe it, and its stored form. */

import {
  boolean,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
  withFallback,
} from "../../shared/codec.ts";
import type { DecisionReading, decisionFromFacts } from "../../shared/gate/decision.ts";
import type { JsonObject } from "../../shared/json.ts";
import { assigneeInRecord, assigneeInRequest } from "../../shared/reading/assignee.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import type { mainFieldText } from "../../shared/report/evidence-text.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import type { Redact } from "../../shared/service/secret.ts";

const verdict = oneOf(["passed", "failed", "unknown"]);

const earlierStateCodec = object({
  verdict: optional(verdict, "unreadable"),
  at: number,
  /** From then on the review waited again, or another decision may have arrived. */
  isOpen: optional(oneOf([true]), "unreadable"),
});

export type ReviewNote = ValueOf<typeof reviewNoteCodec>;
export const reviewNoteCodec = object({
  settled: withFallback(boolean, () => false, "unreadable"),
  /** The verdict of the decision, if the review is settled. */
  verdict: optional(verdict, "unreadable"),
  /** Whether it is a calibration review, which has operations of its own. */
  calibration: withFallback(boolean, () => false, "unreadable"),
  /** The evidence of the state in words, such as "status is waiting"; empty without evidence. */
  evidence: withFallback(text, () => "", "unreadable"),
  /** The review's case or question, which serves as its name if it has no label. */
  about: optional(text, "unreadable"),
  assignee: optional(text, "unreadable"),
  /** The time of the response that reported the state, in milliseconds since 1970. */
  at: optional(number, "unreadable"),
  /** The decisions before the present state, and the times since which it waited again, the earliest first. */
  earlier: optional(list(earlierStateCodec), "unreadable"),
});

const mostEarlier = 10;

/** Applies what a response says about a review. A later run can have the review again, as open. */
export function updateReviewNote(note: ReviewNote, update: Partial<ReviewNote>): ReviewNote {
  const { settled, verdict, at, earlier = [] } = note;
  const updated = { ...note, ...update };
  const isRepeated = updated.settled && updated.verdict === verdict && earlier.at(-1)?.verdict === verdict;
  if (!settled || at === undefined || update.settled === undefined || isRepeated) return updated;
  const before = { at, ...(verdict && { verdict }) };
  const reopened = updated.settled ? [] : [{ at: updated.at ?? at, isOpen: true as const }];
  return { ...updated, earlier: [...earlier, before, ...reopened].slice(-mostEarlier) };
}

/**
 * Puts a settled review back to waiting for a run that reports it as waiting at the time `at`. The report of a run that
 * began before the decision doesn't, because it can be from before the decision, or the service can lag behind.
 */
export function reopenReviewNote(note: ReviewNote, runStartedAt: number, at: number): ReviewNote {
  if (!note.settled || (note.at ?? 0) >= runStartedAt) return note;
  return waitingNote(note, at);
}

/** The review waits from the time `at`, whatever was decided before. */
export function waitingNote(note: ReviewNote, at: number): ReviewNote {
  return updateReviewNote(note, { settled: false, evidence: "", at });
}

interface ReadResponse {
  readonly name: OperationName;
  readonly id: string | undefined;
  readonly fields: JsonObject | undefined;
  readonly reading: Reading;
  readonly at: number;
  /** The ids of which one is that of the record that the request has created. */
  readonly createdIds: readonly string[];
}

/** `redact` knows the key. The other two functions are in the report bundle, which loads on demand. */
interface ReviewNoteDeps {
  readonly redact: Redact;
  readonly decisionFromFacts: typeof decisionFromFacts;
  readonly mainFieldText: typeof mainFieldText;
}

export function reviewNotes(read: ReadResponse, deps: ReviewNoteDeps): Map<string, Partial<ReviewNote>> {
  const { redact, mainFieldText } = deps;
  const { name, id, fields, reading, at, createdIds } = read;
  const { kind, role, isCalibration = false } = operation(name);
  const subjects = new Set(kind === "review" ? (id === undefined ? createdIds : [id]) : []);
  const assignees = new Map(
    (reading.recordReferences ?? []).flatMap(({ kind, id, object = {} }) => {
      const assignee = kind === "review" ? assigneeInRecord(object) : undefined;
      return assignee === undefined ? [] : [[id, assignee] as const];
    }),
  );
  const reassigned = operation(name).role === "reassign" ? assigneeInRequest(fields ?? {}) : undefined;
  const calibrations = isCalibration ? [...subjects].map(each => [each, { calibration: true }] as const) : [];
  return new Map<string, Partial<ReviewNote>>([
    ...calibrations,
    ...reading.reviews.map((review): [string, Partial<ReviewNote>] => {
      const { state, evidence } = review;
      const isSubject = subjects.has(review.id);
      const decision = isSubject ? decisionIn(read, deps) : undefined;
      const isSettled = state === "settled" && !decision?.isUnclear;
      const about = review.case === undefined ? undefined : (review.label ?? review.case);
      const decided = decision?.state === "open" ? undefined : decision?.state;
      const verdict = isSubject ? decided : review.verdict;
      const assignee = assignees.get(review.id) ?? (isSubject ? reassigned : undefined);
      return [
        review.id,
        {
          ...(state !== undefined && { settled: isSettled, at }),
          ...(assignee !== undefined && { assignee: redact(assignee) }),
          ...(isSettled && verdict !== undefined && { verdict }),
          ...(evidence !== undefined && { evidence: mainFieldText(evidence, redact) }),
          ...(about !== undefined && { about: redact(about) }),
          ...(isSubject && role === "decide" && { calibration: false }),
          ...((review.calibration || (isSubject && isCalibration)) && { calibration: true }),
        },
      ];
    }),
  ]);
}

/** Judges a decision as the gate does, by the response and the sent fields. Undefined if the request decided nothing. */
function decisionIn(
  { name, fields, reading }: ReadResponse,
  { decisionFromFacts }: ReviewNoteDeps,
): DecisionReading | undefined {
  if (operation(name).role !== "decide" || fields === undefined) return undefined;
  return decisionFromFacts("", fields, reading.decisionFacts);
}
