/** Compiles the team's expressions, from the inputs or else from the catalog, before the first request. */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { ExpressionSources } from "../../shared/reading/expressions.ts";
import type { ResponseReader } from "../../shared/reading/read.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Mistake } from "../inputs/mistakes.ts";

/** Undefined if neither the inputs nor the catalog has an expression. */
export async function compileReader(
  inputs: Inputs,
  catalog: Catalog,
  mistakes: Mistake[],
  cancel: AbortSignal,
): Promise<ResponseReader | undefined> {
  const sources: ExpressionSources = {
    cases: inputs.cases || catalog.report.cases,
    passWhen: inputs.passWhen || catalog.report.passWhen,
  };
  if (sources.cases === undefined && sources.passWhen === undefined) return undefined;
  const [{ findExpressionErrors, createExpressionReader }, { startEvaluator }, { startEvaluationProcess }] =
    await Promise.all([
      import("../../shared/reading/expressions.ts"),
      import("../../shared/evaluation/evaluator.ts"),
      import("../../shared/evaluation/process.ts"),
    ]);
  // The evaluator is kept until the step ends.
  const { evaluate } = startEvaluator({ start: startEvaluationProcess, signal: cancel });
  for (const { expression, message } of await findExpressionErrors(sources, evaluate)) {
    const isInput = (expression === "cases" ? inputs.cases : inputs.passWhen) !== "";
    mistakes.push(
      isInput
        ? { input: expression, message: message.replace(`\`${expression}\`: `, "") }
        : { file: catalog.file, message: `\`report.${message.slice(1)}` },
    );
  }
  return createExpressionReader(sources, evaluate);
}
