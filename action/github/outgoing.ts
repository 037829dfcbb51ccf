/** The way out to GitHub: each text that is sent there goes without secrets, but for the parts that we spell ourselves. */

import type { GitHubRest } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { redactAround } from "../runner/outgoing.ts";

/** Parameters with words of GitHub's interface, ids of ours, and a check run's name, by which a rule requires it. */
const words = new Set([
  ...["name", "head_sha", "external_id", "details_url", "status", "conclusion"],
  ...["annotation_level", "content", "query", "variables", "request"],
]);

export function outgoing(github: GitHubRest, redact: Redact): GitHubRest {
  return {
    request(route, parameters) {
      if (route.startsWith("GET ")) return github.request(route, parameters);
      const { spelled = [] } = parameters.request ?? {};
      const map = (value: unknown): unknown => {
        if (typeof value === "string") return redactAround(value, spelled, redact);
        if (Array.isArray(value)) return value.map(each => map(each));
        if (typeof value !== "object" || value === null) return value;
        return Object.fromEntries(
          Object.entries(value).map(([inner, part]) => [inner, isOurs(inner) ? part : map(part)]),
        );
      };
      const isOurs = (name: string) => words.has(name) || route.includes(`{${name}}`);
      return github.request(route, map(parameters) as typeof parameters);
    },
  };
}
