/**
 * Reads the result of an expression. Texts are not cut here, because an expression can join two texts into the
 * service's key, and redaction can't recognise half a key.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { attachmentsIn } from "../attachments.ts";
import { caseStatus } from "../case-status.ts";
import { conversationIn } from "../conversation.ts";
import type { ExpressionName, ExpressionResult } from "../evidence.ts";
import { metricsIn } from "../metrics.ts";
import type { Case } from "../reading.ts";
import { durationMsInText, labelTextIn, linkIn } from "../values.ts";
import { statusOfText } from "../words.ts";
import type { EvaluationResponse } from "./evaluation-request.ts";

export function readExpressionResult(expression: ExpressionName, value: unknown): EvaluationResponse {
  return expression === "cases" ? readCases(value) : { yields: kindOfResult(value) };
}

function kindOfResult(value: unknown): ExpressionResult {
  if (value === undefined) return { type: "nothing" };
  if (Array.isArray(value)) return { type: "list", length: value.length };
  if (isJsonObject(value)) return { type: "object" };
  if (typeof value === "function") return { type: "function" };
  return { type: "value", value: typeof value === "boolean" ? value : String(value) };
}

function readCases(value: unknown): EvaluationResponse {
  const items = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const cases: Case[] = [];
  let characters = 0;
  for (const [index, item] of items.entries()) {
    const problemOfItem = (problem: string): EvaluationResponse => ({
      problem: `item ${index} of the result ${problem}`,
    });
    if (!isJsonObject(item))
      return problemOfItem(`is ${itemText(item)}, not an object with \`name\` and \`status\``);
    const name = labelTextIn(item["name"], Number.POSITIVE_INFINITY);
    if (name === null) return problemOfItem("has no `name`");
    const read = readExplanation(item);
    if ("problem" in read) return problemOfItem(read.problem);
    const listed = { ...caseOf(name, item), ...read };
    cases.push(listed);
    // The process that receives the cases has no memory limit.
    characters += charactersIn(listed);
    if (characters > mostCharacters)
      return { problem: `makes cases with more than ${mostCharacters.toLocaleString("en")} characters` };
  }
  if (cases.length > 0 && cases.every(({ rawStatus }) => rawStatus === undefined))
    return { problem: "yields cases without `status`" };
  return { cases };
}

function itemText(item: unknown): string {
  if (Array.isArray(item)) return `a list of ${item.length}`;
  return typeof item === "function" ? "a function" : `\`${String(item)}\``;
}

const mostCharacters = 100_000_000;

function charactersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum, part) => sum + charactersIn(part), 100);
}

type ExplanationField = "persona" | "scenario" | "metrics" | "attachments" | "transcript";

/** `read` gives nothing for a value of another form, and `accepts` says which form is right. */
const explanationFields: {
  readonly [Field in ExplanationField]: {
    readonly read: (value: JsonValue) => Case[Field] | null;
    readonly accepts: string;
  };
} = {
  persona: { read: labelOf, accepts: "a text, or an object with `name`" },
  scenario: { read: labelOf, accepts: "a text, or an object with `name`" },
  metrics: {
    read: metricsIn,
    accepts:
      "objects with `name` and any of `value`, `threshold`, `expected`, `passed` and `reason`, or one object whose fields are " +
      "numbers, texts, true or false",
  },
  attachments: {
    read: attachmentsIn,
    accepts: "addresses (http or https), or objects with `name` and `url`",
  },
  transcript: { read: conversationIn, accepts: "a text, or turns with `speaker` and `text`" },
};

function labelOf(value: JsonValue): string | null {
  return labelTextIn(value, Number.POSITIVE_INFINITY);
}

/** A value of another form is a mistake, because the report would lack it silently. Null and an empty list are none. */
function readExplanation(item: JsonObject): Pick<Case, ExplanationField> | { readonly problem: string } {
  const explanation: Partial<Record<ExplanationField, unknown>> = {};
  for (const field of Object.keys(explanationFields) as ExplanationField[]) {
    const value = item[field];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    const { read, accepts } = explanationFields[field];
    const found = typeof value === "function" ? null : read(value);
    if (found === null || found === undefined || found.length === 0)
      return { problem: `has ${valueText(value)} as \`${field}\`; it accepts ${accepts}` };
    explanation[field] = found;
  }
  return explanation as Pick<Case, ExplanationField>;
}

function valueText(value: unknown): string {
  return isJsonObject(value) ? "an object" : itemText(value);
}

function caseOf(name: string, item: JsonObject): Case {
  const { status, duration, message, url, suite, file, line } = item;
  const meaning =
    typeof status === "boolean" ? (status ? "passed" : "failed") : statusOfText(String(status ?? ""));
  const durationMs = durationIn(duration);
  const link = linkIn(url ?? null);
  const groups = (Array.isArray(suite) ? suite : [suite]).filter(
    (group): group is string => typeof group === "string" && group !== "",
  );
  return {
    name,
    status: caseStatus(meaning),
    ...(status === undefined || status === null ? {} : { rawStatus: String(status) }),
    ...(durationMs === null ? {} : { durationMs }),
    ...(typeof message === "string" && message !== "" ? { message } : {}),
    ...(link === null ? {} : { url: link }),
    ...(groups.length === 0 ? {} : { suite: groups }),
    ...(typeof file === "string" && file !== "" ? { file } : {}),
    ...(isLine(Number(line)) ? { line: Number(line) } : {}),
  };
}

function isLine(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** A number is in milliseconds. */
function durationIn(value: JsonValue | undefined): number | null {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null;
  return typeof value === "string" ? durationMsInText(value) : null;
}
