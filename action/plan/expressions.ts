/** A team's own expressions, from the inputs or else the catalog, compiled before anything is sent. */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { ExpressionSources } from "../../shared/report/expressions.ts";
import type { Read } from "../../shared/run/plan.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Mistake } from "../inputs/mistakes.ts";

/** Undefined where there are none. */
export async function readerOf(
  inputs: Inputs,
  catalog: Catalog,
  mistakes: Mistake[],
): Promise<Read | undefined> {
  const sources: ExpressionSources = {
    cases: inputs.cases || catalog.report.cases,
    passWhen: inputs.passWhen || catalog.report.passWhen,
  };
  if (sources.cases === undefined && sources.passWhen === undefined) return undefined;
  const { compileExpressions, ExpressionError } = await import("../../shared/report/expressions.ts");
  const compile = async (some: ExpressionSources) => {
    try {
      return await compileExpressions(some);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { expression, message } = error;
      const isInput = (expression === "cases" ? inputs.cases : inputs.passWhen) !== "";
      mistakes.push(
        isInput
          ? { input: expression, message: message.replace(`\`${expression}\`: `, "") }
          : { file: catalog.file, message: `\`report.${message.slice(1)}` },
      );
      return undefined;
    }
  };
  // `compileExpressions` stops at the first mistake; compiled one by one, mistakes in both are reported.
  const first = await compile({ cases: sources.cases });
  const both = await compile(first ? sources : { passWhen: sources.passWhen });
  return both && ((response, redact) => both.read(response, redact));
}
