/** The settings and the interface of publishing a report. */

import type { CaseDigest } from "../../shared/report/digest.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { WorkflowContext } from "../github/context.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Interim } from "./comment/interim.ts";

/** The time for requests after a cancel. SIGTERM follows 7.5 seconds later, and publishing doesn't begin at once. */
export const afterCancelMs = 4_000;

/** All inputs but the service's key, which publishing never gets. */
export interface PublishSettings extends Omit<Inputs, "apiKey"> {
  /** As in `StepPlan`. */
  readonly reviewFields?: string | undefined;
  readonly redact: Redact;
  /** Aborted when the step is cancelled; publishing has only seconds then. */
  readonly cancel: AbortSignal;
}

export interface Publisher {
  /** Finds the report's base. Undefined if the event has none. */
  base(): Promise<PublishedBase | MissingBase | undefined>;
  /** Undefined outside a workflow run. */
  readonly context: WorkflowContext | undefined;
  /** The address of the job, or else of the workflow run. */
  readonly jobUrl: string;
  /** Writes an interim comment. Never rejects. Later ones are not written once `publish` was called. */
  publishInterim(interim: Interim): Promise<void>;
  /**
   * Publishes in every available place, and logs the unavailable ones once. Later steps use the digest as their base.
   * `writeDigest` gets the event that the digest names. An address is empty if nothing is published there.
   */
  publish(view: ReportView, writeDigest?: WriteDigest): Promise<PublishedReport>;
}

export interface PublishedReport {
  readonly commentUrl: string;
  readonly checkUrl: string;
  readonly reviewCheckUrl: string;
  /** Whether the review check was published and waits for all reviews of the report. */
  readonly reviewsAreAwaited: boolean;
  /** A review check was asked for, and could not be made. */
  readonly isReviewCheckMissing: boolean;
}

export type WriteDigest = (event: string) => string | undefined;

export interface PublishedBase {
  readonly digest: CaseDigest;
  /** The branch and commit, as the report shows them. For a commit before the base commit, also how old it is. */
  readonly name: string;
  /** The time since the report at the base commit, like "2 days". */
  readonly age?: string;
  /** Gives the digests before this one, the newest first, in at most two requests. Empty after an error of GitHub. */
  earlier(): Promise<readonly CaseDigest[]>;
}

export interface MissingBase {
  /** Why there is no base, and what to do. */
  readonly why: string;
}
