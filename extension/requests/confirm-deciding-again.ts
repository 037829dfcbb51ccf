/** Asks before deciding a review whose earlier decision arrived or may have arrived, because the service gets both. */

import type { Verdict } from "../../shared/reading/reading.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { AddressedRecord } from "../records/inventory.ts";
import { stateName } from "../services/verdict-labels.ts";

export async function confirmDecidingAgain(
  { window }: VSCode,
  reviews: readonly AddressedRecord[],
): Promise<void> {
  const again = t("I have looked: decide again");
  const question = t("A decision may have arrived: look at the review in the service first.");
  const options = { modal: true, detail: reviews.map(({ name }) => escapeForMessage(name)).join("\n") };
  if ((await window.showWarningMessage(question, options, again)) !== again) throw new Cancelled();
}

/** `verdict` is the decision that a new one replaces. */
export async function confirmReplacing(
  { window }: VSCode,
  reviews: readonly (AddressedRecord & { readonly verdict: Verdict | undefined })[],
): Promise<void> {
  const again = t("Decide again");
  const [only, ...others] = reviews;
  const question =
    others.length === 0
      ? t("“{0}” is decided already. Decide it again?", only?.name ?? "")
      : t("{0} of the reviews are decided already. Decide them again?", reviews.length);
  const detail =
    others.length === 0
      ? t("It replaces the decision: {0}.", stateName(only?.verdict ?? "unknown"))
      : reviews
          .map(({ name, verdict = "unknown" }) => escapeForMessage(`${name}: ${stateName(verdict)}`))
          .join("\n");
  const options = { modal: true, detail };
  if ((await window.showWarningMessage(escapeForMessage(question), options, again)) !== again) {
    throw new Cancelled();
  }
}
