/** Loads the Testing view when VS Code first asks for its tests. Until then, only the controller exists. */

import type { TestController } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { once } from "../editor/once.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { PullRequestState } from "../pulls/watcher.ts";
import type { TestingView } from "../testing/testing-view.ts";
import { CatalogOpener } from "./catalog-opener.ts";

export class LazyTesting extends Disposables {
  #view: TestingView | undefined;
  #pulls: readonly PullRequestState[] = [];

  constructor(
    vscode: VSCode,
    load: (controller: TestController) => Promise<TestingView>,
    fail: (error: unknown) => void,
  ) {
    super();
    const controller = this.register(vscode.tests.createTestController("callboard", "Callboard"));
    const loadOnce = once(async () => {
      const view = this.register(await load(controller));
      this.#view = view;
      await view.resolve();
      view.showPullRequests(this.#pulls);
    });
    // VS Code asks when its Testing view is visible. The run buttons in a catalog's gutter need the tests before that.
    this.register(new CatalogOpener(vscode, () => loadOnce().catch(fail)));
    controller.resolveHandler = item => (item === undefined ? loadOnce() : undefined);
  }

  showPullRequests(pulls: readonly PullRequestState[]): void {
    this.#pulls = pulls;
    this.#view?.showPullRequests(pulls);
  }
}
