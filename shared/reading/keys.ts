/** Understands the names of fields, and caches the result. */

import { fieldsOf, type Key, KeyDraft, noFields, type OutcomeName } from "./key.ts";
import { headOf, tokensOf, understandClaim } from "./key-claims.ts";
import {
  besidesStatus,
  consistsOf,
  has,
  isUsed,
  onlyMeaning,
  units,
  type Words,
  wordsOf,
} from "./key-words.ts";
import { recordFormOf } from "./record-forms.ts";
import type { Says } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { entries, keep, role, split, squash, type Word } from "./words.ts";

const ignoredFields = new Set(entries(vocabulary.ignoredFields));
const caseMarks = new Set(entries(vocabulary.caseMarks));
const checkUnits = new Set(entries(vocabulary.checkUnits));
const envelopes = new Set(entries(vocabulary.envelopes));
const votes = new Set(entries(vocabulary.votes));
const judgedByName = new Set(entries(vocabulary.judgedByName));
const criteria = new Set(entries(vocabulary.criteria));
const toleranceFlags = new Map<string, "set" | "unset">([
  ...entries(vocabulary.mayFail.set).map(name => [name, "set"] as const),
  ...entries(vocabulary.mayFail.unset).map(name => [name, "unset"] as const),
]);
const pairedCounts = new Map<string, string>(Object.entries(vocabulary.pairedCounts));
const attributeObjects = new Set(entries(vocabulary.attributeObjects));
const attemptLists = new Set(entries(vocabulary.attemptLists));
const surelyAttempts = new Set(entries(vocabulary.surelyAttempts));
const progressName =
  /^progress|(?:percent|percentage|pct)(?:complete|completed|done|finished)$|(?:complete|completed|completion|done)(?:percent|percentage|pct|rate)$/;
const codeName =
  /^(?:test|run|case|execution|final|overall)?(?:status|state|result|outcome|verdict)(?:id|code|number)$/;
const attemptsEnding = /(?:attempts|retries|reruns)$/;
const ratioEnding = new RegExp(
  `(?:${entries(vocabulary.shares)
    .filter(word => word.length > 3)
    .join("|")})$`,
);
const machineLink = new RegExp(`(?:${entries(vocabulary.notForPeople).join("|")})`);
const paginationNames = new Map<string, Key["more"]>();
for (const [table, kind] of [
  [vocabulary.moreToCome.flags, "flag"],
  [vocabulary.moreToCome.tokens, "token"],
  [vocabulary.moreToCome.lengths, "length"],
  [vocabulary.moreToCome.pages, "pages"],
] as const) {
  for (const name of entries(table)) paginationNames.set(name, kind);
}
const durations = new Map<string, number>();
for (const name of entries(vocabulary.durationNames)) {
  for (const [size, table] of vocabulary.timeUnits) {
    for (const unit of entries(table)) {
      for (const middle of ["", "in"]) durations.set(name + middle + unit, size);
    }
  }
}
for (const name of entries(vocabulary.durationNames)) durations.set(name, 0);

const longestKey = 64;
const keyCache = new Map<string, Key>();

export function keyOf(name: string): Key {
  const cached = keyCache.get(name);
  return cached ?? keep(keyCache, name, understandKey(name));
}

function understandKey(name: string): Key {
  const squashed = name.length > longestKey ? "" : squash(name);
  const words = wordsOf(squashed);
  const key = new KeyDraft();
  key.squashed = squashed;
  key.unit = words.unit;
  const meaning = onlyMeaning(words);
  understandOutcome(key, words, meaning);
  understandList(key, words, meaning !== null && isUsed(words, "list"));
  key.attributes ||= name === "$";
  key.record = recordFormOf(name);
  const tokens = tokensOf(name);
  understandField(key, tokens);
  understandClaim(key, tokens);
  key.head = headOf(tokens);
  return key;
}

// --- Outcomes ------------------------------------------------------------------------------------------------------

const outcomeNames = role.verdictName | role.resultName | role.statusName;

function understandOutcome(key: KeyDraft, words: Words, meaning: Says | null): void {
  const { squashed } = key;
  const { known, said } = words;
  const { isRetry, flaky } = fieldsOf(squashed);
  key.share = (known && has(words, role.share)) || ratioEnding.test(squashed);
  key.says = meaning ?? (key.share ? (said[0] ?? null) : null);
  key.flags =
    meaning !== null &&
    isUsed(words, "flag") &&
    besidesStatus(words, units | role.flag | role.run) &&
    isRetry < 0 &&
    flaky < 0;
  key.begun = countsOnlyBegun(words);
  const onlyCounts =
    known && !key.share && besidesStatus(words, units | role.count | role.generic | role.run);
  key.pairedWith = pairedCounts.get(squashed) ?? null;
  key.counts =
    (meaning !== null && isUsed(words, "count") && onlyCounts && !key.begun) || key.pairedWith !== null;
  key.total = onlyCounts && (key.begun || (said.length === 0 && isTotal(words, squashed)));
  key.outcome = outcomeNameOf(words);
  key.aspect = key.outcome !== null && words.found.some(isOnlyAspect);
  key.decisive = key.outcome !== null && has(words, role.decisive);
  key.code = codeName.test(squashed);
  key.isOutcome = key.outcome !== null || key.flags || key.counts || key.total || key.code;
}

