/** Understands the names of fields, and caches the result. */

import { caseFactOf, fieldRanksOf, type Key, MutableKey, noFieldRanks, type OutcomeName } from "./key.ts";
import { lastWordKindOf, reactsToFailure, tokensOf, understandClaim } from "./key-claims.ts";
import {
  hasOnlyRoles,
  hasOnlyRolesBesideStatus,
  hasRole,
  hasUse,
  type NameWords,
  nameWordsOf,
  onlyStatus,
  unitRoles,
} from "./key-words.ts";
import { recordShapeOf } from "./record-shapes.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { addToCache, splitIntoWords, squash, squashedWords, type Word, wordRole } from "./words.ts";

/** `allowed_verdicts: ["accept", "reject", "unsure"]`: what a person may choose is no result. */
const choiceList =
  /^(?:allowed|possible|permitted|available|accepted|selectable)(?:verdict|decision|outcome|result|status|state|value|answer|choice|option)(?:e?s)$|^(?:verdict|decision|outcome|answer|status)?(?:choices|options|enum)$/;
const ignoredFields = new Set(squashedWords(vocabulary.ignoredFields));
const caseOnlyFields = new Set(squashedWords(vocabulary.caseOnlyFields));
const aloneNames = new Set(squashedWords(vocabulary.outcomeNames.alone));
const checkNames = new Set(squashedWords(vocabulary.checkWords));
const stepLists = new Set(squashedWords(vocabulary.stepLists));
const findingLists = new Set(squashedWords(vocabulary.findingLists));
const caseEvents = new Set(squashedWords(vocabulary.caseEvents));
const earlierRuns = new Set(squashedWords(vocabulary.earlierRuns));
const envelopes = new Set(squashedWords(vocabulary.envelopes));
const votes = new Set(squashedWords(vocabulary.voteNames));
const criteriaObjects = new Set(squashedWords(vocabulary.criteriaObjects));
const criteria = new Set(squashedWords(vocabulary.runCriteria));
const toleranceFlags = new Map<string, "set" | "unset">([
  ...squashedWords(vocabulary.toleranceFlags.set).map(name => [name, "set"] as const),
  ...squashedWords(vocabulary.toleranceFlags.unset).map(name => [name, "unset"] as const),
]);
const pairedCounts = new Map<string, string>(Object.entries(vocabulary.pairedCounts));
const attributeObjects = new Set(squashedWords(vocabulary.attributeObjects));
const attemptLists = new Set(squashedWords(vocabulary.attemptLists));
const certainAttemptLists = new Set(squashedWords(vocabulary.certainAttemptLists));
const preparations = new Set(squashedWords(vocabulary.preparations));
const otherRun = new RegExp(
  `^(?:${squashedWords(vocabulary.otherRunWords).join("|")})(?:run|report|result|execution|verdict)?s?$`,
);
const earlierAlone = new Set(["last", "recent"]);
const progressName =
  /^progress|^complet(?:ion|eness)$|(?:percent|percentage|pct)(?:complete|completed|done|finished)$|(?:complete|completed|completion|done)(?:percent|percentage|pct|rate)$/;
const codeName =
  /^(?:http|sip|response)(?:status|code)$|^(?:test|run|case|execution|final|overall)?(?:status|state|result|outcome|verdict)(?:id|code|number)$/;
const partKinds = [
  ["judgement", /criteri|judg|grader|evaluat|rubric|scorer|metric|threshold/],
  ["tool call", /^(?:tool|function)(?:call|invocation|execution|use)s?$/],
  ["turn", /^(?:conversation)?(?:turn|message|transcript)/],
  ["log", /^(?:event|log|history|transition|trend)|(?:history|logs?)$/],
] as const;
const measurementGroup = /(?:metrics?|scores?|usage|timings?|latency|latencies|costs?|tokens?|kpis?)$/;
const reviewName =
  /^(?:(?:human|manual|qa)?(?:reviews?|approvals?|signoffs?|adjudications?|arbitrations?)|(?:human|manual|qa)checks?|qa)$/;
