import type { Locator, Page } from "playwright-core";
import { press } from "./press.ts";
import { type WindowReading, waitUntil, waitUntilStill } from "./until.ts";

export class Tree {
  readonly #page: Page;
  readonly #rows: Locator;
  readonly #tree: Locator;
  readonly #header: Locator;

  constructor(page: Page, view: string) {
    this.#page = page;
    this.#tree = page.getByRole("tree", { name: view });
    // Leaves out the copies of rows that stick to the top while a tree is scrolled.
    this.#rows = this.#tree.locator(".monaco-list-rows").getByRole("treeitem");
    this.#header = page.locator(`.pane-header[aria-label^="${view}"]`);
  }

  async unfold(): Promise<void> {
    const state = () => this.#header.getAttribute("aria-expanded");
    if ((await state()) === "false") await this.#header.click();
    await waitUntil(state, now => now === "true", "the view to open");
  }

  /** Folds the view to its header, which leaves its room to the other views. */
  async fold(): Promise<void> {
    const state = () => this.#header.getAttribute("aria-expanded");
    if ((await state()) === "true") await this.#header.click();
    await waitUntil(state, now => now === "false", "the view to fold");
  }

  item(text: string | RegExp): TreeItem {
    return new TreeItem(this.#page, this, this.#rows.filter({ hasText: text }).first());
  }

  /** The text of the selected rows. */
  selected(): WindowReading<string> {
    return async () => (await this.#tree.locator(".monaco-list-row.selected").allInnerTexts()).join("\n");
  }

  /**
   * The visible rows, one a line, indented by level: a mark if the row has children, its label, and its description
   * after two spaces.
   */
  text(): WindowReading<string> {
    return () =>
      this.#rows.evaluateAll(rows =>
        rows
          .map(row => ({ row, top: row.getBoundingClientRect().top }))
          .sort((one, other) => one.top - other.top)
          .map(({ row }) => {
            const part = (name: string) => row.querySelector(name)?.textContent?.trim() ?? "";
            const indent = "  ".repeat(Number(row.getAttribute("aria-level")) - 1);
            const expanded = row.getAttribute("aria-expanded");
            const mark = expanded === "true" ? "▾ " : expanded === "false" ? "▸ " : "";
            return (
              indent + mark + [part(".label-name"), part(".label-description")].filter(Boolean).join("  ")
            );
          })
          .join("\n"),
      );
  }
}

export class TreeItem {
  readonly #page: Page;
  readonly #tree: Tree;
  readonly row: Locator;

  constructor(page: Page, tree: Tree, row: Locator) {
    this.#page = page;
    this.#tree = tree;
    this.row = row;
  }

  /**
   * Waits for the tree to rest, because rows change places during a redraw and commands then get no row. VS Code draws
   * a change at once, and changes of the next 200 ms together after that.
   */
  async #steady(): Promise<void> {
    await this.row.waitFor();
    await waitUntilStill(this.#tree.text(), 300);
  }

  /** Repeats an action until it takes effect, because the tree may be redrawn during the action. */
  async #untilItIs(state: string, act: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.#steady();
      await act();
      try {
        const matches = () => this.row.and(this.#page.locator(state)).count();
        await waitUntil(matches, count => count > 0, `the row to be ${state}`, 2000);
        return;
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  async click(): Promise<void> {
    await this.#untilItIs("[aria-selected=true]", () => this.row.click());
  }

  async addToSelection(): Promise<void> {
    await this.#untilItIs("[aria-selected=true]", () => this.row.click({ modifiers: ["ControlOrMeta"] }));
  }

  async expand(): Promise<void> {
    await this.#fold("true");
  }

  async collapse(): Promise<void> {
    await this.#fold("false");
  }

  async #fold(expanded: "true" | "false"): Promise<void> {
    await this.#untilItIs(`[aria-expanded=${expanded}]`, async () => {
      const state = await this.row.getAttribute("aria-expanded");
      if (state !== null && state !== expanded) await this.row.locator(".monaco-tl-twistie").click();
    });
  }

  get #menu(): Locator {
    return this.#page.locator(".monaco-menu");
  }

  async #openMenu(): Promise<void> {
    await this.#untilItIs(".focused", async () => {
      await this.#closeMenu();
      await this.row.click({ button: "right" });
      await this.#menu.waitFor();
    });
  }

  async #closeMenu(): Promise<void> {
    if (await this.#menu.isVisible()) await this.#page.keyboard.press("Escape");
    await this.#menu.waitFor({ state: "hidden" });
  }

  /** The entries of the context menu; the menu is closed again. */
  async menuEntries(): Promise<string[]> {
    await this.#openMenu();
    const entries = await this.#menu.getByRole("menuitem").allInnerTexts();
    await this.#closeMenu();
    return entries.map(entry => entry.trim());
  }

  /** Picks an entry of the context menu. */
  async contextMenu(action: string): Promise<void> {
    await this.#openMenu();
    const isOpen = () => this.#menu.isVisible();
    // A menu ignores a button release right after it opened, so that the opening click picks nothing.
    for (let attempt = 1; attempt <= 5 && (await isOpen()); attempt++) {
      const entry = this.#menu.getByRole("menuitem", { name: action, exact: true });
      await entry.click({ delay: 150 });
      await waitUntil(isOpen, open => !open, "the context menu to close", 1000).catch(() => undefined);
    }
    if (await isOpen()) throw new Error(`The context menu stays open, though "${action}" was chosen.`);
  }

  async inlineAction(action: string): Promise<void> {
    await this.#steady();
    await this.row.hover();
    await press(this.row.getByRole("button", { name: action }), action);
  }

  /** Points at the item until its tooltip shows, because a row that is redrawn under the pointer shows none. */
  async hover(): Promise<Locator> {
    const tooltip = this.#page.locator(".workbench-hover");
    for (let attempt = 1; ; attempt++) {
      await this.#steady();
      await this.row.hover();
      try {
        await tooltip.waitFor({ timeout: 3000 });
        return tooltip;
      } catch (error) {
        if (attempt === 5) throw error;
        await this.#page.mouse.move(0, 0);
      }
    }
  }

  /** The name of the item's codicon, for example "pass", "error" or "loading". */
  icon(): WindowReading<string> {
    const icons = this.row.locator(".custom-view-tree-node-item-icon");
    return async () => {
      const [classes = ""] = await icons.evaluateAll(all => all.map(icon => icon.className));
      return /codicon-(?!modifier)([\w-]+)/.exec(classes)?.[1] ?? "";
    };
  }

  accessibleName(): WindowReading<string | null> {
    return () => this.row.getAttribute("aria-label");
  }
}
