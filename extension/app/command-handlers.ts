import { type Kind, kinds, type OperationName, operationNames } from "../../shared/service/operations.ts";
import type { CatalogCode } from "../catalog/code.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { EditorLog } from "../editor/log.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordActions } from "../records/actions.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { OperationCommands } from "../requests/operation-commands.ts";
import type { OperationRunner } from "../requests/operation-runner.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import type { RunLauncher } from "../runs/launcher.ts";
import type { RawResponses } from "../runs/raw-responses.ts";
import type { ReportAddress, ReportEditor } from "../runs/report-editor.ts";
import { saveReport } from "../runs/save-report.ts";
import type { SavedResponses } from "../runs/saved-responses.ts";
import { hasFailures, hasReport, noLongerKept, type RunStore, type StoredRun } from "../runs/store.ts";
import type { ServiceActions } from "../services/actions.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateName } from "../services/verdict-labels.ts";
import type { Teaching } from "../teaching/teaching.ts";
import type { FirstSteps } from "../views/first-steps.ts";
import type { RowSubject } from "../views/row.ts";
import type { Views } from "../views/views.ts";
import type { CommandHandler, CommandSelection } from "./command-registry.ts";
import type { CommandName, GeneralCommand } from "./command-table.ts";
import { openMenu } from "./menu.ts";
import { newRecordCommand } from "./new-record-command.ts";
import { askAssignee, askFilter, removeAllRuns } from "./questions.ts";

interface HandlerDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly log: EditorLog;
  readonly serviceActions: ServiceActions;
  readonly records: RecordStore;
  readonly recordActions: RecordActions;
  readonly runs: RunStore;
  readonly reportEditor: ReportEditor;
  readonly rawResponses: RawResponses;
  readonly savedResponses: SavedResponses;
  readonly teaching: () => Promise<Teaching>;
  readonly catalogCode: () => Promise<CatalogCode>;
  readonly reviewPanel: Pick<ReviewPanel, "open">;
  readonly views: Views;
  readonly firstSteps: FirstSteps;
  readonly operations: OperationCommands;
  readonly runner: RunLauncher;
  readonly running: OperationRunner;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
}

