/** Asks before deciding a review whose earlier decision may have arrived, because the service could get both. */

import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { AddressedRecord } from "../records/inventory.ts";

export async function confirmDecidingAgain(
  { window }: VSCode,
  reviews: readonly AddressedRecord[],
): Promise<void> {
  const again = t("I have looked: decide again");
  const question = t("A decision may have arrived: look at the review in the service first.");
  const options = { modal: true, detail: reviews.map(({ name }) => escapeForMessage(name)).join("\n") };
  if ((await window.showWarningMessage(question, options, again)) !== again) throw new Cancelled();
}
