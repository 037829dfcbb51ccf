/** Opens the pages of forms, and finds fields. The entry loads this module when a person opens a draft. */

import { setTranslation } from "../editor/l10n.ts";
import { type FormPageOptions, openFormPage } from "../requests/form-page.ts";
import { KnownFields, type KnownFieldsDeps } from "../requests/known-fields.ts";

export async function openForm(options: FormPageOptions): Promise<void> {
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => options.vscode.l10n.t(message, ...values));
  await openFormPage(options);
}

export function createKnownFields(deps: KnownFieldsDeps): KnownFields {
  setTranslation((message, ...values) => deps.vscode.l10n.t(message, ...values));
  return new KnownFields(deps);
}