export function commandHandlers(deps: HandlerDeps): ReadonlyMap<CommandName, CommandHandler> {
  const { vscode, log, serviceActions, records, recordActions } = deps;
  const { runs, reportEditor, rawResponses, savedResponses, teaching, reviewPanel, views, firstSteps } = deps;
  const { catalogCode, operations, runner, running, services } = deps;
  const ofOperation =
    (name: OperationName): CommandHandler =>
    ({ records, subject }) =>
      operations.start(name, records, subject?.type === "group" ? subject.project : undefined);
  const ofNewRecord =
    (kind: Kind): CommandHandler =>
    async ({ subject }) =>
      (await catalogCode()).startRecord(kind, subject?.type === "group" ? subject.project : undefined);
  const generalHandlers: Record<GeneralCommand, CommandHandler> = {
    connect: () => serviceActions.connect(),
    tryEmbedded: () => operations.tryEmbeddedService(),
    switchService: () => serviceActions.switch(),
    setKey: ({ id: origin }) => serviceActions.setKey(origin),
    forgetKey: () => serviceActions.forgetKey(),
    openWalkthrough: () => firstSteps.openWalkthrough(),
    openSettings: async ({ subject }) => {
      const query = subject?.type === "setting" ? subject.setting : "@ext:callboard.callboard-vscode";
      await vscode.commands.executeCommand("workbench.action.openSettings", query);
    },
    showLog: async () => log.show(),
    addById: ({ subject }) => recordActions.addById(subject?.type === "group" ? subject : undefined),
    useService: async ({ subject }) => {
      if (subject?.type === "service") await services.choose(subject.service);
    },
    editService: () => serviceActions.edit(),
    removeService: () => serviceActions.remove(),
    openMenu: () => openMenu(deps),
    filter: () => askFilter(vscode, views),
    filterByAssignee: () => askAssignee(vscode, records, views),
    clearFilter: async () => views.setFilter(""),
    createCatalog: () => recordActions.createCatalog(),
    createFromCatalog: async ({ records: [record] }) => (await catalogCode()).create(record),
    enterId: async ({ records: [record] }) => (await catalogCode()).enterId(record),
    updateFromCatalog: async ({ records: [record] }) => (await catalogCode()).update(record),
    updateAll: async ({ uri }) => (await catalogCode()).updateAll(uri),
    readResponse: async () => {
      const file = await savedResponses.chooseFile();
      await (await teaching()).show(file);
      await savedResponses.open(file);
    },
    showReading: async ({ uri }) => (await teaching()).show(uri),
    showReadingText: ({ uri }) => savedResponses.open(uri),
    hideReading: async ({ uri }) => (await teaching()).hide(uri),
    teach: async chosen => {
      const { TabInputCustom, window } = vscode;
      const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
      const uri = chosen.uri ?? (input instanceof TabInputCustom ? input.uri : undefined);
      const isReport = uri !== undefined && reportEditor.runIdOf(uri) !== undefined;
      const response = isReport ? await rawResponses.choose(runIn({ ...chosen, uri }, deps)) : chosen.uri;
      const lessons = await teaching();
      if (isReport) await lessons.show(response);
      await lessons.teach(response);
    },
    useAs: async () => (await teaching()).useAs(),
    runNow: chosen => running.runRecords(chosen.records),
    runSeveralTimes: chosen => running.runRecords(chosen.records, { isSeveralTimes: true }),
    runFocused: async () => running.runRecords(views.toggledRecords()),
    reportNow: chosen => running.requestReports(chosen.records),
    stop: async ({ subjects, records }) => {
      const ofRecords = records.flatMap(record => runs.runsHere(services.current()?.id, record));
      const chosen = subjects.flatMap(subject => (subject.type === "run" ? subject.run : []));
      runner.stop([...chosen, ...ofRecords].map(({ id }) => id));
    },
    openRecord: async ({ subject }) => {
      if (subject?.type === "record") await openRecord(subject.record, deps);
    },
    showLastResponse: chosen => recordActions.showLastResponse(chosen.records),
    showInCatalog: ({ subject, id }) =>
      recordActions.showInCatalog(subject?.type === "record" ? subject.record : records.find(id)),
    copyId: chosen => recordActions.copyIds(chosen.records),
    pin: chosen => recordActions.pin(chosen.records),
    unpin: chosen => recordActions.unpin(chosen.records),
    forget: chosen => recordActions.forget(chosen.records),
    openReview: async ({ subject, id }) => {
      const isReview = subject?.type === "record" && subject.record.kind === "review";
      const review = id ?? (isReview ? subject.record : await operations.chooseReview()).id;
      if (review !== undefined) await reviewPanel.open(review);
    },
    runAgain: async chosen => {
      const run = runIn(chosen, deps);
      await running.runAgain(run, run.targets);
    },
    runFailedAgain: async chosen => {
      const run = runIn(chosen, deps);
      await running.runAgain(run, run.targets.filter(hasFailures));
    },
    runCaseAgain: async chosen => {
      const run = runIn(chosen, deps);
      await running.runAgain(run, [await targetOfCase(chosen, run, deps)]);
    },
    copyCase: async ({ subject }) => reportEditor.copyCase(...caseAt(subject)),
    openCaseFile: async ({ subject }) => reportEditor.openCaseFile(...caseAt(subject)),
    goOn: async chosen => running.resume(runIn(chosen, deps)),
    openReport: async chosen => {
      const caseIndex = chosen.subject?.type === "case" ? chosen.subject.index : undefined;
      await reportEditor.open(finishedRunIn(chosen, deps), { caseIndex });
    },
    compareRuns: async chosen => {
      const run = runIn(chosen, deps);
      await reportEditor.open(run, { earlier: await runs.requireRunBefore(run) });
    },
    showRawReport: async chosen => rawResponses.show(runIn(chosen, deps)),
    saveReport: async chosen => saveReport(deps, runIn(chosen, deps)),
    removeRun: async ({ subjects }) => {
      await runs.remove(subjects.flatMap(subject => (subject.type === "run" ? subject.run.id : [])));
    },
    removeAllRuns: () => removeAllRuns(vscode, runs),
    showMore: async ({ subject }) => {
      if (subject?.type === "more") await subject.show();
    },
    send: ({ uri }) => operations.sendFields(uri),
  };
  return new Map<CommandName, CommandHandler>([
    ...operationNames.map(name => [name, ofOperation(name)] as const),
    ...kinds.map(kind => [newRecordCommand(kind), ofNewRecord(kind)] as const),
    ...(Object.entries(generalHandlers) as [GeneralCommand, CommandHandler][]),
  ]);
}

