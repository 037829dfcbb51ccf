/** Decides whether a value under a name that isn't a known outcome can contradict a pass. */

import { type Key, type KeyDraft, noFields, type OutcomeName } from "./key.ts";
import * as vocabulary from "./vocabulary.ts";
import { decidesOf, entries, isOpen, role, split, statusWordOf } from "./words.ts";

const ignoredFields = new Set(entries(vocabulary.ignoredFields));
const failureWords = new Set(entries(vocabulary.failureWords));
const failureSettings = new Set(entries(vocabulary.failureSettings));
const foreignPrefixes = new Set(entries(vocabulary.foreignPrefixes));
const decisionNames = new Set(entries(vocabulary.decisionNames));
const negations = new Set(entries(vocabulary.negations));
const neutralNames = new Set(entries(vocabulary.neutralNames));
const neutralFlags = new Set(entries(vocabulary.neutralFlags));
const negationPrefix = /^(?:no|never|un)/;
const softNames = new Set(entries(vocabulary.softNames));
const settingPrefixes = new Set(entries(vocabulary.settingPrefixes));
const measures = new Map<string, Key["measures"]>();
for (const kind of ["value", "cost", "least", "most"] as const) {
  for (const name of entries(vocabulary.bounds[kind])) measures.set(name, kind);
}
const foreignPrefix = new RegExp(
  `^(?:${entries(vocabulary.foreignPrefixes)
    .filter(prefix => prefix.length > 3)
    .join("|")})`,
);
const goodEnds = new Set(entries(vocabulary.goodEnds));
const badEnds = new Set(entries(vocabulary.badEnds));
const pastPrefixes = new Set(entries(vocabulary.pastPrefixes));
const descriptive = new Set(entries(vocabulary.descriptive));
const unitSuffix = /(?<=.{4})(?:ms|secs?|seconds|pct|percent)$/;
const lowerBoundPrefix = /^(?:min|minimum|required|needed|passing)(.{3,})$/;
const lowerBoundSuffix = /^(.{3,}?)(?:threshold|minimum|min|target|cutoff|required)$/;
const upperBoundPrefix = /^(?:max|maximum|maxallowed)(.{3,})$/;
const upperBoundSuffix = /^(.{3,}?)(?:limit|maximum|max|ceiling|budget)$/;
/** "stepsCompleted" counts how many of several were reached. */
const reachedSuffix =
  /^(.{3,}?)(met|answered|completed|done|reached|achieved|satisfied|fulfilled|covered|matched|resolved|handled|accomplished)$/;
const failurePrefix = /^fail(?:ed|ing|ures?|s)/;

export function understandClaim(key: KeyDraft, tokens: readonly string[]): void {
  const { squashed } = key;
  const first = tokens[0] ?? "";
  const last = tokens.at(-1) ?? "";
  const isForeign = foreignPrefixes.has(first) || (tokens.length === 1 && foreignPrefix.test(squashed));
  const failure = failureIn(squashed, tokens);
  key.tellsFailure =
    !isForeign && !key.ignored && key.attempts === null && (key.error || failure === "failure");
  key.sounds = soundOf(squashed, tokens);
  understandBound(key);
  // Good and bad last words count under any name, unless it is about another time or a setting.
  const isNotAboutRun =
    pastPrefixes.has(first) || failure === "setting" || key.mayFail !== null || key.more !== null;
  key.isBadNews =
    !isNotAboutRun &&
    !key.ignored &&
    !key.isField &&
    ((endOf(squashed, tokens) === "bad" && key.sounds === "bad") || countsOpenReviews(tokens));
  key.isDescription = descriptive.has(squashed) || descriptive.has(last);
  const isAboutAttempts = key.fields.isRetry >= 0 || key.fields.flaky >= 0;
  const hasKnownSound = key.sounds !== null && !isNotAboutRun && !key.ignored && !isAboutAttempts;
  const isSetting = failure === "setting" || key.mayFail !== null || settingPrefixes.has(first);
  const isIrrelevant = squashed === "" || isForeign || key.ignored || isSetting;
  const isNegated = tokens.length > 1 && negations.has(first) && tokens[1] !== "of";
  const hasOnlyNeutralWords = !isNegated && tokens.every(isNeutralToken);
  key.isNeutralFlag =
    !hasKnownSound &&
    (isIrrelevant ||
      last === "enabled" ||
      isAboutAttempts ||
      hasOnlyNeutralWords ||
      (key.isField && !key.share && key.fields === noFields));
  const isSoft = softNames.has(squashed) || (squashed.endsWith("reason") && key.fields.message < 0);
  const isDescription = !isNegated && isDescribing(squashed, last, key.sounds);
  key.isNeutral = isSoft
    ? "soft"
    : isIrrelevant ||
      hasOnlyNeutralWords ||
      isDescription ||
      (key.isField && !key.share && key.fields.end < 0);
  key.isQuiet = key.isNeutral === true && key.isNeutralFlag && !key.tellsFailure && key.measures !== "value";
}

