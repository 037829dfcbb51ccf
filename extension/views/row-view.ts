/** A tree view of rows. Long lists are shown in pages. */

import type { EventEmitter, TreeDataProvider, TreeItem, TreeView, ViewBadge } from "vscode";
import type { ViewId } from "../editor/conditions.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Icon } from "../services/verdict-labels.ts";
import { type LazyRow, rowFrom, type ViewRow } from "./row.ts";
import { rowContext } from "./row-context.ts";

const pageSize = 200;
const longestWaitMs = 1000;

export interface RowSource {
  ready(): Promise<void>;
  current(): readonly ViewRow[];
}

export class RowView extends Disposables implements TreeDataProvider<ViewRow> {
  readonly #vscode: VSCode;
  readonly #rows: RowSource;
  readonly #changed: EventEmitter<ViewRow | undefined>;
  readonly onDidChangeTreeData;
  readonly #view: TreeView<ViewRow>;
  /** The row objects that VS Code got last, by id. VS Code recognises a row by its object. */
  readonly #lastGiven = new Map<string, ViewRow>();
  /** The parent of each row, by row id. */
  readonly #parents = new Map<string, ViewRow | undefined>();
  /** The number of pages of children that a row shows, by row id. Without an entry it shows one page. */
  readonly #pages = new Map<string, number>();
  /** Whether a person unfolded a row, by row id. VS Code forgets it while a filter hides the row. */
  readonly #unfolded = new Map<string, boolean>();
  #selection: readonly ViewRow[] = [];
  #lastToggled: readonly ViewRow[] = [];
  /** VS Code was told to request the rows, or waits for them. */
  #isRefreshing = false;
  /** In milliseconds since 1970; infinite while VS Code waits for rows. */
  #toldAt = 0;
  /** The unfolded rows whose children VS Code has not got yet, by row id. */
  readonly #awaited = new Set<string>();
  /** The rows have changed since VS Code requested them. */
  #isOutdated = false;

