/**
 * Turns what a person says about a place of a response into rules for the catalog. Where only words are missing, it
 * adds words. A list or a field that the reader didn't find becomes part of a `cases` expression, a verdict that the
 * reader doesn't find with these words either becomes `pass-when` and `running`.
 */

import type { ReadingRules, TaughtStatus } from "../../catalog/catalog.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { caseFactOf } from "../key.ts";
import { keyOf } from "../keys.ts";
import { isSamePath, type Place, type PlacePath } from "../place.ts";
import { findPlaces } from "../places.ts";
import { knownBadStatus, taughtWordsOf } from "../taught-words.ts";
import { statusOfText, taughtForm } from "../words.ts";
import {
  type CasesExpression,
  keyOfCase,
  parseCasesExpressions,
  parsePath,
  writeCasesExpressions,
  writePath,
} from "./cases-expression.ts";
import { hasList } from "./taught-places.ts";
import { fieldNamesOf, type Scalar, type Use, uses, valueOn, valuesIn } from "./teachable.ts";

export type Meanings = ReadonlyMap<Scalar, TaughtStatus>;

export interface Lesson {
  readonly use: Use;
  readonly path: PlacePath;
  /** For a verdict or a status: what its values mean. */
  readonly meanings?: Meanings;
  /** For a duration that is a number: the milliseconds in its unit. */
  readonly unitMs?: number;
}

export class LessonError extends Error {
  override readonly name = "LessonError";
}

/** The meaning that the reader gives a value of a status or a verdict by itself, or by the team's words. */
export function meaningOf(value: Scalar, words: ReadingRules["words"]): TaughtStatus | undefined {
  if (typeof value === "boolean") return value ? "passed" : "failed";
  const status = taughtWordsOf(words)?.get(taughtForm(String(value))) ?? statusOfText(String(value));
  if (status === "interrupted") return "undecided";
  return status === "passed" || status === "failed" || status === "undecided" || status === "running"
    ? status
    : status === "skipped"
      ? "skipped"
      : undefined;
}

/**
 * The rules with the lesson. They read the others of the team's responses by their own lists. Throws a `LessonError` that
 * says what a person can do.
 */
export function teach(
  rules: ReadingRules,
  response: JsonObject,
  lesson: Lesson,
  others: readonly JsonObject[] = [],
): ReadingRules {
  return withCasesChecked(withLesson(rules, response, lesson, others), [response, ...others]);
}

function withLesson(
  rules: ReadingRules,
  response: JsonObject,
  lesson: Lesson,
  others: readonly JsonObject[],
): ReadingRules {
  const { use, path, meanings = new Map<Scalar, TaughtStatus>() } = lesson;
  const places = findPlaces(response, rules);
  const isRead = (role: Place["role"], by = rules) =>
    (by === rules ? places : findPlaces(response, by)).some(
      place => place.role === role && isSamePath(place.path, path),
    );
  if (use === "verdict") {
    // `pass-when` outweighs all else, and yields nothing for a response without this field.
    const isNew = [...meanings.keys()].every(value => meaningOf(value, rules.words) === undefined);
    const isWord = typeof valueOn(response, path) === "string" && (isNew || isRead("verdict"));
    const worded = isWord ? withWords(rules, meanings) : rules;
    return isWord && isRead("verdict", worded) ? worded : withVerdict(rules, path, meanings);
  }
  const withMeanings = use === "status" ? withWords(rules, meanings) : rules;
  if (use === "status" && rules.cases === undefined && isRead("status")) return withMeanings;
  const before = rules.cases === undefined ? [] : parseCasesExpressions(rules.cases);
  const expression =
    use === "cases" ? expressionOfList(response, path) : extended(before, response, lesson, places);
  const expressions = [...(before ?? []).filter(each => !hasList(response, each)), expression];
  for (const other of others) {
    if (expressions.some(each => hasList(other, each))) continue;
    const ofOther = expressionOfPlaces(other, findPlaces(other));
    if (ofOther !== undefined && neededFields.every(field => ofOther.fields.has(field)))
      expressions.push(ofOther);
  }
  return { ...withMeanings, cases: writeCasesExpressions(expressions) };
}

/** The rules with a field's name that says nothing about the verdict, whatever the field's value is. */
export function teachHarmless(rules: ReadingRules, name: string): ReadingRules {
  return withWords(rules, new Map([[name, "skipped"]]));
}

