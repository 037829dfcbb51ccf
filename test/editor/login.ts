/** Logins at GitHub, played by the extension in `login/`: what a test says of them. */

export interface Login {
  readonly account: string;
  readonly token: string;
  /** The authorization server, where VS Code says it. */
  readonly issuer?: string;
}

/** For `machineSettings`: what each login gives, one after the other; `null` refuses. */
export function logins(
  provider: "github" | "github-enterprise",
  given: readonly (Login | null)[],
): Record<string, unknown> {
  return { [`testLogin.${provider}`]: given };
}
