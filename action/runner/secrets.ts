/** Masks the API key and GitHub's token before anything else is read. */

import { getInput, setSecret } from "@actions/core";
import { type Redact, redactor, secretForms } from "../../shared/service/secret.ts";

export class Secrets {
  readonly #redactors: Redact[] = [];

  /** Also redacts secrets that are added later. */
  readonly redact: Redact = text => this.#redactors.reduce((rest, redact) => redact(rest), text);

  /** Redacts the secret from now on. The runner masks each of its encoded forms in the log. */
  add(secret: string): void {
    if (secret === "") return;
    for (const form of secretForms(secret)) setSecret(form);
    this.#redactors.push(redactor(secret));
  }
}

export function maskSecretInputs(): Secrets {
  const secrets = new Secrets();
  for (const name of ["api-key", "github-token"]) secrets.add(getInput(name));
  return secrets;
}
