/** Understands names that are not known outcomes: whether a value under such a name can contradict a pass. */

import { kinds } from "../service/operations.ts";
import { type Key, type MutableKey, noFieldRanks, type OutcomeName } from "./key.ts";
import * as vocabulary from "./vocabulary.ts";
import {
  decisionMeaningOf,
  findWord,
  isInconclusive,
  splitIntoWords,
  squashedWords,
  wordRole,
} from "./words.ts";

const classNames = new Set(squashedWords(vocabulary.classNames));
const ignoredFields = new Set(squashedWords(vocabulary.ignoredFields));
const failureWords = new Set(squashedWords(vocabulary.failureWords));
const failureSettings = new Set(squashedWords(vocabulary.failureSettingWords));
const foreignPrefixes = new Set(squashedWords(vocabulary.foreignPrefixes));
const decisionNames = new Set(squashedWords(vocabulary.decisionNames));
export const negationSet: ReadonlySet<string> = new Set(squashedWords(vocabulary.negations));
export const neutralNameSet: ReadonlySet<string> = new Set([
  ...squashedWords(vocabulary.neutralNames),
  // A record's name: `batch: "smoke"`.
  ...kinds.filter(kind => kind !== "review"),
]);
export const neutralFlagSet: ReadonlySet<string> = new Set(squashedWords(vocabulary.neutralFlags));
/** `unstarted`, `notrun`, but not `notices`, `nodes` or `units`. */
export const negationPrefix = /^(?:no(?![tds]e|ti|un|r|w)|never|un(?!i|til|der))/;
const doings = new Set(squashedWords(vocabulary.doings));
const softNames = new Set(squashedWords(vocabulary.stageNames));
const settingPrefixes = new Set(squashedWords(vocabulary.settingPrefixes));
const measures = new Map<string, Key["measure"]>();
for (const kind of ["value", "cost", "least", "most"] as const) {
  for (const name of squashedWords(vocabulary.measurementNames[kind])) measures.set(name, kind);
}
const foreignPrefix = new RegExp(
  `^(?:${squashedWords(vocabulary.foreignPrefixes)
    .filter(prefix => prefix.length > 3)
    .join("|")})`,
);
const goodEnds = new Set(squashedWords(vocabulary.goodLastWords));
const badEnds = new Set(squashedWords(vocabulary.badLastWords));
const badBeforeCounted = new Set(squashedWords(vocabulary.badBeforeCounted));
const namesOfCounted = squashedWords(vocabulary.namesOfCounted);
const countedSuffix = new RegExp(`^(.{4,})(?:${namesOfCounted.join("|")})$`);
/** `attackSucceeded`, `jailbreak_success`. The success of an attack is a failure of what was attacked. */
const attackWorked = new RegExp(
  `^(?:${squashedWords(vocabulary.attackWords).join("|")})(?:s|is|was|were|has|have)*(?:success|successful|succeeded|worked|reached|achieved|landed|passed)$`,
);
const spoiled = [
  /(?:disk|storage|queue|buffer|memory|mailbox|inbox|log)full$/,
  attackWorked,
  /(?:quota|limit|timeout|deadline|duration|budget|voicemail)s?(?:is|was|were)?(?:reached|hit)$/,
  /^(?:is|was|went)?over(?:max|budget|limit|quota|threshold|time|duration)/,
  /(?:ended|completed|finished|hungup|stopped|terminated|closed)(?:early|prematurely)$/,
  /(?:passed|scored|judged|graded|decided|evaluated)by(?:default|fallback)$/,
  /^(?:forced|assumed|default|manual)(?:pass|passed|success)$/,
  /^ran(?:offline|without(?:a|the)?(?:judge|evaluat|scor|grad))/,
];
/** `disconnected`, `unverified`. */
const deniedGood = new RegExp(`^(?:un|dis|non|mis)(?:${[...goodEnds].join("|")})$`);
const pastPrefixes = new Set(squashedWords(vocabulary.pastPrefixes));
const descriptive = new Set(squashedWords(vocabulary.descriptiveNames));
const unitSuffix = /(?<=.{4})(?:ms|secs?|seconds|pct|percent)$/;
const lowerBoundPrefix = /^(?:minimum|min(?!or)|required|needed|passing)(.{3,})$/;
const lowerBoundSuffix = /^(.{3,}?)(?:threshold|minimum|min|target|goal|objective|cutoff|required|floor)$/;
const upperBoundPrefix = /^(?:maxallowed|maximum|max)(.{3,})$/;
const upperBoundSuffix = /^(.{3,}?)(?:limit|maximum|max|ceiling|budget)$/;
const timeLimit =
  /^(?:minor|major|soft|hard|critical)?(?:limit|max|threshold|target|slo|sla|budget|ceiling)(?:ms|millis|milliseconds|secs?|seconds)$/;
