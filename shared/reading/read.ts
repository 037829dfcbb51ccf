/**
 * Reads an undocumented response. `readResponse` is pure, takes time linear in the size of the response, and throws
 * only if the response lists millions of cases. `vocabulary.ts` has the known words; `judge.ts` decides the verdict.
 */

import type { JsonObject } from "../json.ts";
import { findRepeatedName } from "../json-repeats.ts";
import { caseOf, nodeDurationMs, type SkipRules } from "./case-of-node.ts";
import { type CaseList, replaceCases } from "./cases.ts";
import type { CountSummary } from "./counts.ts";
import { readResponseDecision } from "./decision.ts";
import { createExplainer } from "./explanation.ts";
import type { Findings } from "./findings.ts";
import { type Judgement, judge, judgeWithExpressionCases, verdictOfRun } from "./judge.ts";
import { type JudgementInput, judgementInputOf } from "./judgement-input.ts";
import type { OutcomeField } from "./nodes.ts";
import { readProgress } from "./progress.ts";
import type { Case, CaseStatus, Reading, Totals, Verdict } from "./reading.ts";
import { type RequestReference, recordReferencesOf } from "./records.ts";
import { suggestRemedy } from "./remedy.ts";
import { readReviewContexts, readReviews } from "./reviews.ts";
import { readWithTaughtWords, type TaughtWords } from "./words.ts";

export interface ReadOptions {
  readonly request?: RequestReference | undefined;
  /** The cases that the team's `cases` expression made. They replace the cases in the response. */
  readonly cases?: readonly Case[] | undefined;
  /** The bytes of the response. Unlike parsed JSON, they show if a name occurs twice in an object. */
  readonly raw?: Uint8Array | undefined;
  /** Adds all records and the contexts of reviews, which only the editor keeps. */
  readonly includeRecords?: boolean | undefined;
  /** The meanings of words that the team has given. About a decision they say only which names say nothing. */
  readonly words?: TaughtWords | undefined;
  /** The ids of reviews that the caller knows. A response to a decision can be about one of these by mistake. */
  readonly knownReviews?: Iterable<string> | undefined;
  /** The team's `running` expression says that the run is over. */
  readonly isOver?: boolean | undefined;
}

export interface ResponseReader {
  (response: JsonObject, options?: ReadOptions): Reading | Promise<Reading>;
  /** The words that the team has taught, for a response that its expressions are not for. */
  readonly words?: TaughtWords | undefined;
}

export function readResponse(response: JsonObject, options: ReadOptions = {}): Reading {
  const { words, request } = options;
  if (words === undefined) return readWithVocabulary(response, options);
  const meant = request?.operation === "submitReview" ? namesThatSayNothing(words) : words;
  return readWithTaughtWords(meant, () => readWithVocabulary(response, options));
}

function namesThatSayNothing(words: TaughtWords): TaughtWords {
  return new Map([...words].filter(([, status]) => status === "skipped"));
}