/**
 * Opens the report of the record's last run that has one, else the record's last response, else its place in the catalog.
 * Says if a later run has no report, because the report would otherwise look like that run's.
 */
async function openRecord(record: RecordEntry, deps: HandlerDeps): Promise<void> {
  const { vscode, runs, services, recordActions, reportEditor } = deps;
  const service = services.current()?.id;
  await runs.ready();
  const own = runs.all.filter(
    each =>
      each.service === service &&
      each.targets.some(({ kind, id }) => kind === record.kind && id === record.id),
  );
  const [last] = own;
  const run = own.find(hasReport);
  const hint = (message: string) => vscode.window.setStatusBarMessage(escapeForPick(message), 5000);
  if (run !== undefined) {
    await reportEditor.open(run);
    if (last !== undefined && last !== run) {
      hint(
        t(
          "{0}: the last run is {1}. This is the report of an earlier one.",
          record.name,
          stateName(last.state),
        ),
      );
    }
  } else if (!(await recordActions.show(record))) {
    hint(t("{0} was not run yet.", record.name));
  }
}

function caseAt(subject: RowSubject | undefined): [ReportAddress, number] {
  if (subject?.type === "case") return [{ kind: "runs", path: [subject.run.id] }, subject.index];
  if (subject?.type === "pull" && subject.index !== undefined) {
    return [{ kind: "pulls", path: [subject.pull, String(subject.comment)] }, subject.index];
  }
  throw new Obstacle(t("Choose a case first."));
}

/** The batch or channel of a case. A case's suite begins with its target. */
async function targetOfCase(
  { subject }: CommandSelection,
  run: StoredRun,
  { bundles, runs }: HandlerDeps,
): Promise<StoredRun["targets"][number]> {
  const { tests, extra } = (await runs.requireReport(run)).document.results;
  const { targetLabel } = await bundles.report();
  const [label] = tests[subject?.type === "case" ? subject.index : -1]?.suite ?? [];
  const result = extra.callboard.targets.find(target => targetLabel(target) === label);
  const target = run.targets.find(({ kind, id }) => kind === result?.kind && id === result.id);
  if (target === undefined) throw new Obstacle(t("The case is no longer in the report."));
  return target;
}

function finishedRunIn(chosen: CommandSelection, deps: HandlerDeps): StoredRun {
  const run = runIn(chosen, deps);
  if (run.state !== "interrupted" && run.state !== "never-started") return run;
  const again = { title: t("Run again"), command: "callboard.runAgain", arguments: [run.id] };
  const ask = { title: t("Ask for its report"), command: "callboard.goOn", arguments: [run.id] };
  if (run.state === "never-started") {
    throw new Obstacle(t("{0} never started: {1}", run.name, run.summary), [again]);
  }
  if (run.targets.some(({ kind }) => kind === "channel")) {
    throw new Obstacle(t("{0} was interrupted: the window was closed or reloaded while it ran.", run.name), [
      ask,
      again,
    ]);
  }
  throw new Obstacle(
    t(
      "{0} was interrupted: the window was closed or reloaded while it ran. Its answer is lost, as a batch's result can't be asked for again: look at it in the service before running it again.",
      run.name,
    ),
    [again],
  );
}

/** The run of the chosen row, message button or report editor. Throws if there is none. */
function runIn({ subject, uri, id }: CommandSelection, { runs, reportEditor }: HandlerDeps): StoredRun {
  const wanted =
    subject?.type === "run" || subject?.type === "case"
      ? subject.run.id
      : (id ?? (uri && reportEditor.runIdOf(uri)));
  const run = runs.find(wanted);
  if (run === undefined)
    throw wanted === undefined ? new Obstacle(t("Choose a run in the Runs view first.")) : noLongerKept();
  return run;
}
