/** The one way in which failures reach a person: what happened, and the actions that help, as buttons. */

import { ServiceError } from "../../shared/service/error.ts";
import { t } from "../l10n.ts";
import type { Log } from "../log.ts";
import { Cancelled, Obstacle, type Remedy } from "../problem.ts";
import { inMessage } from "../text.ts";
import type { VSCode } from "../vscode.ts";

export class Failures {
  readonly #vscode: VSCode;
  readonly #log: Log;

  constructor(vscode: VSCode, log: Log) {
    this.#vscode = vscode;
    this.#log = log;
  }

  /** Does not wait for the person: a message that nobody answers keeps nothing from ending. */
  show(error: unknown): void {
    if (error instanceof Cancelled || (error instanceof ServiceError && isQuietlyCancelled(error))) return;
    const { message, remedies } = this.#explain(error);
    const { showErrorMessage, showWarningMessage } = this.#vscode.window;
    const show = error instanceof Obstacle ? showWarningMessage : showErrorMessage;
    show(inMessage(message), ...remedies.map(({ title }) => title)).then(answer => {
      const chosen = remedies.find(({ title }) => title === answer);
      if (chosen) this.#vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
    });
  }

  #explain(error: unknown): { message: string; remedies: readonly Remedy[] } {
    if (error instanceof Obstacle) return error;
    this.#log.error(error);
    const showLog = { title: t("Show log"), command: "callboard.showLog" };
    if (!(error instanceof ServiceError)) {
      const reason = error instanceof Error ? error.message : String(error);
      return { message: t("Callboard could not do that: {0}", reason), remedies: [showLog] };
    }
    const setKey = { title: t("Set API key"), command: "callboard.setKey" };
    return {
      message: error.message,
      remedies: error.kind === "unauthorized" ? [setKey, showLog] : [showLog],
    };
  }
}

/** What may have been done all the same is worth a word even to the one who cancelled it. */
function isQuietlyCancelled({ kind, ambiguous }: ServiceError): boolean {
  return kind === "cancelled" && !ambiguous;
}
