/** Creates VS Code's Testing view. The entry loads this module when VS Code first asks for tests. */

import { setTranslation } from "../editor/l10n.ts";
import { TestingView, type TestingViewDeps } from "../testing/testing-view.ts";

export function createTestingView(deps: TestingViewDeps): TestingView {
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => deps.vscode.l10n.t(message, ...values));
  return new TestingView(deps);
}
