/**
 * Finds a failure that something beside the run states, such as one of its environments or personas. These are not read
 * like the run, because most of their fields are settings and states of their own.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { namesNoJudge, namesNothingReal } from "./bad-texts.ts";
import { keyOf } from "./keys.ts";
import { flagField, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { badCauseIn } from "./objections.ts";
import * as vocabulary from "./vocabulary.ts";
import { squashedWords, statusOfResult } from "./words.ts";

const bystanders = new Set(squashedWords(vocabulary.bystanderFields));
const healthFlags = new Set(squashedWords(vocabulary.healthFlags));
const settings = new Set(squashedWords(vocabulary.settingsOfRun));
const mostLevels = 3;
const mostFields = 1000;

/** `environments: { production: { verdict: "failed" } }`. Undefined if the field is no bystander, or none that failed. */
export function failureBeside(
  node: ObjectNode,
  name: string,
  value: JsonObject | JsonValue[],
): OutcomeField | undefined {
  const { squashed } = keyOf(name);
  const areSettings = settings.has(squashed);
  if (!bystanders.has(squashed) && !areSettings) return undefined;
  const isObjection = areSettings ? statesNoRealRun : statesFailure;
  let fieldsLeft = mostFields;
  const search = (
    inside: JsonObject | JsonValue[],
    path: readonly (string | number)[],
  ): OutcomeField | undefined => {
    for (const step in inside) {
      if (fieldsLeft-- <= 0) return undefined;
      const inner = (inside as JsonObject)[step] ?? null;
      const place = () => [...path, Array.isArray(inside) ? Number(step) : step];
      if (inner !== null && typeof inner === "object") {
        const found = path.length < mostLevels ? search(inner, place()) : undefined;
        if (found !== undefined) return found;
      } else if (isJsonObject(inside) && isObjection(step, inner))
        return flagField(node, place(), "failed", inner);
    }
    return undefined;
  };
  return search(value, [name]);
}

/** `options: { dryRun: true }`, `request: { mode: "mock" }`, `config: { judge: "always_pass" }`. */
function statesNoRealRun(name: string, value: JsonValue): boolean {
  const key = keyOf(name);
  if (typeof value === "string")
    return (
      (key.squashed.endsWith("mode") && badCauseIn(key, value) !== null) ||
      namesNothingReal(key, value) ||
      namesNoJudge(key, value)
    );
  return (
    value === true && ((key.isFlag && key.status === "interrupted") || /^(?:is)?mock/.test(key.squashed))
  );
}

/** A `status` can be that of a webhook or of a user, but nobody except a test gives a verdict. */
function statesFailure(name: string, value: JsonValue): boolean {
  const { outcomeName, isFlag, isCount, isBadNews, status, squashed } = keyOf(name);
  if (typeof value === "string")
    return (outcomeName === "verdict" || outcomeName === "result") && statusOfResult(value) === "failed";
  if (value === false) return (isFlag && status === "passed") || healthFlags.has(squashed);
  return typeof value === "number" && value > 0 && ((isCount && status === "failed") || isBadNews);
}
