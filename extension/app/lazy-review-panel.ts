/**
 * Loads `review-panel.ts` when a person opens a review, when VS Code restores a review's page, or after the end of a
 * window that was sending decisions.
 */

import type { Memento, WebviewPanel } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { once } from "../editor/once.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { SharedDecisions } from "../records/shared-decisions.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import { type ReviewQueue, reviewPanelType, sendingStoredUnder } from "../reviews/queue.ts";

interface LazyReviewPanelDeps {
  readonly vscode: VSCode;
  readonly workspaceState: Memento;
  /** Reports that another window is deciding a review, or was when it closed. */
  readonly sharedDecisions: SharedDecisions;
  readonly load: () => Promise<ReviewPanel>;
}

export class LazyReviewPanel extends Disposables {
  readonly #panel: () => Promise<ReviewPanel>;

  constructor({ vscode, workspaceState, sharedDecisions, load }: LazyReviewPanelDeps) {
    super();
    this.#panel = once(async () => {
      // The page follows the other windows also where no view of Callboard was opened.
      await sharedDecisions.ready();
      return this.register(await load());
    });
    this.register(
      vscode.window.registerWebviewPanelSerializer(reviewPanelType, {
        deserializeWebviewPanel: async (panel: WebviewPanel, subject: unknown) =>
          (await this.#panel()).restore(panel, subject),
      }),
    );
    this.register(sharedDecisions.onDidChange(() => void this.#panel()));
    if (workspaceState.get(sendingStoredUnder)) this.#panel();
  }

  async open(id: string, queue?: ReviewQueue): Promise<void> {
    await (await this.#panel()).open(id, queue);
  }
}
