import type { Catalog, CatalogProblem } from "../../shared/catalog/catalog.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";

export async function findExpressionProblems(
  bundles: Bundles,
  text: string,
  { file, report }: Catalog,
): Promise<CatalogProblem[]> {
  if (report.cases === undefined && report.passWhen === undefined) return [];
  const { evaluatorUntil, findExpressionErrors } = await bundles.expressions();
  const evaluator = evaluatorUntil(new AbortController().signal);
  try {
    const mistakes = await findExpressionErrors(report, evaluator.evaluate);
    const { locateExpression } = await bundles.catalog();
    return mistakes.flatMap(({ expression, problem, position }): CatalogProblem[] => {
      const place = locateExpression(text, file, expression, position);
      return place === undefined
        ? []
        : [{ ...place, severity: "error", message: `\`${expression}\`: ${problem}` }];
    });
  } finally {
    evaluator.end();
  }
}
