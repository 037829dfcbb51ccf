/**
 * Reads responses by a team's rules: `words` gives words a meaning, `cases` makes the list of cases, `running` says that the
 * run goes on, `pass-when` decides the verdict.
 */

import type { ReadingRules, TaughtStatus } from "../catalog/catalog.ts";
import type { JsonObject } from "../json.ts";
import { caseStatus } from "./case-status.ts";
import type { Evidence, EvidenceNote, ExpressionName, ExpressionResult } from "./evidence.ts";
import type { EvaluateExpression, ExpressionProblem } from "./expressions/evaluation-request.ts";
import { type ResponseReader, readResponse } from "./read.ts";
import type { Case, Reading } from "./reading.ts";
import { withdrawPass } from "./reading-with-note.ts";
import { withGivenExpressions } from "./remedy.ts";
import { knownBadStatus, taughtWordsOf } from "./taught-words.ts";
import type { Status } from "./vocabulary.ts";
import { type TaughtWords, taughtForm } from "./words.ts";

export class RuleError extends Error {
  /** Leads from the catalog's `report` to the rule. */
  readonly path: readonly [rule: ExpressionName | "words", word?: string];
  readonly problem: string;
  readonly position: number | undefined;

  constructor(path: RuleError["path"], problem: string, lines: readonly string[] = [], position?: number) {
    super([`\`${path.join(".")}\`: ${problem}`, ...lines.map(text => `  ${text}`)].join("\n"));
    this.name = "RuleError";
    this.path = path;
    this.problem = problem;
    this.position = position;
  }
}

export async function findRuleErrors(
  { cases, passWhen, running, words = {} }: ReadingRules,
  evaluate: EvaluateExpression,
): Promise<readonly RuleError[]> {
  const errorsOf = async (expression: ExpressionName, source: string | undefined) => {
    if (source === undefined) return [];
    if (source.trim() === "")
      return [new RuleError([expression], "is empty; leave it out instead", [source])];
    const result = await evaluate({ expression, source });
    return "problem" in result ? [expressionError(expression, source, result)] : [];
  };
  const errors = await Promise.all([
    errorsOf("cases", cases),
    errorsOf("pass-when", passWhen),
    errorsOf("running", running),
  ]);
  return [...errors.flat(), ...Object.keys(words).flatMap(word => wordErrors(word, words))];
}

function expressionError(
  expression: ExpressionName,
  source: string,
  { problem, at }: ExpressionProblem,
): RuleError {
  const { line, caret } = excerpt(source, at);
  const lines = caret === undefined ? [line] : [line, `${" ".repeat(caret)}^`];
  return new RuleError([expression], problem, lines, at);
}

function wordErrors(word: string, words: Readonly<Record<string, TaughtStatus>>): RuleError[] {
  const taught = words[word] ?? "undecided";
  const known = knownBadStatus(word, taught);
  if (known !== undefined)
    return [new RuleError(["words", word], `${meaningTexts[known]}, so it can't mean ${taught}`)];
  const [first] = Object.keys(words).filter(each => taughtForm(each) === taughtForm(word));
  if (first === undefined || first === word || words[first] === taught) return [];
  const problem = `only its case or separators differ from \`${first}\`, which means ${words[first]}`;
  return [new RuleError(["words", word], problem)];
}

const meaningTexts: Readonly<Partial<Record<Status, string>>> = {
  failed: "it is a known word for a failure",
  undecided: "it is a known word for an open verdict",
  interrupted: "it is a known word for a run that stopped early",
  running: "it is a known word for a run that goes on",
  unrun: "it is a known word for a case that did not run",
  planned: "it is a known word for a case that did not run",
};

/** If an expression fails, the reader works without it, but a verdict of passed becomes unknown. */
export function createRuleReader(rules: ReadingRules, evaluate: EvaluateExpression): ResponseReader {
  const words = taughtWordsOf(rules.words);
  const read = readerWithRules(rules, words, evaluate);
  const given = new Set<ExpressionName>();
  if (rules.cases !== undefined) given.add("cases");
  if (rules.passWhen !== undefined) given.add("pass-when");
  const readWithRemedy: ResponseReader = async (response, options) => {
    const reading = await read(response, options);
    const { remedy } = reading.evidence;
    if (remedy === undefined) return reading;
    return { ...reading, evidence: { ...reading.evidence, remedy: withGivenExpressions(remedy, given) } };
  };
  return Object.assign(readWithRemedy, { words });
}

