/** Understands the names of fields: what a value under such a name tells. */

import { recordFormOf } from "./record-forms.ts";
import type { Says, Use } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import {
  entries,
  isOpen,
  keep,
  mayBeKnown,
  opposite,
  role,
  split,
  squash,
  statusWordOf,
  type Word,
} from "./words.ts";

export type Unit = "test" | "suite" | "part";
export type OutcomeName = "verdict" | "result" | "status";
type FieldName = keyof typeof vocabulary.fields;

/** What a name tells about the value under it. Several parts may apply; the value's type decides between them. */
export interface Key extends OutcomeKey, ListKey, FieldKey {
  readonly squashed: string;
  readonly unit: Unit | null;
}

/** Of how something went. */
interface OutcomeKey {
  /** What `true`, a count or the membership in the list says. */
  readonly says: Says | null;
  /** True under it says so. */
  readonly flags: boolean;
  /** A number under it counts cases, or whatever `unit` says. */
  readonly counts: boolean;
  /** A number under it counts all of them. */
  readonly total: boolean;
  /** All that were begun: they need not have been run. */
  readonly begun: boolean;
  /** As a count it says "passed", but only beside a count of this name. */
  readonly pairedWith: string | null;
  /** With an unknown word beside the known one (`screenshotsPassed`): whether true under it reads as good or bad. */
  readonly sounds: "good" | "bad" | null;
  /** Anything more than nothing under it speaks of a failure. */
  readonly tellsFailure: boolean;
  /** A text or a number under it is no claim about how it went; `soft`: only a word known for bad news is one. */
  readonly isNeutral: boolean | "soft";
  /** True or false under it is no claim either. */
  readonly isNeutralFlag: boolean;
  /** Nothing under it is a claim. */
  readonly isQuiet: boolean;
  /** A number under it is a score or a measurement, or a bound of one. */
  readonly measures: "value" | "cost" | "least" | "most" | null;
  /** The squashed name of the number that it bounds, or of which it is a part; empty where it tells no name. */
  readonly measured: string;
  /** A number under it tells how many of several were reached. */
  readonly isShare: boolean;
  /** It bounds another number of its object, or falls short of it. */
  readonly isBounding: boolean;
  /** A number under it is a share or a grade. */
  readonly share: boolean;
  /** A verdict or status word stands under it. */
  readonly outcome: OutcomeName | null;
  /** Of one aspect of the run only (`reviewStatus`): bad news counts, good news does not. */
  readonly aspect: boolean;
  /** Its last word names an outcome or a decision, whatever stands before it; "foreign" tells of something else. */
  readonly head: OutcomeName | "foreign" | null;
  /** Under it, even "success" is the success of a test. */
  readonly decisive: boolean;
  /** A number under it is a status in the service's own numbering. */
  readonly code: boolean;
  /** Any of the above. */
  readonly isOutcome: boolean;
}

/** Of an object or a list under it. */
interface ListKey {
  /** What a list under it holds; "outcome": cases of which `says` tells how they went. */
  readonly holds: "cases" | "suites" | "parts" | "generic" | "outcome" | null;
  /** An object under it only wraps the run. */
  readonly wraps: boolean;
  /** Nothing under it is a result. */
  readonly ignored: boolean;
  /** An element with such a field is a case, whatever its list is called. */
  readonly marksCase: boolean;
  /** The fields of the object under it are those of the object around it. */
  readonly attributes: boolean;
  /** A list under it within a case is of its attempts. */
  readonly attempts: "surely" | "perhaps" | null;
  /** An object under it says of each of its names how that went. */
  readonly judges: boolean;
  /** What the run as a whole has to keep to. */
  readonly criterion: boolean;
  /** A flag under it that is set, or is not, says that its failure does no harm. */
  readonly mayFail: "set" | "unset" | null;
  /** How a value under it says that a list goes on elsewhere. */
  readonly more: "flag" | "token" | "length" | "pages" | null;
  /** A list of checks, which may be parts of a case. */
  readonly checks: boolean;
  /** An answer wraps its record in it. */
  readonly envelope: boolean;
  /** Counts of voices stand under it. */
  readonly votes: boolean;
  /** It holds reviews or their ids. */
  readonly reviews: boolean;
  /** A record stands under it, or its id. */
  readonly record: ReturnType<typeof recordFormOf>;
}

