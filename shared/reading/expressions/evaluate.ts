/**
 * Evaluates expressions with JSONata. `shared/evaluation` runs this file in a process or worker that it can end. The
 * limits here give better messages, and bound the memory in a browser, whose workers have no memory limit.
 */

import jsonata, { type Expression } from "jsonata";
import type { JsonObject } from "../../json.ts";
import type { EvaluationRequest, EvaluationResponse, ExpressionProblem } from "./evaluation-request.ts";
import { readExpressionResult } from "./read-result.ts";

const limits = {
  depth: 500,
  list: 1_000_000,
  /** The elements of all lists that one evaluation makes, added up. */
  lists: 10_000_000,
  characters: 2_000_000,
};

const compiled = new Map<string, Compiled>();

export async function evaluateExpression({
  expression,
  source,
  response,
}: EvaluationRequest): Promise<EvaluationResponse> {
  try {
    const compiledSource = compiled.get(source) ?? new Compiled(source);
    compiled.set(source, compiledSource);
    if (response === undefined) return { compiled: true };
    return readExpressionResult(expression, await compiledSource.evaluate(response));
  } catch (error) {
    return problemOf(error, source);
  }
}

class Compiled {
  readonly #expression: Expression;
  #elements = 0;

  constructor(source: string) {
    this.#expression = jsonata(source, { stack: limits.depth, sequence: limits.list });
    this.#expression.registerFunction("eval", () => refuse("$eval is not available here"));
    // JSONata calls this hook after each step. Its type definitions don't allow symbols as names.
    const assign: (name: symbol, value: unknown) => void = this.#expression.assign as never;
    assign(
      Symbol.for("jsonata.__evaluate_exit"),
      (node: { type: string }, _in: unknown, _env: unknown, result: unknown) =>
        this.#measure(node.type, result),
    );
  }

  async evaluate(response: JsonObject): Promise<unknown> {
    this.#elements = 0;
    return await this.#expression.evaluate(response);
  }

  #measure(type: string, result: unknown): void {
    if (typeof result === "string" && result.length > limits.characters) {
      refuse(`makes a text of more than ${inEnglish(limits.characters)} characters`);
    }
    // The other types are not counted, because most of them, such as variables, pass on lists that exist already.
    const makesLists = type === "unary" || type === "binary" || type === "function" || type === "apply";
    if (!makesLists || !Array.isArray(result)) return;
    this.#elements += result.length;
    if (this.#elements > limits.lists) {
      refuse(`makes lists of more than ${inEnglish(limits.lists)} elements`);
    }
  }
}

function refuse(message: string): never {
  throw new Error(message);
}

function inEnglish(count: number): string {
  return count.toLocaleString("en");
}

const problems: Readonly<Record<string, string>> = {
  D1011: "goes too deep; look for a function that calls itself without an end",
  D2014: `makes a list of more than ${inEnglish(limits.list)} elements`,
  D2015: `makes a list of more than ${inEnglish(limits.list)} elements`,
  D3120: "$eval is not available here",
  T1006: "calls something that is not a function",
  T1005: "calls something that is not a function; function names begin with $",
};

function problemOf(error: unknown, source: string): ExpressionProblem {
  const { code, message, position, token } = fieldsOf(error);
  const problem =
    problems[code ?? ""] ?? (message === "" ? "cannot be evaluated" : message.replace(/(?<!\.)\.+$/, ""));
  const at = placeOf(source, position, token);
  return { problem, ...(at !== undefined && { at }) };
}

function fieldsOf(error: unknown): { code?: string; message: string; position?: number; token?: string } {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const field = (name: string): unknown => Reflect.get(error, name);
  const [code, message, position, token] = [
    field("code"),
    field("message"),
    field("position"),
    field("token"),
  ];
  if (error instanceof RangeError && /stack/i.test(error.message)) return { code: "D1011", message: "" };
  return {
    message: typeof message === "string" ? message : "",
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof position === "number" ? { position } : {}),
    ...(typeof token === "string" ? { token } : {}),
  };
}

/** JSONata reports a position after the token, so the token is searched for backwards from there. */
function placeOf(
  source: string,
  position: number | undefined,
  token: string | undefined,
): number | undefined {
  if (position === undefined) return undefined;
  if (token === undefined || token === "" || token === "(end)") return Math.min(position, source.length);
  const found = source.lastIndexOf(token, position);
  return found < 0 ? Math.min(position, source.length) : found;
}
