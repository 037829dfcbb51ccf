/** The lists that are bad news: those that lack parts, and those that tell of trouble. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { endsInNothing, namesNothingReal, showsBrokenAnswer } from "./bad-texts.ts";
import { comparedNamesOf } from "./compared-names.ts";
import { conversationIn, type Turn } from "./conversation.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { lacksParts } from "./missing-parts.ts";
import { severityNameSet } from "./objections.ts";
import {
  isRemark,
  isReport,
  logsError,
  sentencesIn,
  tellsGap,
  tellsReservation,
  tellsSilence,
  tellsTrouble,
} from "./prose.ts";
import { caseLists, isDoubtfulWord, messages, named, rulesByKey, soundsBad } from "./value-rules.ts";
import { countIn, holdsNothing } from "./values.ts";
import { isBadWord, isKnownWord, squash, statusOfResult } from "./words.ts";

const unmet =
  /^(?:un(?:met|resolved|satisfied|answered)|missing|missed|omitted|ignored|violated)|^forbidden.*(?:found|used|said)$/;

/** `prompts: [{ text: "…", status: "failed" }]`. */
const mostInputs = 100;

const inputs = /^(?:prompt|input|utterance)s$/;

const kindOfMessage = /^(?:type|kind|category)$/;

const eventName = /^(?:event|text|message)$/;

const errorLevel =
  /^(?:e|err|error|failure|failed|fatal|critical|severe|major|high|blocker|a|abort|aborted|x)$/i;

const unfinishedList =
  /^(?:pending|outstanding|unresolved|missing|awaited|awaiting|open(?!ai|api|ing)).|^(?:queued?|backlog|remaining)$|.(?:pending|outstanding|unresolved|missing)$/;

const problems = /(?:issues|problems|incidents|outages)$/;

const troubles =
  /(?:issues|problems|warnings|concerns|complaints|objections|suspicions|deviations|mistakes|mismatches|un(?:checked|verified|tested|clear)|open(?:point|question|item)s)$/;

const workers = /^(?:shard|worker|partition)s$/;

const criteriaLists = /^(?:assertions|criteria|expectations)$/;

const connection = /^(?:edges|nodes|items)$/;

const invalidTag =
  /^(?:invalid|void|draft|failed|broken|obsolete|superseded|expired|stale|aborted|cancell?ed|do[-_ ]not[-_ ](?:use|ship|merge|release|deploy))$/i;

/** A pass of such a case is no pass of the agent. */
const excuse =
  /^(?:xfail|xpass|(?:expected|known)(?:to)?fail(?:ure|ed|ing)?|(?:verdict|result)?(?:overridden|overruled)|(?:manual|forced?)pass(?:ed)?|waived|muted|quarantined?)$/;

const exchange = /^(?:transcript|turns|messages|(?:agent|assistant|bot)?(?:replies|responses|answers))$/;

const judgeLists = /^(?:judges|evaluators|graders|scorers)$/;

const statusHistory = /^(?:status|state)(?:history|transitions)$/;

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

export function mostOf(amounts: ReadonlySet<number>): number {
  return Math.max(0, ...amounts);
}