/** Of how the run or a case is called and described. */
interface FieldKey {
  /** For each field the rank of this name among its names; -1 where it is none of them. */
  readonly fields: Fields;
  /** Milliseconds in one unit of a duration under it; 0 where the name does not say. */
  readonly duration: number | null;
  /** A message under it tells of an error. */
  readonly error: boolean;
  /** It names a place for a person to look at. */
  readonly link: boolean;
  /** Its own id. */
  readonly isId: boolean;
  /** Ends with "id" or the like: refers to another record. */
  readonly reference: boolean;
  readonly location: boolean;
  readonly progress: boolean;
  /** Any of these, a share, or something that says that a list goes on. */
  readonly isField: boolean;
}

type Fields = { readonly [Field in FieldName]: number };

const fieldNames = Object.keys(vocabulary.fields) as FieldName[];
const noFields = Object.fromEntries(fieldNames.map(field => [field, -1])) as Fields;
const fieldsByName = new Map<string, Fields>();
for (const field of fieldNames) {
  for (const [rank, name] of entries(vocabulary.fields[field]).entries()) {
    fieldsByName.set(name, { ...(fieldsByName.get(name) ?? noFields), [field]: rank });
  }
}

const ignoredFields = new Set(entries(vocabulary.ignoredFields));
const caseMarks = new Set(entries(vocabulary.caseMarks));
const checkUnits = new Set(entries(vocabulary.checkUnits));
const envelopes = new Set(entries(vocabulary.envelopes));
const votes = new Set(entries(vocabulary.votes));
const judgedByName = new Set(entries(vocabulary.judgedByName));
const criteria = new Set(entries(vocabulary.criteria));
const mayFail = new Map<string, "set" | "unset">([
  ...entries(vocabulary.mayFail.set).map(name => [name, "set"] as const),
  ...entries(vocabulary.mayFail.unset).map(name => [name, "unset"] as const),
]);
const failureWords = new Set(entries(vocabulary.failureWords));
const failureSettings = new Set(entries(vocabulary.failureSettings));
const foreignPrefixes = new Set(entries(vocabulary.foreignPrefixes));
const decisionNames = new Set(entries(vocabulary.decisionNames));
const negations = new Set(entries(vocabulary.negations));
const neutralNames = new Set(entries(vocabulary.neutralNames));
const neutralFlags = new Set(entries(vocabulary.neutralFlags));
const startsNegated = /^(?:no|never|un)/;
const endsInNeutral = new RegExp(`.(?:${[...neutralNames].filter(name => name.length > 3).join("|")})$`);
const softNames = new Set(entries(vocabulary.softNames));
const settingPrefixes = new Set(entries(vocabulary.settingPrefixes));
const measures = new Map<string, Key["measures"]>();
for (const kind of ["value", "cost", "least", "most"] as const) {
  for (const name of entries(vocabulary.bounds[kind])) measures.set(name, kind);
}
const pairedCounts = new Map<string, string>(Object.entries(vocabulary.pairedCounts));
const attributeObjects = new Set(entries(vocabulary.attributeObjects));
const attemptLists = new Set(entries(vocabulary.attemptLists));
const surelyAttempts = new Set(entries(vocabulary.surelyAttempts));
const isProgress =
  /^progress|(?:percent|percentage|pct)(?:complete|completed|done|finished)$|(?:complete|completed|completion|done)(?:percent|percentage|pct|rate)$/;
const isCode =
  /^(?:test|run|case|execution|final|overall)?(?:status|state|result|outcome|verdict)(?:id|code|number)$/;
