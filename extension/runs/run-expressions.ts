/** Creates readers with the expressions of a catalog, for one run. The first expression starts the evaluator. */

import { hasRules, type ReadingRules } from "../../shared/catalog/catalog.ts";
import type { Evaluator } from "../../shared/evaluation/evaluator.ts";
import type { ResponseReader } from "../../shared/reading/read.ts";
import type { RuleError } from "../../shared/reading/rules.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";

/** Gives the error to throw, which names the place of the mistake. */
type ExplainMistake = (mistake: RuleError) => Promise<Error>;

const asItIs: ExplainMistake = async mistake => mistake;

export class RunExpressions {
  readonly #bundles: Bundles;
  readonly #signal: AbortSignal;
  #evaluator: Evaluator | undefined;

  constructor(bundles: Bundles, signal: AbortSignal) {
    this.#bundles = bundles;
    this.#signal = signal;
  }

  /** Undefined without expressions. Throws the first mistake in an expression, so call this before anything is sent. */
  async readerFor(
    sources: ReadingRules,
    explain: ExplainMistake = asItIs,
  ): Promise<ResponseReader | undefined> {
    if (!hasRules(sources)) return undefined;
    const { evaluatorUntil, findRuleErrors, createRuleReader } = await this.#bundles.expressions();
    this.#evaluator ??= evaluatorUntil(this.#signal);
    const { evaluate } = this.#evaluator;
    const [mistake] = await findRuleErrors(sources, evaluate);
    if (mistake !== undefined) throw await explain(mistake);
    return createRuleReader(sources, evaluate);
  }

  end(): void {
    this.#evaluator?.end();
  }
}

/** For reading without a run. `read` is undefined without rules. Throws the first mistake in the rules. */
export async function withRuleReader<T>(
  bundles: Bundles,
  rules: ReadingRules,
  use: (read: ResponseReader | undefined) => Promise<T>,
  explain?: ExplainMistake,
): Promise<T> {
  const expressions = new RunExpressions(bundles, new AbortController().signal);
  try {
    return await use(await expressions.readerFor(rules, explain));
  } finally {
    expressions.end();
  }
}
