/** The outputs of a step without a report: all are set, so that later steps can use them in any case. */

import { appendFileSync } from "node:fs";

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
