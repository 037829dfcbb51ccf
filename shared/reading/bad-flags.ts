/** The flags that are bad news, and the missing values: what was never judged, decided or switched on. */

import { isJsonObject, type JsonObject } from "../json.ts";
import { comparedNamesOf } from "./compared-names.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import {
  answersOfAgent,
  anyKey,
  approvers,
  judges,
  named,
  namesOpenDecision,
  rulesByKey,
  runnable,
  surroundings,
  testedParty,
} from "./value-rules.ts";
import { countIn, holdsNothing } from "./values.ts";

const breakdowns = /^(?:by|per)|^grouped|breakdown$/;

const switchedOn = /^(?:is)?(?:enabled|active)$/;

const release =
  /^(?:(?:can|may)(?:be)?(?:merged?|deploy(?:ed)?|released?|ship(?:ped)?)|(?:merge|deploy|releas)able)$/;

const decisionTime = /^(?:decided|completed|resolved|finished|adjudicated|approved|reviewed)(?:at|on|by)$/;

const workOfPerson = /^(?:human|manual|review|approval|signoff|adjudication)/;

const fit =
  /^(?:is)?(?:valid|ok|correct|matched|expected|healthy|available|reachable|ready|qualified|certified|validated|calibrated|licensed|deployed|live|matches.*|.*seeded)$/;

const judgeReady = /^(?:is)?(?:available|enabled|reachable|online|ready|ok|calibrated)$/;

const allGiven = /^(?:scores|grades|ratings|sign(?:off|ature)s|approvals|confirmations)$/;

const judgedBy = /^(?:judged|graded|scored|evaluated)by$/;

export const badFlags = rulesByKey<boolean | null>([
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
  // `finalResult: null`
  {
    under: named(/^final(?:result|verdict|status|outcome|score|grade|decision)$/),
    isBad: value => value === null,
  },
  // `signoff: { by: null }`
  {
    under: named(/^(?:by|approver|signer|signatory)$/),
    isBad: (value, { around, isInCase }) =>
      value === null && !isInCase && /^(?:sign-?off|approv|releas|confirm|author)/.test(around.squashed),
  },
  // `agent_reply: null`
  { under: named(answersOfAgent), isBad: (value, { isInCase }) => value === null && isInCase },
  // `scores: { tone: 0.9, facts: null }`, `sign_offs: { qa: "ana", product: null }`
  {
    under: anyKey,
    isBad: (value, { around, object, isInCase }) =>
      value === null &&
      !isInCase &&
      allGiven.test(around.squashed) &&
      Object.values(object).some(each => each !== null),
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
  // `approvedBy: null`
  {
    under: named(approvers),
    isBad: (value, { isInCase }) => value === null && !isInCase,
  },
  // `convos: [{ title: "angry uncle", ok: null }]`
  {
    under: key =>
      (key.isFlag && (key.status === "passed" || key.status === "success")) ||
      key.outcomeName === "verdict" ||
      key.outcomeName === "result",
    isBad: (value, { isInCase, wholes }) => value === null && !isInCase && wholes.size === 0,
  },
  // `judge: null` of a case
  { under: named(judges), isBad: (value, { isInCase }) => value === null && isInCase },
  // `human_label_required: true` beside `human_label: null`
  { under: named(/.required$/), isBad: (value, { key, object }) => value === true && isMissing(key, object) },
  // `second_reader: { required: true, name: null }`, `confirmation: { required: true, given_at: null }`
  {
    under: named(/^(?:is)?(?:required|needed|mandatory)$/),
    isBad: (value, { object, isInCase }) => value === true && !isInCase && isUndone(object),
  },
  // `batch: { enabled: false }`
  {
    under: named(switchedOn),
    isBad: (value, { around }) => value === false && runnable.test(around.squashed),
  },
  // `is_latest: false`, `judge_enabled: false`
  {
    under: named(
      /^(?:is)?(?:latest|current)(?:run|report|result)?$|^(?:judges?|judging|scoring|grad(?:ing|ers?)|evaluat(?:ion|ors?)|assertions?|checks|verification)enabled$/,
    ),
    isBad: (value, { isInCase }) => value === false && !isInCase,
  },
  // `limits: { reached: true }`
  {
    under: named(/^(?:is|was)?(?:reached|exceeded|hit)$/),
    isBad: (value, { around }) => value === true && /^(?:limit|quota|budget|credit)/.test(around.squashed),
  },
  // `auto_passed: true`
  { under: named(/^(?:auto|forced?|default|assumed)(?:pass|passed)$/), isBad: value => value === true },
  // `xfail: true` of a case
  {
    under: named(/^(?:is)?(?:xfail|expected(?:to)?fail(?:ure)?)$/),
    isBad: (value, { isInCase }) => value === true && isInCase,
  },
  // `can_merge: false`
  { under: named(release), isBad: value => value === false },
  // `manualCheck: true`
  { under: namesOpenDecision, isBad: (value, { isInCase }) => value === true && !isInCase },
  // `environment: { matched: false }`, `agent: { deployed: false }`
  {
    under: key => key.newsIfTrue === "good" || fit.test(key.squashed),
    isBad: (value, { around }) =>
      value === false && (surroundings.test(around.squashed) || testedParty.test(around.squashed)),
  },
  // `judge: { available: false }`
  {
    under: named(judgeReady),
    isBad: (value, { around }) => value === false && judges.test(around.squashed),
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

/** The object doesn't say when and by whom what it requires was done. */
function isUndone(object: JsonObject): boolean {
  const others = comparedNamesOf(object).filter(name => object[name] !== true);
  const isEmpty = (name: string) => holdsNothing(object[name] ?? null);
  const whenOrWho = others.filter(name => /(?:at|on|by|date|time)$/.test(keyOf(name).squashed));
  return others.length > 0 && (others.every(isEmpty) || whenOrWho.some(isEmpty));
}

/** The field that the flag requires holds nothing. */
function isMissing({ squashed }: Key, object: JsonObject): boolean {
  const stem = squashed.slice(0, -"required".length);
  const name = comparedNamesOf(object).find(each => keyOf(each).squashed === stem);
  return name === undefined ? workOfPerson.test(stem) : holdsNothing(object[name] ?? null);
}
