/**
 * The first and the last line of a sticky comment. The first says which step's it is and of which run; the last carries
 * as much of the report, and of what it was compared with, as the editor needs to show it. How to deflate is handed in, as
 * Node and browsers differ in that.
 */

import { type Of, object, optional, readOrNothing, text, wholeNumber } from "../codec.ts";
import { cut } from "../wording.ts";
import type { Report, ReportTest, ReviewDetail, TargetResult } from "./model.ts";
import { reportIn } from "./report-json.ts";
import { type Sample, sampled } from "./sample.ts";
import { percentEncoded } from "./text.ts";
import type { ReportView } from "./view.ts";

/** Which step's comment it is (by its key), and of which run and commit. */
export interface Mark {
  readonly key: string;
  readonly run: { readonly id: number; readonly attempt: number };
  readonly sha: string;
}

export function reportMark({ key, run, sha }: Mark): string {
  // A key that holds `-->` would end the HTML comment.
  return `<!-- callboard:report key=${percentEncoded(key)} run=${run.id}.${run.attempt} sha=${sha} -->`;
}

/** Undefined where the body does not begin with a mark. */
export function parseReportMark(body: string): Mark | undefined {
  const match =
    /^<!-- callboard:report key=(\S*) run=(\d{1,15})\.(\d{1,15}) sha=([0-9a-f]+) -->\s*(?:\n|$)/.exec(body);
  if (!match) return undefined;
  const [, encoded = "", id, attempt, sha = ""] = match;
  const key = decodeKey(encoded);
  return key === undefined ? undefined : { key, run: { id: Number(id), attempt: Number(attempt) }, sha };
}

