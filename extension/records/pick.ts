import { recordName } from "../../shared/reading/records.ts";
import { type Kind, type OperationName, operation } from "../../shared/service/operations.ts";
import { askEntry, askPick, type PickEntry } from "../editor/ask-pick.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { kindIcons, kindName } from "../labels/kinds.ts";
import { titleOf } from "../labels/operations.ts";
import { type Addressed, isAddressed, unknownRecord } from "./inventory.ts";
import type { Records } from "./records.ts";

interface Choice extends PickEntry {
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

export async function pickRunnable(
  vscode: VSCode,
  records: Records,
  runs: readonly { readonly targets: readonly { readonly kind: Kind; readonly id: string }[] }[],
): Promise<Addressed> {
  const latest = runs.flatMap(({ targets }) => targets.map(recordName));
  const rank = ({ key }: Addressed) => (latest.includes(key) ? latest.indexOf(key) : latest.length);
  const runnable = records.all
    .filter(({ kind }) => kind === "batch" || kind === "channel")
    .filter(isAddressed)
    .sort((a, b) => rank(a) - rank(b));
  if (runnable.length === 0) throw new Obstacle(t("No batch or channel is known yet."));
  const entries = runnable.map(record => choice(records, record));
  const question = { title: t("Run now"), placeholder: t("Which batch or channel?"), entries };
  return (await askEntry<Choice>(vscode, question)).record;
}

/** Sorts matching reviews first, but keeps the others: a response does not always show if a review is for calibration. */
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
    names: [record.name, record.id],
    record,
  };
}

function typedChoice(kind: Kind, id: string): Choice {
  return {
    label: "$(edit)",
    description: [id, t("the {0} with this id", kindName(kind))].map(inPick).join(" · "),
    comesLast: true,
    record: unknownRecord(kind, id),
  };
}
