/** Asks a person what a place of a response is. Gives the catalog's rules with the answer. */

import type { ReadingRules, TaughtStatus } from "../../shared/catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { isSamePath, type PlacePath } from "../../shared/reading/place.ts";
import { knownBadStatus } from "../../shared/reading/taught-words.ts";
import {
  expressionFor,
  type Lesson,
  LessonError,
  listOf,
  type Meanings,
  meaningOf,
  missingFields,
  teach,
  teachHarmless,
} from "../../shared/reading/teaching/teach.ts";
import {
  commonPath,
  fieldNamesOf,
  placesToTeach,
  type Scalar,
  type Use,
  usesAt,
  valueOn,
  valuesAt,
} from "../../shared/reading/teaching/teachable.ts";
import { askEntry } from "../editor/ask-pick.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { LocatedPlace } from "./place-locations.ts";
import { placeText, useName } from "./place-words.ts";

interface LessonQuestion {
  readonly response: JsonObject;
  /** The other responses whose values are offered. */
  readonly others: readonly JsonObject[];
  readonly places: readonly LocatedPlace[];
  readonly rules: ReadingRules;
  /** The names of the fields that keep the response from passing, and that may say nothing about the verdict. */
  readonly openFields: readonly string[];
}

/** `path` is asked for if it is absent. */
export async function askLesson(
  vscode: VSCode,
  question: LessonQuestion,
  path: PlacePath | undefined,
): Promise<ReadingRules> {
  const { response } = question;
  const place = path ?? (await askPlace(vscode, question));
  const common = commonPath(response, place);
  const known = path === undefined ? wordUseOf(place, question) : undefined;
  const use = known ?? (await askUse(vscode, response, place, common));
  const taught = use === "verdict" || known !== undefined ? place : common;
  let rules = await learn(vscode, question, use, taught, valueOn(response, place));
  const list = use === "cases" ? taught : listOf(response, taught);
  const isNewList = use === "cases" || expressionFor(response, question.rules) === undefined;
  if (list === undefined || !isNewList) return rules;
  for (const field of missingFields(rules, response)) {
    const name = await askField(vscode, response, list, field);
    rules = await learn(vscode, { ...question, rules }, field, [...list, 0, name]);
  }
  return rules;
}

/** At a word that is not known, only the word's meaning is missing. */
function wordUseOf(path: PlacePath, { places }: LessonQuestion): "status" | "verdict" | undefined {
  const { role } = places.find(place => place.status === null && isSamePath(place.path, path)) ?? {};
  return role === "status" || role === "verdict" ? role : undefined;
}

async function learn(
  vscode: VSCode,
  question: LessonQuestion,
  use: Use,
  path: PlacePath,
  chosen?: JsonValue,
): Promise<ReadingRules> {
  const { response, others, places, rules } = question;
  const values = valuesAt([response, ...others], path).sort(
    (a, b) => Number(b === chosen) - Number(a === chosen),
  );
  // Only a status and a verdict that the reader finds are taught as words.
  const isWord = use === "status" || places.some(each => each.role === use && isSamePath(each.path, path));
  const meanings =
    use === "verdict" || use === "status"
      ? await askMeanings(vscode, {
          ...{ values, chosen, rules, use, isWord, canBeHarmless: isOpenField(question, path) },
        })
      : undefined;
  if (meanings === "nothing") return teachHarmless(rules, String(path.at(-1)));
  const lesson: Lesson = {
    use,
    path,
    ...(meanings !== undefined && { meanings }),
    ...(use === "duration" && typeof values[0] === "number" && { unitMs: await askUnit(vscode) }),
  };
  try {
    return teach(rules, response, lesson, others);
  } catch (error) {
    throw error instanceof LessonError ? new Obstacle(error.message) : error;
  }
}

function isOpenField({ openFields }: LessonQuestion, path: PlacePath): boolean {
  return openFields.some(name => name === path.at(-1));
}

/** Words and fields that are not known come first, because they are the most likely reason for an unknown verdict. */
async function askPlace(vscode: VSCode, question: LessonQuestion): Promise<PlacePath> {
  const { response, places } = question;
  const taken = new Map(places.map(place => [place.path.join("\n"), place]));
  const isUnknown = (path: PlacePath) =>
    taken.get(path.join("\n"))?.status === null || isOpenField(question, path);
  const entries = placesToTeach(response)
    .sort((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)))
    .map(path => {
      const place = taken.get(path.join("\n"));
      const [value] = valuesAt([response], path);
      const description = value === undefined ? t("list") : escapeForPick(String(value));
      const detail = isOpenField(question, path)
        ? { detail: t("keeps the verdict unknown") }
        : place && { detail: placeText(place) };
      return { label: escapeForPick(path.join(".")), description, ...detail, path };
    });
  if (entries.length === 0)
    throw new Obstacle(t("The response holds nothing that a verdict could be read from."));
  const title = t("Teach Callboard: which place?");
  const placeholder = t("The verdict, the list of cases, or a field of a case");
  return (await askEntry(vscode, { title, placeholder, entries })).path;
}

