/**
 * The extension, put together in one place. Everything is registered at once; nothing is read, sent or waited for
 * until a view is looked at or a command is run.
 */

import type { ExtensionContext } from "vscode";
import { type Clock, systemClock } from "../shared/clock.ts";
import { type OperationName, operationNames } from "../shared/service/operations.ts";
import type { Parts } from "./bundles/bundles.ts";
import { type Chosen, Commands, type Handler } from "./commands/commands.ts";
import { Failures } from "./commands/failures.ts";
import type { CommandName, OwnCommand } from "./commands/table.ts";
import { Desk } from "./desk.ts";
import { Disposables } from "./editor/disposables.ts";
import { type Source, VirtualDocuments } from "./editor/documents.ts";
import { Obstacle } from "./editor/errors.ts";
import { t, translateWith } from "./editor/l10n.ts";
import { Log } from "./editor/log.ts";
import type { VSCode } from "./editor/vscode.ts";
import { FieldsDocuments, fieldsFolder } from "./fields/drafts.ts";
import { FieldsEditors } from "./fields/editors.ts";
import { Outcomes } from "./operations/messages.ts";
import { Performer } from "./operations/operations.ts";
import { Sender } from "./operations/send.ts";
import { RecordActions } from "./records/actions.ts";
import { ReportEditor, rawSource, reportSource, reportsFolder, runIdOf } from "./reports/editor.ts";
import { saveReport } from "./reports/save.ts";
import { FailedResponses, failedFolder } from "./responses/failed.ts";
import { Responses, responsesFolder } from "./responses/responses.ts";
import type { RunCase, RunReport, StoredRun } from "./runs/runs.ts";
import { Connecting } from "./services/connect.ts";
import { Contexts } from "./views/first-steps.ts";
import { projectRows } from "./views/projects.ts";
import { reviewRows, waitingReviews } from "./views/reviews.ts";
import { RowView } from "./views/row-view.ts";
import { runRows, timeInWords } from "./views/runs.ts";
import { StatusBar } from "./views/status-bar.ts";

const rawFolder = "raw";

export class Callboard extends Disposables {
  readonly #vscode: VSCode;
  readonly #parts: Parts;
  readonly #desk: Desk;
  readonly #log: Log;
  readonly #contexts: Contexts;
  readonly #connecting: Connecting;
  readonly #documents: VirtualDocuments;
  readonly #outcomes: Outcomes;
  readonly #performer: Performer;
  readonly #records: RecordActions;
  readonly #reports: ReportEditor;
  readonly #views: { readonly projects: RowView; readonly reviews: RowView; readonly runs: RowView };

