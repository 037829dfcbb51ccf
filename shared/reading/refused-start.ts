/** Sees whether the response to the start of a run refuses the run, or otherwise doesn't show that a run began. */

import type { JsonObject } from "../json.ts";
import { announcesCases, findAnnouncement } from "./announced-cases.ts";
import {
  type Evidence,
  type EvidenceFact,
  type EvidenceStatement,
  statementOf,
  type VerdictRemedy,
} from "./evidence.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import { readResponse } from "./read.ts";
import type { Reading } from "./reading.ts";
import type { RequestReference } from "./records.ts";
import { flatObjectIdIn, targetIdIn } from "./run-objects.ts";
import { type StartField, startFields } from "./start-fields.ts";
import { messageTextIn, momentIn } from "./values.ts";
import type { Status } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";
import {
  isTaughtHarmless,
  readWithTaughtWords,
  splitTable,
  squash,
  squashedWords,
  statusOfResult,
  type TaughtWords,
  taughtStatusOf,
} from "./words.ts";

export interface Refusal {
  readonly evidence: Evidence;
  /** The response doesn't refuse the run, but doesn't show that a new one began now. A report of the run can show it. */
  readonly isSilent: boolean;
  /** The run is an earlier one, so its id in a report shows nothing. */
  readonly isEarlierRun?: true;
}

export interface StartSigns {
  /** The response has the id of a run or of its cases, or a time at which the run began. */
  readonly hasRun: boolean;
  /** By its status, the service has accepted the request. */
  readonly isAccepted: boolean;
  /** A later start is not now, in milliseconds since 1970 by the clock of the service. */
  readonly latestStart?: number | undefined;
  /** The words that the team has taught. */
  readonly words?: TaughtWords | undefined;
}

/** Undefined if the run may have begun. */
export function findRefusal(response: JsonObject, reading: Reading, start: StartSigns): Refusal | undefined {
  const { words = new Map() } = start;
  const refusal = readWithTaughtWords(words, () => refusalIn(response, reading, start));
  return refusal && { ...refusal, evidence: withReason(refusal.evidence, response) };
}

/** The start of a run that began in part only: `errors: [{ to: "+1" }]`, `rejected: 1`, `dry_run: true`, `userErrors: ["Busy"]`. */
export function findPartialStart(
  response: JsonObject,
  request: RequestReference,
  words: TaughtWords | undefined,
): Evidence | undefined {
  const reading = readResponse(response, { request, isOver: true, words });
  const { evidence } = reading;
  if (isRefusal(reading) || evidence.basis?.kind === "all-skipped") return evidence;
  const errors = startFields(response).find(
    ({ name, value }) => Array.isArray(value) && value.length > 0 && errorList.test(squash(name)),
  );
  return errors && { basis: statementOf(factOf(errors)), notes: [] };
}

/** `userErrors`, but not `previousErrors`. */
const errorList =
  /^(?:user|mutation|validation|run|start|request|call|client|server|execution|dial|dialing|carrier|provider|trunk)?(?:errors|problems|failures)$/;

/** `{ accepted: false, reason: "No minutes left" }`: people need the reason, whatever its words are. */
function withReason(evidence: Evidence, response: JsonObject): Evidence {
  const { basis } = evidence;
  if (basis?.kind !== "facts") return evidence;
  const isKnown = (path: string) =>
    factStatements(evidence).some(({ facts }) => facts.some(fact => fact.path === path));
  const reason = startFields(response).find(
    ({ name, path, value }) => typeof value === "string" && prose.has(squash(name)) && !isKnown(path),
  );
  if (reason === undefined) return evidence;
  const { path, name, value } = reason;
  const fact = { path, name, value: String(value).slice(0, longestText), status: null };
  return { ...evidence, basis: { ...basis, facts: [...basis.facts, fact] } };
}

function refusalIn(
  response: JsonObject,
  reading: Reading,
  { hasRun, isAccepted, latestStart }: StartSigns,
): Refusal | undefined {
  if (isRefusal(reading)) return { evidence: reading.evidence, isSilent: false };
  const signs = signsIn(response, latestStart);
  const find = (...kinds: Sign["kind"][]) => signs.find(({ kind }) => kinds.includes(kind));
  const hasBegun = find("begun") !== undefined;
  const unbegun = find("denied", "unbegun");
  const sign = find("refused") ?? (hasBegun ? undefined : (unbegun ?? (hasRun ? undefined : find("no-run"))));
  if (sign !== undefined) return refusalBy(sign.fact, false);
  const notNew = find("not-new");
  if (notNew !== undefined) {
    const isEarlierRun = !later.has(squash(notNew.fact.name));
    return { ...refusalBy(notNew.fact, true), ...(isEarlierRun && { isEarlierRun }) };
  }
  const contradiction = findContradiction(response, signs);
  if (contradiction !== undefined) return refusalBy(contradiction.fact, true);
  if (hasRun || hasBegun) return undefined;
  if (statesUnknownWord(reading)) return { evidence: reading.evidence, isSilent: false };
  const none = find("no-cases");
  const soundsAccepted = reading.isRunning || reading.verdict === "passed" || find("accepted") !== undefined;
  if (isAccepted || (none === undefined && soundsAccepted)) return undefined;
  const fact = none?.fact ?? findTellingFact(response);
  return fact && withRemedy(refusalBy(fact, true), fact);
}

