import { BundledError } from "../../shared/bundled-error.ts";
import { ServiceError } from "../../shared/service/error.ts";

/** A person closed a question or pressed Cancel. Callboard shows no message for it. */
export class Cancelled extends BundledError {
  static override readonly classId = Symbol.for("callboard.Cancelled");
  override readonly name = "Cancelled";
}

/** Whether a cancel needs no message. After any other cancel, the person must know that the service may have acted. */
export function isPlainCancel(error: unknown): boolean {
  return (
    error instanceof Cancelled ||
    (error instanceof ServiceError && error.kind === "cancelled" && !error.ambiguous)
  );
}

/** The reason why a command can't go on. The message is shown with a button for each remedy. */
export class Obstacle extends BundledError {
  static override readonly classId: symbol = Symbol.for("callboard.Obstacle");
  override readonly name = "Obstacle";
  readonly remedies: readonly RemedyCommand[];

  constructor(message: string, remedies: readonly RemedyCommand[] = []) {
    super(message);
    this.remedies = remedies;
  }
}

export interface RemedyCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** Throws `Cancelled` for undefined, which VS Code gives when a person closes a question. */
export function requireAnswer<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Cancelled();
  return answer;
}
