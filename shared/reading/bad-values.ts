/** Finds values that are bad news under names that are understood: what was not done, not met, or ended early. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { comparedNamesOf } from "./compared-names.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { lacksParts } from "./missing-parts.ts";
import { elementsByType } from "./mixed-lists.ts";
import {
  failedClassSet,
  isStoppedByPerson,
  isStoppedEarly,
  isWrittenLikeStatus,
  namesStopCause,
  severeWordSet,
  severityNameSet,
} from "./objections.ts";
import {
  beginsWithFailure,
  isGoodReport,
  isReport,
  isReportOrComment,
  logsError,
  tellsGap,
  tellsNoJudgement,
  tellsReservation,
  tellsSilence,
} from "./prose.ts";
import { countIn, flagIn, holdsNothing, shareIn } from "./values.ts";
import { decisionMeaningOf, isBadWord, isKnownWord, longestWord, squash, statusOfResult } from "./words.ts";

// --- Names and words -------------------------------------------------------------------------------------------------

const noWord = /^[-–—?]+$/;

const unmet = /^un(?:met|resolved|satisfied)/;

const caseLists: ReadonlySet<Key["elementKind"]> = new Set(["cases", "generic"]);

export const withstood = /^(?:blocked|resisted|defended|withstood|survived)$/;

const sipCode = /^sip/;

/** `prompts: [{ text: "…", status: "failed" }]`. */
const mostInputs = 100;

const inputs = /^(?:prompt|input|utterance)s$/;

const breakdowns = /^(?:by|per)|^grouped|breakdown$/;

const severeCount = /^(?:critical|high|major|severe|blockers?|errors?|fatal)(?:count)?$/;

const labels = /^(?:name|label|key|metric|title|type|kind|measure)$/;

const wholeCount = /^(?:count|total|value)$/;

const goalDone =
  /(?:verified|confirmed|authenticated|met|achieved|reached|resolved|satisfied|success|successful|completion)$/;

const labelOfPerson = /^(?:human|judge|grader|reviewer|manual|expert|gold)label$/;

const severeThing = /^(?:risk|threat|danger|harm)/;

const awaits = /^(?:is)?(?:await|waitingfor|waitson|pendingon|blockedby)/;

/** A run was made in it, or compared with it. */
export const surroundings = /^(?:env|infrastructure|platform|deployment|comparison|baseline)/;

const messages =
  /^(?:messages?|diagnostics|notifications|notices|annotations|logs?|events|alerts|warnings|hints)$/;

const kindOfMessage = /^(?:type|kind|category)$/;

const errorLevel = /^(?:e|err|error|failure|failed|fatal|critical|severe)$/i;

const interruption =
  /^(?:was|is)?(?:stopped|halted|killed|aborted|cancell?ed|terminated|interrupted|voided|invalidated|expired|suspended|revoked)(?:by|at|on)$/;

const trustNames = /(?:confidence|quality|reliability|trust|trend|agreement)(?:level)?$/;

const poorWords =
  /^(?:very[ _-])?(?:low|poor|bad|weak|insufficient|worse|worsening|degrading|declining|split|mixed|divided|disputed|none)$/i;

/** A "regression" can be the name of a suite. */
const becameWorse = /^(?:regressed|worse|worsened|deteriorated)$/i;

/** A judge that is less sure than a coin has decided nothing. */
const leastConfidence = 0.5;

const poorGrade = /^[DEF][+-]?$/;

const firstOutcome =
  /^(?:original|initial|raw|computed|automated|auto|machine)(?:status|verdict|result|outcome)$/;

const gate = /gate$/;

const httpFailure = /^(?:HTTP(?:\/[\d.]{1,3})?\s[45]\d\d\b|[45]\d\d\s[A-Z][a-z]+)/;

const used = /^(?:quota|credits?|budget)(?:state|status)?$/;

const usedUp = /exhausted|exceeded|used up|depleted/i;

const chosen = /(?:selected|included|sampled|covered|executed)$/;

