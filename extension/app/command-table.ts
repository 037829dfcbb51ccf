/** Every command and its menus. `write-manifest.ts` writes the manifest's commands and menus from this table. */

import {
  type Kind,
  kinds,
  needsId,
  type OperationName,
  type OperationRole,
  operation,
  operationFor,
  operationNames,
} from "../../shared/service/operations.ts";
import type { Context, ViewId } from "../editor/conditions.ts";
import { type RunWord, rowPattern } from "../views/row-context.ts";
import { type NewRecordCommand, newRecordCommand } from "./new-record-command.ts";

interface CommandRow {
  readonly title: string;
  readonly menuTitle?: string;
  readonly icon?: string;
  /** The condition under which the palette offers the command. Absent if the palette always offers it. */
  readonly palette?: string;
  readonly menus?: readonly MenuEntry[];
  readonly keys?: readonly KeyEntry[];
}

interface KeyEntry {
  readonly key: string;
  readonly mac?: string;
  readonly when: string;
  /** A VS Code command that the key runs first. */
  readonly after?: string;
}

interface MenuEntry {
  readonly menu: "view/title" | "view/item/context" | "editor/title" | "editor/context";
  readonly when: string;
  readonly group: string;
}

/** A browser without a remote computer can't run the embedded service. */
const canEmbed = "!isWeb || remoteName != ''";
const never = "false";
const inJson = "editorLangId == json || editorLangId == jsonc";
/** A response that Callboard keeps, and not the fields of a request. */
const inResponse =
  "resourceScheme == callboard && resourceExtname == .json && resourcePath =~ /^\\/(?!fields\\/)/";
/** The report of a run, not of a pull request. */
const inRunReport = "activeCustomEditorId == callboard.report && resourcePath =~ /^\\/reports\\//";
const playKey = "ctrl+alt+r";

const whenConnected: Context = "callboard.connected";
const whenFiltered: Context = "callboard.filtered";
const projects: ViewId = "callboard.projects";
const inProjects = (operator: "==" | "!=") => `focusedView ${operator} ${projects}`;
const filterable = [projects, "callboard.reviews", "callboard.runs"] as const;

/**
 * The order of the icons at the end of a row. Run and Stop share the last place, so that no icon moves under the pointer
 * when a run starts or ends. Commands that move or remove a row are in menus only.
 */
const last = 99;
const beforeTheLast = 98;

const targets = ["batch", "channel"] as const;
const runnable = rowPattern("record", { has: [targets, "id"], lacks: ["running"] });
const reportable = rowPattern("record", { has: ["channel", "id"], lacks: ["running"] });
const stoppable = `${rowPattern("record", { has: [targets, "running"] })}|${rowPattern("running", { has: ["stoppable"] })}`;
const learned = rowPattern("record", { has: ["learned"] });
const pinned = rowPattern("record", { has: ["pinned"] });
const runWith = (word: RunWord) => rowPattern("run", { has: [word] });
const readable = rowPattern("pullReport", { has: ["readable"] });
const onGitHub = `${rowPattern("pull")}|${rowPattern("pullReport")}`;
const open = rowPattern("pullReview", { has: ["open", "gated"] });
const decided = rowPattern("pullReview", { has: ["decided", "gated"] });
const openOrDecided = rowPattern("pullReview", { has: [["open", "decided"], "gated"] });
const stuck = rowPattern("pullReview", { has: ["stuck"] });

