/** Why GitHub did not do what it was asked. */

import { oneLine } from "../report/text.ts";
import type { Redact } from "../service/secret.ts";
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

export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly kind: GitHubErrorKind;
  /** Absent where GitHub did not respond. */
  readonly status?: number;
  /** When a rate limit ends, in milliseconds since 1970. */
  readonly untilMs: number = 0;
  /** GitHub may have acted on the request. */
  readonly isUncertain: boolean = false;
  /** False where there was no connection, so that the request can be sent again without a doubt. */
  readonly isConnected: boolean = true;

  constructor(kind: GitHubErrorKind, message: string, details: Details) {
    super(message);
    this.kind = kind;
    Object.assign(this, details);
  }
}

type Details = Partial<Pick<GitHubError, "status" | "untilMs" | "isUncertain" | "isConnected">>;

const longestMessage = 300;

/** A message as it can be shown. It may repeat what was sent, and half a secret would not be known for one. */
export function messageFor(text: string, redact: Redact): string {
  return cut(redact(oneLine(text)), longestMessage);
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  header(name: string): string | undefined;
}

/** The error for a response whose status is no success. */
export function refusalOf(refusal: Refusal, now: number): GitHubError {
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

/** What GitHub's documentation asks for where a response does not say how long. */
const unsaidLimitMs = 60_000;

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
function limitOf({ status, message, header }: Refusal, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfter = Number(header("retry-after"));
  if (retryAfter > 0) return now + retryAfter * 1000;
  const reset = Number(header("x-ratelimit-reset")) * 1000;
  if (header("x-ratelimit-remaining") === "0" && reset > 0) return reset;
  return status === 429 || /rate limit/i.test(message) ? now + unsaidLimitMs : undefined;
}

/** The error for a request without a response, or with one whose end did not come. */
export function failureOf(error: unknown, redact: Redact): GitHubError {
  const notSent = error instanceof NotSent;
  const isConnected = !(notSent ? !error.lasting : isConnectionFailure(codeOf(error)));
  const isUncertain = isConnected && !notSent;
  return new GitHubError("unavailable", messageFor(innermost(error), redact), { isUncertain, isConnected });
}

/** The words of the network, which stand in the last of a chain of causes. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermost(error.cause) : error.message || String(codeOf(error));
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
