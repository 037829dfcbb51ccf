/** Makes readings with a note that Callboard adds. */

import type { EvidenceNote } from "./evidence.ts";
import type { Reading } from "./reading.ts";

/** Makes the reading of a target without a response. */
export function emptyReading(note: EvidenceNote): Reading {
  return {
    verdict: "unknown",
    evidence: { notes: [note] },
    isRunning: false,
    totals: { total: null, passed: null, failed: null, skipped: null, other: null },
    cases: [],
    links: [],
    runVerdict: "unknown",
    casesVerdict: null,
    reviews: [],
  };
}

/** Makes the reading of a run that may go on, because the response isn't its final report. */
export function pendingReading(note: EvidenceNote): Reading {
  return { ...emptyReading(note), isRunning: true };
}

/** Withdraws a pass, and the advice for a final report, because a later response may differ. */
export function provisionalReading(reading: Reading, note: EvidenceNote): Reading {
  const { remedy: _, ...evidence } = reading.evidence;
  return withdrawPass({ ...reading, evidence }, note);
}

/** Adds the note, and turns the verdict and the run's verdict from passed into unknown. Keeps the cases' verdict. */
export function withdrawPass(reading: Reading, note: EvidenceNote): Reading {
  const { verdict, runVerdict, evidence } = reading;
  return {
    ...reading,
    verdict: verdict === "passed" ? "unknown" : verdict,
    runVerdict: runVerdict === "passed" ? "unknown" : runVerdict,
    evidence: { ...evidence, notes: [...evidence.notes, note] },
  };
}
