/**
 * The client of the service. A transport moves the bytes; the deadline, the retries, the size cap, the JSON check and
 * the errors are here. Nothing that leaves here holds the key.
 */

import { type Clock, systemClock } from "../clock.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type BaseUrl, parseBaseUrl, pathOf } from "./address.ts";
import { readBeginning, readWhole, TooLarge } from "./body.ts";
import type { Call } from "./call.ts";
import { ServiceError } from "./error.ts";
import { excessIn } from "./excess.ts";
import {
  type Explanation,
  explainExcess,
  explainFailure,
  explainStatus,
  explainStop,
  explainUnreadable,
} from "./explain.ts";
import { type OperationName, operation } from "./operations.ts";
import {
  type Failure,
  isAmbiguous,
  maySendAgain,
  mostAttempts,
  parseRetryAfter,
  pauseBefore,
  RetryBudget,
} from "./retry.ts";
import { type Redact, redactJson, redactor } from "./secret.ts";
import { Stop } from "./stop.ts";
import {
  codeOf,
  isDecodingFailure,
  NotSent,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly transport: Transport;
  /** Takes the key, and other secrets of whoever calls, out of all that comes in. */
  readonly redact?: Redact;
  /** For the whole call: every attempt, the pauses between them, and the body. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** Told after each attempt, for a log. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

export interface Attempt {
  readonly operation: OperationName;
  readonly number: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The pause before the next attempt; undefined when this was the last. */
  readonly againInMs: number | undefined;
}

/** Without the key, should the service have echoed it. */
export interface Answer {
  /** The body, byte for byte. */
  readonly raw: Uint8Array;
  readonly value: JsonObject;
}

const defaultTimeoutMs = 10 * 60_000;
const largestAnswer = 100_000_000;
const excerptBytes = 8 * 1024;
/** Of a character of the key, however it is written. */
const longestSpelling = 12;
const requestIdHeaders = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];
const utf8 = new TextDecoder();
const toUtf8 = new TextEncoder();

type Outcome = Success | Miss;

interface Success {
  readonly ok: true;
  readonly status: number;
  readonly answer: Answer;
  readonly requestId: string | undefined;
}

interface Miss {
  readonly ok: false;
  readonly failure: Failure;
  readonly explanation: Explanation;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly response?: JsonObject | undefined;
  readonly cause?: unknown;
}

export class Client {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #onAttempt: ((attempt: Attempt) => void) | undefined;
  readonly #redact: Redact;
  readonly #longestKey: number;
  readonly #base: BaseUrl;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #headersWithBody: Readonly<Record<string, string>>;
  readonly #budget = new RetryBudget();

  /** Throws a ServiceError of kind `refused` when the base URL or the key can't be used. */
  constructor(options: ClientOptions) {
    const { apiKey } = options;
    if (apiKey === "") throw refused("no API key is set", "Set the key of your account.", text => text);
    this.#redact = options.redact ?? redactor(apiKey);
    this.#longestKey = apiKey.length * longestSpelling;
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      const fault = "the API key holds a space, a line break or a character beyond ASCII";
      throw refused(fault, "Copy it again, whole and alone.", this.#redact);
    }
    this.#base = orRefuse(() => parseBaseUrl(options.baseUrl), this.#redact);
    this.#transport = options.transport;
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#onAttempt = options.onAttempt;
    this.#headers = { accept: "application/json", "user-agent": "callboard", "x-api-key": apiKey };
    this.#headersWithBody = { ...this.#headers, "content-type": "application/json" };
  }

