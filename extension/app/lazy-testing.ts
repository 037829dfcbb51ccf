/** Loads the Testing view when VS Code first asks for its tests. Until then, only the controller exists. */

import type { TestController } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { once } from "../editor/once.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { PullRequestState } from "../pulls/watcher.ts";
import type { TestingView } from "../testing/testing-view.ts";

export class LazyTesting extends Disposables {
  #view: TestingView | undefined;
  #pulls: readonly PullRequestState[] = [];

  constructor(vscode: VSCode, load: (controller: TestController) => Promise<TestingView>) {
    super();
    const controller = this.register(vscode.tests.createTestController("callboard", "Callboard"));
    const loadOnce = once(async () => {
      const view = this.register(await load(controller));
      this.#view = view;
      await view.resolve();
      view.showPullRequests(this.#pulls);
    });
    controller.resolveHandler = item => (item === undefined ? loadOnce() : undefined);
  }

  showPullRequests(pulls: readonly PullRequestState[]): void {
    this.#pulls = pulls;
    this.#view?.showPullRequests(pulls);
  }
}
