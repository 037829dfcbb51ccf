/**
 * Shows CI's reports on pull requests as test runs with items of their own, which can't be run here. They never share an
 * item with local runs, because VS Code shows only one result of an item.
 */

import type { TestController, TestItem, Uri } from "vscode";
import { withDecidedCases } from "../../shared/report/decisions.ts";
import { evidenceWithAdvice } from "../../shared/report/evidence-text.ts";
import type { Report } from "../../shared/report/model.ts";
import { targetLabel, testsByTarget } from "../../shared/report/report.ts";
import { hash } from "../editor/hash.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { repositoryFullName } from "../github/repository.ts";
import type { PullRequestState } from "../pulls/watcher.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import { stateName } from "../services/verdict-labels.ts";
import { listCases } from "./case-items.ts";
import { itemLabel } from "./items.ts";
import { writeOutcome, writeOutput } from "./test-results.ts";

interface PullRequestRunsDeps {
  readonly vscode: VSCode;
  readonly controller: TestController;
  readonly reportEditor: Pick<ReportEditor, "uriOfPullRequestReport">;
  readonly fail: (error: unknown) => void;
}

interface CIReport {
  readonly id: string;
  /** The pull request's name. */
  readonly pull: string;
  readonly title: string;
  readonly key: string;
  readonly report: Report;
  /** The repository's folder, if it has checked out the report's commit. Elsewhere, the lines may be others. */
  readonly folder: Uri | undefined;
  readonly address: Uri;
}

export class PullRequestRuns {
  readonly #deps: PullRequestRunsDeps;
  /** The versions of the shown reports, by the ids of their items. */
  readonly #shown = new Map<string, string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: PullRequestRunsDeps) {
    this.#deps = deps;
  }

  show(pulls: readonly PullRequestState[]): void {
    const next = this.#turn.then(async () => {
      const { items } = this.#deps.controller;
      const all = pulls.flatMap(pull => this.#reportsOf(pull));
      for (const id of [...this.#shown.keys()].filter(id => !all.some(report => report.id === id))) {
        this.#shown.delete(id);
        items.delete(id);
      }
      for (const report of all) await this.#showReport(report);
    });
    this.#turn = next.catch(this.#deps.fail);
  }

  /** Only an app's reports, because anyone can write a comment that looks like a report. */
  #reportsOf({ key, root, commit, view }: PullRequestState): CIReport[] {
    if (view.what !== "pull-request") return [];
    const { Uri } = this.#deps.vscode;
    const { number, repository, title } = view.pull;
    return view.reports.flatMap(each => {
      if (each.decidedView === undefined || !each.author.isApp) return [];
      const { report } = withDecidedCases(each.decidedView);
      const state = report.results.extra.callboard.verdict;
      const path = [key, String(each.id)];
      return {
        id: `pull ${path.join(" ")}`,
        pull: `${repositoryFullName(repository)} #${number}`,
        title,
        key: each.mark.key,
        report,
        folder: commit === each.mark.sha ? Uri.parse(root) : undefined,
        address: this.#deps.reportEditor.uriOfPullRequestReport({ path, name: each.mark.key, state }),
      };
    });
  }

  async #showReport(shown: CIReport): Promise<void> {
    const { id, pull, title, key, report, folder, address } = shown;
    // GitHub's times have whole seconds, in which a report can change twice.
    const version = hash(JSON.stringify(shown));
    if (this.#shown.get(id) === version) return;
    const { vscode, controller } = this.#deps;
    const name = t("Pull request {0}", pull);
    // The address is fixed when the item is made, and it changes with the verdict.
    const root = controller.createTestItem(id, itemLabel(name, key, title), address);
    root.sortText = `~${id}`; // after the catalogs
    controller.items.add(root);
    const run = controller.createTestRun(
      new vscode.TestRunRequest([root]),
      labelText(joinTexts(" · ", [name, key])),
      false,
    );
    try {
      const { tests, extra } = report.results;
      const cases = testsByTarget(tests);
      const { targets, verdict } = extra.callboard;
      writeOutput(run, [joinTexts(": ", [joinTexts(" · ", [name, key]), stateName(verdict)])]);
      for (const result of targets) {
        const label = targetLabel(result);
        const item: TestItem = controller.createTestItem(
          `${id} ${result.kind} ${result.id}`,
          itemLabel(label),
        );
        root.children.add(item);
        const listed = await listCases(item, cases.get(label) ?? [], {
          vscode,
          controller,
          folder,
          reportUri: () => address,
          tags: [],
          run: id,
        });
        writeOutput(run, [`${label}: ${stateName(result.verdict)}`, `  ${evidenceWithAdvice(result)}`], item);
        await writeOutcome(vscode, run, { item, result, listed, isCancelled: false, isShown: false });
      }
      this.#shown.set(id, version);
    } finally {
      run.end();
    }
  }
}
