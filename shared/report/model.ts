/**
 * The codecs of a report, a JSON document in the open format CTRF (https://ctrf.io). `report.json` contains the report, and
 * a comment's data mark contains a shortened version. The names are those of CTRF, which calls a case a test.
 */

import {
  boolean,
  type Codec,
  list,
  number,
  type Optional,
  object,
  oneOf,
  optional,
  read,
  text,
  textLike,
  transform,
  type ValueOf,
  wholeNumberFrom,
  withCheck,
  withFallback,
} from "../codec.ts";
import type { VerdictRemedy } from "../reading/evidence.ts";
import type { CaseStatus, Reading, Verdict } from "../reading/reading.ts";
import type { Kind } from "../service/operations.ts";
import { metricCodec } from "./metric.ts";

/** `null` counts as absent. */
function maybe<T>(of: Codec<T>): Optional<T> {
  return optional(of, "null");
}

/** For a field that earlier versions of Callboard didn't write. */
function withDefault<T>(of: Codec<T>, fallback: NoInfer<T>): Codec<T> {
  return withFallback(of, () => fallback, "null");
}

/** The limit is above any real count, and low enough that sums of counts stay finite. */
const count = wholeNumberFrom(0, 1e17);
/** Milliseconds since 1970, within the range of `Date`. */
const moment = withCheck(number, "a time in milliseconds", value => Math.abs(value) <= 8.64e15);
const verdicts = oneOf(["passed", "failed", "unknown"] satisfies Verdict[]);
const statuses = oneOf(["passed", "failed", "skipped", "pending", "other"] satisfies CaseStatus[]);
const optionalTrue = optional(oneOf([true]), "unreadable");

export type ReviewDetail = ValueOf<typeof reviewCodec>;
const reviewCodec = object({
  id: text,
  label: maybe(text),
  /** The name of the case, or the question that the review asks. */
  case: maybe(text),
  /** The person who has to decide. */
  assignee: maybe(text),
  /** `settled`: the response states that a person has decided the review. */
  state: oneOf(["open", "settled"]),
  /** The review's own object in the response states `open`. Absent if only the case of the review is undecided. */
  isStated: maybe(oneOf([true])),
  /** The decision that the response states, or `unknown` if it states none; absent while the review is open. */
  verdict: maybe(verdicts),
  /** The field that the state rests on: "status is waiting". */
  evidence: maybe(text),
});

export interface TargetRun extends Pick<TargetResult, "kind" | "id"> {
  readonly name?: string | undefined;
  readonly reading?: Reading;
  /** Why the target could not be run to its end, and what to do. */
  readonly error?: string;
  /** Measured by Callboard, for a response that states no duration. */
  readonly durationMs?: number;
  /** As in `TargetResult`. */
  readonly raw: string;
  /** The path of the response that the evidence's remedy is about, if that is another one. */
  readonly remediedRaw?: string;
  /** The run may have acted and has no readable response, so it counts for nothing. A further run can take its place. */
  readonly isUsedUp?: true;
}

/** How the target can get a verdict without a rule of the team. */
export type TargetAdvice = (typeof targetAdvice)[number];
const targetAdvice = ["run", "decision"] as const satisfies VerdictRemedy["by"][];

export type TargetResult = ValueOf<typeof targetCodec>;
const targetCodec = object({
  kind: oneOf(["batch", "channel"] satisfies Kind[]),
  id: text,
  name: maybe(text),
  verdict: verdicts,
  /** Without the advice. Earlier versions wrote the advice into the evidence. */
  evidence: withDefault(text, ""),
  advice: optional(oneOf(targetAdvice), "unreadable"),
  total: count,
  passed: count,
  failed: count,
  skipped: count,
  /** Includes pending cases. */
  other: count,
  /** The target has passed by the team's `pass-when`, so its counts and cases may contradict the verdict. */
  passWhen: optionalTrue,
  durationMs: maybe(count),
  reviews: withDefault(list(text), []),
  /** Absent without reviews, and in reports of earlier versions. */
  reviewDetails: maybe(list(reviewCodec)),
  /** Only undecided cases keep the target from passing, and each of these cases has an open review. */
  waitsForReviews: optionalTrue,
  links: maybe(list(text)),
  /** Why the target could not be run, and what to do. The error fails the step in every mode of `fail-on`. */
  error: maybe(text),
  /** Opens the response in the editor, to teach Callboard how to read it. Present only if it was not understood. */
  teachLink: maybe(text),
  /** The path of the raw response, relative to the report's folder; empty without a response. After several runs the last. */
  raw: withDefault(text, ""),
  /** How often the target was run. Absent, like `passes` and `raws`, if its policy allows a single run. */
  runs: maybe(count),
  /** How often the policy allows the target to be run. */
  mostRuns: maybe(count),
  /** In how many runs a case has to pass. */
  passes: maybe(count),
  /** The path of each run's last response, or an empty text. */
  raws: maybe(list(text)),
});

