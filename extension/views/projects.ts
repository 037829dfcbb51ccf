/** The rows of the Projects view: projects with their records by kind, then records without a project. */

import { groupBy } from "../../shared/group-by.ts";
import { type Kind, kinds } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts } from "../editor/text.ts";
import type { RecordEntry } from "../records/inventory.ts";
import { kindHeading, kindIcons, recordCount } from "../services/kind-labels.ts";
import { type RecordActivity, recordRow } from "./records.ts";
import type { ViewRow } from "./row.ts";
import { rowContext } from "./row-context.ts";

/** Reviews have a view of their own. */
const kindsInProject: readonly Kind[] = kinds.filter(kind => kind !== "project" && kind !== "review");

export interface ProjectRowsOptions extends RecordActivity {
  /** The filter. Filtered rows have their own ids, so that rows expanded without a filter stay expanded. */
  readonly filtered?: string;
}

export function projectRows(records: readonly RecordEntry[], options: ProjectRowsOptions): ViewRow[] {
  const { filtered } = options;
  const root = filtered === undefined ? "projects" : `projects like ${filtered}`;
  const isUnfolded = filtered !== undefined;
  const projects = records.filter(({ kind }) => kind === "project");
  const keys = new Set(projects.map(({ key }) => key));
  const listed = records.filter(({ kind }) => kindsInProject.includes(kind));
  const owned = groupBy(listed, ({ project = "" }) => (keys.has(project) ? project : undefined));
  const rows = projects.map((project): ViewRow => {
    const row = recordRow(project, { ...options, parent: root });
    return {
      ...row,
      expanded: isUnfolded || projects.length === 1,
      children: () => groupRows(owned.get(project.key) ?? [], row.id, options, project.key),
    };
  });
  const withoutProject = owned.get(undefined) ?? [];
  return withoutProject.length === 0
    ? rows
    : [
        ...rows,
        withoutProjectRow(withoutProject, `${root}/none`, isUnfolded || projects.length === 0, options),
      ];
}

function withoutProjectRow(
  records: readonly RecordEntry[],
  id: string,
  expanded: boolean,
  options: ProjectRowsOptions,
): ViewRow {
  return {
    id,
    label: t("In no project"),
    description: String(records.length),
    icon: { name: "inbox" },
    context: rowContext("group"),
    spoken: joinTexts(", ", [t("In no project"), recordCount(records.length)]),
    subject: { type: "group", kind: undefined },
    expanded,
    children: () => groupRows(records, id, options),
  };
}

function groupRows(
  records: readonly RecordEntry[],
  parent: string,
  options: ProjectRowsOptions,
  project?: string,
): ViewRow[] {
  const byKind = groupBy(records, ({ kind }) => kind);
  return kindsInProject.flatMap(kind => {
    const ofKind = byKind.get(kind);
    if (ofKind === undefined) return [];
    const id = `${parent}/${kind}`;
    return {
      id,
      label: kindHeading(kind),
      description: String(ofKind.length),
      icon: { name: kindIcons[kind] },
      context: rowContext("group", kind),
      spoken: joinTexts(", ", [kindHeading(kind), recordCount(ofKind.length)]),
      subject: { type: "group", kind, ...(project !== undefined && { project }) },
      expanded: options.filtered !== undefined,
      children: () => ofKind.map(record => () => recordRow(record, { ...options, parent: id })),
    } satisfies ViewRow;
  });
}
