/** Asks before scenarios are deleted, because the service can't restore them. */

import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { subjectOf } from "../labels/operations.ts";
import type { Addressed } from "../records/inventory.ts";

export async function confirmDeletion({ window }: VSCode, records: readonly Addressed[]): Promise<void> {
  const remove = t("Delete");
  const question =
    records.length === 1
      ? t("Delete the scenario {0}?", subjectOf(records))
      : t("Delete {0} scenarios?", records.length);
  const detail = [
    ...records.map(({ name, id }) => (name === id ? id : `${name} (${id})`)),
    t("The service cannot bring it back."),
  ];
  const options = { modal: true, detail: detail.map(inMessage).join("\n") };
  if ((await window.showWarningMessage(inMessage(question), options, remove)) !== remove) {
    throw new Cancelled();
  }
}
