/** The numbers that are bad news: work that was not done, and counts of what went wrong. */

import type { JsonObject } from "../json.ts";
import { isInterruption } from "./bad-texts.ts";
import { comparedNamesOf } from "./compared-names.ts";
import { keyOf } from "./keys.ts";
import { change, coverage, named, rulesByKey } from "./value-rules.ts";
import { isBadWord, longestWord } from "./words.ts";

export const withstood = /^(?:blocked|resisted|defended|withstood|survived)$/;

const sipCode = /^sip/;

const excused = /^(?:known|tolerated|waived|quarantined|muted)(?:fail(?:ed|ures?)?|errors?|cases|tests)?$/;

const dayMs = 24 * 60 * 60 * 1000;

const severeCount = /^(?:critical|high|major|severe|blockers?|errors?|fatal)(?:count)?$/;

const labels = /^(?:name|label|key|metric|title|type|kind|measure)$/;

const wholeCount = /^(?:count|total|value)$/;

const goalDone =
  /(?:verified|confirmed|authenticated|met|achieved|reached|resolved|satisfied|success|successful|completion)$/;

/** A judge that is less sure than a coin has decided nothing. */
const leastConfidence = 0.5;

const quality = /^(?:overall)?(?:score|rating|quality)$/;

const work =
  /^(?:(?:no|num|number)(?:of)?)?(?:(?:agent|assistant|bot)?(?:replies|responses)|(?:agent|assistant|bot)(?:reply|turns|messages|lines)|turns?|calls(?:connected|answered|placed)?|conversations|iterations|attacks|messages|utterances|exchanges|checks?|assertions?|samples?|probes|answered|responded|graded|judged|scored|evaluations|attempts|runs|sessions)(?:count|total|run|made|done|performed)?$/;

/** An agent with 0 of it said nothing in its case. */
const spoken =
  /^(?:agent|assistant|bot|reply|response|output|completion)(?:spoken|speech|talk|audio|output|reply)?(?:words?|characters|chars|tokens|seconds|secs?|s|ms|bytes|length|duration)(?:count|total)?$/;

const heard =
  /^(?!err|fail|warn).*(?:received|heard|spoken|transcribed)$|^audio(?:s|sec|seconds|ms|bytes|length|duration.*)$/;

export const badNumbers = rulesByKey<number>([
  // `metrics: [{ name: "failed", value: 2 }]`
  {
    under: key => key.measure === "value" || wholeCount.test(key.squashed),
    isBad: (number, { object, isInCase }) =>
      number > 0 && Number.isInteger(number) && !isInCase && countsBadCases(object),
  },
  { under: named(work), isBad: number => number === 0 },
  // `audio: { agent_seconds: 0 }` of a case
  { under: named(spoken), isBad: (number, { isInCase }) => isInCase && number === 0 },
  // `rtpPacketsReceived: 0`, `audioSeconds: 0`
  { under: key => !key.isBadNews && heard.test(key.squashed), isBad: number => number === 0 },
  // `findings: { critical: 1 }`
  {
    under: named(severeCount),
    isBad: (number, { around, isInCase }) => !isInCase && number > 0 && around.listsFindings,
  },
  // `calls_in_queue: 3`, `retries: { exhausted: 2 }`
  {
    under: named(/inqueue$|^queue(?:length|size|depth)$|^exhausted$/),
    isBad: (number, { isInCase }) => !isInCase && number > 0,
  },
  // `usage: { completion_tokens: 0 }`: no model was called.
  {
    under: named(/^(?:completion|output|total)tokens$/),
    isBad: (number, { isInCase }) => !isInCase && number === 0,
  },
  // `AbortedTimestamp: 1763625840`
  { under: isInterruption, isBad: (number, { isInCase }) => !isInCase && number > 0 },
  // `known_failures: 1`
  { under: named(excused), isBad: (number, { isInCase }) => !isInCase && number > 0 },
  // `delta: -0.08`, `vs_baseline: -3`
  { under: named(change), isBad: (number, { isInCase }) => !isInCase && number < 0 },
  // `coverage: { percent: 40 }`
  {
    under: named(/^(?:percent|pct|percentage|ratio|rate|share)$/),
    isBad: (number, { around, isInCase }) =>
      !isInCase && coverage.test(around.squashed) && number < (number > 1 ? 100 : 1),
  },
  // `age_seconds: 172800`, `data_age_hours: 61`
  {
    under: named(/^(?:data|report|result|snapshot)?age/),
    isBad: (number, { key, isInCase }) => !isInCase && number * unitOfAge(key.squashed) >= dayMs,
  },
  // `jury: { for: 1, against: 4 }`
  {
    under: named(/^against$/),
    isBad: (number, { object, around }) => around.isVoteObject && number >= numberNamed(object, "for"),
  },
  // `attacks: 30, blocked: 27`
  { under: named(withstood), isBad: (number, { object }) => number < numberNamed(object, "attacks") },
  // `iterations: { count: 0 }`
  {
    under: key => key.isTotal && wholeCount.test(key.squashed),
    isBad: (number, { around }) => number === 0 && work.test(around.squashed),
  },
  // `sipStatus: 486`
  { under: named(sipCode), isBad: number => number >= 400 && number < 700 },
  // `score: 0`
  {
    under: named(quality),
    isBad: (number, { isInCase, wholes }) => number === 0 && (isInCase || wholes.size > 0),
  },
  // `confidence: 0.05`
  {
    under: key => /confidence$/.test(key.squashed),
    isBad: number => number < leastConfidence,
  },
  // `idVerified: 0`
  {
    under: key => !key.isRatio && goalDone.test(key.squashed),
    isBad: (number, { isInCase }) => number === 0 && isInCase,
  },
]);

/** In milliseconds. */
function unitOfAge(squashed: string): number {
  const units: readonly (readonly [RegExp, number])[] = [
    [/days?$/, dayMs],
    [/(?:hours?|hrs?|h)$/, dayMs / 24],
    [/min(?:ute)?s?$/, dayMs / 24 / 60],
    [/(?:ms|millis|milliseconds)$/, 1],
  ];
  return units.find(([ending]) => ending.test(squashed))?.[1] ?? 1000;
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

/** Zero without such a number. */
function numberNamed(object: JsonObject, squashed: string): number {
  const name = comparedNamesOf(object).find(each => keyOf(each).squashed === squashed);
  const number = name === undefined ? 0 : object[name];
  return typeof number === "number" ? number : 0;
}
