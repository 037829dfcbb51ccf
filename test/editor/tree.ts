/** A tree view in the side bar: its items, what can be done with them, and how it reads. */

import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";

export class Tree {
  readonly #page: Page;
  readonly #rows: Locator;
  readonly #tree: Locator;
  readonly #header: Locator;

  constructor(page: Page, view: string) {
    this.#page = page;
    this.#tree = page.getByRole("tree", { name: view });
    this.#rows = this.#tree.getByRole("treeitem");
    this.#header = page.locator(`.pane-header[aria-label^="${view}"]`);
  }

  /** Opens the view where it is folded to its header. */
  async unfold(): Promise<void> {
    await this.#header.waitFor();
    if ((await this.#header.getAttribute("aria-expanded")) === "false") await this.#header.click();
  }

  item(text: string | RegExp): TreeItem {
    return new TreeItem(this.#page, this, this.#rows.filter({ hasText: text }).first());
  }

  /**
   * The rows in sight once they no longer change, one a line, indented by level: a mark when there is something
   * beneath, the label, and the description after two spaces.
   */
  async text(): Promise<string> {
    await this.#rows.first().waitFor();
    return settled(() =>
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
      ),
    );
  }
}

export class TreeItem {
  readonly #page: Page;
  readonly #tree: Tree;
  /** For what no verb covers. */
  readonly row: Locator;

  constructor(page: Page, tree: Tree, row: Locator) {
    this.#page = page;
    this.#tree = tree;
    this.row = row;
  }

  /** While a tree is redrawn, its rows change places: a click would hit another one. */
  async #steady(): Promise<void> {
    await this.row.waitFor();
    await this.#tree.text();
  }

  async click(options?: { modifiers: ("ControlOrMeta" | "Shift")[] }): Promise<void> {
    await this.#steady();
    await this.row.click(options);
  }

  async expand(): Promise<void> {
    await this.#steady();
    if ((await this.row.getAttribute("aria-expanded")) === "false") {
      await this.row.locator(".monaco-tl-twistie").click();
    }
  }

  /** Chooses from the context menu. */
  async contextMenu(action: string): Promise<void> {
    await this.#openMenu();
    // A menu ignores the button's release right after it opened, lest the click that opened it chooses.
    await this.#page.getByRole("menuitem", { name: action, exact: true }).click({ delay: 150 });
  }

  /** What the context menu offers. */
  async contextMenuOffers(): Promise<string[]> {
    await this.#openMenu();
    const items = this.#page.locator(".monaco-menu").getByRole("menuitem");
    await items.first().waitFor();
    const offers = await settled(() => items.allInnerTexts());
    await this.#page.keyboard.press("Escape");
    return offers.map(offer => offer.trim());
  }

  async #openMenu(): Promise<void> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      await this.#steady();
      await this.row.click({ button: "right" });
      await this.#page.locator(".monaco-menu").waitFor();
      // The row that was hit has the focus: another one, if the tree was redrawn at that very moment.
      if (/\bfocused\b/.test((await this.row.getAttribute("class")) ?? "")) return;
      await this.#page.keyboard.press("Escape");
    }
    throw new Error(
      "The tree does not come to rest, so that no context menu can be opened on a certain row.",
    );
  }

  /** Presses a button at the end of the row. */
  async inlineAction(action: string): Promise<void> {
    await this.#steady();
    await this.row.hover();
    await this.row.getByRole("button", { name: action }).click();
  }

  /** Points at the item until its tooltip is there; a row that is redrawn under the pointer shows none. */
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

  /** The name of the item's codicon: "pass", "error", "loading". */
  async icon(): Promise<string> {
    const classes = await this.row.locator(".custom-view-tree-node-item-icon").getAttribute("class");
    return /codicon-(?!modifier)([\w-]+)/.exec(classes ?? "")?.[1] ?? "";
  }

  /** What a screen reader says. */
  async accessibleName(): Promise<string> {
    await this.row.waitFor();
    return (await this.row.getAttribute("aria-label")) ?? "";
  }
}

/** Reads until two readings in a row agree. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  for (;;) {
    await pause(100);
    const next = await read();
    if (JSON.stringify(next) === JSON.stringify(last)) return next;
    last = next;
  }
}
