/** Lists the fields of the response to a start: its own, and those of the objects that wrap the run. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { keyOf } from "./keys.ts";
import * as vocabulary from "./vocabulary.ts";
import { squash, squashedWords } from "./words.ts";

export interface StartField {
  readonly name: string;
  /** For people: `run.total`. */
  readonly path: string;
  readonly value: Exclude<JsonValue, JsonObject>;
  /** The channel's own fields can be about all of its runs. */
  readonly isOfChannel: boolean;
}

const mostLevels = 4;
const envelopes = new Set(
  squashedWords(`${vocabulary.runEnvelopes} | ${vocabulary.runNames} | ${vocabulary.runPlans}`),
);

/** An object under the name is the run, or contains it. */
export function wrapsRun(name: string): boolean {
  return envelopes.has(squash(name)) || wrapsResponse(name);
}

/** `data: { runChannel: { run: { … } } }`, `ExecutionInfo: { … }`. */
export function wrapsResponse(name: string): boolean {
  return responseOfRun.test(squash(name)) && !keyOf(name).isEarlierRun;
}

const responseOfRun =
  /^(?:run|start|create|get)(?:test)?(?:channel|batch)?(?:run|batch|channel|report|execution)s?(?:response|result|payload)?$|^(?:test)?(?:run|start|batch|channel|execution|report)(?:report|info|response|result|payload|status|execution)$|(?:execution|run|report)response$/;

export function startFields(response: JsonObject): StartField[] {
  return fieldsIn(response, { path: "", isOfChannel: false }, 1);
}

function fieldsIn(
  object: JsonObject,
  { path: parent, isOfChannel }: Pick<StartField, "path" | "isOfChannel">,
  level: number,
): StartField[] {
  return Object.entries(object).flatMap(([name, value]): StartField[] => {
    const path = parent + name;
    if (!isJsonObject(value)) return [{ name, path, value, isOfChannel }];
    if (level === mostLevels || !wrapsRun(name)) return [];
    return fieldsIn(
      value,
      { path: `${path}.`, isOfChannel: isOfChannel || squash(name) === "channel" },
      level + 1,
    );
  });
}
