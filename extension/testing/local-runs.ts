/**
 * Shows this workspace's runs as test runs, wherever they were started. VS Code stores none of them, because the `RunStore`
 * does: after a reload, the last run of each target is shown anew. If VS Code stored some, it would show these in place of
 * later ones that are no longer kept.
 */

import type { TestController, TestItem, TestRun, TestRunRequest, TestTag } from "vscode";
import { recordKey } from "../../shared/reading/records.ts";
import { targetLabel, testsByTarget } from "../../shared/report/report.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type DecidedReport, decidedReport, decidedRun, decidedState } from "../runs/decided-runs.ts";
import { lastRunsOf } from "../runs/last-runs.ts";
import type { RunLauncher } from "../runs/launcher.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import { type EndedTarget, hasReport, type RunStore, type RunTarget, type StoredRun } from "../runs/store.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateName } from "../services/verdict-labels.ts";
import { listCases } from "./case-items.ts";
import type { TargetItems } from "./target-items.ts";
import { outputOf, type TargetOutcome, writeOutcome, writeOutput, writeReason } from "./test-results.ts";

interface LocalRunsDeps {
  readonly vscode: VSCode;
  readonly controller: TestController;
  readonly targets: TargetItems;
  readonly bundles: Bundles;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
  readonly services: ServiceList;
  readonly runner: Pick<RunLauncher, "stop">;
  readonly reportEditor: Pick<ReportEditor, "uriOfRun">;
  readonly runnable: TestTag;
  readonly fail: (error: unknown) => void;
}

/** A request of the Testing view whose run has not begun. */
interface ExpectedRun {
  readonly request: TestRunRequest;
  readonly begin: () => void;
}

interface LiveRun {
  readonly test: TestRun;
  summary: string;
  /** How many of the ended targets are shown. */
  ended: number;
  /** The items of targets whose results, but for cases that are not listed, are in the test run already. */
  readonly shown: Set<TestItem>;
}

/** `isCancelled` says that the run was cancelled before the target had any case. */
type ShownTarget = EndedTarget & Partial<Pick<TargetOutcome, "isCancelled" | "reason">>;