  constructor(vscode: VSCode, id: ViewId, rows: RowSource) {
    super();
    this.#vscode = vscode;
    this.#rows = rows;
    this.#changed = this.register(new vscode.EventEmitter<ViewRow | undefined>());
    this.onDidChangeTreeData = this.#changed.event;
    this.#view = this.register(
      vscode.window.createTreeView(id, {
        treeDataProvider: this,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#unfolded.set(element.id, true)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#unfolded.set(element.id, false)));
    this.register(
      this.#view.onDidChangeSelection(({ selection }) => {
        const before = this.#selection;
        const isIn = (rows: readonly ViewRow[], { id }: ViewRow) => rows.some(row => row.id === id);
        this.#lastToggled = [
          ...selection.filter(row => !isIn(before, row)),
          ...before.filter(row => !isIn(selection, row)),
        ];
        this.#selection = selection;
      }),
    );
    this.register(
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.#isRefreshing) this.refresh();
      }),
    );
  }

  /** The rows that the last change of the selection added or removed. */
  get toggled(): readonly ViewRow[] {
    return this.#lastToggled;
  }

  /** Calls the listener at once and whenever the visibility changes. */
  onVisibility(listener: (isInSight: boolean) => void): void {
    listener(this.#view.visible);
    this.register(this.#view.onDidChangeVisibility(({ visible }) => listener(visible)));
  }

  set message(message: string | undefined) {
    this.#view.message = message ?? "";
  }

  set badge(badge: ViewBadge | undefined) {
    this.#view.badge = badge;
  }

  /**
   * Fires one event for all changes until VS Code gets the rows. After a second event, VS Code would draw again 200 ms
   * later and ignore clicks meanwhile. After an event while VS Code waits for rows, the view or an unfolded row would be
   * empty until VS Code requests them again.
   */
  refresh(): void {
    if (this.#waitsForRequest() || this.#mustWait()) return;
    this.#isRefreshing = true;
    this.#toldAt = Date.now();
    this.#changed.fire(undefined);
    if (this.#view.visible) setTimeout(() => this.#tellAgain(), longestWaitMs);
  }

  /**
   * VS Code loses an event that it gets while it takes over the rows that it requested before: it draws these rows and
   * requests no others. A hidden view is told when it is shown again.
   */
  #tellAgain(): void {
    if (this.#isRefreshing && this.#view.visible) this.refresh();
  }

  #waitsForRequest(): boolean {
    return this.#isRefreshing && Date.now() - this.#toldAt < longestWaitMs;
  }

  #mustWait(): boolean {
    if (this.#awaited.size === 0) return false;
    // VS Code requests no children if it hides the view meanwhile.
    if (!this.#isOutdated) setTimeout(() => this.#catchUp(), longestWaitMs);
    this.#isOutdated = true;
    return true;
  }

  #catchUp(): void {
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    this.#awaited.clear();
    this.refresh();
  }

  /** Draws this row again and leaves the other rows alone. Does nothing while all rows are being refreshed. */
  update(row: ViewRow): void {
    const given = this.#lastGiven.get(row.id);
    if (given === undefined || this.#waitsForRequest() || this.#mustWait()) return;
    Object.assign(given, row);
    this.#changed.fire(given);
  }

  /** Draws the rows that fit again, as far as VS Code has them, and leaves the other rows alone. */
  async redraw(fits: (row: ViewRow) => boolean): Promise<void> {
    const fitting = [...this.#lastGiven.values()].filter(fits);
    for (const { id } of fitting) {
      const parent = this.#parents.get(id);
      const siblings = parent?.children ? await parent.children() : this.#rows.current();
      const row = this.#shown(siblings, parent?.id ?? "").find(sibling => sibling.id === id);
      if (row !== undefined) this.update(row);
    }
  }

  async #showMore(parent: ViewRow | undefined): Promise<void> {
    const parentId = parent?.id ?? "";
    const shown = this.#pagesOf(parentId);
    this.#pages.set(parentId, shown + 1);
    this.refresh();
    const first = (await this.#childrenOf(parent))[shown * pageSize];
    if (first === undefined) return;
    const row = rowFrom(first);
    this.#parents.set(row.id, parent);
    await this.#select(row, true);
  }

  async reveal(fits: (row: ViewRow) => boolean): Promise<void> {
    if (!this.#view.visible) return;
    const row = await this.#find(await this.#childrenOf(undefined), undefined, fits);
    if (row !== undefined) await this.#select(row, false);
  }

  /** VS Code rejects a row that has vanished meanwhile, which must not fail the command. */
  async #select(row: ViewRow, focus: boolean): Promise<void> {
    await this.#view.reveal(row, { select: true, focus }).then(undefined, () => {});
  }

  /** Finds a row, and shows enough pages beneath its parent to include it. Undefined if no row fits. */
  async #find(
    rows: readonly LazyRow[],
    parent: ViewRow | undefined,
    fits: (row: ViewRow) => boolean,
  ): Promise<ViewRow | undefined> {
    for (const [index, lazy] of rows.entries()) {
      const row = rowFrom(lazy);
      this.#parents.set(row.id, parent);
      if (fits(row)) {
        const parentId = parent?.id ?? "";
        const page = Math.floor(index / pageSize) + 1;
        this.#pages.set(parentId, Math.max(this.#pagesOf(parentId), page));
        return row;
      }
      const found = row.children && (await this.#find(await row.children(), row, fits));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async getChildren(parent?: ViewRow): Promise<ViewRow[]> {
    const all = await this.#childrenOf(parent);
    const parentId = parent?.id ?? "";
    const shown = this.#shown(all, parentId);
    const rest = all.length - shown.length;
    const rows = rest === 0 ? shown : [...shown, moreRow(parentId, rest, () => this.#showMore(parent))];
    if (parent === undefined) this.#awaited.clear();
    this.#awaited.delete(parentId);
    for (const row of rows) {
      this.#parents.set(row.id, parent);
      this.#lastGiven.set(row.id, row);
      if (row.children !== undefined && this.#isUnfolded(row)) this.#awaited.add(row.id);
    }
    // VS Code gets the rows first.
    if (this.#awaited.size === 0 && this.#isOutdated) setTimeout(() => this.#catchUp());
    return rows;
  }

  async #childrenOf(parent: ViewRow | undefined): Promise<readonly LazyRow[]> {
    if (parent?.children) return parent.children();
    this.#isRefreshing = true;
    this.#toldAt = Number.POSITIVE_INFINITY;
    try {
      await this.#rows.ready();
    } finally {
      this.#isRefreshing = false;
    }
    return this.#rows.current();
  }

  getParent(row: ViewRow): ViewRow | undefined {
    return this.#parents.get(row.id);
  }

  getTreeItem(row: ViewRow): TreeItem {
    const { None, Collapsed, Expanded } = this.#vscode.TreeItemCollapsibleState;
    return {
      id: row.id,
      label: row.label,
      description: row.description ?? "",
      tooltip: row.tooltip ?? row.label,
      iconPath: this.#icon(row.icon),
      contextValue: row.context,
      accessibilityInformation: { label: row.spoken },
      collapsibleState: row.children === undefined ? None : this.#isUnfolded(row) ? Expanded : Collapsed,
      ...(row.command === undefined
        ? {}
        : { command: { command: row.command, title: row.label, arguments: [row] } }),
    };
  }

  #isUnfolded({ id, expanded = false }: ViewRow): boolean {
    return this.#unfolded.get(id) ?? expanded;
  }

  #icon({ name, color }: Icon) {
    const { ThemeColor, ThemeIcon } = this.#vscode;
    return color === undefined ? new ThemeIcon(name) : new ThemeIcon(name, new ThemeColor(color));
  }

  #shown(rows: readonly LazyRow[], parent: string): ViewRow[] {
    return rows.slice(0, this.#pagesOf(parent) * pageSize).map(rowFrom);
  }

  #pagesOf(parent: string): number {
    return this.#pages.get(parent) ?? 1;
  }
}

function moreRow(parent: string, rest: number, show: () => Promise<void>): ViewRow {
  return {
    id: `${parent}/more`,
    label: t("Show more"),
    description: t("{0} left", rest),
    icon: { name: "ellipsis" },
    context: rowContext("more"),
    spoken: t("Show more, {0} left", rest),
    subject: { type: "more", show },
    command: "callboard.showMore",
  };
}
