/** Finds the reason why a verdict is unknown although the run did not fail. */

import { isJsonObject, type JsonValue } from "../json.ts";
import { caseStatus } from "./case-status.ts";
import { findUnfitting } from "./closed-world.ts";
import type { CountSummary, CountSums, Shortage } from "./counts.ts";
import { canPersonDecide, type EvidenceFact, type EvidenceStatement, statementOf } from "./evidence.ts";
import { factOf, factOfNode, fieldStatement, isAboveZero, locationOf } from "./facts.ts";
import type { JudgementInput } from "./judgement-input.ts";
import { keyOf } from "./keys.ts";
import {
  type CountField,
  type ElementGroup,
  flagField,
  type ObjectNode,
  type OutcomeField,
} from "./nodes.ts";
import { isWholeBeside } from "./number-names.ts";
import { passByCounts } from "./pass-evidence.ts";
import { isUnknownNumber, knownAmounts } from "./run-objections.ts";
import type { Status } from "./vocabulary.ts";
import { isInconclusive, isUnrun } from "./words.ts";

/** Returns undefined if nothing is in doubt. A doubt that a person's decision can't resolve comes before the others. */
export function findDoubt(
  input: JudgementInput,
  isStatedPass: boolean,
  otherFailure: EvidenceFact | undefined,
): EvidenceStatement | undefined {
  const isInferred = !isStatedPass && passByCounts(input) === undefined;
  const countsWhole = !isInferred && input.main?.total != null && input.main.passed !== null;
  const finders = [
    () => unlistedUndecided(input),
    () => undecidedField(input, isStatedPass),
    () => undecidedCounts(input, isStatedPass),
    () => undecidedCases(input, isStatedPass),
    () => unfilledCase(input),
    () => caseOfOtherRun(input),
    () => miscount(input),
    () => findIncompleteList(input, isStatedPass) ?? badRatio(input),
    () => unknownNumber(input),
    () => nothingRan(input),
    () => (isStatedPass || countsWhole ? unreadOutcome(input) : caseWithoutOutcome(input)),
    () => otherFailure && statementOf(otherFailure),
    () => input.findings.objection && objectionStatement(input.findings.objection),
  ];
  let waiting: EvidenceStatement | null | undefined;
  for (const find of finders) {
    const doubt = find();
    if (doubt && !canPersonDecide(doubt)) return doubt;
    waiting ??= doubt;
  }
  // Beside a stated pass, a person's decision answers what is not understood as well.
  if (waiting && !isInferred) return waiting;
  return findUnfitting(input, isInferred) ?? waiting ?? undefined;
}

/** `pln: 4` beside `ok: 4` */
function objectionStatement(field: OutcomeField): EvidenceStatement {
  const { path, value, status } = field;
  const name = String(typeof path === "string" ? path : path.at(-1));
  const isUnknown = status === null && isUnknownNumber({}, keyOf(name), name, value ?? undefined);
  return fieldStatement(field, isUnknown ? "not-understood" : undefined);
}

/** More cases are undecided than a person can see: `undecided: 3` beside one undecided case. */
function unlistedUndecided({ counts, list: { cases } }: JudgementInput): EvidenceStatement | undefined {
  const listed = cases.filter(({ status }) => status !== "passed" && status !== "failed").length;
  if (listed === 0) return undefined;
  const count = counts
    .filter(({ unit, isListed }) => unit !== "part" && !isListed)
    .flatMap(({ undecided }) => undecided)
    .find(({ value }) => value > listed);
  return count && { kind: "partly-listed", total: factOf(count), listed };
}

function undecidedField({ findings }: JudgementInput, isStatedPass: boolean): EvidenceStatement | undefined {
  const fields = findings.runOutcomes.filter(
    ({ status, kind }) =>
      isInconclusive(status) ||
      isUnrun(status) ||
      status === "skipped" ||
      (status === null && (!isStatedPass || kind === "verdict") && kind !== "code"),
  );
  const field = fields.find(each => !canPersonDecide(fieldStatement(each))) ?? fields[0];
  if (field !== undefined) {
    const isUnknown = field.status === null && field.value !== null;
    return fieldStatement(field, isUnknown ? "unknown-word" : undefined);
  }
  const allParts = findings.partOutcomes;
  const [part] = allParts;
  if (part !== undefined && allParts.every(({ status }) => caseStatus(status) === "skipped"))
    return fieldStatement(part, "nothing-ran");
  const otherUndecided = [...findings.otherOutcomes, ...allParts].find(
    ({ status }) => isInconclusive(status) || isUnrun(status),
  );
  return otherUndecided && fieldStatement(otherUndecided);
}