/** `pendingReviews: 2`, `openreviews: ["greeting"]`, but not the setting `requiredReviews: 2`. */
function countsOpenReviews(tokens: readonly string[]): boolean {
  const words = tokens.flatMap(token => token.split(/(reviews?)/));
  return (
    words.some(word => word.startsWith("review")) &&
    words.some(word => word !== "required" && decidesOf(word, false) === "waits")
  );
}

/** For names without capitals or separators: `callersentiment`. */
function endsInNeutral(squashed: string): boolean {
  if (negationPrefix.test(squashed)) return false;
  for (let length = 4; length < Math.min(squashed.length, 16); length++) {
    if (neutralNames.has(squashed.slice(-length))) return true;
  }
  return false;
}

function isNeutralToken(token: string): boolean {
  const rest = token.replace(/^(?:is|has|was|are)(?=.)/, "");
  return [token, rest].some(each => neutralFlags.has(each) || neutralNames.has(each));
}

function isDescribing(squashed: string, last: string, sounds: Key["sounds"]): boolean {
  if (neutralNames.has(squashed)) return true;
  return sounds === null && (neutralNames.has(last) || (last === squashed && endsInNeutral(squashed)));
}

/** `failedTestNames` reports failures; `failFast` is a setting. */
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
function understandBound(key: KeyDraft): void {
  const { squashed } = key;
  key.measures = measures.get(squashed) ?? null;
  const plain = withoutUnit(squashed);
  if (plain.endsWith("score")) key.measures ??= "value";
  const bound = boundIn(plain);
  if (bound !== undefined) {
    key.measures ??= bound.measures;
    key.measured = bound.of;
  }
  const [, stem, reached] = reachedSuffix.exec(squashed) ?? [];
  if (reached !== undefined) {
    key.isShare = true;
    key.measured = stem ?? "";
  }
  key.isBounding = key.isShare || key.measures === "least" || key.measures === "most";
}

export function headOf(tokens: readonly string[]): OutcomeName | "foreign" | null {
  if (tokens.some(token => foreignPrefixes.has(token) || ignoredFields.has(token))) return "foreign";
  const last = tokens.at(-1) ?? "";
  if (decisionNames.has(last)) return "verdict";
  const roles = split(last).at(-1)?.roles ?? 0;
  if (roles & role.verdictName) return "verdict";
  if (roles & role.resultName) return "result";
  return roles & role.statusName ? "status" : null;
}

/** By the last word, else by the last word that can be a flag. A leading negation inverts a last word's sound. */
function soundOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
  const ends = endOf(squashed, tokens);
  const sounds = ends ?? flagSoundOf(squashed, tokens);
  const isNegated = ends !== null && tokens.length > 1 && negations.has(tokens[0] ?? "");
  if (!isNegated || sounds === null) return sounds;
  return sounds === "good" ? "bad" : "good";
}

/** By the last word or the last two: "off_topic". */
function endOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
  const ends = [
    tokens.slice(-2).join(""),
    tokens.at(-1) ?? "",
    ...(tokens.length === 1 ? endsOfOneWord(squashed) : []),
  ];
  if (ends.some(end => badEnds.has(end))) return "bad";
  return ends.some(end => goodEnds.has(end)) ? "good" : null;
}

function endsOfOneWord(squashed: string): string[] {
  const ends: string[] = [];
  for (let length = 4; length < Math.min(squashed.length, 14); length++) ends.push(squashed.slice(-length));
  return ends;
}

function flagSoundOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
  const whole = statusWordOf(squashed)?.uses;
  // "hung up" is neutral, although "up" is good.
  if (whole?.length && !whole.includes("flag") && !whole.includes("sound")) return null;
  for (const token of tokens.toReversed()) {
    const { says = null, uses = [] } = statusWordOf(token) ?? {};
    const isFlag = uses.includes("flag");
    const isGood = says === "passed" || says === "success" || says === "finished";
    if (isGood && (isFlag || uses.includes("sound"))) return "good";
    if (isFlag && (says === "failed" || says === "running" || isOpen(says))) return "bad";
  }
  return failurePrefix.test(squashed) ? "bad" : null;
}

export function tokensOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .flatMap(token => token.toLowerCase() || []);
}
