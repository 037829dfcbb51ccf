/**
 * Sentences in a response: whether one reports that something failed, is missing or was never judged. A sentence about a
 * passed run has to say that it went well, because nobody can list all ways to say that it did not.
 */

import { isJsonObject, type JsonValue } from "../json.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import { findWord, isBadWord, isKnownWord, squash, squashedWords, statusOfWord } from "./words.ts";

const countInText =
  /(?<![\w.,-]|\b0\s?(?:of|\/)\s?)0*[1-9][\d,.]*\s+(?:\p{L}+\s+){0,2}(?:fail(?:ed|ing|ures?)|errors?)\b|\b(?:fail(?:ed|ing|ures?)|errors?)\s?[:=]\s?0*[1-9]|\bwith\s+(?:some\s+)?(?:errors|failures)\b/iu;

/** `summary: "3 failed, 12 passed"`, `message: "Finished with 1 error"`. */
export function reportsFailures(text: string): boolean {
  const counts = (sentence: string) => countInText.test(sentence);
  // "None of the 2 conversations failed"
  return (
    text.length <= longestReport &&
    /fail|error/i.test(text) &&
    counts(text) &&
    counts(text.replace(noneFailed, ""))
  );
}

const reportNames = new Set(squashedWords(vocabulary.reportNames));
const shareInText =
  /(?<![\w.,/-])(\d{1,9})\s?(?:\/|(?:out\s)?of)\s?(\d{1,9})\s(?:\p{L}+\s){0,2}(?:pass|succeeded|completed|finished|evaluated|done|ran|met|satisfied|achieved|resolved)/iu;
/** "ran 4 of 9" */
const shareAfterVerb =
  /\b(?:ran|passed|completed|finished|executed|evaluated|tested|judged)\s(?:only\s)?(\d{1,9})\s?(?:\/|(?:out\s)?of)\s?(\d{1,9})\b/iu;
const gapInText =
  /(?<!\bno\s)\b(?:run|batch|execution|evaluation|simulation|job)\s(?:was\s|is\s|has\sbeen\s)?(?:aborted|cancell?ed|interrupted|terminated|incomplete|stopped|killed|halted|void|invalid|not\svalid)\b|\b[1-9]\d*\s(?:\p{L}+\s){1,2}(?:not\s(?:started|run|executed|evaluated|finished|scored|judged|graded|recorded|counted)|dropped|lost|still\s(?:running|on|going|open|pending))\b|\b(?:stopped|aborted|cancell?ed|interrupted)\safter\s\d+\s(?:of|\/)|\b(?:0|no)\s\p{L}+\s(?:was\s|were\s)?(?:executed|run|started|placed|evaluated)\b|\b(?:was|were)\s(?:excluded|dropped|lost|discarded|mocked|left\sout)\b|\bnot\sall\s\p{L}{1,30}\s(?:were|could\sbe)\s(?:evaluated|executed|run|judged|scored|graded|tested|finished)\b|\bmay\sbe\sincomplete\b|\bof\s(?:the|a)\sprevious\srun\b|\bis\sbelow\sthe\s(?:target|threshold|limit)\b|\bresults\sare\s(?:incomplete|partial|void|invalid|not\svalid)\b|^(?:aborted|cancell?ed|interrupted|terminated|timed\sout|skipped:|stopped:|not\sexecuted|(?:interim|preliminary|provisional|partial)\s(?:report|results?)\b)/iu;
/** "Only 2 of 10 scenarios were executed", "1 of 3 shards did not report", "Two conversations await human review". */
const restInText =
  /\bonly\s\d{1,9}\s(?:out\s)?of\s(?:the\s)?\d{1,9}\b|\b[1-9]\d{0,8}\sof\s\d{1,9}\s\p{L}+\s(?:did|could|were|was|have|has)\snot\b|\b(?:pending|outstanding)\sfor\s[1-9]|(?<!\bno\s\p{L}{1,20}\s)\bawaits?\s(?:a\s)?(?:human\s|manual\s)?(?:review|verdict|decision)|^dry\srun\b|\b(?:evaluation|judging|grading|scoring|review)\s(?:is\s)?(?:still\s)?pending\b|\bnothing\s(?:was\s|has\sbeen\s)?(?:run|executed|tested|started)\b|\bnone\sof\s(?:the\s)?(?:\d{1,9}\s)?\p{L}+\s(?:met|pass|succe|complet|finish|reach|ran|w(?:as|ere)\s(?:run|executed|evaluated|judged))|\bcould\snot\sreach\b|\bno\s(?:judge?ment|verdict)\b|\bno\s(?:evaluator|judge|grader)s?\s(?:ran|was|were|has|have)\b|\bcould\snot\sbe\s(?:verified|evaluated|judged|graded|scored|checked)\b|\b(?:muted|silenced)\sfor\sthis\srun\b/iu;
