/** The client of the service, over a transport. Its responses and errors never contain the key. */

import { type Clock, systemClock } from "../clock.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type BaseUrl, idOfCreated, parseBaseUrl, requestPath } from "./address.ts";
import { readBeginning, readWhole, TooLargeError } from "./body.ts";
import { ServiceError } from "./error.ts";
import { excessIn } from "./excess.ts";
import {
  type Explanation,
  explainCutOff,
  explainExcess,
  explainFailure,
  explainStatus,
  explainStop,
  explainUnreadable,
  explainXml,
} from "./explain.ts";
import { parseHttpDate } from "./http-date.ts";
import { type Method, type OperationName, operation } from "./operations.ts";
import type { ServiceRequest } from "./request.ts";
import {
  type AttemptFailure,
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
  errorCodeOf,
  isDecodingFailure,
  NotSentError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly transport: Transport;
  /** Redacts the key and the caller's other secrets in everything that is received. */
  readonly redact?: Redact;
  /** The time limit for one request with all attempts, the pauses between them, and the response's body. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly onAttempt?: (attempt: Attempt) => void;
}

export interface Attempt {
  readonly operation: OperationName;
  readonly number: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly againInMs: number | undefined;
}

/** The key is redacted, because the service may repeat it. */
export interface ServiceResponse {
  /** The body as received, except for redactions. */
  readonly raw: Uint8Array;
  /** Empty if the body is empty: the service acted, and says nothing more. */
  readonly value: JsonObject;
  readonly status: number;
  /** When the request began, by the clock of the service. Absent if the response has no readable `Date` header. */
  readonly beganAt?: number;
  /** `name` is in lower case. */
  header(name: string): string | undefined;
  /** The id in the `Location` header, if that is the address of a record that the request has created. */
  readonly locatedId?: string;
}

const defaultTimeoutMs = 10 * 60_000;
const largestResponse = 100_000_000;
const excerptBytes = 8 * 1024;
/** Enough for one character of the key in any usual encoding, even a nested one such as `\u002541`. */
const longestEncoding = 12;
const requestIdHeaders = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];
const utf8 = new TextDecoder();
const toUtf8 = new TextEncoder();

type AttemptResult = SuccessfulAttempt | FailedAttempt;

interface SuccessfulAttempt {
  readonly ok: true;
  readonly status: number;
  readonly response: ServiceResponse;
  readonly requestId: string | undefined;
}

interface FailedAttempt {
  readonly ok: false;
  readonly failure: AttemptFailure;
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
  readonly #longestEncodedKey: number;
  readonly #base: BaseUrl;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #headersWithBody: Readonly<Record<string, string>>;
  readonly #budget = new RetryBudget();

  constructor(options: ClientOptions) {
    const { apiKey } = options;
    if (apiKey === "") throw refused("no API key is set", "Set the service's API key.", text => text);
    this.#redact = options.redact ?? redactor(apiKey);
    this.#longestEncodedKey = apiKey.length * longestEncoding;
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      const fault = "the API key contains a space, a line break or a character beyond ASCII";
      throw refused(fault, "Copy only the key, and all of it.", this.#redact);
    }
    this.#base = orRefuse(() => parseBaseUrl(options.baseUrl), this.#redact);
    this.#transport = options.transport;
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#onAttempt = options.onAttempt;
    this.#headers = { accept: "application/json", "user-agent": "callboard", "x-api-key": apiKey };
    this.#headersWithBody = { ...this.#headers, "content-type": "application/json" };
  }