export class LocalRuns extends Disposables {
  readonly #deps: LocalRunsDeps;
  /** By run id. */
  readonly #expected = new Map<string, ExpectedRun>();
  readonly #live = new Map<string, LiveRun>();
  /** For each item with results, the run that they are of. */
  readonly #shown = new Map<TestItem, string>();
  /** The work goes on one run after the other, so that VS Code takes the latest run for the last one. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: LocalRunsDeps) {
    super();
    this.#deps = deps;
    this.register(deps.runs.onDidChange(() => this.update()));
    this.register(deps.memories.onDidChange(() => this.update()));
    this.register(deps.runs.onDidProgress(() => this.#showProgress()));
    this.register({ dispose: () => this.#endLive() });
  }

  /** Resolves when the run of this id begins, which then covers what the request covers. */
  expect(id: string, request: TestRunRequest): Promise<void> {
    return new Promise(begin => this.#expected.set(id, { request, begin }));
  }

  forget(id: string): void {
    this.#expected.delete(id);
  }

  update(): void {
    const { runs, services } = this.#deps;
    const service = services.current()?.id;
    const own = runs.all.filter(run => run.service === service);
    for (const run of own) {
      if (run.state === "running" && runs.isRunningHere(run) && !this.#live.has(run.id)) this.#begin(run);
    }
    const ended = own.filter(({ state }) => state !== "running").reverse();
    const latest = lastRunsOf(own.filter(({ state }) => state !== "running"));
    const next = this.#turn.then(async () => {
      for (const run of ended) {
        await this.#show(
          run,
          run.targets.filter(target => latest.get(recordKey(target)) === run),
        );
      }
      this.#endHidden();
      this.#forgetRemoved(latest);
    });
    this.#turn = next.catch(this.#deps.fail);
  }

  #begin(run: StoredRun): void {
    const { vscode, runner } = this.#deps;
    const items = run.targets.flatMap(target => this.#itemsOf(target));
    if (items.length === 0) return;
    const expected = this.#expected.get(run.id);
    const test = this.#create(this.#detached(expected?.request) ?? new vscode.TestRunRequest(items), run);
    expected?.begin();
    for (const item of items) test.started(item);
    this.#live.set(run.id, { test, summary: "", ended: 0, shown: new Set() });
    const stop = () => runner.stop([run.id]);
    if (test.token.isCancellationRequested) stop();
    else this.register(test.token.onCancellationRequested(stop));
  }

  /** A copy, because VS Code stores the results of each run that has the view's own request. */
  #detached(request: TestRunRequest | undefined): TestRunRequest | undefined {
    if (request === undefined) return undefined;
    const { include, exclude, profile, continuous, preserveFocus } = request;
    return new this.#deps.vscode.TestRunRequest(include, exclude, profile, continuous, preserveFocus);
  }

  #itemsOf(target: RunTarget): TestItem[] {
    return this.#deps.targets.itemsOf(target).map(({ item }) => item);
  }

  #create(request: TestRunRequest, { name }: StoredRun): TestRun {
    return this.#deps.controller.createTestRun(request, labelText(name), false);
  }

  #showProgress(): void {
    for (const [id, live] of this.#live) {
      const run = this.#deps.runs.find(id);
      if (run === undefined) continue;
      this.#showEndedTargets(run, live);
      const { summary } = run;
      if (summary === live.summary) continue;
      live.summary = summary;
      if (summary !== "") writeOutput(live.test, [summary]);
    }
  }

  #showEndedTargets(run: StoredRun, live: LiveRun): void {
    const all = this.#deps.runs.endedTargets(run.id);
    for (const ended of all.slice(live.ended)) {
      const next = this.#turn.then(() => this.#showTarget(live, run, ended.result, ended));
      this.#turn = next.catch(this.#deps.fail);
    }
    live.ended = Math.max(live.ended, all.length);
  }

  /** Shows an ended run, unless it is shown already. A run that was continued or decided is shown once more. */
  async #show(run: StoredRun, targets: readonly RunTarget[]): Promise<void> {
    const { vscode } = this.#deps;
    const live = this.#live.get(run.id);
    const decided = decidedRun(run, this.#deps);
    const version = [run.id, run.state, run.endedAt, ...(decided?.verdicts ?? [])].join(" ");
    const items = targets.flatMap(target => this.#itemsOf(target));
    const isNew = items.some(item => this.#shown.get(item) !== version);
    if (live === undefined && !isNew) return;
    const report = hasReport(run) ? await decidedReport(run, this.#deps) : undefined;
    const test = live?.test ?? this.#create(new vscode.TestRunRequest(items), run);
    this.#live.delete(run.id);
    if (live === undefined) for (const item of items) test.started(item);
    try {
      const heading = joinTexts(": ", [labelText(run.name), stateName(decidedState(run, this.#deps))]);
      writeOutput(test, [joinTexts(" — ", [heading, labelText(run.summary)])]);
      for (const target of targets) {
        const ended = report && endedIn(report, target, decided?.words);
        await this.#showTarget({ test, shown: live?.shown ?? new Set() }, run, target, ended);
      }
      for (const item of items) this.#shown.set(item, version);
    } finally {
      test.end();
    }
  }

  async #showTarget(
    { test, shown }: Pick<LiveRun, "test" | "shown">,
    run: StoredRun,
    target: Pick<RunTarget, "kind" | "id">,
    ended: ShownTarget | undefined,
  ): Promise<void> {
    const { vscode, controller, targets, reportEditor, runnable } = this.#deps;
    for (const { item, folder } of targets.itemsOf(target)) {
      if (ended === undefined) {
        item.children.replace([]);
        if (run.state === "cancelled") test.skipped(item);
        else writeReason(vscode, test, item, reasonOf(run));
        continue;
      }
      const { result, tests, isCancelled = false, reason } = ended;
      const isShown = shown.has(item);
      shown.add(item);
      const listed = await listCases(item, tests, {
        vscode,
        controller,
        folder,
        reportUri: run.state === "running" ? undefined : () => reportEditor.uriOfRun(run),
        tags: [runnable],
        run: run.id,
      });
      if (!isShown) writeOutput(test, outputOf(ended), item);
      await writeOutcome(vscode, test, { item, result, listed, isCancelled, isShown, reason });
    }
  }

  /**
   * A run that came to nothing, because no request was sent, is not kept. A run that has ended at another service is shown
   * once that service is in use again.
   */
  #endHidden(): void {
    const { runs, services } = this.#deps;
    for (const [id, { test }] of this.#live) {
      const run = runs.find(id);
      if (run !== undefined && (run.state === "running" || run.service === services.current()?.id)) continue;
      this.#live.delete(id);
      test.end();
    }
  }

  /** VS Code has no way to take back a result. It shows results that no longer hold as outdated. */
  #forgetRemoved(latest: ReadonlyMap<string, StoredRun>): void {
    const { controller, targets } = this.#deps;
    const known = new Set(
      targets.all.flatMap(({ item, kind, id = "" }) => (latest.has(recordKey({ kind, id })) ? item : [])),
    );
    for (const item of this.#shown.keys()) {
      if (known.has(item)) continue;
      this.#shown.delete(item);
      item.children.replace([]);
      controller.invalidateTestResults(item);
    }
  }

  #endLive(): void {
    for (const { test } of this.#live.values()) test.end();
    this.#live.clear();
  }
}

function reasonOf({ state, summary }: StoredRun): string {
  if (state === "interrupted") {
    return t("Interrupted: the window was closed or reloaded while it ran. Its result is not known.");
  }
  return joinTexts(": ", [stateName(state), state === "never-started" && summary]);
}

/** `decisions` are what people decided about the run's reviews, in words. */
function endedIn(
  { document, requests = [], decidedTargets }: DecidedReport,
  target: RunTarget,
  decisions: string | undefined,
): ShownTarget | undefined {
  const { tests, extra } = document.results;
  const { cancelled = false, targets } = extra.callboard;
  const result = targets.find(({ kind, id }) => kind === target.kind && id === target.id);
  if (result === undefined) return undefined;
  const own = testsByTarget(tests).get(targetLabel(result)) ?? [];
  const reason = decidedTargets?.has(result) ? decisions : undefined;
  return { result, tests: own, requests, isCancelled: cancelled && result.total === 0, reason };
}