const reused = /^(?:(?:reused|copied|cloned|carriedover|cached|replayed|restored)from|duplicateof)/;

const unfinishedList =
  /^(?:pending|outstanding|unresolved|missing|awaited|awaiting).|.(?:pending|outstanding|unresolved)$/;

const problems = /(?:issues|problems|incidents|outages)$/;

/** `worker_lost`, "Trunk lost". A reason for the end of a run that went as planned is known. */
const reasonOfEnd =
  /^(?:state|status|stop|stopped|abort|aborted|cancel|kill|termination|interruption)reason$/;

const plannedEnd =
  /^(?:all|no more|normal|natural|regular|end|goal|ok|okay|on schedule|as planned)(?:$|[ _.-])/i;

/** A batch that is switched off runs nothing. */
const switchedOff = /^(?:archived|disabled|inactive|deleted|suspended|deactivated)$/i;

const switchedOn = /^(?:is)?(?:enabled|active)$/;

const runnable = /^(?:batch|channel|suite|testsuite)$/;

const release =
  /^(?:(?:can|may)(?:be)?(?:merged?|deploy(?:ed)?|released?|ship(?:ped)?)|(?:merge|deploy|releas)able)$/;

const workers = /^(?:shard|worker|partition)s$/;

const decisionTime = /^(?:decided|completed|resolved|finished|adjudicated|approved|reviewed)(?:at|on|by)$/;

const workOfPerson = /^(?:human|manual|review|approval|signoff|adjudication)/;

const criteriaLists = /^(?:assertions|criteria|expectations)$/;

const machine = /^(?:machine|voicemail|answering[ _-]?machine|ivr|nobody|none)$/i;

const quality = /^(?:overall)?(?:score|rating|quality)$/;

const remarksOnRun = /^(?:meta|metadata|extensions)$/;

const connection = /^(?:edges|nodes|items)$/;

const exchange = /^(?:transcript|turns|messages|(?:agent|assistant|bot)?(?:replies|responses|answers))$/;

const judgeLists = /^(?:judges|evaluators|graders|scorers)$/;

const work =
  /^(?:(?:agent|assistant|bot)(?:repl(?:y|ies)|turns|messages)|turns?|calls|conversations|iterations|attacks|messages|utterances|exchanges|checks?|assertions?|samples?|probes|answered|responded|graded|judged|scored|evaluations|attempts|runs|sessions)(?:count|total|run|made|done|performed)?$/;

/** `contaminationCheck: "CONTAMINATED"`: the check found what it looked for. */
function isOppositeOf({ squashed }: Key, text: string): boolean {
  const stem = squashed.replace(/(?:ation|tion|ion)?check$/, "");
  return stem.length > 4 && squash(text).startsWith(stem);
}

export const judges = /^(?:judge|evaluator|grader|scorer)(?:model|name|kind|type|mode)?$/;

const judging = /^(?:judging|grading|scoring|evaluation)$/;

const fit = /^(?:is)?(?:valid|ok|correct|matched|expected|healthy|available|reachable|ready)$/;

const judgeReady = /^(?:is)?(?:available|enabled|reachable|online|ready|ok)$/;

const judgedBy = /^(?:judged|graded|scored|evaluated)by$/;

/** `judge: "always-pass"`. */
const noJudge = /(?:^|[-_. ])(?:none|disabled|off|always|mock|stub|noop|no-op|dummy|fake)(?:$|[-_. ])/i;

const advice = /^(?:release|ship|merge|deploy)?(?:recommendation|advice|decision)$/;