const generalCommands = {
  connect: {
    title: "Connect to a service…",
    icon: "$(plug)",
    menus: [title(projects, "2_service@1")],
  },
  tryEmbedded: { title: "Try it with the embedded service", palette: canEmbed },
  switchService: {
    title: "Switch service…",
    icon: "$(arrow-swap)",
    menus: [title(projects, "navigation@4")],
  },
  useService: { title: "Use this service", palette: never, menus: [item(rowPattern("service"), "1_use@1")] },
  editService: { title: "Edit service…", menus: [title(projects, "2_service@2")] },
  removeService: { title: "Remove service", menus: [title(projects, "2_service@3")] },
  setKey: { title: "Set API key…", menus: [title(projects, "3_key@1")] },
  forgetKey: { title: "Forget API key", menus: [title(projects, "3_key@2")] },
  openWalkthrough: { title: "First steps", menus: [title(projects, "4_help@1")] },
  openSettings: { title: "Open settings", menus: [title(projects, "4_help@3")] },
  showLog: { title: "Show log", menus: [title(projects, "4_help@2")] },
  openMenu: { title: "Show what there is to do", palette: whenConnected },
  filter: {
    title: "Filter…",
    icon: "$(filter)",
    menus: filterable.map(view => title(view, "navigation@2", `!${whenFiltered}`)),
  },
  filterByAssignee: {
    title: "Show the reviews of…",
    icon: "$(person)",
    palette: whenConnected,
    menus: [title("callboard.reviews", "navigation@3", `!${whenFiltered}`)],
  },
  clearFilter: {
    title: "Clear filter",
    icon: "$(filter-filled)",
    palette: whenFiltered,
    menus: filterable.map(view => title(view, "navigation@2", whenFiltered)),
  },
  addById: {
    title: "Add by id…",
    icon: "$(add)",
    menus: [
      title(projects, "navigation@1"),
      title("callboard.reviews", "navigation@1"),
      item(rowPattern("group"), "1_group@2"),
    ],
  },
  createCatalog: { title: "Create callboard.yml" },
  createFromCatalog: { title: "Create in the service", palette: never },
  enterId: { title: "Enter its id…", palette: never, menus: [item(notCreated(), "1_group@3")] },
  updateFromCatalog: { title: "Update in the service", palette: never },
  updateAll: { title: "Update all that differ from callboard.yml…", palette: whenConnected },
  readResponse: { title: "Read a response…" },
  showReading: {
    title: "Show how this was read",
    icon: "$(eye)",
    palette: inJson,
    menus: [{ menu: "editor/title", when: inResponse, group: "navigation@1" }],
  },
  hideReading: { title: "Hide how this was read", palette: never },
  showReadingText: { title: "Show everything that was read", palette: inJson },
  teach: {
    title: "Teach Callboard…",
    icon: "$(mortar-board)",
    palette: `${inJson} || ${inRunReport}`,
    menus: [reportTitle(4)],
  },
  useAs: {
    title: "Use this as…",
    palette: inJson,
    menus: [{ menu: "editor/context", when: inResponse, group: "1_modification@1" }],
  },
  runNow: {
    title: "Run now",
    menuTitle: "Run",
    icon: "$(play)",
    palette: whenConnected,
    menus: atEndAndInMenu(runnable, "1_run@1"),
    keys: [{ key: playKey, when: `${whenConnected} && ${inProjects("!=")}` }],
  },
  runSeveralTimes: {
    title: "Run several times…",
    palette: whenConnected,
    menus: [item(runnable, "1_run@3")],
  },
  // VS Code passes no row to a key's command. So the key first toggles the focused row's selection, and the command
  // finds the row by that change.
  runFocused: {
    title: "Run now",
    palette: never,
    keys: [
      {
        key: playKey,
        when: `${whenConnected} && ${inProjects("==")}`,
        after: "list.toggleSelection",
      },
    ],
  },
  reportNow: {
    title: "Ask for its report",
    icon: "$(graph)",
    palette: never,
    menus: [item(reportable, `inline@${beforeTheLast}`), item(reportable, "1_run@2")],
  },
  stop: {
    title: "Stop",
    icon: "$(debug-stop)",
    palette: never,
    menus: atEndAndInMenu(stoppable, "1_run@1"),
  },
  openRecord: {
    title: "Open",
    palette: never,
    menus: [item(rowPattern("record", { has: [targets, "id"] }), "5_look@0")],
  },
  showLastResponse: {
    title: "Show last response",
    palette: never,
    menus: [item(rowPattern("record", { has: ["id"] }), "5_look@1")],
  },
  showInCatalog: {
    title: "Show in callboard.yml",
    palette: never,
    menus: [item(pinned, "5_look@3")],
  },
  copyId: {
    title: "Copy id",
    palette: never,
    menus: [item(rowPattern("record", { has: ["id"] }), "5_look@2")],
  },
  pin: {
    title: "Pin to callboard.yml",
    icon: "$(pin)",
    palette: never,
    menus: [item(learned, "6_keep@1")],
  },
  unpin: {
    title: "Unpin from callboard.yml",
    palette: never,
    menus: [item(pinned, "6_keep@1")],
  },
  forget: { title: "Forget", palette: never, menus: [item(learned, "6_keep@2")] },
  openReview: {
    title: "Open review",
    icon: "$(open-preview)",
    menus: [item(rowPattern("record", { has: ["review", "id"] }), "1_open@1")],
  },
  runAgain: {
    title: "Run again",
    icon: "$(play)",
    palette: never,
    menus: [...atEndAndInMenu(rowPattern("run"), "1_run@1"), reportTitle(1)],
  },
  runFailedAgain: {
    title: "Run what failed again, each batch and channel as a whole",
    icon: "$(run-errors)",
    palette: never,
    menus: [item(runWith("hasFailures"), `inline@${beforeTheLast}`), item(runWith("hasFailures"), "1_run@2")],
  },
  runCaseAgain: {
    title: "Run its batch or channel again, as a whole",
    palette: never,
    menus: [item(rowPattern("case"), "1_run@1")],
  },
  openCaseFile: {
    title: "Open file",
    palette: never,
    menus: [item(rowPattern("case", { has: ["located"] }), "2_open@1")],
  },
  copyCase: {
    title: "Copy",
    palette: never,
    menus: [item(`${rowPattern("case")}|${rowPattern("pullCase")}`, "5_look@1")],
  },
  goOn: {
    title: "Ask for its report",
    icon: "$(graph)",
    palette: never,
    menus: [item(runWith("canResume"), `inline@${beforeTheLast}`), item(runWith("canResume"), "1_run@3")],
  },
  openReport: { title: "Open report", palette: never, menus: [item(rowPattern("run"), "2_open@1")] },
  compareRuns: {
    title: "Compare with the run before",
    palette: never,
    menus: [item(runWith("compared"), "2_open@2")],
  },
  showRawReport: {
    title: "Show raw JSON",
    icon: "$(json)",
    palette: never,
    menus: [item(runWith("report"), "2_open@3"), reportTitle(2)],
  },
  saveReport: {
    title: "Save report…",
    icon: "$(save-as)",
    palette: never,
    menus: [item(runWith("report"), "2_open@4"), reportTitle(3)],
  },
  removeRun: { title: "Remove", palette: never, menus: [item(rowPattern("run"), "6_keep@1")] },
  removeAllRuns: { title: "Remove all runs", menus: [title("callboard.runs", "2_remove@1")] },
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
    keys: [
      {
        key: "ctrl+enter",
        mac: "cmd+enter",
        when: "editorTextFocus && resourceScheme == callboard && resourcePath =~ /^\\/fields\\//",
      },
    ],
  },
} as const satisfies Record<string, CommandRow>;

