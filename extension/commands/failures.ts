/** The one way in which failures reach a person: what happened, and the actions that help, as buttons. */

import { ServiceError } from "../../shared/service/error.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { Cancelled, Obstacle, type Remedy } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Log } from "../editor/log.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { titleOf } from "../labels/operations.ts";
import { type FailedResponses, failedFolder } from "../responses/failed.ts";

export class Failures {
  readonly #vscode: VSCode;
  readonly #log: Log;
  readonly #documents: VirtualDocuments;
  readonly #failed: FailedResponses;

  constructor(vscode: VSCode, log: Log, documents: VirtualDocuments, failed: FailedResponses) {
    this.#vscode = vscode;
    this.#log = log;
    this.#documents = documents;
    this.#failed = failed;
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
    const remedies: Remedy[] = [];
    if (error.kind === "unauthorized") {
      remedies.push({ title: t("Set API key"), command: "callboard.setKey" });
    }
    if (error.excerpt !== undefined) {
      remedies.push({
        title: t("Show response"),
        command: "vscode.open",
        arguments: [this.#document(error)],
      });
    }
    return { message: error.message, remedies: [...remedies, showLog] };
  }

  #document(error: ServiceError) {
    const name = error.operation === undefined ? t("Failure") : titleOf(error.operation);
    return this.#documents.uri(failedFolder, [this.#failed.keep(error)], name, ".json");
  }
}

/** What may have been done all the same is worth a word even to the one who cancelled it. */
function isQuietlyCancelled({ kind, ambiguous }: ServiceError): boolean {
  return kind === "cancelled" && !ambiguous;
}
