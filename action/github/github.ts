/** The toolkit's client of GitHub, with retries, rate limits and a time limit, which it leaves to its users. */

import { getOctokit } from "@actions/github";
import type { Clock } from "../../shared/clock.ts";
import { isJsonObject } from "../../shared/json.ts";
import { oneLine } from "../../shared/report/text.ts";
import { mostAttempts, parseRetryAfter, pauseBefore } from "../../shared/service/retry.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { codeOf, isConnectionFailure } from "../../shared/service/transport.ts";
import { cut } from "../../shared/wording.ts";
import type { Deadline } from "./deadline.ts";
import { createFetch } from "./fetch.ts";

export type GitHub = ReturnType<typeof getOctokit>;

export interface Connection {
  readonly apiUrl: string;
  readonly token: string;
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** Of one request. */
const mostForOneMs = 30_000;

export function connect({ apiUrl, token, deadline, clock, redact }: Connection): GitHub {
  const quiet = () => {};
  const github = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: "callboard",
    // Otherwise it writes warnings to the step's log.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    request: { fetch: createFetch(apiUrl) },
  });

  github.hook.wrap("request", async (request, options) => {
    // Changed in place: the client's own hooks look at these options, not at those that are passed on.
    Object.assign(options, redactedParameters(options, redact));
    for (let attempt = 1; ; attempt++) {
      deadline.signal.throwIfAborted();
      const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(mostForOneMs)]);
      options.request = { ...options.request, signal };
      try {
        const response = await request(options);
        expectGitHub(response);
        return response;
      } catch (error) {
        const mayRepeat = options.request?.["repeatable"] ?? options.method !== "POST";
        const pauseMs = pauseAfter(error, mayRepeat, attempt, clock);
        if (pauseMs === undefined || attempt >= mostAttempts || pauseMs >= deadline.leftMs) throw error;
        await deadline.pause(pauseMs);
      }
    }
  });
  return github;
}

/** A proxy may answer for GitHub with a page of its own. */
function expectGitHub({ status, data }: { readonly status: number; readonly data: unknown }): void {
  if (status !== 204 && (typeof data !== "object" || data === null)) {
    throw new Error("what answered is not GitHub, or a proxy has changed its answer");
  }
}

/**
 * A request's parameter: whether it may be sent again when GitHub may have acted on it. Without it, a POST may not, and
 * all others may.
 */
export function repeatable(isRepeatable: boolean) {
  return { request: { repeatable: isRepeatable } };
}

/** Undefined when the request must not be sent again. */
function pauseAfter(error: unknown, mayRepeat: boolean, attempt: number, clock: Clock): number | undefined {
  const failure = failureOf(error);
  const limitMs = failure.status === undefined ? undefined : limitOf(failure, clock.now());
  if (limitMs !== undefined) return limitMs;
  if (!isNotConnected(error) && !(mayRepeat && isUncertain(error))) return undefined;
  return pauseBefore(attempt + 1, undefined, clock.random());
}

/** What GitHub's documentation asks for where a response does not say how long. */
const unsaidLimitMs = 60_000;

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
function limitOf({ status, message, header }: Failure, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfterMs = parseRetryAfter(header("retry-after"), now);
  if (retryAfterMs !== undefined) return retryAfterMs;
  const reset = Number(header("x-ratelimit-reset") ?? Number.NaN);
  if (header("x-ratelimit-remaining") === "0" && !Number.isNaN(reset)) return Math.max(0, reset * 1000 - now);
  return status === 429 || /secondary rate limit/i.test(message) ? unsaidLimitMs : undefined;
}

/** Whether GitHub may have acted on the request. */
export function isUncertain(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === undefined ? !isNotConnected(error) : status >= 500;
}

/** Whether GitHub refused it because of a rate limit. */
export function isLimit(error: unknown): boolean {
  return limitOf(failureOf(error), 0) !== undefined;
}

function isNotConnected(error: unknown): boolean {
  return isConnectionFailure(codeOf(error));
}

export function statusOf(error: unknown): number | undefined {
  return failureOf(error).status;
}

/** Why GitHub was not asked at all. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
}

/** Why a request failed, as the end of a sentence. A response may repeat what was sent. */
export function reasonOf(error: unknown, redact: Redact): string {
  if (error instanceof NotAsked) return error.message;
  const { status, message } = failureOf(error);
  const said = cut(redact(oneLine(message)).replace(/\.$/, ""), 200);
  return status === undefined ? `GitHub could not be asked: ${said}` : `GitHub answered ${status}: ${said}`;
}

interface Failure {
  /** Absent where GitHub did not answer. */
  readonly status: number | undefined;
  readonly message: string;
  header(name: string): string | undefined;
}

/** The client's own errors carry a status of 500 where there was no answer at all. */
function failureOf(error: unknown): Failure {
  const response = error instanceof Error && "response" in error ? error.response : undefined;
  const answer = typeof response === "object" && response !== null ? response : {};
  const status = "status" in answer && typeof answer.status === "number" ? answer.status : undefined;
  const data = "data" in answer ? answer.data : undefined;
  const said = isJsonObject(data) ? data["message"] : undefined;
  const headers = "headers" in answer && isJsonObject(answer.headers) ? answer.headers : {};
  return {
    status,
    message: typeof said === "string" ? said : error instanceof Error ? error.message : String(error),
    header: name => {
      const value = headers[name];
      return value === undefined ? undefined : String(value);
    },
  };
}

/** What belongs to the client and not to the request. */
const clientsOwn = new Set(["method", "url", "baseUrl", "headers", "mediaType", "request"]);

function redactedParameters(options: object, redact: Redact): Record<string, unknown> {
  const map = (value: unknown): unknown => {
    if (typeof value === "string") return redact(value);
    if (Array.isArray(value)) return value.map(map);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));
  };
  const own = Object.entries(options).filter(([name]) => !clientsOwn.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, map(value)]));
}
