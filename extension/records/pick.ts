/** Asks for the record of an operation: one that is known, or any other by its id. */

import type { QuickPickItem } from "vscode";
import { type Kind, type OperationName, operation } from "../../shared/service/operations.ts";
import { askPick } from "../editor/ask-pick.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { kindIcons, kindName } from "../labels/kinds.ts";
import { titleOf } from "../labels/operations.ts";
import { type Addressed, isAddressed, unknownRecord } from "./inventory.ts";
import type { Records } from "./records.ts";

interface Choice extends QuickPickItem {
  readonly record: Addressed;
}

export async function pickRecord(vscode: VSCode, records: Records, name: OperationName): Promise<Addressed> {
  const { kind } = operation(name);
  const known = candidates(records, name).map(record => choice(records, record));
  const answer = await askPick<Choice>(vscode, {
    title: titleOf(name),
    placeholder: t("Choose one, or type its id"),
    offer: typed => {
      const id = typed.trim();
      const isKnown = id === "" || known.some(({ record }) => record.id === id);
      return isKnown ? known : [...known, typedChoice(kind, id)];
    },
  });
  if ("button" in answer) throw new Cancelled();
  return answer.item.record;
}

/** Reviews that fit the operation come first: whether one is a calibration review is not always known. */
function candidates(records: Records, name: OperationName): Addressed[] {
  const { kind, isCalibration = false } = operation(name);
  const fitting = records.all.filter(record => record.kind === kind).filter(isAddressed);
  if (kind !== "review") return fitting;
  const rank = ({ id }: Addressed): number => {
    const note = records.reviewNotes.get(id);
    if (note?.calibration !== isCalibration) return 2;
    return note.settled ? 1 : 0;
  };
  return fitting.sort((a, b) => rank(a) - rank(b));
}

function choice(records: Records, record: Addressed): Choice {
  const project = records.find(record.project)?.name;
  return {
    label: `$(${kindIcons[record.kind]}) ${inPick(record.name)}`,
    description: [record.id, project]
      .filter(part => part !== undefined)
      .map(inPick)
      .join(" · "),
    record,
  };
}

/** Its label holds no text, as VS Code puts matching labels first, and this one would always match. */
function typedChoice(kind: Kind, id: string): Choice {
  return {
    label: "$(edit)",
    description: [id, t("the {0} with this id", kindName(kind))].map(inPick).join(" · "),
    alwaysShow: true,
    record: unknownRecord(kind, id),
  };
}
