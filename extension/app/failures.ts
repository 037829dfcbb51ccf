/** Shows failures of commands, with buttons for the commands that help. */

import { ServiceError } from "../../shared/service/error.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { isPlainCancel, Obstacle, type RemedyCommand } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { EditorLog } from "../editor/log.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { FailedRequests } from "../records/failed-requests.ts";

export class Failures {
  readonly #vscode: VSCode;
  readonly #log: EditorLog;
  readonly #responses: FailedRequests;

  constructor(vscode: VSCode, log: EditorLog, documents: VirtualDocuments) {
    this.#vscode = vscode;
    this.#log = log;
    this.#responses = new FailedRequests(documents);
  }

  /** Doesn't wait until the person answers, so that the command ends while its message is still visible. */
  show(error: unknown): void {
    if (isPlainCancel(error)) return;
    const { message, remedies } = this.#explain(error);
    const { showErrorMessage, showWarningMessage } = this.#vscode.window;
    const isWarning =
      error instanceof Obstacle || (error instanceof ServiceError && error.kind === "left-open");
    const show = isWarning ? showWarningMessage : showErrorMessage;
    show(escapeForMessage(message), ...remedies.map(({ title }) => title)).then(answer => {
      const chosen = remedies.find(({ title }) => title === answer);
      if (chosen) this.#vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
    });
  }

  #explain(error: unknown): { message: string; remedies: readonly RemedyCommand[] } {
    if (error instanceof Obstacle) return error;
    this.#log.error(error);
    const showLog = { title: t("Show log"), command: "callboard.showLog" };
    if (!(error instanceof ServiceError)) {
      const reason = error instanceof Error ? error.message : String(error);
      return { message: t("Callboard could not do that: {0}", reason), remedies: [showLog] };
    }
    const remedies: RemedyCommand[] = [];
    if (error.kind === "unauthorized") {
      // The key is for the service that refused the request. Another service may be in use by now.
      remedies.push({ title: t("Set API key"), command: "callboard.setKey", arguments: [error.origin] });
    }
    if (error.excerpt !== undefined) {
      const uri = this.#responses.add(error);
      remedies.push({ title: t("Show response"), command: "vscode.open", arguments: [uri] });
    }
    return { message: error.message, remedies: [...remedies, showLog] };
  }
}
