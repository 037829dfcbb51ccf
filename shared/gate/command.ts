/**
 * Parses and writes a command: `/callboard submit REVIEW name=value name="a value"`. Parsing a written command gives the
 * same command.
 */

import { isJsonObject, type JsonObject, unicodeEscape } from "../json.ts";
import { nearest } from "../nearest.ts";
import { listInWords } from "../wording.ts";
import { type CommandVerb, commandVerbs } from "./verbs.ts";

export interface Command {
  readonly verb: CommandVerb;
  readonly review: string;
  readonly fields: JsonObject;
  /** `again=true`: the command counts even if the review was decided, or if an earlier command's result is unknown. */
  readonly again: boolean;
}

export type CommandLine =
  | { readonly line: number; readonly command: Command; readonly mistake?: never }
  | { readonly line: number; readonly mistake: string; readonly command?: never };

export const commandPrefix = "/callboard ";

type Parsed = { readonly command: Command } | { readonly mistake: string };

class CommandMistake extends Error {}

export function parseCommand(line: string): Parsed {
  try {
    return { command: commandFrom(line.slice(commandPrefix.length)) };
  } catch (error) {
    if (error instanceof CommandMistake) return { mistake: error.message };
    throw error;
  }
}

function commandFrom(text: string): Command {
  const reader = new Reader(text);
  const word = reader.word();
  const verb = commandVerbs.find(each => each === word);
  if (verb === undefined) {
    const near = nearest(word, commandVerbs);
    const help = near === undefined ? `there are ${listInWords(commandVerbs)}` : `did you mean \`${near}\`?`;
    throw new CommandMistake(
      word === ""
        ? `The command's verb is missing; ${help}.`
        : `There is no command \`${word}\`; ${help}${near === undefined ? "." : ""}`,
    );
  }
  const review = reader.value("the review's id");
  if (review === "")
    throw new CommandMistake(`The command names no review; write \`/callboard ${verb} REVIEW name=value\`.`);
  const { again, fields } = takeAgain(reader.startsObject() ? reader.object() : reader.pairs());
  if (Object.keys(fields).length === 1 && fields["name"] === "value") {
    throw new CommandMistake(
      "`name=value` is a placeholder for the fields that your service takes, like `verdict=pass`.",
    );
  }
  return { verb, review, fields, again };
}

/** `again=true` is for Callboard, so it is not sent to the service. */
function takeAgain(given: JsonObject): { readonly again: boolean; readonly fields: JsonObject } {
  const { again, ...fields } = given;
  if (again === undefined) return { again: false, fields };
  if (again === true || again === "true") return { again: true, fields };
  throw new CommandMistake("`again` can only be `true`; leave it out otherwise.");
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  word(): string {
    return this.#take(/[^\s]*/y);
  }

  startsObject(): boolean {
    return this.#text[this.#at] === "{";
  }

  object(): JsonObject {
    const rest = this.#text.slice(this.#at);
    let value: unknown;
    try {
      value = JSON.parse(rest);
    } catch (error) {
      throw new CommandMistake(
        `The text in braces is not JSON (${error instanceof Error ? error.message : error}); write it like \`{"name": "value"}\`, on one line.`,
      );
    }
    if (!isJsonObject(value)) throw new CommandMistake("The text in braces is not a JSON object.");
    return value;
  }

  pairs(): JsonObject {
    // A map, because an object would lose a field named `__proto__`.
    const pairs = new Map<string, string>();
    while (this.#at < this.#text.length) {
      const name = this.#take(/[^\s="{}]+/y, false);
      if (name === "" || this.#text[this.#at] !== "=") {
        const what = name || this.#text.slice(this.#at).split(/\s/, 1)[0];
        throw new CommandMistake(
          `\`${what}\` is not \`name=value\`; put a value with spaces in quotes, like \`comment="a word"\`.`,
        );
      }
      this.#at += 1;
      if (pairs.has(name)) throw new CommandMistake(`\`${name}\` is given twice.`);
      pairs.set(name, this.value(`the value of \`${name}\``));
    }
    return Object.fromEntries(pairs);
  }

  /** A word, or a text in double quotes, in which a backslash escapes a quote or a backslash. */
  value(what: string): string {
    if (/[“”„«]/.test(this.#text[this.#at] ?? "")) {
      throw new CommandMistake(`${capitalize(what)} is in curly quotes; write straight ones (").`);
    }
    if (this.#text[this.#at] !== '"') return this.#take(/[^\s]*/y);
    const quoted = this.#take(/"(?:[^"\\]|\\.)*"/y, false);
    if (quoted === "") throw new CommandMistake(`The quotes around ${what} are not closed.`);
    if (this.#at < this.#text.length && !/\s/.test(this.#text[this.#at] ?? "")) {
      throw new CommandMistake(
        `After the quotes around ${what} there must be a space; write a quote inside them as \\".`,
      );
    }
    this.#skipSpace();
    return quoted.slice(1, -1).replace(/\\(["\\])/g, "$1");
  }

  #take(pattern: RegExp, andSpace = true): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    if (andSpace) this.#skipSpace();
    return found;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function writeCommand({ verb, review, fields, again }: Command): string {
  const all = { ...fields, ...(again && { again: true }) };
  const pairs = Object.entries(all).map(([name, value]) => pair(name, value));
  const isPlain = !("again" in fields) && pairs.every(text => text !== undefined);
  const rest = isPlain ? pairs.join(" ") : escapeJson(JSON.stringify(all));
  return `${commandPrefix}${verb} ${value(review)} ${rest}`.trimEnd();
}

/** Characters to write as `\u…`, because they end a line or begin HTML or a link's address. */
const unsafeCharacters = /[\u2028\u2029<]|(?<=\])\(/g;

/** Undefined for a field that only JSON can express, such as a number or a text with a line break. */
function pair(name: string, given: unknown): string | undefined {
  const isAgain = name === "again" && given === true;
  if (!isAgain && (typeof given !== "string" || /[\r\n]/.test(given))) return undefined;
  if (name === "" || /[\s="{}]/.test(name)) return undefined;
  const text = `${name}=${value(String(given))}`;
  return text.search(unsafeCharacters) < 0 ? text : undefined;
}

function value(text: string): string {
  return /^[^\s"“”„«{][^\s]*$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function escapeJson(json: string): string {
  return json.replace(unsafeCharacters, unicodeEscape);
}