const reviewOutcome =
  /^(?:human|manual|qa)?(?:review|approval|signoff|adjudication|qa)(?:status|state|result|outcome|verdict|decision)$|^(?:human|expert|reviewer|annotator|manual)(?:label|annotation|grade|rating)$/;
const attackName = new RegExp(
  `^(?:${squashedWords(vocabulary.attackWords).join("|")})(?:s|es)?(?:status|state|result|outcome|verdict)?$`,
);
const attemptsEnding = /(?:attempts|retries|reruns)$/;
const ratioEnding = new RegExp(
  `(?:${squashedWords(vocabulary.ratioWords)
    .filter(word => word.length > 3)
    .join("|")})$`,
);
const machineLink = new RegExp(`(?:${squashedWords(vocabulary.machineLinkWords).join("|")})`);
const paginationNames = new Map<string, Key["pagination"]>();
for (const [table, kind] of [
  [vocabulary.paginationFields.flags, "flag"],
  [vocabulary.paginationFields.ends, "end"],
  [vocabulary.paginationFields.tokens, "token"],
  [vocabulary.paginationFields.lengths, "length"],
  [vocabulary.paginationFields.pages, "pages"],
  [vocabulary.paginationFields.offsets, "offset"],
  [vocabulary.paginationFields.pageNumbers, "page"],
] as const) {
  for (const name of squashedWords(table)) paginationNames.set(name, kind);
}
const durations = new Map<string, number>();
for (const name of squashedWords(vocabulary.durationNames)) {
  for (const [size, table] of vocabulary.timeUnits) {
    for (const unit of squashedWords(table)) {
      for (const middle of ["", "in"]) durations.set(name + middle + unit, size);
    }
  }
}
for (const name of squashedWords(vocabulary.durationNames)) durations.set(name, 0);

const longestKey = 64;
const keyCache = new Map<string, Key>();

export function keyOf(name: string): Key {
  const cached = keyCache.get(name);
  return cached ?? addToCache(keyCache, name, understandKey(name));
}

function understandKey(name: string): Key {
  const squashed = name.length > longestKey ? "" : squash(name);
  const words = nameWordsOf(squashed);
  const key = new MutableKey();
  key.squashed = squashed;
  key.unit = words.unit;
  const meaning = onlyStatus(words);
  understandOutcome(key, words, meaning);
  understandList(key, words, meaning !== null && hasUse(words, "list"));
  key.isAttributeObject ||= name === "$";
  key.recordShape = recordShapeOf(name);
  const tokens = tokensOf(name);
  understandField(key, tokens);
  understandClaim(key, tokens);
  key.isAboutAttacks = attackName.test(squashed);
  key.lastWordKind = lastWordKindOf(tokens);
  return key;
}

// --- Outcomes ------------------------------------------------------------------------------------------------------

const outcomeNames = wordRole.verdictName | wordRole.resultName | wordRole.statusName;

