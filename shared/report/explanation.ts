/** Tidies and cuts what explains a case, for the report. Cuts last, because half a key can't be redacted. */

import type { Case, Metric } from "../reading/reading.ts";
import { cut } from "../wording.ts";
import { withoutUndefined } from "./fields.ts";
import type { ReportMetric } from "./metric.ts";
import type { ReportAttachment, ReportTurn, TestExtra } from "./model.ts";
import { type Tidy, tidyAddress } from "./text.ts";

const longest = { label: 300, value: 200, reason: 1000, turn: 1000 };

/** Undefined without content, because an object for each of a million cases takes memory. */
export function extraOf(
  { id, url, persona, scenario, metrics, transcript }: Case,
  tidy: Tidy,
): TestExtra | undefined {
  if ((id ?? url ?? persona ?? scenario ?? metrics ?? transcript) === undefined) return undefined;
  const short = (text: string | undefined, most: number) =>
    text === undefined ? undefined : cut(tidy(text), most);
  return withoutUndefined<TestExtra>({
    url: url === undefined ? undefined : tidyAddress(url, tidy),
    persona: short(persona, longest.label),
    scenario: short(scenario, longest.label),
    metrics: metrics?.map(metric => metricOf(metric, tidy)),
    transcript: transcript?.map(({ speaker, text }) =>
      withoutUndefined<ReportTurn>({
        speaker: short(speaker, longest.label),
        text: cut(tidy(text), longest.turn),
      }),
    ),
    id: short(id, longest.label),
    runs: undefined,
    isRun: undefined,
  });
}

function metricOf({ name, value, threshold, expected, passed, reason }: Metric, tidy: Tidy): ReportMetric {
  const scalar = <T extends Metric["value"]>(each: T) => {
    if (typeof each === "string") return cut(tidy(each), longest.value);
    // JSON has no other numbers, and one zero.
    return typeof each === "number" ? (Number.isFinite(each) ? each + 0 : undefined) : each;
  };
  return withoutUndefined<ReportMetric>({
    name: cut(tidy(name), longest.label) || "(no name)",
    value: scalar(value),
    threshold: scalar(threshold),
    expected: scalar(expected),
    passed,
    reason: reason === undefined ? undefined : cut(tidy(reason), longest.reason),
  });
}

/** CTRF requires a type. */
const unknownType = "application/octet-stream";

export function attachmentsOf({ attachments }: Case, tidy: Tidy): ReportAttachment[] | undefined {
  return attachments?.map(({ name, url, type = unknownType }) => ({
    name: cut(tidy(name), longest.label),
    contentType: cut(tidy(type), longest.label),
    path: tidyAddress(url, tidy),
  }));
}
