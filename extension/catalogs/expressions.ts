import type { Catalog, Problem } from "../../shared/catalog/catalog.ts";
import type { Bundles } from "../bundles/bundles.ts";

export async function expressionProblems(
  bundles: Bundles,
  text: string,
  { file, report }: Catalog,
): Promise<Problem[]> {
  if (report.cases === undefined && report.passWhen === undefined) return [];
  const { evaluatorUntil, mistakesIn } = await bundles.expressions();
  const evaluator = evaluatorUntil(new AbortController().signal);
  try {
    const mistakes = await mistakesIn(report, evaluator.evaluate);
    const { expressionPlace } = await bundles.catalog();
    return mistakes.flatMap(({ expression, problem, at }): Problem[] => {
      const place = expressionPlace(text, file, expression, at);
      return place === undefined
        ? []
        : [{ ...place, severity: "error", message: `\`${expression}\`: ${problem}` }];
    });
  } finally {
    evaluator.end();
  }
}
