/** A person closed a question or pressed Cancel. VS Code shows no message. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** A command can't go on. The message offers the remedies as buttons. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly remedies: readonly RemedyCommand[];

  constructor(message: string, remedies: readonly RemedyCommand[] = []) {
    super(message);
    this.remedies = remedies;
  }
}

/** Compares names because each bundle has its own copy of these classes. */
export function isCancelled(error: unknown): error is Cancelled {
  return error instanceof Error && error.name === "Cancelled";
}

export function isObstacle(error: unknown): error is Obstacle {
  return error instanceof Error && error.name === "Obstacle";
}

export interface RemedyCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** VS Code gives undefined when a person closes a question. */
export function requireAnswer<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Cancelled();
  return answer;
}
