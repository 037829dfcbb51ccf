/** The texts that are bad news: what was not done, not met or not real, or ended early. */

import { comparedNamesOf } from "./compared-names.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
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
  hasReservation,
  isRemark,
  isReportOrComment,
  tellsGap,
  tellsNoJudgement,
  tellsNotMet,
  tellsOfBrokenSetup,
  tellsReservation,
} from "./prose.ts";
import {
  answersOfAgent,
  anyKey,
  approvers,
  caseLists,
  change,
  coverage,
  isDoubtfulWord,
  judges,
  judging,
  named,
  namesOpenDecision,
  rulesByKey,
  runnable,
  soundsBad,
  surroundings,
  testedParty,
} from "./value-rules.ts";
import { countIn, flagIn, holdsNothing, isUnfinished, progressIn, shareIn } from "./values.ts";
import { decisionMeaningOf, isBadWord, isKnownWord, squash, statusOfResult } from "./words.ts";

const noWord = /^[-–—?]+$/;

const errorLevel = /^(?:e|err|error|f|fatal)$/i;

const verdictTypes = /(?:gate|policy|verdict|outcome|result)$/;

const labelOfPerson = /^(?:human|judge|grader|reviewer|manual|expert|gold)label$/;

const person = /^(?:human|reviewer|expert|gold|judge|grader|evaluator)$/;

const labels = /^(?:labels|annotations|ratings|grades)$/;

const severeThing = /^(?:risk|threat|danger|harm)/;

const awaits =
  /^(?:is)?(?:await|waitingfor|waitson|pendingon|blockedby|subjectto|conditionalon|contingenton)/;

/** `cancelledBy`, `CancelledOnUtc`, `cancel_time`, `AbortedTimestamp`. */
const interruption =
  /^(?:was|is)?(?:stopped|halted|killed|abort(?:ed)?|cancel(?:l?ed|lation)?|terminat(?:ed|ion)|interrupt(?:ed|ion)|timedout|crashed|failed|voided|invalidated|expired|suspended|revoked)(?:requested)?(?:(?:by|at|on)?(?:utc|time|date|datetime|timestamp)?)(?<=by|at|on|utc|time|date|timestamp)$/;

const trustNames = /(?:confidence|quality|reliability|trust|trend|agreement)(?:level)?$/;

const poorWords =
  /^(?:very[ _-])?(?:low|poor|bad|weak|insufficient|worse|worsening|degrading|declining|down|falling|split|mixed|divided|disputed|none)$/i;

/** A "regression" can be the name of a suite. */
const becameWorse = /^(?:regressed|worse|worsened|deteriorated)$/i;

const poorGrade = /^[DEF][+-]?$/;

const answerCode = /(?:status|result|return|response|reply)code$/;

const failedCode = /^(?:0+[1-9]\d*|[45]\d\d|E(?:RR)?[-_]?\d+)$/i;

const firstOutcome =
  /^(?:original|initial|raw|computed|automated|auto|machine)(?:status|verdict|result|outcome)$/;

const questions = /(?:question|prompt|title|name|label)$/;

const gate = /gate$/;

/** Frameworks write these for a time that was never set. */
const emptyTime = /^(?:000[01]-0[01]-0[01]|1970-01-01T00:00:00|1900-01-01)/;

const httpFailure = /^<?(?:HTTP(?:\/[\d.]{1,3})?\s[45]\d\d\b|[45]\d\d\s[A-Z][a-z]+)/;

const defectState = /^(?:linked|known)?(?:defect|bug|issue|incident|ticket)s?(?:state|status)$/;

const openDefect = /^(?:open|opened|reopened|new|unresolved|active|in[ _-]?progress|confirmed)$/i;

const records = /^(?:transcript|conversation|dialogue?|turns|recording|audio)$/;

const gone = /^(?:lost|missing|corrupt(?:ed)?|unavailable|empty|not\s(?:available|recorded|saved))$/i;

