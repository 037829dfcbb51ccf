/** The rules for sending a request again, without I/O or clock. */

import { parseHttpDate } from "./http-date.ts";
import type { Method } from "./operations.ts";

export type AttemptFailure =
  /** No connection was made, and another attempt may succeed. */
  | { readonly type: "not-connected" }
  /** Nothing was sent, and another attempt would fail, too, as with a wrong certificate. */
  | { readonly type: "not-sent" }
  /** The connection broke when the service may already have read the request. */
  | { readonly type: "broken" }
  | { readonly type: "status"; readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly type: "unreadable" }
  | { readonly type: "stopped" };

/**
 * True only if the service did not act. A GET never acts. The service doesn't promise that a second PUT or DELETE has no
 * effect: a PUT that is sent again can overwrite a colleague's change.
 */
export function maySendAgain(method: Method, failure: AttemptFailure): boolean {
  switch (failure.type) {
    case "not-connected":
      return true;
    case "broken":
      return method === "GET";
    case "status":
      if (failure.status === 429) return true;
      if (failure.status === 503 && failure.retryAfterMs !== undefined) return true;
      return method === "GET" && [502, 503, 504].includes(failure.status);
    default:
      return false;
  }
}

/** A proxy can repeat a request. With these statuses the service may refuse the copy after it carried out the first. */
export const repeatRefusals: ReadonlySet<number> = new Set([408, 409, 421, 425]);

/** True if the service may have acted. A GET never acts. */
export function isAmbiguous(method: Method, failure: AttemptFailure): boolean {
  if (method === "GET") return false;
  switch (failure.type) {
    case "not-connected":
    case "not-sent":
      return false;
    case "status":
      // A service may act and then respond with 300 to 303, and a browser reports any redirect as 0. 307 and 308 ask to
      // send the request elsewhere.
      if (failure.status < 400) return failure.status < 304;
      if (failure.status === 503) return failure.retryAfterMs === undefined;
      return repeatRefusals.has(failure.status) || failure.status >= 500;
    default:
      return true;
  }
}

/** A Retry-After header, which contains whole seconds or a date, as milliseconds. Undefined for any other text. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = parseHttpDate(text);
  return at === undefined ? undefined : Math.max(0, at - now);
}

const firstPauseMs = 500;
const longestPauseMs = 10_000;
export const mostAttempts = 5;

/** Exponential backoff with full jitter, and at least the time that the service asks for. */
export function pauseBefore(attempt: number, retryAfterMs: number | undefined, random: number): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 2));
  return Math.max(retryAfterMs ?? 0, Math.round(random * ceiling));
}

/** A token bucket for all requests of a client: it lets occasional failures be retried, but limits retries in an outage. */
export class RetryBudget {
  static readonly capacity = 20;
  static readonly perSuccess = 0.1;
  #tokens = RetryBudget.capacity;

  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  succeeded(): void {
    if (this.#tokens < RetryBudget.capacity) {
      this.#tokens = Math.min(RetryBudget.capacity, this.#tokens + RetryBudget.perSuccess);
    }
  }
}