const endsInAttempts = /(?:attempts|retries|reruns)$/;
/** Without a separator behind them, short ones begin other words: "problem" is nothing of a "pr". */
const startsForeign = new RegExp(
  `^(?:${entries(vocabulary.foreignPrefixes)
    .filter(prefix => prefix.length > 3)
    .join("|")})`,
);
const endsInPass =
  /(?:passed|passing|pass|succeeded|success|successful|ok|achieved|met|satisfied|fulfilled|accomplished|correct)$/;
const endsInFailure =
  /(?:failed|failing|failures?|fails|errored|crashed|aborted|cancelled|canceled|interrupted|timedout)$/;
/** How many of several were reached. */
const endsInReached =
  /^(.{3,}?)(met|answered|completed|done|reached|achieved|satisfied|fulfilled|covered|matched|resolved|handled|accomplished)$/;
const startsInFailure = /^fail(?:ed|ing|ures?|s)/;
const endsInShare = new RegExp(
  `(?:${entries(vocabulary.shares)
    .filter(word => word.length > 3)
    .join("|")})$`,
);
const notForPeople = new RegExp(`(?:${entries(vocabulary.notForPeople).join("|")})`);
const more = new Map<string, Key["more"]>();
for (const [table, kind] of [
  [vocabulary.moreToCome.flags, "flag"],
  [vocabulary.moreToCome.tokens, "token"],
  [vocabulary.moreToCome.lengths, "length"],
  [vocabulary.moreToCome.pages, "pages"],
] as const) {
  for (const name of entries(table)) more.set(name, kind);
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
  const known = keyCache.get(name);
  return known ?? keep(keyCache, name, understandKey(name));
}

type Draft = { -readonly [Property in keyof Key]: Key[Property] };

const tellsNothing: Key = {
  squashed: "",
  unit: null,
  says: null,
  flags: false,
  counts: false,
  total: false,
  begun: false,
  pairedWith: null,
  sounds: null,
  tellsFailure: false,
  isNeutral: false,
  isNeutralFlag: false,
  isQuiet: false,
  measures: null,
  measured: "",
  isShare: false,
  isBounding: false,
  share: false,
  outcome: null,
  aspect: false,
  head: null,
  decisive: false,
  code: false,
  isOutcome: false,
  holds: null,
  wraps: false,
  ignored: false,
  marksCase: false,
  attributes: false,
  attempts: null,
  judges: false,
  criterion: false,
  mayFail: null,
  more: null,
  checks: false,
  envelope: false,
  votes: false,
  reviews: false,
  record: undefined,
  fields: noFields,
  duration: null,
  error: false,
  link: false,
  isId: false,
  reference: false,
  location: false,
  progress: false,
  isField: false,
};

