/** Finds out whether a response says by its own words that something failed, wherever it says so. */

import type { ReadingRules } from "../catalog/catalog.ts";
import type { JsonObject } from "../json.ts";
import { isAboveZero } from "./facts.ts";
import { judgementInputOf } from "./judgement-input.ts";
import { taughtWordsOf } from "./taught-words.ts";
import type { Status } from "./vocabulary.ts";
import { readWithTaughtWords } from "./words.ts";

/** A failure counts also if the verdict doesn't rest on it, such as one in the counts of a run that goes on. */
export function saysFailed(response: JsonObject, words?: ReadingRules["words"]): boolean {
  return readWithTaughtWords(taughtWordsOf(words) ?? new Map(), () => {
    const { findings, counts, list } = judgementInputOf(response, { request: undefined });
    const { runOutcomes, otherOutcomes, partOutcomes, objection, missedCriterion, badRatios } = findings;
    const isFailed = ({ status }: { readonly status: Status | null }) => status === "failed";
    return (
      missedCriterion !== null ||
      badRatios.length > 0 ||
      counts.some(({ failed }) => failed.some(isAboveZero)) ||
      [
        ...runOutcomes,
        ...otherOutcomes,
        ...partOutcomes,
        ...(objection === null ? [] : [objection]),
        ...list.cases,
        ...list.suites,
        ...list.otherElements,
        ...list.cases.flatMap(({ nested }) => nested.objection ?? []),
      ].some(isFailed)
    );
  });
}
