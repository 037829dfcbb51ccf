/** The key and GitHub's token are masked before anything else is read, and redacted from what is published. */

import { getInput, setSecret } from "@actions/core";
import { type Redact, redactor, secretForms } from "../../shared/service/secret.ts";

/** Gives the redaction of both. */
export function maskSecrets(): Redact {
  const secrets = ["api-key", "github-token"].map(name => getInput(name));
  secrets.forEach(mask);
  return redactorOf(...secrets);
}

/** The runner replaces each of these forms in the log. */
export function mask(secret: string): void {
  if (secret !== "") for (const form of secretForms(secret)) setSecret(form);
}

export function redactorOf(...secrets: readonly string[]): Redact {
  const redactors = secrets.filter(secret => secret !== "").map(redactor);
  return text => redactors.reduce((rest, redact) => redact(rest), text);
}
