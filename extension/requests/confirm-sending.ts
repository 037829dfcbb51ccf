/** Asks before a request is sent to a service that a person may not mean, or once more after it may have arrived. */

import { confirmRepeating } from "../editor/confirm-repeating.ts";
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

/** Throws `Cancelled` unless the person has looked whether the earlier request arrived. */
export async function confirmSendingAgain(vscode: VSCode, title: string): Promise<void> {
  await confirmRepeating(vscode, {
    question: escapeForMessage(mayHaveArrivedWords(title)),
    detail: t("If the service has them, it would carry out the request a second time."),
    again: t("I have looked: send again"),
  });
}

export function mayHaveArrivedWords(title: string): string {
  return t(
    "{0}: the fields were sent and may have arrived. Look in the service before you send them again.",
    title,
  );
}