function understandKey(name: string): Key {
  const squashed = name.length > longestKey ? "" : squash(name);
  const words = wordsOf(squashed);
  // A copy that is filled in takes a tenth of the time of one that is put together of parts.
  const key: Draft = { ...tellsNothing };
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

/** A name in its words. */
interface Words {
  readonly found: readonly (Word | null)[];
  /** Every letter of it belongs to a known word. */
  readonly known: boolean;
  /** What its status words say; a negation turns the one behind it. */
  readonly said: readonly Says[];
  /** What it counts or lists. */
  readonly unit: Unit | null;
}

function wordsOf(squashed: string): Words {
  const found = mayBeKnown(squashed) ? split(squashed) : [null];
  const said: Says[] = [];
  let unit: Unit | null = null;
  let negated = false;
  for (const word of found) {
    if (word === null) continue;
    if (isStatus(word)) {
      said.push(negated ? opposite(word.says) : word.says);
      negated = false;
      continue;
    }
    // "no" is also the number of something.
    if (word.roles & role.negation && !(word.roles & role.count)) negated = true;
    if (isUnit(word)) unit = smallerUnit(unit, unitOf(word));
  }
  return { found, known: squashed !== "" && !found.includes(null), said, unit };
}

// --- How something went --------------------------------------------------------------------------------------------

const units = role.test | role.suite | role.part;
const outcomeNames = role.verdictName | role.resultName | role.statusName;

/** How the status words of a name are understood; "executed" and "passed" say that it passed. */
function onlyMeaning({ known, said }: Words): Says | null {
  const all = new Set(said.length > 1 ? said.filter(says => says !== "finished") : said);
  const [only = null] = all;
  return known && all.size === 1 && only !== "neutral" ? only : null;
}

/** A status word that gives the name its meaning has this use. */
function isUsed({ found }: Words, use: Use): boolean {
  return found.some(word => word !== null && isStatus(word) && word.uses.includes(use));
}

function understandOutcome(key: Draft, words: Words, meaning: Says | null): void {
  const { squashed } = key;
  const { known, said } = words;
  const { isRetry, flaky } = fieldsOf(squashed);
  key.share = (known && has(words, role.share)) || endsInShare.test(squashed);
  key.says = meaning ?? (key.share ? (said[0] ?? null) : null);
  key.flags =
    meaning !== null &&
    isUsed(words, "flag") &&
    besidesStatus(words, units | role.flag | role.run) &&
    isRetry < 0 &&
    flaky < 0;
  key.begun = onlyBegun(words);
  const onlyCounts =
    known && !key.share && besidesStatus(words, units | role.count | role.generic | role.run);
  key.pairedWith = pairedCounts.get(squashed) ?? null;
  key.counts =
    (meaning !== null && isUsed(words, "count") && onlyCounts && !key.begun) || key.pairedWith !== null;
  key.total = onlyCounts && (key.begun || (said.length === 0 && isTotal(words, squashed)));
  key.outcome = outcomeNameOf(words);
  key.aspect = key.outcome !== null && words.found.some(isOnlyAspect);
  key.decisive = key.outcome !== null && has(words, role.decisive);
  key.code = isCode.test(squashed);
  key.isOutcome = key.outcome !== null || key.flags || key.counts || key.total || key.code;
}

/** Alone, these are the number of one. */
const ordinals = new Set(["no", "n", "nb", "num", "number"]);

/** "triggered" and "tests_started" tell how many there are. */
function onlyBegun({ found, said }: Words): boolean {
  return said.length === 1 && found.some(word => word !== null && (word.roles & role.begun) !== 0);
}

/** "tests" and "case_count" tell how many; "test" is one of them, and "items" alone could be anything. */
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

function understandClaim(key: Draft, tokens: readonly string[]): void {
  const { squashed } = key;
  const first = tokens[0] ?? "";
  const last = tokens.at(-1) ?? "";
  const isForeign = foreignPrefixes.has(first) || startsForeign.test(squashed);
  const failure = failureIn(squashed, tokens);
  key.tellsFailure =
    !isForeign && !key.ignored && key.attempts === null && (key.error || failure === "failure");
  key.sounds = soundOf(squashed, tokens);
  understandBound(key);
  const isSetting = failure === "setting" || mayFail.has(squashed) || settingPrefixes.has(first);
  const isOther = squashed === "" || isForeign || key.ignored || isSetting;
  const isNegated = tokens.length > 1 && negations.has(first) && tokens[1] !== "of";
  const areNeutral = !isNegated && tokens.every(isNeutralToken);
  key.isNeutralFlag =
    isOther ||
    last === "enabled" ||
    key.fields.isRetry >= 0 ||
    key.fields.flaky >= 0 ||
    areNeutral ||
    (key.isField && !key.share && key.fields === noFields);
  const isSoft = softNames.has(squashed) || (squashed.endsWith("reason") && key.fields.message < 0);
  const isDescription = !isNegated && isDescribing(squashed, last, key.sounds);
  key.isNeutral = isSoft
    ? "soft"
    : isOther || areNeutral || isDescription || (key.isField && !key.share && key.fields.end < 0);
  key.isQuiet = key.isNeutral === true && key.isNeutralFlag && !key.tellsFailure;
}

/** `isdemo` where no capital divides it. */
function isNeutralToken(token: string): boolean {
  const rest = token.replace(/^(?:is|has|was|are)(?=.)/, "");
  return [token, rest].some(each => neutralFlags.has(each) || neutralNames.has(each));
}

function isDescribing(squashed: string, last: string, sounds: Key["sounds"]): boolean {
  if (neutralNames.has(squashed)) return true;
  return (
    sounds === null &&
    (neutralNames.has(last) ||
      (last === squashed && endsInNeutral.test(squashed) && !startsNegated.test(squashed)))
  );
}

/** `failedTestNames` tells of failures, and `failFast` is a setting. */
function failureIn(squashed: string, tokens: readonly string[]): "failure" | "setting" | null {
  const isAlone = tokens.length === 1;
  const isFailure = isAlone
    ? failureWords.has(squashed) || /failed|failing|failure/.test(squashed)
    : tokens.some(token => failureWords.has(token));
  if (!isFailure && !(isAlone && squashed.startsWith("fail"))) return null;
  const others = isAlone ? [squashed.replace(/fail(?:ed|ing|ures?|s)?/, "")] : tokens;
  if (others.some(token => failureSettings.has(token))) return "setting";
  return isFailure ? "failure" : null;
}

/** `min_score` bounds "score", `turnsCompleted` is a part of "turns". */
function understandBound(key: Draft): void {
  const { squashed } = key;
  key.measures = measures.get(squashed) ?? null;
  const [, least, ofLeast = ""] = /^(min|minimum|required|needed|passing)(.{3,})$/.exec(squashed) ?? [];
  const [, most, ofMost = ""] = /^(max|maximum|maxallowed)(.{3,})$/.exec(squashed) ?? [];
  if (least !== undefined || most !== undefined) {
    key.measures ??= least === undefined ? "most" : "least";
    key.measured = ofLeast + ofMost;
  }
  const [, stem, reached] = endsInReached.exec(squashed) ?? [];
  if (reached !== undefined) {
    key.isShare = true;
    key.measured = stem ?? "";
  }
  key.isBounding = key.isShare || key.measures === "least" || key.measures === "most";
}

function headOf(tokens: readonly string[]): Key["head"] {
  if (tokens.some(token => foreignPrefixes.has(token) || ignoredFields.has(token))) return "foreign";
  const last = tokens.at(-1) ?? "";
  if (decisionNames.has(last)) return "verdict";
  const roles = split(last).at(-1)?.roles ?? 0;
  if (roles & role.verdictName) return "verdict";
  if (roles & role.resultName) return "result";
  return roles & role.statusName ? "status" : null;
}

/** By the last of its words that is a flag's; a name without separators is looked at as a whole. */
function soundOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
  const whole = statusWordOf(squashed)?.uses;
  // "hung up" is neither good nor bad, although "up" is good.
  if (whole?.length && !whole.includes("flag") && !whole.includes("sound")) return null;
  for (const token of tokens.toReversed()) {
    const { says = null, uses = [] } = statusWordOf(token) ?? {};
    const isFlag = uses.includes("flag");
    const isGood = says === "passed" || says === "success" || says === "finished";
    if (isGood && (isFlag || uses.includes("sound"))) return "good";
    if (isFlag && (says === "failed" || says === "running" || isOpen(says))) return "bad";
  }
  if (endsInPass.test(squashed)) return "good";
  return endsInFailure.test(squashed) || startsInFailure.test(squashed) ? "bad" : null;
}

