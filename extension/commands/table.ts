/**
 * Every command, and the menus that offer it. `write-manifest.ts` writes the manifest's commands and menus from here;
 * `handlers.ts` says what each does.
 */

import {
  needsId,
  type OperationName,
  operation,
  operationNames,
  type Role,
} from "../../shared/service/operations.ts";

interface CommandRow {
  readonly title: string;
  readonly icon?: string;
  /** The condition under which the palette offers it; without, it always does. */
  readonly palette?: string;
  readonly menus?: readonly MenuEntry[];
}

interface MenuEntry {
  readonly menu: "view/title" | "view/item/context" | "editor/title";
  readonly when: string;
  readonly group: string;
}

/** Not in a browser without a computer behind it. */
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
  openReview: {
    title: "Open review",
    icon: "$(open-preview)",
    menus: [item("^record review \\w+ id", "1_open@1")],
  },
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

/** The operations that have an icon at the end of a record's row as well. */
const inline: { readonly [R in Role]?: { icon: string; rows: "all" | "waiting" } } = {
  fetch: { icon: "$(refresh)", rows: "all" },
  start: { icon: "$(play)", rows: "waiting" },
  decide: { icon: "$(pass)", rows: "waiting" },
  reassign: { icon: "$(person-add)", rows: "waiting" },
};

export type OwnCommand = keyof typeof own;
export type CommandName = OwnCommand | OperationName;

/** By their names without `callboard.`. */
export const commandTable: ReadonlyMap<CommandName, CommandRow> = new Map<CommandName, CommandRow>([
  ...operationNames.map(name => [name, operationRow(name)] as const),
  ...(Object.entries(own) as [OwnCommand, CommandRow][]),
]);

export function commandId(name: CommandName): string {
  return `callboard.${name}`;
}

/**
 * An icon at the end of a row acts on that row, and a menu acts on all selected ones. VS Code gives the selection to
 * both, so the icon has a command of its own.
 */
export function rowCommandId(name: CommandName): string {
  return `${commandId(name)}.onRow`;
}

export function isAtRow({ group }: MenuEntry): boolean {
  return group.startsWith("inline");
}

function operationRow(name: OperationName): CommandRow {
  const { title, kind, role, isCalibration } = operation(name);
  const atEnd = inline[role];
  // Within its kind, so that a new operation leaves other kinds' numbers as they are; after those of `own`.
  const ordinal = 10 + operationNames.filter(other => operation(other).kind === kind).indexOf(name);
  const menus: MenuEntry[] = [];
  if (role === "create") {
    // On a heading, and on a record of the catalog that was not created yet.
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

function title(view: "projects" | "reviews" | "runs", group: string): MenuEntry {
  return { menu: "view/title", when: `view == callboard.${view}`, group };
}

function item(context: string, group: string): MenuEntry {
  return { menu: "view/item/context", when: `view =~ /^callboard\\./ && viewItem =~ /${context}/`, group };
}

function inlineAndMenu(context: string, order: number): MenuEntry[] {
  return [item(context, `inline@${order}`), item(context, `1_run@${order}`)];
}

function reportTitle(order: number): MenuEntry {
  return {
    menu: "editor/title",
    when: "activeCustomEditorId == callboard.report",
    group: `navigation@${order}`,
  };
}