function readWithVocabulary(response: JsonObject, options: ReadOptions): Reading {
  const { request, cases: expressionCases, raw, includeRecords, isOver: mustBeOver = false } = options;
  const found = judgementInputOf(response, { request, allRecords: includeRecords });
  const { findings, main, list } = found;
  const judgedByResponse = judge(found, mustBeOver);
  const input =
    expressionCases === undefined
      ? found
      : {
          ...found,
          findings: {
            ...findings,
            objection:
              findings.unlistedObjection ??
              failedCriterionIn(list) ??
              contradictionIn(list) ??
              flagAgainst(expressionCases, list),
          },
          list: replaceCases(list, expressionCases),
        };
  const judged =
    expressionCases === undefined || judgedByResponse.isRunning
      ? judgedByResponse
      : judgeWithExpressionCases(input, mustBeOver);
  const isDecision = request?.operation === "submitReview";
  const mustCheckNames = judged.verdict === "passed" || isDecision;
  const repeated = mustCheckNames && raw !== undefined ? findRepeatedName(raw) : undefined;
  const judgement = withRemedy(repeated === undefined ? judged : withRepeatedName(repeated, judged), input);
  const over = isOver(findings) && !judgement.isRunning;
  const skipRules = {
    planned: over || list.skippedInPassedSuites > 0,
    unrun: list.skippedInPassedSuites > 0 || (over && !hasWordForSkipped(list, main)),
  };
  const explain = createExplainer();
  const own = list.cases.map(node => caseOf(node, findings, skipRules, explain));
  const cases = expressionCases === undefined ? own : withOwnEvidence(expressionCases, own);
  const durationMs = durationOf(findings);
  const totals = totalsOf(main, cases, skipRules);
  const progress = judgement.isRunning ? readProgress(response, totals) : undefined;
  return {
    ...judgement,
    ...(progress === undefined ? {} : { progress }),
    totals,
    cases,
    ...(durationMs === null ? {} : { durationMs }),
    links: findings.links,
    runVerdict: repeated === undefined ? verdictOfRun(judgement, input) : "unknown",
    casesVerdict: cases.length === 0 ? null : verdictOfCases(cases),
    reviews: readReviews(findings, request),
    ...(isDecision && {
      decisionFacts: readResponseDecision(findings, request.id ?? "", {
        repeated,
        knownReviews: new Set(options.knownReviews),
      }),
    }),
    ...(includeRecords && {
      recordReferences: recordReferencesOf(findings.records),
      numberedObjectCount: findings.numberedObjectCount,
      reviewContexts: readReviewContexts(findings),
    }),
  };
}

/** The team's cases replace listed cases, but not what the run had to meet: `conditions: [{ state: "NOT_MET" }]`. */
function failedCriterionIn({ cases }: CaseList): OutcomeField | null {
  const criterion = cases.find(
    ({ status, context: { key } }) =>
      status === "failed" && (key.isRunCriterion || criteria.test(key.squashed)),
  );
  return criterion?.outcomes?.find(({ status }) => status === "failed") ?? null;
}

/** A list of checks can be the one that the team's expression reads. */
const criteria = /^(?:conditions|requirements|thresholds)$/;

/** A value that contradicts a pass, such as a score below its threshold, counts whoever says which case it is in. */
function contradictionIn({ cases }: CaseList): OutcomeField | null {
  const contradictory = cases.find(
    ({ nested: { objection } }) =>
      objection !== null && (objection.status !== null || objection.bound !== undefined),
  );
  return contradictory?.nested.objection ?? null;
}

/** The fields that explain a case, and don't decide it. */
const evidenceOfCase = [
  ...(["message", "durationMs", "url", "suite", "file", "line"] as const),
  ...(["persona", "scenario", "metrics", "attachments", "transcript"] as const),
] satisfies (keyof Case)[];

/** An expression rarely gives all that explains a case. What the reader found under the same name is added, unless it gives metrics. */
function withOwnEvidence(given: readonly Case[], own: readonly Case[]): readonly Case[] {
  const found = new Map<string, Case | undefined>();
  for (const each of own) found.set(each.name, found.has(each.name) ? undefined : each);
  return given.map(each => {
    const known = each.metrics === undefined ? found.get(each.name) : undefined;
    found.delete(each.name);
    if (known === undefined) return each;
    const missing = evidenceOfCase.filter(field => each[field] === undefined && known[field] !== undefined);
    return missing.length === 0
      ? each
      : { ...each, ...Object.fromEntries(missing.map(field => [field, known[field]])) };
  });
}

