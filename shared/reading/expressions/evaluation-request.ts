/** The messages between a reader and the process or worker that evaluates expressions. */

import type { JsonObject } from "../../json.ts";
import type { ExpressionName, ExpressionResult } from "../evidence.ts";
import type { Case } from "../reading.ts";

export interface EvaluationRequest {
  readonly expression: ExpressionName;
  readonly source: string;
  /** Without a response the expression is only compiled. */
  readonly response?: JsonObject;
}

export interface ExpressionProblem {
  readonly problem: string;
  readonly at?: number;
}

export type EvaluationResponse =
  | ExpressionProblem
  | { readonly cases: readonly Case[] }
  | { readonly yields: ExpressionResult }
  | { readonly compiled: true };

/** Never rejects: an evaluation that fails resolves to an `ExpressionProblem`. */
export type EvaluateExpression = (request: EvaluationRequest) => Promise<EvaluationResponse>;
