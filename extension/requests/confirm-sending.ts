/** Asks before a request is sent to a service that a person may not mean, or once more after it may have arrived. */

import { confirmRequest } from "../editor/confirm-request.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Service } from "../services/service.ts";
import type { Arrival } from "./drafts.ts";

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

/** Throws `Cancelled` unless the person wants the request although an earlier one arrived, or may have arrived. */
export async function confirmSendingAgain(vscode: VSCode, title: string, arrival: Arrival): Promise<void> {
  const question = escapeForMessage(arrivalWords(title, arrival));
  const [detail, send] =
    arrival === "certain"
      ? [t("Nothing changes the record that was created."), t("Create another")]
      : [
          t("If the service has them, it would carry out the request a second time."),
          t("I have looked: send again"),
        ];
  await confirmRequest(vscode, { question, detail, send });
}

export function arrivalWords(title: string, arrival: Arrival): string {
  if (arrival === "certain") {
    return t(
      "{0}: an earlier text of these fields was sent and has arrived. Sending them creates another record.",
      title,
    );
  }
  return t(
    "{0}: the fields were sent and may have arrived. Look in the service before you send them again.",
    title,
  );
}
