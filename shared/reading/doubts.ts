/** Finds the reason why a verdict is unknown although nothing failed. */

import { caseStatus } from "./case-status.ts";
import type { CountSummary, Shortage } from "./counts.ts";
import { type Fact, isForPeople, type Statement, stating } from "./evidence.ts";
import { factOf, factOfNode, isAboveZero, locate, statingField } from "./facts.ts";
import type { Gathered } from "./gathered.ts";
import type { ObjectNode } from "./nodes.ts";
import { countsPassed } from "./passes.ts";
import type { Says } from "./vocabulary.ts";
import { isOpen, isUnrun } from "./words.ts";

/** A statement that waits for a person is returned only if there is no other doubt. */
export function doubts(
  input: Gathered,
  isStatedPass: boolean,
  failureBeside: Fact | undefined,
): Statement | undefined {
  const finders = [
    () => undecidedField(input, isStatedPass),
    () => undecidedCounts(input, isStatedPass),
    () => undecidedCases(input, isStatedPass),
    () => miscount(input),
    () => incompleteList(input) ?? badShare(input),
    () => nothingRan(input),
    () => (isStatedPass ? undefined : unreadCase(input)),
    () => failureBeside && stating(failureBeside),
    () => input.findings.wrong && statingField(input.findings.wrong),
  ];
  let waiting: Statement | null | undefined;
  for (const find of finders) {
    const doubt = find();
    if (doubt && !isForPeople(doubt)) return doubt;
    waiting ??= doubt;
  }
  return waiting ?? undefined;
}

function undecidedField({ findings }: Gathered, isStatedPass: boolean): Statement | undefined {
  const fields = findings.ofRun.filter(
    ({ says, kind }) =>
      isOpen(says) ||
      isUnrun(says) ||
      says === "skipped" ||
      (says === null && (!isStatedPass || kind === "verdict") && kind !== "code"),
  );
  const field = fields.find(each => !isForPeople(statingField(each))) ?? fields[0];
  if (field !== undefined) {
    const isUnknown = field.says === null && field.value !== null;
    return statingField(field, isUnknown ? "unknown-word" : undefined);
  }
  const undecidedBeside = findings.beside.find(({ says }) => isOpen(says) || isUnrun(says));
  return undecidedBeside && statingField(undecidedBeside);
}

function undecidedCounts({ main, counts, list }: Gathered, isStatedPass: boolean): Statement | undefined {
  for (const { unit, listed, node, undecided, unrun, planned, sums } of counts) {
    if (unit === "part" || (listed && node !== main?.node)) continue;
    const areSkipped = (sums.unrun ?? 0) + (sums.planned ?? 0) <= list.leftOut;
    const openCounts = areSkipped ? [] : isStatedPass ? unrun : [...unrun, ...planned];
    const open = [...undecided, ...openCounts].find(isAboveZero);
    if (open !== undefined) return statingField(open, "undecided-cases");
  }
  const incomplete = list.superseded > 0 ? undefined : counts.find(one => one !== main && isShort(one));
  if (incomplete?.short) return missingStatement(incomplete.short);
  if (main === null || main.total === null) return undefined;
  const { total, passed } = main.sums;
  if (total === 0) return statingField(main.total, "nothing-ran");
  if (passed === 0 && list.cases.length === 0) {
    const place = locate(main.node, main.passed?.path ?? []);
    return stating({ ...place, value: 0, says: "passed" }, "nothing-passed");
  }
  return main.short === null ? undefined : missingStatement(main.short);
}

function miscount({ main, list }: Gathered): Statement | undefined {
  if (main === null || main.listed || main.passed === null || main.sums.passed === null) return undefined;
  const listed = list.cases.filter(({ says }) => says === "passed").length;
  if (listed <= main.sums.passed || list.superseded > 0) return undefined;
  return { kind: "more-listed", passed: factOf(main.passed), listed };
}

/** The shortage of a single case doesn't leave the run open. */
function isShort({ unit, listed, short }: CountSummary): boolean {
  return short !== null && !(listed && unit === "part");
}

function missingStatement({ missing, total, of }: Shortage): Statement {
  return { kind: "missing", missing, total, path: factOf(of).path };
}

/** In a run that is stated as passed, planned cases count as skipped. */
function undecidedCases(
  { list: { cases, suites }, main }: Gathered,
  isStatedPass: boolean,
): Statement | undefined {
  const isSkipped = (says: Says | null): boolean =>
    caseStatus(says) === "skipped" || (isStatedPass && says === "planned");
  const open = cases.find(({ says }) => says !== "passed" && says !== "failed" && !isSkipped(says));
  if (open !== undefined) return noVerdictOf(open);
  const suite = suites.find(({ says }) => isOpen(says) || isUnrun(says));
  if (suite !== undefined) return noVerdictOf(suite);
  const allSkipped = cases.every(({ says }) => isSkipped(says));
  if (cases.length > 0 && allSkipped && (main?.sums.passed ?? 0) === 0)
    return { kind: "all-skipped", count: cases.length };
  return undefined;
}

/** A field that contradicts a pass needs no added meaning. */
function noVerdictOf(node: ObjectNode): Statement {
  return stating(factOfNode(node), node.inside.wrong === null ? "no-verdict" : undefined);
}

/** A part of a list proves nothing about the rest, unless counts cover all cases. */
export function incompleteList(input: Gathered): Statement | undefined {
  if (countsPassed(input) !== undefined && input.main?.total != null) return undefined;
  const { findings, list, main } = input;
  if (findings.goesOn !== null) return statingField(findings.goesOn, "more-elsewhere");
  const listed = list.cases.length;
  const stated = findings.lengths.find(({ value }) => value > listed + list.suites.length + list.superseded);
  if (stated !== undefined && listed > 0) return { kind: "partly-listed", total: factOf(stated), listed };
  if (main?.total != null && !main.listed && main.total.value > listed + list.superseded)
    return { kind: "partly-listed", total: factOf(main.total), listed };
  return undefined;
}

function unreadCase({ list }: Gathered): Statement | undefined {
  return list.unread === undefined ? undefined : noVerdictOf(list.unread);
}

function nothingRan({ findings, list, main }: Gathered): Statement | undefined {
  if (list.cases.length > 0 || (main?.sums.passed ?? 0) > 0) return undefined;
  const total = findings.lengths.find(({ value }) => value === 0) ?? findings.zeros[0];
  if (total !== undefined) return statingField(total, "nothing-ran");
  return findings.emptyCases === null ? undefined : statingField(findings.emptyCases, "nothing-ran");
}

function badShare({ findings }: Gathered): Statement | undefined {
  const [share] = findings.badShares;
  return share && statingField(share);
}
