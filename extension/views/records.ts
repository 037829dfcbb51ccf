import { t } from "../editor/l10n.ts";
import { joinTexts, labelText } from "../editor/text.ts";
import type { RecordEntry } from "../records/inventory.ts";
import { kindIcons, kindName } from "../services/kind-labels.ts";
import { type Icon, type RunState, stateIcons, stateName } from "../services/verdict-labels.ts";
import type { ViewRow } from "./row.ts";
import { type RecordWord, rowContext } from "./row-context.ts";

function sourceOf({ id, pinned }: RecordEntry): { words: string; context: RecordWord } {
  if (pinned === undefined) return { words: t("known in this workspace only"), context: "learned" };
  const { file, line } = pinned.record.at;
  const words = t("pinned in {0}, line {1}", file, line);
  return { words: id === undefined ? t("{0}, not created yet", words) : words, context: "pinned" };
}

/** The word for the request in progress on a record. Undefined without one. */
export type BusyWord = (record: RecordEntry) => string | undefined;

export interface LastRun {
  readonly state: RunState;
  readonly words: string;
}

export interface RecordActivity {
  readonly busy: BusyWord;
  readonly lastRun?: (record: RecordEntry) => LastRun | undefined;
  /** Whether this window is running the record. */
  readonly canStop?: (record: RecordEntry) => boolean;
}

export function recordRow(
  record: RecordEntry,
  at: RecordActivity & {
    readonly parent: string;
    readonly remark?: string;
    /** Further words for the menus' conditions. */
    readonly context?: readonly (RecordWord | false | undefined)[];
  },
): ViewRow {
  const { kind, id, key } = record;
  const source = sourceOf(record);
  const busy = at.busy(record);
  const lastRun = at.lastRun?.(record);
  const last = lastRun && t("last run: {0}, {1}", stateName(lastRun.state), lastRun.words);
  const name = labelText(record.name);
  const shownId = id === undefined || id === record.name ? undefined : labelText(id);
  const description = [busy, at.remark, shownId ?? (id === undefined ? t("not created yet") : undefined)];
  const about = [`${kindName(kind)}${id === undefined ? "" : ` ${labelText(id)}`}`, source.words];
  return {
    id: `${at.parent}/${key}`,
    label: name,
    description: joinTexts(" · ", description),
    icon: busy === undefined ? iconOf(kind, lastRun) : { name: "loading~spin" },
    tooltip: joinTexts("\n", [name, last, ...about]),
    context: rowContext(
      "record",
      kind,
      source.context,
      id !== undefined && "id",
      ...(at.context ?? []),
      at.canStop?.(record) && "running",
    ),
    spoken: joinTexts(", ", [name, kindName(kind), at.remark, busy, last, source.words]),
    subject: { type: "record", record },
    ...(canOpen(record) && { command: "callboard.openRecord" }),
  };
}

/** A click on a project expands it. A click on a review runs another command. */
function canOpen({ kind, id }: RecordEntry): boolean {
  return kind !== "project" && kind !== "review" && id !== undefined;
}

function iconOf(kind: RecordEntry["kind"], lastRun: LastRun | undefined): Icon {
  // The verdict's own shape, because not everybody can tell the colours of one shape apart. The group says the kind.
  return lastRun === undefined ? { name: kindIcons[kind] } : stateIcons[lastRun.state];
}
