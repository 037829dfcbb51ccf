/** Asks before deciding a review whose earlier decision arrived or may have arrived, because the service gets both. */

import type { ReviewState } from "../../shared/gate/state.ts";
import type { Verdict } from "../../shared/reading/reading.ts";
import { confirmRequest } from "../editor/confirm-request.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { AddressedRecord } from "../records/inventory.ts";
import { stateName } from "../services/verdict-labels.ts";

interface NewDecision {
  readonly state: ReviewState;
  /** Whether the decision is also for reviews that the question is not about. */
  readonly hasOthers: boolean;
}

/** Gives the reviews that the person leaves out: all of them or none. Throws `Cancelled` if nothing is to be sent. */
export async function confirmDecidingAgain(
  vscode: VSCode,
  reviews: readonly AddressedRecord[],
  decision: NewDecision,
): Promise<readonly AddressedRecord[]> {
  if (reviews.length === 0) return [];
  const send = t("I have looked: decide again");
  const question = t("A decision may have arrived: look at the review in the service first.");
  const names = reviews.map(({ name }) => escapeForMessage(name)).join("\n");
  return (await isLeftOut(vscode, question, names, send, decision)) ? reviews : [];
}

/** Like `confirmDecidingAgain`. `verdict` is the decision that the new one replaces. */
export async function confirmReplacing(
  vscode: VSCode,
  decided: readonly { readonly record: AddressedRecord; readonly verdict: Verdict | undefined }[],
  decision: NewDecision,
): Promise<readonly AddressedRecord[]> {
  const [only, ...others] = decided;
  if (only === undefined) return [];
  const isOne = others.length === 0;
  const question = isOne
    ? t("“{0}” is decided already. Decide it again?", only.record.name)
    : t("{0} of the reviews are decided already. Decide them again?", decided.length);
  const replaced = isOne
    ? t("It replaces the decision: {0}.", stateName(only.verdict ?? "unknown"))
    : decided
        .map(({ record, verdict = "unknown" }) => escapeForMessage(`${record.name}: ${stateName(verdict)}`))
        .join("\n");
  const isOut = await isLeftOut(vscode, escapeForMessage(question), replaced, t("Decide again"), decision);
  return isOut ? decided.map(({ record }) => record) : [];
}

async function isLeftOut(
  vscode: VSCode,
  question: string,
  about: string,
  send: string,
  { state, hasOthers }: NewDecision,
): Promise<boolean> {
  const detail = `${about}\n${newDecisionWords(state)}`;
  const instead = hasOthers && t("Leave these out");
  return !(await confirmRequest(vscode, { question, detail, send, instead }));
}

/** The new decision, judged by the fields that will be sent. */
export function newDecisionWords(state: ReviewState): string {
  return t("The new decision: {0}.", stateName(state === "open" ? "unknown" : state));
}