export function decodeKey(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Of the whole line. */
const mostBytes = 12 * 1024;
const words = ["<!-- callboard:data ", " -->"] as const;

type Change = (bytes: Uint8Array) => Uint8Array;

/**
 * The line that carries the report, with as many of its cases as fit; new failures first. It always holds a report, as a
 * comment without one is not taken for ours.
 */
export function dataMark(view: ReportView, deflate: Change): string {
  const found = firstLineThatFits(stepsDown(view), data => data, { words, most: mostBytes, deflate });
  // The last step down has neither cases nor targets, so it always fits.
  return found?.line ?? words.join("");
}

function* stepsDown(view: ReportView): Generator<object> {
  let small = view.report;
  for (const detail of details) {
    // No later detail keeps more cases than an earlier one, so each can begin with the sample before it.
    small = sampled({ ...view, report: small }, detail.sample);
    yield withComparison(lessened(small, detail), view);
  }
}

/** The line of data, between its two words, for the first of ever smaller versions that fits into it. */
export function firstLineThatFits<V>(
  versions: Iterable<V>,
  dataOf: (version: V) => object,
  line: {
    readonly words: readonly string[];
    /** Characters of the whole line. */
    readonly most: number;
    /** Bytes before they are deflated. */
    readonly mostJson?: number;
    readonly deflate: Change;
  },
): { readonly line: string; readonly version: V } | undefined {
  const { words, most, mostJson = Number.POSITIVE_INFINITY, deflate } = line;
  // In base64 three bytes take four characters.
  const room = Math.floor(((most - words.join("").length) * 3) / 4);
  for (const version of versions) {
    const json = new TextEncoder().encode(JSON.stringify(dataOf(version)));
    if (json.length > mostJson) continue;
    const bytes = deflate(json);
    if (bytes.length <= room) return { line: words.join(toBase64Url(bytes)), version };
  }
  return undefined;
}

/** How much of a report is kept. */
interface Detail {
  readonly sample: Sample;
  /** Characters of a message, an evidence or an error. */
  readonly text: number;
  readonly targets: number;
  /** Of one target. */
  readonly reviews: number;
}

/** Tried in this order until one fits. */
const details: readonly Detail[] = [
  ...[600, 300, 150].map(text => ({ sample: sampleOf(400), text, targets: 1000, reviews: 1000 })),
  ...[200, 100, 50, 25].map(most => ({ sample: sampleOf(most), text: 100, targets: 1000, reviews: 100 })),
  ...[400, 200, 100, 50, 20].map(targets => ({ sample: sampleOf(10), text: 60, targets, reviews: 20 })),
  ...[5, 0].map(most => ({ sample: sampleOf(0), text: 0, targets: most, reviews: most })),
];

function sampleOf(failed: number): Sample {
  const some = Math.floor(failed / 4);
  return { failed, undecided: some, flaky: Math.floor(some / 2), skipped: 0, passed: 0 };
}

function lessened({ results, ...report }: Report, detail: Detail): Report {
  const { callboard } = results.extra;
  const kept = new Set([...callboard.targets].sort((a, b) => worth(b) - worth(a)).slice(0, detail.targets));
  const targets = callboard.targets.filter(target => kept.has(target));
  return {
    ...report,
    results: {
      ...results,
      extra: { callboard: { ...callboard, targets: targets.map(target => lessenedTarget(target, detail)) } },
      tests: results.tests.map(test => lessenedTest(test, detail)),
    },
  };
}

function lessenedTarget(
  { links = [], error, reviewDetails = [], ...target }: TargetResult,
  { text, reviews }: Detail,
): TargetResult {
  const details = reviewDetails.filter(({ id }) => id.length <= 200).slice(0, reviews);
  return {
    ...target,
    // A path within the job's workspace, which is gone when a comment is read.
    raw: "",
    id: cut(target.id, 200),
    ...(target.name !== undefined && { name: cut(target.name, 200) }),
    evidence: cut(target.evidence, text),
    reviews: target.reviews.filter(review => review.length <= 200).slice(0, reviews),
    ...(details.length > 0 && { reviewDetails: details.map(review => lessenedReview(review, text)) }),
    links: text === 0 ? [] : links.filter(link => link.length <= 300).slice(0, 1),
    // Never empty: its presence says that the target could not be run.
    ...(error !== undefined && { error: cut(error, Math.max(text, 60)) }),
  };
}

function lessenedTest({ message, ...test }: ReportTest, { text }: Detail): ReportTest {
  return {
    ...test,
    name: cut(test.name, 200),
    suite: test.suite.slice(0, 4).map(part => cut(part, 200)),
    ...(message !== undefined && text > 0 && { message: cut(message, text) }),
  };
}

function lessenedReview(
  { id, state, isStated, verdict, ...texts }: ReviewDetail,
  most: number,
): ReviewDetail {
  const shortened = Object.entries(texts).map(([name, text]) => [name, cut(text, most)]);
  return {
    id,
    state,
    ...(isStated && { isStated }),
    ...(verdict && { verdict }),
    ...(most > 0 && Object.fromEntries(shortened)),
  };
}

/** Which targets to keep where not all fit: those that a person has to look at. */
function worth(target: TargetResult): number {
  return (
    (target.error !== undefined ? 8 : 0) +
    (target.verdict === "passed" ? 0 : 4) +
    Math.sign(target.reviews.length)
  );
}

/** The numbers of a comparison; a report's own form has no place for them. */
type Compared = Of<typeof comparedCodec>;
const comparedCodec = object({
  base: optional(text, "unreadable"),
  newFailures: wholeNumber,
  fixed: wholeNumber,
  stillFailing: wholeNumber,
  newCases: optional(wholeNumber, "unreadable"),
  vanished: optional(wholeNumber, "unreadable"),
  /** How many of the first cases are new failures. */
  first: wholeNumber,
});

function withComparison(report: Report, { comparison, base = "" }: ReportView): object {
  if (comparison === undefined) return report;
  const { isNewFailure, isFixed: _, ...counts } = comparison;
  const first = report.results.tests.filter(isNewFailure).length;
  const compared: Compared = { ...counts, base: cut(base, 200), first };
  const { extra } = report.results;
  return {
    ...report,
    results: { ...report.results, extra: { callboard: { ...extra.callboard, compared } } },
  };
}

/**
 * The report that a comment's body carries, if any. Its counts may be of more targets and cases than it has.
 * Anyone can write a comment: `inflate` must limit what it makes of a few bytes.
 */
export function parseDataMark(body: string, inflate: Change): ReportView | undefined {
  const packed = packedData(body);
  try {
    return packed && viewIn(inflate(packed));
  } catch {
    return undefined;
  }
}

/** For whoever can't inflate at once. */
export function packedData(body: string): Uint8Array | undefined {
  const encoded = /(?:^|\n)<!-- callboard:data ([\w-]+) -->\s*$/.exec(body)?.[1];
  return encoded === undefined || encoded.length > mostBytes ? undefined : fromBase64Url(encoded);
}

/** Undefined where it is no report. */
export function viewIn(data: Uint8Array): ReportView | undefined {
  try {
    const json = JSON.parse(new TextDecoder().decode(data));
    const report = reportIn(json);
    return { report, ...comparedIn(json.results.extra.callboard.compared, report) };
  } catch {
    return undefined;
  }
}

function comparedIn(json: unknown, { results: { tests } }: Report): Pick<ReportView, "comparison" | "base"> {
  const compared = readOrNothing(comparedCodec, json);
  if (compared === undefined) return {};
  const { base, first, ...counts } = compared;
  const fresh = new Set(tests.slice(0, first));
  return {
    // Cases that pass are not carried.
    comparison: { ...counts, isNewFailure: test => fresh.has(test), isFixed: () => false },
    ...(base !== undefined && { base }),
  };
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

/** Undefined where it is not that, as after a cut. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), unit => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}
