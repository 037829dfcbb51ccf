/** Why GitHub did not do what it was asked. */

import { oneLine } from "../report/text.ts";
import { parseRetryAfter } from "../service/retry.ts";
import { codeOf, isConnectionFailure, NotSent } from "../service/transport.ts";
import { cut } from "../wording.ts";

export type GitHubErrorKind =
  /** The token is not one, any more. */
  | "logged-out"
  /** The organization wants a login of its own first. */
  | "saml"
  | "forbidden"
  | "not-found"
  /** A rate limit is used up. */
  | "limited"
  | "unavailable";

interface Details {
  readonly status?: number | undefined;
  readonly untilMs?: number;
  readonly isUncertain: boolean;
  readonly isConnected?: boolean;
}

export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly kind: GitHubErrorKind;
  /** Absent where GitHub did not respond. */
  readonly status: number | undefined;
  /** When a rate limit ends, in milliseconds since 1970; 0 without one. */
  readonly untilMs: number;
  /** GitHub may have acted on the request. */
  readonly isUncertain: boolean;
  /** False where there was no connection, so that the request can be sent again without a doubt. */
  readonly isConnected: boolean;

  constructor(kind: GitHubErrorKind, message: string, details: Details) {
    super(message);
    this.kind = kind;
    this.status = details.status;
    this.untilMs = details.untilMs ?? 0;
    this.isUncertain = details.isUncertain;
    this.isConnected = details.isConnected ?? true;
  }
}

const longestMessage = 300;

/** A message as it can be shown: it may repeat what was sent. */
export function messageFor(text: string, redact: (text: string) => string): string {
  return cut(redact(oneLine(text)), longestMessage);
}

interface Refused {
  readonly status: number;
  readonly message: string;
  header(name: string): string | undefined;
}

/** The error for a response with a status that is no success. */
export function refusalOf({ status, message, header }: Refused, now: number): GitHubError {
  const untilMs = limitOf({ status, message, header }, now);
  if (untilMs !== undefined)
    return new GitHubError("limited", message, { status, untilMs, isUncertain: false });
  return new GitHubError(kindOf({ status, message, header }), message, {
    status,
    isUncertain: status >= 500,
  });
}

function kindOf({ status, message, header }: Refused): GitHubErrorKind {
  if (status === 401) return "logged-out";
  if (status === 404 || status === 410) return "not-found";
  if (status !== 403) return "unavailable";
  return header("x-github-sso") !== undefined || /SAML enforcement/i.test(message) ? "saml" : "forbidden";
}

/** What GitHub's documentation asks for where a response does not say how long. */
const unsaidLimitMs = 60_000;

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
function limitOf({ status, message, header }: Refused, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfterMs = parseRetryAfter(header("retry-after"), now);
  if (retryAfterMs !== undefined) return now + retryAfterMs;
  const reset = Number(header("x-ratelimit-reset") ?? Number.NaN);
  if (header("x-ratelimit-remaining") === "0" && !Number.isNaN(reset)) return Math.max(now, reset * 1000);
  return status === 429 || /rate limit/i.test(message) ? now + unsaidLimitMs : undefined;
}

/** The error for a request without a response, or with one whose end did not come. */
export function failureOf(error: unknown, redact: (text: string) => string): GitHubError {
  const isConnected = !(
    (error instanceof NotSent && !error.lasting) ||
    (error instanceof Error && isConnectionFailure(codeOf(error)))
  );
  const isUncertain = isConnected && !(error instanceof NotSent);
  return new GitHubError("unavailable", messageFor(innermost(error), redact), { isUncertain, isConnected });
}

/** The words of the network, which stand in the last of a chain of causes. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermost(error.cause);
  return error.message || (codeOf(error) ?? error.name);
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof GitHubError ? error.status : undefined;
}

/** Whether GitHub may have acted on the request. */
export function isUncertain(error: unknown): boolean {
  return error instanceof GitHubError && error.isUncertain;
}

/** Whether GitHub refused it because of a rate limit. */
export function isLimit(error: unknown): boolean {
  return error instanceof GitHubError && error.kind === "limited";
}
