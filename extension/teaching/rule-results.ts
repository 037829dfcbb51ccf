/** Says in words what rules give for one response. */

import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import type { RuleName } from "../../shared/catalog/written-rules.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ExpressionResult } from "../../shared/reading/evidence.ts";
import type {
  EvaluateExpression,
  EvaluationResponse,
  ExpressionProblem,
} from "../../shared/reading/expressions/evaluation-request.ts";
import type { ResponseReader } from "../../shared/reading/read.ts";
import type { Case, CaseStatus, Reading } from "../../shared/reading/reading.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import { caseStatusName, stateName } from "../services/verdict-labels.ts";

export interface RuleResult {
  readonly text: string;
  readonly problem?: ExpressionProblem & {
    /** The expression is right as JSONata, and fails for this response. */
    readonly isOfResponse: boolean;
  };
}

interface Tools {
  readonly evaluate: EvaluateExpression;
  readonly createRuleReader: (rules: ReadingRules, evaluate: EvaluateExpression) => ResponseReader;
}

/** Without a response, the expressions are only compiled. */
export async function resultsOf(
  written: ReadingRules,
  names: readonly RuleName[],
  response: JsonObject | undefined,
  { evaluate, createRuleReader }: Tools,
): Promise<ReadonlyMap<RuleName, RuleResult>> {
  const given = { cases: written.cases, "pass-when": written.passWhen, running: written.running };
  const known = (source: string | undefined) => (source?.includes("${{") ? undefined : source);
  const rules = { ...written, cases: known(written.cases), passWhen: known(written.passWhen) };
  const evaluated = new Map<string, Promise<EvaluationResponse>>();
  // An expression that takes too long is evaluated only once.
  const evaluateOnce: EvaluateExpression = request => {
    const result = evaluated.get(request.expression) ?? evaluate(request);
    evaluated.set(request.expression, result);
    return result;
  };
  const reading = response && (await createRuleReader(rules, evaluateOnce)(response));
  const results = new Map<RuleName, RuleResult>();
  for (const name of names) {
    if (name === "words") {
      if (reading !== undefined) results.set(name, { text: readingText(reading) });
      continue;
    }
    const source = known(given[name]);
    if (source !== given[name])
      results.set(name, { text: t("only GitHub knows the values of {0}", "${{ … }}") });
    if (source === undefined || source.trim() === "") continue;
    const compiled = await evaluate({ expression: name, source });
    const result =
      "problem" in compiled || response === undefined
        ? compiled
        : await evaluateOnce({ expression: name, source, response });
    if ("problem" in result) {
      const problem = { ...result, isOfResponse: !("problem" in compiled) };
      results.set(name, { text: escapeForPick(result.problem), problem });
    } else if ("cases" in result) {
      results.set(name, {
        text: result.cases.length === 0 ? t("gives no cases") : casesText(reading?.cases ?? []),
      });
    } else if ("yields" in result) {
      results.set(name, { text: yieldsText(name === "running", result.yields) });
    }
  }
  return results;
}

function readingText({ verdict, isRunning, cases }: Reading): string {
  const state = t("Read as {0}", stateName(isRunning ? "running" : verdict));
  return cases.length === 0 ? state : `${state}, ${casesText(cases)}`;
}

const shownStatuses: readonly CaseStatus[] = ["passed", "failed", "other", "pending", "skipped"];

function casesText(cases: readonly Case[]): string {
  const counts = shownStatuses.flatMap(status => {
    const count = cases.filter(each => each.status === status).length;
    return count === 0 ? [] : `${count} ${caseStatusName(status)}`;
  });
  const total = cases.length === 1 ? t("1 case") : t("{0} cases", cases.length);
  return `${total}: ${counts.join(", ")}`;
}

function yieldsText(isRunning: boolean, yields: ExpressionResult): string {
  if (yields.type === "value" && typeof yields.value === "boolean") {
    if (isRunning) return yields.value ? t("goes on") : t("is over");
    return stateName(yields.value ? "passed" : "failed");
  }
  const what = {
    value: () => (yields.type === "value" ? `“${escapeForPick(String(yields.value))}”` : ""),
    list: () => (yields.type === "list" ? t("a list of {0}", yields.length) : ""),
    nothing: () => t("nothing"),
    object: () => t("an object"),
    function: () => t("a function"),
  }[yields.type]();
  return t("gives {0}, neither true nor false", what);
}
