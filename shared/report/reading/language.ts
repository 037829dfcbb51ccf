/**
 * Understands field names and status words by the vocabulary. A name is squashed to its letters and digits and split
 * into the fewest known words that cover it, so that case and separators, which differ from product to product, never
 * matter: `numPassedTests`, `num_passed_tests` and `numpassedtests` are understood alike.
 */

import * as vocabulary from "../vocabulary.ts";
import { type Says, saysFirst } from "../vocabulary.ts";

export function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function entries(table: string): string[] {
  return table.split("|").map(squash);
}

/** What a single word can be; a word can be several things. */
const role = {
  negation: 1,
  phrase: 2,
  count: 4,
  share: 8,
  test: 16,
  suite: 32,
  part: 64,
  generic: 128,
  wrapper: 256,
  verdictHead: 512,
  resultHead: 1024,
  statusHead: 2048,
  qualifier: 4096,
  decisive: 8192,
  flag: 16384,
  side: 32768,
} as const;

interface Word {
  roles: number;
  says: Says | null;
}

const dictionary = new Map<string, Word>();

function learn(table: string, roles: number, says: Says | null = null): void {
  for (const text of entries(table)) {
    const word = dictionary.get(text) ?? { roles: 0, says: null };
    word.roles |= roles;
    word.says ??= says;
    dictionary.set(text, word);
  }
}

for (const says of saysFirst) learn(vocabulary.words[says], 0, says);
learn(vocabulary.negations, role.negation);
learn(vocabulary.phraseFillers, role.phrase);
learn(vocabulary.countFillers, role.count);
learn(vocabulary.shares, role.share);
learn(vocabulary.units.test, role.test);
learn(vocabulary.units.suite, role.suite);
learn(vocabulary.units.part, role.part);
learn(vocabulary.genericLists, role.generic);
learn(vocabulary.wrappers, role.wrapper);
learn(vocabulary.outcomeHeads.verdict, role.verdictHead);
learn(vocabulary.outcomeHeads.result, role.resultHead);
learn(vocabulary.outcomeHeads.status, role.statusHead);
learn(vocabulary.outcomeQualifiers, role.qualifier);
learn(vocabulary.decisiveQualifiers, role.decisive);
learn(vocabulary.sideQualifiers, role.side);
learn(vocabulary.booleanFillers, role.flag);

interface Branch {
  readonly next: Map<string, Branch>;
  word: Word | null;
}

const trie: Branch = { next: new Map(), word: null };
for (const [text, word] of dictionary) {
  let branch = trie;
  for (const letter of text) {
    const next = branch.next.get(letter) ?? { next: new Map(), word: null };
    branch.next.set(letter, next);
    branch = next;
  }
  branch.word = word;
}

/** Cheap, for the many names that are ids or the names of cases. */
function mayBeKnown(text: string): boolean {
  let branch: Branch | undefined = trie;
  for (const letter of text) {
    branch = branch.next.get(letter);
    if (branch === undefined) return false;
    if (branch.word !== null) return !/\p{N}/u.test(text);
  }
  return false;
}

/** The fewest known words that cover the squashed text; null for a stretch that is not known. */
function split(text: string): (Word | null)[] {
  const unknownLetter = 100;
  const cost = new Array<number>(text.length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Array<number>(text.length + 1).fill(0);
  const by = new Array<Word | null>(text.length + 1).fill(null);
  cost[0] = 0;
  const reach = (end: number, start: number, price: number, word: Word | null): void => {
    const total = (cost[start] ?? 0) + price;
    if (total >= (cost[end] ?? 0)) return;
    cost[end] = total;
    from[end] = start;
    by[end] = word;
  };
  for (let start = 0; start < text.length; start++) {
    reach(start + 1, start, unknownLetter, null);
    let branch: Branch | undefined = trie;
    for (let end = start; end < text.length; end++) {
      branch = branch.next.get(text[end] ?? "");
      if (branch === undefined) break;
      if (branch.word !== null) reach(end + 1, start, 1, branch.word);
    }
  }
  const found: (Word | null)[] = [];
  for (let end = text.length; end > 0; end = from[end] ?? 0) {
    const word = by[end] ?? null;
    if (word !== null || found.at(-1) !== null || found.length === 0) found.push(word);
  }
  return found.reverse();
}

/** Said together, the gravest counts; a negation turns what it stands before. */
function sayTogether(found: readonly (Word | null)[]): Says | null {
  let together: Says | null = null;
  let negated = false;
  for (const word of found) {
    if (word === null) return null;
    if (word.says === null) {
      if (word.roles & role.negation) negated = true;
      continue;
    }
    const says = negated ? turned(word.says) : word.says;
    negated = false;
    if (together === null || saysFirst.indexOf(says) < saysFirst.indexOf(together)) together = says;
  }
  return negated && together !== "failed" && together !== "running" ? "undecided" : together;
}

function turned(says: Says): Says {
  if (says === "passed" || says === "success") return "failed";
  if (says === "failed") return "success";
  if (says === "finished") return "running";
  if (says === "running") return "undecided";
  return "undecided";
}

/** Longer than any status word; more is prose. */
const longestWord = 48;

const wordCache = new Map<string, Says | null>();
const cacheLimit = 4096;

function remember<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(key, value);
  return value;
}

