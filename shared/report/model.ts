/**
 * A report, and the runs that it is made of. `read` turns one response into a `Reading`, `targetResult` turns a run of a
 * target into a `TargetResult`, and the results of all targets are one `Report`: a CTRF document (the open JSON format,
 * https://ctrf.io), which every renderer takes and `merge` reads back.
 */

import type { Case, Reading, ReviewReference, Verdict } from "../reading/reading.ts";
import type { Kind } from "../service/operations.ts";

/** A review as `report.json` keeps it. */
export interface ReviewDetail extends Omit<ReviewReference, "state" | "evidence" | "calibration"> {
  /** Open until a person has decided it; a response can say that one has. */
  readonly state: "open" | "settled";
  /** What the state rests on, as a few words: "status is waiting". */
  readonly evidence?: string;
}

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

/** The result of a batch or channel that was run, or of a call that failed, as `report.json` keeps it. */
export interface TargetResult {
  readonly kind: Extract<Kind, "batch" | "channel">;
  readonly id: string;
  readonly name?: string;
  readonly verdict: Verdict;
  /** As a sentence. */
  readonly evidence: string;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Includes pending ones. */
  readonly other: number;
  /** It has passed by the team's `pass-when`, whatever its counts and cases say. */
  readonly passWhen?: true;
  readonly durationMs?: number;
  /** The ids of the reviews that were mentioned. */
  readonly reviews: readonly string[];
  /** What was said of them; absent where there are none. */
  readonly reviewDetails?: readonly ReviewDetail[];
  /** It would have passed, but for cases that each have an open review. */
  readonly waitsForReviews?: true;
  readonly links?: readonly string[];
  /** Why the target could not be run, with what to do; such a target fails the step in every mode. */
  readonly error?: string;
  /** The response as it came: a path relative to the report's folder; empty where there was none. */
  readonly raw: string;
}

/** The part of CTRF that Callboard writes and reads; `report.json` holds it as it is. */
export interface Report {
  readonly reportFormat: "CTRF";
  readonly specVersion: string;
  readonly timestamp?: string;
  readonly generatedBy?: string;
  readonly results: {
    readonly tool: { readonly name: string };
    readonly summary: {
      readonly tests: number;
      readonly passed: number;
      readonly failed: number;
      readonly skipped: number;
      readonly pending: number;
      readonly other: number;
      readonly flaky?: number;
      readonly start: number;
      readonly stop: number;
      readonly duration?: number;
    };
    readonly extra: { readonly callboard: CallboardExtra };
    readonly tests: readonly ReportTest[];
  };
}

/** A case as CTRF has it: what a reading tells of a case is in it as it is, or as one of the fields below. */
export interface ReportTest extends Omit<Case, "durationMs" | "suite" | "file" | "url"> {
  /** Whole milliseconds; 0 where nobody said. */
  readonly duration: number;
  /** The target first ("batch: smoke"), then the case's own groups. */
  readonly suite: readonly string[];
  readonly filePath?: string;
  readonly extra?: { readonly url?: string };
}

export interface CallboardExtra {
  readonly version: 1;
  readonly verdict: Verdict;
  readonly targets: readonly TargetResult[];
  /** The run was ended before everything had run. */
  readonly cancelled?: true;
  /** Which part of a run this is, as `2/5`. */
  readonly shard?: string;
}
