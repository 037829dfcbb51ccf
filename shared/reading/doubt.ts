/** Makes readings that carry a note: knowledge of Callboard that is not in the response. */

import type { Note } from "./evidence.ts";
import type { Reading } from "./reading.ts";

/** Makes the reading of a target without a response. */
export function withoutVerdict(note: Note): Reading {
  return {
    verdict: "unknown",
    evidence: { notes: [note] },
    running: false,
    totals: { total: null, passed: null, failed: null, skipped: null, other: null },
    cases: [],
    links: [],
    ofRun: "unknown",
    ofCases: null,
    reviews: [],
  };
}

/** Turns a verdict of passed into unknown, and keeps the rest of the reading. */
export function doubted(reading: Reading, note: Note): Reading {
  const { verdict, ofRun, evidence } = reading;
  return {
    ...reading,
    verdict: verdict === "passed" ? "unknown" : verdict,
    ofRun: ofRun === "passed" ? "unknown" : ofRun,
    evidence: { ...evidence, notes: [...evidence.notes, note] },
  };
}
