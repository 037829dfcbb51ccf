/**
 * Evaluates a team's expressions apart from everything else: an expression may run on for ever or take all memory, and
 * whoever waits for it is to hear of a cancel at once. One at a time, in one place that is started for the first of
 * them; what has to be ended is ended with its place, and the next one gets a new place.
 */

import type { Answer, Evaluate, Problem, Question } from "../reading/expressions/question.ts";

/** Where expressions are evaluated; each host has its own. */
export interface Place {
  /** It can be asked; rejects where it cannot be started. */
  readonly ready: Promise<unknown>;
  /** Rejects when it ends without an answer. */
  ask(question: Question): Promise<Answer>;
  /** At once, whatever it does. */
  end(): void;
}

export interface Evaluator {
  readonly evaluate: Evaluate;
  end(): void;
}

interface Options {
  readonly start: () => Place;
  /** Ends what is being evaluated, and evaluates no more. */
  readonly signal: AbortSignal;
  /** For one evaluation. */
  readonly milliseconds?: number;
}

export function startEvaluator({ start, signal, milliseconds = 5000 }: Options): Evaluator {
  const cancelled: Problem = { problem: "the run was cancelled before its end" };
  const late: Problem = { problem: `takes longer than ${milliseconds / 1000} seconds` };
  let place: Place | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function end(): void {
    place?.end();
    place = undefined;
  }

  async function ask(question: Question): Promise<Answer> {
    if (signal.aborted) return cancelled;
    const timer = new AbortController();
    const cancel = new Promise<Problem>(resolve => {
      signal.addEventListener("abort", () => resolve(cancelled), { signal: timer.signal });
    });
    try {
      place ??= start();
      // Starting takes as long as the machine is busy; that is nothing that an expression does.
      const isCancelled = await Promise.race([place.ready, cancel]);
      const answer =
        isCancelled === cancelled
          ? cancelled
          : await Promise.race([place.ask(question), cancel, after(milliseconds, late, timer.signal)]);
      if (answer === cancelled || answer === late) end();
      return answer;
    } catch (error) {
      end();
      return { problem: error instanceof Error ? error.message : String(error) };
    } finally {
      timer.abort();
    }
  }

  return {
    evaluate(question) {
      const answer = turn.then(() => ask(question));
      turn = answer;
      return answer;
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
