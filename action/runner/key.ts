/** The key is masked before anything else is read, and redacted from what is published. */

import { getInput, setSecret } from "@actions/core";
import { type Redact, redactor, secretForms } from "../../shared/service/secret.ts";

/** The runner replaces each of these forms in the log. */
export function maskKey(key = getInput("api-key")): void {
  if (key !== "") for (const form of secretForms(key)) setSecret(form);
}

export function redactorOf(key: string): Redact {
  return key === "" ? text => text : redactor(key);
}
