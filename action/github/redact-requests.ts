/** Redacts the texts that are sent to GitHub, except the values that Callboard or GitHub generates. */

import type { GitHubRest } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { redactExcept } from "../runner/redact-except.ts";

/**
 * Parameters that are not redacted: GitHub's values such as `status`, Callboard's ids and links, queries and their variables,
 * options (`request`), and the name of a check run, because a branch rule can require the check by name.
 */
const unchangedParameters = new Set([
  ...["name", "head_sha", "external_id", "details_url", "status", "conclusion"],
  ...["annotation_level", "content", "query", "variables", "request"],
]);

export function redactRequests(github: GitHubRest, redact: Redact): GitHubRest {
  return {
    request(route, parameters) {
      if (route.startsWith("GET ")) return github.request(route, parameters);
      const generatedParts = parameters.request?.unredacted ?? [];
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
