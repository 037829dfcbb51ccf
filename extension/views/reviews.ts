/** The rows of the Reviews view: waiting reviews, settled reviews, and reviews that were not created yet. */

import { t } from "../editor/l10n.ts";
import { labelText } from "../editor/text.ts";
import { type AddressedRecord, hasId, type RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { ReviewNote } from "../services/review-note.ts";
import { stateIcons, stateName } from "../services/verdict-labels.ts";
import { type BusyWord, recordRow } from "./records.ts";
import type { ViewRow } from "./row.ts";
import { rowContext } from "./row-context.ts";

/** The waiting reviews of a pull request's report. */
export interface ReviewSection {
  readonly row: ViewRow;
  readonly reviews: readonly ViewRow[];
}

type Notes = ReadonlyMap<string, ReviewNote>;
type ReviewStates = Pick<RecordStore, "reviewNotes" | "pullRequestReviews">;

/** In the order of the view and of the page: calibration reviews come last, because no key decides them. */
export function waitingReviews(
  records: readonly RecordEntry[],
  { reviewNotes: notes, pullRequestReviews }: ReviewStates,
): AddressedRecord[] {
  const waiting = records
    .filter(hasId)
    .filter(({ kind, id }) => kind === "review" && !notes.get(id)?.settled && !pullRequestReviews.has(id));
  const isCalibration = ({ id }: AddressedRecord) => notes.get(id)?.calibration ?? false;
  return [...waiting.filter(review => !isCalibration(review)), ...waiting.filter(isCalibration)];
}

export function reviewRows(records: readonly RecordEntry[], states: ReviewStates, busy: BusyWord): ViewRow[] {
  const notes = states.reviewNotes;
  const waiting = waitingReviews(records, states);
  const settled = records.filter(record => record.kind === "review" && noteOf(record, notes)?.settled);
  const section = (
    reviews: readonly RecordEntry[],
    row: Pick<ViewRow, "id" | "label" | "icon" | "expanded">,
  ): ViewRow => ({
    ...row,
    description: String(reviews.length),
    context: rowContext("group", "review"),
    spoken: t("{0}, {1} reviews", row.label, reviews.length),
    subject: { type: "group", kind: "review" },
    children: () => reviews.map(review => reviewRow(review, row.id, notes, busy)),
  });
  const sections: ViewRow[] = [];
  if (waiting.length > 0) {
    const icon = { name: "bell" };
    sections.push(section(waiting, { id: "reviews/waiting", label: t("Waiting"), icon, expanded: true }));
  }
  if (settled.length > 0) {
    const icon = { name: "check-all" };
    const expanded = waiting.length === 0;
    sections.push(section(settled, { id: "reviews/settled", label: t("Settled"), icon, expanded }));
  }
  const notCreated = records.filter(({ kind, id }) => kind === "review" && id === undefined);
  return [...sections, ...notCreated.map(review => reviewRow(review, "reviews", notes, busy))];
}

function reviewRow(review: RecordEntry, parent: string, notes: Notes, busy: BusyWord): ViewRow {
  const note = noteOf(review, notes);
  const state = note?.settled ? "settled" : "waiting";
  const verdict = note?.settled ? note.verdict : undefined;
  const remarks = [
    verdict === undefined ? "" : stateName(verdict),
    note?.assignee === undefined ? "" : labelText(note.assignee),
    note?.calibration ? t("calibration review") : "",
  ].filter(Boolean);
  const row = recordRow(review, {
    parent,
    busy,
    ...(remarks.length > 0 && { remark: remarks.join(" · ") }),
    context: [note?.calibration && "calibration", review.id !== undefined && state],
  });
  const evidence = note?.evidence ? `\n${labelText(note.evidence, 500)}` : "";
  return {
    ...row,
    tooltip: row.tooltip + evidence,
    ...(verdict !== undefined && busy(review) === undefined && { icon: stateIcons[verdict] }),
    ...(review.id !== undefined && { command: "callboard.openReview" }),
  };
}

function noteOf({ id }: RecordEntry, notes: Notes): ReviewNote | undefined {
  return id === undefined ? undefined : notes.get(id);
}