/** The number `stepsCompleted` is a part of the number `steps`. */
const reachedSuffix =
  /^(.{3,}?)(met|answered|completed|done|reached|achieved|satisfied|fulfilled|covered|matched|resolved|handled|accomplished)$/;
const reaction =
  /^(?:abort|stop|fail|cancel|exit|halt|bail|notify|alert|retry)on(?:any|first|error|fail|except|timeout|threshold|violation|breach)/;
/** `severityIfBreached: "critical"`. */
const conditional = /^(?:severity|priority|impact)(?:if|when)/;
const lastError = /^last(?:error|exception)/;
const failurePrefix = /^fail(?:ed|ing|ures?|s)/;

export function understandClaim(key: MutableKey, tokens: readonly string[]): void {
  const { squashed } = key;
  const first = tokens[0] ?? "";
  const last = tokens.at(-1) ?? "";
  const isForeign = foreignPrefixes.has(first) || (tokens.length === 1 && foreignPrefix.test(squashed));
  const failure = failureIn(squashed, tokens);
  key.isFailure =
    !isForeign && !key.isIgnored && key.attemptCertainty === null && (key.isError || failure === "failure");
  key.newsIfTrue = newsIfTrueIn(squashed, tokens);
  understandBound(key);
  // A good or bad last word doesn't count if the name is about an earlier state, a setting or the pages of a list.
  const isNotAboutRun =
    (pastPrefixes.has(first) && !lastError.test(squashed)) ||
    failure === "setting" ||
    conditional.test(squashed) ||
    key.toleratesFailureWhen !== null ||
    key.pagination !== null;
  key.isBadNews =
    !isNotAboutRun &&
    !key.isIgnored &&
    !key.isDescribing &&
    ((endOf(squashed, tokens) === "bad" && key.newsIfTrue === "bad") || countsOpenReviews(tokens));
  key.isDescription = descriptive.has(squashed) || descriptive.has(last);
  const isAboutAttempts =
    key.fieldRanks.isRetry >= 0 || key.fieldRanks.flaky >= 0 || /first(?:attempt|try)$/.test(squashed);
  const hasKnownNews = key.newsIfTrue !== null && !isNotAboutRun && !key.isIgnored && !isAboutAttempts;
  const isSetting =
    failure === "setting" ||
    key.toleratesFailureWhen !== null ||
    settingPrefixes.has(first) ||
    conditional.test(squashed);
  key.isIrrelevant = squashed === "" || isForeign || key.isIgnored || isSetting;
  const isNegated = tokens.length > 1 && negationSet.has(first) && tokens[1] !== "of";
  const hasOnlyNeutralWords = !isNegated && tokens.every(isNeutralToken);
  key.isNeutralFlag =
    !hasKnownNews &&
    (key.isIrrelevant ||
      last === "enabled" ||
      directionOfMetric.test(squashed) ||
      isAboutAttempts ||
      hasOnlyNeutralWords ||
      (key.isDescribing && !key.isRatio && key.fieldRanks === noFieldRanks));
  const isDoer = last === "by" && key.newsIfTrue === "good";
  const isSoft =
    isDoer || softNames.has(squashed) || (squashed.endsWith("reason") && key.fieldRanks.message < 0);
  const isOddDoing = last === "by" && tokens.length > 1 && !doings.has(tokens.at(-2) ?? "");
  const isDescription = !isNegated && !isOddDoing && isDescribing(squashed, last, key.newsIfTrue);
  key.isNeutral = isSoft
    ? "soft"
    : key.isIrrelevant ||
      hasOnlyNeutralWords ||
      isDescription ||
      (key.isDescribing && !key.isRatio && key.fieldRanks.end < 0);
  key.isClass = classNames.has(squashed);
  key.isAlwaysNeutral =
    key.isNeutral === true &&
    !key.isClass &&
    key.isNeutralFlag &&
    !key.isFailure &&
    !key.isReviewOutcome &&
    !/^(?:reason|notes?)$/.test(squashed) &&
    key.measure !== "value";
}

