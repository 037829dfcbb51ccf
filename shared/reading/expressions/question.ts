/** A question to the place where expressions are evaluated, and its answer: data, as it travels there and back. */

import type { JsonObject } from "../../json.ts";
import type { ExpressionName, Yield } from "../evidence.ts";
import type { Case } from "../reading.ts";

export interface Question {
  readonly expression: ExpressionName;
  readonly source: string;
  /** Without one the expression is only compiled. */
  readonly response?: JsonObject;
}

export interface Problem {
  readonly problem: string;
  /** The place in the source. */
  readonly at?: number;
}

export type Answer =
  | Problem
  | { readonly cases: readonly Case[] }
  | { readonly yields: Yield }
  | { readonly compiled: true };

/** Answers always: whatever prevents an evaluation is a problem. */
export type Evaluate = (question: Question) => Promise<Answer>;