function understandOutcome(key: MutableKey, words: NameWords, meaning: Status | null): void {
  const { squashed } = key;
  const { isKnown, statuses } = words;
  const { isRetry, flaky } = fieldRanksOf(squashed);
  // `rate_limited: 2` counts cases.
  const isRatioWord = hasRole(words, wordRole.ratio) && words.words.at(-1)?.status !== "interrupted";
  key.isRatio = (isKnown && isRatioWord) || ratioEnding.test(squashed);
  key.status = meaning ?? (key.isRatio ? (statuses[0] ?? null) : null);
  key.isFlag =
    meaning !== null &&
    hasUse(words, "flag") &&
    !reactsToFailure(squashed) &&
    hasOnlyRolesBesideStatus(words, unitRoles | wordRole.flag | wordRole.run) &&
    isRetry < 0 &&
    flaky < 0;
  key.countsStarted = countsOnlyStarted(words);
  const onlyCounts =
    isKnown &&
    !key.isRatio &&
    !squashed.endsWith("tokens") &&
    hasOnlyRolesBesideStatus(words, unitRoles | wordRole.count | wordRole.generic | wordRole.run);
  key.pairedCount = pairedCounts.get(squashed) ?? null;
  key.isCount =
    (meaning !== null && hasUse(words, "count") && onlyCounts && !key.countsStarted) ||
    key.pairedCount !== null;
  key.listsFindings = findingLists.has(squashed);
  key.isTotal =
    onlyCounts &&
    !key.listsFindings &&
    (key.countsStarted || (statuses.length === 0 && isTotal(words, squashed)));
  key.outcomeName = aloneNames.has(squashed) ? "result" : outcomeNameOf(words);
  key.isAspect = key.outcomeName !== null && words.words.some(isOnlyAspect);
  key.isDecisive = key.outcomeName !== null && hasRole(words, wordRole.decisive);
  key.isCode = codeName.test(squashed);
  key.isOutcome = key.outcomeName !== null || key.isFlag || key.isCount || key.isTotal || key.isCode;
}

/** As a whole name, these words are the number of an element and not a count. */
const ordinals = new Set(["no", "n", "nb", "num", "number"]);
/** So they are after one element: `testNumber`, `case_no`, `runNumber`, but not `testsNumber`. */
const ordinalEnding = /[^s](?:no|nb|num|number)$/;

/** "triggered" and "tests_started" count the cases that were started. */
function countsOnlyStarted({ words, statuses }: NameWords): boolean {
  return statuses.length === 1 && words.some(word => word !== null && (word.roles & wordRole.started) !== 0);
}

/** "tests" and "case_count" are totals, but "test" is one case, and "results" can count anything. */
function isTotal(words: NameWords, squashed: string): boolean {
  if (words.unit === "test" && squashed.endsWith("srun")) return true;
  if (hasRole(words, wordRole.count))
    return words.unit === null && !hasRole(words, wordRole.run)
      ? !ordinals.has(squashed)
      : !ordinalEnding.test(squashed);
  return words.unit !== null && squashed.endsWith("s") && !hasRole(words, wordRole.generic);
}

function outcomeNameOf(words: NameWords): OutcomeName | null {
  const roles = outcomeNames | wordRole.qualifier | wordRole.aspect | wordRole.run;
  const { words: found } = words;
  if (!found.every(word => word !== null && ((word.roles & roles) !== 0 || word.status === "finished")))
    return null;
  if (hasRole(words, wordRole.verdictName)) return "verdict";
  if (hasRole(words, wordRole.resultName)) return "result";
  return hasRole(words, wordRole.statusName) ? "status" : null;
}

function isOnlyAspect(word: Word | null): boolean {
  return (
    word !== null &&
    (word.roles & wordRole.aspect) !== 0 &&
    (word.roles & (wordRole.qualifier | outcomeNames)) === 0
  );
}

// --- Objects and lists ---------------------------------------------------------------------------------------------

function understandList(key: MutableKey, words: NameWords, isListOfOutcome: boolean): void {
  const { squashed } = key;
  const isChoiceList = choiceList.test(squashed);
  key.elementKind = isChoiceList ? null : elementKindOf(words, isListOfOutcome);
  key.isMixedList = squashed === "included";
  key.isWrapper = hasOnlyRoles(words, wordRole.wrapper);
  key.isIgnored = ignoredFields.has(squashed) || isChoiceList;
  key.isEarlierRun = earlierRuns.has(squashed);
  key.isBesideRun = preparations.has(squashed)
    ? "preparation"
    : (otherRun.test(squashed) && squashed !== "examples") || earlierAlone.has(squashed)
      ? "other run"
      : null;
  key.isCaseOnlyField = caseOnlyFields.has(squashed);
  key.isAttributeObject = attributeObjects.has(squashed);
  key.attemptCertainty = attemptsOf(squashed, words);
  key.isCriteriaObject = criteriaObjects.has(squashed);
  key.isRunCriterion = criteria.has(squashed);
  key.toleratesFailureWhen = toleranceFlags.get(squashed) ?? null;
  key.pagination = paginationNames.get(squashed) ?? null;
  key.isCaseEvent = caseEvents.has(squashed.replace(/^(?:is|was|in)/, ""));
  key.hasReviews = squashed.startsWith("review");
  key.isReview = reviewName.test(squashed);
  key.isReviewOutcome = reviewOutcome.test(squashed);
  key.partKind = partKinds.find(([, names]) => names.test(squashed))?.[0] ?? null;
  key.listsSteps = stepLists.has(squashed);
  key.isCheckList = checkNames.has(squashed);
  key.holdsMeasurements = measurementGroup.test(squashed);
  key.isEnvelope = envelopes.has(squashed);
  key.isVoteObject = votes.has(squashed);
}

