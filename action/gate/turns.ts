/**
 * How those who write to one check run at the same moment come to an end. GitHub has no way to write only over what was
 * read, so whoever has written looks again, and writes once more where it does not stand.
 */

import type { Deadline } from "../../shared/github/deadline.ts";

/** Longer than others take between reading and writing. */
const othersPauseMs = 1000;

/** Every other that writes at the same moment may take one. */
export const mostAttempts = 25;

/** Never twice the same, lest those who collided go on colliding. */
export async function letOthersWrite(deadline: Deadline, random: () => number): Promise<void> {
  await deadline.pause(othersPauseMs * (0.75 + random()));
}