/** Alone, these words are the number of an element. */
const ordinals = new Set(["no", "n", "nb", "num", "number"]);

/** "triggered" and "tests_started" count all cases. */
function countsOnlyBegun({ found, said }: Words): boolean {
  return said.length === 1 && found.some(word => word !== null && (word.roles & role.begun) !== 0);
}

/** "tests" and "case_count" are totals; "test" is one case, and "items" alone could count anything. */
function isTotal(words: Words, squashed: string): boolean {
  if (words.unit === "test" && squashed.endsWith("srun")) return true;
  if (has(words, role.count)) return !ordinals.has(squashed);
  return words.unit !== null && squashed.endsWith("s") && !has(words, role.generic);
}

function outcomeNameOf(words: Words): OutcomeName | null {
  const roles = outcomeNames | role.qualifier | role.aspect | role.run;
  const { found } = words;
  if (!found.every(word => word !== null && ((word.roles & roles) !== 0 || word.says === "finished")))
    return null;
  if (has(words, role.verdictName)) return "verdict";
  if (has(words, role.resultName)) return "result";
  return has(words, role.statusName) ? "status" : null;
}

function isOnlyAspect(word: Word | null): boolean {
  return (
    word !== null && (word.roles & role.aspect) !== 0 && (word.roles & (role.qualifier | outcomeNames)) === 0
  );
}

// --- Objects and lists ---------------------------------------------------------------------------------------------

function understandList(key: KeyDraft, words: Words, isListOfOutcome: boolean): void {
  const { squashed } = key;
  key.holds = elementKindOf(words, isListOfOutcome);
  key.wraps = consistsOf(words, role.wrapper);
  key.ignored = ignoredFields.has(squashed);
  key.marksCase = caseMarks.has(squashed);
  key.attributes = attributeObjects.has(squashed);
  key.attempts = attemptsOf(squashed, words);
  key.judges = judgedByName.has(squashed);
  key.criterion = criteria.has(squashed);
  key.mayFail = toleranceFlags.get(squashed) ?? null;
  key.more = paginationNames.get(squashed) ?? null;
  key.reviews = squashed.startsWith("review");
  key.checks = checkUnits.has(squashed);
  key.envelope = envelopes.has(squashed);
  key.votes = votes.has(squashed);
}

function attemptsOf(squashed: string, { known }: Words): Key["attempts"] {
  if (surelyAttempts.has(squashed) || (known && attemptsEnding.test(squashed))) return "surely";
  return attemptLists.has(squashed) ? "perhaps" : null;
}

function elementKindOf(words: Words, isListOfOutcome: boolean): Key["holds"] {
  const { known, unit } = words;
  if (!known) return null;
  if (isListOfOutcome && besidesStatus(words, units | role.count | role.generic | role.flag))
    return "outcome";
  if (unit === "part") return "parts";
  if (!consistsOf(words, role.test | role.suite | role.generic | role.count | role.qualifier)) return null;
  if (unit === "test") return "cases";
  if (unit === "suite") return "suites";
  return has(words, role.generic) ? "generic" : null;
}

// --- Descriptions --------------------------------------------------------------------------------------------------

function understandField(key: KeyDraft, tokens: readonly string[]): void {
  const { squashed } = key;
  key.fields = fieldsOf(squashed);
  key.duration = durations.get(squashed) ?? null;
  const namesLink = /(?:url|link|href|permalink)s?$/.test(squashed);
  key.error = key.fields.message >= 0 && /^(?:err|fail|exception|crash)/.test(squashed);
  key.link = namesLink && !machineLink.test(squashed);
  key.isId = squashed === "id" || squashed === "uuid";
  key.reference = isReference(squashed, tokens);
  key.location = squashed === "location" || squashed === "position" || squashed === "source";
  key.progress = progressName.test(squashed);
  key.isField =
    namesLink ||
    key.reference ||
    key.share ||
    key.progress ||
    key.duration !== null ||
    key.mayFail !== null ||
    key.more !== null ||
    key.fields !== noFields;
}

/** `testId`, `case_ref` and `testid`, but not "valid" or "paid", which only end in the same letters. */
function isReference(squashed: string, tokens: readonly string[]): boolean {
  const [, stem, end] =
    /^(.*?)(ids?|ref|key)$/.exec(tokens.length > 1 ? (tokens.at(-1) ?? "") : squashed) ?? [];
  if (stem === undefined || end === undefined) return false;
  return stem === "" || stem === "uu" || stem === "u" || (tokens.length === 1 && !split(stem).includes(null));
}
