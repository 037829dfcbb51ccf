/** How an action ends when it does not succeed: a person thought better of it, or something is in their way. */

/** They closed a question or pressed Cancel: nothing is to be said about it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** What is missing, with the commands that would help, offered as buttons. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly remedies: readonly Remedy[];

  constructor(message: string, remedies: readonly Remedy[] = []) {
    super(message);
    this.remedies = remedies;
  }
}

export interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** For answers of the editor that are undefined when a person closed the question. */
export function answered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Cancelled();
  return answer;
}
