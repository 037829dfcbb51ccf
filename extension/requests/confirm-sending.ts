/** Asks whether a request is to be sent to a service that may not be the one that a person means. */

import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Service } from "../services/service.ts";

/** Throws `Cancelled` unless the person wants it. */
export async function confirmSendingTo(
  { window }: VSCode,
  { name }: Service,
  lines: readonly string[],
): Promise<void> {
  const send = t("Send to {0}", name);
  const options = { modal: true, detail: lines.map(escapeForMessage).join("\n") };
  const answer = await window.showWarningMessage(escapeForMessage(t("Send to {0}?", name)), options, send);
  if (answer !== send) throw new Cancelled();
}
