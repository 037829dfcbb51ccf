/** GitHub's GraphQL interface, over the client of its REST interface. */

import { isJsonObject } from "../json.ts";
import type { Redact } from "../service/secret.ts";
import { errorFromResponse, safeMessage } from "./error.ts";
import type { GitHub, GitHubRest } from "./interface.ts";

export function createGraphql(github: GitHubRest, now: () => number, redact: Redact): GitHub["graphql"] {
  return async (query, variables = {}) => {
    const repeatable = !/^\s*mutation\b/.test(query);
    const { data: body, header } = await github.request("POST /graphql", {
      query,
      variables,
      request: { repeatable },
    });
    const { data, errors } = isJsonObject(body) ? body : {};
    const [first] = Array.isArray(errors) ? errors.filter(isJsonObject) : [];
    if (first === undefined) return data as never;
    const message = safeMessage(String(first["message"]), redact);
    throw errorFromResponse({ status: statuses[String(first["type"])] ?? 403, message, header }, now());
  };
}

/** The REST interface's statuses for GraphQL's errors, because GraphQL always responds with 200. */
const statuses: Readonly<Record<string, number>> = { RATE_LIMITED: 429, NOT_FOUND: 404 };
