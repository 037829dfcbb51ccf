/** What a person is told and shown when an operation is done. None of it keeps the command waiting for an answer. */

import { type OperationName, operation } from "../../shared/service/operations.ts";
import { responseUri } from "../documents/responses.ts";
import type { VirtualDocuments } from "../documents/virtual.ts";
import { t } from "../l10n.ts";
import type { Parts } from "../parts.ts";
import type { StoredRun } from "../runs/store.ts";
import type { Service } from "../services/service.ts";
import { inMessage } from "../text.ts";
import { verdictName } from "../tree/runs.ts";
import type { VSCode } from "../vscode.ts";
import { createdIn, doneTo, titleOf } from "./kinds.ts";
import type { Sent } from "./send.ts";

export interface OutcomesOptions {
  readonly vscode: VSCode;
  readonly parts: Parts;
  readonly documents: VirtualDocuments;
  /** Shows in its tree what an operation was about. */
  readonly reveal: (recordKey: string) => Promise<void>;
}

/** More than these are for looking at, not for a message. */
const mostAnswers = 3;

export class Outcomes {
  readonly #with: OutcomesOptions;

  constructor(options: OutcomesOptions) {
    this.#with = options;
  }

  announceRun({ id, name, verdict, summary }: StoredRun): void {
    const { vscode } = this.#with;
    const { showInformationMessage, showWarningMessage } = vscode.window;
    const show = verdict === "passed" ? showInformationMessage : showWarningMessage;
    const open = t("Open report");
    show(inMessage(`${name}: ${verdictName(verdict)} — ${summary}`), open).then(answer => {
      if (answer === open) vscode.commands.executeCommand("callboard.openReport", id);
    });
  }

  /** In a sentence, with what the service answered. */
  async tell(service: Service, name: OperationName, sent: readonly Sent[]): Promise<void> {
    const { vscode, reveal } = this.#with;
    const [only, ...others] = sent;
    // Several were selected, and stay so.
    if (only?.record !== undefined && others.length === 0) await reveal(only.record.key);
    const show = t("Show response");
    vscode.window.showInformationMessage(inMessage(await this.#inWords(name, sent)), show).then(answer => {
      if (answer === show) this.showResponses(service, name, sent);
    });
  }

  /** A catalog is the team's: what the service has no more stands there until a person takes it out. */
  tellStillPinned(sent: readonly Sent[]): void {
    const { commands, window } = this.#with.vscode;
    const show = t("Show in callboard.yml");
    for (const { record } of sent) {
      if (record?.pinned === undefined) continue;
      const message = t("“{0}” is deleted, but still stands in callboard.yml.", record.name);
      window.showInformationMessage(inMessage(message), show).then(answer => {
        if (answer === show) commands.executeCommand("callboard.showInCatalog", record.key);
      });
    }
  }

  /** Answers that say the same are said once. */
  async #inWords(name: OperationName, sent: readonly Sent[]): Promise<string> {
    const { mainFieldText, read } = await this.#with.parts.report();
    const answers = new Set(sent.map(({ response }) => mainFieldText(read(response.value).evidence)));
    answers.delete("");
    const said = [...answers].slice(0, mostAnswers).join(", ") + (answers.size > mostAnswers ? ", …" : "");
    const done = doneTo(
      name,
      sent.flatMap(({ record }) => record ?? []),
    );
    return said === "" ? done : t("{0}; the service answers: {1}", done, said);
  }

  async showResponses(service: Service, name: OperationName, sent: readonly Sent[]): Promise<void> {
    for (const { record, response } of sent) {
      const created = createdIn(name, response.value);
      const key = record?.key ?? (created === undefined ? undefined : `${operation(name).kind} ${created}`);
      await this.showResponse(service, key ?? name, [titleOf(name), record?.name ?? created]);
      if (key !== undefined) await this.#with.reveal(key);
    }
  }

  /** The last response about a record or of an operation. */
  async showResponse(service: Service, about: string, title: readonly (string | undefined)[]): Promise<void> {
    const { vscode, documents } = this.#with;
    const uri = responseUri(documents, { service: service.id, about }, title.filter(Boolean).join(" · "));
    documents.refresh(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }
}
