/** Reads responses with a team's JSONata: `cases` makes the list of cases, `pass-when` decides the verdict. */

import type { JsonObject } from "../json.ts";
import type { Evidence, EvidenceNote, ExpressionName, ExpressionResult } from "./evidence.ts";
import type { EvaluateExpression, ExpressionProblem } from "./expressions/evaluation-request.ts";
import { type ResponseReader, readResponse } from "./read.ts";
import type { Case, Reading } from "./reading.ts";
import { withdrawPass } from "./reading-with-note.ts";
import { withGivenExpressions } from "./remedy.ts";

export interface ExpressionSources {
  readonly cases?: string | undefined;
  readonly passWhen?: string | undefined;
}

export class ExpressionError extends Error {
  readonly expression: ExpressionName;
  readonly problem: string;
  readonly position: number | undefined;

  constructor(expression: ExpressionName, problem: string, source: string, at?: number) {
    const { line, caret } = excerpt(source, at);
    const shown = caret === undefined ? [line] : [line, `${" ".repeat(caret)}^`];
    super([`\`${expression}\`: ${problem}`, ...shown.map(text => `  ${text}`)].join("\n"));
    this.name = "ExpressionError";
    this.expression = expression;
    this.problem = problem;
    this.position = at;
  }
}

export async function findExpressionErrors(
  { cases, passWhen }: ExpressionSources,
  evaluate: EvaluateExpression,
): Promise<readonly ExpressionError[]> {
  const problemsOf = async (expression: ExpressionName, source: string | undefined) => {
    if (source === undefined) return [];
    if (source.trim() === "")
      return [new ExpressionError(expression, "is empty; leave it out instead", source)];
    const result = await evaluate({ expression, source });
    return "problem" in result ? [new ExpressionError(expression, result.problem, source, result.at)] : [];
  };
  const problems = [problemsOf("cases", cases), problemsOf("pass-when", passWhen)];
  return (await Promise.all(problems)).flat();
}

/** If an expression fails, the reader works without it, but a verdict of passed becomes unknown. */
export function createExpressionReader(
  sources: ExpressionSources,
  evaluate: EvaluateExpression,
): ResponseReader {
  const read = readerWithExpressions(sources, evaluate);
  const given = new Set<ExpressionName>();
  if (sources.cases !== undefined) given.add("cases");
  if (sources.passWhen !== undefined) given.add("pass-when");
  return async (response, options) => {
    const reading = await read(response, options);
    const { remedy } = reading.evidence;
    if (remedy === undefined) return reading;
    return { ...reading, evidence: { ...reading.evidence, remedy: withGivenExpressions(remedy, given) } };
  };
}

function readerWithExpressions(
  { cases, passWhen }: ExpressionSources,
  evaluate: EvaluateExpression,
): ResponseReader {
  return async (response, options) => {
    const readPlainly: ReadPlainly = expressionCases =>
      readResponse(response, { ...options, cases: expressionCases });
    const reading =
      cases === undefined ? readPlainly() : await readWithCases(cases, response, evaluate, readPlainly);
    // A run that has just started has no failures yet, so `pass-when` could give it the verdict passed.
    if (passWhen === undefined || reading.isRunning) return reading;
    const result = await evaluate({ expression: "pass-when", source: passWhen, response });
    if ("yields" in result) return applyPassWhen(result.yields, reading);
    return "problem" in result ? withdrawPass(reading, failureOf("pass-when", passWhen, result)) : reading;
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

/** If `pass-when` yields true or false, it decides. The evidence keeps the statement that contradicts the verdict. */
function applyPassWhen(yields: ExpressionResult, reading: Reading): Reading {
  const { evidence } = reading;
  if (yields.type !== "value" || typeof yields.value !== "boolean")
    return withdrawPass(reading, { kind: "pass-when-undecided", yields });
  const isPass = yields.value;
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
