/**
 * The rows of the Reviews view: waiting reviews, settled reviews, and reviews that were not created yet. Several waiting
 * reviews of one run stand below the run.
 */

import { groupBy } from "../../shared/group-by.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import { type AddressedRecord, hasId, type RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { StoredRun } from "../runs/store.ts";
import type { ReviewNote } from "../services/review-note.ts";
import { stateIcons, stateName } from "../services/verdict-labels.ts";
import { type BusyWord, recordRow } from "./records.ts";
import type { LazyRow, ViewRow } from "./row.ts";
import { rowContext } from "./row-context.ts";

/** The waiting reviews of a pull request's report. */
export interface ReviewSection {
  readonly row: ViewRow;
  readonly reviews: readonly ViewRow[];
}

type Notes = ReadonlyMap<string, ReviewNote>;
type ReviewStates = Pick<RecordStore, "reviewNotes" | "pullRequestReviews">;

/** Calibration reviews come last, because no key decides them. */
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

interface ReviewGroup {
  /** Absent for a review that no run mentions, or that is a run's only one. */
  readonly run?: StoredRun;
  readonly reviews: readonly AddressedRecord[];
}

/** Groups reviews by the newest run that mentions them. A run stands at the place of its first review. */
export function groupByRun(
  reviews: readonly AddressedRecord[],
  newestFirst: readonly StoredRun[],
): ReviewGroup[] {
  const runOf = new Map<string, StoredRun>();
  for (const run of newestFirst.toReversed()) {
    for (const target of run.targets) for (const id of target.reviews?.ids ?? []) runOf.set(id, run);
  }
  const groups = groupBy(reviews, ({ id, key }) => runOf.get(id) ?? key);
  return [...groups].map(([run, reviews]) =>
    typeof run === "string" || reviews.length === 1 ? { reviews } : { run, reviews },
  );
}

export interface ReviewRowsOptions extends ReviewActivity {
  /** The runs of the service in use, the newest first. */
  readonly runs: readonly StoredRun[];
  readonly timeOf: (milliseconds: number) => string;
}

interface ReviewActivity {
  readonly busy: BusyWord;
  /** A decision about the review was sent, and nobody knows whether it arrived. */
  readonly isUnsure: (id: string) => boolean;
}

const waitingId = "reviews/waiting";

export function reviewRows(
  records: readonly RecordEntry[],
  states: ReviewStates,
  { runs, timeOf, ...activity }: ReviewRowsOptions,
): ViewRow[] {
  const notes = states.reviewNotes;
  const waiting = waitingReviews(records, states);
  const settled = records.filter(record => record.kind === "review" && noteOf(record, notes)?.settled);
  const rowsIn = (parent: string, reviews: readonly RecordEntry[]) =>
    reviews.map(review => () => reviewRow(review, parent, notes, activity));
  const section = (
    reviews: readonly RecordEntry[],
    row: Pick<ViewRow, "id" | "label" | "icon" | "expanded" | "children">,
  ): ViewRow => ({
    description: String(reviews.length),
    context: rowContext("group", "review"),
    spoken: t("{0}, {1} reviews", row.label, reviews.length),
    subject: { type: "group", kind: "review" },
    children: () => rowsIn(row.id, reviews),
    ...row,
  });
  const runRow = (run: StoredRun, reviews: readonly RecordEntry[]): ViewRow => {
    const name = labelText(run.name);
    const time = timeOf(run.startedAt);
    return {
      id: `reviews/run ${run.id}`,
      label: name,
      description: `${time} · ${reviews.length}`,
      icon: { name: "history" },
      context: rowContext("run", "report"),
      spoken: joinTexts(", ", [
        name,
        time,
        reviews.length === 1 ? t("1 review") : t("{0} reviews", reviews.length),
      ]),
      subject: { type: "run", run },
      expanded: true,
      children: () => rowsIn(waitingId, reviews),
    };
  };
  const sections: ViewRow[] = [];
  if (waiting.length > 0) {
    const children = () =>
      groupByRun(waiting, runs).flatMap(({ run, reviews }): readonly LazyRow[] =>
        run ? [runRow(run, reviews)] : rowsIn(waitingId, reviews),
      );
    const icon = { name: "bell" };
    sections.push(section(waiting, { id: waitingId, label: t("Waiting"), icon, expanded: true, children }));
  }
  if (settled.length > 0) {
    const icon = { name: "check-all" };
    const expanded = waiting.length === 0;
    sections.push(section(settled, { id: "reviews/settled", label: t("Settled"), icon, expanded }));
  }
  const notCreated = records.filter(({ kind, id }) => kind === "review" && id === undefined);
  return [...sections, ...notCreated.map(review => reviewRow(review, "reviews", notes, activity))];
}

function reviewRow(review: RecordEntry, parent: string, notes: Notes, at: ReviewActivity): ViewRow {
  const { busy, isUnsure } = at;
  const note = noteOf(review, notes);
  const state = note?.settled ? "settled" : "waiting";
  const verdict = note?.settled ? note.verdict : undefined;
  const isOpen = review.id !== undefined && !note?.settled && busy(review) === undefined;
  const mayBeDecided = isOpen && isUnsure(review.id);
  const remarks = [
    mayBeDecided ? t("a decision may have arrived") : "",
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
    ...(mayBeDecided && { icon: { name: "warning" } }),
    ...(review.id !== undefined && { command: "callboard.openReview" }),
  };
}

function noteOf({ id }: RecordEntry, notes: Notes): ReviewNote | undefined {
  return id === undefined ? undefined : notes.get(id);
}
