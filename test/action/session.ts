/** Opens the Action's session on a local GitHub. */

import { type GitHubSession, openGitHubSession } from "../../action/github/session.ts";
import { systemClock } from "../../shared/clock.ts";
import type { LocalGitHub } from "../github/github.ts";

export function sessionOn(github: Pick<LocalGitHub, "apiUrl" | "token">): GitHubSession {
  const access = {
    githubToken: github.token("app"),
    redact: (text: string) => text,
    cancel: new AbortController().signal,
  };
  return openGitHubSession(github, access, systemClock, 0);
}
