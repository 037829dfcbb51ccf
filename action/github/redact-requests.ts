/** Redacts the texts that are sent to GitHub, except the values that Callboard or GitHub generates. */

import type { GitHubRest } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { redactExcept } from "../runner/redact-except.ts";

/**
 * Parameters that are sent unchanged. GitHub defines values such as `status`, Callboard generates ids and links, a branch
 * rule can require a check run's name, and queries are fixed texts. `request` has options, and is not sent.
 */
const unchangedParameters = new Set([
  ...["name", "head_sha", "external_id", "details_url", "status", "conclusion"],
  ...["annotation_level", "content", "query", "variables", "request"],
]);

export function redactRequests(github: GitHubRest, redact: Redact): GitHubRest {
  return {
    request(route, parameters) {
      if (route.startsWith("GET ")) return github.request(route, parameters);
      const generatedParts = parameters.request?.spelled ?? [];
      const redactTexts = (value: unknown): unknown => {
        if (typeof value === "string") return redactExcept(value, generatedParts, redact);
        if (Array.isArray(value)) return value.map(redactTexts);
        if (typeof value !== "object" || value === null) return value;
        return Object.fromEntries(
          Object.entries(value).map(([inner, part]) => [
            inner,
            isUnchanged(inner) ? part : redactTexts(part),
          ]),
        );
      };
      const isUnchanged = (name: string) => unchangedParameters.has(name) || route.includes(`{${name}}`);
      return github.request(route, redactTexts(parameters) as typeof parameters);
    },
  };
}
