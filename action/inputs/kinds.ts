/** The kinds of inputs. Each kind parses the input's text, and explains why it refuses a text. */

import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { findJsonLoss } from "../../shared/json-loss.ts";
import { nearest } from "../../shared/nearest.ts";

/** `read` throws an `InputError` that explains the mistake and names the accepted values. */
export interface Input<T> {
  readonly default: string;
  read(text: string): T | Promise<T>;
}

export class InputError extends Error {}

export function textInput(standard = ""): Input<string> {
  return { default: standard, read: text => text };
}

export function requiredTextInput(standard: string, accepts: string): Input<string> {
  return {
    default: standard,
    read: text => (text === "" ? refuse(`is empty; it takes ${accepts}`) : text),
  };
}

export function checkedTextInput(check: (text: string) => void): Input<string> {
  return {
    default: "",
    read(text) {
      check(text);
      return text;
    },
  };
}

export function listInput(): Input<readonly string[]> {
  return {
    default: "",
    read: text =>
      text
        .split(/[\n,]/)
        .map(item => item.trim())
        .filter(item => item !== ""),
  };
}

export function choiceInput<const T extends string>(standard: T | "", words: readonly T[]): Input<T> {
  return { default: standard, read: text => oneOf(text, words) };
}

export function optionalChoiceInput<const T extends string>(words: readonly T[]): Input<T | undefined> {
  return { default: "", read: text => (text === "" ? undefined : oneOf(text, words)) };
}

function oneOf<const T extends string>(text: string, words: readonly T[]): T {
  const word = words.find(word => word === text);
  if (word !== undefined) return word;
  const near = nearest(text, words);
  const suggestion = near === undefined ? "" : `; did you mean \`${near}\`?`;
  return refuse(`\`${text}\` is not one of ${words.join(", ")}${suggestion}`);
}

export function flagInput(standard: "true" | "false"): Input<boolean> {
  return {
    default: standard,
    read(text) {
      if (/^true$/i.test(text)) return true;
      return /^false$/i.test(text) ? false : refuse(`\`${text}\` is neither true nor false`);
    },
  };
}

export function wholeNumberInput(standard: string, least: number, most: number): Input<number> {
  return {
    default: standard,
    read(text) {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most
        ? number
        : refuse(`\`${text}\` is not a whole number from ${least} to ${most}`);
    },
  };
}

export function optionalWholeNumberInput(least: number, most: number): Input<number | undefined> {
  const { read } = wholeNumberInput("", least, most);
  return { default: "", read: text => (text === "" ? undefined : read(text)) };
}

export function optionalCheckRunIdInput(standard: string): Input<number | undefined> {
  return {
    default: standard,
    read(text) {
      if (text === "") return undefined;
      return /^[1-9]\d{0,14}$/.test(text)
        ? Number(text)
        : refuse(`\`${text}\` is not the number of a check run`);
    },
  };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const longestMs = 24 * 3_600_000;

/** The value is in milliseconds. */
export function durationInput(standard: string, { leastMs }: { leastMs: number }): Input<number> {
  return {
    default: standard,
    read(text) {
      const accepts = "write it like 90s, 10m, 1h or 500ms";
      if (text === "0" && leastMs === 0) return 0;
      const [, amount, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h)$/.exec(text) ?? [];
      if (amount === undefined) return refuse(`\`${text}\` is not a duration; ${accepts}`);
      const milliseconds = Math.round(Number(amount) * (unitMs[unit] ?? Number.NaN));
      if (milliseconds < leastMs) return refuse(`\`${text}\` is too short; the least is ${leastMs}ms`);
      if (milliseconds > longestMs) return refuse(`\`${text}\` is longer than a day; ${accepts}`);
      return milliseconds;
    },
  };
}

export interface Shard {
  /** Counted from 1. */
  readonly number: number;
  readonly count: number;
}

export function shardInput(): Input<Shard | undefined> {
  return {
    default: "",
    read(text) {
      if (text === "") return undefined;
      const [, number, count] = /^(\d{1,4})\s*\/\s*(\d{1,4})$/.exec(text)?.map(Number) ?? [];
      if (number === undefined || count === undefined) {
        return refuse(`\`${text}\` is not a shard; write the second of five like 2/5`);
      }
      return number >= 1 && number <= count
        ? { number, count }
        : refuse(`there is no shard \`${text}\`; they are counted from 1, like 1/5 to 5/5`);
    },
  };
}

/** JSON or YAML. The YAML parser takes time to load, so an object that `JSON.parse` reads fully skips it. */
export function objectInput(standard: "{}" | ""): Input<JsonObject> {
  return {
    default: standard,
    async read(text) {
      const json = parsedJson(text || "{}");
      // `JSON.parse` silently drops a repeated key and rounds a long number. Such text goes to the YAML reader, which refuses
      // it and names the line.
      if (isJsonObject(json) && findJsonLoss(text) === undefined) return json;
      const { readYaml } = await import("./yaml.ts");
      const { value, problem } = readYaml(text);
      if (problem !== undefined) return refuse(`this is neither JSON nor YAML that can be sent; ${problem}`);
      if (isJsonObject(value)) return value;
      const kind = Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
      return refuse(
        `this is ${kind}, not an object; write JSON like {"name": "value"}, or YAML like name: value`,
      );
    },
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(problem: string): never {
  throw new InputError(problem);
}
