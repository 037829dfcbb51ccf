import { recordKey } from "../../shared/reading/records.ts";
import { type Kind, type OperationName, operation } from "../../shared/service/operations.ts";
import { askEntry, askPick, type PickEntry } from "../editor/ask-pick.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { kindIcons, kindName } from "../services/kind-labels.ts";
import { operationTitle } from "../services/operation-labels.ts";
import { type AddressedRecord, bareRecord, hasId } from "./inventory.ts";
import type { RecordStore } from "./records.ts";

interface Choice extends PickEntry {
  readonly record: AddressedRecord;
}

export async function pickRecord(
  vscode: VSCode,
  records: RecordStore,
  name: OperationName,
): Promise<AddressedRecord> {
  const { kind } = operation(name);
  const known = candidates(records, name).map(record => choice(records, record));
  const answer = await askPick<Choice>(vscode, {
    title: operationTitle(name),
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
  records: RecordStore,
  runs: readonly { readonly targets: readonly { readonly kind: Kind; readonly id: string }[] }[],
): Promise<AddressedRecord> {
  const latest = runs.flatMap(({ targets }) => targets.map(recordKey));
  const rank = ({ key }: AddressedRecord) => (latest.includes(key) ? latest.indexOf(key) : latest.length);
  const runnable = records.all
    .filter(({ kind }) => kind === "batch" || kind === "channel")
    .filter(hasId)
    .sort((a, b) => rank(a) - rank(b));
  if (runnable.length === 0) throw new Obstacle(t("No batch or channel is known yet."));
  const entries = runnable.map(record => choice(records, record));
  const question = { title: t("Run now"), placeholder: t("Which batch or channel?"), entries };
  return (await askEntry<Choice>(vscode, question)).record;
}

/**
 * Puts the reviews that fit the operation first, the open ones before the settled ones. An operation on calibration reviews
 * gets only these if any are known. Otherwise the others stay, because responses do not always show whether a review is for
 * calibration.
 */
function candidates(records: RecordStore, name: OperationName): AddressedRecord[] {
  const { kind, isCalibration = false } = operation(name);
  const ofKind = records.all.filter(record => record.kind === kind).filter(hasId);
  if (kind !== "review") return ofKind;
  const rank = ({ id }: AddressedRecord): number => {
    const note = records.reviewNotes.get(id);
    if (note?.calibration !== isCalibration) return 2;
    return note.settled ? 1 : 0;
  };
  const fitting = isCalibration ? ofKind.filter(record => rank(record) < 2) : [];
  return (fitting.length > 0 ? fitting : ofKind).sort((a, b) => rank(a) - rank(b));
}

function choice(records: RecordStore, record: AddressedRecord): Choice {
  const project = records.find(record.project)?.name;
  return {
    label: `$(${kindIcons[record.kind]}) ${escapeForPick(record.name)}`,
    description: [record.id, project]
      .filter(part => part !== undefined)
      .map(escapeForPick)
      .join(" · "),
    searchTexts: [record.name, record.id],
    record,
  };
}

function typedChoice(kind: Kind, id: string): Choice {
  return {
    label: "$(edit)",
    description: [id, t("the {0} with this id", kindName(kind))].map(escapeForPick).join(" · "),
    comesLast: true,
    record: bareRecord(kind, id),
  };
}
