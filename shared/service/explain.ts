/** Explains failed requests to the service, and gives advice. */

import type { BaseUrl } from "./address.ts";
import { TooLargeError } from "./body.ts";
import type { ErrorKind } from "./error.ts";
import { type OperationName, operation } from "./operations.ts";
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
  /** A clause without the status. Absent if `happened` has none. */
  readonly meaning?: string;
  readonly carriedOut?: true;
}

function explanation(kind: ErrorKind, happened: string, advice: string, meaning?: string): Explanation {
  return { kind, happened, advice, ...(meaning !== undefined && { meaning }) };
}

export function explainStatus(
  request: ServiceRequest,
  base: BaseUrl,
  response: {
    status: number;
    location: string | undefined;
    retryAfterMs: number | undefined;
    requestId: string | undefined;
  },
): Explanation {
  const { status } = response;
  const responded = `the service responded with ${status}`;
  if (status < 400) return redirect(base, response.status, response.location);
  if (status === 401) {
    return explanation(
      "unauthorized",
      `${responded}: the API key is missing or not valid`,
      `Check the key, and that it belongs to ${base.origin}.`,
      "the service does not accept the API key",
    );
  }
  if (status === 403) {
    return explanation(
      "unauthorized",
      `${responded}: the API key may not do this`,
      "Check what the key is allowed to do.",
      "the API key may not do this",
    );
  }
  if (status === 404 || status === 410) {
    return explanation(
      "not-found",
      `${responded}: not found`,
      whereToLook(request, base),
      "the service does not find it",
    );
  }
  if (status === 429) {
    return explanation(
      "rate-limited",
      `${responded}: too many requests`,
      retryAdvice(response.retryAfterMs) ?? "Try again later, or send fewer requests at a time.",
      "the service gets too many requests",
    );
  }
  if (status < 500) {
    return explanation(
      "rejected",
      `${responded}: it did not accept the request`,
      adviceByStatus.get(status) ??
        `${repeatRefusals.has(status) ? "Read the response" : "Check the fields that were sent"}.`,
      "the service refused it",
    );
  }
  const reference = response.requestId ? `, and name the request ${response.requestId}` : "";
  return explanation(
    "unavailable",
    `${responded}: it could not do its work`,
    retryAdvice(response.retryAfterMs) ??
      `Try again later; if the failure lasts, tell the people who run the service${reference}.`,
    "the service could not do its work",
  );
}

/** Explains a refusal in a response with a success status. `hasFailed`: the service could not do its work instead. */
export function explainRefusal(name: OperationName, status: number, hasFailed: boolean): Explanation {
  const responded = `the service responded with ${status}`;
  return hasFailed
    ? explanation(
        "unavailable",
        `${responded}, but could not do its work`,
        "Try again later.",
        "the service could not do its work",
      )
    : explanation(
        "rejected",
        `${responded}, but did not accept the request`,
        operation(name).role === "delete" ? "Nothing was deleted." : "Check the fields that were sent.",
        "the service refused it",
      );
}

const adviceByStatus: ReadonlyMap<number, string> = new Map([
  [402, "Look at your plan or credits in the service."],
  [405, "Check that the base URL is the service's."],
  [413, "Send fewer or shorter fields."],
]);

function retryAdvice(retryAfterMs: number | undefined): string | undefined {
  return retryAfterMs === undefined
    ? undefined
    : `The service asks to wait ${seconds(retryAfterMs)}; try again after that.`;
}

function whereToLook({ operation: name, id }: ServiceRequest, base: BaseUrl): string {
  const versionTwice = /\/v1$/.test(base.prefix)
    ? ` The base URL ends in /v1, and every path begins with /v1 as well: leave it out of the base URL.`
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
  return explanation(
    "refused",
    `the service responded with a redirect${status ? ` (${status})` : ""}${target ? ` to ${target.origin}${target.pathname}` : ""}`,
    "Callboard does not follow redirects, because the other address would receive the API key; if the service has moved there, set that address as the base URL.",
  );
}

type Words = readonly [happened: string, advice: string];

