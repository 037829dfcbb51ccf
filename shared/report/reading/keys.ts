/** Understands the names of fields: what a value under them tells, by its type. */

import type { Says } from "../vocabulary.ts";
import * as vocabulary from "../vocabulary.ts";
import { entries, mayBeKnown, remember, role, split, squash, turned, type Word } from "./words.ts";

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
  /** A number under it is a status in somebody's own numbering. */
  readonly code: boolean;
  /** The fields of the object under it are those of the object around it. */
  readonly attributes: boolean;
  readonly attempts: "surely" | "perhaps" | null;
  readonly more: "flag" | "token" | "length" | "pages" | null;
  /** Milliseconds in one unit; 0 where the name does not say. */
  readonly duration: number | null;
  /** It names a place to look at. */
  readonly link: boolean;
  /** Any of the above that may say how something went. */
  readonly isOutcome: boolean;
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
const isCode =
  /^(?:test|run|case|execution|final|overall)?(?:status|state|result|outcome|verdict)(?:id|code|number)$/;
const isForeign = new RegExp(`^(?:${entries(vocabulary.foreign).join("|")})`);
const endsInOutcome = /(?:status|state|result|outcome|verdict|conclusion)$|^code$/;
const endsInPass = /(?:passed|passing|pass|succeeded|success|successful|ok)$/;
const endsInFailure =
  /(?:failed|failing|failures?|fails|errored|crashed|aborted|cancelled|canceled|interrupted|timedout)$/;
const startsInFailure = /^fail(?:ed|ing|ures?|s)/;
const endsInShare = new RegExp(
  `(?:${entries(vocabulary.shares)
    .filter(word => word.length > 3)
    .join("|")})$`,
);
const neverCounts = new Set(entries(vocabulary.neverCounts));
const pairedCounts = new Map<string, string>(Object.entries(vocabulary.pairedCounts));
const attributeObjects = new Set(entries(vocabulary.attributeObjects));
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
const longestKey = 64;
const keyCache = new Map<string, Key>();

export function keyOf(name: string): Key {
  const known = keyCache.get(name);
  return known ?? remember(keyCache, name, understandKey(name));
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
    if (word.says !== null && !(isUnit(word) && word.says === "neutral")) {
      said.push(negated ? turned(word.says) : word.says);
      negated = false;
      continue;
    }
    // "no" is also the number of something.
    if (word.roles & role.negation && !(word.roles & role.count)) negated = true;
    if (isUnit(word)) unit = graver(unit, unitOf(word));
  }
  return { found, known: squashed !== "" && !found.includes(null), said, unit };
}

const units = role.test | role.suite | role.part;
const heads = role.verdictHead | role.resultHead | role.statusHead;

