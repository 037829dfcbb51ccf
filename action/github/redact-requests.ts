/** Redacts every text that is sent to GitHub, except the parts that Callboard generates itself. */

import type { GitHubRest } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { redactExcept } from "../runner/redact-except.ts";

/** Parameters that stay as they are: GitHub's unredacted, Callboard's ids, and the check run's name, which a rule can require. */
const unredacted = new Set([
  ...["name", "head_sha", "external_id", "details_url", "status", "conclusion"],
  ...["annotation_level", "content", "query", "variables", "request"],
]);

export function redactRequests(github: GitHubRest, redact: Redact): GitHubRest {
  return {
    request(route, parameters) {
      if (route.startsWith("GET ")) return github.request(route, parameters);
      const { spelled = [] } = parameters.request ?? {};
      const redactTexts = (value: unknown): unknown => {
        if (typeof value === "string") return redactExcept(value, spelled, redact);
        if (Array.isArray(value)) return value.map(redactTexts);
        if (typeof value !== "object" || value === null) return value;
        return Object.fromEntries(
          Object.entries(value).map(([inner, part]) => [
            inner,
            isUnredacted(inner) ? part : redactTexts(part),
          ]),
        );
      };
      const isUnredacted = (name: string) => unredacted.has(name) || route.includes(`{${name}}`);
      return github.request(route, redactTexts(parameters) as typeof parameters);
    },
  };
}
