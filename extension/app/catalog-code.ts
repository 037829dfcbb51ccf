/** Creates the help for catalogs. The entry loads this module when a catalog is opened, or for one of its commands. */

import { CatalogCode, type CatalogCodeDeps } from "../catalog/code.ts";
import { setTranslation } from "../editor/l10n.ts";
import { CreationLedger, type CreationLedgerDeps } from "../records/creations.ts";

export async function createCatalogCode(deps: CatalogCodeDeps): Promise<CatalogCode> {
  useTranslationOf(deps);
  return new CatalogCode(deps, await deps.bundles.catalog());
}

export function createCreationLedger(deps: CreationLedgerDeps): CreationLedger {
  useTranslationOf(deps);
  return new CreationLedger(deps);
}

/** This bundle has its own copy of `l10n.ts`. */
function useTranslationOf({ vscode }: Pick<CatalogCodeDeps, "vscode">): void {
  setTranslation((message, ...values) => vscode.l10n.t(message, ...values));
}
