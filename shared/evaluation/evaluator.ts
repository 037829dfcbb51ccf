/**
 * Evaluates a team's expressions in a worker, because an expression can run for ever or take all memory. Expressions
 * run one at a time in the same worker. A timeout or a lack of memory ends the worker, and the next expression starts a
 * new one. After a cancel, no expression is evaluated.
 */

import type {
  EvaluateExpression,
  EvaluationRequest,
  EvaluationResponse,
  ExpressionProblem,
} from "../reading/expressions/evaluation-request.ts";

export interface EvaluationWorker {
  /** Resolves when the worker takes requests; rejects when it can't be started. */
  readonly ready: Promise<unknown>;
  /** Rejects when the worker fails before it responds. */
  evaluate(request: EvaluationRequest): Promise<EvaluationResponse>;
  /** Ends the worker at once, also during an evaluation. */
  end(): void;
}

export interface Evaluator {
  readonly evaluate: EvaluateExpression;
  end(): void;
}

interface Options {
  readonly start: () => EvaluationWorker;
  readonly signal: AbortSignal;
  readonly milliseconds?: number;
}

export function startEvaluator({ start, signal, milliseconds = 5000 }: Options): Evaluator {
  const cancelled: ExpressionProblem = { problem: "the run was cancelled before its end" };
  const late: ExpressionProblem = { problem: `takes longer than ${milliseconds / 1000} seconds` };
  let worker: EvaluationWorker | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  function end(): void {
    worker?.end();
    worker = undefined;
  }

  async function evaluateNow(request: EvaluationRequest): Promise<EvaluationResponse> {
    if (signal.aborted) return cancelled;
    const timer = new AbortController();
    const cancel = new Promise<ExpressionProblem>(resolve => {
      signal.addEventListener("abort", () => resolve(cancelled), { signal: timer.signal });
    });
    try {
      worker ??= start();
      // The time limit excludes the start, which can be slow on a busy machine.
      const first = await Promise.race([worker.ready, cancel]);
      const response =
        first === cancelled
          ? cancelled
          : await Promise.race([worker.evaluate(request), cancel, after(milliseconds, late, timer.signal)]);
      if (response === cancelled || response === late) end();
      return response;
    } catch (error) {
      end();
      return { problem: error instanceof Error ? error.message : String(error) };
    } finally {
      timer.abort();
    }
  }

  return {
    evaluate(request) {
      const response = previous.then(() => evaluateNow(request));
      previous = response;
      return response;
    },
    end,
  };
}

function after<T>(milliseconds: number, value: T, signal: AbortSignal): Promise<T> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(value), milliseconds);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
