/** The key and GitHub's token, which are masked before anything else is read. */

import { getInput, setSecret } from "@actions/core";
import { type Redact, redactor, secretForms } from "../../shared/service/secret.ts";

/** What must not be shown, and who takes it out. */
export class Secrets {
  readonly #redactors: Redact[] = [];

  /** Takes all of them out of a text, those that are added later, too. */
  readonly redact: Redact = text => this.#redactors.reduce((rest, redact) => redact(rest), text);

  /** From now on; the runner replaces each of its forms in the log. */
  add(secret: string): void {
    if (secret === "") return;
    for (const form of secretForms(secret)) setSecret(form);
    this.#redactors.push(redactor(secret));
  }
}

export function maskInputs(): Secrets {
  const secrets = new Secrets();
  for (const name of ["api-key", "github-token"]) secrets.add(getInput(name));
  return secrets;
}
