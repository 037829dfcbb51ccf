/** What publishing is told, and what it answers. */

import type { ReportView } from "../../shared/report/view.ts";
import type { Redact } from "../../shared/service/secret.ts";

export interface PublishSettings {
  readonly comment: "always" | "on-failure" | "never";
  readonly commentKey: string;
  readonly check: "job" | "separate" | "off";
  /** The job's own check run; older servers do not tell. */
  readonly checkRunId?: number | undefined;
  readonly checkName: string;
  readonly summary: boolean;
  readonly token: string;
  /** The folder of the report's files, as a person in the workspace would name it. */
  readonly reportPath: string;
  /** Has the last look at everything that is published. */
  readonly redact: Redact;
  /** The step's cancel: publishing, when it goes on or begins after it, has seconds. */
  readonly cancel: AbortSignal;
}

export interface Publisher {
  /** What there is to compare with, if anything. Never throws for GitHub's sake. */
  base(): Promise<PublishedBase | undefined>;
  /**
   * Publishes where it may, and says once where it could not. Addresses are empty where there are none. The digest is
   * what a later run compares with.
   */
  publish(view: ReportView, digest?: string): Promise<{ commentUrl: string; checkUrl: string }>;
}

export interface PublishedBase {
  /** As a check run of the base commit carries it. */
  readonly digest: string;
  /** Branch and commit, for people. */
  readonly name: string;
}
