/** Compiles the team's rules for reading, from the inputs or else from the catalog, before the first request. */

import { type Catalog, hasRules, type ReadingRules } from "../../shared/catalog/catalog.ts";
import type { ResponseReader } from "../../shared/reading/read.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Mistake } from "../inputs/mistakes.ts";

/** Undefined if neither the inputs nor the catalog has a rule. */
export async function compileReader(
  inputs: Inputs,
  catalog: Catalog,
  mistakes: Mistake[],
  cancel: AbortSignal,
): Promise<ResponseReader | undefined> {
  const rules: ReadingRules = {
    ...catalog.report,
    cases: inputs.cases || catalog.report.cases,
    passWhen: inputs.passWhen || catalog.report.passWhen,
  };
  if (!hasRules(rules)) return undefined;
  const [{ findRuleErrors, createRuleReader }, { startEvaluator }, { startEvaluationProcess }] =
    await Promise.all([
      import("../../shared/reading/rules.ts"),
      import("../../shared/evaluation/evaluator.ts"),
      import("../../shared/evaluation/process.ts"),
    ]);
  // The evaluator is kept until the step ends.
  const { evaluate } = startEvaluator({ start: startEvaluationProcess, signal: cancel });
  for (const { path, message } of await findRuleErrors(rules, evaluate)) {
    const [rule] = path;
    const isInput =
      (rule === "cases" && inputs.cases !== "") || (rule === "pass-when" && inputs.passWhen !== "");
    mistakes.push(
      isInput
        ? { input: rule, message: message.replace(`\`${rule}\`: `, "") }
        : { file: catalog.file, message: `\`report.${message.slice(1)}` },
    );
  }
  return createRuleReader(rules, evaluate);
}
