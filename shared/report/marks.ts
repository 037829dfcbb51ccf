/**
 * The marks of a sticky comment. The report mark in the first line names the step, workflow run and commit. The data
 * mark in the last line contains the report, for the editor and for later steps. Callers pass in `deflate` and
 * `inflate`, because these differ between Node and browsers.
 */

import {
  list,
  object,
  optional,
  readOrNothing,
  text,
  textLike,
  type ValueOf,
  wholeNumber,
} from "../codec.ts";
import { cut } from "../wording.ts";
import type { CaseChange } from "./history.ts";
import type { Report, ReportTest, ReviewDetail, TargetResult, TestExtra } from "./model.ts";
import { reportFromJson } from "./report-json.ts";
import { type Sample, sampleReport } from "./sample.ts";
import { percentEncode } from "./text.ts";
import type { ReportView } from "./view.ts";

/** `key` identifies the step. */
export interface ReportMark {
  readonly key: string;
  readonly run: { readonly id: number; readonly attempt: number };
  readonly sha: string;
}

export function reportMark({ key, run, sha }: ReportMark): string {
  // An unencoded key with `-->` would end the HTML comment.
  return `<!-- callboard:report key=${percentEncode(key)} run=${run.id}.${run.attempt} sha=${sha} -->`;
}

export function parseReportMark(body: string): ReportMark | undefined {
  const match =
    /^<!-- callboard:report key=(\S*) run=(\d{1,15})\.(\d{1,15}) sha=([0-9a-f]+) -->\s*(?:\n|$)/.exec(body);
  if (!match) return undefined;
  const [, encoded = "", id, attempt, sha = ""] = match;
  const key = decodeKey(encoded);
  return key === undefined ? undefined : { key, run: { id: Number(id), attempt: Number(attempt) }, sha };
}

/** Surround the earlier report in an interim comment, which stands in a report's place while there is none. */
export const earlierBoundaries = ["<!-- callboard:earlier -->", "<!-- /callboard:earlier -->"] as const;

