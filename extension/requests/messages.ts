/** Shows messages at the end of an operation or a run. Commands don't wait until the person answers a message. */

import type { JsonObject } from "../../shared/json.ts";
import { assigneeInRequest } from "../../shared/reading/assignee.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import { cut } from "../../shared/wording.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { ResponseStore } from "../records/responses.ts";
import type { StoredRun } from "../runs/store.ts";
import { kindName } from "../services/kind-labels.ts";
import { describeSuccess, operationTitle } from "../services/operation-labels.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateName } from "../services/verdict-labels.ts";
import type { Views } from "../views/views.ts";
import { sentRows } from "./form.ts";
import type { OperationResponse } from "./send.ts";

export interface OperationMessagesDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly responses: ResponseStore;
  readonly views: Views;
}

/** A message quotes at most this many different responses. */
const maxQuoted = 3;
/** The most characters of a decision's fields in a message. */
const maxSent = 200;
const longRunMs = 10_000;
/** A message names at most this many targets. */
const maxNamed = 4;

export class OperationMessages {
  readonly #deps: OperationMessagesDeps;

  constructor(deps: OperationMessagesDeps) {
    this.#deps = deps;
  }

  /** Delays the message of a long run until the window has the focus. */
  showRunEnd(run: StoredRun): void {
    const { window } = this.#deps.vscode;
    const { startedAt, endedAt = startedAt } = run;
    if (window.state.focused || endedAt - startedAt < longRunMs) {
      this.#showRun(run);
      return;
    }
    const listening = window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      listening.dispose();
      this.#showRun(run);
    });
  }

  #showRun(run: StoredRun): void {
    const { id, state, summary, service, serviceName } = run;
    const { commands, window, workspace } = this.#deps.vscode;
    const { services } = this.#deps;
    const isOther = service !== services.current()?.id;
    const subject = isOther ? t("{0} at {1}", shortName(run), serviceName) : shortName(run);
    const settings = workspace.getConfiguration("callboard.runs");
    const openWhen = settings.get("openReport");
    const notifyWhen = settings.get("notifications");
    const isPassed = state === "passed";
    const openReport = () => commands.executeCommand("callboard.openReport", id);
    if (openWhen === "always" || (openWhen === "onFailure" && !isPassed)) openReport();
    if (notifyWhen === "never" || (notifyWhen === "onFailure" && isPassed)) return;
    const show = isPassed ? window.showInformationMessage : window.showWarningMessage;
    const open = t("Open report");
    show(escapeForMessage(`${subject}: ${stateName(state)} — ${summary}`), open).then(answer => {
      if (answer === open) openReport();
    });
  }

  async showDone(
    service: Service,
    name: OperationName,
    responses: readonly OperationResponse[],
    fields: JsonObject,
  ): Promise<void> {
    const { vscode, views } = this.#deps;
    const [only, ...others] = responses;
    // Reveals only a single record, because VS Code would replace the person's selection of several records.
    if (only?.record !== undefined && others.length === 0) await views.reveal(only.record.key);
    const show = t("Show response");
    const message = await this.describeDone(name, responses, fields);
    vscode.window.showInformationMessage(escapeForMessage(message), show).then(answer => {
      if (answer === show) this.showResponses(service, name, responses);
    });
  }

  /** Names the fields of a decision, because the service's response need not repeat it. */
  async describeDone(
    name: OperationName,
    responses: readonly OperationResponse[],
    fields: JsonObject,
  ): Promise<string> {
    const { mainFieldText, otherAssigneeIn } = await this.#deps.bundles.report();
    const { role } = operation(name);
    // A reassigned review waits as before, so a status that says so tells a person nothing.
    const saysOnlyOpen = ({ record, reading }: OperationResponse) =>
      role === "reassign" && reading?.reviews.some(({ id, state }) => id === record?.id && state === "open");
    const responseTexts = new Set(
      responses.map(response => {
        const { reading, redact } = response;
        return reading && !saysOnlyOpen(response) ? mainFieldText(reading.evidence, redact) : "";
      }),
    );
    responseTexts.delete("");
    const quoted =
      [...responseTexts].slice(0, maxQuoted).join(", ") + (responseTexts.size > maxQuoted ? ", …" : "");
    const success = describeSuccess(
      name,
      responses.flatMap(({ record }) => record ?? []),
      role === "reassign" ? assigneeInRequest(fields) : undefined,
    );
    const sent = role === "decide" ? sentRows(fields).map(row => row.join(": ")) : [];
    const done = sent.length === 0 ? success : t("{0} with {1}", success, cut(sent.join(", "), maxSent));
    const said = quoted === "" ? done : t("{0}; the service's response: {1}", done, quoted);
    const others = responses.flatMap(({ record, redact, value }) => {
      const isReassigned = role === "reassign" && record !== undefined;
      const other = isReassigned ? otherAssigneeIn(value, record.id, fields) : undefined;
      return other === undefined ? [] : [redact(other)];
    });
    const named = [...new Set(others)].slice(0, maxQuoted).join(", ");
    return named === "" ? said : t("{0}; the response names {1}", said, named);
  }

  /** Says why the views don't show these records. The id of a created record can be a number. */
  warnNumbered(responses: readonly OperationResponse[]): void {
    const counts = responses.map(({ created, reading }) =>
      created === undefined ? (reading?.numberedObjectCount ?? 0) : 0,
    );
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (count === 0) return;
    this.#deps.vscode.window.showWarningMessage(
      count === 1
        ? t("One record of the response is not shown, because its id is a number and not a text.")
        : t("{0} records of the response are not shown, because their ids are numbers and not texts.", count),
    );
  }

  /** Shows a message for each deleted record that a catalog still contains. */
  showStillPinned(responses: readonly OperationResponse[]): void {
    const { showInformationMessage } = this.#deps.vscode.window;
    for (const { record } of responses) {
      if (record?.pinned === undefined) continue;
      const message = t("“{0}” is deleted, but is still in callboard.yml.", record.name);
      this.#showCatalogMessage(showInformationMessage, message, record);
    }
  }

  /** Says that the record exists, because the views still show it as not created. */
  warnIdNotWritten(record: RecordEntry, id: string, error: unknown): void {
    const { showWarningMessage } = this.#deps.vscode.window;
    const reason = error instanceof Error ? error.message : String(error);
    const message = t(
      "“{0}” is created as {1}, but the id could not be written to callboard.yml: {2}",
      record.name,
      id,
      reason,
    );
    this.#showCatalogMessage(showWarningMessage, message, record);
  }

  /** Says nothing if the views show a record of the response that can be the new one. */
  warnNoId(name: OperationName, { reading }: OperationResponse): void {
    const { commands, window } = this.#deps.vscode;
    const { kind, isCalibration = false } = operation(name);
    if (reading?.recordReferences?.some(record => record.kind === kind)) return;
    const message = t(
      "The service's response contains no id of the new {0}. Look for it in the service, and add it by its id.",
      kindName(kind),
    );
    const add = t("Add by id…");
    const subject = { type: "group", kind, isCalibration };
    window.showWarningMessage(escapeForMessage(message), add).then(answer => {
      if (answer === add) commands.executeCommand("callboard.addById", { subject });
    });
  }

  #showCatalogMessage(
    showMessage: VSCode["window"]["showInformationMessage"],
    message: string,
    { key }: RecordEntry,
  ): void {
    const show = t("Show in callboard.yml");
    showMessage(escapeForMessage(message), show).then(answer => {
      if (answer === show) this.#deps.vscode.commands.executeCommand("callboard.showInCatalog", key);
    });
  }

  async showResponses(
    service: Service,
    name: OperationName,
    responses: readonly OperationResponse[],
  ): Promise<void> {
    const serviceName = this.#deps.services.nameAmongOthers(service.id);
    for (const { record, created } of responses) {
      const { kind } = operation(name);
      const key = record?.key ?? (created && recordKey({ kind, id: created }));
      const title = [operationTitle(name), record?.name ?? created, serviceName];
      await this.#deps.responses.show(service, key ?? name, title);
      if (key !== undefined) await this.#deps.views.reveal(key);
    }
  }
}

function shortName({ name, targets }: StoredRun): string {
  if (targets.length <= maxNamed) return name;
  const named = targets.slice(0, maxNamed - 1).map(target => target.name);
  return t("{0} and {1} others", named.join(", "), targets.length - named.length);
}