/** `aborted: true` of a case that the team's expression gives as passed, because it looks at other fields of the case. */
function flagAgainst(given: readonly Case[], { cases }: CaseList): OutcomeField | null {
  const passed = new Set(given.flatMap(({ name, status }) => (status === "passed" ? name : [])));
  const isFlag = ({ kind, status, value }: OutcomeField) =>
    value === true &&
    kind === "flag" &&
    status !== null &&
    !["passed", "success", "skipped"].includes(status);
  for (const { name, outcomes } of cases) {
    const found = name !== null && passed.has(name) ? outcomes?.find(isFlag) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

function verdictOfCases(cases: readonly Case[]): Verdict {
  if (cases.some(({ status }) => status === "failed")) return "failed";
  return cases.every(({ status }) => status === "passed" || status === "skipped") ? "passed" : "unknown";
}

/** If a name occurs twice in an object, one of its values is lost, so a verdict of passed becomes unknown. */
function withRepeatedName(name: string, judged: Judgement): Judgement {
  if (judged.verdict !== "passed") return judged;
  return {
    ...judged,
    verdict: "unknown",
    evidence: { ...judged.evidence, objection: { kind: "repeated-name", name } },
  };
}

function withRemedy(judgement: Judgement, input: JudgementInput): Judgement {
  const remedy = suggestRemedy(input, judgement);
  return remedy === undefined ? judgement : { ...judgement, evidence: { ...judgement.evidence, remedy } };
}

function isOver({ hasEndWord, hasEndTime, runOutcomes }: Findings): boolean {
  return (
    hasEndWord || hasEndTime || runOutcomes.some(({ status }) => status === "failed" || status === "passed")
  );
}

/** If the response has a word for skipped cases, "pending" doesn't mean skipped. */
function hasWordForSkipped(list: CaseList, main: CountSummary | null): boolean {
  return (main?.skipped.length ?? 0) > 0 || list.cases.some(({ status }) => status === "skipped");
}

function totalsOf(main: CountSummary | null, cases: readonly Case[], skipRules: SkipRules): Totals {
  if (main === null) return cases.length === 0 ? noTotals : totalsOfCases(cases);
  const { sums } = main;
  const unrun = [skipRules.unrun ? sums.unrun : null, skipRules.planned ? sums.planned : null];
  const unfinished = [skipRules.unrun ? null : sums.unrun, skipRules.planned ? null : sums.planned];
  const open = add(sums.undecided, sums.running, ...unfinished);
  const skipped = add(sums.skipped, ...unrun);
  const total =
    sums.total ??
    (sums.passed === null || sums.failed === null ? null : sum(sums.passed, sums.failed, skipped, open));
  const stated: Totals = { total, passed: sums.passed, failed: sums.failed, skipped, other: open };
  if (cases.length > 0 && (total === null || total === cases.length)) {
    const listed = totalsOfCases(cases);
    if (stated.passed === null || stated.passed === listed.passed) return fillIn(stated, listed);
  }
  return fillIn(stated, { ...noTotals, passed: restOfTotal(stated) });
}

const noTotals: Totals = { total: null, passed: null, failed: null, skipped: null, other: null };

function fillIn(stated: Totals, by: Totals): Totals {
  return {
    total: stated.total ?? by.total,
    passed: stated.passed ?? by.passed,
    failed: stated.failed ?? by.failed,
    skipped: stated.skipped ?? by.skipped,
    other: stated.other ?? by.other,
  };
}

function restOfTotal({ total, failed, skipped, other }: Totals): number | null {
  if (total === null || failed === null || (skipped === null && other === null)) return null;
  return Math.max(0, total - failed - (skipped ?? 0) - (other ?? 0));
}

function totalsOfCases(cases: readonly Case[]): Totals {
  const counts: Record<CaseStatus, number> = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
  for (const { status } of cases) counts[status]++;
  const { passed, failed, skipped, pending, other } = counts;
  return { total: cases.length, passed, failed, skipped, other: pending + other };
}

function add(...values: (number | null)[]): number | null {
  return values.every(value => value === null) ? null : sum(...values);
}

function sum(...values: (number | null)[]): number {
  return values.reduce<number>((before, value) => before + (value ?? 0), 0);
}

function durationOf(findings: Findings): number | null {
  for (const node of findings.timedNodes) {
    const duration = nodeDurationMs(node, findings);
    if (duration !== null) return duration;
  }
  return null;
}
