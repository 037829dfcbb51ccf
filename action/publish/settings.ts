/** What publishing is told, and what it answers. */

import type { Comparison } from "../../shared/report/comparison.ts";
import type { RawResponse } from "../../shared/report/markdown/render.ts";
import type { Ctrf, CtrfTest } from "../../shared/report/model.ts";
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

export interface PublishDetails {
  /** The report's cases where the document is only its head; gone through more than once. */
  readonly tests?: Iterable<CtrfTest> | undefined;
  readonly comparison?: Comparison | undefined;
  /** What a later run compares with; see `shared/report/comparison.ts`. */
  readonly digest?: string | undefined;
  /** Responses worth showing as they came; the first to be left out. */
  readonly raw?: readonly RawResponse[] | undefined;
}

export interface Publisher {
  /** The digest (text) that a check run of the base commit carries, if any. Never throws for GitHub's sake. */
  base(): Promise<string | undefined>;
  /** Publishes where it may, and says once where it could not. Addresses are empty where there are none. */
  publish(report: Ctrf, details?: PublishDetails): Promise<{ commentUrl: string; checkUrl: string }>;
}
