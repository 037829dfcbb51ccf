/** How a person's action ends when it does not succeed although nothing is broken. */

/** They closed a question or pressed Cancel: nothing is said about it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Something is missing; commands that help are offered as buttons. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly remedies: readonly Remedy[];

  constructor(message: string, remedies: readonly Remedy[] = []) {
    super(message);
    this.remedies = remedies;
  }
}

/** By their names, as each bundle has a copy of these classes. */
export function isCancelled(error: unknown): error is Cancelled {
  return error instanceof Error && error.name === "Cancelled";
}

export function isObstacle(error: unknown): error is Obstacle {
  return error instanceof Error && error.name === "Obstacle";
}

export interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** VS Code answers undefined when a person closes a question. */
export function orCancelled<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Cancelled();
  return answer;
}