/** "Evaluation skipped: judge unavailable", "Partial results: worker lost", "Timed out waiting for 2 calls". */
const breakdownInText =
  /\b(?:partial\sresults|(?:stopped|ended|halted)\searly|cut\sshort|[1-9]\d*\sof\s\d+\s(?:\p{L}+\s)?could\snot\sbe|(?:quota|credits?|budget)\s(?:was\s|were\s|is\s|are\s)?(?:exhausted|exceeded|used\sup)|(?:due\sto|because\sof)\s(?:\p{L}+\s){0,2}(?:quota|budget|credits?|rate\slimits?)|rate[\s-]limited|timed\sout\swaiting|(?:evaluation|judging|scoring|grading)\s(?:was\s)?skipped|(?:worker|judge|evaluator|runner)s?\s(?:was\s|were\s|is\s|are\s)?(?:lost|unavailable|crashed|unreachable))\b/iu;

const comments =
  /^(?:(?:judge|evaluator|grader|editor|reviewer)s?)?(?:comments?|notes?|remarks?|explanation|rationale|reasoning)$/;

/** `comment: "Interim report"`, and all that `isReport` accepts. */
export function isReportOrComment(key: Key): boolean {
  return isReport(key) || comments.test(key.squashed);
}

/** `summary: "2 of 3 passed"`, `message: "Run aborted after 3 of 5 conversations"`. */
export function isReport({ squashed }: Key): boolean {
  return reportNames.has(squashed) || statement.test(squashed);
}

/** `ReturnMessage: "OK with reservations"`. */
const statement = /^(?:return|result|response|status|run|report)(?:message|msg|text)$/;

const longestReport = 2000;

/** `results: "2 of 3 passed"`, `statusText: "Stopped: quota exhausted"`. */
export function tellsGap(text: string): boolean {
  if (text.length > longestReport) return false;
  const [, some, all] = shareInText.exec(text) ?? shareAfterVerb.exec(text) ?? [];
  const tells = (sentence: string) =>
    [gapInText, restInText, breakdownInText].some(gap => gap.test(sentence));
  // "No calls were dropped"
  return Number(some) < Number(all) || (tells(text) && tells(text.replace(noneFailed, "")));
}

// --- A sentence about a passed run -----------------------------------------------------------------------------------

const success =
  /\b(?:pass(?:ed|es|ing)?|succe\p{L}+|complet\p{L}+|finish\p{L}+|done|ok|okay|green|fine|good|well|normal|approved|released|ready|executed|evaluated|ran|took|ended|generated|created|reported)\b|✅|✔/iu;

const noneFailed =
  /\b(?:no|none\sof(?:\sthe)?(?:\s\d{1,9})?|without(?:\s\p{L}+)?|zero|0(?:\sof\s\d+)?)\s(?:\p{L}+\s){0,2}(?:cancell?ed|dropped|lost|excluded|awaits?|fail\p{L}*|errors?|issues?|problems?|regressions?|skipped|warnings?|flak\p{L}+)\b|\bnot\sfail\p{L}*|\b(?:fail(?:ed|ures?|ing|s)?|errors?|skipped)\s?[:=]\s?0\b/giu;

const reservation =
  /n't\b|\b(?:not|yet|so\sfar|re-?run|replayed|second\slook|dropped|hung|lost|down|offline|recorded\s(?:answers|replies|responses)|recordings\sof|last\s(?:week|month|year)|yesterday|last\sknown|fake|canned|stub|mock(?:ed)?|nobody|unreachable|previous|earlier|partial|archived|disabled|only|except|but|however|without|missing|unavailable|crashed|exceeded|expired|trial|restarted|timed|stuck|reached\s(?:the\s|a\s)?(?:voicemail|mailbox)|still|pending|interim|stale|reserv\p{L}+|dry\srun|rehearsal|simulated|cached|mocks|gaps?|history|\d+\sleft|abnormal\p{L}*|waive\p{L}*|overrid\p{L}+|manually|by\shand|wrong|(?:un|not\s)reliable|nicht|kein\p{L}*|erforderlich|notwendig|offen|abgebrochen|fehlgeschlagen|échou\p{L}+)\b/iu;

