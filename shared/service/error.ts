/** The one error that a call ends with, written for the person who has to do something about it. */

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
  | "refused";

interface ErrorDetails {
  readonly kind: ErrorKind;
  readonly operation?: OperationName | undefined;
  /** Its method and path. */
  readonly request?: string | undefined;
  /** Where it was sent, with the key. */
  readonly origin?: string | undefined;
  /** What came back, as the rest of a sentence that begins with the operation: "the service answered 404". */
  readonly happened: string;
  /** What to do about it, as a sentence. */
  readonly advice: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly attempts?: number | undefined;
  /** The service may have acted, and nobody here can know. */
  readonly ambiguous?: boolean | undefined;
  /** It certainly has, which is one more reason not to ask again. */
  readonly carriedOut?: true;
  /** The beginning of what the service answered. */
  readonly excerpt?: string | undefined;
  /** All of it, where it is a small JSON object. It is without the key, unlike the other details. */
  readonly response?: JsonObject | undefined;
  readonly cause?: unknown;
}

export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly operation: OperationName | undefined;
  readonly origin: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly attempts: number;
  readonly ambiguous: boolean;
  readonly excerpt: string | undefined;
  /** All that the service answered, where that is a small JSON object. */
  readonly response: JsonObject | undefined;

  /** Everything that is kept passes through `redact` first: a service may echo the key, a cause may quote it. */
  constructor(details: ErrorDetails, redact: Redact) {
    const excerpt = details.excerpt === undefined ? undefined : cut(redact(details.excerpt));
    super(redact(sentence(details)) + (excerpt ? ` It said: ${excerpt}` : ""), {
      ...(details.cause !== undefined && { cause: withoutSecrets(details.cause, redact) }),
    });
    this.name = "ServiceError";
    this.kind = details.kind;
    this.operation = details.operation;
    this.origin = details.origin;
    this.status = details.status;
    this.requestId = details.requestId === undefined ? undefined : cut(redact(details.requestId));
    this.attempts = details.attempts ?? 0;
    this.ambiguous = details.ambiguous ?? false;
    this.excerpt = excerpt;
    this.response = details.response;
  }
}

/** By its name: the parts that the extension loads later have a class of their own, made of the same source. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === "ServiceError";
}

/** The service may have acted, or has and nobody can read what it answered. */
export function mayHaveArrived(error: unknown): boolean {
  return isServiceError(error) && (error.ambiguous || error.kind === "malformed");
}

function sentence(details: ErrorDetails): string {
  const { request, happened, advice, attempts = 1 } = details;
  const what = details.operation ? operation(details.operation) : undefined;
  const title = what ? `${what.title}${request ? ` (${request})` : ""}: ` : "";
  const tries = attempts > 1 ? ` (after ${attempts} attempts)` : "";
  const acted = details.carriedOut
    ? "The operation was carried out"
    : "The service may have acted on it all the same";
  const caution =
    details.ambiguous && what ? ` ${acted}: look at the ${what.kind} before you run it again.` : "";
  return `${title}${happened}${tries}. ${advice}${caution}`;
}

const longestExcerpt = 300;

/** One line, without control characters, short. Redaction comes first, so that no part of a key is left at the cut. */
function cut(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt).toWellFormed()}…` : line;
}

/** A copy of a cause that keeps what helps (name, code, message) and nothing that could hold headers or sockets. */
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
