/** Loads `review-panel.ts` when a person opens a review, or when VS Code restores a review's page. */

import type { WebviewPanel } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { once } from "../editor/once.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import { type ReviewQueue, reviewPanelType } from "../reviews/queue.ts";

interface LazyReviewPanelDeps {
  readonly vscode: VSCode;
  readonly load: () => Promise<ReviewPanel>;
}

export class LazyReviewPanel extends Disposables {
  readonly #panel: () => Promise<ReviewPanel>;

  constructor({ vscode, load }: LazyReviewPanelDeps) {
    super();
    this.#panel = once(async () => this.register(await load()));
    this.register(
      vscode.window.registerWebviewPanelSerializer(reviewPanelType, {
        deserializeWebviewPanel: async (panel: WebviewPanel, subject: unknown) =>
          (await this.#panel()).restore(panel, subject),
      }),
    );
  }

  async open(id: string, queue?: ReviewQueue): Promise<void> {
    await (await this.#panel()).open(id, queue);
  }
}
