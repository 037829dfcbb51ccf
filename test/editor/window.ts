/**
 * The editor's window as a person uses it: what they do and what they read, as verbs. Each one waits until what it
 * names is there, so a test needs no pauses. What VS Code's markup looks like is known here and in tree.ts only.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Keyboard, Locator, Page } from "playwright-core";
import { settled, Tree } from "./tree.ts";

const screenshots = join(import.meta.dirname, "..", "..", ".work", "screenshots");

export class EditorWindow {
  /** For what no verb covers. */
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(15_000);
  }

  get keyboard(): Keyboard {
    return this.page.keyboard;
  }

  // The window

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.#ready();
  }

  /** Loads the window anew, as "Developer: Reload Window" does: the extension host starts again, storage stays. */
  async reloadWindow(): Promise<void> {
    await this.page.reload();
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await this.page.locator(".activitybar").getByRole("tab").first().waitFor({ timeout: 60_000 });
  }

  /** Saves a picture in `.work/screenshots` and gives its path. */
  async screenshot(name: string): Promise<string> {
    await mkdir(screenshots, { recursive: true });
    const path = join(screenshots, `${name.replace(/[^\w.-]+/g, "-")}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** What has the keyboard's focus, by the name that a screen reader says: a row of a tree, an entry of a menu. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const active = document.activeElement;
      const row = document.getElementById(active?.getAttribute("aria-activedescendant") ?? "");
      return ((row ?? active)?.ariaLabel ?? (row ?? active)?.textContent ?? "").trim();
    });
  }

  /** Presses a key until what is named has the focus, as often as a person would. */
  async walk(key: string, to: string | RegExp): Promise<void> {
    for (let presses = 0; presses <= 60; presses++) {
      if ((await settled(() => this.focused())).match(to)) return;
      await this.keyboard.press(key);
    }
    throw new Error(`${key} leads to ${await this.focused()}, not to ${to}.`);
  }

  // Palette, pick lists and input boxes

  get #quickInput(): Locator {
    return this.page.locator(".quick-input-widget").filter({ visible: true });
  }

  get #entries(): Locator {
    return this.#quickInput.locator(".quick-input-list .monaco-list-row");
  }

  /** Runs a command by its title, as it stands in the palette. */
  async palette(title: string): Promise<void> {
    const label = this.page.locator(".label-name", { has: this.page.getByText(title, { exact: true }) });
    const entry = this.#entries.filter({ has: label }).first();
    await this.#inPalette(title, () => entry.click({ timeout: 2000 }));
  }

  /** The same with the keyboard alone. */
  async paletteByKeys(title: string): Promise<void> {
    const first = this.#entries.first().locator(".label-name");
    await this.#inPalette(title, async () => {
      await first.getByText(title, { exact: true }).waitFor({ timeout: 2000 });
      await this.keyboard.press("Enter");
    });
  }

  /** The titles that the palette offers for what was typed. */
  async paletteOffers(text: string): Promise<string[]> {
    const offers = await this.#inPalette(text, () => this.options());
    await this.keyboard.press("Escape");
    return offers;
  }

  /**
   * The palette lists the commands of the moment it opens, and closes when something else takes the focus just then:
   * a person closes it and opens it again.
   */
  async #inPalette<T>(text: string, act: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.keyboard.press("F1");
        await this.#quickInput.locator("input").fill(`>${text}`, { timeout: 2000 });
        return await act();
      } catch (error) {
        if (attempt === 8) throw error;
        await this.keyboard.press("Escape");
      }
    }
  }

  /** The open pick list: an entry's label, and its description after two spaces. */
  async options(): Promise<string[]> {
    await this.#entries.first().waitFor();
    return settled(() =>
      this.#entries.evaluateAll(rows =>
        rows.map(row => {
          const part = (name: string) => row.querySelector(name)?.textContent?.trim() ?? "";
          return [part(".label-name"), part(".label-description")].filter(Boolean).join("  ");
        }),
      ),
    );
  }

  /** Chooses an entry of the open pick list; in a list that takes several it ticks one, and `accept` closes. */
  async pick(text: string | RegExp): Promise<void> {
    await this.#entries.filter({ hasText: text }).first().click();
  }

  /** Fills the open input box or pick list, and leaves it open. */
  async fill(text: string): Promise<void> {
    await this.#quickInput.locator(".quick-input-box input").fill(text);
  }

  /** Fills the open input box and accepts. */
  async type(text: string): Promise<void> {
    await this.fill(text);
    await this.accept();
  }

  async accept(): Promise<void> {
    await this.#quickInput.locator(".quick-input-box input").press("Enter");
  }

  /** A button beside the title of the open input box or pick list. */
  async quickInputButton(name: string): Promise<void> {
    await this.#quickInput.getByRole("button", { name }).click();
  }

  /** What the open input box or pick list says: its title, its value, its placeholder, and the line beneath. */
  async quickInput(): Promise<{ title: string; value: string; placeholder: string; message: string }> {
    const input = this.#quickInput.locator(".quick-input-box input");
    await input.waitFor();
    return settled(async () => ({
      title: (await this.#quickInput.locator(".quick-input-title").innerText()).trim(),
      value: await input.inputValue(),
      placeholder: (await input.getAttribute("placeholder")) ?? "",
      message: (await this.#quickInput.locator(".quick-input-message").innerText()).trim(),
    }));
  }

  /** Answers the dialog that asks for a file's path; it looks at the folder, and writes what it proposes, late. */
  async saveAs(path: string): Promise<void> {
    while ((await this.quickInput()).value === "");
    await this.type(path);
  }

  // Side bar

  /** Shows a container of the activity bar. */
  async activityBar(name: string): Promise<void> {
    const tab = this.#activity(name);
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  }

  /** What the badge of a container says; empty without one. */
  async activityBadge(name: string): Promise<string> {
    await this.#activity(name).waitFor();
    return settled(async () =>
      (await this.#activity(name).locator(".badge-content").allInnerTexts()).join(""),
    );
  }

  #activity(name: string): Locator {
    // A badge's text is part of the accessible name: "Callboard - 2 waiting".
    return this.page
      .locator(".activitybar")
      .getByRole("tab", { name: new RegExp(`^${literally(name)}( \\(|$| - )`) });
  }

  /** A view's tree. */
  tree(view: string): Tree {
    return new Tree(this.page, view);
  }

  /** The rows of a view, indented, once they no longer change. */
  treeText(view: string): Promise<string> {
    return this.tree(view).text();
  }

  /** The text that a view shows in place of an empty tree. */
  async welcomeText(view: string): Promise<string> {
    const pane = this.page
      .locator(".pane")
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${view}"]`) });
    const text = await settled(() => pane.locator(".welcome-view-content").innerText());
    return text.replaceAll(/\n+/g, "\n");
  }

  /** A button or link in the text of an empty view. */
  async welcomeButton(name: string): Promise<void> {
    await this.page.locator(".welcome-view-content").getByText(name, { exact: true }).click();
  }

  /** A button in a view's title. */
  async viewAction(view: string, action: string): Promise<void> {
    const header = this.page.locator(`.pane-header[aria-label^="${view}"]`);
    await header.hover();
    await header.getByRole("button", { name: action }).click();
  }

  // Editors

  /** The name of the active editor's tab. */
  async activeEditor(): Promise<string> {
    const tab = this.page.locator(".editor-group-container.active .tab.active");
    return settled(async () => (await tab.getAttribute("data-resource-name")) ?? "");
  }

  get #editor(): Locator {
    return this.page.locator(".editor-group-container.active .editor-instance .monaco-editor").first();
  }

  /** The lines of the active text editor that are in sight. */
  async editorText(): Promise<string> {
    await this.#editor.locator(".view-line").first().waitFor();
    return settled(() =>
      this.#editor.locator(".view-line").evaluateAll(lines =>
        lines
          .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? "" }))
          .sort((one, other) => one.top - other.top)
          .map(line => line.text.replaceAll("\u00a0", " "))
          .join("\n"),
      ),
    );
  }

  /** Pastes over all of the active text editor's content. */
  async replaceEditorText(text: string): Promise<void> {
    await this.#editor.locator(".view-lines").click();
    await this.keyboard.press("ControlOrMeta+a");
    await this.page.evaluate(pasted => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  }

  /** A button in the active editor's title. */
  async editorAction(action: string): Promise<void> {
    await this.page
      .locator(".editor-group-container.active .editor-actions")
      .getByRole("button", { name: action })
      .click();
  }

  /** Closes the active editor by the button on its tab. */
  async closeEditor(): Promise<void> {
    const tab = this.page.locator(".editor-group-container.active .tab.active");
    await tab.hover();
    await tab.getByRole("button", { name: /^Close/ }).click();
  }

  /** What the webview in sight shows: a preview, a page of an extension. */
  async webviewText(): Promise<string> {
    const body = this.webview().locator("body");
    await body.locator(":scope > *").first().waitFor({ state: "attached" });
    return settled(() => body.innerText());
  }

  /** The content of the webview in sight, for clicks. */
  webview() {
    return this.page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
  }

  /** What the open walkthrough shows. */
  async walkthrough(): Promise<string> {
    const page = this.page.locator(".gettingStartedSlideDetails").filter({ visible: true });
    await page.getByRole("heading").first().waitFor();
    const text = await settled(() => page.innerText());
    return text.replaceAll(/\n+/g, "\n").trim();
  }

  // Messages

  #notification(text: string | RegExp): Locator {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }

  /**
   * Waits for a notification and gives its text. When several come within a second, as only a test can bring about,
   * VS Code shows the latest in its list of notifications only, which is opened then.
   */
  async notification(text: string | RegExp): Promise<string> {
    await this.#notification(text)
      .waitFor({ timeout: 8000 })
      .catch(() => this.palette("Notifications: Show Notifications"));
    return this.#notification(text).locator(".notification-list-item-message").innerText();
  }

  /** Presses a button of a notification. */
  async notificationButton(text: string | RegExp, button: string): Promise<void> {
    await this.notification(text);
    await this.#notification(text).hover();
    await this.#notification(text).getByRole("button", { name: button }).click();
  }

  /** The notifications in sight. */
  notifications(): Promise<string[]> {
    return this.page.locator(".notification-toast .notification-list-item-message").allInnerTexts();
  }

  /** Waits for a modal dialog and gives its text: the message, and the detail beneath. */
  async dialog(): Promise<string> {
    const box = this.page.locator(".monaco-dialog-box");
    await box.waitFor();
    const parts = await box.locator(".dialog-message-text, .dialog-message-detail").allInnerTexts();
    return parts
      .map(part => part.trim())
      .filter(Boolean)
      .join("\n");
  }

  async dialogButton(name: string): Promise<void> {
    const box = this.page.locator(".monaco-dialog-box");
    await box.getByRole("button", { name, exact: true }).click();
    await box.waitFor({ state: "detached" });
  }

  // Status bar and panel

  /** An entry of the status bar, for its text, its label and a click. */
  statusBar(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item").filter({ hasText: text }).first();
  }

  /** The Problems panel's rows, indented: a file, and its problems beneath. */
  async problems(): Promise<string> {
    const panel = this.page.locator(".markers-panel");
    if (!(await panel.isVisible())) await this.palette("View: Focus Problems");
    await panel.waitFor();
    return settled(() =>
      panel.getByRole("treeitem").evaluateAll(rows => rows.map(row => row.textContent).join("\n")),
    );
  }

  /** What an output channel holds, as far as it is in sight. */
  async output(channel: string): Promise<string> {
    await this.palette("Output: Show Output Channels...");
    await this.pick(channel);
    const lines = this.page.locator(".output-view .view-line, .output-view-content .view-line");
    await lines.first().waitFor();
    return settled(async () => (await lines.allInnerTexts()).join("\n").replaceAll("\u00a0", " "));
  }

  // Workspace trust

  /** Trusts the open workspace, by the means that a person has. */
  async trustWorkspace(): Promise<void> {
    await this.palette("Workspaces: Manage Workspace Trust");
    const editor = this.page.locator(".workspace-trust-editor");
    await editor.getByRole("button", { name: "Trust", exact: true }).click();
    await editor
      .getByText(/^You trust this/)
      .first()
      .waitFor();
    const modal = this.page.locator(".monaco-modal-editor-block"); // except in older versions
    while (await modal.isVisible()) {
      await editor.click({ position: { x: 5, y: 5 } });
      await this.keyboard.press("Escape");
    }
  }
}

/** A text as the source of a regular expression that matches it. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