/** In a map, the place can be a case's field as well as one of the run. */
async function askUse(
  vscode: VSCode,
  response: JsonObject,
  path: PlacePath,
  common: PlacePath,
): Promise<Use> {
  const uses = [...new Set([...usesAt(response, common), ...usesAt(response, path)])];
  const [only] = uses;
  if (only === undefined)
    throw new Obstacle(t("Nothing can be read from this place: choose a value, or a list of objects."));
  if (uses.length === 1) return only;
  const entries = uses.map(use => ({ label: useName(use), use }));
  const title = t("Use {0} as…", escapeForPick(path.join(".")));
  return (await askEntry(vscode, { title, placeholder: t("What is it?"), entries })).use;
}

async function askField(
  vscode: VSCode,
  response: JsonObject,
  list: PlacePath,
  field: "name" | "status",
): Promise<string> {
  const entries = fieldNamesOf(response, list).map(name => {
    const [value] = valuesAt([response], [...list, 0, name]);
    return {
      label: escapeForPick(name),
      description: value === undefined ? "" : escapeForPick(String(value)),
      name,
    };
  });
  const title = t("Which field is {0}?", useName(field));
  return (await askEntry(vscode, { title, placeholder: t("Choose a field"), entries })).name;
}

interface MeaningQuestion {
  readonly values: readonly Scalar[];
  /** The value at the chosen place. */
  readonly chosen: JsonValue | undefined;
  readonly rules: ReadingRules;
  readonly use: "verdict" | "status";
  /** Whether the answer becomes a word of the catalog, which never makes a known bad word good. */
  readonly isWord: boolean;
  /** Whether the field may say nothing about the verdict, whatever its value is. */
  readonly canBeHarmless: boolean;
}

/** Asks only for the values whose meaning isn't known, and for the chosen one if it is read as undecided. */
async function askMeanings(vscode: VSCode, question: MeaningQuestion): Promise<Meanings | "nothing"> {
  const { values, chosen, rules } = question;
  const meanings = new Map<Scalar, TaughtStatus>();
  if (values.length > mostValues)
    throw new Obstacle(
      t(
        "This place has {0} different values, so they can't be statuses: choose another place.",
        values.length,
      ),
    );
  const known = new Map(values.map(value => [value, meaningOf(value, rules.words)]));
  const isDecided = (value: Scalar) => known.get(value) === "passed" || known.get(value) === "failed";
  const isOpen = (value: Scalar) => known.get(value) === undefined || (value === chosen && !isDecided(value));
  // A person who chose a place whose values all have a meaning wants to correct them.
  const asked = values.some(isOpen) ? values.filter(isOpen) : values;
  for (const [value, meaning] of known) {
    if (meaning !== undefined && !asked.includes(value)) meanings.set(value, meaning);
  }
  for (const [index, value] of asked.entries()) {
    if (meanings.has(value)) continue;
    const others = asked.slice(index + 1);
    const { meaning, othersFail } = await askMeaning(vscode, question, value, others);
    if (meaning === "nothing") return meaning;
    meanings.set(value, meaning);
    if (othersFail) for (const other of others) meanings.set(other, "failed");
  }
  return meanings;
}

const mostValues = 20;

async function askMeaning(
  vscode: VSCode,
  { rules, use, isWord, canBeHarmless }: MeaningQuestion,
  value: Scalar,
  others: readonly Scalar[],
): Promise<{ readonly meaning: TaughtStatus | "nothing"; readonly othersFail: boolean }> {
  const meanings: Readonly<Record<TaughtStatus, string>> = {
    passed: t("passed"),
    failed: t("failed"),
    undecided: t("undecided: a person decides, or it stays open"),
    running: t("running: the run goes on"),
    skipped: t("skipped"),
  };
  const known = meaningOf(value, rules.words);
  const isRefused = (meaning: TaughtStatus) =>
    isWord && typeof value === "string" && knownBadStatus(value, meaning) !== undefined;
  const entries = (Object.entries(meanings) as [TaughtStatus, string][])
    .filter(([meaning]) => (use === "status" || meaning !== "skipped") && !isRefused(meaning))
    .map(([meaning, label]) => ({
      label,
      meaning,
      othersFail: false,
      ...(meaning === known && { description: t("as now") }),
    }));
  const passedAlone = {
    label: t("passed, and everything else failed"),
    description: escapeForPick(others.join(", ")),
    meaning: "passed" as const,
    othersFail: true,
  };
  const nothing = {
    label: t("nothing: this field says nothing about the verdict, whatever its value is"),
    meaning: "nothing" as const,
    othersFail: false,
  };
  const title = t("What does {0} mean?", `“${escapeForPick(String(value))}”`);
  return await askEntry(vscode, {
    title,
    placeholder: t("As a result of the service"),
    entries: [
      ...entries,
      ...(others.length === 0 || isRefused("passed") ? [] : [passedAlone]),
      ...(canBeHarmless ? [nothing] : []),
    ],
  });
}

async function askUnit(vscode: VSCode): Promise<number> {
  const entries = [
    { label: t("milliseconds"), unitMs: 1 },
    { label: t("seconds"), unitMs: 1000 },
    { label: t("minutes"), unitMs: 60_000 },
  ];
  const placeholder = t("The number counts…");
  return (await askEntry(vscode, { title: t("The unit of the duration"), placeholder, entries })).unitMs;
}
