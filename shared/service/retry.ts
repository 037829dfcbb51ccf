/** When a request may be sent again, and when: rules without time or I/O. */

import type { Method } from "./operations.ts";

/** What an attempt that did not succeed came to. */
export type Failure =
  /** Nothing left this machine, and trying again may help: no connection was made. */
  | { readonly type: "not-connected" }
  /** Nothing left this machine, and trying again would not help: a certificate, a proxy's refusal. */
  | { readonly type: "not-sent" }
  /** The connection broke after the request may have been read. */
  | { readonly type: "broken" }
  | { readonly type: "status"; readonly status: number; readonly retryAfterMs: number | undefined }
  /** A success that can't be read. */
  | { readonly type: "unreadable" }
  /** Time ran out or somebody cancelled. */
  | { readonly type: "stopped" };

/** PATCH is left out: what it does twice may differ from what it does once. */
const repeatable: ReadonlySet<Method> = new Set(["GET", "PUT", "DELETE"]);

/** May the same request be sent again without the risk that the service acts twice? */
export function maySendAgain(method: Method, failure: Failure): boolean {
  switch (failure.type) {
    case "not-connected":
      return true;
    case "broken":
      return repeatable.has(method);
    case "status":
      if (failure.status === 429) return true;
      if (failure.status === 503 && failure.retryAfterMs !== undefined) return true;
      return repeatable.has(method) && [502, 503, 504].includes(failure.status);
    default:
      return false;
  }
}

/**
 * With one of these a service may refuse what something on the way has sent for the second time, after it acted on the
 * first: too slow, in conflict with what is there, at the wrong server, too early.
 */
export const refusesSecond: ReadonlySet<number> = new Set([408, 409, 421, 425]);

/** Is it unknown whether the service acted on the request? */
export function isAmbiguous(method: Method, failure: Failure): boolean {
  if (method === "GET") return false;
  switch (failure.type) {
    case "not-connected":
    case "not-sent":
      return false;
    case "status":
      // A POST that acted may be answered with 303, and by some with 301 or 302; 307 and 308 ask to send it elsewhere.
      if (failure.status < 400) return failure.status < 304;
      if (failure.status === 503) return failure.retryAfterMs === undefined;
      if (refusesSecond.has(failure.status)) return !repeatable.has(method);
      return failure.status >= 500;
    default:
      return true;
  }
}

/** Milliseconds that a Retry-After header asks to wait: whole seconds or a date; nonsense asks for nothing. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // All three HTTP date forms begin with a weekday; Date.parse alone would take "-5" or "1.5" for a year or a day.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const firstPauseMs = 500;
const longestPauseMs = 10_000;
export const mostAttempts = 5;

/** Exponential backoff with full jitter, and never sooner than the service asked for. */
export function pauseBefore(attempt: number, retryAfterMs: number | undefined, random: number): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 2));
  return Math.max(retryAfterMs ?? 0, Math.round(random * ceiling));
}

/**
 * A token bucket shared by all calls of a client. Each repetition takes a token, each success gives a part of one
 * back: failures now and then are retried, but where all calls fail, retries don't multiply them.
 */
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