  async call(request: ServiceRequest, signal?: AbortSignal): Promise<ServiceResponse> {
    const transportRequest = this.#transportRequestOf(request);
    const { method } = transportRequest;
    const stop = new Stop(this.#clock, this.#timeoutMs, signal);
    try {
      for (let number = 1; ; number++) {
        const startedAt = this.#clock.now();
        const result = await this.#attempt(transportRequest, request, stop);
        const pauseMs = result.ok ? undefined : this.#pauseBeforeNext(method, result, number, stop);
        this.#onAttempt?.({
          operation: request.operation,
          number,
          durationMs: this.#clock.now() - startedAt,
          status: result.status,
          requestId: result.requestId && this.#redact(result.requestId),
          againInMs: pauseMs,
        });
        if (result.ok) {
          this.#budget.succeeded();
          return result.response;
        }
        if (pauseMs === undefined) throw this.#error(transportRequest, result, request.operation, number);
        await stop.pause(pauseMs);
      }
    } finally {
      stop.dispose();
    }
  }

  #transportRequestOf(request: ServiceRequest): TransportRequest {
    const { fields } = request;
    return {
      method: operation(request.operation).method,
      origin: this.#base.origin,
      path: this.#base.prefix + orRefuse(() => requestPath(request), this.#redact),
      headers: fields === undefined ? this.#headers : this.#headersWithBody,
      body: fields && JSON.stringify(fields),
    };
  }

  async #attempt(
    transportRequest: TransportRequest,
    request: ServiceRequest,
    stop: Stop,
  ): Promise<AttemptResult> {
    const startedAt = this.#clock.now();
    let response: TransportResponse | undefined;
    try {
      if (stop.reason !== undefined) throw new NotSentError(undefined);
      const exchange = this.#transport(transportRequest);
      stop.onStop = () => exchange.cancel();
      response = await exchange.response;
      return await this.#read(response, request, startedAt);
    } catch (cause) {
      const status = response?.status;
      if (stop.reason !== undefined) {
        return {
          ok: false,
          failure: { type: cause instanceof NotSentError ? "not-sent" : "stopped" },
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

  async #read(
    response: TransportResponse,
    request: ServiceRequest,
    startedAt: number,
  ): Promise<AttemptResult> {
    const { status, header } = response;
    const respondedAt = parseHttpDate(header("date"));
    const requestMs = Math.max(0, this.#clock.now() - startedAt);
    const requestId = requestIdHeaders.map(header).find(value => value !== undefined);
    if (status >= 200 && status < 300) {
      const raw = await readWhole(response.body, largestResponse);
      const unreadable = (
        explanation: Explanation,
        type: "unreadable" | "broken" = "unreadable",
      ): FailedAttempt => ({
        ok: false,
        failure: { type },
        explanation,
        status,
        requestId,
        excerpt: this.#beginningOf(raw),
      });
      const excess = excessIn(raw);
      if (excess !== undefined) return unreadable(explainExcess(status, excess));
      const text = utf8.decode(raw);
      const { method, role } = operation(request.operation);
      // Many servers send `null` where there is nothing to send, but it doesn't show that a decision was taken.
      const isNothing = text.trim() === "" || (text.trim() === "null" && role !== "decide");
      const { value, fault } = method !== "GET" && isNothing ? { value: {} } : parseObject(text);
      if (fault !== undefined && isCutOff(text)) return unreadable(explainCutOff(status), "broken");
      if (fault !== undefined && isXml(text, header("content-type"))) return unreadable(explainXml(status));
      if (fault !== undefined) return unreadable(explainUnreadable(status, fault));
      const locatedId = idOfCreated(header("location"), this.#base, request);
      const serviceResponse: ServiceResponse = {
        ...this.#redactedBody(raw, text, value),
        status,
        header: name => this.#redact(header(name) ?? "") || undefined,
        ...(respondedAt !== undefined && { beganAt: respondedAt - requestMs }),
        // The service may repeat the key there.
        ...(locatedId !== undefined && this.#redact(locatedId) === locatedId && { locatedId }),
      };
      return { ok: true, status, response: serviceResponse, requestId };
    }
    const beginning = await readBeginning(response.body, excerptBytes + this.#longestEncodedKey);
    const retryAfterMs = parseRetryAfter(header("retry-after"), this.#clock.now());
    const explanation = explainStatus(request, this.#base, {
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
      // A longer body may be incomplete.
      response:
        beginning.length > excerptBytes
          ? undefined
          : parseObject(redactJson(utf8.decode(beginning), this.#redact)).value,
    };
  }

  #redactedBody(raw: Uint8Array, text: string, value: JsonObject): Pick<ServiceResponse, "raw" | "value"> {
    const redacted = redactJson(text, this.#redact);
    return redacted === text ? { raw, value } : { raw: toUtf8.encode(redacted), value: JSON.parse(redacted) };
  }

  /** A key cut in half can't be recognized, so a cut excerpt drops its last `#longestEncodedKey` characters. */
  #beginningOf(body: Uint8Array): string {
    const enough = excerptBytes + this.#longestEncodedKey;
    const text = this.#redact(utf8.decode(body.subarray(0, enough)));
    return body.length < enough ? text : text.slice(0, -this.#longestEncodedKey);
  }

  #pauseBeforeNext(method: Method, failed: FailedAttempt, number: number, stop: Stop): number | undefined {
    if (stop.reason !== undefined || number >= mostAttempts) return undefined;
    if (!maySendAgain(method, failed.failure)) return undefined;
    const pauseMs = pauseBefore(number + 1, retryAfterMsOf(failed), this.#clock.random());
    return pauseMs < stop.remainingMs && this.#budget.take() ? pauseMs : undefined;
  }

  #error(request: TransportRequest, failed: FailedAttempt, name: OperationName, attempts: number) {
    return new ServiceError(
      {
        ...failed.explanation,
        operation: name,
        request: `${request.method} ${request.path}`,
        origin: request.origin,
        status: failed.status,
        requestId: failed.requestId,
        attempts,
        retryAfterMs: retryAfterMsOf(failed),
        // No earlier attempt can have acted, because the request is sent again only after an attempt that did not act.
        ambiguous: isAmbiguous(request.method, failed.failure),
        excerpt: failed.excerpt,
        response: failed.response,
        cause: failed.cause,
      },
      this.#redact,
    );
  }
}

function retryAfterMsOf({ failure }: FailedAttempt): number | undefined {
  return failure.type === "status" ? failure.retryAfterMs : undefined;
}

function failureOf(cause: unknown): AttemptFailure {
  if (cause instanceof NotSentError) return { type: cause.isLasting ? "not-sent" : "not-connected" };
  const unreadable = cause instanceof TooLargeError || isDecodingFailure(errorCodeOf(cause));
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

/** A web page can be XML, too. */
function isXml(text: string, contentType = ""): boolean {
  const isMarked = text.trimStart().startsWith("<?xml") || /^[\w.]+\/(?:[\w.-]+\+)?xml\b/i.test(contentType);
  return isMarked && !/<html/i.test(text);
}

/** The text begins as an object that doesn't end, as if the connection had broken. */
function isCutOff(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isInString) {
      if (letter === "\\") at++;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === "{" || letter === "[") depth++;
    else if ((letter === "}" || letter === "]") && --depth === 0) return false;
  }
  return true;
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
