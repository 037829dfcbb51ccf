/** Loads `review-panel.ts` when a person opens a review, or when VS Code restores a review's page. */

import type { WebviewPanel } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import { type ReviewQueue, reviewPanelType } from "../reviews/queue.ts";

interface LazyReviewPanelDeps {
  readonly vscode: VSCode;
  readonly load: () => Promise<ReviewPanel>;
}

export class LazyReviewPanel extends Disposables {
  readonly #load: () => Promise<ReviewPanel>;
  #loading: Promise<ReviewPanel> | undefined;

  constructor({ vscode, load }: LazyReviewPanelDeps) {
    super();
    this.#load = load;
    this.register(
      vscode.window.registerWebviewPanelSerializer(reviewPanelType, {
        deserializeWebviewPanel: async (panel: WebviewPanel, subject: unknown) =>
          (await this.#loadOnce()).restore(panel, subject),
      }),
    );
  }

  async open(id: string, queue?: ReviewQueue): Promise<void> {
    await (await this.#loadOnce()).open(id, queue);
  }

  #loadOnce(): Promise<ReviewPanel> {
    this.#loading ??= this.#load().then(
      panel => this.register(panel),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}