function attemptsOf(squashed: string, { isKnown }: NameWords): Key["attemptCertainty"] {
  if (certainAttemptLists.has(squashed) || (isKnown && attemptsEnding.test(squashed))) return "surely";
  return attemptLists.has(squashed) ? "perhaps" : null;
}

function elementKindOf(words: NameWords, isListOfOutcome: boolean): Key["elementKind"] {
  const { isKnown, unit, statuses } = words;
  if (!isKnown) return null;
  // `success_criteria` lists what a success needs, while `failed_steps` lists failures.
  const [status] = statuses;
  if (unit === "part" && (status === "success" || status === "passed")) return "parts";
  if (
    isListOfOutcome &&
    hasOnlyRolesBesideStatus(words, unitRoles | wordRole.count | wordRole.generic | wordRole.flag)
  )
    return "outcome";
  if (unit === "part") return "parts";
  if (
    !hasOnlyRoles(
      words,
      wordRole.test | wordRole.suite | wordRole.generic | wordRole.count | wordRole.qualifier,
    )
  )
    return null;
  if (unit === "test") return "cases";
  if (unit === "suite") return "suites";
  return hasRole(words, wordRole.generic) ? "generic" : null;
}

// --- Descriptions --------------------------------------------------------------------------------------------------

function understandField(key: MutableKey, tokens: readonly string[]): void {
  const { squashed } = key;
  key.fieldRanks = fieldRanksOf(squashed);
  key.durationUnitMs = durations.get(squashed) ?? null;
  const namesLink = /(?:url|link|href|permalink)s?$/.test(squashed);
  key.isError = key.fieldRanks.message >= 0 && /^(?:err|fail|exception|crash)/.test(squashed);
  key.isLink = namesLink && !machineLink.test(squashed);
  key.isId = squashed === "id" || squashed === "uuid";
  key.isReference = isReference(squashed, tokens);
  key.isLocation = squashed === "location" || squashed === "position" || squashed === "source";
  key.isProgress = progressName.test(squashed);
  key.caseFact = caseFactOf(squashed);
  key.isDescribing =
    namesLink ||
    key.isReference ||
    key.isRatio ||
    key.isProgress ||
    key.durationUnitMs !== null ||
    key.toleratesFailureWhen !== null ||
    key.pagination !== null ||
    key.fieldRanks !== noFieldRanks;
}

/** `testId`, `case_ref`, `channelCode` and `testid`, but not "valid" or "paid", which only end in the same letters. */
function isReference(squashed: string, tokens: readonly string[]): boolean {
  const [first = "", last, ...more] = tokens;
  if (last === "code" && more.length === 0 && recordShapeOf(first)?.shape === "record") return true;
  const [, stem, end] =
    /^(.*?)(ids?|ref|key)$/.exec(tokens.length > 1 ? (tokens.at(-1) ?? "") : squashed) ?? [];
  if (stem === undefined || end === undefined) return false;
  return (
    stem === "" ||
    stem === "uu" ||
    stem === "u" ||
    (tokens.length === 1 && !splitIntoWords(stem).includes(null))
  );
}
