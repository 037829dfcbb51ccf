/** The error of a request to the service. The message is for the person who has to act. */

import { BundledError } from "../bundled-error.ts";
import type { JsonObject } from "../json.ts";
import { type OperationName, operation } from "./operations.ts";
import type { Redact } from "./secret.ts";

export type ErrorKind =
  | "unauthorized"
  | "not-found"
  | "rejected"
  | "rate-limited"
  | "unavailable"
  | "timeout"
  | "network"
  | "malformed"
  | "cancelled"
  | "refused"
  /** The service responded that the review still waits for somebody after a decision. */
  | "left-open";

interface ErrorDetails {
  readonly kind: ErrorKind;
  readonly operation?: OperationName | undefined;
  readonly request?: string | undefined;
  readonly origin?: string | undefined;
  /** A clause that follows the operation's title: "the service responded with 404". */
  readonly happened: string;
  readonly advice: string;
  /** `happened` without the status. Absent if `happened` has none. */
  readonly meaning?: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly attempts?: number | undefined;
  /** The service asks to wait this long. */
  readonly retryAfterMs?: number | undefined;
  /** The service may have acted. */
  readonly ambiguous?: boolean | undefined;
  /** The service certainly acted, but its response can't be used. */
  readonly carriedOut?: true;
  readonly excerpt?: string | undefined;
  /** A small JSON object, which the caller has redacted. */
  readonly response?: JsonObject | undefined;
  readonly cause?: unknown;
}

export class ServiceError extends BundledError {
  static override readonly classId = Symbol.for("callboard.ServiceError");
  readonly kind: ErrorKind;
  readonly operation: OperationName | undefined;
  readonly request: string | undefined;
  readonly origin: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly attempts: number;
  readonly retryAfterMs: number | undefined;
  readonly ambiguous: boolean;
  readonly excerpt: string | undefined;
  /** The whole response, if it is a small JSON object. */
  readonly response: JsonObject | undefined;
  readonly #meaningFirst: (reason: string | undefined) => string;

  /** Redacts the message, the request id, the excerpt and the cause, because they can contain the key. */
  constructor(details: ErrorDetails, redact: Redact) {
    const excerpt = details.excerpt === undefined ? undefined : cut(redact(details.excerpt));
    super(redact(sentence(details)) + (excerpt ? ` The response: ${excerpt}` : ""), {
      ...(details.cause !== undefined && { cause: withoutSecrets(details.cause, redact) }),
    });
    this.name = "ServiceError";
    this.kind = details.kind;
    this.operation = details.operation;
    this.request = details.request && cut(redact(details.request));
    this.origin = details.origin;
    this.status = details.status;
    this.requestId = details.requestId === undefined ? undefined : cut(redact(details.requestId));
    this.attempts = details.attempts ?? 0;
    this.retryAfterMs = details.retryAfterMs;
    this.ambiguous = details.ambiguous ?? false;
    this.excerpt = excerpt;
    this.response = details.response;
    this.#meaningFirst = reason => redact(meaningFirst(details, reason, excerpt));
  }

  /**
   * Rewrites the message for a person in the editor: first the meaning with the service's `reason`, last the operation. The
   * stack, which goes to the log, keeps the first message with the request's address.
   */
  putMeaningFirst(reason: string | undefined): void {
    const { stack } = this;
    if (stack !== undefined) this.stack = stack;
    this.message = this.#meaningFirst(reason);
  }
}

/** Also true if the service certainly acted but its response can't be read. */
export function mayHaveActed(error: unknown): boolean {
  return error instanceof ServiceError && (error.ambiguous || error.kind === "malformed");
}

function meaningFirst(details: ErrorDetails, reason: string | undefined, excerpt = ""): string {
  const { happened, meaning = happened, advice, attempts = 1, operation: name, status } = details;
  const text = reason === undefined ? meaning : `${meaning}: ${reason}`;
  const transport = [
    name && operation(name).title,
    status === undefined ? "" : String(status),
    attempts > 1 ? `after ${attempts} attempts` : "",
  ].filter(Boolean);
  return [
    `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`,
    `${advice}${cautionOf(details)}`,
    reason === undefined && /\w/.test(excerpt) ? `The response: ${excerpt}` : "",
    transport.length > 0 ? `(${transport.join(", ")})` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function cautionOf({ ambiguous, carriedOut, operation: name }: ErrorDetails): string {
  if (!ambiguous || name === undefined) return "";
  const acted = carriedOut ? "The operation was carried out" : "The service may have acted all the same";
  return ` ${acted}: look at the ${operation(name).kind} before you send the request again.`;
}

function sentence(details: ErrorDetails): string {
  const { request, happened, advice, attempts = 1 } = details;
  const row = details.operation ? operation(details.operation) : undefined;
  const title = row ? `${row.title}${request ? ` (${request})` : ""}: ` : "";
  const tries = attempts > 1 ? ` (after ${attempts} attempts)` : "";
  return `${title}${happened}${tries}. ${advice}${cautionOf(details)}`;
}

const longestExcerpt = 300;

/** Makes one short line without control characters. Callers redact first, because half a key can't be recognized. */
function cut(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt).toWellFormed()}…` : line;
}

/** Copies only names, codes, messages and inner causes, because other properties can contain headers or sockets. */
function withoutSecrets(cause: unknown, redact: Redact, depth = 0): Error {
  if (!(cause instanceof Error)) return new Error(cut(redact(String(cause))));
  const copy: Error & { code?: string } = new Error(cut(redact(cause.message)));
  copy.name = cut(redact(cause.name));
  copy.stack = `${copy.name}: ${copy.message}`;
  if ("code" in cause && typeof cause.code === "string") copy.code = cut(redact(cause.code));
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  if (inner !== undefined && depth < 8) copy.cause = withoutSecrets(inner, redact, depth + 1);
  return copy;
}