/** Nobody here can read it, and it needs no space between its words: `remarks: "一部未実施"`. */
const otherScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}]/u;

const foreignDenial =
  /(?<!\p{L})(?:nicht|kein\p{L}*|ohne|non|no|not|n[aã]o|niet|geen|ej|inte|ikke|nie|nem|ne|sin|sans)(?!\p{L})|^(?:\p{L}\.){2,}$/iu;

/** "nicht bestanden", "n.i.O.", "no superado", "不合格". */
export function isForeignDenial(text: string): boolean {
  return foreignDenial.test(text.trim()) || otherScripts.test(text);
}

/** "utcnow is deprecated", "Recording of call 2 could not be saved." */
const harmless =
  /\bdeprecat(?:ed|ion|es)\b|\b(?:recording|audio|screenshot|attachment|log|trace)s?\s(?:\S{1,30}\s){0,4}(?:could|can)\snot\sbe\s(?:saved|uploaded|stored|archived|exported)\b/iu;

/** A sentence about a passed run says that it went well. */
export function isGoodReport(text: string): boolean {
  const trimmed = text.trim();
  if (hasReservation(trimmed)) return false;
  return !/\s/.test(trimmed) || withoutGoodNews(trimmed) !== trimmed || success.test(trimmed);
}

/** "OK with reservations", "Results are preliminary." */
export function hasReservation(text: string): boolean {
  if (text.length > longestReport) return false;
  if (isKnownWord(text.trim())) return isBadWord(text.trim());
  const rest = withoutGoodNews(text);
  return otherScripts.test(text) || reservation.test(rest) || hasBadWord(rest) || trouble.test(rest);
}

function withoutGoodNews(text: string): string {
  return text.replace(noneFailed, "").replace(harmless, "");
}

/** "OK - results incomplete", "Conversation was interrupted." */
function hasBadWord(text: string): boolean {
  return (text.match(/[\p{L}-]+/gu) ?? []).some(
    word => findWord(squash(word))?.uses.includes("flag") && tells.has(statusOfWord(word)),
  );
}

const tells: ReadonlySet<Status | null> = new Set(["failed", "interrupted", "undecided", "unrun"]);

