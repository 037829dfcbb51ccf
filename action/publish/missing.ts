/** One line in the log about all that could not be published: why, where the report is instead, and what would help. */

import { isLimit, statusOf } from "../../shared/github/error.ts";
import { NotAsked, reasonOf } from "../github/reason.ts";
import type { Log } from "../runner/log.ts";

/** The result of one way of publishing. */
export interface Published {
  /** Empty where nothing was published. */
  readonly url: string;
  /** The error, where something should have been published. */
  readonly missing?: unknown;
}

export const notPublished: Published = { url: "" };

export function sayMissing(ways: Readonly<Record<string, Published>>, whereItIs: string, log: Log): void {
  const missing = Object.entries(ways).filter(([, published]) => "missing" in published);
  if (missing.length === 0) return;
  const errors = missing.map(([, published]) => published.missing);
  const why = missing.map(([what, published]) => `no ${what} (${reasonOf(published.missing)})`).join(" and ");
  const text = `There is ${why}; ${whereItIs}.${adviceFor(errors)}`;
  // Not a warning in every run for what the workflow or the server can't have.
  if (errors.every(error => error instanceof NotAsked)) log.info(text);
  else log.warning(text);
}

function adviceFor(errors: readonly unknown[]): string {
  const refused = errors.filter(error => !isLimit(error)).map(statusOf);
  if (refused.includes(401)) return " GitHub does not know the `github-token`: is it whole, and still valid?";
  if (!refused.includes(403) && !refused.includes(404)) return "";
  return (
    " A pull request from a fork or by Dependabot gets a token that may only read; any other job needs " +
    "`permissions:` with `contents: read`, `pull-requests: write` and `checks: write`."
  );
}