/** A known word needs no rule, unless it now means something else. */
function withWords(rules: ReadingRules, meanings: Meanings): ReadingRules {
  const words: Record<string, TaughtStatus> = { ...rules.words };
  for (const [value, meaning] of meanings) {
    if (typeof value === "boolean" || meaningOf(value, rules.words) === meaning) continue;
    if (knownBadStatus(String(value), meaning) !== undefined)
      throw new LessonError(
        `\`${value}\` is a known word for a bad or open outcome, so it can't mean ${meaning}.`,
      );
    words[String(value)] = meaning;
  }
  return Object.keys(words).length === 0 ? rules : { ...rules, words };
}

/** A value that nobody has seen yet decides nothing. */
function withVerdict(rules: ReadingRules, path: PlacePath, meanings: Meanings): ReadingRules {
  const source = writePath(path);
  if (meanings.get(true) === "passed" || meanings.get(false) === "failed")
    return { ...rules, passWhen: source };
  const valuesOf = (meaning: TaughtStatus) =>
    [...meanings].flatMap(([value, each]) => (each === meaning ? value : []));
  const is = (values: readonly Scalar[]) => comparison(source, values);
  const [passed, failed, running] = [valuesOf("passed"), valuesOf("failed"), valuesOf("running")];
  if (passed.length === 0 && failed.length === 0)
    throw new LessonError("Say which value means passed, or which means failed.");
  const passWhen = [
    ...(passed.length > 0 ? [`${is(passed)} ? true`] : []),
    ...(failed.length > 0 ? [`${is(failed)} ? false`] : []),
  ].join(" : ");
  return { ...rules, passWhen, ...(running.length > 0 && { running: is(running) }) };
}

function comparison(source: string, values: readonly Scalar[]): string {
  const [first = ""] = values;
  if (values.length > 1) return `${source} in [${values.map(value => JSON.stringify(value)).join(", ")}]`;
  return `${source} = ${JSON.stringify(first)}`;
}

/**
 * `pass-when` outweighs the cases, so one that teaching wrote passes only if each case of a list that was taught as well
 * has a word that means passed or skipped.
 */
function withCasesChecked(rules: ReadingRules, responses: readonly JsonObject[]): ReadingRules {
  const expressions = parseCasesExpressions(rules.cases ?? "") ?? [];
  const verdict = parseTaughtVerdict(rules.passWhen ?? "");
  if (verdict === undefined) return rules;
  const checks = expressions.flatMap(({ list, fields, isMap }) => {
    const status = fields.get("status");
    const [inResponse, inCase] = [list, status].map(path => parsePath(path ?? "")?.map(stepOf));
    if (inResponse === undefined || inCase === undefined) return [];
    const values = responses.flatMap(each => [...valuesIn(each, [...inResponse, 0, ...inCase])]);
    const words = [...new Set(values)].filter(value => {
      const meaning = typeof value === "object" ? undefined : meaningOf(value, rules.words);
      return meaning === "passed" || meaning === "skipped";
    });
    const start = `${list}${isMap ? ".*" : ""}[$not(${status} in `;
    // A list that none of the responses has keeps the words that it was taught with.
    const before = values.length > 0 ? undefined : verdict.checks.find(each => each.startsWith(start));
    return before ?? `${start}${JSON.stringify(words)})]) = 0`;
  });
  if (checks.length === 0) return rules;
  const condition = [verdict.passed, ...checks].join(checkOfCases);
  return { ...rules, passWhen: `${condition} ? true${verdict.rest}` };
}

const checkOfCases = " and $count(";

/** In a written path, `*` stands for each value of a map. */
function stepOf(name: string): string | number {
  return name === "*" ? 0 : name;
}

/** Undefined for an expression that `withVerdict` doesn't write. */
function parseTaughtVerdict(
  passWhen: string,
): { passed: string; checks: readonly string[]; rest: string } | undefined {
  if (parsePath(passWhen) !== undefined)
    return { passed: passWhen, checks: [], rest: ` : $not(${passWhen}) ? false` };
  const [condition = "", rest, ...more] = passWhen.split(" ? true");
  const [passed = "", ...checks] = condition.split(checkOfCases);
  const [source = ""] = passed.split(/ (?:=|in) /);
  return rest === undefined || more.length > 0 || parsePath(source) === undefined
    ? undefined
    : { passed, checks, rest };
}

// --- Cases ---------------------------------------------------------------------------------------------------------

