/** Opens the pages of forms. The entry loads this module when a person opens a form. */

import { setTranslation } from "../editor/l10n.ts";
import { type FormPageOptions, openFormPage } from "../requests/form-page.ts";

export async function openForm(options: FormPageOptions): Promise<void> {
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => options.vscode.l10n.t(message, ...values));
  await openFormPage(options);
}
