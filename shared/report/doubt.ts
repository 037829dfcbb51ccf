/** Readings that say why there is no verdict, in our own words. */

import type { Reading } from "./model.ts";

export function withoutVerdict(why: string): Reading {
  return {
    verdict: "unknown",
    evidence: why,
    running: false,
    totals: { total: null, passed: null, failed: null, skipped: null, other: null },
    cases: [],
    links: [],
    reviews: [],
  };
}

/** What was read stays, with what is to be known beside it; it can still condemn, but no longer acquit. */
export function doubted(reading: Reading, why: string): Reading {
  return {
    ...reading,
    verdict: reading.verdict === "passed" ? "unknown" : reading.verdict,
    evidence: `${reading.evidence} ${why}`,
  };
}
