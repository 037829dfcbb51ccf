/** The row of a record. */

import { t } from "../editor/l10n.ts";
import { label } from "../editor/text.ts";
import { kindName } from "../labels/kinds.ts";
import type { Icon } from "../labels/verdicts.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Row } from "./row.ts";

/** Where a record is known from. */
function sourceOf({ id, pinned }: RecordEntry): { icon: Icon; words: string; context: string } {
  if (pinned === undefined) {
    return { icon: { name: "cloud" }, words: t("mentioned by the service"), context: "learned" };
  }
  const { file, line } = pinned.record.at;
  const words = t("pinned in {0}, line {1}", file, line);
  if (id === undefined) {
    return { icon: { name: "circle-outline" }, words: t("{0}, not created yet", words), context: "pinned" };
  }
  return { icon: { name: "pinned" }, words, context: "pinned" };
}

/** What is being done to a record, as a word; undefined when nothing is. */
export type BusyWord = (record: RecordEntry) => string | undefined;

export function recordRow(
  record: RecordEntry,
  at: {
    readonly parent: string;
    readonly busy: BusyWord;
    readonly remark?: string;
    /** More words for menus. */
    readonly context?: string;
  },
): Row {
  const { kind, id, key } = record;
  const source = sourceOf(record);
  const busy = at.busy(record);
  const name = label(record.name);
  const shownId = id === undefined || id === record.name ? undefined : label(id);
  const description = [busy, at.remark, shownId ?? (id === undefined ? t("not created yet") : undefined)];
  return {
    id: `${at.parent}/${key}`,
    label: name,
    description: description.filter(Boolean).join(" · "),
    icon: busy === undefined ? source.icon : { name: "loading~spin" },
    tooltip: [name, `${kindName(kind)}${id === undefined ? "" : ` ${label(id)}`}`, source.words].join("\n"),
    context: ["record", kind, source.context, id === undefined ? "" : "id", at.context ?? ""]
      .join(" ")
      .trim(),
    spoken: [name, kindName(kind), at.remark, busy, source.words].filter(Boolean).join(", "),
    subject: { type: "record", record },
  };
}
