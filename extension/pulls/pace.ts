/** The pauses between looks at GitHub. They start short and grow while nothing changes. */

const shortestMs = 60_000;
const longestMs = 600_000;

export class PollingPace {
  #pauseMs = shortestMs;

  quicken(): void {
    this.#pauseMs = shortestMs;
  }

  /** `random` (below 1) spreads the requests of many open windows. */
  nextPauseMs(random: number): number {
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(longestMs, pause * 1.5);
    return Math.round(pause * (1 + random * 0.1));
  }
}
