/** Which record? The known ones by name, project and id; an id that is known from elsewhere can be typed in. */

import type { QuickPickItem } from "vscode";
import type { OperationName } from "../../shared/service/operations.ts";
import { operation } from "../../shared/service/operations.ts";
import type { Desk } from "../desk.ts";
import { askPick } from "../editor/ask-pick.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { titleOf } from "../labels/operations.ts";
import { kindIcons, kindName } from "../views/records.ts";
import type { RecordEntry } from "./inventory.ts";

/** A record that an operation can be called for. */
export type Addressed = RecordEntry & { readonly id: string };

export function isAddressed(record: RecordEntry): record is Addressed {
  return record.id !== undefined;
}

/** A record of which nothing is known but its id. */
export function unknownRecord(kind: RecordEntry["kind"], id: string): Addressed {
  return { key: `${kind} ${id}`, kind, id, name: id };
}

interface Choice extends QuickPickItem {
  readonly record: Addressed;
}

export async function pickRecord(vscode: VSCode, desk: Desk, name: OperationName): Promise<Addressed> {
  const { kind } = operation(name);
  const known = candidates(desk, name).map(record => choice(desk, record));
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

/** Reviews of the sort that the operation is about come first; what sort one is, is not always known. */
function candidates(desk: Desk, name: OperationName): Addressed[] {
  const { kind, isCalibration = false } = operation(name);
  const records = desk.records.filter(record => record.kind === kind).filter(isAddressed);
  if (kind !== "review") return records;
  const rank = ({ id }: Addressed): number => {
    const note = desk.reviewNotes.get(id);
    if (note?.calibration !== isCalibration) return 2;
    return note.settled ? 1 : 0;
  };
  return records.sort((a, b) => rank(a) - rank(b));
}

function choice(desk: Desk, record: Addressed): Choice {
  const project = desk.records.find(({ key }) => key === record.project)?.name;
  return {
    label: `$(${kindIcons[record.kind]}) ${inPick(record.name)}`,
    description: [record.id, project]
      .filter(part => part !== undefined)
      .map(inPick)
      .join(" · "),
    record,
  };
}

/** Its label holds no text: the editor puts labels that match what is typed first, and that would always be this one. */
function typedChoice(kind: RecordEntry["kind"], id: string): Choice {
  return {
    label: "$(edit)",
    description: [id, t("the {0} with this id", kindName(kind))].map(inPick).join(" · "),
    alwaysShow: true,
    record: unknownRecord(kind, id),
  };
}