function readerWithRules(
  { cases, passWhen, running }: ReadingRules,
  words: TaughtWords | undefined,
  evaluate: EvaluateExpression,
): ResponseReader {
  return async (response, options) => {
    const runs =
      running === undefined ? undefined : await evaluateFlag("running", running, response, evaluate);
    const readPlainly: ReadPlainly = expressionCases =>
      readResponse(response, {
        ...options,
        words,
        isOver: runs === false,
        cases:
          words === undefined ? expressionCases : expressionCases?.map(each => withTaughtWord(each, words)),
      });
    const read =
      cases === undefined ? readPlainly() : await readWithCases(cases, response, evaluate, readPlainly);
    const reading = runs === undefined || runs === false ? read : applyRunning(runs, read);
    // A run that has just started has no failures yet, so `pass-when` could give it the verdict passed.
    if (passWhen === undefined || reading.isRunning) return reading;
    const isPass = await evaluateFlag("pass-when", passWhen, response, evaluate);
    return typeof isPass === "boolean" ? applyPassWhen(isPass, reading) : withdrawPass(reading, isPass);
  };
}

function withTaughtWord(each: Case, words: TaughtWords): Case {
  const status = each.rawStatus === undefined ? undefined : words.get(taughtForm(each.rawStatus));
  return status === undefined ? each : { ...each, status: caseStatus(status) };
}

async function evaluateFlag(
  expression: "running" | "pass-when",
  source: string,
  response: JsonObject,
  evaluate: EvaluateExpression,
): Promise<boolean | EvidenceNote> {
  const result = await evaluate({ expression, source, response });
  if ("problem" in result) return failureOf(expression, source, result);
  const yields: ExpressionResult = "yields" in result ? result.yields : { type: "nothing" };
  return yields.type === "value" && typeof yields.value === "boolean"
    ? yields.value
    : { kind: `${expression}-undecided`, yields };
}

function applyRunning(runs: true | EvidenceNote, reading: Reading): Reading {
  if (runs !== true) return withdrawPass(reading, runs);
  if (reading.isRunning) return reading;
  return {
    ...reading,
    verdict: "unknown",
    runVerdict: "unknown",
    isRunning: true,
    evidence: { basis: { kind: "running" }, notes: reading.evidence.notes },
  };
}

type ReadPlainly = (cases?: readonly Case[]) => Reading;

async function readWithCases(
  source: string,
  response: JsonObject,
  evaluate: EvaluateExpression,
  readPlainly: ReadPlainly,
): Promise<Reading> {
  const result = await evaluate({ expression: "cases", source, response });
  if ("problem" in result) return withdrawPass(readPlainly(), failureOf("cases", source, result));
  const cases = "cases" in result ? result.cases : [];
  return cases.length > 0 ? readPlainly(cases) : checkMissingCases(source, readPlainly());
}

/** If the response lists cases and the expression finds none, the expression probably looks in the wrong place. */
function checkMissingCases(source: string, reading: Reading): Reading {
  const listed = reading.cases.length;
  if (reading.isRunning || listed === 0) return reading;
  const problem = `yields no cases, although the response seems to list ${listed}`;
  return withdrawPass(reading, failureOf("cases", source, { problem }));
}

/** The evidence keeps the statement that contradicts the verdict. */
function applyPassWhen(isPass: boolean, reading: Reading): Reading {
  const { evidence } = reading;
  const objection = contradictionOf(isPass, reading);
  return {
    ...reading,
    verdict: isPass ? "passed" : "failed",
    runVerdict: isPass || reading.casesVerdict === "failed" ? "passed" : "failed",
    evidence: {
      basis: { kind: "pass-when", isPass },
      ...(objection !== undefined && { objection }),
      notes: evidence.notes,
    },
  };
}

/** If a reading has an objection, the basis supports a pass and the objection contradicts it. */
function contradictionOf(isPass: boolean, { verdict, evidence }: Reading): Evidence["basis"] {
  const { basis, objection } = evidence;
  if (isPass) return verdict === "failed" ? basis : objection;
  return verdict === "passed" || objection !== undefined ? basis : undefined;
}

function failureOf(
  expression: ExpressionName,
  source: string,
  { problem, at }: ExpressionProblem,
): EvidenceNote {
  return { kind: "expression-failed", expression, line: excerpt(source, at).line, problem };
}

/** Returns the part of the line around `at`. `caret` is the same position, counted from the start of this part. */
function excerpt(source: string, at?: number): { line: string; caret?: number } {
  const place = at ?? 0;
  const start = source.lastIndexOf("\n", place - 1) + 1;
  const end = source.indexOf("\n", place);
  const line = source.slice(start, end < 0 ? undefined : end).replaceAll("\t", " ");
  const around = 60;
  const from = Math.max(0, place - start - around);
  const window = line.slice(from, from + 2 * around);
  const before = from > 0 ? "…" : "";
  const shown = before + window + (from + window.length < line.length ? "…" : "");
  return { line: shown, ...(at !== undefined && { caret: before.length + place - start - from }) };
}
