/** The Projects view: projects, beneath each its records by kind, and last the records that belong to no project. */

import type { Kind } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";
import { kindHeading, kindIcons } from "../labels/kinds.ts";
import type { RecordEntry } from "../records/inventory.ts";
import { type BusyWord, recordRow } from "./records.ts";
import type { Row } from "./row.ts";

/** Reviews have a view of their own. */
const kindsInProject: readonly Kind[] = ["test", "batch", "channel", "persona", "scenario", "integration"];

export function projectRows(records: readonly RecordEntry[], busy: BusyWord): Row[] {
  const projects = records.filter(({ kind }) => kind === "project");
  const keys = new Set(projects.map(({ key }) => key));
  const owned = new Map<string | undefined, RecordEntry[]>();
  for (const record of records) {
    if (!kindsInProject.includes(record.kind)) continue;
    const project = record.project !== undefined && keys.has(record.project) ? record.project : undefined;
    const others = owned.get(project);
    if (others === undefined) owned.set(project, [record]);
    else others.push(record);
  }
  const rows = projects.map((project): Row => {
    const row = recordRow(project, { parent: "projects", busy });
    return {
      ...row,
      expanded: projects.length === 1,
      children: () => groupRows(owned.get(project.key) ?? [], row.id, busy, project.key),
    };
  });
  const withoutProject = owned.get(undefined) ?? [];
  return withoutProject.length === 0
    ? rows
    : [...rows, withoutProjectRow(withoutProject, projects.length === 0, busy)];
}

function withoutProjectRow(records: readonly RecordEntry[], isAlone: boolean, busy: BusyWord): Row {
  const id = "projects/none";
  return {
    id,
    label: t("In no project"),
    description: String(records.length),
    icon: { name: "inbox" },
    context: "group",
    spoken: t("In no project, {0} records", records.length),
    subject: { type: "group", kind: undefined },
    expanded: isAlone,
    children: () => groupRows(records, id, busy),
  };
}

function groupRows(records: readonly RecordEntry[], parent: string, busy: BusyWord, project?: string): Row[] {
  return kindsInProject.flatMap(kind => {
    const ofKind = records.filter(record => record.kind === kind);
    if (ofKind.length === 0) return [];
    const id = `${parent}/${kind}`;
    return {
      id,
      label: kindHeading(kind),
      description: String(ofKind.length),
      icon: { name: kindIcons[kind] },
      context: `group ${kind}`,
      spoken: t("{0}, {1} records", kindHeading(kind), ofKind.length),
      subject: { type: "group", kind, ...(project !== undefined && { project }) },
      children: () => ofKind.map(record => recordRow(record, { parent: id, busy })),
    } satisfies Row;
  });
}
