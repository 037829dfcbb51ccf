/** What outputs can hold, and those of a step without a report: all are set, so that later steps can use them. */

import { appendFileSync } from "node:fs";
import { setOutput } from "@actions/core";
import { type Redact, redactJson } from "../../shared/service/secret.ts";

/** Characters: GitHub limits all outputs of a job to a megabyte, of UTF-16. */
export const mostOutput = 500_000;

/** A word and a path of Callboard's own: other steps look for them. */
const spelled = new Set(["verdict", "report"]);
const json = new Set(["response", "reviews"]);

export function setOutputs(outputs: Readonly<Record<string, string | number>>, redact: Redact): void {
  for (const [name, value] of Object.entries(outputs)) {
    const text = String(value);
    setOutput(name, spelled.has(name) ? text : json.has(name) ? redactJson(text, redact) : redact(text));
  }
}

/** Undefined where it would be longer. */
export function idsAsJson(ids: readonly string[], most: number): string | undefined {
  const least = ids.reduce((length, id) => length + id.length + '"",'.length, 1);
  const text = least > most ? undefined : JSON.stringify(ids);
  return text !== undefined && text.length <= most ? text : undefined;
}

const counts = ["total", "passed", "failed", "skipped", "other"].map(name => `${name}=0`);
const empty = [
  ...["new-failures", "fixed", "report", "response"],
  ...["comment-url", "check-url", "review-check-url"],
].map(name => `${name}=`);
const nothing = ["verdict=unknown", ...counts, "reviews=[]", ...empty, ""].join("\n");

export function setNoOutcome(): void {
  const file = process.env["GITHUB_OUTPUT"];
  if (!file) return;
  try {
    // The toolkit's `setOutput` loads Node's cryptography, which takes as long as all else before a mistake is reported.
    appendFileSync(file, nothing);
  } catch {
    // The step fails for another reason, which is reported.
  }
}