export const badLists = rulesByKey<readonly JsonValue[]>([
  { under: named(statusHistory), isBad: endsBadly },
  { under: key => key.isCheckList, isBad: list => list.some(countsNothing) },
  // `messages: [{ severity: "error", text: "…" }]` of a run
  { under: named(messages), isBad: (list, { isInCase }) => !isInCase && list.some(reportsError) },
  // `tags: ["invalid"]`, `tags: ["mock-agent"]` of a run, `tags: ["verdict_overridden"]` of a case
  {
    under: named(/^(?:tags|labels)$/),
    isBad: (list, { key, isInCase }) => list.some(each => (isInCase ? isExcuse(each) : isBadTag(key, each))),
  },
  // `signatures: ["ana", null]`
  {
    under: key => !key.isIgnored,
    isBad: (list, { isInCase }) =>
      !isInCase && list.includes(null) && list.some(each => typeof each === "string"),
  },
  // `notes: ["Call 2 failed."]` of a run
  {
    under: isRemark,
    isBad: (list, { key, isInCase }) =>
      !isInCase && sentencesIn([...list]).some(text => tellsReservation(key, text)),
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
  // `gates: [{ name: "safety", result: "skipped" }]`
  { under: key => key.isRunCriterion, isBad: list => list.some(isSkipped) },
  // `shards: []`, `cases: []` of a run that counts cases
  {
    under: key => key.elementKind === "cases" || workers.test(key.squashed),
    isBad: (list, { isInCase, wholes }) => !isInCase && list.length === 0 && mostOf(wholes) > 0,
  },
  // `{ totalCount: 3, edges: [] }`, `assertions: { nodes: [] }` of a case
  {
    under: named(connection),
    isBad: (list, { object, around, isInCase }) =>
      list.length === 0 && (statesLength(object) || (isInCase && criteriaLists.test(around.squashed))),
  },
  // `transcript: []`, `checks: []` of a case
  {
    under: key => key.isCheckList || exchange.test(key.squashed) || criteriaLists.test(key.squashed),
    isBad: (list, { isInCase }) => isInCase && list.length === 0,
  },
  // `attempt_results: ["passed", "no_answer"]` of a case: the last attempt counts
  {
    under: named(/^(?:attempt|try|call)(?:result|outcome|statuse?)s$/),
    isBad: (list, { isInCase }) =>
      isInCase && typeof list.at(-1) === "string" && endsInNothing(String(list.at(-1))),
  },
  // `steps: [{ status: "skipped" }, { status: "skipped" }]` of a case: nothing was done
  {
    under: named(/^steps$/),
    isBad: (list, { isInCase }) => isInCase && list.length > 1 && list.every(isSkipped),
  },
  // `tool_calls: [{ tool: "refund", response: { http_status: 503 } }]` of a case: the last call failed
  {
    under: named(/^(?:tool|function)(?:call|invocation)s?$/),
    isBad: (list, { isInCase }) => isInCase && failedAsCall(list.at(-1)),
  },
  // `transcript: [{ role: "caller", text: "Hello?" }]`: the agent said nothing
  {
    under: named(/^(?:transcript|turns|conversation|dialogue?)$/),
    isBad: (list, { isInCase }) => isInCase && isAgentSilent(list),
  },
  // `transcript: [{ role: "agent", text: "<502 Bad Gateway>" }]`
  {
    under: named(exchange),
    isBad: (list, { isInCase }) => isInCase && list.some(isBrokenTurn),
  },
  // `test: [{ name: "Handed over", action: [] }]`
  {
    under: key => !key.isIgnored && !key.isDescription && !key.isDescribing,
    isBad: (list, { object, around }) =>
      list.length === 0 && caseLists.has(around.elementKind) && holdsNames(object),
  },
  // `warnings: ["The agent named a wrong amount"]` of a case
  {
    under: named(troubles),
    isBad: (list, { isInCase }) =>
      isInCase && list.some(each => typeof each !== "string" || !isReference(each)),
  },
  // `pending_approvals: ["kim"]`, `infrastructure_issues: ["Worker restarted"]` of a run
  {
    under: key => unfinishedList.test(key.squashed) || problems.test(key.squashed),
    isBad: (list, { isInCase }) => !isInCase && list.length > 0,
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

/** `issues: ["SHOP-12", "#40"]` */
function isReference(text: string): boolean {
  return /^(?:#?\d+|\w+[-#/]\d+|https?:\S+)$/.test(text);
}

function isBrokenTurn(turn: JsonValue): boolean {
  if (!isJsonObject(turn)) return typeof turn === "string" && showsBrokenAnswer(turn);
  return comparedNamesOf(turn).some(name => {
    const value = turn[name];
    if (typeof value === "number") return httpStatusNames.test(keyOf(name).squashed) && value >= 400;
    return typeof value === "string" && showsBrokenAnswer(value);
  });
}

/** The call or its response names a failure. */
function failedAsCall(call: JsonValue | undefined, depth = 0): boolean {
  if (!isJsonObject(call)) return false;
  return comparedNamesOf(call).some(name => {
    const { squashed } = keyOf(name);
    const value = call[name] ?? null;
    if (typeof value === "number") return httpStatusNames.test(squashed) && value >= 400;
    if (isJsonObject(value))
      return depth === 0 && /^(?:response|result|output)$/.test(squashed) && failedAsCall(value, 1);
    if (/^error(?:message|code)?$/.test(squashed)) return !holdsNothing(value);
    return /^(?:ok|success|succeeded)$/.test(squashed) && value === false;
  });
}

const httpStatusNames = /^(?:http)?(?:status|statuscode|responsecode)$/;

function isSkipped(step: JsonValue): boolean {
  return (
    isJsonObject(step) &&
    comparedNamesOf(step).some(
      name => keyOf(name).outcomeName !== null && statusOfResult(String(step[name])) === "skipped",
    )
  );
}

/** Each turn has a speaker, and no text is the agent's. */
function isAgentSilent(turns: readonly JsonValue[]): boolean {
  const spoken = conversationIn([...turns]) ?? [];
  const isOther = ({ speaker }: Turn) => speaker !== undefined && otherSpeakers.test(speaker);
  const ofAgent = spoken.filter(turn => !isOther(turn));
  const isEachNamed = spoken.every(({ speaker }) => speaker !== undefined);
  return isEachNamed && spoken.some(isOther) && ofAgent.every(({ text }) => text.trim() === "");
}

const otherSpeakers = /^(?:persona|caller|customer|user|human|client|guest|patient|visitor)$/i;

/** Nothing in the case says what came of it. */
function holdsNames(object: JsonObject): boolean {
  return comparedNamesOf(object).every(name => {
    const value = object[name] ?? null;
    return holdsNothing(value) || (typeof value === "string" && keyOf(name).isDescribing);
  });
}

/** A tag can be a topic, such as "cancellation". */
function isBadTag(key: Key, tag: JsonValue): boolean {
  return typeof tag === "string" && (invalidTag.test(tag) || namesNothingReal(key, tag));
}

function isExcuse(tag: JsonValue): boolean {
  return typeof tag === "string" && excuse.test(squash(tag));
}

function statesLength(object: JsonObject): boolean {
  return comparedNamesOf(object).some(
    name => keyOf(name).pagination === "length" && (countIn(object[name] ?? null) ?? 0) > 0,
  );
}

/** Such counts are of checks that were never made. */
export function countsNothing(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const counts = comparedNamesOf(value).filter(name => keyOf(name).isCount);
  return counts.length > 1 && counts.every(name => value[name] === 0);
}

/** `judges: ["pass", "fail"]`, `checks: ["identity: fail", "FAIL: greeting"]`. */
function isBadElement(element: JsonValue): boolean {
  if (typeof element !== "string") return element === false;
  if (isDoubtfulWord(element)) return true;
  const words = element.length <= 80 ? element.split(":").map(word => word.trim()) : [];
  return [words[0], words.at(-1)].some(word => word !== undefined && isKnownWord(word) && isBadWord(word));
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

function reportsError(element: JsonValue): boolean {
  if (!isJsonObject(element))
    return typeof element === "string" && (tellsGap(element) || tellsTrouble(element) || logsError(element));
  return comparedNamesOf(element).some(name => {
    const { squashed } = keyOf(name);
    const text = element[name];
    if (typeof text !== "string") return false;
    if (kindOfMessage.test(squashed)) return errorLevel.test(text) || soundsBad(text);
    if (eventName.test(squashed) && tellsTrouble(text)) return true;
    return severityNameSet.has(squashed)
      ? errorLevel.test(text)
      : isReport(keyOf(name)) && (tellsGap(text) || tellsSilence(text));
  });
}

function leadsToNextPage(element: JsonValue): boolean {
  return (
    isJsonObject(element) &&
    comparedNamesOf(element).some(name => /^rel(?:ation)?$/.test(squash(name)) && element[name] === "next")
  );
}

/** Only the last element of a history is about the run as it is now. */
function endsBadly(history: readonly JsonValue[]): boolean {
  const last = history.at(-1);
  return (
    isJsonObject(last) && Object.values(last).some(value => typeof value === "string" && isBadWord(value))
  );
}
