/** Finds the mistakes in a catalog's expressions, and where they are in the text. */

import { type Catalog, type CatalogProblem, hasRules } from "../../../shared/catalog/catalog.ts";
import { locateRule } from "../../../shared/catalog/rule-location.ts";

export async function findExpressionProblems(
  loadExpressions: () => Promise<typeof import("./expressions.ts")>,
  text: string,
  { file, report }: Catalog,
): Promise<CatalogProblem[]> {
  if (!hasRules(report)) return [];
  const { evaluatorUntil, findRuleErrors } = await loadExpressions();
  const evaluator = evaluatorUntil(new AbortController().signal);
  try {
    const mistakes = await findRuleErrors(report, evaluator.evaluate);
    return mistakes.flatMap(({ path, problem, position }): CatalogProblem[] => {
      const place = locateRule(text, file, path.map(String), position);
      return place === undefined
        ? []
        : [{ ...place, severity: "error", message: `\`${path.join(".")}\`: ${problem}` }];
    });
  } finally {
    evaluator.end();
  }
}
