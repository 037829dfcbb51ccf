/**
 * Shows the failed cases of CI's latest report at their lines, in the editor and in the Problems panel. A report counts as
 * the latest until somebody pushes or checks out another branch.
 */

import type { Diagnostic, DiagnosticCollection } from "vscode";
import type { ReportTest } from "../../shared/report/model.ts";
import { Disposables } from "../editor/disposables.ts";
import { findFile } from "../editor/folders.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Git, OpenRepository } from "../github/git.ts";
import type { PullRequestState, PullRequestWatcher } from "./watcher.ts";

interface CaseDiagnosticsDeps {
  readonly vscode: VSCode;
  readonly git: Git;
  readonly pulls: PullRequestWatcher;
}

interface LocatedFailure {
  readonly root: string;
  readonly report: string;
  readonly test: ReportTest;
}

const maxFailures = 500;
/** Past the end of a line, which VS Code takes as its end. */
const lineEnd = 10_000;

export class CaseDiagnostics extends Disposables {
  readonly #deps: CaseDiagnosticsDeps;
  readonly #collection: DiagnosticCollection;
  /** The number of the last drawing, because an earlier one may still look for files. */
  #drawing = 0;

  constructor(deps: CaseDiagnosticsDeps) {
    super();
    this.#deps = deps;
    const { vscode, git, pulls } = deps;
    this.#collection = this.register(vscode.languages.createDiagnosticCollection("callboard.cases"));
    const draw = () => void this.#draw().catch(() => this.#collection.clear());
    this.register(pulls.onDidChange(draw));
    // While the view is hidden, no look follows a push.
    this.register(git.onDidChange(draw));
  }

  async #draw(): Promise<void> {
    const { vscode, git, pulls } = this.#deps;
    const drawing = ++this.#drawing;
    const repositories = (await git.repositories()) ?? [];
    const failures = (pulls.all ?? []).flatMap(state => {
      const repository = repositories.find(({ root }) => root === state.key);
      return repository === undefined ? [] : failuresOfLatest(state, repository);
    });
    const found = new Map<string, Diagnostic[]>();
    for (const { root, report, test } of failures.slice(0, maxFailures)) {
      const file = await findFile(vscode, vscode.Uri.parse(root), test.filePath);
      if (file === undefined) continue;
      const line = Math.max(0, (test.line ?? 1) - 1);
      const range = new vscode.Range(line, 0, line, lineEnd);
      const text = joinTexts(": ", [labelText(test.name), labelText(test.message ?? "", 1000)]);
      const diagnostic = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Error);
      diagnostic.source = "Callboard";
      diagnostic.code = labelText(report);
      const key = file.toString();
      found.set(key, [...(found.get(key) ?? []), diagnostic]);
    }
    if (drawing !== this.#drawing) return;
    this.#collection.clear();
    for (const [key, diagnostics] of found) this.#collection.set(vscode.Uri.parse(key), diagnostics);
  }
}

/** Only of an app's reports, because anyone can write a comment that looks like a report. */
function failuresOfLatest(
  { branch, root, view }: PullRequestState,
  { checkout, isPushed }: OpenRepository,
): LocatedFailure[] {
  if (view.what !== "pull-request" || branch !== checkout.branch) return [];
  const { headSha } = view.pull;
  if (isPushed && checkout.commit !== headSha) return [];
  return view.reports
    .filter(({ author, mark }) => author.isApp && mark.sha === headSha)
    .flatMap(report =>
      (report.view?.report.results.tests ?? [])
        .filter(({ status, filePath }) => status === "failed" && filePath !== undefined)
        .map(test => ({ root, report: report.mark.key, test })),
    );
}
