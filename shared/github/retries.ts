/** Sends a failed request again if that does no harm, after a pause or a rate limit, as long as a deadline allows. */

import type { Clock } from "../clock.ts";
import { mostAttempts, pauseBefore } from "../service/retry.ts";
import type { Deadline } from "./deadline.ts";
import { GitHubError } from "./error.ts";
import type { GitHubRest } from "./interface.ts";

export function withRetries(
  github: GitHubRest,
  deadline: Deadline,
  clock: Clock,
  attempts = mostAttempts,
): GitHubRest {
  const pauseAfter = (error: unknown, isRepeatable: boolean, attempt: number): number | undefined => {
    if (!(error instanceof GitHubError) || attempt >= attempts) return undefined;
    if (error.kind === "limited") return Math.max(0, error.untilMs - clock.now());
    if (error.isConnected && !(isRepeatable && error.isUncertain)) return undefined;
    return pauseBefore(attempt + 1, undefined, clock.random());
  };
  const request: GitHubRest["request"] = async (route, parameters) => {
    const own = parameters.request?.signal;
    const signal = own === undefined ? deadline.signal : AbortSignal.any([own, deadline.signal]);
    const isRepeatable = parameters.request?.isRepeatable ?? !route.startsWith("POST ");
    for (let attempt = 1; ; attempt++) {
      let isSent = false;
      try {
        deadline.signal.throwIfAborted();
        isSent = true;
        return await github.request(route, { ...parameters, request: { ...parameters.request, signal } });
      } catch (error) {
        if (deadline.signal.aborted) throw outOfTime(isSent);
        const pauseMs = pauseAfter(error, isRepeatable, attempt);
        if (pauseMs === undefined || pauseMs >= deadline.leftMs) throw error;
        await deadline.pause(pauseMs);
      }
    }
  };
  return { request };
}

function outOfTime(isUncertain: boolean): GitHubError {
  return new GitHubError("unavailable", "there was no time left", { isUncertain });
}