/** As its separators and capitals divide it. */
export function tokensOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .flatMap(token => token.toLowerCase() || []);
}

// --- What a list or an object holds --------------------------------------------------------------------------------

function understandList(key: Draft, words: Words, tellsOutcome: boolean): void {
  const { squashed } = key;
  key.holds = holdsOf(words, tellsOutcome);
  key.wraps = consistsOf(words, role.wrapper);
  key.ignored = ignoredFields.has(squashed);
  key.marksCase = caseMarks.has(squashed);
  key.attributes = attributeObjects.has(squashed);
  key.attempts = attemptsOf(squashed, words);
  key.judges = judgedByName.has(squashed);
  key.criterion = criteria.has(squashed);
  key.mayFail = mayFail.get(squashed) ?? null;
  key.more = more.get(squashed) ?? null;
  key.reviews = squashed.startsWith("review");
  key.checks = checkUnits.has(squashed);
  key.envelope = envelopes.has(squashed);
  key.votes = votes.has(squashed);
}

/** `retryAttempts` are attempts too. */
function attemptsOf(squashed: string, { known }: Words): Key["attempts"] {
  if (surelyAttempts.has(squashed) || (known && endsInAttempts.test(squashed))) return "surely";
  return attemptLists.has(squashed) ? "perhaps" : null;
}