export type ReportTurn = ValueOf<typeof turnCodec>;
const turnCodec = object({ speaker: maybe(text), text });

/** The names are those of CTRF. */
export type ReportAttachment = ValueOf<typeof attachmentCodec>;
const attachmentCodec = object({ name: text, contentType: text, path: text });

export type TestExtra = ValueOf<typeof extraCodec>;
const extraCodec = object({
  url: maybe(text),
  persona: maybe(text),
  scenario: maybe(text),
  metrics: optional(list(metricCodec), "unreadable"),
  transcript: optional(list(turnCodec), "unreadable"),
  /** The service's id of the case. Present only if it can tell the case from others of its name. */
  id: maybe(text),
  /** One status for each run of the target, in order; `other` for a run that counts neither as passed nor as failed. */
  runs: maybe(list(statuses)),
  /** The run of the target apart from its cases, instead of a case of the service. */
  isRun: optionalTrue,
});

const retryAttemptCodec = object({
  attempt: count,
  status: statuses,
  duration: maybe(count),
  message: maybe(text),
});

/** Rates between 0 and 1; the baseline is the history's. */
const passRateCodec = object({ current: number, baseline: number, change: number });

/** A case; CTRF calls it a test. */
export type ReportTest = ValueOf<typeof testCodec>;
const testCodec = object({
  name: text,
  status: statuses,
  /** Whole milliseconds; 0 if not known. */
  duration: withDefault(count, 0),
  /** The target first ("batch: smoke"), then the groups around the case. */
  suite: sharingEqualNeighbours(list(text)),
  message: maybe(text),
  rawStatus: maybe(text),
  filePath: maybe(text),
  line: maybe(count),
  retries: maybe(count),
  flaky: optional(boolean, "unreadable"),
  /** One for each run before the last. */
  retryAttempts: optional(list(retryAttemptCodec), "unreadable"),
  insights: optional(object({ passRate: passRateCodec }), "unreadable"),
  attachments: optional(list(attachmentCodec), "unreadable"),
  extra: maybe(extraCodec),
});

/** Neighbouring cases of one suite share a list, because a list for each of a million cases takes 70 MB more. */
function sharingEqualNeighbours(of: Codec<readonly string[]>): Codec<readonly string[]> {
  let last: readonly string[] = [];
  const read = (next: readonly string[]) => {
    const isSame = next.length === last.length && next.every((part, index) => part === last[index]);
    if (!isSame) last = next;
    return last;
  };
  return transform(of, read, suite => suite);
}

export type CallboardExtra = ValueOf<typeof callboardCodec>;
const callboardCodec = object({
  version: oneOf([1]),
  verdict: verdicts,
  targets: list(targetCodec),
  cancelled: maybe(boolean),
  shard: maybe(withCheck(textLike(/^\d{1,4}\/\d{1,4}$/, "a shard like 2/5"), "a shard like 2/5", isShard)),
});

function isShard(text: string): boolean {
  const [number = 0, of = 0] = text.split("/").map(Number);
  return number > 0 && number <= of;
}

const summaryCodec = object({
  tests: withDefault(count, 0),
  passed: withDefault(count, 0),
  failed: withDefault(count, 0),
  skipped: withDefault(count, 0),
  pending: withDefault(count, 0),
  other: withDefault(count, 0),
  flaky: maybe(count),
  start: withDefault(moment, 0),
  stop: withDefault(moment, 0),
  duration: optional(number, "unreadable"),
});

/** The workflow run that wrote the report. The names are those of CTRF. */
export type ReportEnvironment = ValueOf<typeof environmentCodec>;
const environmentCodec = object({
  /** The id of the workflow run, which its attempts share. */
  buildId: text,
  /** The address of the workflow run's attempt. */
  buildUrl: maybe(text),
  commit: maybe(text),
});

export type Report = ValueOf<typeof reportCodec>;
export const reportCodec = object({
  reportFormat: oneOf(["CTRF"]),
  specVersion: withFallback(text, () => "0.0.0", "unreadable"),
  timestamp: optional(text, "unreadable"),
  generatedBy: optional(text, "unreadable"),
  results: object({
    tool: withFallback(object({ name: text }), () => ({ name: "callboard" }), "unreadable"),
    /** Absent outside a workflow run, and in reports of earlier versions. */
    environment: optional(environmentCodec, "unreadable"),
    summary: withFallback(summaryCodec, () => read(summaryCodec, {}), "null"),
    extra: object({ callboard: callboardCodec }),
    tests: list(testCodec),
  }),
});
