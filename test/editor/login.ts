export interface Login {
  readonly account: string;
  readonly token: string;
  /** The authorization server, if VS Code reports one. */
  readonly issuer?: string;
}

/** Settings for `machineSettings`: the result of each login in order; `null` refuses. */
export function loginSettings(
  provider: "github" | "github-enterprise",
  given: readonly (Login | null)[],
): Record<string, unknown> {
  return { [`testLogin.${provider}`]: given };
}
