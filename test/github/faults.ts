import { type EmulatedResponse, notAccessibleMessage, refusal } from "./exchange.ts";

export type Fault =
  | { readonly answer: EmulatedResponse }
  /** The connection breaks, before GitHub has acted or after it. */
  | { readonly dropped: "before acting" | "after acting" }
  /** GitHub acts only then, even if the client no longer waits. */
  | { readonly heldUntil: Promise<unknown> };

export const faults = {
  serverError: { answer: refusal(500, "Server Error") },
  unavailable: { answer: refusal(503, "Service Unavailable") },
  unknown: { answer: refusal(404, "Not Found") },
  refused: { answer: refusal(403, notAccessibleMessage) },
  /** The token was revoked, or has expired. */
  loggedOut: { answer: refusal(401, "Bad credentials") },
  slow: (heldUntil: Promise<unknown>): Fault => ({ heldUntil }),
  lostRequest: { dropped: "before acting" },
  lostAnswer: { dropped: "after acting" },

  /** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
  secondaryLimit(status: 403 | 429, retryAfterSeconds: number): Fault {
    return {
      answer: refusal(
        status,
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        { "retry-after": String(retryAfterSeconds), "x-ratelimit-remaining": "4990" },
      ),
    };
  },

  /** The organization requires its single sign-on, and the token has not passed it. */
  singleSignOn: {
    answer: refusal(
      403,
      "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.",
      { "x-github-sso": "required; url=https://github.com/orgs/octocat/sso?authorization_request=A1" },
    ),
  },

  /** The hourly requests are used up until `reset`, in seconds since 1970. */
  primaryLimit(reset: number, status: 403 | 429 = 403): Fault {
    return {
      answer: refusal(status, "API rate limit exceeded for installation ID 1.", {
        "x-ratelimit-limit": "1000",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(reset),
      }),
    };
  },
} as const satisfies Record<string, Fault | ((...details: never[]) => Fault)>;