const trouble =
  /\b(?:fail(?:ed|ure|ures|s|ing)?|timed\sout|time-?outs?|crash\p{L}*|unavailable|unreachable|refused|ignored|skipped|replayed|replaced\sby|substituted|mocked|dropped|lost|set\sto\spass\p{L}*|[45]\d\d\sfor|(?:could|did|can)\s?(?:not|n't)\s(?:be\s(?!saved|uploaded|stored|sent|delivered|archived|exported)|(?!be\s))\p{L}+)\b/iu;

/** `warnings: ["Call 2 failed and was ignored"]`, but not that a recording could not be saved. */
export function tellsTrouble(text: string): boolean {
  return text.length <= longestReport && trouble.test(withoutGoodNews(text));
}

/** The sentences of a remark, which can be a text, an object with one, or a list of both. */
export function sentencesIn(remark: JsonValue): string[] {
  if (typeof remark === "string") return [remark];
  if (Array.isArray(remark)) return remark.flatMap(sentencesIn);
  if (!isJsonObject(remark)) return [];
  const textsUnder = (names: RegExp) =>
    Object.entries(remark).flatMap(([name, text]) =>
      typeof text === "string" && names.test(keyOf(name).squashed) ? [text] : [],
    );
  const texts = textsUnder(/^(?:text|message|body|note)$/);
  return texts.length > 0 ? texts : textsUnder(/^(?:name|title|description|summary)$/);
}

/** Remarks about a run, in sentences. */
export function isSentence(key: Key): boolean {
  return remarks.test(key.squashed);
}

/** Names of what people and programs remark about a run. */
export function isRemark({ squashed }: Key): boolean {
  return outputs.test(squashed) || remarks.test(squashed);
}

/** `notes: ["1 call could not be placed."]`, `warnings: ["Timeout talking to agent"]`, `stderr: "Traceback …"`. */
export function tellsReservation(key: Key, text: string): boolean {
  if (outputs.test(key.squashed)) return thrown.test(text) || logsError(text);
  return hasReservation(text);
}

const remarks =
  /(?:notes?|notices?|remarks?|diagnostics|warnings?|alerts?|comments?|caveats?|disclaimers?|observations?|hints?|tips?|banner|watermark)(?:text|message)?$/;

const outputs = /^(?:stderr|systemerr|log)$/;

const thrown = /^(?:Traceback\b|Error:|[A-Z]\w{2,30}Error:)|Exception\b|\babort(?:ed|ing)\b|\brefused\b/;

// --- Sentences of cases and messages -----------------------------------------------------------------------------------

const silence = /\b(?:no\s(?:reply|answer|response|audio)|not\s(?:answer|reply|respond))\b/i;

/** `message: "The agent gave no reply"`. */
export function tellsSilence(text: string): boolean {
  return silence.test(text);
}

const notJudged =
  /\b(?:not|never)\s(?:be\s)?(?:evaluated|assessed|judged|graded|scored)\b|\b(?:could\snot|cannot|can't|unable\sto)\s(?:evaluate|assess|judge|grade|score)\b|\bpass(?:ed|ing)?\sby\sdefault\b|\b(?:judge|evaluator|grader)\s(?:did|could|has)\s?(?:not|n't)\s(?:answer|respond|reply|return)|\b(?:judge|evaluator|grader)\s(?:returned|gave|sent)\sno(?:thing)?\b|\b(?:counted|treated)\sas\s(?:a\s)?(?:pass|success)|\b(?:assumed|defaulted\sto|presumed)\s(?:a\s)?pass|\btaken\sover\sfrom\b|\b(?:result|verdict)\s(?:was\s)?(?:copied|reused|carried\sover)\b|\b(?:graded|judged|scored|rated)\swithout\s|\bno\s(?:answer|response|reply)\sfrom\sthe\s(?:agent|bot|assistant)\b|\b(?:agent|bot|assistant)\s(?:did\snot|didn't|never)\s(?:answer|respond|reply|react)(?=[.,;!]|$)|\b(?:judge|evaluator|grader)\s(?:was\s)?(?:crashed|failed|timed\sout|unavailable|unreachable)\b|\bdefault\s(?:score|verdict|grade|rating)\b|\b(?:score|verdict|grade|rating)\sdefaulted\b|^(?:the\s)?(?:agent|bot|assistant)\swas\s(?:unreachable|unavailable|offline)\b|\b(?:set|marked|changed|overridden)\s(?:to|as)\spass(?:ed)?\b|\bnever\s(?:connected|started|answered)\b/i;

/** `rationale: "I could not evaluate this; passing by default"`. */
export function tellsNoJudgement(text: string): boolean {
  return notJudged.test(text);
}

const notMet =
  /(?<!\b(?:no|none\sof\sthe|neither)\s)\b(?:criteri(?:on|a)|goals?|requirements?|expectations?|objectives?|conditions?)(?:\s\d{1,3})?\s(?:is|are|was|were|(?:has|have)\sbeen)\s(?:\p{L}{1,20}ly\s|thus\s|therefore\s|hence\s)?(?:violated|broken|breached|failed|missed|unmet|not\s(?:fully\s|yet\s)?(?:met|fulfilled|satisfied|reached|achieved))\b|\b(?:violates|breaches|fails|misses|(?:does|did)\snot\s(?:fully\s)?(?:meet|fulfill?|satisfy|reach|achieve))\s(?:this|the)\s(?:criterion|goal|requirement|expectation|objective)\b/iu;

/** `rationale: "The bot promises to win. This criterion is violated."` */
export function tellsNotMet(text: string): boolean {
  return notMet.test(text);
}

const brokenSetup =
  /\b(?:no\s(?:credentials|connection|access|license|quota)|broke(?:n)?|unavailable|unreachable|offline|down|crashed|timed\sout|fail(?:s|ed|ing)|error|could\snot|repeat|retry)\b/i;

/** `skip_reason: "No credentials for the trunk"`: the case was not left out on purpose. */
export function tellsOfBrokenSetup(text: string): boolean {
  return brokenSetup.test(text);
}

const saysFailed =
  /^(?:fail(?:ed|ure)?|not\s(?:executed|evaluated|run|judged)|skipped)(?:\s?[:\-–]|\s(?:because|since|as|due)\b)/i;

/** `explanation: "FAIL: never verified the identity."` */
export function beginsWithFailure(text: string): boolean {
  return saysFailed.test(text);
}

const loggedError = /\b(?:ERROR|FATAL|CRITICAL)\b/;

/** `log: ["10:00:02 ERROR agent refused connection"]`. */
export function logsError(text: string): boolean {
  return loggedError.test(text);
}
