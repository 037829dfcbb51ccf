import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import type { Bundles } from "../bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Log } from "../editor/log.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Operations } from "../operations/operations.ts";
import type { Running } from "../operations/running.ts";
import type { RecordActions } from "../records/actions.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Records } from "../records/records.ts";
import type { ReportEditor } from "../reports/editor.ts";
import type { RawResponses } from "../reports/raw.ts";
import { saveReport } from "../reports/save.ts";
import type { ReviewDesk } from "../reviews/desk.ts";
import type { Runner } from "../runs/runner.ts";
import { hasReport, type Runs, runBefore, type StoredRun } from "../runs/runs.ts";
import type { ServiceActions } from "../services/actions.ts";
import type { Services } from "../services/services.ts";
import type { FirstSteps } from "../views/first-steps.ts";
import type { Views } from "../views/views.ts";
import { askFilter, removeAllRuns } from "./asking.ts";
import type { Chosen, Handler } from "./commands.ts";
import { openMenu } from "./menu.ts";
import type { CommandName, OwnCommand } from "./table.ts";

interface HandlerDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly log: Log;
  readonly serviceActions: ServiceActions;
  readonly records: Records;
  readonly recordActions: RecordActions;
  readonly runs: Runs;
  readonly reportEditor: ReportEditor;
  readonly rawResponses: RawResponses;
  readonly reviewDesk: ReviewDesk;
  readonly views: Views;
  readonly firstSteps: FirstSteps;
  readonly operations: Operations;
  readonly runner: Runner;
  readonly running: Running;
  readonly services: Services;
}

export function handlers(deps: HandlerDeps): ReadonlyMap<CommandName, Handler> {
  const { vscode, bundles, log, serviceActions, records, recordActions } = deps;
  const { runs, reportEditor, rawResponses, reviewDesk, views, firstSteps, operations } = deps;
  const { runner, running, services } = deps;
  const ofOperation =
    (name: OperationName): Handler =>
    ({ records, on }) =>
      operations.start(name, records, on?.type === "group" ? on.project : undefined);
  const generalHandlers: Record<OwnCommand, Handler> = {
    connect: () => serviceActions.connect(),
    tryEmbedded: () => operations.tryEmbedded(),
    switchService: () => serviceActions.switch(),
    setKey: ({ id: origin }) => serviceActions.setKey(origin),
    forgetKey: () => serviceActions.forgetKey(),
    openWalkthrough: () => firstSteps.openWalkthrough(),
    showLog: async () => log.show(),
    addById: ({ on }) => recordActions.addById(on?.type === "group" ? on.kind : undefined),
    useService: async ({ on }) => {
      if (on?.type === "service") await services.choose(on.service);
    },
    editService: () => serviceActions.edit(),
    removeService: () => serviceActions.remove(),
    openMenu: () => openMenu(deps),
    filter: () => askFilter(vscode, views),
    clearFilter: async () => views.showOnly(""),
    createCatalog: () => recordActions.createCatalog(),
    runNow: chosen => running.now(chosen.records),
    runFocused: async () => running.now(views.focusedRecords()),
    reportNow: chosen => running.report(chosen.records),
    stop: async ({ subjects, records }) => {
      runner.stop(subjects.flatMap(subject => (subject.type === "run" ? subject.run.id : [])));
      running.stop(records);
    },
    openRecord: async ({ on }) => {
      if (on?.type === "record") await openRecord(on.record, deps);
    },
    showLastResponse: chosen => recordActions.showLastResponse(chosen.records),
    showInCatalog: ({ on, id }) =>
      recordActions.showInCatalog(on?.type === "record" ? on.record : records.find(id)),
    copyId: chosen => recordActions.copyIds(chosen.records),
    pin: chosen => recordActions.pin(chosen.records),
    unpin: chosen => recordActions.unpin(chosen.records),
    forget: chosen => recordActions.forget(chosen.records),
    openReview: async ({ on }) => {
      const isReview = on?.type === "record" && on.record.kind === "review";
      const review = isReview ? on.record : await operations.chooseReview();
      if (review.id !== undefined) await reviewDesk.open(review.id);
    },
    runAgain: async chosen => running.again(runIn(chosen, deps), "all"),
    runFailedAgain: async chosen => running.again(runIn(chosen, deps), "failed"),
    goOn: async chosen => running.goOn(runIn(chosen, deps)),
    openReport: async chosen => {
      const index = chosen.on?.type === "case" ? chosen.on.index : undefined;
      await reportEditor.open(finishedRunIn(chosen, deps), { index });
    },
    compareRuns: async chosen => {
      const run = runIn(chosen, deps);
      await reportEditor.open(run, { earlier: runBefore(run, runs.all) });
    },
    showRawReport: async chosen => rawResponses.show(runIn(chosen, deps)),
    saveReport: async chosen => saveReport(vscode, bundles, runs, runIn(chosen, deps)),
    removeRun: async ({ subjects }) => {
      await runs.remove(subjects.flatMap(subject => (subject.type === "run" ? subject.run.id : [])));
    },
    removeAllRuns: () => removeAllRuns(vscode, runs),
    showMore: async ({ on }) => {
      if (on?.type === "more") await on.show();
    },
    send: ({ uri }) => operations.sendFields(uri),
  };
  return new Map<CommandName, Handler>([
    ...operationNames.map(name => [name, ofOperation(name)] as const),
    ...(Object.entries(generalHandlers) as [OwnCommand, Handler][]),
  ]);
}

/** Opens the report of the record's last run, or else the record's last response. */
async function openRecord(record: RecordEntry, deps: HandlerDeps): Promise<void> {
  const { vscode, runs, services, recordActions, reportEditor } = deps;
  const service = services.current()?.id;
  await runs.ready();
  const run = runs.all.find(
    each =>
      each.service === service &&
      hasReport(each) &&
      each.targets.some(({ kind, id }) => kind === record.kind && id === record.id),
  );
  if (run !== undefined) await reportEditor.open(run);
  else if (!(await recordActions.show(record))) {
    vscode.window.setStatusBarMessage(inPick(t("{0} was not run yet.", record.name)), 5000);
  }
}

function finishedRunIn(chosen: Chosen, deps: HandlerDeps): StoredRun {
  const run = runIn(chosen, deps);
  if (run.state !== "interrupted") return run;
  const again = { title: t("Run again"), command: "callboard.runAgain", arguments: [run.id] };
  const ask = { title: t("Ask for its report"), command: "callboard.goOn", arguments: [run.id] };
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

/** The chosen run, or the run of the chosen case or report editor. */
function runIn({ on, uri, id }: Chosen, { runs, reportEditor }: HandlerDeps): StoredRun {
  const wanted =
    on?.type === "run" || on?.type === "case" ? on.run.id : (id ?? (uri && reportEditor.runIdOf(uri)));
  const run = runs.find(wanted);
  if (run === undefined) throw new Obstacle(t("Choose a run in the Runs view first."));
  return run;
}
