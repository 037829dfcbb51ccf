/** The settings and the interface of publishing a report. */

import type { ReportView } from "../../shared/report/view.ts";
import type { Redact } from "../../shared/service/secret.ts";

export interface PublishSettings {
  readonly comment: "always" | "on-failure" | "never";
  readonly commentKey: string;
  readonly check: "job" | "separate" | "off";
  /** The job's own check run; absent on older GitHub servers, which don't report it. */
  readonly checkRunId?: number | undefined;
  readonly checkName: string;
  readonly reviewCheck: string;
  /** As in `StepPlan`. */
  readonly reviewFields?: string | undefined;
  readonly summary: boolean;
  readonly token: string;
  /** The folder of the report's files, relative to the workspace. */
  readonly reportPath: string;
  readonly redact: Redact;
  /** Aborted when the step is cancelled; publishing has only seconds then. */
  readonly cancel: AbortSignal;
}

export interface Publisher {
  /** Finds the report's base. Undefined if there is none, or after an error of GitHub. */
  base(): Promise<PublishedBase | undefined>;
  /**
   * Publishes in every available place, and logs the unavailable ones once. Later steps use the digest as their base.
   * An address is empty if nothing is published there.
   */
  publish(view: ReportView, digest?: string): Promise<PublishedReport>;
}

export interface PublishedReport {
  readonly commentUrl: string;
  readonly checkUrl: string;
  readonly reviewCheckUrl: string;
  /** Whether the review check was published and waits for all reviews of the report. */
  readonly reviewsAreAwaited: boolean;
}

export interface PublishedBase {
  readonly digest: string;
  /** The branch and commit, as the report shows them. */
  readonly name: string;
}
