/** Asks before scenarios are deleted, because the service can't restore them. */

import { confirmRequest } from "../editor/confirm-request.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { AddressedRecord } from "../records/inventory.ts";
import { recordsLabel } from "../services/operation-labels.ts";

export async function confirmDeletion(vscode: VSCode, records: readonly AddressedRecord[]): Promise<void> {
  const question =
    records.length === 1
      ? t("Delete the scenario {0}?", recordsLabel(records))
      : t("Delete {0} scenarios?", records.length);
  const detail = [
    ...records.map(({ name, id }) => (name === id ? id : `${name} (${id})`)),
    t("The service can't restore a deleted scenario."),
  ];
  await confirmRequest(vscode, {
    question: escapeForMessage(question),
    detail: detail.map(escapeForMessage).join("\n"),
    send: t("Delete"),
  });
}