/** What a status word says; null where it is not known. */
export function saysOf(value: string): Says | null {
  if (value.length > longestWord) return null;
  const known = wordCache.get(value);
  return known !== undefined ? known : remember(wordCache, value, understandWord(value));
}

const gravelyNamed =
  /^(?:fail(?:ed|ure|ures|s|ing)?|error(?:ed|s)?|timeout|crash(?:ed)?)|(?:failed|failures?|fails|failing|errored|errors?|timeout|timedout|crashed)$/;

function understandWord(value: string): Says | null {
  const text = squash(value);
  const whole = dictionary.get(text);
  if (whole !== undefined && whole.says !== null) return whole.says;
  // "3 passed, 0 failed" and "2/3" need more understanding than a word.
  if (text === "" || /\p{N}/u.test(text)) return null;
  const found = split(text);
  if (
    found.every(word => word !== null && (word.says !== null || word.roles & (role.negation | role.phrase)))
  ) {
    return sayTogether(found);
  }
  if (gravelyNamed.test(text)) return "failed";
  // What is still being done has this form: "transcribing", "warming up", "waiting for runner".
  if (/^\P{L}*\p{L}{3,}ing(?:\P{L}|$)/u.test(value) || found[0]?.says === "running") return "running";
  return null;
}

export type Unit = "test" | "suite" | "part";
export type Head = "verdict" | "result" | "status";
type FieldName = keyof typeof vocabulary.fields;

/** What a field name tells about its value, by the value's type. */
export interface Key {
  /** What `true`, a count or the membership in the list says. */
  readonly says: Says | null;
  /** True under it says so. */
  readonly flags: boolean;
  /** A number under it counts cases, or whatever `unit` says. */
  readonly counts: boolean;
  /** A number under it counts all of them. */
  readonly total: boolean;
  readonly unit: Unit | null;
  /** An outcome with an unknown word beside it (`screenshotsPassed`): bad news under it is a doubt. */
  readonly hints: "outcome" | "pass" | "failure" | null;
  readonly share: boolean;
  /** A verdict or status word stands under it. */
  readonly head: Head | null;
  /** Of a side of the run only (`reviewStatus`): bad news counts, good news does not. */
  readonly side: boolean;
  readonly decisive: boolean;
  /** What a list under it holds. */
  readonly holds: "cases" | "suites" | "parts" | "generic" | "bucket" | null;
  readonly wraps: boolean;
  readonly definition: boolean;
  readonly mark: boolean;
  readonly attempts: "surely" | "perhaps" | null;
  readonly more: "flag" | "token" | "length" | "pages" | null;
  /** Milliseconds in one unit; 0 where the name does not say. */
  readonly duration: number | null;
  /** It names a place to look at. */
  readonly link: boolean;
  /** Any of the fields below, or a duration, a link or a grade. */
  readonly isField: boolean;
  /** It holds reviews or their ids. */
  readonly reviews: boolean;
  /** Its own id. */
  readonly isId: boolean;
  /** Ends with "id" or the like: joins records. */
  readonly reference: boolean;
  /** The rank of the name among those for this field; -1 where it is none. */
  readonly name: number;
  readonly message: number;
  readonly skipReason: boolean;
  readonly url: number;
  readonly file: boolean;
  readonly line: boolean;
  readonly suite: boolean;
  readonly flaky: boolean;
  readonly retries: boolean;
  readonly attemptCount: boolean;
  readonly isRetry: boolean;
  readonly kind: boolean;
  readonly exitCode: boolean;
  readonly start: boolean;
  readonly end: boolean;
  readonly location: boolean;
  readonly progress: boolean;
  /** As a count it says "passed", but only beside this one. */
  readonly besides: string | null;
  readonly squashed: string;
}