/** The language of a service can be any, so the team can say what a field means that is not known. */
function withRemedy(refusal: Refusal, fact: EvidenceFact): Refusal {
  const remedy = remedyFor(fact);
  return remedy === undefined ? refusal : { ...refusal, evidence: { ...refusal.evidence, remedy } };
}

function remedyFor({ name, value = null }: EvidenceFact): VerdictRemedy | undefined {
  if (flatObjectIdIn(name, value, "").length > 0)
    return targetIdIn(name, value, "").length > 0 ? undefined : { by: "fields", fields: [name] };
  const { isDescribing, isIrrelevant } = keyOf(name);
  const word = typeof value === "boolean" ? name : value;
  const isKnown = isDescribing || isIrrelevant || prose.has(squash(name)) || flagWords.has(squash(name));
  return !isKnown && typeof word === "string" && unknownWord.test(word) && statusOfResult(word) === null
    ? { by: "words", word }
    : undefined;
}

/** "gestartet", "wird_gestartet", "en cours". */
const unknownWord = /^\p{L}+(?:[ _-]\p{L}+){0,2}$/u;

/**
 * `{ status: "started", calls_placed: 0 }`, `{ status: "started", message: "The channel is disabled" }`. A run that waits,
 * and one that announces its cases, can have placed no calls yet.
 */
function findContradiction(response: JsonObject, signs: readonly Sign[]): Sign | undefined {
  const begun = signs.filter(({ kind }) => kind === "begun");
  const isUnderWay = begun.some(
    ({ fact: { name, value } }) => keyOf(name).outcomeName !== null && !isWaiting(value),
  );
  if (!isUnderWay) return undefined;
  const denial = signs.find(({ kind }) => kind === "denied");
  const isCounted =
    findAnnouncement(response) !== undefined || begun.some(({ fact }) => typeof fact.value === "number");
  const none = signs.find(
    ({ kind, fact }) =>
      (kind === "no-run" || kind === "no-cases") && fact.value === 0 && countsBegun(fact.name),
  );
  return denial ?? (isCounted ? undefined : none);
}

function isWaiting(value: EvidenceFact["value"]): boolean {
  return typeof value !== "string" || waiting.has(squash(value));
}

function countsBegun(name: string): boolean {
  return tokensOf(name).some(word => countedWords.has(word));
}

function refusalBy(fact: EvidenceFact, isSilent: boolean): Refusal {
  return { evidence: { basis: statementOf(fact), notes: [] }, isSilent };
}

/** Undefined if the response contains nothing, as many honest responses to a start do. */
function findTellingFact(response: JsonObject): EvidenceFact | undefined {
  const facts = startFields(response).flatMap((field): EvidenceFact[] =>
    field.value === null || field.value === "" || saysNothing(field) ? [] : [factOf(field)],
  );
  const isId = ({ name, value = null }: EvidenceFact) =>
    keyOf(name).isId || flatObjectIdIn(name, value, "").length > 0;
  return facts.findLast(fact => !isId(fact)) ?? facts[0];
}

/** `words: { lauf_id: skipped }`, `words: { asynchron: skipped }`. */
function saysNothing({ name, value }: StartField): boolean {
  const meaning = typeof value === "string" ? taughtStatusOf(value) : undefined;
  return isTaughtHarmless(squash(name)) || meaning === "skipped";
}

function factOf({ path, name, value }: StartField): EvidenceFact {
  return { path, name, value: excerptOf(value), status: null };
}

function excerptOf(value: StartField["value"]): string | number | boolean | null {
  if (Array.isArray(value))
    return value.length === 0 ? "[]" : (messageTextIn(value)?.slice(0, longestText) ?? "[…]");
  return typeof value === "string" ? value.slice(0, longestText) : value;
}

