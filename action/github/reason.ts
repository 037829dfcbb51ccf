/** Explains in words why a request to GitHub failed or was not sent. */

import { GitHubError } from "../../shared/github/error.ts";
import { oneLine } from "../../shared/report/text.ts";
import { cut } from "../../shared/wording.ts";

/** Thrown when Callboard itself stops before the next request; the message is the reason. */
export class NoRequestSent extends Error {
  override readonly name = "NoRequestSent";
}

/** Gives a clause that ends a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof NoRequestSent) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const detail = cut(oneLine(message).replace(/\.$/, ""), 200);
  const status = error instanceof GitHubError ? error.status : undefined;
  return status === undefined
    ? `the request to GitHub failed: ${detail}`
    : `GitHub responded with ${status}: ${detail}`;
}
