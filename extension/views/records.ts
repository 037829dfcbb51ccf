/** The row of a record: its kind as an icon, in the colour of its last run. */

import { t } from "../editor/l10n.ts";
import { joined, label } from "../editor/text.ts";
import { kindIcons, kindName } from "../labels/kinds.ts";
import { type Icon, type RunState, stateIcons, stateName } from "../labels/verdicts.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Row } from "./row.ts";

/** Where a record is known from. */
function sourceOf({ id, pinned }: RecordEntry): { words: string; context: string } {
  if (pinned === undefined) return { words: t("mentioned by the service"), context: "learned" };
  const { file, line } = pinned.record.at;
  const words = t("pinned in {0}, line {1}", file, line);
  return { words: id === undefined ? t("{0}, not created yet", words) : words, context: "pinned" };
}

/** What is being done to a record, as a word; undefined when nothing is. */
export type BusyWord = (record: RecordEntry) => string | undefined;

/** How the last run of a batch or channel ended. */
export interface LastRun {
  readonly state: RunState;
  /** When, and with which counts. */
  readonly words: string;
}

/** What is going on with records, and was. */
export interface Activity {
  readonly busy: BusyWord;
  readonly lastRun?: (record: RecordEntry) => LastRun | undefined;
  /** It is being run from this window, where it can be stopped. */
  readonly canStop?: (record: RecordEntry) => boolean;
}

export function recordRow(
  record: RecordEntry,
  at: Activity & {
    readonly parent: string;
    readonly remark?: string;
    /** More words for menus. */
    readonly context?: string;
  },
): Row {
  const { kind, id, key } = record;
  const source = sourceOf(record);
  const busy = at.busy(record);
  const lastRun = at.lastRun?.(record);
  const last = lastRun && t("last run: {0}, {1}", stateName(lastRun.state), lastRun.words);
  const name = label(record.name);
  const shownId = id === undefined || id === record.name ? undefined : label(id);
  const description = [busy, at.remark, shownId ?? (id === undefined ? t("not created yet") : undefined)];
  const about = [`${kindName(kind)}${id === undefined ? "" : ` ${label(id)}`}`, source.words];
  return {
    id: `${at.parent}/${key}`,
    label: name,
    description: joined(" · ", description),
    icon: busy === undefined ? iconOf(kind, lastRun) : { name: "loading~spin" },
    tooltip: joined("\n", [name, last, ...about]),
    context: joined(" ", [
      "record",
      kind,
      source.context,
      id === undefined ? "" : "id",
      at.context,
      at.canStop?.(record) && "running",
    ]),
    spoken: joined(", ", [name, kindName(kind), at.remark, busy, last, source.words]),
    subject: { type: "record", record },
    ...(opens(record) && { command: "callboard.openRecord" }),
  };
}

/** What a click or Enter shows; a project unfolds instead. */
function opens({ kind, id }: RecordEntry): boolean {
  return kind !== "project" && kind !== "review" && id !== undefined;
}

function iconOf(kind: RecordEntry["kind"], lastRun: LastRun | undefined): Icon {
  const color = lastRun && stateIcons[lastRun.state].color;
  return { name: kindIcons[kind], ...(color === undefined ? {} : { color }) };
}
