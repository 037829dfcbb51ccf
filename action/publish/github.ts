/**
 * Talking to GitHub: its own client, loaded when first needed, with what it leaves to its users: rate limits,
 * second tries, and an end to waiting.
 */

import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import type { Clock } from "../../shared/clock.ts";
import { isJsonObject } from "../../shared/json.ts";
import { cut, oneLine } from "../../shared/report/text.ts";
import { mostAttempts, parseRetryAfter, pauseBefore } from "../../shared/service/retry.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { codeOf, isConnectionFailure } from "../../shared/service/transport.ts";
import type { Deadline } from "./deadline.ts";
import { createFetch } from "./fetch.ts";

const GitHubClient = Octokit.plugin(paginateRest);
export type GitHub = InstanceType<typeof GitHubClient>;

export interface Connection {
  readonly apiUrl: string;
  readonly token: string;
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** One call's share of the time: an answer that takes longer is not coming. */
const mostForOneMs = 30_000;

export function connect({ apiUrl, token, deadline, clock, redact }: Connection): GitHub {
  const quiet = () => {};
  const github = new GitHubClient({
    auth: token,
    baseUrl: apiUrl,
    userAgent: "callboard",
    // What it would say goes to the step's log, and none of it is for its reader.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    request: { fetch: createFetch() },
  });

  github.hook.wrap("request", async (request, options) => {
    // Hooks further in, the client's own among them, look at these options and not at what is passed on.
    Object.assign(options, redactedParameters(options, redact));
    for (let attempt = 1; ; attempt++) {
      deadline.signal.throwIfAborted();
      const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(mostForOneMs)]);
      options.request = { ...options.request, signal };
      try {
        const response = await request(options);
        // Something in between may answer for GitHub, and is not believed.
        if (response.status !== 204 && (typeof response.data !== "object" || response.data === null)) {
          throw new Error("what answered is not GitHub, or a proxy has changed its answer");
        }
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

/**
 * A call's parameter: may the same request be sent twice? Without it, a POST may not, and all others may; a request
 * that GitHub has certainly not acted on is sent again in any case.
 */
export function repeatable(isRepeatable: boolean) {
  return { request: { repeatable: isRepeatable } };
}

/** How long to wait before the same request is sent again; nothing, when it should not be. */
function pauseAfter(error: unknown, mayRepeat: boolean, attempt: number, clock: Clock): number | undefined {
  const failure = failureOf(error);
  const limitMs = failure.status === undefined ? undefined : limitOf(failure, clock.now());
  if (limitMs !== undefined) return limitMs;
  if (!isNotConnected(error) && !(mayRepeat && isUncertain(error))) return undefined;
  return pauseBefore(attempt + 1, undefined, clock.random());
}

/** GitHub asks for a minute where it does not say how long. */
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

/** May GitHub have acted on the request, although nobody can tell? */
export function isUncertain(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === undefined ? !isNotConnected(error) : status >= 500;
}

/** Did GitHub refuse it for having been asked too often? */
export function isLimit(error: unknown): boolean {
  return limitOf(failureOf(error), 0) !== undefined;
}

function isNotConnected(error: unknown): boolean {
  return isConnectionFailure(codeOf(error));
}

export function statusOf(error: unknown): number | undefined {
  return failureOf(error).status;
}

/** There was no use in asking GitHub at all. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
}

/** What a person should know of a call that failed, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotAsked) return error.message;
  const { status, message } = failureOf(error);
  const said = cut(oneLine(message).replace(/\.$/, ""), 200);
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
