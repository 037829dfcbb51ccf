import { type Catalog, type CatalogProblem, hasRules } from "../../shared/catalog/catalog.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";

export async function findExpressionProblems(
  bundles: Bundles,
  text: string,
  { file, report }: Catalog,
): Promise<CatalogProblem[]> {
  if (!hasRules(report)) return [];
  const { evaluatorUntil, findRuleErrors } = await bundles.expressions();
  const evaluator = evaluatorUntil(new AbortController().signal);
  try {
    const mistakes = await findRuleErrors(report, evaluator.evaluate);
    const { locateRule } = await bundles.catalog();
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