function undecidedCounts(
  { main, counts, list }: JudgementInput,
  isStatedPass: boolean,
): EvidenceStatement | undefined {
  for (const { unit, isListed, node, passed, undecided, unrun, planned, sums } of counts) {
    if (unit === "part") continue;
    const isOfCase = isListed && !isOfSuite(node) && !isInMain(node, main);
    const areSkipped = isOfCase || (sums.unrun ?? 0) + (sums.planned ?? 0) <= list.skippedInPassedSuites;
    const openCounts = areSkipped ? [] : isStatedPass ? unrun : [...unrun, ...planned];
    const open = (
      isOfCase ? [...undecided, ...unrun].filter(isWithoutVerdict) : [...undecided, ...openCounts]
    ).find(isAboveZero);
    if (open !== undefined) return fieldStatement(open, "undecided-cases");
    if (node !== main?.node && !isOfCase && isEmptyGroup(sums)) return nothingPassed(node, passed);
  }
  const incomplete =
    list.supersededFailures > 0 ? undefined : counts.find(one => one !== main && isShort(one));
  if (incomplete?.shortage) return missingStatement(incomplete.shortage);
  if (main === null) return undefined;
  const { total, passed, failed } = main.sums;
  if (main.total !== null && total === 0) return fieldStatement(main.total, "nothing-ran");
  const isCounted = total !== null || failed !== null;
  if (isCounted && passed === 0 && list.cases.length === 0) return nothingPassed(main.node, main.passed);
  return main.total === null || main.shortage === null ? undefined : missingStatement(main.shortage);
}

/** One of several groups: `voice: { passed: 0, failed: 0 }`. */
function isEmptyGroup({ passed, failed, skipped }: CountSums): boolean {
  return passed === 0 && failed === 0 && (skipped ?? 0) === 0;
}

function nothingPassed(node: ObjectNode, passed: CountField | null): EvidenceStatement {
  return statementOf(
    { ...locationOf(node, passed?.path ?? []), value: 0, status: "passed" },
    "nothing-passed",
  );
}

const unjudged = /^(?:not|un)(?:evaluat|grad|judg|scor)ed/;

/** Within a case, an incomplete part (axe's `incomplete: 2`) or one that was not run may be of no concern. */
function isWithoutVerdict({ status, key }: CountField): boolean {
  return status === "undecided" || unjudged.test(key.squashed);
}

/** The counts of all suites in a list can add up to the counts of the run. */
function isInMain(node: ObjectNode, main: CountSummary | null): boolean {
  return main?.isListed === true && node.context.group === main.node.context.group;
}

/** A suite that lists its cases can have open cases of its own. */
function isOfSuite({ nested, context: { enclosingCase, key } }: ObjectNode): boolean {
  return nested.hasCases || (key.isWrapper && enclosingCase?.nested.hasCases === true);
}

function miscount({ main, list }: JudgementInput): EvidenceStatement | undefined {
  if (main === null || main.isListed || main.passed === null || main.sums.passed === null) return undefined;
  const listed = list.cases.filter(({ status }) => status === "passed").length;
  const isWhole = main.total !== null && main.total.value === list.cases.length;
  if (list.supersededFailures > 0 || list.cases.length === 0) return undefined;
  if (listed > main.sums.passed) return { kind: "more-listed", passed: factOf(main.passed), listed };
  const notPassed = list.cases.find(({ status }) => status !== "passed");
  return isWhole && listed < main.sums.passed && notPassed !== undefined
    ? statementOf(factOfNode(notPassed))
    : undefined;
}

/** Missing parts of one list element, such as steps of a case, don't leave the run open. */
function isShort({ unit, isListed, shortage }: CountSummary): boolean {
  return shortage !== null && !(isListed && unit === "part");
}

function missingStatement({ missing, total, statedCount }: Shortage): EvidenceStatement {
  return { kind: "missing", missing, total, path: factOf(statedCount).path };
}

/** If the response states that the run passed, planned cases count as skipped. */
function undecidedCases(
  { list: { cases, suites }, main }: JudgementInput,
  isStatedPass: boolean,
): EvidenceStatement | undefined {
  const isSkipped = (status: Status | null): boolean =>
    caseStatus(status) === "skipped" || (isStatedPass && status === "planned");
  const open = cases.find(({ status }) => status !== "passed" && status !== "failed" && !isSkipped(status));
  if (open !== undefined) return noVerdictOf(open);
  const isLeftOut = (suite: ObjectNode): boolean =>
    suite.status === "skipped" &&
    cases.some(({ status, context }) => context.enclosingCase === suite && status === "passed");
  const suite = suites.find(each => isInconclusive(each.status) || isUnrun(each.status) || isLeftOut(each));
  if (suite !== undefined) return statementOf(factOfNode(suite));
  const allSkipped = cases.every(({ status }) => isSkipped(status));
  const isWhole = main?.total != null && main.total.value <= cases.length;
  if (cases.length > 0 && allSkipped && (isWhole || (main?.sums.passed ?? 0) === 0))
    return { kind: "all-skipped", count: cases.length };
  return undefined;
}

