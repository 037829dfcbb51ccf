/** Sets the step's outputs. A step that stops early sets those of an empty report, so that later steps can use them. */

import { appendFileSync } from "node:fs";
import { setOutput } from "@actions/core";
import { type Redact, redactJson } from "../../shared/service/secret.ts";

/** GitHub limits all outputs of a job together to 1 MB in UTF-16, which has two bytes for each unit of `length`. */
export const mostOutputCharacters = 500_000;

/** Outputs that are never redacted, because other steps compare the verdict and open the report. */
const unredacted = new Set(["verdict", "report"]);
const jsonOutputs = new Set(["response", "reviews"]);

export function setOutputs(outputs: Readonly<Record<string, string | number>>, redact: Redact): void {
  for (const [name, value] of Object.entries(outputs)) {
    const text = String(value);
    setOutput(
      name,
      unredacted.has(name) ? text : jsonOutputs.has(name) ? redactJson(text, redact) : redact(text),
    );
  }
}

/** Undefined if the JSON text has more than `most` characters. */
export function idsAsJson(ids: readonly string[], most: number): string | undefined {
  const shortest = ids.reduce((length, id) => length + id.length + '"",'.length, 1);
  const text = shortest > most ? undefined : JSON.stringify(ids);
  return text !== undefined && text.length <= most ? text : undefined;
}

const counts = ["total", "passed", "failed", "skipped", "other", "runs", "flaky"].map(name => `${name}=0`);
const empty = [
  ...["new-failures", "fixed", "report", "response"],
  ...["comment-url", "check-url", "review-check-url"],
].map(name => `${name}=`);
const nothing = ["verdict=unknown", ...counts, "reviews=[]", ...empty, ""].join("\n");

export function setEmptyOutputs(): void {
  const file = process.env["GITHUB_OUTPUT"];
  if (!file) return;
  try {
    // The toolkit's `setOutput` would load Node's cryptography, which doubles the time to report a mistake.
    appendFileSync(file, nothing);
  } catch {
    // The step already fails for a reported mistake.
  }
}
