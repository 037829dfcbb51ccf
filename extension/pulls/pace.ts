/** The pauses between looks at GitHub. They start short and grow while nothing changes. */

const longestFactor = 10;

export class PollingPace {
  #factor = 1;

  quicken(): void {
    this.#factor = 1;
  }

  /** `random` (below 1) spreads the requests of many open windows. */
  nextPauseMs(shortestMs: number, random: number): number {
    const factor = this.#factor;
    this.#factor = Math.min(longestFactor, factor * 1.5);
    return Math.round(shortestMs * factor * (1 + random * 0.1));
  }
}
