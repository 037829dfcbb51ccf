/** Finds values that are bad news under names that are understood. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { badFlags } from "./bad-flags.ts";
import { badLists, countsNothing, mostOf } from "./bad-lists.ts";
import { badNumbers } from "./bad-numbers.ts";
import { badTexts, copied } from "./bad-texts.ts";
import { comparedNamesOf } from "./compared-names.ts";
import { keyOf } from "./keys.ts";
import { elementsByType } from "./mixed-lists.ts";
import { pairIn } from "./pairs.ts";
import { coverage, judges, type ValuePlace } from "./value-rules.ts";
import { flagIn, holdsNothing } from "./values.ts";

/** `score: "n/a"` */
const nullAsText = /^(?:null|nil|n\/?a)$/i;

const unreal =
  /^(?:is)?(?:dryrun|mock(?:s|ed|ing)?|stub(?:s|bed|bing)?|simulat(?:ion|ed)|replay|fakes?|maintenance|shadow|rehearsal|fallback)(?:mode|run)?$/;

const overridden = /^(?:verdict|result|status)?(?:override|overridden|overrul(?:e|ing))$/;

export function isBadIn(value: JsonValue, place: ValuePlace): boolean {
  const { key } = place;
  if (typeof value === "string") {
    const flag = flagIn(value);
    return (
      badTexts(key).some(({ isBad }) => isBad(value, place)) ||
      ((flag !== null || (value.length < 5 && nullAsText.test(value))) &&
        badFlags(key).some(({ isBad }) => isBad(flag, place)))
    );
  }
  if (typeof value === "number") return badNumbers(key).some(({ isBad }) => isBad(value, place));
  if (Array.isArray(value)) {
    // `included: [{ type: "incidents" }]`
    if (key.isMixedList)
      return [...elementsByType(value)].some(([type, list]) => isBadIn(list, { ...place, key: keyOf(type) }));
    return badLists(key).some(({ isBad }) => isBad(value, place));
  }
  if (value === null || typeof value === "boolean")
    return badFlags(key).some(({ isBad }) => isBad(value, place));
  // `override: { by: "j.doe", from: "FAILED" }` of a case
  if (place.isInCase && overridden.test(key.squashed) && !isEmptyObject(value)) return true;
  // `dryRun: { enabled: true }`
  if (unreal.test(key.squashed) && isJsonObject(value) && isSwitched(value, true)) return true;
  // `copiedFrom: { run: "nightly-881" }`
  if (copied.test(key.squashed) && isJsonObject(value) && !holdsNothing(value)) return true;
  // `coverage: { executed: 2, defined: 12 }`
  if (coverage.test(key.squashed) && !place.isInCase && isJsonObject(value) && coversPart(value)) return true;
  // `questions: { asked: 8, answered: 5 }`, but not `turn: { number: 1, of: 3 }` of a case
  const pair = isJsonObject(value) ? pairIn(value, key.squashed) : undefined;
  if (pair?.isWhole === false && !(place.isInCase && pair.reached === "number")) return true;
  // `query: { status: "passed" }`, `filters: { conclusion: ["ok"] }`
  if (filters.test(key.squashed) && !place.isInCase && isJsonObject(value) && choosesCases(value))
    return true;
  // `judges: { tone: { enabled: false } }`
  if (
    judges.test(key.squashed) &&
    isJsonObject(value) &&
    Object.values(value).some(each => isSwitched(each, false))
  )
    return true;
  // `conversations: {}` of a run that counts conversations
  if (key.elementKind === "cases" && !place.isInCase && mostOf(place.wholes) > 0 && isEmptyObject(value))
    return true;
  // `checks: {}` of a run, `checks: { passed: 0, failed: 0 }`
  if (!key.isCheckList || !isJsonObject(value)) return false;
  const isOfRun = !place.isInCase && place.around.squashed === "";
  return (isOfRun && Object.keys(value).length === 0) || countsNothing(value);
}

const filters = /^(?:filter|query|where)(?:s|ed(?:by|to)?)?$/;

function choosesCases(value: JsonObject): boolean {
  return Object.entries(value).some(([name, chosen]) => {
    const { outcomeName, squashed } = keyOf(name);
    return (outcomeName !== null || squashed === "only") && !holdsNothing(chosen);
  });
}

function coversPart(value: JsonObject): boolean {
  const numbersUnder = (names: RegExp) =>
    comparedNamesOf(value).flatMap(name => {
      const count = value[name];
      return typeof count === "number" && names.test(keyOf(name).squashed) ? [count] : [];
    });
  const [done] = numbersUnder(
    /^(?:executed|ran|covered|tested|done|completed|hit|conducted|performed|placed|held)/,
  );
  const [all] = numbersUnder(
    /^(?:defined|available|total|planned|all|known|overall|valid|requested|expected|scheduled|wanted)/,
  );
  return done !== undefined && all !== undefined && done < all;
}

function isSwitched(value: JsonValue, isOn: boolean): boolean {
  return (
    isJsonObject(value) &&
    comparedNamesOf(value).some(
      name => /^(?:is)?(?:enabled|active|on|used)$/.test(keyOf(name).squashed) && value[name] === isOn,
    )
  );
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
