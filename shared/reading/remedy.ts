/** Suggests how an unknown verdict can become passed or failed: by a person's decision or by an expression. */

import { isUndecided, type VerdictRemedy } from "./evidence.ts";
import type { Judgement } from "./judge.ts";
import type { JudgementInput } from "./judgement-input.ts";
import type { CountField, FieldPath, ObjectNode, OutcomeField, ResponseNode } from "./nodes.ts";

export function suggestRemedy(
  input: JudgementInput,
  { verdict, isRunning, evidence }: Judgement,
): VerdictRemedy | undefined {
  if (verdict !== "unknown" || isRunning) return undefined;
  const open = evidence.objection ?? evidence.basis;
  if (open !== undefined && isUndecided(open)) return { by: "decision" };
  const passWhen = byCounts(input) ?? byRatio(input) ?? byRun(input) ?? byCases(input);
  const fits = passWhen !== undefined && passWhen.length <= longestExpression;
  const [first] = input.list.cases;
  const areListed = first !== undefined && first.context.area !== "expression";
  return { by: areListed ? "cases" : "pass-when", ...(fits && { passWhen }) };
}

const longestExpression = 120;

function byCounts({ main }: JudgementInput): string | undefined {
  if (main === null || main.isListed || main.failed.length === 0 || main.sums.total === 0) return undefined;
  const failed = main.failed.map(expressionOf);
  const some = main.total ?? main.passed;
  const ran = some === null ? [] : [expressionOf(some)];
  if ([...failed, ...ran].includes(undefined)) return undefined;
  return [
    ...failed.map(expression => `${expression} = 0`),
    ...ran.map(expression => `${expression} > 0`),
  ].join(" and ");
}

function byRatio({ findings }: JudgementInput): string | undefined {
  const ratio = findings.ratios[0];
  const expression = ratio?.status === "failed" ? undefined : ratio && expressionOf(ratio);
  return expression && `${expression} = ${Number(ratio?.value) > 1 ? 100 : 1}`;
}

/** A field that says "success" is not suggested, because it may describe the request. */
function byRun({ findings }: JudgementInput): string | undefined {
  const field = findings.runOutcomes.find(({ status, value }) => status === "passed" && isComparable(value));
  const expression = field && expressionOf(field);
  return expression && `${expression} = ${JSON.stringify(field.value)}`;
}

function byCases({ list: { cases } }: JudgementInput): string | undefined {
  const [first] = cases;
  const list = first?.parent;
  const field = first?.outcomes?.find(({ status }) => status === "passed" || status === "success");
  if (!list || !Array.isArray(list.value) || field === undefined || !isComparable(field.value))
    return undefined;
  const expression = expressionFor(list, []);
  const isPlainName = typeof field.path === "string" && isPlain(field.path);
  if (expression === undefined || !isPlainName || cases.some(({ parent }) => parent !== list))
    return undefined;
  const passing = `${expression}[${field.path} = ${JSON.stringify(field.value)}]`;
  return `$count(${expression}) > 0 and $count(${passing}) = $count(${expression})`;
}

function isComparable(value: OutcomeField["value"]): boolean {
  return typeof value === "boolean" || typeof value === "string";
}

function expressionOf({ node, path }: OutcomeField | CountField): string | undefined {
  return expressionFor(node, path);
}

/** Returns JSONata; undefined if a name needs quotes, or if the path leads through a list or is too long. */
function expressionFor(node: ResponseNode | ObjectNode, path: FieldPath): string | undefined {
  const steps: (string | number)[] = typeof path === "string" ? [path] : [...path].reverse();
  const mostSteps = 8;
  for (let at = node; at.parent !== null; at = at.parent) {
    steps.push(at.nameOrIndex);
    if (steps.length > mostSteps) return undefined;
  }
  return steps.every(isPlain) ? steps.reverse().join(".") : undefined;
}

function isPlain(step: string | number): boolean {
  return (
    typeof step === "string" &&
    /^[a-z_]\w{0,39}$/i.test(step) &&
    !/^(?:and|or|in|true|false|null|function)$/.test(step)
  );
}
