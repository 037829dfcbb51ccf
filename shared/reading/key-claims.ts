/** Names as claims: whether a value under a name that is no known outcome can speak against a pass. */

import { type Key, type KeyDraft, noFields } from "./key.ts";
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
const startsNegated = /^(?:no|never|un)/;
const softNames = new Set(entries(vocabulary.softNames));
const settingPrefixes = new Set(entries(vocabulary.settingPrefixes));
const measures = new Map<string, Key["measures"]>();
for (const kind of ["value", "cost", "least", "most"] as const) {
  for (const name of entries(vocabulary.bounds[kind])) measures.set(name, kind);
}
const startsForeign = new RegExp(
  `^(?:${entries(vocabulary.foreignPrefixes)
    .filter(prefix => prefix.length > 3)
    .join("|")})`,
);
const goodEnds = new Set(entries(vocabulary.goodEnds));
const badEnds = new Set(entries(vocabulary.badEnds));
const pastPrefixes = new Set(entries(vocabulary.pastPrefixes));
const descriptive = new Set(entries(vocabulary.descriptive));
const unitAtEnd = /(?<=.{4})(?:ms|secs?|seconds|pct|percent)$/;
const startsInLeast = /^(?:min|minimum|required|needed|passing)(.{3,})$/;
const endsInLeast = /^(.{3,}?)(?:threshold|minimum|min|target|cutoff|required)$/;
const startsInMost = /^(?:max|maximum|maxallowed)(.{3,})$/;
const endsInMost = /^(.{3,}?)(?:limit|maximum|max|ceiling|budget)$/;
/** How many of several were reached. */
const endsInReached =
  /^(.{3,}?)(met|answered|completed|done|reached|achieved|satisfied|fulfilled|covered|matched|resolved|handled|accomplished)$/;
const startsInFailure = /^fail(?:ed|ing|ures?|s)/;

export function understandClaim(key: KeyDraft, tokens: readonly string[]): void {
  const { squashed } = key;
  const first = tokens[0] ?? "";
  const last = tokens.at(-1) ?? "";
  const isForeign = foreignPrefixes.has(first) || (tokens.length === 1 && startsForeign.test(squashed));
  const failure = failureIn(squashed, tokens);
  key.tellsFailure =
    !isForeign && !key.ignored && key.attempts === null && (key.error || failure === "failure");
  key.sounds = soundOf(squashed, tokens);
  understandBound(key);
  // A good or a bad word is heard under any name that is not about another time.
  const isPast =
    pastPrefixes.has(first) || failure === "setting" || key.mayFail !== null || key.more !== null;
  key.isBadNews =
    !isPast &&
    !key.ignored &&
    !key.isField &&
    ((endOf(squashed, tokens) === "bad" && key.sounds === "bad") || isOfOpenReviews(tokens));
  key.isDescription = descriptive.has(squashed) || descriptive.has(last);
  const isOfTries = key.fields.isRetry >= 0 || key.fields.flaky >= 0;
  const isKnown = key.sounds !== null && !isPast && !key.ignored && !isOfTries;
  const isSetting = failure === "setting" || key.mayFail !== null || settingPrefixes.has(first);
  const isOther = squashed === "" || isForeign || key.ignored || isSetting;
  const isNegated = tokens.length > 1 && negations.has(first) && tokens[1] !== "of";
  const areNeutral = !isNegated && tokens.every(isNeutralToken);
  key.isNeutralFlag =
    !isKnown &&
    (isOther ||
      last === "enabled" ||
      isOfTries ||
      areNeutral ||
      (key.isField && !key.share && key.fields === noFields));
  const isSoft = softNames.has(squashed) || (squashed.endsWith("reason") && key.fields.message < 0);
  const isDescription = !isNegated && isDescribing(squashed, last, key.sounds);
  key.isNeutral = isSoft
    ? "soft"
    : isOther || areNeutral || isDescription || (key.isField && !key.share && key.fields.end < 0);
  key.isQuiet = key.isNeutral === true && key.isNeutralFlag && !key.tellsFailure && key.measures !== "value";
}

