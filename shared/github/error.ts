/** Errors of requests to GitHub. */

import { oneLine } from "../report/text.ts";
import type { Redact } from "../service/secret.ts";
import { errorCodeOf, isConnectionFailure, NotSentError } from "../service/transport.ts";
import { cut } from "../wording.ts";

export type GitHubErrorKind =
  /** The token is not valid, or no longer valid. */
  | "logged-out"
  /** The organization requires a SAML login. */
  | "saml"
  | "forbidden"
  | "not-found"
  | "limited"
  | "unavailable";

export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly kind: GitHubErrorKind;
  readonly status?: number;
  /** When a rate limit ends, in milliseconds since 1970. */
  readonly untilMs: number = 0;
  readonly isUncertain: boolean = false;
  /** False if no connection was made and another attempt may succeed, so sending the request again does no harm. */
  readonly isConnected: boolean = true;

  constructor(kind: GitHubErrorKind, message: string, details: Details) {
    super(message);
    this.kind = kind;
    Object.assign(this, details);
  }
}

type Details = Partial<Pick<GitHubError, "status" | "untilMs" | "isUncertain" | "isConnected">>;

const longestMessage = 300;

/** Redacts before it cuts, because a secret that is cut in half is not recognized. */
export function safeMessage(text: string, redact: Redact): string {
  return cut(redact(oneLine(text)), longestMessage);
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  header(name: string): string | undefined;
}

export function errorFromResponse(refusal: Refusal, now: number): GitHubError {
  const { status, message } = refusal;
  const untilMs = limitOf(refusal, now);
  if (untilMs !== undefined) return new GitHubError("limited", message, { status, untilMs });
  return new GitHubError(kindOf(refusal), message, { status, isUncertain: status >= 500 });
}

function kindOf({ status, message, header }: Refusal): GitHubErrorKind {
  if (status === 401) return "logged-out";
  if (status === 404 || status === 410) return "not-found";
  if (status !== 403) return "unavailable";
  return header("x-github-sso") !== undefined || /SAML enforcement/i.test(message) ? "saml" : "forbidden";
}

/** GitHub's documentation asks to wait a minute if the response gives no time. */
const defaultLimitMs = 60_000;

/**
 * When the rate limit ends; undefined for other errors.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
function limitOf({ status, message, header }: Refusal, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfter = Number(header("retry-after"));
  if (retryAfter > 0) return now + retryAfter * 1000;
  const reset = Number(header("x-ratelimit-reset")) * 1000;
  if (header("x-ratelimit-remaining") === "0" && reset > 0) return reset;
  return status === 429 || /rate limit/i.test(message) ? now + defaultLimitMs : undefined;
}

/** The error for a request without a complete response. */
export function errorFromFailure(error: unknown, redact: Redact): GitHubError {
  const notSent = error instanceof NotSentError;
  const isConnected = !(notSent ? !error.isLasting : isConnectionFailure(errorCodeOf(error)));
  const isUncertain = isConnected && !notSent;
  return new GitHubError("unavailable", safeMessage(innermost(error), redact), { isUncertain, isConnected });
}

/** The innermost cause has the network's message. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermost(error.cause) : error.message || String(errorCodeOf(error));
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof GitHubError ? error.status : undefined;
}

/** GitHub may have acted on the request. */
export function isUncertain(error: unknown): boolean {
  return error instanceof GitHubError && error.isUncertain;
}

export function isRateLimited(error: unknown): boolean {
  return error instanceof GitHubError && error.kind === "limited";
}
