/** VS Code's Testing view: the catalogs' batches and channels, their runs, and the profiles that run them. */

import type { CancellationToken, TestController, TestItem, TestRunRequest } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { operationFor } from "../../shared/service/operations.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { PullRequestState } from "../pulls/watcher.ts";
import type { AddressedRecord, RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { OperationCommands } from "../requests/operation-commands.ts";
import type { OperationRunner } from "../requests/operation-runner.ts";
import { newRunId, type RunLauncher } from "../runs/launcher.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import type { RunStore } from "../runs/store.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { MemoryStore } from "../services/memory.ts";
import { recordsLabel } from "../services/operation-labels.ts";
import type { ServiceList } from "../services/service-list.ts";
import { CaseLines } from "./case-lines.ts";
import { LocalRuns } from "./local-runs.ts";
import { PullRequestRuns } from "./pull-request-runs.ts";
import { TargetItems } from "./target-items.ts";
import { WrittenCatalogs } from "./written-catalogs.ts";

export interface TestingViewDeps {
  readonly vscode: VSCode;
  readonly controller: TestController;
  readonly catalogs: CatalogStore;
  readonly services: ServiceList;
  readonly records: RecordStore;
  readonly bundles: Bundles;
  readonly clock: Clock;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
  readonly runner: Pick<RunLauncher, "stop">;
  readonly running: OperationRunner;
  readonly operations: OperationCommands;
  readonly reportEditor: ReportEditor;
  readonly fail: (error: unknown) => void;
}

export class TestingView extends Disposables {
  readonly #deps: TestingViewDeps;
  readonly #written: WrittenCatalogs;
  readonly #targets: TargetItems;
  readonly #local: LocalRuns;
  readonly #pulls: PullRequestRuns;

  constructor(deps: TestingViewDeps) {
    super();
    this.#deps = deps;
    const { vscode, controller, services } = deps;
    const runnable = new vscode.TestTag("runnable");
    this.#written = this.register(new WrittenCatalogs(deps));
    this.#targets = new TargetItems({ ...deps, written: this.#written, runnable });
    this.register(this.#written.onDidChange(() => this.#targets.update()));
    this.#local = this.register(new LocalRuns({ ...deps, targets: this.#targets, runnable }));
    this.#pulls = new PullRequestRuns(deps);
    this.register(new CaseLines(deps));
    const profiles: readonly (readonly [string, (request: TestRunRequest) => Promise<void>])[] = [
      [t("Run"), request => this.#run(request)],
      [t("Run several times…"), request => this.#run(request, true)],
      [t("Run with fields…"), request => this.#openFields(request)],
    ];
    for (const [index, [label, run]] of profiles.entries()) {
      const handle = async (request: TestRunRequest, _: CancellationToken) => run(request).catch(deps.fail);
      const { Run } = vscode.TestRunProfileKind;
      this.register(controller.createRunProfile(label, Run, handle, index === 0, runnable));
    }
    // `services` reports changes of catalogs as well.
    this.register(services.onDidChange(() => this.#update()));
  }

  /** Resolves when the tree has its targets. Their last results follow. */
  async resolve(): Promise<void> {
    const { catalogs, runs } = this.#deps;
    await Promise.all([catalogs.ready(), this.#written.ready(), runs.ready()]);
    this.#update();
  }

  showPullRequests(pulls: readonly PullRequestState[]): void {
    this.#pulls.show(pulls);
  }

  #update(): void {
    this.#targets.update();
    this.#local.update();
  }

  /**
   * The run's token cancels it, because a run from the sidebar has no other. The request is done when the run begins,
   * because VS Code would count an empty request that is done later as the last run.
   */
  async #run(request: TestRunRequest, isSeveralTimes = false): Promise<void> {
    const { running, fail } = this.#deps;
    const records = await this.#chosenRecords(request);
    const id = newRunId();
    const begun = this.#local.expect(id, request);
    const ended = running.runRecords(records, { isSeveralTimes, id }).catch(fail);
    await Promise.race([begun, ended.finally(() => this.#local.forget(id))]);
  }

  async #openFields(request: TestRunRequest): Promise<void> {
    const records = await this.#chosenRecords(request);
    for (const kind of ["batch", "channel"] as const) {
      const chosen = records.filter(record => record.kind === kind);
      if (chosen.length > 0) await this.#deps.operations.start(operationFor("run", kind), chosen);
    }
  }

  /** Asks before it gives all batches and channels of a catalog, unless a person chose each of them. */
  async #chosenRecords({ include, exclude }: TestRunRequest): Promise<readonly AddressedRecord[]> {
    const { vscode, services } = this.#deps;
    const records = this.#targets.recordsIn(include, exclude);
    if (records.length === 0) throw notCreated(this.#targets.missingIn(include, exclude));
    const isWhole = include === undefined || include.some((item: TestItem) => item.parent === undefined);
    if (!isWhole || records.length === 1) return records;
    const run = t("Run");
    const answer = await vscode.window.showWarningMessage(
      escapeForMessage(t("Run {0} batches and channels?", records.length)),
      {
        modal: true,
        detail: escapeForMessage(
          t("{0} carries out each of them: {1}.", services.requireCurrent().name, recordsLabel(records)),
        ),
      },
      run,
    );
    if (answer !== run) throw new Cancelled();
    return records;
  }
}

function notCreated(missing: readonly RecordEntry[]): Error {
  const [record, ...others] = missing;
  if (record === undefined) return new Cancelled();
  const names = missing.map(({ name }) => name).join(", ");
  const create = {
    title: t("Create in the service"),
    command: "callboard.createFromCatalog",
    arguments: [{ subject: { type: "record", record } }],
  };
  return new Obstacle(t("Not created in the service yet: {0}", names), others.length === 0 ? [create] : []);
}
