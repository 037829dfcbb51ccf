/** VS Code's Testing view, and the run buttons in the gutter of an editor. */

import type { Locator, Page } from "playwright-core";
import { press } from "./press.ts";
import { type WindowReading, waitUntil } from "./until.ts";
import type { EditorWindow } from "./window.ts";

export class Testing {
  readonly #window: EditorWindow;
  readonly #page: Page;
  readonly #rows: Locator;

  constructor(window: EditorWindow) {
    this.#window = window;
    this.#page = window.page;
    this.#rows = this.#page.locator(".test-explorer .monaco-list-rows").getByRole("treeitem");
  }

  async open(): Promise<void> {
    await this.#window.activityBar("Testing");
    await this.expand("callboard.yml");
  }

  /** The visible rows, one a line, indented by level: the label and, in parentheses, the icon of its state. */
  text(): WindowReading<string> {
    return () =>
      this.#rows.evaluateAll(rows =>
        rows
          .map(row => ({ row, top: row.getBoundingClientRect().top }))
          .sort((one, other) => one.top - other.top)
          .map(({ row }) => {
            const indent = "  ".repeat(Number(row.getAttribute("aria-level")) - 1);
            // A duration may follow the name.
            const label = row.querySelector(".label")?.firstChild?.textContent ?? "";
            const icon = row.querySelector(".computed-state")?.className ?? "";
            const state = /codicon-(?:testing-)?(?!modifier)([a-z]+)/.exec(icon)?.[1] ?? "";
            return `${indent}${label} (${state})`;
          })
          .join("\n"),
      );
  }

  row(label: string): Locator {
    return this.#rows.filter({ hasText: label }).first();
  }

  async expand(label: string): Promise<void> {
    const row = this.row(label);
    await row.and(this.#page.locator("[aria-expanded]")).waitFor(); // it has items beneath
    const isOpen = async () => (await row.getAttribute("aria-expanded")) === "true";
    if (!(await isOpen())) await row.locator(".monaco-tl-twistie").click();
    await waitUntil(isOpen, open => open, `${label} to be expanded`);
  }

  async run(label: string): Promise<void> {
    await this.row(label).hover();
    await press(this.row(label).getByRole("button", { name: "Run Test" }), "Run Test");
  }

  /** Presses the run button in the gutter of the open file. The buttons are counted from the top, from 0. */
  async runFromGutter(index: number): Promise<void> {
    const glyphs = this.#page.locator(".testing-run-glyph");
    await glyphs.nth(index).waitFor();
    const tops = await glyphs.evaluateAll(all => all.map(each => each.getBoundingClientRect().top));
    const order = tops.map((top, at) => ({ top, at })).sort((one, other) => one.top - other.top);
    await glyphs.nth(order[index]?.at ?? index).click();
  }
}
