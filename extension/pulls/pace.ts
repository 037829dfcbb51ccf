/** When to look again: often while something happens, seldom while nothing does. */

const shortestMs = 60_000;
const longestMs = 600_000;

export class Pace {
  #pauseMs = shortestMs;

  /** Something has happened, or a person wants to know. */
  quicken(): void {
    this.#pauseMs = shortestMs;
  }

  /** The pause before the next look. `random` spreads the looks of many windows; below 1. */
  next(random: number): number {
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(longestMs, pause * 1.5);
    return Math.round(pause * (1 + random * 0.1));
  }
}