/** `higher_is_better: true` */
const directionOfMetric = /^(?:higher|lower|greater|larger|smaller|more|less)(?:is)?better$/;

/** `pendingReviews: 2`, `openreviews: ["greeting"]`, `requiredReviews: 2`. */
function countsOpenReviews(tokens: readonly string[]): boolean {
  const words = tokens.flatMap(token => token.split(/(reviews?)/));
  return (
    words.some(word => word.startsWith("review")) &&
    words.some(word => decisionMeaningOf(word, false) === "waits")
  );
}

/** For names without capitals or separators: `callersentiment`. */
function endsInNeutral(squashed: string): boolean {
  if (negationPrefix.test(squashed)) return false;
  for (let length = 3; length < Math.min(squashed.length, 16); length++) {
    if (neutralNameSet.has(squashed.slice(-length))) return true;
  }
  return false;
}

function isNeutralToken(token: string): boolean {
  const rest = token.replace(/^(?:is|has|was|are)(?=.)/, "");
  return [token, rest].some(each => neutralFlagSet.has(each) || neutralNameSet.has(each));
}

function isDescribing(squashed: string, last: string, newsIfTrue: Key["newsIfTrue"]): boolean {
  if (neutralNameSet.has(squashed)) return true;
  return newsIfTrue === null && (neutralNameSet.has(last) || (last === squashed && endsInNeutral(squashed)));
}

/** `abortOnError`, `stop_on_first_failure`: what the service would do. */
export function reactsToFailure(squashed: string): boolean {
  return reaction.test(squashed);
}

/** `failedTestNames` reports failures; `failFast` is a setting. */
function failureIn(squashed: string, tokens: readonly string[]): "failure" | "setting" | null {
  const isAlone = tokens.length === 1;
  if (reactsToFailure(squashed)) return "setting";
  const isFailure = isAlone
    ? failureWords.has(squashed) || /failed|failing|failure/.test(squashed)
    : tokens.some(token => failureWords.has(token));
  if (!isFailure && !(isAlone && squashed.startsWith("fail"))) return null;
  const others = isAlone ? [squashed.replace(/fail(?:ed|ing|ures?|s)?/, "")] : tokens;
  if (others.some(token => failureSettings.has(token))) return "setting";
  return isFailure ? "failure" : null;
}

/** Makes `latency_ms` and `latency_limit_ms` comparable. */
export function withoutUnit(squashed: string): string {
  return squashed.replace(unitSuffix, "");
}

function boundIn(plain: string): { readonly measures: "least" | "most"; readonly of: string } | undefined {
  const ofLeast = lowerBoundPrefix.exec(plain)?.[1] ?? lowerBoundSuffix.exec(plain)?.[1];
  if (ofLeast !== undefined) return { measures: "least", of: ofLeast };
  const ofMost = upperBoundPrefix.exec(plain)?.[1] ?? upperBoundSuffix.exec(plain)?.[1];
  return ofMost === undefined ? undefined : { measures: "most", of: ofMost };
}

/** `min_score` bounds "score", `turnsCompleted` is a part of "turns". */
function understandBound(key: MutableKey): void {
  const { squashed } = key;
  key.measure = measures.get(squashed) ?? null;
  const plain = withoutUnit(squashed);
  const bound = boundIn(plain);
  if (bound !== undefined) {
    key.measure ??= bound.measures;
    key.measuredName = bound.of;
  }
  if (plain.endsWith("score")) key.measure ??= "value";
  const [, stem, reached] = reachedSuffix.exec(squashed) ?? [];
  if (reached !== undefined) {
    key.isReachedCount = true;
    key.measuredName = stem ?? "";
  }
  key.isOperator = /^(?:operator|op|comparator|comparison|comparisonoperator)$/.test(squashed);
  key.isTimeLimit = timeLimit.test(squashed);
  key.isComparedNumber =
    key.isReachedCount || key.isTimeLimit || key.measure === "least" || key.measure === "most";
}

