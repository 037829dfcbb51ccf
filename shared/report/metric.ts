/** The codec of a metric in a report, which the editor also keeps for the pages of reviews. */

import { boolean, json, object, optional, text, transform, type ValueOf, withCheck } from "../codec.ts";

/** Names the value of a metric or of its threshold, as the service states it. */
const metricValue = transform(
  withCheck(json, "a number, a text or true or false", value =>
    ["number", "string", "boolean"].includes(typeof value),
  ),
  value => value as number | string | boolean,
  value => value,
);

export type ReportMetric = ValueOf<typeof metricCodec>;
export const metricCodec = object({
  name: text,
  value: optional(metricValue, "null"),
  threshold: optional(metricValue, "null"),
  expected: optional(metricValue, "null"),
  passed: optional(boolean, "null"),
  reason: optional(text, "null"),
});