  async call(call: Call, signal?: AbortSignal): Promise<Answer> {
    const request = this.#request(call);
    const stop = new Stop(this.#clock, this.#timeoutMs, signal);
    let mayHaveActed = false;
    try {
      for (let number = 1; ; number++) {
        const startedAt = this.#clock.now();
        const outcome = await this.#attempt(request, call, stop);
        const pauseMs = outcome.ok ? undefined : this.#pauseBeforeNext(request, outcome, number, stop);
        this.#onAttempt?.({
          operation: call.operation,
          number,
          durationMs: this.#clock.now() - startedAt,
          status: outcome.status,
          requestId: outcome.requestId && this.#redact(outcome.requestId),
          againInMs: pauseMs,
        });
        if (outcome.ok) {
          this.#budget.succeeded();
          return outcome.answer;
        }
        if (mayHaveActed && request.method === "DELETE" && outcome.status === 404) {
          // An earlier attempt deleted it and its answer was lost.
          return { raw: new Uint8Array(), value: {} };
        }
        mayHaveActed ||= isAmbiguous(request.method, outcome.failure);
        if (pauseMs === undefined) throw this.#error(request, outcome, call.operation, number, mayHaveActed);
        await stop.pause(pauseMs);
      }
    } finally {
      stop.dispose();
    }
  }

  #request(call: Call): TransportRequest {
    const { fields } = call;
    return {
      method: operation(call.operation).method,
      origin: this.#base.origin,
      path: this.#base.prefix + orRefuse(() => pathOf(call), this.#redact),
      headers: fields === undefined ? this.#headers : this.#headersWithBody,
      body: fields && JSON.stringify(fields),
    };
  }

  async #attempt(request: TransportRequest, call: Call, stop: Stop): Promise<Outcome> {
    let response: TransportResponse | undefined;
    try {
      if (stop.reason !== undefined) throw new NotSent(undefined);
      const exchange = this.#transport(request);
      stop.onStop = () => exchange.cancel();
      response = await exchange.response;
      return await this.#read(response, call);
    } catch (cause) {
      const status = response?.status;
      if (stop.reason !== undefined) {
        return {
          ok: false,
          failure: { type: cause instanceof NotSent ? "not-sent" : "stopped" },
          explanation: explainStop(stop.reason, this.#timeoutMs, response !== undefined),
          status,
        };
      }
      return {
        ok: false,
        failure: failureOf(cause),
        explanation: explainFailure(this.#base, cause, status),
        status,
        cause,
      };
    }
  }

  async #read(response: TransportResponse, call: Call): Promise<Outcome> {
    const { status, header } = response;
    const requestId = requestIdHeaders.map(header).find(value => value !== undefined);
    if (status >= 200 && status < 300) {
      const raw = await readWhole(response.body, largestAnswer);
      const unreadable = (explanation: Explanation): Miss => ({
        ok: false,
        failure: { type: "unreadable" },
        explanation,
        status,
        requestId,
        excerpt: this.#beginningOf(raw),
      });
      const excess = excessIn(raw);
      if (excess !== undefined) return unreadable(explainExcess(status, excess));
      const text = utf8.decode(raw);
      const { value, fault } = parseObject(text);
      if (fault !== undefined) return unreadable(explainUnreadable(status, fault));
      return { ok: true, status, answer: this.#withoutKey(raw, text, value), requestId };
    }
    const beginning = await readBeginning(response.body, excerptBytes + this.#longestKey);
    const retryAfterMs = parseRetryAfter(header("retry-after"), this.#clock.now());
    const explanation = explainStatus(call, this.#base, {
      status,
      location: header("location"),
      retryAfterMs,
      requestId,
    });
    return {
      ok: false,
      failure: { type: "status", status, retryAfterMs },
      explanation,
      status,
      requestId,
      excerpt: this.#beginningOf(beginning),
      // What is longer than that may go on.
      response:
        beginning.length > excerptBytes
          ? undefined
          : parseObject(redactJson(utf8.decode(beginning), this.#redact)).value,
    };
  }

  #withoutKey(raw: Uint8Array, text: string, value: JsonObject): Answer {
    const redacted = redactJson(text, this.#redact);
    return redacted === text ? { raw, value } : { raw: toUtf8.encode(redacted), value: JSON.parse(redacted) };
  }

  /** What is left of a key where it is cut would not be known for one: no part of it stands at the end. */
  #beginningOf(body: Uint8Array): string {
    const enough = excerptBytes + this.#longestKey;
    const text = this.#redact(utf8.decode(body.subarray(0, enough)));
    return body.length < enough ? text : text.slice(0, -this.#longestKey);
  }

  /** Undefined when there is no next attempt. */
  #pauseBeforeNext(request: TransportRequest, miss: Miss, number: number, stop: Stop): number | undefined {
    if (stop.reason !== undefined || number >= mostAttempts) return undefined;
    if (!maySendAgain(request.method, miss.failure)) return undefined;
    const retryAfterMs = miss.failure.type === "status" ? miss.failure.retryAfterMs : undefined;
    const pauseMs = pauseBefore(number + 1, retryAfterMs, this.#clock.random());
    return pauseMs < stop.remainingMs && this.#budget.take() ? pauseMs : undefined;
  }

  #error(request: TransportRequest, miss: Miss, name: OperationName, attempts: number, ambiguous: boolean) {
    return new ServiceError(
      {
        ...miss.explanation,
        operation: name,
        request: `${request.method} ${request.path}`,
        origin: request.origin,
        status: miss.status,
        requestId: miss.requestId,
        attempts,
        ambiguous,
        excerpt: miss.excerpt,
        response: miss.response,
        cause: miss.cause,
      },
      this.#redact,
    );
  }
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof NotSent) return { type: cause.lasting ? "not-sent" : "not-connected" };
  const unreadable = cause instanceof TooLarge || isDecodingFailure(codeOf(cause));
  return { type: unreadable ? "unreadable" : "broken" };
}

function parseObject(text: string): { value: JsonObject; fault?: never } | { value?: never; fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === "") return { fault: "nothing" };
    return { fault: text.trimStart().startsWith("<") ? "a web page" : "broken JSON" };
  }
  if (isJsonObject(value)) return { value };
  if (value === null) return { fault: "null" };
  return { fault: Array.isArray(value) ? "an array" : `a ${typeof value}` };
}

function orRefuse<T>(attempt: () => T, redact: Redact): T {
  try {
    return attempt();
  } catch (error) {
    const fault = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    throw refused(fault, "Nothing was sent.", redact);
  }
}

function refused(happened: string, advice: string, redact: Redact): ServiceError {
  return new ServiceError({ kind: "refused", happened, advice }, redact);
}
