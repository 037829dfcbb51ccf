/** Finds the evidence for a pass, in the counts and in the cases. */

import { caseStatus } from "./case-status.ts";
import { numberOfPassed } from "./counts.ts";
import type { EvidenceFact, EvidenceStatement } from "./evidence.ts";
import { factOf, factOfNode, fieldStatement } from "./facts.ts";
import type { JudgementInput } from "./judgement-input.ts";

export function findProofOfRun({ main, list }: JudgementInput): EvidenceFact | undefined {
  if (main !== null && (main.sums.total ?? main.sums.passed ?? 0) > 0) {
    const count = main.total ?? main.passed;
    if (count !== null) return factOf(count);
  }
  const [first] = list.cases;
  return first && factOfNode(first);
}

export function passByCounts({ main, findings }: JudgementInput): EvidenceStatement | undefined {
  if (main === null || (numberOfPassed(main, findings) ?? 0) === 0) return undefined;
  const zero = main.failed.find(({ value }) => value === 0);
  if (main.passed === null) {
    if (main.total === null || zero === undefined) return undefined;
    return { kind: "facts", facts: [factOf(main.total), factOf(zero)], meaning: "none-left" };
  }
  const other = main.total ?? zero;
  return other && { kind: "facts", facts: [factOf(main.passed), factOf(other)] };
}

export function passByCases({ list, findings, main }: JudgementInput): EvidenceStatement | undefined {
  const first = list.cases.find(({ status }) => status === "passed");
  if (first === undefined) return undefined;
  if (list.isFromOutcomeLists && !findings.hasEmptyFailureList && main === null) return undefined;
  const skipped = list.cases.filter(({ status }) => caseStatus(status) === "skipped").length;
  const count = list.cases.filter(({ status }) => status === "passed").length;
  return { kind: "all-cases", first: factOfNode(first), count, total: list.cases.length - skipped, skipped };
}

export function findContradictedPass({ list: { cases } }: JudgementInput): EvidenceStatement | undefined {
  const contradicted = cases.find(({ nested }) => nested.objection !== null);
  const field = contradicted?.outcomes?.find(({ status }) => status === "passed" || status === "success");
  return field && fieldStatement(field);
}

export function noFailureByCounts({ main }: JudgementInput): EvidenceStatement | undefined {
  const [zero] = main?.failed ?? [];
  return main?.sums.failed === 0 && zero !== undefined ? fieldStatement(zero) : undefined;
}

export function noFailureByCases({ list: { cases }, main }: JudgementInput): EvidenceStatement | undefined {
  const [first] = cases;
  // The caller has found a count of failures. If the run's own count is zero, the failures were counted elsewhere, such
  // as in a suite whose cases aren't listed.
  if (first === undefined || main === null || main.sums.failed === 0 || main.isListed) return undefined;
  if (cases.length !== main.sums.total || cases.some(({ status }) => status !== "passed")) return undefined;
  return { kind: "all-cases", first: factOfNode(first), skipped: 0 };
}