function holdsOf(words: Words, tellsOutcome: boolean): Key["holds"] {
  const { known, unit } = words;
  if (!known) return null;
  if (tellsOutcome && besidesStatus(words, units | role.count | role.generic | role.flag)) return "outcome";
  if (unit === "part") return "parts";
  if (!consistsOf(words, role.test | role.suite | role.generic | role.count | role.qualifier)) return null;
  if (unit === "test") return "cases";
  if (unit === "suite") return "suites";
  return has(words, role.generic) ? "generic" : null;
}

// --- How something is called and described -------------------------------------------------------------------------

function understandField(key: Draft, tokens: readonly string[]): void {
  const { squashed } = key;
  key.fields = fieldsOf(squashed);
  key.duration = durations.get(squashed) ?? null;
  const namesLink = /(?:url|link|href|permalink)s?$/.test(squashed);
  key.error = key.fields.message >= 0 && /^(?:err|fail|exception|crash)/.test(squashed);
  key.link = namesLink && !notForPeople.test(squashed);
  key.isId = squashed === "id" || squashed === "uuid";
  key.reference = isReference(squashed, tokens);
  key.location = squashed === "location" || squashed === "position" || squashed === "source";
  key.progress = isProgress.test(squashed);
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

/** `testId`, `case_ref` and `testid`; "valid" and "paid" only end in the same letters. */
function isReference(squashed: string, tokens: readonly string[]): boolean {
  const [, stem, end] =
    /^(.*?)(ids?|ref|key)$/.exec(tokens.length > 1 ? (tokens.at(-1) ?? "") : squashed) ?? [];
  if (stem === undefined || end === undefined) return false;
  return stem === "" || stem === "uu" || stem === "u" || (tokens.length === 1 && !split(stem).includes(null));
}

function fieldsOf(squashed: string): Fields {
  return fieldsByName.get(squashed) ?? noFields;
}

// --- Words of a name -----------------------------------------------------------------------------------------------

function has({ found }: Words, roles: number): boolean {
  return found.some(word => word !== null && (word.roles & roles) !== 0);
}

function consistsOf({ found, known }: Words, roles: number): boolean {
  return known && found.every(word => word !== null && (word.roles & roles) !== 0);
}

/** Beside its status words, it has only words of these roles. */
function besidesStatus({ found }: Words, roles: number): boolean {
  return found.every(word => word === null || isStatus(word) || (word.roles & roles) !== 0);
}

function isStatus(word: Word): word is Word & { says: Says } {
  return word.says !== null && !(isUnit(word) && word.says === "neutral");
}

function isUnit(word: Word): boolean {
  return (word.roles & units) !== 0;
}

function unitOf(word: Word): Unit {
  if (word.roles & role.test) return "test";
  return word.roles & role.suite ? "suite" : "part";
}

/** `testSuites` are suites and `testSteps` are parts. */
function smallerUnit(one: Unit | null, other: Unit): Unit {
  const order: readonly Unit[] = ["test", "suite", "part"];
  return one === null || order.indexOf(other) > order.indexOf(one) ? other : one;
}