/** `pendingReviews: 2`, `openreviews: ["greeting"]`; `requiredReviews: 2` is a setting. */
function isOfOpenReviews(tokens: readonly string[]): boolean {
  const words = tokens.flatMap(token => token.split(/(reviews?)/));
  return (
    words.some(word => word.startsWith("review")) &&
    words.some(word => word !== "required" && decidesOf(word, false) === "waits")
  );
}

/** `callersentiment`, where no capital divides it. */
function endsInNeutral(squashed: string): boolean {
  if (startsNegated.test(squashed)) return false;
  for (let length = 4; length < Math.min(squashed.length, 16); length++) {
    if (neutralNames.has(squashed.slice(-length))) return true;
  }
  return false;
}

/** `isdemo` where no capital divides it. */
function isNeutralToken(token: string): boolean {
  const rest = token.replace(/^(?:is|has|was|are)(?=.)/, "");
  return [token, rest].some(each => neutralFlags.has(each) || neutralNames.has(each));
}

function isDescribing(squashed: string, last: string, sounds: Key["sounds"]): boolean {
  if (neutralNames.has(squashed)) return true;
  return sounds === null && (neutralNames.has(last) || (last === squashed && endsInNeutral(squashed)));
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

/** `latency_ms` and `latency_limit_ms` are about one number. */
export function withoutUnit(squashed: string): string {
  return squashed.replace(unitAtEnd, "");
}

function boundIn(plain: string): { readonly measures: "least" | "most"; readonly of: string } | undefined {
  const ofLeast = startsInLeast.exec(plain)?.[1] ?? endsInLeast.exec(plain)?.[1];
  if (ofLeast !== undefined) return { measures: "least", of: ofLeast };
  const ofMost = startsInMost.exec(plain)?.[1] ?? endsInMost.exec(plain)?.[1];
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
  const [, stem, reached] = endsInReached.exec(squashed) ?? [];
  if (reached !== undefined) {
    key.isShare = true;
    key.measured = stem ?? "";
  }
  key.isBounding = key.isShare || key.measures === "least" || key.measures === "most";
}

export function headOf(tokens: readonly string[]): Key["head"] {
  if (tokens.some(token => foreignPrefixes.has(token) || ignoredFields.has(token))) return "foreign";
  const last = tokens.at(-1) ?? "";
  if (decisionNames.has(last)) return "verdict";
  const roles = split(last).at(-1)?.roles ?? 0;
  if (roles & role.verdictName) return "verdict";
  if (roles & role.resultName) return "result";
  return roles & role.statusName ? "status" : null;
}

/** By its last word, or by the last of its words that is a flag's; a negation in front turns it around. */
function soundOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
  const ends = endOf(squashed, tokens);
  const sounds = ends ?? flagSoundOf(squashed, tokens);
  const isNegated = ends !== null && tokens.length > 1 && negations.has(tokens[0] ?? "");
  if (!isNegated || sounds === null) return sounds;
  return sounds === "good" ? "bad" : "good";
}

/** The last word, or the last two where they are one: "off_topic". */
function endOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
  const ends = [
    tokens.slice(-2).join(""),
    tokens.at(-1) ?? "",
    ...(tokens.length === 1 ? endsOfOneWord(squashed) : []),
  ];
  if (ends.some(end => badEnds.has(end))) return "bad";
  return ends.some(end => goodEnds.has(end)) ? "good" : null;
}

/** The ends of a name that nothing divides, as "goalreached". */
function endsOfOneWord(squashed: string): string[] {
  const ends: string[] = [];
  for (let length = 4; length < Math.min(squashed.length, 14); length++) ends.push(squashed.slice(-length));
  return ends;
}

function flagSoundOf(squashed: string, tokens: readonly string[]): Key["sounds"] {
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
  return startsInFailure.test(squashed) ? "bad" : null;
}

/** As its separators and capitals divide it. */
export function tokensOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .flatMap(token => token.toLowerCase() || []);
}
