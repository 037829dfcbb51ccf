/** The Reviews view: what waits for a person first, then what is settled. */

import { t } from "../editor/l10n.ts";
import { label } from "../editor/text.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { ReviewNote } from "../services/memory.ts";
import { type BusyWith, recordRow } from "./records.ts";
import type { Row } from "./row.ts";

export type Notes = ReadonlyMap<string, ReviewNote>;

export function waitingReviews(records: readonly RecordEntry[], notes: Notes): RecordEntry[] {
  return records.filter(record => record.kind === "review" && !noteOf(record, notes)?.settled);
}

export function reviewRows(records: readonly RecordEntry[], notes: Notes, busy: BusyWith): Row[] {
  const waiting = waitingReviews(records, notes);
  const settled = records.filter(record => record.kind === "review" && noteOf(record, notes)?.settled);
  const section = (
    id: string,
    heading: string,
    icon: string,
    reviews: RecordEntry[],
    expanded: boolean,
  ): Row[] =>
    reviews.length === 0
      ? []
      : [
          {
            id,
            label: heading,
            description: String(reviews.length),
            icon: { name: icon },
            context: "group review",
            spoken: t("{0}, {1} reviews", heading, reviews.length),
            subject: { type: "group", kind: "review", project: undefined },
            expanded,
            children: () => reviews.map(review => reviewRow(review, id, notes, busy)),
          },
        ];
  return [
    ...section("reviews/waiting", t("Waiting"), "bell", waiting, true),
    ...section("reviews/settled", t("Settled"), "check-all", settled, waiting.length === 0),
  ];
}

function reviewRow(review: RecordEntry, parent: string, notes: Notes, busy: BusyWith): Row {
  const note = noteOf(review, notes);
  const state = note?.settled ? "settled" : "waiting";
  const row = recordRow(review, {
    parent,
    busy,
    ...(note?.calibration ? { remark: t("calibration review") } : {}),
    context: note?.calibration ? `calibration ${state}` : state,
  });
  const evidence = note?.evidence ? `\n${label(note.evidence, 500)}` : "";
  return { ...row, tooltip: row.tooltip + evidence };
}

function noteOf({ id }: RecordEntry, notes: Notes): ReviewNote | undefined {
  return id === undefined ? undefined : notes.get(id);
}
