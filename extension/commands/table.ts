/**
 * Every command, with where the editor offers it. The manifest's commands and menus are written from here, and the
 * same names are registered at the start, so that none is ever "not found".
 */

import {
  needsId,
  type OperationName,
  operation,
  operationNames,
  type Role,
} from "../../shared/service/operations.ts";

export interface CommandRow {
  readonly title: string;
  readonly icon?: string;
  /** When the palette offers it, where that is not always. */
  readonly palette?: string;
  readonly menus?: readonly MenuPlace[];
}

export interface MenuPlace {
  readonly menu: "view/title" | "view/item/context" | "editor/title";
  readonly when: string;
  readonly group: string;
}

/** Not in a browser without a machine behind it. */
const canEmbed = "!isWeb || remoteName != ''";
const never = "false";

const own = {
  connect: {
    title: "Connect to a service…",
    icon: "$(plug)",
    menus: [title("projects", "navigation@3")],
  },
  tryEmbedded: { title: "Try it with the embedded service", palette: canEmbed },
  switchService: {
    title: "Switch service…",
    icon: "$(arrow-swap)",
    menus: [title("projects", "navigation@2")],
  },
  setKey: { title: "Set API key…", menus: [title("projects", "2_key@1")] },
  forgetKey: { title: "Forget API key", menus: [title("projects", "2_key@2")] },
  openWalkthrough: { title: "First steps", menus: [title("projects", "3_help@1")] },
  showLog: { title: "Show log", menus: [title("projects", "3_help@2")] },
  addById: {
    title: "Add by id…",
    icon: "$(add)",
    menus: [title("projects", "navigation@1"), title("reviews", "navigation@1"), item("^group", "1_group@2")],
  },
  runNow: {
    title: "Run now",
    icon: "$(play)",
    palette: never,
    menus: [...inlineAndMenu("^record (batch|channel) \\w+ id", 1)],
  },
  reportNow: {
    title: "Get report now",
    icon: "$(graph)",
    palette: never,
    menus: [...inlineAndMenu("^record channel \\w+ id", 2)],
  },
  showLastResponse: {
    title: "Show last response",
    palette: never,
    menus: [item("^record \\w+ \\w+ id", "5_look@1")],
  },
  showInCatalog: {
    title: "Show in callboard.yml",
    palette: never,
    menus: [item("^record \\w+ pinned", "5_look@3")],
  },
  copyId: { title: "Copy id", palette: never, menus: [item("^record \\w+ \\w+ id", "5_look@2")] },
  pin: {
    title: "Pin to callboard.yml",
    icon: "$(pin)",
    palette: never,
    menus: [item("^record \\w+ learned", "6_keep@1"), item("^record \\w+ learned", "inline@9")],
  },
  forget: { title: "Forget", palette: never, menus: [item("^record \\w+ learned", "6_keep@2")] },
  openReport: { title: "Open report", palette: never, menus: [item("^run$", "1_open@1")] },
  showRawReport: {
    title: "Show raw JSON",
    icon: "$(json)",
    palette: never,
    menus: [item("^run$", "1_open@2"), reportTitle(1)],
  },
  saveReport: {
    title: "Save report…",
    icon: "$(save-as)",
    palette: never,
    menus: [item("^run$", "1_open@3"), reportTitle(2)],
  },
  removeRun: {
    title: "Remove",
    icon: "$(close)",
    palette: never,
    menus: [item("^run$", "6_keep@1"), item("^run$", "inline@1")],
  },
  showMore: { title: "Show more", palette: never },
  send: {
    title: "Send",
    icon: "$(send)",
    palette: "resourceScheme == callboard && resourcePath =~ /^\\/fields\\//",
    menus: [
      {
        menu: "editor/title",
        when: "resourceScheme == callboard && resourcePath =~ /^\\/fields\\//",
        group: "navigation@1",
      },
    ],
  },
} as const satisfies Record<string, CommandRow>;

/** What stands at the end of a record's row, beside what every operation gets in the menu. */
const inline: { readonly [R in Role]?: { icon: string; rows: "all" | "waiting" } } = {
  fetch: { icon: "$(refresh)", rows: "all" },
  start: { icon: "$(play)", rows: "waiting" },
  decide: { icon: "$(pass)", rows: "waiting" },
  reassign: { icon: "$(person-add)", rows: "waiting" },
};

export type OwnCommand = keyof typeof own;
export type CommandName = OwnCommand | OperationName;

export const ownCommands: Readonly<Record<OwnCommand, CommandRow>> = own;

/** By their names without the prefix that all share. */
export const commandTable: ReadonlyMap<CommandName, CommandRow> = new Map<CommandName, CommandRow>([
  ...operationNames.map(name => [name, operationRow(name)] as const),
  ...(Object.entries(own) as [OwnCommand, CommandRow][]),
]);

export function commandId(name: CommandName): string {
  return `callboard.${name}`;
}

/**
 * The icon at the end of a row is about that row, and what the menu offers is about all that are selected. The editor
 * gives both the selection, so the icon has a command of its own.
 */
export function rowCommandId(name: CommandName): string {
  return `${commandId(name)}.onRow`;
}

export function isAtRow({ group }: MenuPlace): boolean {
  return group.startsWith("inline");
}

function operationRow(name: OperationName): CommandRow {
  const { title, kind, role, isCalibration } = operation(name);
  const atEnd = inline[role];
  // Counted among those of its kind, so that one more renumbers no other's; and after what `own` has at the rows.
  const ordinal = 10 + operationNames.filter(other => operation(other).kind === kind).indexOf(name);
  const menus: MenuPlace[] = [];
  if (role === "create") {
    // On a heading, and on a record of the catalog that has not been created.
    for (const rows of [`^group ${kind}$`, `^record ${kind} pinned$`]) {
      menus.push(item(rows, "inline@1"), item(rows, "1_group@1"));
    }
  } else if (needsId(name)) {
    const isAboutPlainReview = kind === "review" && !isCalibration;
    menus.push(
      item(
        `^record ${kind} \\w+ id${isAboutPlainReview ? "(?! calibration)" : ""}`,
        `2_operations@${ordinal}`,
      ),
    );
  }
  if (atEnd) {
    const calibration = isCalibration ? " calibration" : "";
    const waiting = atEnd.rows === "waiting" ? " waiting" : "";
    menus.push(item(`^record ${kind} \\w+ id${calibration}${waiting}`, `inline@${ordinal}`));
  }
  const icon = role === "create" ? "$(add)" : atEnd?.icon;
  return { title, menus, ...(icon === undefined ? {} : { icon }) };
}

function title(view: "projects" | "reviews" | "runs", group: string): MenuPlace {
  return { menu: "view/title", when: `view == callboard.${view}`, group };
}

function item(context: string, group: string): MenuPlace {
  return { menu: "view/item/context", when: `view =~ /^callboard\\./ && viewItem =~ /${context}/`, group };
}

function inlineAndMenu(context: string, order: number): MenuPlace[] {
  return [item(context, `inline@${order}`), item(context, `1_run@${order}`)];
}

function reportTitle(order: number): MenuPlace {
  return {
    menu: "editor/title",
    when: "activeCustomEditorId == callboard.report",
    group: `navigation@${order}`,
  };
}