const mostNames = 20;

/** A passed case lacks an outcome or an end that other cases of its list have: `passed: null`, `completedAt: null`. */
function unfilledCase({ list: { cases } }: JudgementInput): EvidenceStatement | undefined {
  const empty = new Map<ElementGroup, Set<string>>();
  for (const node of cases) {
    const { group } = node.context;
    if (node.details.unfilled === null || group === null || node.status !== "passed") continue;
    const names = empty.get(group) ?? new Set();
    empty.set(group, names);
    for (const name of node.details.unfilled) {
      if (names.has(name) || names.size === mostNames) continue;
      if (group.nodes.some(({ value }) => value[name] != null && value[name] !== ""))
        return fieldStatement(flagField(node, name, null, null));
      names.add(name);
    }
  }
  return undefined;
}

/** A case names another run or another target than the response does, or another run than most cases. */
function caseOfOtherRun(input: JudgementInput): EvidenceStatement | undefined {
  return (
    caseUnlikeMost(input) ?? caseUnlikeResponse(input, runName) ?? caseUnlikeResponse(input, targetIdName)
  );
}

/** Most cases share a run, and one names another: `run: 40` among cases of 41. */
function caseUnlikeMost({ list: { cases } }: JudgementInput): EvidenceStatement | undefined {
  const byRun = new Map<string, OutcomeField[]>();
  for (const node of cases) {
    const field = idFieldOf(node, runName);
    // The cases of one run name it alike.
    if (field === undefined) return undefined;
    const run = String(field.value);
    const fields = byRun.get(run) ?? [];
    fields.push(field);
    byRun.set(run, fields);
  }
  const [most = [], ...others] = [...byRun.values()].sort((a, b) => b.length - a.length);
  const [common] = most;
  const [other] = others.flat();
  if (other === undefined || common === undefined || most.length * 2 <= cases.length) return undefined;
  return { kind: "facts", facts: [factOf(other), factOf(common)] };
}

/** If each case has another id, each was run for itself. */
function caseUnlikeResponse(
  { findings, list: { cases } }: JudgementInput,
  name: RegExp,
): EvidenceStatement | undefined {
  const [own] = findings.nodesBesideCases
    .filter(({ context: { area } }) => area === "run")
    .flatMap(node => idFieldOf(node, name) ?? []);
  if (own === undefined) return undefined;
  const nameOf = ({ path }: OutcomeField) =>
    keyOf(String(typeof path === "string" ? path : path.at(-1))).squashed;
  const fields = cases
    .flatMap(node => idFieldOf(node, name) ?? [])
    .filter(field => nameOf(field) === nameOf(own));
  const other = fields.find(({ value }) => String(value) !== String(own.value));
  const isShared = fields.length < cases.length || fields.some(({ value }) => value === own.value);
  return other && isShared ? { kind: "facts", facts: [factOf(other), factOf(own)] } : undefined;
}

/** `run_id: "run_41"`, `fields: { "Run #": 41 }` */
function idFieldOf(node: ObjectNode, idName: RegExp): OutcomeField | undefined {
  for (const name in node.value) {
    const value = node.value[name];
    const { squashed, isAttributeObject } = keyOf(name);
    if (idName.test(squashed) && isRunId(value)) return flagField(node, name, null, value);
    if (!isAttributeObject || !isJsonObject(value)) continue;
    const inner = Object.keys(value).find(each => idName.test(keyOf(each).squashed));
    const id = inner === undefined ? undefined : value[inner];
    if (inner !== undefined && isRunId(id)) return flagField(node, [name, inner], null, id);
  }
  return undefined;
}

const runName = /^(?:test|batch|channel)?run(?:id|number|no|nr)?$/;
const targetIdName = /^(?:batch|channel)id$/;

/** Small numbers are those of repetitions. */
function isRunId(value: JsonValue | undefined): value is string | number {
  return (typeof value === "string" && value.length > 1) || (typeof value === "number" && value > 9);
}

function noVerdictOf(node: ObjectNode): EvidenceStatement {
  const fact = factOfNode(node);
  if (fact.status === "success") return statementOf(fact, "call-worked");
  if (fact.status === "finished") return statementOf(fact, "ended");
  // A flag, or a field inside the case, already shows why there is no verdict.
  const isPlain =
    typeof fact.value === "boolean" || (node.nested.objection ?? node.nested.openField) !== null;
  return statementOf(fact, isPlain ? undefined : "no-verdict");
}