/** The module of these commands is loaded on demand. */
const pullRequestCommands = {
  logInToGitHub: { title: "Log in to GitHub" },
  lookAgain: {
    title: "Look at the pull request again",
    icon: "$(refresh)",
    menus: [title("callboard.pull", "navigation@1")],
  },
  reportOnPulls: {
    title: "Report on Pull Requests…",
    menus: [title("callboard.pull", "1_workflow@1"), item(stuck, "2_tell@3")],
  },
  openPullReport: {
    title: "Open report",
    icon: "$(open-preview)",
    palette: never,
    menus: [item(readable, "1_open@1")],
  },
  openPullCase: { title: "Open", palette: never, menus: [item(rowPattern("pullCase"), "1_open@1")] },
  showRawPullReport: {
    title: "Show raw JSON",
    icon: "$(json)",
    palette: never,
    menus: [item(readable, "inline@1"), item(readable, "1_open@2")],
  },
  openOnGitHub: {
    title: "Open on GitHub",
    icon: "$(link-external)",
    palette: never,
    menus: [item(onGitHub, `inline@${last}`), item(onGitHub, "1_open@3")],
  },
  openPullReview: {
    title: "Open review",
    icon: "$(pass)",
    palette: never,
    menus: [item(open, "inline@1"), item(rowPattern("pullReview"), "1_open@1")],
  },
  reassignPullReview: {
    title: "Reassign…",
    icon: "$(person-add)",
    palette: never,
    menus: [item(open, `inline@${last}`), item(open, "1_open@2")],
  },
  decideThroughPull: {
    title: "Decide through the pull request…",
    icon: "$(comment)",
    palette: never,
    menus: [item(open, "inline@2"), item(openOrDecided, "1_open@3")],
  },
  decideAgain: {
    title: "Decide a review again…",
    menuTitle: "Decide again…",
    menus: [item(decided, "1_open@2")],
  },
  tellAgain: {
    title: "Tell the pull request",
    icon: "$(sync)",
    palette: never,
    menus: [item(stuck, "inline@1"), item(stuck, "2_tell@1")],
  },
  copyPullCommand: {
    title: "Copy the command that tells it",
    icon: "$(copy)",
    palette: never,
    menus: [item(stuck, "inline@2"), item(stuck, "2_tell@2")],
  },
} as const satisfies Record<string, CommandRow>;

