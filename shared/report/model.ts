/**
 * The parts of a report. `read` turns one response into a `Reading`, `targetResult` a run of a target into a
 * `TargetResult`; the results of all targets are one `Report`, a CTRF document (the open JSON format, https://ctrf.io), which every renderer takes and `merge` reads back. The codecs
 * give the types: `report.json` and the line of data in a comment hold every field that is here.
 */

import {
  boolean,
  type Codec,
  list,
  mapped,
  number,
  type Of,
  type Optional,
  object,
  oneOf,
  optional,
  orElse,
  read,
  suchThat,
  text,
  textLike,
  wholeNumberFrom,
} from "../codec.ts";
import type { CaseStatus, Reading, Verdict } from "../reading/reading.ts";
import type { Kind } from "../service/operations.ts";

/** In a report `null` counts as absent. */
function maybe<T>(of: Codec<T>): Optional<T> {
  return optional(of, "null");
}

/** An earlier version of Callboard may not have written it. */
function or<T>(of: Codec<T>, fallback: NoInfer<T>): Codec<T> {
  return orElse(of, () => fallback, "null");
}

/** Callboard writes no larger count, and the sum of all counts is still a number. */
const count = wholeNumberFrom(0, 1e17);
/** Milliseconds since 1970 that a date can be made of. */
const moment = suchThat(number, "a time in milliseconds", value => Math.abs(value) <= 8.64e15);
const verdicts = oneOf(["passed", "failed", "unknown"] satisfies Verdict[]);
const statuses = oneOf(["passed", "failed", "skipped", "pending", "other"] satisfies CaseStatus[]);
const yes = optional(oneOf([true]), "unreadable");

/** A review as `report.json` keeps it. */
export type ReviewDetail = Of<typeof reviewCodec>;
const reviewCodec = object({
  id: text,
  label: maybe(text),
  /** The case or the question that it is about. */
  case: maybe(text),
  /** Open until a person has decided it; a response can say that one has. */
  state: oneOf(["open", "settled"]),
  /** The review's own object in the response says so, and not the case that it is about. */
  isStated: maybe(oneOf([true])),
  /** How it was decided, as far as the response tells; absent while it is open. */
  verdict: maybe(verdicts),
  /** The words that the state rests on: "status is waiting". */
  evidence: maybe(text),
});

/** One time that a target was carried out, before anything is counted. */
export interface TargetRun extends Pick<TargetResult, "kind" | "id"> {
  readonly name?: string | undefined;
  /** Absent where no response came. */
  readonly reading?: Reading;
  /** Why it could not be run, or not to its end, with what to do. */
  readonly error?: string;
  /** How long the run took as seen from here, for a response that does not say. */
  readonly durationMs?: number;
  /** As in `TargetResult`. */
  readonly raw: string;
}

/** A batch or channel that was run, or a call that failed, as `report.json` keeps it. */
export type TargetResult = Of<typeof targetCodec>;
const targetCodec = object({
  kind: oneOf(["batch", "channel"] satisfies Kind[]),
  id: text,
  name: maybe(text),
  verdict: verdicts,
  /** As a sentence. */
  evidence: or(text, ""),
  total: count,
  passed: count,
  failed: count,
  skipped: count,
  /** Includes pending ones. */
  other: count,
  /** It has passed by the team's `pass-when`, whatever its counts and cases say. */
  passWhen: yes,
  durationMs: maybe(count),
  /** The ids of the reviews that were mentioned. */
  reviews: or(list(text), []),
  /** The service's words about them; absent where there are none. */
  reviewDetails: maybe(list(reviewCodec)),
  /** It would have passed, but for cases that each have an open review. */
  waitsForReviews: yes,
  links: maybe(list(text)),
  /** Why the target could not be run, with what to do; such a target fails the step in every mode. */
  error: maybe(text),
  /** The response as it came: a path relative to the report's folder; empty where there was none. */
  raw: or(text, ""),
});

export type ReportTest = Of<typeof testCodec>;
const testCodec = object({
  name: text,
  status: statuses,
  /** Whole milliseconds; 0 where nobody said. */
  duration: or(count, 0),
  /** The target first ("batch: smoke"), then the case's own groups. */
  suite: shared(list(text)),
  message: maybe(text),
  rawStatus: maybe(text),
  filePath: maybe(text),
  line: maybe(count),
  retries: maybe(count),
  flaky: optional(boolean, "unreadable"),
  extra: maybe(object({ url: maybe(text) })),
});

/** Neighbours are mostly of one suite and share its list, because with one list each a million tests take 70 MB more. */
function shared(of: Codec<readonly string[]>): Codec<readonly string[]> {
  let last: readonly string[] = [];
  const read = (next: readonly string[]) => {
    const isSame = next.length === last.length && next.every((part, index) => part === last[index]);
    if (!isSame) last = next;
    return last;
  };
  return mapped(of, read, suite => suite);
}

export type CallboardExtra = Of<typeof callboardCodec>;
const callboardCodec = object({
  version: oneOf([1]),
  verdict: verdicts,
  targets: list(targetCodec),
  /** The run was ended before everything had run. */
  cancelled: maybe(boolean),
  /** Which part of a run this is, as `2/5`. */
  shard: maybe(suchThat(textLike(/^\d{1,4}\/\d{1,4}$/, "a shard like 2/5"), "a shard like 2/5", isShard)),
});

function isShard(text: string): boolean {
  const [number = 0, of = 0] = text.split("/").map(Number);
  return number > 0 && number <= of;
}

const summaryCodec = object({
  tests: or(count, 0),
  passed: or(count, 0),
  failed: or(count, 0),
  skipped: or(count, 0),
  pending: or(count, 0),
  other: or(count, 0),
  flaky: maybe(count),
  start: or(moment, 0),
  stop: or(moment, 0),
  duration: optional(number, "unreadable"),
});

/** The part of CTRF that Callboard writes and reads; `report.json` holds it as it is. */
export type Report = Of<typeof reportCodec>;
export const reportCodec = object({
  reportFormat: oneOf(["CTRF"]),
  specVersion: orElse(text, () => "0.0.0", "unreadable"),
  timestamp: optional(text, "unreadable"),
  generatedBy: optional(text, "unreadable"),
  results: object({
    tool: orElse(object({ name: text }), () => ({ name: "callboard" }), "unreadable"),
    summary: orElse(summaryCodec, () => read(summaryCodec, {}), "null"),
    extra: object({ callboard: callboardCodec }),
    tests: list(testCodec),
  }),
});
