/**
 * Reads why a case has its status: metrics, attachments, the transcript, and a message for a case that has none. They
 * have no effect on any verdict. Texts are not cut here, because an expression can join two texts into the service's
 * key, and redaction can't recognise half a key.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { attachmentsUnder, mostAttachments } from "./attachments.ts";
import { findConversation } from "./conversation.ts";
import { keyOf } from "./keys.ts";
import {
  areMetrics,
  groupedMetrics,
  limitMetrics,
  measurementsOf,
  reviewReasons,
  summariesOf,
  usageUnder,
} from "./metrics.ts";
import type { Attachment, Case, CaseExplanation, Metric } from "./reading.ts";

const deepest = 3;

type CaseTexts = Pick<Case, "name" | "message">;
/** `texts` are those that are known. */
export type ExplainCase = (object: JsonObject, texts: CaseTexts) => CaseExplanation & Pick<Case, "message">;

/** Nobody reads more of them, and reading them takes longer than the rest of a long response. */
const mostExplained = 10_000;

/** Explains the first cases that it is called for. */
export function createExplainer(): ExplainCase {
  let left = mostExplained;
  return (object, texts) => (left-- > 0 ? explanationIn(object, texts) : {});
}

function explanationIn(object: JsonObject, texts: CaseTexts): ReturnType<ExplainCase> {
  const metrics = measurementsOf(object);
  const attachments: Attachment[] = [];
  let level: JsonObject[] = [object];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const inner: JsonObject[] = [];
    for (const each of level) {
      for (const name in each) {
        const value = each[name];
        if (value === undefined || value === null) continue;
        const { squashed } = keyOf(name);
        const content = contentOf(name, value);
        if (content !== undefined) inner.push(content);
        if (areMetrics(squashed)) metrics.push(...groupedMetrics(name, value));
        else if (content !== undefined) metrics.push(...measurementsOf(content));
        metrics.push(...reviewReasons(name, value), ...usageUnder(name, value));
        attachments.push(...attachmentsUnder(squashed, value));
      }
    }
    level = inner;
  }
  // A case without a better reason can be summed up, but the summary of a conversation often gives no reason.
  metrics.push(...summariesOf(object));
  const { message = firstReason(metrics, texts.name) } = texts;
  const explaining = metrics.filter(metric => !onlyRepeats(metric, message));
  const transcript = findConversation(object);
  return {
    ...(message !== undefined && { message }),
    ...listed("metrics", limitMetrics(distinct(explaining))),
    ...listed("attachments", distinct(attachments).slice(0, mostAttachments)),
    ...(transcript !== undefined && { transcript }),
  };
}

function firstReason(metrics: readonly Metric[], name: string): string | undefined {
  const reasons = metrics.flatMap(({ passed, reason }) => (passed === true ? [] : (reason ?? [])));
  return reasons.find(reason => reason !== name);
}

/** A judge's reason mostly repeats the message of its case. */
function onlyRepeats(metric: Metric, message: string | undefined): boolean {
  return (
    metric.reason === message && Object.keys(metric).every(field => field === "name" || field === "reason")
  );
}

function listed<N extends string, T>(name: N, list: readonly T[]): { [K in N]?: readonly T[] } {
  return list.length === 0 ? {} : ({ [name]: list } as { [K in N]: readonly T[] });
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Map(list.map(each => [JSON.stringify(each), each])).values()];
}

/** An object that wraps content of the case, or the last attempt. An input says nothing about the case's status. */
function contentOf(name: string, value: JsonValue): JsonObject | undefined {
  const { isWrapper, isIgnored, attemptCertainty } = keyOf(name);
  if (Array.isArray(value)) {
    const last = value.at(-1);
    return attemptCertainty === "surely" && isJsonObject(last) ? last : undefined;
  }
  return isJsonObject(value) && (isWrapper || areMetrics(keyOf(name).squashed)) && !isIgnored
    ? value
    : undefined;
}
