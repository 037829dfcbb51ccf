/** What each command does. */

import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import type { Bundles } from "../bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Log } from "../editor/log.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Operations } from "../operations/operations.ts";
import type { RecordActions } from "../records/actions.ts";
import type { Records } from "../records/records.ts";
import type { ReportEditor } from "../reports/editor.ts";
import type { RawResponses } from "../reports/raw.ts";
import { saveReport } from "../reports/save.ts";
import type { ReviewDesk } from "../reviews/desk.ts";
import type { Runs, StoredRun } from "../runs/runs.ts";
import type { ServiceActions } from "../services/actions.ts";
import type { FirstSteps } from "../views/first-steps.ts";
import type { Views } from "../views/views.ts";
import type { Chosen, Handler } from "./commands.ts";
import type { CommandName, OwnCommand } from "./table.ts";

interface Rooms {
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
}

export function handlers(rooms: Rooms): ReadonlyMap<CommandName, Handler> {
  const { vscode, bundles, log, serviceActions, records, recordActions } = rooms;
  const { runs, reportEditor, rawResponses, reviewDesk, views, firstSteps, operations } = rooms;
  const ofOperation =
    (name: OperationName): Handler =>
    ({ records, subjects: [subject] }) =>
      operations.start(name, records, subject?.type === "group" ? subject.project : undefined);
  const own: Record<OwnCommand, Handler> = {
    connect: () => serviceActions.connect(),
    tryEmbedded: () => operations.tryEmbedded(),
    switchService: () => serviceActions.switch(),
    setKey: () => serviceActions.setKey(),
    forgetKey: () => serviceActions.forgetKey(),
    openWalkthrough: () => firstSteps.openWalkthrough(),
    showLog: async () => log.show(),
    addById: ({ subjects: [subject] }) =>
      recordActions.addById(subject?.type === "group" ? subject.kind : undefined),
    runNow: chosen => operations.runNow(chosen.records),
    reportNow: chosen => operations.reportNow(chosen.records),
    showLastResponse: chosen => recordActions.showLastResponse(chosen.records),
    showInCatalog: ({ records: [record], id }) => recordActions.showInCatalog(record ?? records.find(id)),
    copyId: chosen => recordActions.copyIds(chosen.records),
    pin: chosen => recordActions.pin(chosen.records),
    forget: chosen => recordActions.forget(chosen.records),
    openReview: async ({ records: [record] }) => {
      const review = record?.kind === "review" ? record : await operations.chooseReview();
      if (review.id !== undefined) await reviewDesk.open(review.id);
    },
    openReport: async chosen => {
      const [subject] = chosen.subjects;
      await reportEditor.open(runIn(chosen, rooms), subject?.type === "case" ? subject.index : undefined);
    },
    showRawReport: async chosen => rawResponses.show(runIn(chosen, rooms)),
    saveReport: async chosen => saveReport(vscode, bundles, runs, runIn(chosen, rooms)),
    removeRun: async ({ subjects }) => {
      for (const subject of subjects) if (subject.type === "run") await runs.remove(subject.run.id);
    },
    showMore: async ({ subjects: [subject] }) => {
      if (subject?.type === "more") await views.showMore(subject.parent);
    },
    send: ({ uri }) => operations.sendFields(uri),
  };
  return new Map<CommandName, Handler>([
    ...operationNames.map(name => [name, ofOperation(name)] as const),
    ...(Object.entries(own) as [OwnCommand, Handler][]),
  ]);
}

/** Chosen by its row, by that of a case, or by an editor that shows its report. */
function runIn({ subjects: [subject], uri, id }: Chosen, { runs, reportEditor }: Rooms): StoredRun {
  const wanted =
    subject?.type === "run" || subject?.type === "case"
      ? subject.run.id
      : (id ?? (uri && reportEditor.runIdOf(uri)));
  const run = runs.all.find(each => each.id === wanted);
  if (run === undefined) throw new Obstacle(t("Choose a run in the Runs view first."));
  return run;
}
