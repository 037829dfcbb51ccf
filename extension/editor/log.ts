/** The output channel. It shows each attempt of a request; bodies appear at trace level only. */

import type { LogOutputChannel } from "vscode";
import type { Attempt } from "../../shared/service/client.ts";
import { ServiceError } from "../../shared/service/error.ts";
import type { OperationName } from "../../shared/service/operations.ts";
import { Disposables } from "./disposables.ts";
import type { VSCode } from "./vscode.ts";

export class EditorLog extends Disposables {
  readonly #channel: LogOutputChannel;

  constructor(vscode: VSCode) {
    super();
    this.#channel = this.register(vscode.window.createOutputChannel("Callboard", { log: true }));
  }

  logAttempt(
    service: string,
    { operation, number, durationMs, status, requestId, againInMs }: Attempt,
  ): void {
    const line = [
      operation,
      status ?? "no response",
      `${Math.round(durationMs)} ms`,
      requestId === undefined ? "" : `request ${requestId}`,
      `attempt ${number}`,
      againInMs === undefined ? "" : `again in ${Math.round(againInMs)} ms`,
      service,
    ];
    const text = line.filter(part => part !== "").join(" · ");
    if (status !== undefined && status < 400) this.#channel.info(text);
    else this.#channel.warn(text);
  }

  /** The text must not contain the key. */
  logBody(direction: "sent" | "received", operation: OperationName, text: string): void {
    this.#channel.trace(`${operation} ${direction}: ${text}`);
  }

  error(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // Nobody can use the places in the code at which the service's answer was refused.
    this.#channel.error(error instanceof ServiceError ? (text.split("\n    at ")[0] ?? "") : text);
  }

  show(): void {
    this.#channel.show();
  }
}