function understandKey(name: string): Key {
  const squashed = name.length > longestKey ? "" : squash(name);
  const words = wordsOf(squashed);
  const { known, said, unit } = words;
  const one = known && said.length === 1 ? (said[0] ?? null) : null;
  const usable = one !== null && one !== "neutral" && !neverFlags.has(squashed);
  const besides = pairedCounts.get(squashed) ?? null;
  const share = (known && has(words, role.share)) || endsInShare.test(squashed);
  const head = headOf(words);
  const rank = (field: FieldName): number => ranks.get(field)?.get(squashed) ?? -1;
  const is = (field: FieldName): boolean => rank(field) >= 0;
  const link = /(?:url|link|href|permalink)s?$/.test(squashed);
  const reference = /(?:id|ref|key)$/.test(squashed);
  const progress = isProgress.test(squashed);
  const duration = durations.get(squashed) ?? null;
  const more = moreKinds.get(squashed) ?? null;
  const onlyCounts = known && !share && besidesStatus(words, units | role.count | role.generic);
  const flags = usable && besidesStatus(words, units | role.flag) && !is("isRetry") && !is("flaky");
  const counts = (usable && onlyCounts && !neverCounts.has(squashed)) || besides !== null;
  const total = onlyCounts && said.length === 0 && isTotal(words, squashed);
  const hints = known || isForeign.test(squashed) ? null : hintOf(squashed);
  const code = isCode.test(squashed);
  return {
    squashed,
    says: usable ? one : share ? (said[0] ?? null) : null,
    flags,
    counts,
    total,
    besides,
    unit,
    hints,
    share,
    head,
    side: head !== null && words.found.some(isOnlySide),
    decisive: head !== null && has(words, role.decisive),
    holds: holdsOf(words, usable),
    wraps: consistsOf(words, role.wrapper),
    definition: definitions.has(squashed),
    mark: marks.has(squashed),
    code,
    isOutcome: head !== null || flags || counts || total || code || hints !== null,
    attributes: attributeObjects.has(squashed) || name === "$",
    attempts: surelyAttempts.has(squashed) ? "surely" : attemptLists.has(squashed) ? "perhaps" : null,
    more,
    duration,
    link: link && !notForPeople.test(squashed),
    reviews: squashed.startsWith("review"),
    isId: squashed === "id" || squashed === "uuid",
    reference,
    progress,
    location: squashed === "location" || squashed === "position" || squashed === "source",
    isField:
      link || reference || share || progress || duration !== null || more !== null || isAnyField(squashed),
    name: rank("name"),
    message: rank("message"),
    skipReason: is("skipReason"),
    url: rank("url"),
    file: is("file"),
    line: is("line"),
    suite: is("suite"),
    flaky: is("flaky"),
    retries: is("retries"),
    attemptCount: is("attempts"),
    isRetry: is("isRetry"),
    kind: is("kind"),
    exitCode: is("exitCode"),
    start: is("start"),
    end: is("end"),
  };
}

function has({ found }: Words, roles: number): boolean {
  return found.some(word => word !== null && (word.roles & roles) !== 0);
}

function consistsOf({ found, known }: Words, roles: number): boolean {
  return known && found.every(word => word !== null && (word.roles & roles) !== 0);
}

/** Beside its status words, it has only words of these roles. */
function besidesStatus({ found }: Words, roles: number): boolean {
  return found.every(word => {
    if (word === null) return true;
    const isStatus = word.says !== null && !(isUnit(word) && word.says === "neutral");
    return isStatus || (word.roles & roles) !== 0;
  });
}

/** "tests" and "case_count" tell how many; "test" is one of them, and "items" alone could be anything. */
function isTotal(words: Words, squashed: string): boolean {
  if (has(words, role.count)) return squashed !== "no" && squashed !== "n";
  return words.unit !== null && squashed.endsWith("s") && !has(words, role.generic);
}

function headOf(words: Words): Head | null {
  if (!consistsOf(words, heads | role.qualifier | role.side)) return null;
  if (has(words, role.verdictHead)) return "verdict";
  if (has(words, role.resultHead)) return "result";
  return has(words, role.statusHead) ? "status" : null;
}

function isOnlySide(word: Word | null): boolean {
  return word !== null && (word.roles & role.side) !== 0 && (word.roles & (role.qualifier | heads)) === 0;
}

function holdsOf(words: Words, usable: boolean): Key["holds"] {
  const { known, unit } = words;
  if (!known) return null;
  if (usable && besidesStatus(words, units | role.count | role.generic | role.flag)) return "bucket";
  if (unit === "part") return "parts";
  if (!consistsOf(words, role.test | role.suite | role.generic | role.count | role.qualifier)) return null;
  if (unit === "test") return "cases";
  if (unit === "suite") return "suites";
  return has(words, role.generic) ? "generic" : null;
}

function hintOf(squashed: string): Key["hints"] {
  if (endsInOutcome.test(squashed)) return "outcome";
  if (endsInPass.test(squashed)) return "pass";
  return endsInFailure.test(squashed) || startsInFailure.test(squashed) ? "failure" : null;
}

function isAnyField(squashed: string): boolean {
  return [...ranks.values()].some(table => table.has(squashed));
}

function isUnit(word: Word): boolean {
  return (word.roles & units) !== 0;
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
