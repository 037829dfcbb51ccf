/** GitHub's GraphQL API, over the client of the REST API. */

import { isJsonObject } from "../json.ts";
import type { Redact } from "../service/secret.ts";
import { errorFromResponse, safeMessage } from "./error.ts";
import type { GitHub, GitHubRest } from "./interface.ts";

export function createGraphql(github: GitHubRest, now: () => number, redact: Redact): GitHub["graphql"] {
  return async (query, variables = {}) => {
    const isQuery = !/^\s*mutation\b/.test(query);
    const { data: body, header } = await github.request("POST /graphql", {
      query,
      variables,
      request: { isRepeatable: isQuery },
    });
    const { data, errors } = isJsonObject(body) ? body : {};
    const [first] = Array.isArray(errors) ? errors.filter(isJsonObject) : [];
    if (first === undefined) return data as never;
    const message = safeMessage(String(first["message"]), redact);
    throw errorFromResponse({ status: statuses[String(first["type"])] ?? 403, message, header }, now());
  };
}

/** The statuses that the REST API has for these errors. GraphQL reports them with status 200. */
const statuses: Readonly<Record<string, number>> = { RATE_LIMITED: 429, NOT_FOUND: 404 };