export function lastWordKindOf(tokens: readonly string[]): OutcomeName | "foreign" | null {
  if (tokens.some(token => foreignPrefixes.has(token) || ignoredFields.has(token))) return "foreign";
  const last = tokens.at(-1) ?? "";
  if (decisionNames.has(last)) return "verdict";
  const roles = splitIntoWords(last).at(-1)?.roles ?? 0;
  if (roles & wordRole.verdictName) return "verdict";
  if (roles & wordRole.resultName) return "result";
  return roles & wordRole.statusName ? "status" : null;
}

/**
 * The end of the name decides. If the end says nothing, the last word that is good or bad news decides. A negation at
 * the start of the name inverts the end: `notFinished`.
 */
function newsIfTrueIn(squashed: string, tokens: readonly string[]): Key["newsIfTrue"] {
  const ends = endOf(squashed, tokens);
  const newsIfTrue = ends ?? flagNewsIn(squashed, tokens);
  const [first = "", second = ""] = tokens;
  const isNegated = ends !== null && negationSet.has(first) && second !== "" && !badEnds.has(first + second);
  if (!isNegated || newsIfTrue === null) return newsIfTrue;
  return newsIfTrue === "good" ? "bad" : "good";
}

/** A good word can be bad news for its subject or by how it came about: `attackSucceeded`, `quotaReached`, `endedEarly`. */
function spoilsGoodWord(squashed: string, tokens: readonly string[]): boolean {
  return spoiled.some(names => names.test(squashed)) || deniedGood.test(tokens.at(-1) ?? "");
}

/** By the last word or the last two: "off_topic". Their number, moment and reason are bad news, too: "cancelledAt". */
function endOf(squashed: string, tokens: readonly string[]): Key["newsIfTrue"] {
  if (spoilsGoodWord(squashed, tokens)) return "bad";
  const ends = [...endsOf(tokens), ...(tokens.length === 1 ? endsOfOneWord(squashed) : [])];
  const counted = countedEnds(squashed, tokens);
  if ([...ends, ...counted].some(end => badEnds.has(end))) return "bad";
  if (counted.some(end => badBeforeCounted.has(end))) return "bad";
  // `retainedByRelease`
  return ends.some(end => goodEnds.has(end)) && tokens.at(-2) !== "by" ? "good" : null;
}

function endsOf(tokens: readonly string[]): string[] {
  return [tokens.slice(-2).join(""), tokens.at(-1) ?? ""];
}

/** The ends of a name without its last word, if that word says what is counted, or when, by whom or why. */
function countedEnds(squashed: string, tokens: readonly string[]): string[] {
  if (tokens.length === 1) return countedSuffix.exec(squashed)?.slice(1) ?? [];
  return namesOfCounted.includes(tokens.at(-1) ?? "") ? endsOf(tokens.slice(0, -1)) : [];
}

function endsOfOneWord(squashed: string): string[] {
  const ends: string[] = [];
  for (let length = 3; length < Math.min(squashed.length, 14); length++) ends.push(squashed.slice(-length));
  return ends;
}

function flagNewsIn(squashed: string, tokens: readonly string[]): Key["newsIfTrue"] {
  for (const token of tokens.toReversed()) {
    const { status = null, uses = [] } = findWord(token) ?? {};
    const isFlag = uses.includes("flag");
    const isGood = status === "passed" || status === "success" || status === "finished";
    if (isGood && (isFlag || uses.includes("news"))) return "good";
    if (badEnds.has(token)) return "bad";
    if (isFlag && (status === "failed" || status === "running" || isInconclusive(status))) return "bad";
  }
  return failurePrefix.test(squashed) ? "bad" : null;
}

export function tokensOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .flatMap(token => token.toLowerCase() || []);
}
