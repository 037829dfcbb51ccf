/** Explains failures of calls, and gives advice. */

import type { BaseUrl } from "./address.ts";
import { TooLargeError } from "./body.ts";
import type { ErrorKind } from "./error.ts";
import { operation } from "./operations.ts";
import type { ServiceRequest } from "./request.ts";
import { repeatRefusals } from "./retry.ts";
import {
  errorCodeOf,
  isCertificateFailure,
  isDecodingFailure,
  isUnexplained,
  NotSentError,
} from "./transport.ts";

export interface Explanation {
  readonly kind: ErrorKind;
  readonly happened: string;
  readonly advice: string;
  readonly carriedOut?: true;
}

function explained(kind: ErrorKind, happened: string, advice: string): Explanation {
  return { kind, happened, advice };
}

export function explainStatus(
  call: ServiceRequest,
  base: BaseUrl,
  response: {
    status: number;
    location: string | undefined;
    retryAfterMs: number | undefined;
    requestId: string | undefined;
  },
): Explanation {
  const { status } = response;
  const answered = `the service answered ${status}`;
  if (status < 400) return redirect(base, response.status, response.location);
  if (status === 401) {
    return explained(
      "unauthorized",
      `${answered}: the API key is missing or not valid`,
      `Check the key, and that it belongs to ${base.origin}.`,
    );
  }
  if (status === 403) {
    return explained(
      "unauthorized",
      `${answered}: the API key may not do this`,
      "Check what the key is allowed to do.",
    );
  }
  if (status === 404 || status === 410) {
    return explained("not-found", `${answered}: not found`, whereToLook(call, base));
  }
  if (status === 429) {
    return explained(
      "rate-limited",
      `${answered}: too many requests`,
      retryAdvice(response.retryAfterMs) ?? "Try again later, or with fewer at a time.",
    );
  }
  if (status < 500) {
    return explained(
      "rejected",
      `${answered}: it did not accept the request`,
      `${repeatRefusals.has(status) ? "Look at what it says" : "Check the fields that were sent"}.`,
    );
  }
  const reference = response.requestId ? ` and name the request ${response.requestId}` : "";
  return explained(
    "unavailable",
    `${answered}: it could not do its work`,
    retryAdvice(response.retryAfterMs) ?? `Try again later; if it lasts, tell those who run it${reference}.`,
  );
}

function retryAdvice(retryAfterMs: number | undefined): string | undefined {
  return retryAfterMs === undefined ? undefined : `It asks to wait ${seconds(retryAfterMs)}; try again then.`;
}

function whereToLook({ operation: name, id }: ServiceRequest, base: BaseUrl): string {
  const versionTwice = /\/v1$/.test(base.prefix)
    ? ` The base URL ends in /v1, which every path begins with already: leave it out there.`
    : "";
  return id === undefined
    ? `Check the base URL ${base.origin}${base.prefix}.${versionTwice}`
    : `Check that the ${operation(name).kind} "${id}" exists, and the base URL ${base.origin}${base.prefix}.${versionTwice}`;
}

function redirect(base: BaseUrl, status: number, location: string | undefined): Explanation {
  // User name, password and query are left out, because they can contain secrets.
  const target =
    location !== undefined && URL.canParse(location, base.origin)
      ? new URL(location, base.origin)
      : undefined;
  return explained(
    "refused",
    `the service answered with a redirect${status ? ` (${status})` : ""}${target ? ` to ${target.origin}${target.pathname}` : ""}`,
    "Callboard does not follow redirects, because the API key would go along; if the service lives there, set that as the base URL.",
  );
}

type Words = readonly [happened: string, advice: string];

const silent: Words = ["nothing answers at HOST", "Check the base URL and that the service is running."];
const unknownName: Words = ["the name of HOST is not known", "Check the base URL."];
const wordsByCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: silent,
  ERR_CONNECTION_REFUSED: silent,
  ENOTFOUND: unknownName,
  ERR_NAME_NOT_RESOLVED: unknownName,
  EAI_AGAIN: ["the name of HOST could not be looked up", "Check the network, then try again."],
  UND_ERR_CONNECT_TIMEOUT: [
    "no connection to HOST came about in time",
    "Check the base URL, the network and any proxy.",
  ],
};

export function explainFailure(base: BaseUrl, error: unknown, status: number | undefined): Explanation {
  if (error instanceof TooLargeError) {
    return explained(
      "malformed",
      `the service answered ${status} with more than ${Math.round(error.limit / 1_000_000)} MB`,
      "That is too much to be a result; ask for less, or tell those who run the service.",
    );
  }
  const code = errorCodeOf(error);
  if (isDecodingFailure(code)) {
    return explained(
      "malformed",
      `the service answered ${status} with a body that does not unpack (${code})`,
      "Something between here and the service may have damaged it; try again.",
    );
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return explained(
      "timeout",
      "the service was silent for longer than the platform waits",
      "Look at what the service is doing, then try again.",
    );
  }
  if (isCertificateFailure(code)) {
    return explained(
      "network",
      `no trusted connection to ${base.origin} came about (${code})`,
      "Check the base URL; if the certificate comes from an authority of your own, name its file in NODE_EXTRA_CA_CERTS.",
    );
  }
  const known = code === undefined ? undefined : wordsByCode[code];
  if (known) {
    return explained("network", known[0].replace("HOST", base.origin), known[1]);
  }
  if (error instanceof NotSentError) {
    const reason = error.cause instanceof Error ? error.cause.message : code;
    return explained(
      "network",
      `no connection to ${base.origin} came about: ${reason}`,
      "Check the network and any proxy, then try again.",
    );
  }
  if (status === undefined && isUnexplained(error)) {
    return explained(
      "network",
      `no answer from ${base.origin} arrived, and a browser does not say why`,
      "It may have refused the call itself (CORS): then the service has to allow requests from other origins with the headers x-api-key and content-type, or be called from a computer without a browser in between. Else check the base URL and the network.",
    );
  }
  const began = status === undefined ? "before an answer came" : `in the middle of the answer (${status})`;
  return explained(
    "network",
    `the connection to ${base.origin} broke ${began}${code ? ` (${code})` : ""}`,
    "Check the network and any proxy, then try again.",
  );
}

export function explainUnreadable(status: number, reason: string): Explanation {
  return explained(
    "malformed",
    `the service answered ${status} with ${reason} instead of a JSON object`,
    "Check that the base URL is the service's interface, not a web page or a proxy's answer.",
  );
}

export function explainExcess(status: number, excess: string): Explanation {
  const advice = "That is too much to be read; ask for less, or tell those who run the service.";
  return {
    ...explained("malformed", `the service answered ${status} with ${excess}`, advice),
    carriedOut: true,
  };
}

export function explainStop(
  reason: "timeout" | "cancelled",
  timeoutMs: number,
  answering: boolean,
): Explanation {
  if (reason === "cancelled") return explained("cancelled", "cancelled", "Nothing more is sent.");
  const what = answering ? "the answer began but did not end" : "no answer came";
  return explained(
    "timeout",
    `${what} within ${seconds(timeoutMs)}`,
    "Look at what the service is doing, or allow more time.",
  );
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.ceil(milliseconds / 1000)} s`;
}