const ranks = new Map<FieldName, Map<string, number>>();
for (const [field, table] of Object.entries(vocabulary.fields)) {
  ranks.set(
    field as FieldName,
    new Map(
      entries(table)
        .map((text, rank): [string, number] => [text, rank])
        .reverse(),
    ),
  );
}

const definitions = new Set(entries(vocabulary.definitions));
const marks = new Set(entries(vocabulary.caseMarks));
const neverFlags = new Set(entries(vocabulary.neverFlags));
const isProgress =
  /^progress|(?:percent|percentage|pct)(?:complete|completed|done|finished)$|(?:complete|completed|completion|done)(?:percent|percentage|pct|rate)$/;
const isForeign = new RegExp(`^(?:${entries(vocabulary.foreign).join("|")})`);
const endsInOutcome = /(?:status|state|result|outcome|verdict|conclusion)$/;
const endsInPass = /(?:passed|passing|pass|succeeded|success|successful|ok)$/;
const endsInFailure =
  /(?:failed|failing|failures?|fails|errored|crashed|aborted|cancelled|canceled|interrupted|timedout)$/;
const startsInFailure = /^fail(?:ed|ing|ures?|s)/;
const endsWithShare = new RegExp(
  `(?:${entries(vocabulary.shares)
    .filter(word => word.length > 3)
    .join("|")})$`,
);
const neverCounts = new Set(entries(vocabulary.neverCounts));
const attemptLists = new Set(entries(vocabulary.attemptLists));
const surelyAttempts = new Set(entries(vocabulary.surelyAttempts));
const notForPeople = new RegExp(`(?:${entries(vocabulary.notForPeople).join("|")})`);
const moreKinds = new Map<string, Key["more"]>([
  ...entries(vocabulary.moreToCome.flags).map((text): [string, Key["more"]] => [text, "flag"]),
  ...entries(vocabulary.moreToCome.tokens).map((text): [string, Key["more"]] => [text, "token"]),
  ...entries(vocabulary.moreToCome.lengths).map((text): [string, Key["more"]] => [text, "length"]),
  ...entries(vocabulary.moreToCome.pages).map((text): [string, Key["more"]] => [text, "pages"]),
]);
const durations = new Map<string, number>();
for (const head of entries(vocabulary.durationHeads)) {
  for (const [size, table] of vocabulary.timeUnits) {
    for (const unit of entries(table)) {
      for (const middle of ["", "in"]) durations.set(head + middle + unit, size);
    }
  }
}
for (const head of entries(vocabulary.durationHeads)) durations.set(head, 0);
const types = new Set(entries(vocabulary.notCases));

/** A background, a hook or a message in a list of cases. */
export function isNoCase(type: string): boolean {
  return type.length <= longestWord && types.has(squash(type));
}

const longestKey = 64;
const keyCache = new Map<string, Key>();

export function keyOf(name: string): Key {
  const known = keyCache.get(name);
  return known ?? remember(keyCache, name, understandKey(name));
}