/** Finds a sign that the list lacks cases. Undefined if there is none, or if counts with a total show a pass. */
export function findIncompleteList(
  input: JudgementInput,
  isStatedPass = false,
): EvidenceStatement | undefined {
  const { findings, list, main } = input;
  // Counts of listed parts say nothing of the parts of a next page.
  const countsAll = !(main?.isListed === true && findings.continuation !== null);
  if (countsAll && passByCounts(input) !== undefined && main?.total != null) {
    const { value: total } = main.total;
    const longer = findings.lengths.find(({ value }) => value > total);
    return longer && { kind: "partly-listed", total: factOf(longer), listed: total };
  }
  if (findings.continuation !== null) return fieldStatement(findings.continuation, "more-elsewhere");
  const listed = list.cases.length;
  const counted =
    main === null ? 0 : (main.sums.passed ?? 0) + (main.sums.failed ?? 0) + (main.sums.skipped ?? 0);
  const possible = [counted, listed + list.supersededFailures, list.suites.length];
  const fewest = Math.min(...possible.filter(length => length > 0));
  const stated = findings.lengths.find(
    length => length.value > Math.max(...possible) && !isBesideListOf(length),
  );
  if (stated !== undefined && listed > 0) return { kind: "partly-listed", total: factOf(stated), listed };
  const tooSmall = findings.lengths.find(
    length => length.value > 0 && length.value < fewest && !isBesideListOf(length),
  );
  if (tooSmall !== undefined && listed > 0) return fieldStatement(tooSmall);
  const between = findings.lengths.find(
    length => length.value > 0 && !possible.includes(length.value) && !isBesideListOf(length),
  );
  if (between !== undefined && listed > 0) return fieldStatement(between);
  // A run that states its pass need not list its cases, but a list has to be whole.
  const mayListNone = isStatedPass && listed === 0;
  if (
    main?.total != null &&
    !main.isListed &&
    !mayListNone &&
    main.total.value > listed + list.supersededFailures
  )
    return { kind: "partly-listed", total: factOf(main.total), listed };
  return undefined;
}

/** A number that has to be the number of all cases, and is not. */
function unknownNumber({ findings, list, main }: JudgementInput): EvidenceStatement | undefined {
  const known = new Set([
    list.cases.length,
    list.suites.length,
    ...(main === null ? [] : knownAmounts(main.sums)),
  ]);
  const unknown = findings.stageNumbers.find(
    ({ node, path, value }) => !known.has(Number(value)) && !isWholeBeside(node.value, String(path)),
  );
  const finished = findings.countingNodes
    .flatMap(({ counts, context: { area } }) => (area === "run" ? (counts ?? []) : []))
    .find(
      ({ status, unit, value }) =>
        status === "finished" && unit !== "part" && list.cases.length > 0 && !known.has(value),
    );
  if (unknown === undefined && finished !== undefined) return fieldStatement(finished);
  return unknown && fieldStatement(unknown);
}

/** The object of the length, or the one around it, has a list of that length. */
function isBesideListOf({ node, value }: CountField): boolean {
  const around = [node.value, node.parent?.value ?? []];
  return around.some(each => Object.values(each).some(list => Array.isArray(list) && list.length === value));
}

function caseWithoutOutcome({ list }: JudgementInput): EvidenceStatement | undefined {
  return list.firstWithoutOutcome === undefined ? undefined : noVerdictOf(list.firstWithoutOutcome);
}

/** A run that states its pass can list definitions, but not cases whose status says nothing: `status: "N/A"`. */
function unreadOutcome({
  list: { cases, firstWithoutOutcome: node },
}: JudgementInput): EvidenceStatement | undefined {
  if (node === undefined || cases.length > 0) return undefined;
  for (const name in node.value) {
    const value = node.value[name];
    if (typeof value === "string" && value !== "" && keyOf(name).outcomeName === "status")
      return fieldStatement(flagField(node, name, null, value), "no-verdict");
  }
  return undefined;
}

function nothingRan({ findings, list, main }: JudgementInput): EvidenceStatement | undefined {
  if (findings.zeroStage !== null) return fieldStatement(findings.zeroStage, "nothing-ran");
  if (list.cases.some(({ status }) => status !== null) || (main?.sums.passed ?? 0) > 0) return undefined;
  const total = findings.lengths.find(({ value }) => value === 0) ?? findings.zeroTotals[0];
  if (total !== undefined) return fieldStatement(total, "nothing-ran");
  return findings.emptyCaseList === null ? undefined : fieldStatement(findings.emptyCaseList, "nothing-ran");
}

function badRatio({ findings }: JudgementInput): EvidenceStatement | undefined {
  const [ratio] = findings.badRatios;
  return ratio && fieldStatement(ratio);
}
