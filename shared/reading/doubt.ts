/** Changes a reading by what Callboard knows beside the response. */

import type { Note } from "./evidence.ts";
import type { Reading } from "./reading.ts";

/** The reading of a target that gave nothing to read. */
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

/** Everything that was read stays, except that it passed. */
export function doubted(reading: Reading, note: Note): Reading {
  const { verdict, ofRun, evidence } = reading;
  return {
    ...reading,
    verdict: verdict === "passed" ? "unknown" : verdict,
    ofRun: ofRun === "passed" ? "unknown" : ofRun,
    evidence: { ...evidence, notes: [...evidence.notes, note] },
  };
}