const silent: Words = ["nothing responds at HOST", "Check the base URL and that the service is running."];
const unknownName: Words = ["the name of HOST is not known", "Check the base URL."];
const wordsByCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: silent,
  ERR_CONNECTION_REFUSED: silent,
  ENOTFOUND: unknownName,
  ERR_NAME_NOT_RESOLVED: unknownName,
  EAI_AGAIN: ["the name of HOST could not be looked up", "Check the network, then try again."],
  UND_ERR_CONNECT_TIMEOUT: [
    "no connection to HOST was made in time",
    "Check the base URL, the network and any proxy.",
  ],
};

export function explainFailure(base: BaseUrl, error: unknown, status: number | undefined): Explanation {
  if (error instanceof TooLargeError) {
    return explanation(
      "malformed",
      `the service responded with ${status} and more than ${Math.round(error.limit / 1_000_000)} MB`,
      "A result is never that large; request less, or tell the people who run the service.",
    );
  }
  const code = errorCodeOf(error);
  if (isDecodingFailure(code)) {
    return explanation(
      "malformed",
      `the service responded with ${status} and a body that can't be decompressed (${code})`,
      "A proxy or the network may have damaged the response; try again.",
    );
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return explanation(
      "timeout",
      "the service sent nothing for longer than this platform waits",
      "Look at what the service is doing, then try again.",
    );
  }
  if (isCertificateFailure(code)) {
    return explanation(
      "network",
      `no trusted connection to ${base.origin} was made (${code})`,
      "Check the base URL; if the certificate comes from an authority of your own, name its file in NODE_EXTRA_CA_CERTS.",
    );
  }
  const known = code === undefined ? undefined : wordsByCode[code];
  if (known) {
    return explanation("network", known[0].replace("HOST", base.origin), known[1]);
  }
  if (error instanceof NotSentError) {
    const reason = error.cause instanceof Error ? error.cause.message : code;
    return explanation(
      "network",
      `no connection to ${base.origin} was made: ${reason}`,
      "Check the network and any proxy, then try again.",
    );
  }
  if (status === undefined && isUnexplained(error)) {
    return explanation(
      "network",
      `no response from ${base.origin} arrived, and a browser does not report why`,
      "The browser refuses the request if the service does not allow requests from other origins with the headers x-api-key and content-type (CORS): allow them in the service, or use VS Code on a desktop. If they are allowed, check the base URL and the network.",
    );
  }
  const began = status === undefined ? "before a response came" : `in the middle of the response (${status})`;
  return explanation(
    "network",
    `the connection to ${base.origin} broke ${began}${code ? ` (${code})` : ""}`,
    "Check the network and any proxy, then try again.",
  );
}

export function explainUnreadable(status: number, reason: string): Explanation {
  return explanation(
    "malformed",
    `the service responded with ${status} and ${reason} instead of a JSON object`,
    "Check that the base URL is the address of the service, not of a web page or a proxy.",
  );
}

export function explainXml(status: number): Explanation {
  return explanation(
    "malformed",
    `the service responded with ${status} and XML instead of a JSON object`,
    "Set the service to respond with JSON, or check that the base URL is the address of its JSON interface.",
  );
}

export function explainCutOff(status: number): Explanation {
  return explanation(
    "network",
    `the service responded with ${status} and a JSON object that is cut off`,
    "Try again later; if the failure lasts, look at the service and any proxy.",
  );
}

export function explainExcess(status: number, excess: string): Explanation {
  const advice = "Callboard can't read that much; request less, or tell the people who run the service.";
  return {
    ...explanation("malformed", `the service responded with ${status} and ${excess}`, advice),
    carriedOut: true,
  };
}

export function explainStop(
  reason: "timeout" | "cancelled",
  timeoutMs: number,
  hasResponse: boolean,
): Explanation {
  if (reason === "cancelled") return explanation("cancelled", "cancelled", "Nothing more is sent.");
  const what = hasResponse ? "the response began but did not end" : "no response came";
  return explanation(
    "timeout",
    `${what} within ${seconds(timeoutMs)}`,
    "Look at what the service is doing, or allow more time.",
  );
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.ceil(milliseconds / 1000)} s`;
}
