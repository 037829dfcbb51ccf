/**
 * A team that knows its fields says so in JSONata: `cases` makes the list of cases out of a response, `pass-when` the
 * verdict. They come from the team's own catalog or workflow, yet run over a response that nobody controls: where and
 * how they are evaluated is handed in.
 */

import type { JsonObject } from "../json.ts";
import { doubted } from "./doubt.ts";
import type { Evidence, ExpressionName, Note, Yield } from "./evidence.ts";
import type { Evaluate, Problem } from "./expressions/question.ts";
import { type Read, read } from "./read.ts";
import type { Case, Reading } from "./reading.ts";

export interface ExpressionSources {
  readonly cases?: string | undefined;
  readonly passWhen?: string | undefined;
}

/** A mistake in an expression; shows the place. */
export class ExpressionError extends Error {
  readonly expression: ExpressionName;
  readonly problem: string;
  /** The place in the expression. */
  readonly at: number | undefined;

  constructor(expression: ExpressionName, problem: string, source: string, at?: number) {
    const { line, caret } = excerpt(source, at);
    const shown = caret === undefined ? [line] : [line, `${" ".repeat(caret)}^`];
    super([`\`${expression}\`: ${problem}`, ...shown.map(text => `  ${text}`)].join("\n"));
    this.name = "ExpressionError";
    this.expression = expression;
    this.problem = problem;
    this.at = at;
  }
}

/** The mistakes that can be found before there is a response. */
export async function mistakesIn(
  { cases, passWhen }: ExpressionSources,
  evaluate: Evaluate,
): Promise<readonly ExpressionError[]> {
  const mistakeIn = async (expression: ExpressionName, source: string | undefined) => {
    if (source === undefined) return [];
    if (source.trim() === "")
      return [new ExpressionError(expression, "is empty; leave it out instead", source)];
    const answer = await evaluate({ expression, source });
    return "problem" in answer ? [new ExpressionError(expression, answer.problem, source, answer.at)] : [];
  };
  const found = [mistakeIn("cases", cases), mistakeIn("pass-when", passWhen)];
  return (await Promise.all(found)).flat();
}

/** Reads responses with them. One that fails takes nothing away of what was read without it, except that it passed. */
export function readerBy({ cases, passWhen }: ExpressionSources, evaluate: Evaluate): Read {
  return async (response, options) => {
    const plainly: Plainly = made => read(response, { ...options, cases: made });
    const reading = cases === undefined ? plainly() : await readWithCases(cases, response, evaluate, plainly);
    // Before the end "no failures" is true of every run: a pass of an unfinished run would be a lie.
    if (passWhen === undefined || reading.running) return reading;
    const answer = await evaluate({ expression: "pass-when", source: passWhen, response });
    if ("yields" in answer) return decidedBy(answer.yields, reading);
    return "problem" in answer ? doubted(reading, failureOf("pass-when", passWhen, answer)) : reading;
  };
}

type Plainly = (made?: readonly Case[]) => Reading;

async function readWithCases(
  source: string,
  response: JsonObject,
  evaluate: Evaluate,
  plainly: Plainly,
): Promise<Reading> {
  const answer = await evaluate({ expression: "cases", source, response });
  if ("problem" in answer) return doubted(plainly(), failureOf("cases", source, answer));
  const cases = "cases" in answer ? answer.cases : [];
  return cases.length > 0 ? plainly(cases) : withoutCases(source, plainly());
}

/** A run may have no cases, yet or at all; but where cases are listed, the expression looks in the wrong place. */
function withoutCases(source: string, reading: Reading): Reading {
  const listed = reading.cases.length;
  if (reading.running || listed === 0) return reading;
  const problem = `yields no cases, although the response seems to list ${listed}`;
  return doubted(reading, failureOf("cases", source, { problem }));
}

/** It outweighs all that was read; the evidence names what speaks against it. */
function decidedBy(yields: Yield, reading: Reading): Reading {
  const { evidence } = reading;
  if (yields.type !== "value" || typeof yields.value !== "boolean")
    return doubted(reading, { kind: "pass-when-undecided", yields });
  const isPass = yields.value;
  const against = spokenAgainst(isPass, reading);
  return {
    ...reading,
    verdict: isPass ? "passed" : "failed",
    ofRun: isPass || reading.ofCases === "failed" ? "passed" : "failed",
    evidence: {
      basis: { kind: "pass-when", isPass },
      ...(against !== undefined && { against }),
      notes: evidence.notes,
    },
  };
}

/** Where a reading has two sides, its basis is that of a pass. */
function spokenAgainst(isPass: boolean, { verdict, evidence }: Reading): Evidence["basis"] {
  const { basis, against } = evidence;
  if (isPass) return verdict === "failed" ? basis : against;
  return verdict === "passed" || against !== undefined ? basis : undefined;
}

function failureOf(expression: ExpressionName, source: string, { problem, at }: Problem): Note {
  return { kind: "expression-failed", expression, line: excerpt(source, at).line, problem };
}

/** The line of the expression around the place, and where the place is in it. */
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