function understandKey(name: string): Key {
  const squashed = name.length > longestKey ? "" : squash(name);
  const found = mayBeKnown(squashed) ? split(squashed) : [null];
  let union = 0;
  let known = squashed !== "";
  const said: Says[] = [];
  let negated = false;
  let countable = true;
  let flaggable = true;
  let unit: Unit | null = null;
  let onlyUnits = true;
  let listable = true;
  for (const word of found) {
    if (word === null) {
      known = false;
      continue;
    }
    union |= word.roles;
    const isUnit = (word.roles & (role.test | role.suite | role.part)) !== 0;
    if (word.says !== null && !(isUnit && word.says === "neutral")) {
      said.push(negated ? turned(word.says) : word.says);
      negated = false;
      onlyUnits = false;
      continue;
    }
    if (word.roles & role.negation && !(word.roles & role.count)) negated = true;
    if (isUnit) unit = graver(unit, unitOf(word));
    else if (!(word.roles & role.count)) onlyUnits = false;
    if (!isUnit && !(word.roles & role.count)) countable = false;
    if (!isUnit && !(word.roles & role.flag)) flaggable = false;
    if (!isUnit && !(word.roles & (role.count | role.generic | role.flag))) listable = false;
  }
  const one = known && said.length === 1 ? (said[0] ?? null) : null;
  const usable = one !== null && one !== "neutral" && !neverFlags.has(squashed);
  const paired = Object.entries(vocabulary.pairedCounts).find(([text]) => text === squashed)?.[1] ?? null;
  const allHeads =
    known &&
    found.every(
      word =>
        word !== null &&
        (word.roles & (role.verdictHead | role.resultHead | role.statusHead | role.qualifier | role.side)) !==
          0,
    );
  const head = !allHeads
    ? null
    : union & role.verdictHead
      ? "verdict"
      : union & role.resultHead
        ? "result"
        : union & role.statusHead
          ? "status"
          : null;
  const rank = (field: FieldName): number => ranks.get(field)?.get(squashed) ?? -1;
  const has = (field: FieldName): boolean => rank(field) >= 0;
  const share = (known && (union & role.share) !== 0) || endsWithShare.test(squashed);
  const counts = (known && usable && countable && !share && !neverCounts.has(squashed)) || paired !== null;
  const isLink = /(?:url|link|href|permalink)s?$/.test(squashed);
  const isReference = /(?:id|ref|key)$/.test(squashed);
  const shareSays = share && said.length > 0 ? (said[0] ?? null) : null;
  return {
    says: usable ? one : shareSays,
    flags: usable && flaggable && !ranks.get("isRetry")?.has(squashed) && !ranks.get("flaky")?.has(squashed),
    counts,
    total: known && said.length === 0 && onlyUnits && !share && squashed !== "no" && squashed !== "n",
    unit,
    hints: known || isForeign.test(squashed) ? null : hintOf(squashed),
    share,
    head,
    side: head !== null && found.some(word => word !== null && onlySide(word)),
    decisive: head !== null && (union & role.decisive) !== 0,
    holds: holdsOf(found, known, usable && listable, unit, squashed),
    wraps: known && found.every(word => word !== null && (word.roles & role.wrapper) !== 0),
    definition: definitions.has(squashed),
    mark: marks.has(squashed),
    attempts: surelyAttempts.has(squashed) ? "surely" : attemptLists.has(squashed) ? "perhaps" : null,
    more: moreKinds.get(squashed) ?? null,
    duration: durations.get(squashed) ?? null,
    link: isLink && !notForPeople.test(squashed),
    reviews: squashed.startsWith("review"),
    isId: squashed === "id" || squashed === "uuid",
    reference: isReference,
    isField:
      isLink ||
      isReference ||
      share ||
      durations.has(squashed) ||
      moreKinds.has(squashed) ||
      isProgress.test(squashed) ||
      vocabularyHas(squashed),
    name: rank("name"),
    message: rank("message"),
    skipReason: has("skipReason"),
    url: rank("url"),
    file: has("file"),
    line: has("line"),
    suite: has("suite"),
    flaky: has("flaky"),
    retries: has("retries"),
    attemptCount: has("attempts"),
    isRetry: has("isRetry"),
    kind: has("kind"),
    exitCode: has("exitCode"),
    start: has("start"),
    end: has("end"),
    location: squashed === "location" || squashed === "position" || squashed === "source",
    progress: isProgress.test(squashed),
    besides: paired,
    squashed,
  };
}

function hintOf(squashed: string): Key["hints"] {
  if (endsInOutcome.test(squashed)) return "outcome";
  if (endsInPass.test(squashed)) return "pass";
  return endsInFailure.test(squashed) || startsInFailure.test(squashed) ? "failure" : null;
}

function vocabularyHas(squashed: string): boolean {
  return [...ranks.values()].some(table => table.has(squashed));
}

function onlySide(word: Word): boolean {
  return (
    (word.roles & role.side) !== 0 &&
    (word.roles & (role.qualifier | role.verdictHead | role.resultHead | role.statusHead)) === 0
  );
}

function unitOf(word: Word): Unit {
  if (word.roles & role.test) return "test";
  return word.roles & role.suite ? "suite" : "part";
}

/** `testSuites` are suites and `testSteps` are parts. */
function graver(one: Unit | null, other: Unit): Unit {
  const order: readonly Unit[] = ["test", "suite", "part"];
  return one === null || order.indexOf(other) > order.indexOf(one) ? other : one;
}

function holdsOf(
  found: readonly (Word | null)[],
  known: boolean,
  bucket: boolean,
  unit: Unit | null,
  squashed: string,
): Key["holds"] {
  if (!known) return null;
  if (bucket) return "bucket";
  if (unit === "part") return "parts";
  const listed = found.every(
    word =>
      word !== null &&
      (word.roles & (role.test | role.suite | role.generic | role.count | role.qualifier)) !== 0,
  );
  if (!listed) return null;
  if (unit === "test") return "cases";
  if (unit === "suite") return "suites";
  return squashed !== "" && found.some(word => word !== null && (word.roles & role.generic) !== 0)
    ? "generic"
    : null;
}