export function decodeKey(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const mostBytes = 12 * 1024;
const words = ["<!-- callboard:data ", " -->"] as const;

type Transform = (bytes: Uint8Array) => Uint8Array;

/**
 * Shortens the report until it fits. The smallest version, without targets and cases, is still a report, because
 * Callboard ignores an empty mark. If even that version doesn't fit, the mark is empty.
 */
export function dataMark(view: ReportView, deflate: Transform): string {
  const found = firstMarkThatFits(smallerVersions(view), data => data, { words, most: mostBytes, deflate });
  return found?.line ?? words.join("");
}

function* smallerVersions(view: ReportView): Generator<object> {
  let small = view.report;
  for (const detail of details) {
    // A later detail never keeps more cases than an earlier one, so each sample is taken from the one before.
    small = sampleReport({ ...view, report: small }, detail.sample);
    yield withComparison(shortenReport(small, detail), view, small.results.tests);
  }
}

/** Gives the first version that fits, and its mark with the data between the two `words`, or undefined if none fits. */
export function firstMarkThatFits<V>(
  versions: Iterable<V>,
  dataOf: (version: V) => object,
  line: {
    readonly words: readonly string[];
    readonly most: number;
    /** The most bytes that the JSON may have before deflating. */
    readonly mostJson?: number;
    readonly deflate: Transform;
  },
): { readonly line: string; readonly version: V } | undefined {
  const { words, most, mostJson = Number.POSITIVE_INFINITY, deflate } = line;
  const room = Math.floor(((most - words.join("").length) * 3) / 4);
  for (const version of versions) {
    const json = new TextEncoder().encode(JSON.stringify(dataOf(version)));
    if (json.length > mostJson) continue;
    const bytes = deflate(json);
    if (bytes.length <= room) return { line: words.join(toBase64Url(bytes)), version };
  }
  return undefined;
}

interface Detail {
  readonly sample: Sample;
  /** The most characters of a message, of evidence or of a review's text. An error keeps 60 even if this is less. */
  readonly text: number;
  readonly targets: number;
  readonly reviewsPerTarget: number;
  /** Keeps what explains a case, apart from the transcript. */
  readonly isExplained?: true;
}

const details: readonly Detail[] = [
  { sample: sampleOf(400), text: 600, targets: 1000, reviewsPerTarget: 1000, isExplained: true },
  ...[600, 300, 150].map(text => ({ sample: sampleOf(400), text, targets: 1000, reviewsPerTarget: 1000 })),
  ...[200, 100, 50, 25].map(most => ({
    sample: sampleOf(most),
    text: 100,
    targets: 1000,
    reviewsPerTarget: 100,
  })),
  ...[400, 200, 100, 50, 20].map(targets => ({
    sample: sampleOf(10),
    text: 60,
    targets,
    reviewsPerTarget: 20,
  })),
  ...[5, 0].map(most => ({ sample: sampleOf(0), text: 0, targets: most, reviewsPerTarget: most })),
];

function sampleOf(failed: number): Sample {
  const some = Math.floor(failed / 4);
  return { failed, undecided: some, flaky: Math.floor(some / 2), skipped: 0, passed: 0 };
}

/** The comment's first line names the workflow run already. */
function shortenReport(
  { results: { environment: _, ...results }, ...report }: Report,
  detail: Detail,
): Report {
  const { callboard } = results.extra;
  const kept = new Set(
    [...callboard.targets].sort((a, b) => priority(b) - priority(a)).slice(0, detail.targets),
  );
  const targets = callboard.targets.filter(target => kept.has(target));
  return {
    ...report,
    results: {
      ...results,
      extra: { callboard: { ...callboard, targets: targets.map(target => shortenTarget(target, detail)) } },
      tests: results.tests.map(test => shortenTest(test, detail)),
    },
  };
}

function shortenTarget(
  { links = [], teachLink, error, reviewDetails = [], raws, ...target }: TargetResult,
  { text, reviewsPerTarget }: Detail,
): TargetResult {
  const details = reviewDetails.filter(({ id }) => id.length <= 200).slice(0, reviewsPerTarget);
  return {
    ...target,
    // Paths lead into the job's workspace, which no longer exists when the comment is read.
    raw: "",
    ...(raws !== undefined && { raws: raws.map(() => "") }),
    id: cut(target.id, 200),
    ...(target.name !== undefined && { name: cut(target.name, 200) }),
    evidence: cut(target.evidence, text),
    reviews: target.reviews.filter(review => review.length <= 200).slice(0, reviewsPerTarget),
    ...(details.length > 0 && { reviewDetails: details.map(review => shortenReview(review, text)) }),
    links: text === 0 ? [] : links.filter(link => link.length <= 300).slice(0, 1),
    ...(teachLink !== undefined && text > 0 && { teachLink }),
    // Never empty, because an `error` shows that the target could not be run.
    ...(error !== undefined && { error: cut(error, Math.max(text, 60)) }),
  };
}

function shortenTest(
  { message, attachments = [], extra, insights, retryAttempts = [], ...test }: ReportTest,
  { text, isExplained }: Detail,
): ReportTest {
  const attempts = isExplained ? retryAttempts.map(each => shortenAttempt(each, text)) : [];
  const links = isExplained ? attachments.filter(({ path }) => path.length <= 300).slice(0, 5) : [];
  const shortened = shortenExtra(extra, isExplained === true);
  return {
    ...test,
    ...(isExplained && insights && { insights }),
    name: cut(test.name, 200),
    suite: test.suite.slice(0, 4).map(part => cut(part, 200)),
    ...(message !== undefined && text > 0 && { message: cut(message, text) }),
    ...(attempts.length > 0 && { retryAttempts: attempts }),
    ...(links.length > 0 && { attachments: links }),
    ...(shortened && { extra: shortened }),
  };
}

type RetryAttempt = NonNullable<ReportTest["retryAttempts"]>[number];

function shortenAttempt({ message, ...attempt }: RetryAttempt, most: number): RetryAttempt {
  return { ...attempt, ...(message !== undefined && most > 0 && { message: cut(message, most) }) };
}

function shortenExtra(extra: TestExtra = {}, isExplained: boolean): TestExtra | undefined {
  const { transcript: _, metrics = [], persona, scenario, ...needed } = extra;
  if (!isExplained) return Object.keys(needed).length === 0 ? undefined : needed;
  const facts = { ...(persona !== undefined && { persona }), ...(scenario !== undefined && { scenario }) };
  const shortened = metrics.slice(0, 10).map(({ reason, ...metric }) => ({
    ...metric,
    ...(reason !== undefined && { reason: cut(reason, 200) }),
  }));
  const all = { ...needed, ...facts, ...(shortened.length > 0 && { metrics: shortened }) };
  return Object.keys(all).length === 0 ? undefined : all;
}

function shortenReview({ id, state, isStated, verdict, ...texts }: ReviewDetail, most: number): ReviewDetail {
  const shortened = Object.entries(texts).map(([name, text]) => [name, cut(text, most)]);
  return {
    id,
    state,
    ...(isStated && { isStated }),
    ...(verdict && { verdict }),
    ...(most > 0 && Object.fromEntries(shortened)),
  };
}

/** Higher for targets that a person has to look at. */
function priority(target: TargetResult): number {
  return (
    (target.error !== undefined ? 8 : 0) +
    (target.verdict === "passed" ? 0 : 4) +
    Math.sign(target.reviews.length)
  );
}

type Compared = ValueOf<typeof comparedCodec>;
const comparedCodec = object({
  base: optional(text, "unreadable"),
  newFailures: wholeNumber,
  fixed: wholeNumber,
  stillFailing: wholeNumber,
  /** Absent, like `cases`, in marks of earlier versions. */
  asFlakyAsBefore: optional(wholeNumber, "unreadable"),
  newCases: optional(wholeNumber, "unreadable"),
  vanished: optional(wholeNumber, "unreadable"),
  /** The number of new failures among the mark's cases, where they come first. Earlier versions read only this number. */
  first: wholeNumber,
  /** For each of the mark's cases a letter for its change, and its passes and failures before: `a18.2`. */
  cases: optional(list(textLike(/^[nsaf-](?:\d{1,9}\.\d{1,9})?$/, "a change")), "unreadable"),
});

const letters: Readonly<Record<CaseChange, string>> = {
  new: "n",
  "still-failing": "s",
  "as-flaky-as-before": "a",
  fixed: "f",
};
const changes = Object.keys(letters) as CaseChange[];
const unchanged = "-";

/** Takes the tests before they are shortened, because the comparison knows only those. */
function withComparison(report: Report, view: ReportView, tests: readonly ReportTest[]): object {
  const { comparison, base = "", whyNoBase } = view;
  if (comparison === undefined) {
    return whyNoBase === undefined ? report : withFields(report, { whyNoBase: cut(whyNoBase, 300) });
  }
  const { changeOf, beforeOf, ...counts } = comparison;
  const cases = tests.map(test => {
    const change = changeOf(test);
    const before = beforeOf(test);
    const letter = change === undefined ? unchanged : letters[change];
    return before === undefined ? letter : `${letter}${before.passes}.${before.failures}`;
  });
  const first = tests.filter(test => changeOf(test) === "new").length;
  const compared: Compared = { ...counts, base: cut(base, 200), first, cases };
  return withFields(report, { compared });
}

function withFields(report: Report, fields: object): object {
  const { extra } = report.results;
  return {
    ...report,
    results: { ...report.results, extra: { callboard: { ...extra.callboard, ...fields } } },
  };
}

/**
 * Gives undefined if the body has no readable data mark. The counts can include targets and cases that the mark omits.
 * `inflate` must limit its result, because anyone can write a comment that inflates to gigabytes.
 */
export function parseDataMark(body: string, inflate: Transform): ReportView | undefined {
  const deflated = dataMarkBytes(body);
  try {
    return deflated && parseReportView(inflate(deflated));
  } catch {
    return undefined;
  }
}

/** Gives the data mark's deflated bytes, for callers that inflate asynchronously, or undefined without a valid mark. */
export function dataMarkBytes(body: string): Uint8Array | undefined {
  const encoded = /(?:^|\n)<!-- callboard:data ([\w-]+) -->\s*$/.exec(body)?.[1];
  return encoded === undefined || encoded.length > mostBytes ? undefined : fromBase64Url(encoded);
}

export function parseReportView(data: Uint8Array): ReportView | undefined {
  try {
    const json = JSON.parse(new TextDecoder().decode(data));
    const report = reportFromJson(json);
    return { report, ...comparedIn(json.results.extra.callboard, report) };
  } catch {
    return undefined;
  }
}

const fieldsCodec = object({
  compared: optional(comparedCodec, "unreadable"),
  whyNoBase: optional(text, "unreadable"),
});

function comparedIn(
  json: unknown,
  { results: { tests } }: Report,
): Pick<ReportView, "comparison" | "base" | "whyNoBase"> {
  const { compared, whyNoBase } = readOrNothing(fieldsCodec, json) ?? {};
  if (compared === undefined) return whyNoBase === undefined ? {} : { whyNoBase };
  const { base, first, cases, asFlakyAsBefore = 0, ...counts } = compared;
  const found = new Map(tests.map((test, index) => [test, cases?.[index]] as const));
  const fresh = new Set(tests.slice(0, first));
  const oldChange = (test: ReportTest) => (fresh.has(test) ? "new" : "still-failing");
  return {
    comparison: {
      ...counts,
      asFlakyAsBefore,
      changeOf: test => {
        if (cases === undefined) return test.status === "failed" ? oldChange(test) : undefined;
        return changes.find(change => letters[change] === found.get(test)?.charAt(0));
      },
      beforeOf: test => {
        const [passes, failures] = found.get(test)?.match(/\d+/g) ?? [];
        return failures === undefined ? undefined : { passes: Number(passes), failures: Number(failures) };
      },
    },
    ...(base !== undefined && { base }),
  };
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

/** Gives undefined for invalid base64, for example after a cut. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  try {
    const units = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(units.length);
    for (let at = 0; at < units.length; at++) bytes[at] = units.charCodeAt(at); // `Uint8Array.from` is ten times slower
    return bytes;
  } catch {
    return undefined;
  }
}