const answers = /(?:output|answer|reply|response)$/;

const noNumber = /^[-+]?(?:NaN|nan|Infinity)$/;

const errorAsAnswer =
  /^(?:Error|[A-Z]\w{2,30}(?:Error|Exception)): |^[[<({]{1,2}\s?(?:error|exception|timeout)\b/i;

const used = /^(?:quota|credits?|budget)(?:state|status)?$/;

const usedUp = /exhausted|exceeded|used up|depleted/i;

const chosen = /(?:selected|included|sampled|covered|executed)$/;

export const copied =
  /^(?:reused|copied|cloned|carriedover|cached|replayed|restored|inherited|rescored|regraded|rejudged)(?:from)?$|^(?:duplicate|replay|copy|clone)of$/;

/** `worker_lost`, "Trunk lost". A reason for the end of a run that went as planned is known. */
const reasonOfEnd =
  /^(?:state|status|stop|stopped|abort|aborted|cancel|kill|termination|interruption|partial|incomplete|degraded|fallback|clos(?:e|ed|ure|ing)|complet(?:ed|ion))reason$/;

const plannedEnd =
  /^(?:all|no more|normal|natural|regular|end|goal|ok|okay|on schedule|as planned)(?:$|[ _.-])/i;

/** A batch that is switched off runs nothing. */
const switchedOff = /^(?:archived|disabled|inactive|deleted|suspended|deactivated)$/i;

const machine = /^(?:machine|voicemail|answering[ _-]?machine|ivr|nobody|none)$/i;

const cleaner = /watchdog|clean-?_?up|reaper|janitor|time-?_?out|sweeper/i;

/** Other languages' names of an error and of a cancellation. */
const errorAbroad =
  /^(?:erreurs?|fehler(?:text|meldung)?|fout(?:melding)?|fejl|feil(?:melding)?|felmeddelande|virhe|errores?|errori|erro|blad|hiba|chyba|hata)$/;
const cancelledAbroad =
  /^(?:annul|stornier|abgebrochen|avbr[ou]t|avlyst|trukket|geannuleerd|cancelad|interrotto|interrompu|retire)(?:.{0,6})(?:par|von|durch|av|af|door|por|da|le|am|den|op|el|il|tilbake|grund|motif|motivo)/;

const noContact = /^(?:no[-_ ]?answer|busy|unreachable|declined|voicemail|hung[-_ ]?up)$/i;

/** `agent_disconnected`, `length` of what a model says. */
const brokenOff =
  /disconnect|watchdog|evicted|out_?of_?memory|(?:connection|trunk|line|call)[-_]?(?:lost|dropped)|^(?:length|max_?tokens)$/i;
const cutOff = /disconnect|watchdog|evicted|out_?of_?memory|lost|dropped|[-_]quit$|killed|abort/i;

const remarksOnRun = /^(?:meta|metadata|extensions|(?:response|result)?head(?:er)?)$/;

/** `contaminationCheck: "CONTAMINATED"`: the check found what it looked for. */
function isOppositeOf({ squashed }: Key, text: string): boolean {
  const stem = squashed.replace(/(?:ation|tion|ion)?check$/, "");
  return stem.length > 4 && squash(text).startsWith(stem);
}

const noJudge =
  /(?:^|[-_. ])(?:none|disabled|off|always|mock|stub|noop|no-op|dummy|fake|skipped|unavailable|failed)(?:$|[-_. ])/i;

const advice = /^(?:release|ship|merge|deploy)?(?:recommendation|advice|decision)$/;

const withheld =
  /^(?:not\s(?!required|needed|necessary|applicable)|do\snot\s|don't\s|withheld|denied|outstanding|declined|refused|on\shold|hold|skipped|omitted|bypassed|no[-_ ]?go|block|conditional)|\bconditions?\b/i;

const basisOfVerdict =
  /^(?:pass|verdict|outcome|decision|result)(?:reason|source|by|from|origin|basis)$|^decidedby$/;

const noBasis =
  /\b(?:assumed|default(?:ed)?|overrid\w{1,5}|override|fallback|imported|estimated?|time-?out|previous|earlier|cached|no\schecks)\b/i;

const whatRan =
  /(?:mode|source|origin|kind|type|provider|backend|endpoint|model|simulator|generator|generatedby|producer|target|network|environment|device|transport|(?:target|agent|base)ur[il])$/;

const notReal =
  /(?:^|[_/.:])(?:mock(?:ed|llm)?|stub(?:bed)?|fake|simulator|fixtures?|canned|dummy|demo|echo)(?:$|[-_ /.:])/i;

const standInName = /(?:^|[-_ ])(?:mock|stub|fake|dummy|canned)(?:$|[-_ ])/i;

const purposeOfRun = /^(?:run|job|report|execution|batch)(?:type|kind|purpose)$|^purpose$/;

const noRealPurpose =
  /^(?:(?:dress[-_ ])?rehearsal|calibration|practice|training|demo|dry[-_ ]?run|shadow|replay|experimental|trial)$/i;

const unrealMode = /^(?:sim|mock|dry|demo|replay|shadow|stub|offline)\w{0,12}mode$/;

const standIn = /^(?:mock(?:ed)?|stub(?:bed)?|fake|sample|replay(?:ed)?|canned|dummy)$/i;

const fromEarlier =
  /^(?:re-?(?:scor|grad|judg|evaluat|play)|cach|cop(?:y|ied)|record|archiv|stored|backfill|earlier|previous)/i;

const notDoneInTitle = /\((?:skipped|aborted|not\s(?:performed|executed|run|tested|evaluated))[):,;]/i;

/** `title: "Smoke (partial)"`, `label: "DO NOT USE"`. */
const warningInTitle =
  /^(?:partial|draft|preliminary|provisional|sample|demo|interim|stale|mock|fake)(?:\s(?:run|report|results?)\b|\s?[-–—:])|\((?:partial|incomplete|aborted|draft|sample|placeholder|stub(?:bed)?|mock(?:ed)?|fake|dummy)\)|^(?:draft|sample|placeholder)$|\bdo\snot\suse\b/i;

const titles = /^(?:title|label|name|description|headline|heading)$/;

const earlierBasis = /^(?:last|previous|prior|cached|stored|stale)/i;

const demoData = /\b(?:demo|sample|dummy|mock|fake)\sdata\b/i;

const longAgo = /\b\d{1,4}\s(?:day|week|month|year)s?\sago\b/i;

const skipReason =
  /^(?:skip|skipped|ignored?|mute|muted|quarantine)(?:reason|message|because|cause)$|^reasonforskip$/;

const health = /^(?:health|infra|infrastructure|components|dependencies)/;

const unhealthy = /^(?:down|red|offline|degraded|unhealthy|unreachable|unavailable|failed)\b/i;

/** The object is the run, wraps it, or has remarks about it. */
export function isAboutRun({ squashed, isWrapper, isAttributeObject }: Key): boolean {
  return squashed === "" || isWrapper || isAttributeObject || remarksOnRun.test(squashed);
}

export const badTexts = rulesByKey<string>([
  // `verdict: "no"`
  { under: key => key.lastWordKind === "verdict", isBad: text => flagIn(text) === false },
  // `judge: "disabled"`, `scoring: "off"`
  { under: isAboutJudging, isBad: text => noJudge.test(text) },
  // `judge: { model: "always-pass-stub" }`
  {
    under: named(/^(?:model|name|type|kind|version)$/),
    isBad: (text, { around }) => judges.test(around.squashed) && noJudge.test(text),
  },
  // `match: "none"`
  {
    under: key => key.newsIfTrue === "good",
    isBad: text => text !== "" && holdsNothing(text) && countIn(text) === null,
  },
  // `grader: { label: "fail" }`, `human_label: "bad"`, `labels: { human: "bad" }`
  {
    under: key => key.isClass || labelOfPerson.test(key.squashed) || person.test(key.squashed),
    isBad: (text, { key, around }) =>
      (labelOfPerson.test(key.squashed) ||
        (person.test(key.squashed) ? labels.test(around.squashed) : around.partKind === "judgement")) &&
      (isBadWord(text) || failedClassSet.has(squash(text))),
  },
  // `waiver: "W-12"`, `override: "T-1"` of a case
  {
    under: named(
      /^(?:waiver|waivedby|bypass(?:edby)?|overrid(?:e|denby)|overruledby|(?:risk)?accepted(?:risk)?)$/,
    ),
    isBad: (text, { isInCase }) => isInCase && !holdsNothing(text) && flagIn(text) !== false,
  },
  // `reusedFrom: "rpt_54990"`
  {
    under: key => copied.test(key.squashed) && /(?:from|of)$/.test(key.squashed),
    isBad: text => text !== "",
  },
  // `metrics: [{ value: "NO" }]`
  { under: key => key.measure === "value", isBad: text => flagIn(text) === false },
  // `end: "timeout"`, `EndTime: "0001-01-01T00:00:00"`
  { under: key => key.fieldRanks.end >= 0, isBad: text => isBadWord(text) || emptyTime.test(text) },
  // `risk: { level: "critical" }`, `severity: "E"` of a response
  {
    under: key => severityNameSet.has(key.squashed),
    isBad: (text, { around, wholes }) =>
      (severeThing.test(around.squashed) && severeWordSet.has(squash(text))) ||
      (wholes.size > 0 && errorLevel.test(text)),
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
  // `run_type: "calibration"`
  { under: named(purposeOfRun), isBad: text => noRealPurpose.test(text) },
  // `verdict_source: "manual-override"`, `pass_reason: "no checks configured"`
  { under: named(basisOfVerdict), isBad: text => noBasis.test(wordsApart(text)) },
  // `agentMode: "MOCKED"`, `provider: "fake"` of a run
  { under: named(whatRan), isBad: (text, { key, isInCase }) => !isInCase && namesNothingReal(key, text) },
  // `participant: [{ display: "Mock of intake bot" }]`, `agent: { deployment: "STUB" }`
  {
    under: ({ squashed }) => !/^(?:description|notes?|prompt|instructions|text|goal)$/.test(squashed),
    isBad: (text, { around, isInCase }) =>
      !isInCase &&
      testedParty.test(around.squashed) &&
      (notReal.test(text) || standInName.test(wordsApart(text))),
  },
  // `agent: "stub-agent"`
  {
    under: named(testedParty),
    isBad: (text, { isInCase }) =>
      !isInCase && (standInName.test(wordsApart(text)) || /^(?:none|null|n\/a)$/i.test(text)),
  },
  // `sim_mode: "on"`
  { under: named(unrealMode), isBad: text => /^(?:on|true|yes|enabled|active)$/i.test(text) },
  // `source: { kind: "rescore" }` of a run
  {
    under: named(/^(?:kind|type|mode)$/),
    isBad: (text, { around, isInCase }) =>
      !isInCase && /^(?:source|origin|basis)$/.test(around.squashed) && fromEarlier.test(text),
  },
  // `source: "replay"` of a case
  { under: named(whatRan), isBad: (text, { isInCase }) => isInCase && standIn.test(text) },
  // `title: "Hand-over announced (not performed)"`
  { under: named(titles), isBad: text => notDoneInTitle.test(text) },
  { under: named(titles), isBad: (text, { isInCase }) => !isInCase && warningInTitle.test(text) },
  // `reason: "operator_quit"`, `cause: "watchdog"` of a run, `endReason: "agent_disconnected"` of a case
  {
    under: named(/^(?:end|ended|exit|finish|stop|close|disconnect|termination|hangup)?(?:reason|cause)$/),
    isBad: (text, { isInCase }) => !/\s/.test(text) && (isInCase ? brokenOff : cutOff).test(text),
  },
  // `attempts: 3, lastAttempt: "no_answer"` of a case
  {
    under: named(/^(?:last|final)(?:attempt|try|call|turn|step|result)(?:status|result|outcome)?$/),
    isBad: (text, { isInCase }) => isInCase && endsInNothing(text),
  },
  // `judge: { verdict: "not_convincing" }`
  {
    under: key => key.outcomeName === "verdict",
    isBad: (text, { around }) =>
      judges.test(around.squashed) &&
      isWrittenLikeStatus(text) &&
      statusOfResult(text) === null &&
      decisionMeaningOf(text, true) === null,
  },
  // `erreur: "Le numéro ne répond pas"`
  { under: named(errorAbroad), isBad: text => text.trim() !== "" },
  // `annule_par: "Me Dubreuil"` of a run
  { under: named(cancelledAbroad), isBad: (text, { isInCase }) => !isInCase && text.trim() !== "" },
  // `__typename: "PartialReport"`
  {
    under: named(/typename$|^kind$|^class$/),
    isBad: (text, { isInCase }) => !isInCase && warningInTitle.test(wordsApart(text)),
  },
  // `widgets: [{ text: "You are viewing demo data." }]`
  { under: anyKey, isBad: (text, { isInCase }) => !isInCase && demoData.test(text) },
  // `generated: "2 days ago"`
  { under: anyKey, isBad: (text, { isInCase }) => !isInCase && longAgo.test(text) },
  // `vs_baseline: "-8 %"`
  { under: named(change), isBad: (text, { isInCase }) => !isInCase && /^[-−]\s?\d/.test(text) },
  // `report_basis: "LastKnownResult"`
  { under: named(/basis$/), isBad: (text, { isInCase }) => !isInCase && earlierBasis.test(text) },
  // `health: { agent: "red" }`, `agent: { health: "unreachable since 10:02" }`
  {
    under: anyKey,
    isBad: (text, { key, around }) =>
      (health.test(around.squashed) || key.squashed === "health") && unhealthy.test(text),
  },
  // `qualityGate: { type: "io.example.Gate.NotEvaluated" }`
  {
    under: named(/^(?:type|kind|class)$/),
    isBad: (text, { around }) =>
      verdictTypes.test(around.squashed) && isBadWord(text.slice(text.lastIndexOf(".") + 1)),
  },
  // `steps: [{ description: "ABENDED" }]`
  {
    under: named(/desc(?:ription)?$/),
    isBad: text => !/\s/.test(text) && isKnownWord(text) && isBadWord(text),
  },
  // `contaminationCheck: "CONTAMINATED"`
  { under: named(/check$/), isBad: (text, { key }) => isOppositeOf(key, text) },
  // `review_due: "2026-11-30"`
  {
    under: named(/^reviewdue/),
    isBad: (text, { object }) =>
      !holdsNothing(text) && !comparedNamesOf(object).some(name => keyOf(name).isReviewOutcome),
  },
  // `confirmedBy: ""`
  { under: named(approvers), isBad: (text, { isInCase }) => !isInCase && holdsNothing(text) },
  // `coverage: "40 %"` of a run
  { under: named(coverage), isBad: (text, { wholes }) => wholes.size > 0 && isUnfinished(progressIn(text)) },
  // `statusCode: "0417"`, `resultCode: "E1001"`
  { under: named(answerCode), isBad: (text, { isInCase }) => !isInCase && failedCode.test(text) },
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
  // `DefectState: "OPEN"`
  { under: named(defectState), isBad: text => openDefect.test(text) },
  // `transcript: "lost"`
  { under: named(records), isBad: (text, { isInCase }) => isInCase && gone.test(text) },
  // `actual_output: "Error: upstream returned 503"`
  { under: named(answers), isBad: (text, { isInCase }) => isInCase && showsBrokenAnswer(text) },
  // `reply: ""`
  { under: named(answersOfAgent), isBad: (text, { isInCase }) => isInCase && text.trim() === "" },
  // `score: "NaN"`
  { under: key => !key.isDescription, isBad: text => text.length < 10 && noNumber.test(text) },
  // `stoppedBy: "ops@example.com"`, `voidedAt: "2026-11-26T10:00:00Z"`
  { under: isInterruption, isBad: (text, { isInCase }) => !isInCase && !holdsNothing(text) },
  // `skip_reason: "No credentials for the trunk"`
  { under: named(skipReason), isBad: (text, { isInCase }) => isInCase && tellsOfBrokenSetup(text) },
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
  // `closedBy: "watchdog"`
  { under: named(/^(?:clos|end|finish|complet)ed?by$/), isBad: text => cleaner.test(text) },
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
  // `status: "passed?"`, but not `question: "Done?"`
  { under: key => !key.isDescription && !questions.test(key.squashed), isBad: isDoubtfulWord },
  // `selected: "2 of 12"`
  { under: named(chosen), isBad: text => (shareIn(text) ?? 1) < 1 },
  // `message: "Trunk lost at call 2"`, `note: "Stale result"`, `comment: "Failed"` of a run
  {
    under: isReportOrComment,
    isBad: (text, { isInCase, around }) => !isInCase && isAboutRun(around) && hasReservation(text),
  },
  // `coverage: "aborted after 3 of 10"` of a run
  {
    under: anyKey,
    // A description without a number is about the test.
    isBad: (text, { key, isInCase }) =>
      !isInCase && /\s/.test(text) && (!key.isDescription || /\d/.test(text)) && tellsGap(text),
  },
  // `remarks: "Please rerun"`, `stderr: "Traceback …"` of a run
  { under: isRemark, isBad: (text, { key, isInCase }) => !isInCase && tellsReservation(key, text) },
  // `message: "Partial results: …"` of a case, `judge: { rationale: "I could not evaluate this" }`, "The goal was not met"
  {
    under: key => isReportOrComment(key) || key.fieldRanks.message >= 0,
    isBad: (text, { key, around, isInCase }) =>
      tellsNoJudgement(text) ||
      tellsNotMet(text) ||
      // Further inside a case it can be the message of an earlier attempt.
      (isInCase && isReportOrComment(key) && caseLists.has(around.elementKind) && tellsGap(text)),
  },
]);

/** An attempt that failed, or that reached nobody. */
export function endsInNothing(text: string): boolean {
  return isBadWord(text) || noContact.test(text);
}

/** "Mock Head Unit" of `MockHeadUnit`, "defaulted after timeout" of `DEFAULTED_AFTER_TIMEOUT`. */
function wordsApart(text: string): string {
  return text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replaceAll(/[-_]/g, " ");
}

/** `judge: "always-pass"`, `scoring: "off"`. */
export function namesNoJudge(key: Key, text: string): boolean {
  return isAboutJudging(key) && noJudge.test(text);
}

function isAboutJudging({ squashed }: Key): boolean {
  return judges.test(squashed) || judging.test(squashed);
}

/** "<502 Bad Gateway>", "Error: upstream returned 503": the agent said nothing, and something else answered. */
export function showsBrokenAnswer(text: string): boolean {
  return httpFailure.test(text) || errorAsAnswer.test(text);
}

/** `agent: { kind: "stub" }`, `endpoint: "https://mock.example.com"`, `tags: ["mock-agent"]`. */
export function namesNothingReal({ squashed }: Key, text: string): boolean {
  const isNothing = notReal.test(text) || standIn.test(text) || standInName.test(wordsApart(text));
  return isNothing && (whatRan.test(squashed) || squashed === "tags");
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

export function isInterruption({ squashed, fieldRanks }: Key): boolean {
  return fieldRanks.end < 0 && interruption.test(squashed);
}
