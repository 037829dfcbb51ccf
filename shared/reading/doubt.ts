/** What Callboard knows beside the response changes a reading. */

import type { Note } from "./evidence.ts";
import type { Reading } from "./reading.ts";

/** Of a target from which there is nothing to read. */
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

/** What was read stays, except that it passed. */
export function doubted(reading: Reading, note: Note): Reading {
  const { verdict, ofRun, evidence } = reading;
  return {
    ...reading,
    verdict: verdict === "passed" ? "unknown" : verdict,
    ofRun: ofRun === "passed" ? "unknown" : ofRun,
    evidence: { ...evidence, notes: [...evidence.notes, note] },
  };
}
