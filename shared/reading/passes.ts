/** Finds the evidence for a pass, in the counts and in the cases. */

import { caseStatus } from "./case-status.ts";
import { passedOf } from "./counts.ts";
import type { Fact, Statement } from "./evidence.ts";
import { factOf, factOfNode, statingField } from "./facts.ts";
import type { Gathered } from "./gathered.ts";

export function whatRan({ main, list }: Gathered): Fact | undefined {
  if (main !== null && (main.sums.total ?? main.sums.passed ?? 0) > 0) {
    const count = main.total ?? main.passed;
    if (count !== null) return factOf(count);
  }
  const [first] = list.cases;
  return first && factOfNode(first);
}

export function countsPassed({ main, findings }: Gathered): Statement | undefined {
  if (main === null || (passedOf(main, findings) ?? 0) === 0) return undefined;
  const zero = main.failed.find(({ value }) => value === 0);
  if (main.passed === null) {
    if (main.total === null || zero === undefined) return undefined;
    return { kind: "facts", facts: [factOf(main.total), factOf(zero)], meaning: "none-left" };
  }
  const other = main.total ?? zero;
  return other && { kind: "facts", facts: [factOf(main.passed), factOf(other)] };
}

export function casesPassed({ list, findings, main }: Gathered): Statement | undefined {
  const first = list.cases.find(({ says }) => says === "passed");
  if (first === undefined) return undefined;
  if (list.byOutcomeOnly && !findings.emptyFailures && main === null) return undefined;
  const skipped = list.cases.filter(({ says }) => caseStatus(says) === "skipped").length;
  return { kind: "all-cases", first: factOfNode(first), count: list.cases.length - skipped, skipped };
}

export function claimedPass({ list: { cases } }: Gathered): Statement | undefined {
  const claim = cases.find(({ inside }) => inside.wrong !== null);
  const field = claim?.outcomes?.find(({ says }) => says === "passed" || says === "success");
  return field && statingField(field);
}

export function countsFine({ main }: Gathered): Statement | undefined {
  const [zero] = main?.failed ?? [];
  return main?.sums.failed === 0 && zero !== undefined ? statingField(zero) : undefined;
}

export function casesFine({ list: { cases }, main }: Gathered): Statement | undefined {
  const [first] = cases;
  // If no failure is counted, a failed suite without cases of its own contradicts these cases.
  if (first === undefined || main === null || main.sums.failed === 0 || main.listed) return undefined;
  if (cases.length !== main.sums.total || cases.some(({ says }) => says !== "passed")) return undefined;
  return { kind: "all-cases", first: factOfNode(first), skipped: 0 };
}