/** The start neither runs nor succeeded, such as `success: false`, `status: "cancelled"` or `accepted: false`. */
function isRefusal({ verdict, isRunning, evidence }: Reading): boolean {
  if (isRunning || verdict !== "unknown") return verdict === "failed";
  const statuses = factStatements(evidence).flatMap(({ facts }) => facts.map(({ status }) => status));
  return statuses.some(status => status !== null && refusals.has(status));
}

const refusals: ReadonlySet<Status> = new Set(["failed", "interrupted", "skipped", "undecided"]);

function statesUnknownWord({ isRunning, evidence }: Reading): boolean {
  return !isRunning && factStatements(evidence).some(({ meaning }) => meaning === "unknown-word");
}

function factStatements({ basis, objection }: Evidence) {
  return [basis, objection].filter(
    (statement): statement is EvidenceStatement & { kind: "facts" } => statement?.kind === "facts",
  );
}

interface Sign {
  /**
   * `refused` counts even if another field says that a run goes on, because that is an earlier run. `accepted` is weaker
   * than `begun`, because it can be about the request. `denied`: a text says that nothing runs, while `unbegun` can be a
   * wait. `not-new`: the run is an earlier one, or begins later.
   */
  readonly kind: "begun" | "accepted" | "denied" | "unbegun" | "no-run" | "no-cases" | "refused" | "not-new";
  readonly fact: EvidenceFact;
}

const longestText = 500;
const runs = new Set(squashedWords(vocabulary.startWords.runs));
const reused = new Set(squashedWords(vocabulary.startWords.reused));
const made = new Set(squashedWords(vocabulary.startWords.made));
const later = new Set(squashedWords(vocabulary.startWords.later));
const reasons = new Set(squashedWords(vocabulary.startWords.reasons));
const requestFlags = new Set(squashedWords(vocabulary.requestFlags));
const prose = new Set(squashedWords(`${vocabulary.reportNames} | ${vocabulary.startWords.reasons}`));

function signsIn(response: JsonObject, latestStart: number | undefined): Sign[] {
  return startFields(response).flatMap(({ name, path, value: whole }): Sign[] => {
    const value = excerptOf(whole);
    const isEmpty = whole === 0 || (Array.isArray(whole) && whole.length === 0);
    // `triggered_check_ids: ["c1"]`
    const hasBegun = Array.isArray(whole) && !isEmpty && countsBegun(name);
    const kind = isNotNew(squash(name), value, latestStart)
      ? "not-new"
      : hasBegun
        ? "begun"
        : isEmpty && announcesCases(name, whole)
          ? "no-cases"
          : Array.isArray(whole)
            ? kindOfList(name, value)
            : kindOf(name, value);
    return kind === null ? [] : [{ kind, fact: { path, name, value, status: null } }];
  });
}

/** A word of the team counts under any name. */
function kindOfTaught(status: Status): Sign["kind"] | null {
  if (meansBegun(status)) return "begun";
  return status === "failed" ? "refused" : status === "undecided" ? "unbegun" : null;
}

function kindOfTaughtDenial(status: Status): Sign["kind"] | null {
  return meansBegun(status) ? "unbegun" : null;
}

/** `warnings: ["Trunk down: no call was placed"]`. */
function kindOfList(name: string, text: EvidenceFact["value"]): Sign["kind"] | null {
  return typeof text === "string" && prose.has(squash(name)) ? kindOfProse(text) : null;
}

function kindOf(name: string, value: string | number | boolean | null): Sign["kind"] | null {
  const squashed = squash(name);
  if (value === null) return runs.has(squashed) ? "no-run" : null;
  const taught =
    typeof value === "number" ? undefined : taughtStatusOf(typeof value === "string" ? value : name);
  if (taught !== undefined) return value === false ? kindOfTaughtDenial(taught) : kindOfTaught(taught);
  if (value === true && requestFlags.has(squashed)) return "accepted";
  if (typeof value !== "string") return kindOfCount(name, value);
  if (keyOf(name).outcomeName !== null) return kindOfStatus(value);
  if (reasons.has(squashed)) return kindOfReason(value);
  return prose.has(squashed) ? kindOfProse(value) : null;
}

// --- Names ---------------------------------------------------------------------------------------------------------

const { startWords } = vocabulary;
const countedWords = new Set(splitTable(startWords.begun));
const stateWords = new Set(splitTable(startWords.states));
const allowedWords = new Set([...countedWords, ...stateWords, ...splitTable(startWords.fillers)]);
const flagWords = new Set([
  ...allowedWords,
  ...[startWords.unbegun, startWords.refused].flatMap(splitTable).flatMap(tokensOf),
]);

