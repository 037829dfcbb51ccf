/** Creates the teaching of a catalog. The entry loads this module when a person first uses one of its commands. */

import { setTranslation } from "../editor/l10n.ts";
import { Teaching, type TeachingDeps } from "../teaching/teaching.ts";

export function createTeaching(deps: TeachingDeps): Teaching {
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => deps.vscode.l10n.t(message, ...values));
  return new Teaching(deps);
}
