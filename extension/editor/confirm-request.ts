/** Asks before a request that may repeat an earlier one, or that can't be undone. */

import { Cancelled } from "./errors.ts";
import { t } from "./l10n.ts";
import type { VSCode } from "./vscode.ts";

interface RequestQuestion {
  readonly question: string;
  readonly detail: string;
  /** The button that sends the request. */
  readonly send: string;
  /** The button that does something harmless instead. */
  readonly instead?: string | false;
}

/** Gives false if the person does something else instead. Throws `Cancelled` if nothing is to be done. */
export async function confirmRequest(
  { window }: VSCode,
  { question, detail, send, instead }: RequestQuestion,
): Promise<boolean> {
  const nothing = t("Send nothing");
  // Enter presses the first button, and a person who types on while the question appears has not looked anywhere.
  const buttons = [instead || nothing, send];
  const answer = await window.showWarningMessage(question, { modal: true, detail }, ...buttons);
  if (answer === undefined || answer === nothing) throw new Cancelled();
  return answer === send;
}