const withheld =
  /^(?:not\s(?!required|needed|necessary|applicable)|do\snot\s|don't\s|withheld|denied|outstanding|declined|refused|on\shold|hold|no[-_ ]?go|block|conditional)|\bconditions?\b/i;

const basisOfVerdict =
  /^(?:pass|verdict|outcome|decision|result)(?:reason|source|by|from|origin|basis)$|^decidedby$/;

const noBasis =
  /\b(?:assumed|default|overrid\w{1,5}|override|fallback|imported|no\schecks)\b|(?:^|[-_])(?:default|override|fallback)(?:$|[-_])/i;

const whatRan = /(?:mode|source|origin|kind|type|provider|backend)$/;

const notReal = /^(?:mock(?:ed)?|stub(?:bed)?|fake|fixtures?|canned|dummy)(?:$|[-_ ])/i;

const health = /^(?:health|infra|infrastructure|components|dependencies)/;

const unhealthy = /^(?:down|red|offline|degraded|unhealthy|unreachable|unavailable|failed)$/i;

const statusHistory = /^(?:status|state)(?:history|transitions)$/;

// --- Rules -----------------------------------------------------------------------------------------------------------

/** The place of a value. */
interface Place {
  readonly object: JsonObject;
  readonly around: Key;
  readonly key: Key;
  readonly isInCase: boolean;
  /** The amounts that a number of all cases can have; none in a case. */
  readonly wholes: ReadonlySet<number>;
}

interface Rule<Value> {
  /** Whether a value under the name can be bad news. Asked once for each name. */
  readonly under: (key: Key) => boolean;
  readonly isBad: (value: Value, place: Place) => boolean;
}

export function isBadIn(value: JsonValue, place: Place): boolean {
  const { key } = place;
  if (typeof value === "string") return badTexts(key).some(({ isBad }) => isBad(value, place));
  if (typeof value === "number") return badNumbers(key).some(({ isBad }) => isBad(value, place));
  if (Array.isArray(value)) return badLists(key).some(({ isBad }) => isBad(value, place));
  if (value === null || typeof value === "boolean")
    return badFlags(key).some(({ isBad }) => isBad(value, place));
  // `conversations: {}` of a run that counts conversations
  if (key.elementKind === "cases" && !place.isInCase && mostOf(place.wholes) > 0 && isEmptyObject(value))
    return true;
  // `checks: {}` of a run, `checks: { passed: 0, failed: 0 }`
  if (!key.isCheckList || !isJsonObject(value)) return false;
  const isOfRun = !place.isInCase && place.around.squashed === "";
  return (isOfRun && Object.keys(value).length === 0) || countsNothing(value);
}

/** The object is the run, wraps it, or has remarks about it. */
function isAboutRun({ squashed, isWrapper, isAttributeObject }: Key): boolean {
  return squashed === "" || isWrapper || isAttributeObject || remarksOnRun.test(squashed);
}

function isShorterThanCount(list: readonly JsonValue[], { squashed }: Key, object: JsonObject): boolean {
  const stem = squashed.slice(0, -1);
  const names = new Set([
    `${stem}count`,
    `${squashed}count`,
    `${squashed}total`,
    `total${squashed}`,
    `num${squashed}`,
  ]);
  return comparedNamesOf(object).some(
    name => names.has(keyOf(name).squashed) && (countIn(object[name] ?? null) ?? 0) > list.length,
  );
}

function mostOf(amounts: ReadonlySet<number>): number {
  return Math.max(0, ...amounts);
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function rulesByKey<Value>(rules: readonly Rule<Value>[]): (key: Key) => readonly Rule<Value>[] {
  const found = new WeakMap<Key, readonly Rule<Value>[]>();
  return key => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const ofKey = rules.filter(({ under }) => under(key));
    found.set(key, ofKey);
    return ofKey;
  };
}

/** For rules that depend on the value alone, or on the name around it. */
const anyKey = () => true;
const named = (pattern: RegExp) => (key: Key) => pattern.test(key.squashed);

const badTexts = rulesByKey<string>([
  // `verdict: "no"`
  { under: key => key.lastWordKind === "verdict", isBad: text => flagIn(text) === false },
  // `judge: "disabled"`, `scoring: "off"`
  {
    under: key => judges.test(key.squashed) || judging.test(key.squashed),
    isBad: text => noJudge.test(text),
  },
  // `match: "none"`
  {
    under: key => key.newsIfTrue === "good",
    isBad: text => text !== "" && holdsNothing(text) && countIn(text) === null,
  },
  // `grader: { label: "fail" }`, `human_label: "bad"`
  {
    under: key => key.isClass || labelOfPerson.test(key.squashed),
    isBad: (text, { key, around }) =>
      (labelOfPerson.test(key.squashed) || around.partKind === "judgement") &&
      (isBadWord(text) || failedClassSet.has(squash(text))),
  },
  // `reusedFrom: "rpt_54990"`
  { under: named(reused), isBad: text => text !== "" },
  // `metrics: [{ value: "NO" }]`
  { under: key => key.measure === "value", isBad: text => flagIn(text) === false },
  // `end: "timeout"`
  { under: key => key.fieldRanks.end >= 0, isBad: isBadWord },
  // `risk: { level: "critical" }`
  {
    under: key => severityNameSet.has(key.squashed),
    isBad: (text, { around }) => severeThing.test(around.squashed) && severeWordSet.has(squash(text)),
  },
  // `manualCheck: "required"`
  {
    under: namesOpenDecision,
    isBad: text => text === "required" || flagIn(text) === true || decisionMeaningOf(text, false) === "waits",
  },
  // `approval: "withheld"`, `signOff: "APPROVED WITH CONDITIONS"`, `recommendation: "do not ship"`
  {
    under: key => key.isReview || key.isReviewOutcome || advice.test(key.squashed),
    isBad: text => withheld.test(text),
  },
  // `verdict_source: "manual-override"`, `pass_reason: "no checks configured"`
  { under: named(basisOfVerdict), isBad: text => noBasis.test(text) },
  // `agentMode: "MOCKED"`, `provider: "fake"` of a run
  { under: named(whatRan), isBad: (text, { key, isInCase }) => !isInCase && namesNothingReal(key, text) },
  // `health: { agent: "red" }`
  { under: anyKey, isBad: (text, { around }) => health.test(around.squashed) && unhealthy.test(text) },
  // `contaminationCheck: "CONTAMINATED"`
  { under: named(/check$/), isBad: (text, { key }) => isOppositeOf(key, text) },
  // `awaiting: "second signature"`
  { under: named(awaits), isBad: text => !holdsNothing(text) },
  // `originalStatus: "failed"`
  { under: named(firstOutcome), isBad: isBadWord },
  // `gate: "closed"`
  { under: named(gate), isBad: text => text === "closed" || isBadWord(text) },
  // `response: "HTTP 502"`
  {
    under: key => !key.isDescription,
    isBad: (text, { isInCase }) => isInCase && httpFailure.test(text),
  },
  // `stoppedBy: "ops@example.com"`, `voidedAt: "2026-11-26T10:00:00Z"`
  { under: isInterruption, isBad: (text, { isInCase }) => !isInCase && !holdsNothing(text) },
  // `returnCode: "0416"`
  { under: key => key.fieldRanks.exitCode >= 0, isBad: text => /^0{0,8}[1-9]\d{0,8}$/.test(text) },
  // `completeness: "partial"`, `returnText: "failed"`
  {
    under: key => key.isProgress || key.squashed === "returntext",
    isBad: text => isKnownWord(text) && isBadWord(text),
  },
  // `state_reason: "worker_lost"` of a run
  {
    under: named(reasonOfEnd),
    isBad: (text, { isInCase }) => !isInCase && !holdsNothing(text) && !isEndAsPlanned(text),
  },
  // `batch: { state: "ARCHIVED" }`
  {
    under: key => key.outcomeName !== null,
    isBad: (text, { around }) => runnable.test(around.squashed) && switchedOff.test(text),
  },
  // `answered_by: "machine"`
  { under: named(/^answeredby$/), isBad: text => machine.test(text) },
  // `grade: "F"`
  { under: key => key.isRatio, isBad: text => poorGrade.test(text) },
  // `environment: "unreachable"`
  { under: named(surroundings), isBad: soundsBad },
  // `confidence: "low"`
  { under: named(trustNames), isBad: text => poorWords.test(text) },
  // `stopReason: "operator"`, `finish_reason: "content_filter"`
  {
    under: namesStopCause,
    isBad: (text, { isInCase }) => (!isInCase && isStoppedByPerson(text)) || isStoppedEarly(text),
  },
  // `comparison: { status: "regressed" }`
  { under: anyKey, isBad: text => becameWorse.test(text) },
  // `quota: "exhausted"`
  { under: named(used), isBad: text => usedUp.test(text) },
  // `explanation: "FAIL: never verified the identity."`
  { under: key => key.isDescribing, isBad: (text, { isInCase }) => isInCase && beginsWithFailure(text) },
  // `criteria: { identity: "0/5" }`
  { under: anyKey, isBad: (text, { around }) => around.isCriteriaObject && shareIn(text) === 0 },
  // `status: "-"`, `cases: { login: "-" }`, `score: "0/3"`
  {
    under: anyKey,
    isBad: (text, { key, around }) =>
      (key.outcomeName !== null || key.isRatio || around.elementKind === "cases") &&
      (noWord.test(text) || shareIn(text) === 0),
  },
  { under: anyKey, isBad: isDoubtfulWord },
  // `selected: "2 of 12"`
  { under: named(chosen), isBad: text => (shareIn(text) ?? 1) < 1 },
  // `message: "Trunk lost at call 2"`, `note: "Stale result"`, `comment: "Failed"` of a run
  {
    under: isReportOrComment,
    isBad: (text, { key, isInCase, around }) => !isInCase && isAboutRun(around) && !isGoodReport(key, text),
  },
  // `coverage: "aborted after 3 of 10"` of a run
  {
    under: anyKey,
    // A description without a number is about the test.
    isBad: (text, { key, isInCase }) =>
      !isInCase && /\s/.test(text) && (!key.isDescription || /\d/.test(text)) && tellsGap(text),
  },
  // `remarks: "Please rerun"`, `stderr: "Traceback …"` of a run
  { under: anyKey, isBad: (text, { key, isInCase }) => !isInCase && tellsReservation(key, text) },
  // `message: "Partial results: …"` of a case, `judge: { rationale: "I could not evaluate this" }`
  {
    under: isReportOrComment,
    isBad: (text, { around, isInCase }) =>
      isInCase &&
      // Further inside it can be the message of an earlier attempt.
      (tellsNoJudgement(text) || (caseLists.has(around.elementKind) && tellsGap(text))),
  },
]);

const badNumbers = rulesByKey<number>([
  // `metrics: [{ name: "failed", value: 2 }]`
  {
    under: key => key.measure === "value" || wholeCount.test(key.squashed),
    isBad: (number, { object, isInCase }) => number > 0 && !isInCase && countsBadCases(object),
  },
  { under: named(work), isBad: number => number === 0 },
  // `findings: { critical: 1 }`
  {
    under: named(severeCount),
    isBad: (number, { around, isInCase }) => !isInCase && number > 0 && around.listsFindings,
  },
  // `calls_in_queue: 3`, `retries: { exhausted: 2 }`
  {
    under: named(/inqueue$|^exhausted$/),
    isBad: (number, { isInCase }) => !isInCase && number > 0,
  },
  // `attacks: 30, blocked: 27`
  { under: named(withstood), isBad: (number, { object }) => number < attacksIn(object) },
  // `iterations: { count: 0 }`
  {
    under: key => key.isTotal && wholeCount.test(key.squashed),
    isBad: (number, { around }) => number === 0 && work.test(around.squashed),
  },
  // `sipStatus: 486`
  { under: named(sipCode), isBad: number => number >= 400 && number < 700 },
  // `score: 0`
  { under: named(quality), isBad: (number, { isInCase }) => isInCase && number === 0 },
  // `confidence: 0.05`
  {
    under: key => /confidence$/.test(key.squashed),
    isBad: (number, { isInCase }) => isInCase && number < leastConfidence,
  },
  // `idVerified: 0`
  {
    under: key => !key.isRatio && goalDone.test(key.squashed),
    isBad: (number, { isInCase }) => number === 0 && isInCase,
  },
]);

const badFlags = rulesByKey<boolean | null>([
  // `by_channel: { voice: { passed: 4 }, chat: null }`
  {
    under: anyKey,
    isBad: (value, { object, around, isInCase }) =>
      value === null && !isInCase && breakdowns.test(around.squashed) && countsInParts(object),
  },
  // A judgement that is null was not made.
  {
    under: key =>
      key.lastWordKind === "verdict" ||
      key.squashed === "vote" ||
      judgedBy.test(key.squashed) ||
      (key.measure === "value" && key.outcomeName === null),
    isBad: value => value === null,
  },
  // `criteria: [{ met: null }]`
  {
    under: key => key.newsIfTrue === "good",
    isBad: (value, { around }) =>
      value === null && (around.isCriteriaObject || around.partKind === "judgement"),
  },
  // `adjudication: { requested_from: "QA", decided_at: null }`
  {
    under: named(decisionTime),
    isBad: (value, { around }) => value === null && (around.isReview || around.hasReviews),
  },
  // `judge: null` of a case
  { under: named(judges), isBad: (value, { isInCase }) => value === null && isInCase },
  // `human_label_required: true` beside `human_label: null`
  { under: named(/.required$/), isBad: (value, { key, object }) => value === true && isMissing(key, object) },
  // `batch: { enabled: false }`
  {
    under: named(switchedOn),
    isBad: (value, { around }) => value === false && runnable.test(around.squashed),
  },
  // `is_latest: false`, `judge_enabled: false`
  {
    under: named(
      /^(?:is)?(?:latest|current)(?:run|report|result)?$|^(?:judge|judging|scoring|grading|evaluation)enabled$/,
    ),
    isBad: (value, { isInCase }) => value === false && !isInCase,
  },
  // `limits: { reached: true }`
  {
    under: named(/^(?:is|was)?(?:reached|exceeded|hit)$/),
    isBad: (value, { around }) => value === true && /^(?:limit|quota|budget|credit)/.test(around.squashed),
  },
  // `can_merge: false`
  { under: named(release), isBad: value => value === false },
  // `manualCheck: true`
  { under: namesOpenDecision, isBad: (value, { isInCase }) => value === true && !isInCase },
  // `environment: { matched: false }`
  {
    under: key => key.newsIfTrue === "good" || fit.test(key.squashed),
    isBad: (value, { around }) => value === false && surroundings.test(around.squashed),
  },
  // `judge: { available: false }`
  {
    under: named(judgeReady),
    isBad: (value, { around }) => value === false && judges.test(around.squashed),
  },
]);

const badLists = rulesByKey<readonly JsonValue[]>([
  { under: named(statusHistory), isBad: endsBadly },
  { under: key => key.isCheckList, isBad: list => list.some(countsNothing) },
  // `messages: [{ severity: "error", text: "…" }]` of a run
  { under: named(messages), isBad: (list, { isInCase }) => !isInCase && list.some(reportsError) },
  // `notes: ["Call 2 failed."]` of a run
  {
    under: anyKey,
    isBad: (list, { key, isInCase }) => !isInCase && list.some(each => remarksBadly(key, each)),
  },
  // `shards: [{ shard: "1/2", total: 4 }]`, `suites: [{ total: 4 }, null]`
  {
    under: key => !key.isIgnored && !key.isDescription && !caseLists.has(key.elementKind),
    isBad: (list, { key, isInCase, wholes }) =>
      !isInCase && lacksParts(list, mostOf(wholes), workers.test(key.squashed)),
  },
  // `shardCount: 3` beside two shards
  {
    under: key => !key.isIgnored && key.squashed.endsWith("s"),
    isBad: (list, { key, object, isInCase }) => !isInCase && isShorterThanCount(list, key, object),
  },
  // `shards: []`, `cases: []` of a run that counts cases
  {
    under: key => key.elementKind === "cases" || workers.test(key.squashed),
    isBad: (list, { isInCase, wholes }) => !isInCase && list.length === 0 && mostOf(wholes) > 0,
  },
  // `{ totalCount: 3, edges: [] }`
  {
    under: named(connection),
    isBad: (list, { object }) => list.length === 0 && statesLength(object),
  },
  // `transcript: []`, `checks: []` of a case
  {
    under: key => key.isCheckList || exchange.test(key.squashed) || criteriaLists.test(key.squashed),
    isBad: (list, { isInCase }) => isInCase && list.length === 0,
  },
  // `pending_approvals: ["kim"]`, `infrastructure_issues: ["Worker restarted"]` of a run
  {
    under: key => unfinishedList.test(key.squashed) || problems.test(key.squashed),
    isBad: (list, { isInCase }) => !isInCase && list.length > 0,
  },
  // `included: [{ type: "incidents" }]`
  {
    under: key => key.isMixedList,
    isBad: (list, place) =>
      [...elementsByType(list)].some(([type, elements]) => isBadIn(elements, { ...place, key: keyOf(type) })),
  },
  // `links: [{ rel: "next", href: "…" }]`
  { under: key => key.isLink, isBad: list => list.some(leadsToNextPage) },
  // `evaluators: []`
  { under: named(judgeLists), isBad: list => list.length === 0 },
  { under: named(inputs), isBad: list => list.slice(0, mostInputs).some(statesFailure) },
  { under: key => !key.isIgnored && !key.isDescription, isBad: list => list.some(isBadElement) },
  // `unmetGoals: ["refund"]`
  {
    under: key => !key.isIgnored && !isReport(key),
    isBad: ([first], { key, isInCase }) =>
      typeof first === "string" &&
      (key.isBadNews ||
        key.newsIfTrue === "bad" ||
        unmet.test(key.squashed) ||
        (key.listsFindings && !isInCase)),
  },
]);

/** Each part of a breakdown has counts of its own. */
function countsInParts(object: JsonObject): boolean {
  const parts = comparedNamesOf(object).flatMap(name => object[name] ?? []);
  return parts.length > 0 && parts.every(part => isJsonObject(part) && statesCounts(part));
}

function statesCounts(object: JsonObject): boolean {
  return comparedNamesOf(object).some(name => keyOf(name).isCount && countIn(object[name] ?? null) !== null);
}

function namesOpenDecision({ status, isReviewOutcome }: Key): boolean {
  return status === "undecided" && !isReviewOutcome;
}

function statesLength(object: JsonObject): boolean {
  return comparedNamesOf(object).some(
    name => keyOf(name).pagination === "length" && (countIn(object[name] ?? null) ?? 0) > 0,
  );
}

/** Such counts are of checks that were never made. */
function countsNothing(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const counts = comparedNamesOf(value).filter(name => keyOf(name).isCount);
  return counts.length > 1 && counts.every(name => value[name] === 0);
}

/** `agent: { kind: "stub" }`. */
export function namesNothingReal({ squashed }: Key, text: string): boolean {
  return whatRan.test(squashed) && notReal.test(text);
}

// --- Values ----------------------------------------------------------------------------------------------------------

/** `status: "passed?"`. Nobody was sure. */
function isDoubtfulWord(text: string): boolean {
  return (
    text.length <= longestWord && text.endsWith("?") && isKnownWord(text.slice(0, text.indexOf("?")).trim())
  );
}

/** `judges: ["pass", "fail"]`, `checks: ["identity: fail", "FAIL: greeting"]`. */
function isBadElement(element: JsonValue): boolean {
  if (typeof element !== "string") return element === false;
  if (isDoubtfulWord(element)) return true;
  const words = element.length <= 80 ? element.split(":").map(word => word.trim()) : [];
  return [words[0], words.at(-1)].some(word => word !== undefined && isKnownWord(word) && isBadWord(word));
}

/** The object counts what its label names: cases that failed or were not decided. */
function countsBadCases(object: JsonObject): boolean {
  return comparedNamesOf(object).some(name => {
    const label = object[name];
    if (typeof label !== "string" || label.length > longestWord || !labels.test(keyOf(name).squashed))
      return false;
    const { isCount, status, unit } = keyOf(label);
    const isOfGood =
      status === "passed" || status === "success" || status === "skipped" || status === "finished";
    return (isCount && !isOfGood && unit !== "part") || isBadWord(label);
  });
}

function attacksIn(object: JsonObject): number {
  const name = comparedNamesOf(object).find(each => keyOf(each).squashed === "attacks");
  const attacks = name === undefined ? 0 : object[name];
  return typeof attacks === "number" ? attacks : 0;
}

function statesFailure(element: JsonValue): boolean {
  if (!isJsonObject(element)) return false;
  return comparedNamesOf(element).some(name => {
    const { outcomeName, status, isFlag } = keyOf(name);
    const value = element[name];
    if (typeof value === "string") return outcomeName !== null && isBadWord(value);
    return isFlag && status !== null && (status === "failed" ? Boolean(value) : value === false);
  });
}

function soundsBad(text: string): boolean {
  // An environment for drafts
  if (text.toLowerCase() === "draft") return false;
  return isWrittenLikeStatus(text) && ((isKnownWord(text) && isBadWord(text)) || keyOf(text).isBadNews);
}

/** A remark can be a text, or an object with one. */
function remarksBadly(key: Key, remark: JsonValue): boolean {
  if (typeof remark === "string") return tellsReservation(key, remark);
  return (
    isJsonObject(remark) &&
    comparedNamesOf(remark).some(name => {
      const text = remark[name];
      return (
        typeof text === "string" &&
        /^(?:text|message|body|note)$/.test(keyOf(name).squashed) &&
        tellsReservation(key, text)
      );
    })
  );
}

function reportsError(element: JsonValue): boolean {
  if (!isJsonObject(element)) return typeof element === "string" && (tellsGap(element) || logsError(element));
  return comparedNamesOf(element).some(name => {
    const { squashed } = keyOf(name);
    const text = element[name];
    if (typeof text !== "string") return false;
    if (kindOfMessage.test(squashed)) return errorLevel.test(text) || soundsBad(text);
    return severityNameSet.has(squashed)
      ? errorLevel.test(text)
      : isReport(keyOf(name)) && (tellsGap(text) || tellsSilence(text));
  });
}

function isEndAsPlanned(text: string): boolean {
  const status = statusOfResult(text);
  return (
    plannedEnd.test(text) ||
    status === "passed" ||
    status === "success" ||
    status === "finished" ||
    flagIn(text) !== null
  );
}

/** The field that the flag requires holds nothing. */
function isMissing({ squashed }: Key, object: JsonObject): boolean {
  const stem = squashed.slice(0, -"required".length);
  const name = comparedNamesOf(object).find(each => keyOf(each).squashed === stem);
  return name === undefined ? workOfPerson.test(stem) : holdsNothing(object[name] ?? null);
}

function leadsToNextPage(element: JsonValue): boolean {
  return (
    isJsonObject(element) &&
    comparedNamesOf(element).some(name => /^rel(?:ation)?$/.test(squash(name)) && element[name] === "next")
  );
}

function isInterruption({ squashed, fieldRanks }: Key): boolean {
  return fieldRanks.end < 0 && interruption.test(squashed);
}

/** Only the last element of a history is about the run as it is now. */
function endsBadly(history: readonly JsonValue[]): boolean {
  const last = history.at(-1);
  return (
    isJsonObject(last) && Object.values(last).some(value => typeof value === "string" && isBadWord(value))
  );
}