/** The team's expression with one more field, or one made of everything that the reader found by itself. */
function extended(
  expressions: readonly CasesExpression[] | undefined,
  response: JsonObject,
  { use, path, unitMs = 1 }: Lesson,
  places: readonly Place[],
): CasesExpression {
  if (expressions === undefined)
    throw new LessonError(
      "`report.cases` in the catalog was written by hand in a form that can't be extended: edit it there.",
    );
  const before = expressions.find(each => hasList(response, each)) ?? expressionOfPlaces(response, places);
  const listPath = listAround(response, path, before?.list);
  if (listPath === undefined)
    throw new LessonError("The place is not inside the list of cases. Say first which list has the cases.");
  const expression = before ?? expressionOfList(response, listPath.slice(0, -1));
  const field = writePath(path.slice(listPath.length));
  const fields = new Map(expression.fields).set(use, unitMs === 1 ? field : `${field} * ${unitMs}`);
  return { ...expression, fields: new Map([...fields].sort(([a], [b]) => orderOf(a) - orderOf(b))) };
}

function orderOf(field: string): number {
  const order = uses.indexOf(field as Use);
  return order < 0 ? uses.length : order;
}

/** The start of the path that leads to an element of the list: of the named one, else of the innermost. */
function listAround(response: JsonObject, path: PlacePath, list?: string): PlacePath | undefined {
  const starts = path.flatMap((step, at) => (typeof step === "number" ? [path.slice(0, at + 1)] : []));
  return list === undefined
    ? starts.at(-1)
    : starts.findLast(start => writePath(start.slice(0, -1), response) === list);
}

function expressionOfPlaces(response: JsonObject, places: readonly Place[]): CasesExpression | undefined {
  const list = places.find(({ role }) => role === "cases");
  return list && Array.isArray(valueOn(response, list.path))
    ? expressionOfList(response, list.path)
    : undefined;
}

/** Takes for each field of a case the best name that the elements of the list have. */
function expressionOfList(response: JsonObject, path: PlacePath): CasesExpression {
  const list = writePath(path, response);
  const names = fieldNamesOf(response, path);
  const best = (rankOf: (name: string) => number) =>
    names
      .map(name => ({ name, rank: rankOf(name) }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)[0]?.name;
  const byRank = (field: "name" | "message" | "url") => best(name => keyOf(name).fieldRanks[field]);
  const isMap = isJsonObject(valueOn(response, path) ?? null);
  const found: Partial<Record<Use, string | undefined>> = {
    name: isMap ? keyOfCase : (byRank("name") ?? onlyTitle(response, path, names)),
    status: best(name => outcomeRank(name)),
    message: byRank("message"),
    url: byRank("url"),
    persona: names.find(name => caseFactOf(keyOf(name).squashed) === "persona"),
    scenario: names.find(name => caseFactOf(keyOf(name).squashed) === "scenario"),
  };
  const fields = Object.entries(found).flatMap(([use, name]) =>
    name === undefined ? [] : [[use, name === keyOfCase ? name : writePath([name])] as const],
  );
  return { list, fields: new Map(fields), ...(isMap && { isMap }) };
}

/** The only field whose texts differ in all elements and read like titles, so that a person need not be asked. */
function onlyTitle(response: JsonObject, path: PlacePath, names: readonly string[]): string | undefined {
  const titles = names.filter(name => {
    const values = [...valuesIn(response, [...path, 0, name])];
    const isTitle = (value: JsonValue) => typeof value === "string" && /\S\s\S/.test(value);
    return values.length > 1 && values.every(isTitle) && new Set(values).size === values.length;
  });
  return titles.length === 1 ? titles[0] : undefined;
}

const outcomeNames = ["verdict", "result", "status"] as const;

function outcomeRank(name: string): number {
  const { outcomeName, isFlag, status } = keyOf(name);
  if (outcomeName !== null) return outcomeNames.indexOf(outcomeName);
  return isFlag && status === "passed" ? outcomeNames.length : -1;
}

/** The list of cases around a field that was taught. */
export function listOf(response: JsonObject, path: PlacePath): PlacePath | undefined {
  return listAround(response, path)?.slice(0, -1);
}

/** The fields that a case of the response needs and that the expression doesn't have. */
export function missingFields(rules: ReadingRules, response: JsonObject): ("name" | "status")[] {
  const expression = expressionFor(response, rules);
  return expression === undefined ? [] : neededFields.filter(field => !expression.fields.has(field));
}

const neededFields = ["name", "status"] as const;

/** Undefined if no list of the response was taught. */
export function expressionFor(
  response: JsonObject,
  { cases = "" }: ReadingRules,
): CasesExpression | undefined {
  return parseCasesExpressions(cases)?.find(each => hasList(response, each));
}