function kindOfCount(name: string, value: number | boolean): Sign["kind"] | null {
  const words = tokensOf(name);
  if (words.every(word => allowedWords.has(word))) {
    const isCounted = words.some(word => countedWords.has(word));
    // The channel can be active without a run.
    if (Number(value) > 0) return isCounted || words.includes("running") ? "begun" : null;
    // A run that has an id can have placed no calls yet.
    if (isCounted || words.some(word => stateWords.has(word))) return value === false ? "unbegun" : "no-run";
  }
  if (value === true) return words.every(word => flagWords.has(word)) ? kindOfStatus(name) : null;
  const { isCount, isCode, outcomeName, status } = keyOf(name);
  const mayBeCode = isCode || outcomeName !== null || reasons.has(squash(name));
  if (mayBeCode && isSuccessCode(value)) return "accepted";
  return isCount && Number(value) > 0 && meansBegun(status) ? "begun" : null;
}

/** `status: 202` */
function isSuccessCode(value: number | boolean): boolean {
  return typeof value === "number" && value >= 200 && value < 300;
}

/** `existing: true`, `created: false`, `duplicate_of: "run_1"`, `scheduled_for: "2031-01-01T00:00:00Z"`. */
function isNotNew(
  name: string,
  value: string | number | boolean | null,
  latestStart: number | undefined,
): boolean {
  if (typeof value === "boolean") return (value ? reused : made).has(name);
  return (
    (reused.has(name) && typeof value === "string" && value !== "") ||
    (later.has(name) && (momentIn(value) ?? 0) > (latestStart ?? Number.POSITIVE_INFINITY))
  );
}

// --- Texts ---------------------------------------------------------------------------------------------------------

const anyOf = (table: string) => `(?:${splitTable(table).join("|")})`;
const waiting = new Set(squashedWords(startWords.waiting));
const limited = new RegExp(`\\b${anyOf(startWords.limits)}\\b`);
const off = new RegExp(
  `\\b${anyOf(startWords.targets)} (?:(?:is|was|are|were|currently|still|now) ){0,2}${anyOf(startWords.off)}\\b`,
);
const begun = new RegExp(`\\b${anyOf(startWords.begun)}\\b`);
const unbegun = new RegExp(`\\b${anyOf(startWords.unbegun)}\\b`);
const refused = new RegExp(`\\b${anyOf(startWords.refused)}\\b`);
const accepted = new RegExp(`\\b${anyOf(startWords.accepted)}\\b`);
const negated = new RegExp(`\\b(?:no|${anyOf(startWords.denials)})\\b`);
const activeRun = /\b(?:run|job|execution|tests?) (?:is )?(?:in progress|active|running)\b/;
/** "not started", "could not be queued", "didn't begin", "no calls were placed". */
const denied = new RegExp(
  `\\b(?:${anyOf(startWords.denials)}|no (?:new )?${anyOf(startWords.fillers)})(?: \\w+){0,3}? ` +
    `${anyOf(`${startWords.begun} | ${startWords.verbs}`)}\\b`,
);

function wordsOf(text: string): string {
  return tokensOf(text).join(" ");
}

function kindOfStatus(text: string): Sign["kind"] | null {
  const words = wordsOf(text);
  if (refused.test(words)) return "refused";
  if (unbegun.test(words)) return "unbegun";
  const status = statusOfResult(text);
  return meansBegun(status) ? "begun" : status === "success" ? "accepted" : null;
}

function meansBegun(status: Status | null): boolean {
  return status === "running" || status === "unrun" || status === "finished" || status === "passed";
}

/** The reason why no run began can be a run that goes on, so no reason shows that a run began. */
function kindOfReason(text: string): Sign["kind"] | null {
  const kind = activeRun.test(wordsOf(text)) ? "unbegun" : kindOfProse(text);
  return kind === "begun" ? "accepted" : kind;
}

/** A clause that says that a run began counts more than one that says why it waits. */
function kindOfProse(text: string): Sign["kind"] | null {
  const kinds = text.split(/[.,;!\n]/).map(kindOfClause);
  return (
    (["refused", "begun", "denied", "unbegun", "accepted"] as const).find(kind => kinds.includes(kind)) ??
    null
  );
}

function kindOfClause(clause: string): Sign["kind"] | null {
  const words = wordsOf(clause);
  if (refused.test(words)) return "refused";
  if (off.test(words) || (denied.test(words) && !limited.test(words))) return "denied";
  if (denied.test(words) || unbegun.test(words)) return "unbegun";
  if (begun.test(words)) return "begun";
  return accepted.test(words) && !negated.test(words.replace(accepted, "")) ? "accepted" : null;
}
