/** Creates the commands about services. The entry loads this module when a person first uses one of them. */

import { setTranslation } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { ServiceActions } from "../services/actions.ts";
import type { KeyStore } from "../services/keys.ts";
import type { ServiceList } from "../services/service-list.ts";

export function createServiceActions(vscode: VSCode, services: ServiceList, keys: KeyStore): ServiceActions {
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => vscode.l10n.t(message, ...values));
  return new ServiceActions(vscode, services, keys);
}
