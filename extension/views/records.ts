/** How a record shows itself as a row, and what its kinds are called. */

import type { Kind } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";
import { label } from "../editor/text.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Icon, Row } from "./row.ts";

export function kindName(kind: Kind): string {
  return {
    project: t("project"),
    test: t("test"),
    batch: t("batch"),
    channel: t("channel"),
    persona: t("persona"),
    scenario: t("scenario"),
    integration: t("integration"),
    review: t("review"),
  }[kind];
}

export function kindHeading(kind: Kind): string {
  return {
    project: t("Projects"),
    test: t("Tests"),
    batch: t("Batches"),
    channel: t("Channels"),
    persona: t("Personas"),
    scenario: t("Scenarios"),
    integration: t("Integrations"),
    review: t("Reviews"),
  }[kind];
}

export const kindIcons: Readonly<Record<Kind, string>> = {
  project: "project",
  test: "beaker",
  batch: "layers",
  channel: "broadcast",
  persona: "account",
  scenario: "comment-discussion",
  integration: "plug",
  review: "checklist",
};

/** Where a record is known from, told apart at a glance. */
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

/** What the record is doing right now, as a word; undefined when nothing. */
export type BusyWith = (record: RecordEntry) => string | undefined;

export function recordRow(
  record: RecordEntry,
  at: {
    readonly parent: string;
    readonly busy: BusyWith;
    readonly remark?: string;
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