/** One command for each kind that the service can create. */
const newRecordRows = kinds.flatMap(kind => {
  const create = operationFor("create", kind);
  if (create === undefined) return [];
  const title = operation(create).title.replace(/^Create (.*)$/, "New $1…");
  const row: CommandRow = { title, menus: [item(rowPattern("group", { has: [kind] }), "1_group@0")] };
  return [[newRecordCommand(kind), row] as const];
});

/** Shorter titles in the menus of records. Their order here is their order in the menus. */
const menuTitles: { readonly [R in OperationRole]?: string } = { decide: "Submit…", reassign: "Reassign…" };

const inline: { readonly [R in OperationRole]?: { icon: string; rows: "all" | "waiting" } } = {
  fetch: { icon: "$(refresh)", rows: "all" },
  start: { icon: "$(play)", rows: "waiting" },
  decide: { icon: "$(pass)", rows: "waiting" },
  reassign: { icon: "$(person-add)", rows: "waiting" },
};

export type GeneralCommand = keyof typeof generalCommands;
export type PullRequestCommand = keyof typeof pullRequestCommands;
export type CommandName = GeneralCommand | NewRecordCommand | PullRequestCommand | OperationName;

export const commandTable: ReadonlyMap<CommandName, CommandRow> = new Map<CommandName, CommandRow>([
  ...operationNames.map(name => [name, operationRow(name)] as const),
  ...newRecordRows,
  ...(Object.entries(generalCommands) as [GeneralCommand, CommandRow][]),
  ...(Object.entries(pullRequestCommands) as [PullRequestCommand, CommandRow][]),
]);

export function isInline({ group }: MenuEntry): boolean {
  return group.startsWith("inline");
}

function operationRow(name: OperationName): CommandRow {
  const { title, kind, role } = operation(name);
  const atEnd = inline[role];
  // Counted within the kind, so that a new operation doesn't renumber the operations of other kinds.
  const ordinal = 10 + operationNames.filter(other => operation(other).kind === kind).indexOf(name);
  const menus: MenuEntry[] = [];
  if (role === "create") {
    // On headings, and on the catalog's records that have no id yet.
    for (const rows of [rowPattern("group", { has: [kind] }), notCreated(kind)]) {
      menus.push(item(rows, "inline@1"), item(rows, "1_group@1"));
    }
  } else if (needsId(name) && role !== "run" && role !== "report") {
    const early = Object.keys(menuTitles).indexOf(role);
    menus.push(item(rowsOf(name), `2_operations@${early < 0 ? ordinal : early + 1}`));
  }
  if (atEnd) menus.push(item(rowsOf(name, atEnd.rows), `inline@${ordinal}`));
  const icon = role === "create" ? "$(add)" : atEnd?.icon;
  const menuTitle = menuTitles[role];
  return { title, menus, ...(icon && { icon }), ...(menuTitle && { menuTitle }) };
}

/** Reviews and calibration reviews are records of one kind with different operations. */
function rowsOf(name: OperationName, rows: "all" | "waiting" = "all"): string {
  const { kind, isCalibration = false } = operation(name);
  return rowPattern("record", {
    has: [kind, "id", isCalibration && "calibration", rows === "waiting" && rows],
    lacks: [kind === "review" && !isCalibration && "calibration"],
  });
}

/** The catalog's records that have no id yet. */
function notCreated(kind?: Kind): string {
  return rowPattern("record", { has: [kind ?? false, "pinned"], lacks: ["id"] });
}

function title(view: ViewId, group: string, when?: string): MenuEntry {
  return {
    menu: "view/title",
    when: [`view == ${view}`, when].filter(Boolean).join(" && "),
    group,
  };
}

function item(rows: string, group: string): MenuEntry {
  return { menu: "view/item/context", when: `view =~ /^callboard\\./ && viewItem =~ /${rows}/`, group };
}

function atEndAndInMenu(rows: string, group: string): MenuEntry[] {
  return [item(rows, `inline@${last}`), item(rows, group)];
}

function reportTitle(order: number): MenuEntry {
  return { menu: "editor/title", when: inRunReport, group: `navigation@${order}` };
}
