/** The settings of publishing, and what it offers to the end of a step. */

import type { ReportView } from "../../shared/report/view.ts";
import type { Redact } from "../../shared/service/secret.ts";

export interface PublishSettings {
  readonly comment: "always" | "on-failure" | "never";
  readonly commentKey: string;
  readonly check: "job" | "separate" | "off";
  /** The job's own check run; older servers do not say which it is. */
  readonly checkRunId?: number | undefined;
  readonly checkName: string;
  /** The check run that waits for reviews; empty for none. */
  readonly reviewCheck: string;
  /** What a command that submits a review says besides, where the catalog tells: "verdict=pass|fail". */
  readonly reviewFields?: string | undefined;
  readonly summary: boolean;
  readonly token: string;
  /** The folder of the report's files, relative to the workspace. */
  readonly reportPath: string;
  /** Applied to everything that is published. */
  readonly redact: Redact;
  /** Aborted when the step is cancelled; publishing then has seconds left. */
  readonly cancel: AbortSignal;
}

export interface Publisher {
  /** What there is to compare with, if anything; without it after an error of GitHub's, too. */
  base(): Promise<PublishedBase | undefined>;
  /**
   * Publishes where it can, and logs once where it could not. Addresses are empty where nothing was published. The
   * digest is for later runs to compare with.
   */
  publish(view: ReportView, digest?: string): Promise<Publicity>;
}

export interface Publicity {
  readonly commentUrl: string;
  readonly checkUrl: string;
  readonly reviewCheckUrl: string;
  /** A check run waits for all reviews that the report mentions; one that is only wanted does not. */
  readonly reviewsAreAwaited: boolean;
}

export interface PublishedBase {
  readonly digest: string;
  /** Branch and commit, for people. */
  readonly name: string;
}
