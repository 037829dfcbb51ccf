/** Logs one line about the places where publishing failed: the reasons, where the report is, and what can help. */

import { isRateLimited, statusOf } from "../../shared/github/error.ts";
import { NoRequestSent, reasonOf } from "../github/reason.ts";
import type { Log } from "../runner/log.ts";

/** The result of publishing in one place: the comment, the check run or the review check. */
export interface PublishResult {
  readonly url: string;
  /** The error that prevented publishing; absent after success, or if nothing had to be published. */
  readonly error?: unknown;
}

export const notPublished: PublishResult = { url: "" };

export function logMissing(
  results: Readonly<Record<string, PublishResult>>,
  reportLocation: string,
  log: Log,
): void {
  const missing = Object.entries(results).filter(([, published]) => published.error !== undefined);
  if (missing.length === 0) return;
  const errors = missing.map(([, published]) => published.error);
  const gaps = missing.map(([place, published]) => `no ${place} (${reasonOf(published.error)})`);
  const text = `There is ${gaps.join(" and ")}; ${reportLocation}.${adviceFor(errors)}`;
  // A warning would appear in every workflow run if the workflow has no token, or the server reports no check run.
  if (errors.every(error => error instanceof NoRequestSent)) log.info(text);
  else log.warning(text);
}

function adviceFor(errors: readonly unknown[]): string {
  const refused = errors.filter(error => !isRateLimited(error)).map(statusOf);
  if (refused.includes(401))
    return " GitHub rejects the `github-token`: check that it is complete and still valid.";
  if (!refused.includes(403) && !refused.includes(404)) return "";
  return (
    " A pull request from a fork or by Dependabot gets a token that can only read; any other job needs " +
    "`permissions:` with `contents: read`, `pull-requests: write` and `checks: write`."
  );
}
