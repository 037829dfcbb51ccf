/** Says what can follow in a JSONata expression: the fields that the responses have at the path before the cursor. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { writeName } from "./cases-expression.ts";

export interface ExpressionEnd {
  /** The path whose fields can follow, from the top of the response. Undefined if it can't be told from the text. */
  readonly path: readonly string[] | undefined;
  /** The start of a name that is already there, also of a function, such as `$su`. */
  readonly typed: string;
  readonly isAfterDot: boolean;
}

export interface Field {
  readonly name: string;
  /** The name as an expression has it, in backticks if it needs them. */
  readonly source: string;
  readonly example: JsonValue;
}

type Path = readonly string[] | undefined;

interface Frame {
  /** The path that names in the frame start from. */
  readonly context: Path;
  /** The operand before the bracket. */
  readonly before: Path;
  /** The operand behind the bracket is the one inside it. */
  readonly isGroup: boolean;
  readonly calls: string | undefined;
  /** The first argument of a call. */
  first: Path;
  hasFirst: boolean;
}

const tokens =
  /\s+|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|`[^`]*(?:`|$)|\$\$?\w*|[\p{L}_][\p{L}\p{N}_]*|\d[\d.]*|[\s\S]/gu;
const operators = new Set(["and", "or", "in"]);
/** These functions give elements of their first argument. */
const passing = new Set(["$filter", "$sort", "$reverse", "$distinct", "$shuffle", "$single", "$append"]);

/** No response is nested as deep, and copies of longer paths would take time. */
const mostSteps = 100;

/** Undefined inside a text or a comment. */
export function endOfExpression(source: string): ExpressionEnd | undefined {
  const frames: Frame[] = [];
  let context: Path = [];
  /** Null where an operand is expected. */
  let operand: Path | null = null;
  let isAfterDot = false;
  let isSorting = false;
  let call: { readonly name: string; readonly context: Path } | undefined;
  let end: ExpressionEnd = { path: context, typed: "", isAfterDot };
  for (const [token] of source.matchAll(tokens)) {
    const base: Path = isAfterDot && operand !== null ? operand : context;
    const name = /^[\p{L}_]/u.test(token) ? token : /^`/.test(token) ? token.replaceAll("`", "") : undefined;
    const isOpen = token.length === 1 || token.at(-1) !== token[0];
    if (/^["']/.test(token)) {
      if (isOpen || /(?<!\\)(?:\\\\)*\\.$/.test(token)) end = noEnd;
      [operand, isAfterDot, call] = [undefined, false, undefined];
    } else if (token.startsWith("/*")) {
      if (!token.endsWith("*/")) end = noEnd;
      continue;
    } else if (/^\s/.test(token)) {
      end = { path: base, typed: "", isAfterDot };
      continue;
    } else if (name !== undefined && operand !== null && !isAfterDot) {
      end = { path: base, typed: token, isAfterDot };
      operand = operators.has(name) ? null : undefined;
      continue;
    } else if (name !== undefined) {
      end = { path: base, typed: token, isAfterDot };
      operand = base === undefined || base.length === mostSteps ? undefined : [...base, name];
      isAfterDot = false;
      continue;
    } else if (token.startsWith("$")) {
      end = { path: base, typed: token, isAfterDot };
      operand = token === "$" ? base : token === "$$" ? [] : undefined;
      call = { name: token, context: base };
      isAfterDot = false;
      continue;
    } else if (token === ".") {
      if (operand === null) operand = undefined;
      isAfterDot = true;
    } else if (token === "[" || token === "{" || token === "(") {
      // A filter and a sorting keep the operand before them.
      const keeps = (token === "[" && !isAfterDot) || isSorting;
      const before: Path = keeps && operand !== null ? operand : undefined;
      frames.push({
        context,
        before,
        isGroup: token === "(" && !isSorting,
        calls: call?.name,
        first: undefined,
        hasFirst: false,
      });
      if (call !== undefined) context = call.context;
      else if (operand !== null) context = operand;
      [operand, isAfterDot, isSorting] = [null, false, false];
    } else if (token === "]" || token === "}" || token === ")") {
      const frame = frames.pop();
      const last: Path = operand ?? undefined;
      if (frame !== undefined) context = frame.context;
      operand = frame?.isGroup
        ? frame.calls === undefined
          ? last
          : passing.has(frame.calls)
            ? frame.hasFirst
              ? frame.first
              : last
            : undefined
        : frame?.before;
      isAfterDot = false;
    } else if (token === "^") {
      isSorting = true;
      continue;
    } else {
      const frame = frames.at(-1);
      if (token === "," && frame !== undefined && !frame.hasFirst) {
        frame.first = operand ?? undefined;
        frame.hasFirst = true;
      }
      operand = isAfterDot || /^\d/.test(token) ? undefined : null;
      isAfterDot = false;
    }
    call = undefined;
    if (end !== noEnd) end = { path: isAfterDot ? (operand ?? undefined) : context, typed: "", isAfterDot };
  }
  return end === noEnd ? undefined : end;
}

const noEnd: ExpressionEnd = { path: undefined, typed: "", isAfterDot: false };
/** Enough to meet every field, and quick in a response with a hundred thousand cases. */
const mostElements = 500;

/** Follows the path as JSONata does, through the elements of lists. Without a path, all names of the responses. */
export function fieldsAt(responses: readonly JsonObject[], path: readonly string[] | undefined): Field[] {
  const fields = new Map<string, Field>();
  const visit = (value: JsonValue | undefined, rest: readonly string[] | undefined): void => {
    if (Array.isArray(value)) {
      for (const element of value.slice(0, mostElements)) visit(element, rest);
    } else if (isJsonObject(value)) {
      const [step, ...steps] = rest ?? [];
      if (step !== undefined) {
        if (Object.hasOwn(value, step)) visit(value[step], steps);
        return;
      }
      for (const [name, example] of Object.entries(value)) {
        if (!fields.has(name)) fields.set(name, { name, source: writeName(name), example });
        if (rest === undefined) visit(example, rest);
      }
    }
  };
  for (const response of responses) visit(response, path);
  return [...fields.values()];
}
