/** The messages between a reader and the process or worker that evaluates expressions. */

import type { JsonObject } from "../../json.ts";
import type { ExpressionName, Yield } from "../evidence.ts";
import type { Case } from "../reading.ts";

export interface Question {
  readonly expression: ExpressionName;
  readonly source: string;
  /** Without a response the expression is only compiled. */
  readonly response?: JsonObject;
}

export interface Problem {
  readonly problem: string;
  readonly at?: number;
}

export type Answer =
  | Problem
  | { readonly cases: readonly Case[] }
  | { readonly yields: Yield }
  | { readonly compiled: true };

/** Never rejects: an evaluation that fails resolves to an `ExpressionProblem`. */
export type Evaluate = (question: Question) => Promise<Answer>;