  constructor(vscode: VSCode, context: ExtensionContext, parts: Parts, clock: Clock = systemClock) {
    super();
    translateWith((message, ...values) => vscode.l10n.t(message, ...values));
    this.#vscode = vscode;
    this.#parts = parts;
    this.#log = new Log(this.own(vscode.window.createOutputChannel("Callboard", { log: true })));
    const desk = this.own(new Desk(vscode, context, parts));
    this.#desk = desk;
    this.#contexts = new Contexts(vscode, desk);
    this.#connecting = new Connecting(vscode, desk);

    const responses = new Responses(desk.storage);
    const fields = new FieldsDocuments(place => this.#performer.initialFields(place), context.workspaceState);
    const reports = reportSource(() => desk.runs, parts);
    const failed = new FailedResponses();
    const sources = new Map<string, Source>([
      [fieldsFolder, fields],
      [responsesFolder, responses],
      [failedFolder, failed],
      [reportsFolder, reports],
      [rawFolder, rawSource(() => desk.runs)],
    ]);
    this.#documents = this.own(new VirtualDocuments(vscode, sources));
    this.#reports = this.own(new ReportEditor(vscode, this.#documents, reports));
    const documents = this.#documents;
    const connecting = this.#connecting;
    this.#outcomes = new Outcomes({ vscode, parts, documents, reveal: key => this.#reveal(key) });
    this.#performer = new Performer({
      vscode,
      desk,
      parts,
      connecting,
      editors: this.own(new FieldsEditors(vscode, documents, fields)),
      sender: new Sender({ vscode, desk, parts, connecting, responses, log: this.#log, clock }),
      outcomes: this.#outcomes,
    });
    this.#records = new RecordActions(vscode, desk, parts, this.#connecting);

    const view = (name: string, rows: ConstructorParameters<typeof RowView>[2]) =>
      this.own(new RowView(vscode, `callboard.${name}`, rows));
    this.#views = {
      projects: view("projects", async () => {
        await desk.ready();
        this.#contexts.show();
        return projectRows(desk.records, desk.busy);
      }),
      reviews: view("reviews", async () => {
        await desk.ready();
        this.#showWaiting();
        return reviewRows(desk.records, desk.reviewNotes, desk.busy);
      }),
      runs: view("runs", async () =>
        runRows(
          desk.runs.all,
          desk.services.current()?.name,
          run => this.#casesOf(run),
          time => timeInWords(time, clock.now(), vscode.env.language),
        ),
      ),
    };
    this.own(new StatusBar(vscode, desk));
    this.own(desk.onDidChange(() => this.#show()));
    this.own(
      new Commands(vscode, new Failures(vscode, this.#log, this.#documents, failed), this.#handlers()),
    );
    this.#contexts.showService();
  }

  #show(): void {
    for (const view of Object.values(this.#views)) view.refresh();
    this.#showWaiting();
    this.#contexts.show();
  }

  #showWaiting(): void {
    const waiting = waitingReviews(this.#desk.records, this.#desk.reviewNotes).length;
    this.#views.reviews.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: t("{0} reviews wait for a person", waiting) };
  }

  #handlers(): Map<CommandName, Handler> {
    const operationHandler =
      (name: OperationName): Handler =>
      ({ records }) =>
        this.#performer.perform(name, records);
    const own: Record<OwnCommand, Handler> = {
      connect: () => this.#connecting.connect(),
      tryEmbedded: () => this.#tryEmbedded(),
      switchService: () => this.#connecting.switch(),
      setKey: () => this.#connecting.setKey(),
      forgetKey: () => this.#connecting.forgetKey(),
      openWalkthrough: () => this.#openWalkthrough(),
      showLog: async () => this.#log.show(),
      addById: ({ subjects: [subject] }) =>
        this.#records.addById(subject?.type === "group" ? subject.kind : undefined),
      runNow: ({ records }) => this.#performer.runNow(records),
      reportNow: ({ records }) => this.#performer.reportNow(records),
      showLastResponse: ({ records }) => this.#records.showLastResponse(records, this.#outcomes),
      showInCatalog: ({ records: [record], id }) =>
        this.#records.showInCatalog(record ?? this.#desk.records.find(({ key }) => key === id)),
      copyId: ({ records }) => this.#records.copyIds(records),
      pin: ({ records }) => this.#records.pin(records),
      forget: ({ records }) => this.#records.forget(records),
      openReport: async chosen => this.#reports.open(this.#runOf(chosen)),
      showRawReport: chosen => this.#showRaw(chosen),
      saveReport: async chosen => {
        const run = this.#runOf(chosen);
        await saveReport(this.#vscode, this.#parts, run, await this.#reportOf(run));
      },
      removeRun: async ({ subjects }) => {
        for (const subject of subjects)
          if (subject.type === "run") await this.#desk.runs.remove(subject.run.id);
      },
      showMore: async ({ subjects: [subject] }) => {
        if (subject?.type !== "more") return;
        for (const view of Object.values(this.#views)) await view.showMore(subject.parent);
      },
      send: ({ uri }) => this.#send(uri),
    };
    return new Map<CommandName, Handler>([
      ...operationNames.map(name => [name, operationHandler(name)] as const),
      ...(Object.entries(own) as [OwnCommand, Handler][]),
    ]);
  }

  async #tryEmbedded(): Promise<void> {
    this.#connecting.requireTrust();
    await this.#desk.services.startEmbedded();
    await this.#performer.importDemo();
    await this.#vscode.commands.executeCommand("callboard.projects.focus");
  }

  async #openWalkthrough(): Promise<void> {
    await this.#contexts.around(() =>
      this.#vscode.commands.executeCommand(
        "workbench.action.openWalkthrough",
        "callboard.callboard-vscode#firstSteps",
        false,
      ),
    );
  }

  async #send(uri = this.#vscode.window.activeTextEditor?.document.uri): Promise<void> {
    if (uri === undefined) throw new Obstacle(t("There are no fields to send in this editor."));
    await this.#performer.sendFields(uri);
  }

  async #reveal(key: string): Promise<void> {
    const view = key.startsWith("review ") ? this.#views.reviews : this.#views.projects;
    await view.reveal(({ subject }) => subject.type === "record" && subject.record.key === key);
  }

  #runOf({ subjects: [subject], uri, id }: Chosen): StoredRun {
    const wanted =
      subject?.type === "run" || subject?.type === "case" ? subject.run.id : (id ?? (uri && runIdOf(uri)));
    const run = this.#desk.runs.all.find(each => each.id === wanted);
    if (run === undefined) throw new Obstacle(t("Choose a run in the Runs view first."));
    return run;
  }

  async #reportOf(run: StoredRun): Promise<RunReport> {
    const report = await this.#desk.runs.report(run.id);
    if (report === undefined) throw new Obstacle(t("The report of {0} is no longer there.", run.name));
    return report;
  }

  async #casesOf(run: StoredRun): Promise<RunCase[]> {
    const report = await this.#desk.runs.report(run.id);
    return (report?.document.results.tests ?? []).map(({ name, status, suite, message }) => ({
      name,
      status,
      suite: suite.slice((report?.document.results.extra.callboard.targets.length ?? 0) > 1 ? 0 : 1),
      ...(message === undefined ? {} : { message }),
    }));
  }

  async #showRaw(chosen: Chosen): Promise<void> {
    const run = this.#runOf(chosen);
    const { raw } = await this.#reportOf(run);
    for (const [index, { target }] of raw.entries()) {
      const uri = this.#documents.uri(rawFolder, [run.id, String(index)], target.name ?? target.id, ".json");
      await this.#vscode.window.showTextDocument(uri, { preview: raw.length === 1 });
    }
  }
}
