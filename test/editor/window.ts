/**
 * The editor's window as a person uses it. Methods that act wait for their object; methods that read return a reading
 * to poll, so that a test needs no pauses. Only this file and tree.ts know VS Code's markup.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Keyboard, Locator, Page } from "playwright-core";
import { press } from "./press.ts";
import { Tree } from "./tree.ts";
import { patience, type WindowReading, waitUntil, waitUntilStill } from "./until.ts";

const screenshots = join(import.meta.dirname, "..", "..", ".work", "screenshots");

export class EditorWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(patience);
  }

  get keyboard(): Keyboard {
    return this.page.keyboard;
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.ready();
    if (new URL(address).searchParams.has("workspace")) await this.#foldersToBeThere();
  }

  /**
   * Reloads the window if the workspace has no folders. VS Code in a browser may read a workspace file while it opens,
   * and then misses its folders: on a busy machine, one start in twenty.
   */
  async #foldersToBeThere(): Promise<void> {
    const none = this.page.locator('.pane-header[aria-label*="No Folder Opened"]');
    const areThere = () => none.waitFor({ state: "detached", timeout: 5000 });
    await areThere().catch(async () => {
      await this.reloadWindow();
      await areThere();
    });
  }

  /** Reloads the window, as "Developer: Reload Window" does: the extension host restarts, storage stays. */
  async reloadWindow(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Waits until VS Code has restored the side bar and the editors, which would otherwise cover what a test opens. */
  async ready(): Promise<void> {
    const hasStarted = () => performance.getEntriesByName("code/didStartWorkbench").length > 0;
    await this.page.waitForFunction(hasStarted, undefined, { timeout: 60_000 });
  }

  /** Saves a picture in `.work/screenshots` and returns its path. */
  async screenshot(name: string): Promise<string> {
    await mkdir(screenshots, { recursive: true });
    const path = join(screenshots, `${name.replace(/[^\w.-]+/g, "-")}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** The accessible name of the focused element, for example a row of a tree or an entry of a menu. */
  focused(): WindowReading<string> {
    return async () => (await this.#focus()).name;
  }

  async #focus(): Promise<{ name: string; isExpanded: string | null }> {
    return this.page.evaluate(() => {
      const active = document.activeElement;
      const element = document.getElementById(active?.getAttribute("aria-activedescendant") ?? "") ?? active;
      const name = (element?.ariaLabel ?? element?.textContent ?? "").trim();
      return { name, isExpanded: element?.getAttribute("aria-expanded") ?? null };
    });
  }

  /** The focused element of each frame, from the window inwards; this shows where keys get lost. */
  async #path(): Promise<string> {
    return this.page.evaluate(() => {
      const path: string[] = [];
      for (let inside: Document | null | undefined = document; inside; ) {
        const active: Element | null = inside.activeElement;
        path.push(`${active?.tagName}.${active?.className} ${active?.ariaLabel ?? ""}`.trim());
        inside = (active as HTMLIFrameElement | null)?.contentDocument;
      }
      return path.join(" > ");
    });
  }

  /** Presses a key until the named element has the focus, at most 60 times. */
  async walk(key: string, to: RegExp): Promise<void> {
    for (let presses = 0; presses <= 60; presses++) {
      const before = await this.#focus();
      if (to.test(before.name)) return;
      await this.keyboard.press(key);
      // A press shows at once, or does nothing: at the end of a list, or while rows are missing.
      const hasMoved = async () => JSON.stringify(await this.#focus()) !== JSON.stringify(before);
      await waitUntil(hasMoved, moved => moved, "the focus to move", 500).catch(() => undefined);
    }
    throw new Error(`${key} leads to ${(await this.#focus()).name}, not to ${to}.`);
  }

  get #quickInput(): Locator {
    return this.page.locator(".quick-input-widget").filter({ visible: true });
  }

  get #input(): Locator {
    return this.#quickInput.locator(".quick-input-box input");
  }

  get #entries(): Locator {
    return this.#quickInput.locator(".quick-input-list .monaco-list-row");
  }

  /** Runs a command by its title in the palette. */
  async palette(title: string): Promise<void> {
    const commandCenter = () => this.page.locator(".command-center").click();
    await this.#choose(title, entry => entry.click({ timeout: 2000 }), commandCenter);
  }

  async paletteByKeys(title: string): Promise<void> {
    await this.#choose(title, async entry => {
      await entry.and(this.#entries.first()).waitFor({ timeout: 2000 });
      await this.accept();
    });
  }

  /**
   * Runs a command in the palette and retries, as a person would. The palette lists only the commands of the moment it
   * opens, closes when something else takes the focus, and stays open when a click is lost. Once, F1 did nothing in
   * every retry, for an unknown reason; then a warning is logged and `anotherWay` opens the palette.
   */
  async #choose(
    title: string,
    choose: (entry: Locator) => Promise<void>,
    anotherWay?: () => Promise<void>,
  ): Promise<void> {
    let open = () => this.keyboard.press("F1");
    const typed = `>${title}`;
    const whole = new RegExp(`^${literally(title)}$`);
    // The palette marks the matched text. A label marked from end to end belongs to the list for this text.
    const marked = this.page.locator(".highlight").filter({ hasText: whole });
    const label = this.page.locator(".label-name").filter({ hasText: whole, has: marked });
    const isThere = async () => (await this.#inputs()).includes(typed);
    for (let attempt = 1; ; attempt++) {
      try {
        await open();
        await this.#input.fill(typed, { timeout: 2000 });
        await choose(this.#entries.filter({ has: label }).first());
        await waitUntil(isThere, there => !there, "the palette to close", 4000);
        return;
      } catch (error) {
        if (attempt === 8) throw error;
        if (attempt === 4 && anotherWay !== undefined) {
          console.warn(`F1 led to no "${title}"; keys go to ${await this.#path()}.`);
          open = anotherWay;
        }
        await this.keyboard.press("Escape");
      }
    }
  }

  #inputs(): Promise<string[]> {
    return this.#input.evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value));
  }

  /** The entries of the open pick list: a label, and its description after two spaces. */
  options(): WindowReading<string[]> {
    return () =>
      this.#entries.evaluateAll(rows =>
        rows.map(row => {
          const part = (name: string) => row.querySelector(name)?.textContent?.trim() ?? "";
          return [part(".label-name"), part(".label-description")].filter(Boolean).join("  ");
        }),
      );
  }

  /**
   * Picks an entry of the open pick list. In a list with several choices it ticks one, and `accept` closes the list.
   */
  async pick(text: string | RegExp): Promise<void> {
    const entry = this.#entries.filter({ hasText: text }).first();
    await entry.waitFor();
    await waitUntilStill(this.options(), 100); // rows change places while a list is narrowed
    await entry.click();
  }

  /** Fills the open input box or pick list, and leaves it open. */
  async fill(text: string): Promise<void> {
    // When the next box replaces one that closes, the text in the old one is lost.
    for (let attempt = 1; attempt <= 8; attempt++) {
      await this.#input.fill(text);
      await waitUntilStill(() => this.#inputs(), 100);
      if ((await this.#inputs()).includes(text)) return;
    }
    throw new Error(`No box keeps "${text}".`);
  }

  /** Fills the open input box and accepts. */
  async type(text: string): Promise<void> {
    await this.fill(text);
    await this.accept();
  }

  /** Fills the open input box or pick list with the keyboard alone, and leaves it open. */
  async fillByKeys(text: string): Promise<void> {
    await this.#quickInput.locator(".quick-input-box input:focus").waitFor();
    await this.keyboard.type(text);
  }

  async accept(): Promise<void> {
    await this.#input.press("Enter");
  }

  async quickInputButton(name: string): Promise<void> {
    await press(this.#quickInput.getByRole("button", { name }), name);
  }

  /** The title, value, placeholder and message of the open input box or pick list. */
  quickInput(): WindowReading<
    { title: string; value: string; placeholder: string; message: string } | undefined
  > {
    return async () => {
      const [open] = await this.#quickInput.evaluateAll(widgets =>
        widgets.map(widget => {
          const text = (name: string) => (widget.querySelector(name) as HTMLElement | null)?.innerText.trim();
          const input = widget.querySelector<HTMLInputElement>(".quick-input-box input");
          return {
            title: text(".quick-input-title") ?? "",
            value: input?.value ?? "",
            placeholder: input?.placeholder ?? "",
            message: text(".quick-input-message") ?? "",
          };
        }),
      );
      return open;
    };
  }

  /**
   * Answers the dialog that asks for a folder. Until the dialog has read the new folder, it would accept the previous
   * one.
   */
  async openFolder(path: string): Promise<void> {
    const folder = async () => (await this.#inputs()).join();
    await waitUntil(folder, shown => /[/\\]$/.test(shown), "the dialog to show a folder");
    const shown = async () => [await this.#inputs(), await this.options()()];
    const answered = async () => {
      const [value] = await this.#inputs();
      if (value === undefined) return true;
      if (value !== `${path}/`) {
        await this.#input.fill(`${path}/`, { timeout: 1000 }).catch(() => undefined);
        await waitUntilStill(shown, 500);
      } else await this.#input.press("Enter", { timeout: 1000 }).catch(() => undefined);
      return false;
    };
    await waitUntil(answered, done => done, "the folder to be taken");
  }

  /**
   * Answers the dialog that asks for a file's path. The dialog reads the folder before it proposes a file, and again
   * when another path is typed; text entered or accepted meanwhile may be lost.
   */
  async saveAs(path: string): Promise<void> {
    const proposal = async () => (await this.#inputs()).join();
    await waitUntil(proposal, proposed => /[^/\\]$/.test(proposed), "the dialog to propose a file");
    const answered = async () => {
      const [value] = await this.#inputs();
      if (value === undefined) return true;
      if (value !== path) await this.#input.fill(path, { timeout: 1000 }).catch(() => undefined);
      else await this.#input.press("Enter", { timeout: 1000 }).catch(() => undefined);
      return false;
    };
    await waitUntil(answered, done => done, "the dialog to take its answer");
  }

  async activityBar(name: string): Promise<void> {
    const isSelected = async () => (await this.#activity(name).getAttribute("aria-selected")) === "true";
    if (!(await isSelected())) await this.#activity(name).click();
    await waitUntil(isSelected, selected => selected, `${name} in the side bar`);
  }

  /** The badge of a container; empty without one. */
  activityBadge(name: string): WindowReading<string> {
    return async () => (await this.#activity(name).locator(".badge-content").allInnerTexts()).join("");
  }

  #activity(name: string): Locator {
    // The accessible name contains the badge's text: "Callboard - 2 waiting".
    return this.page
      .locator(".activitybar")
      .getByRole("tab", { name: new RegExp(`^${literally(name)}( \\(|$| - )`) });
  }

  tree(view: string): Tree {
    return new Tree(this.page, view);
  }

  /** The text that a view shows in place of an empty tree. */
  welcomeText(view: string): WindowReading<string> {
    const pane = this.page
      .locator(".pane")
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${view}"]`) });
    const texts = pane.locator(".welcome-view-content");
    return async () => (await texts.allInnerTexts()).join("\n").replaceAll(/\n+/g, "\n");
  }

  async welcomeButton(name: string): Promise<void> {
    await press(this.page.locator(".welcome-view-content").getByText(name, { exact: true }), name);
  }

  /**
   * Presses a button in a view's title. A view that is alone in its container has its buttons in the container's title.
   */
  async viewAction(view: string, action: string): Promise<void> {
    const own = this.page.locator(`.pane-header[aria-label^="${view}"]`);
    const whole = this.page.locator(".sidebar .composite.title");
    const header = (await own.isVisible()) ? own : whole;
    await header.hover();
    await press(header.getByRole("button", { name: action }), action);
  }

  get #activeTab(): Locator {
    return this.page.locator(".editor-group-container.active .tab.active");
  }

  activeEditor(): WindowReading<string> {
    return async () => {
      const names = await this.#activeTab.evaluateAll(tabs => tabs.map(tab => tab.dataset["resourceName"]));
      return names.join();
    };
  }

  get #editor(): Locator {
    return this.page.locator(".editor-group-container.active .editor-instance .monaco-editor").first();
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.palette("Go to File...");
    await this.fill(name);
    await this.pick(name);
    await waitUntil(this.activeEditor(), open => open === name, `${name} to be open`);
  }

  /** The lines above the text that can be clicked, such as "Run | Debug". */
  codeLenses(): WindowReading<string[]> {
    const lines = this.page.locator(".editor-group-container.active .codelens-decoration");
    return async () => {
      const texts = await lines.allInnerTexts();
      return texts.map(text => text.replace(/\s+/g, " ").trim()).filter(Boolean);
    };
  }

  async codeLens(text: string): Promise<void> {
    await this.page
      .locator(".editor-group-container.active .codelens-decoration a")
      .filter({ hasText: text })
      .click();
  }

  /** The offers of the list that opens while somebody types. */
  suggestions(): WindowReading<string[]> {
    const rows = this.page.locator(".suggest-widget.visible .monaco-list-row");
    return async () => {
      const labels = await rows.evaluateAll(all => all.map(row => row.getAttribute("aria-label")));
      return labels.map(label => label ?? "");
    };
  }

  /** Puts the cursor into the first occurrence of a text in the active text editor. */
  async putCursorInto(text: string): Promise<void> {
    await this.#editor.locator(".view-line span").filter({ hasText: text }).last().click();
  }

  /** The visible lines of the active text editor. */
  editorText(): WindowReading<string> {
    return () => linesIn(this.#editor);
  }

  /**
   * Pastes over the whole text of the active editor, and repeats that until the text shows, because the focus may
   * change in between.
   */
  async replaceEditorText(text: string): Promise<void> {
    const beginning = (of: string) => of.split("\n").slice(0, 10).join("\n");
    for (let attempt = 1; ; attempt++) {
      await this.#editor.locator(".view-lines").click();
      await this.keyboard.press("ControlOrMeta+a");
      await this.page.evaluate(pasted => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
      try {
        const shows = (now: string) => beginning(now) === beginning(text);
        await waitUntil(this.editorText(), shows, "the editor to show what was pasted", 3000);
        return;
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  /** Types into the active text editor with the keyboard alone. */
  async writeByKeys(text: string): Promise<void> {
    await this.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await this.keyboard.type(text);
  }

  async editorAction(action: string): Promise<void> {
    const actions = this.page.locator(".editor-group-container.active .editor-actions");
    await press(actions.getByRole("button", { name: action }), action);
  }

  /** Waits until the named editor is active, then closes it with the button on its tab. */
  async closeEditor(name: string): Promise<void> {
    await waitUntil(this.activeEditor(), active => active === name, `the active editor to be "${name}"`);
    await this.#activeTab.hover();
    await press(this.#activeTab.getByRole("button", { name: /^Close/ }), "Close");
  }

  /**
   * Waits until VS Code has saved which tabs are open. In a browser it saves every few seconds, and a reload loses the
   * rest.
   */
  async waitForSavedTabs(): Promise<void> {
    const areKept = async () => {
      const kept = tabsIn(await this.page.evaluate(readKept));
      const tabs = await this.page.locator(".editor-group-container.active .tab").evaluateAll(all =>
        all.map(tab => ({
          // VS Code saves a webview's tab by its title.
          names: [tab.dataset["resourceName"] ?? "", tab.querySelector(".label-name")?.textContent ?? ""],
          isActive: tab.matches(".active"),
        })),
      );
      return (
        tabs.length === kept.tabs.length &&
        tabs.every(({ names }, index) => names.some(name => kept.tabs[index]?.includes(name))) &&
        tabs[kept.active]?.isActive
      );
    };
    await waitUntil(areKept, done => done === true, "VS Code to write down its tabs");
  }

  /** Waits until VS Code has saved this text in an extension's state. */
  async waitForSavedState(text: string): Promise<void> {
    const isKept = async () => JSON.stringify(await this.page.evaluate(readKept)).includes(text);
    await waitUntil(isKept, done => done, `VS Code to write down "${text}"`);
  }

  /** The text of the visible webview: a preview, or a page of an extension. */
  webviewText(): WindowReading<string> {
    return async () => (await this.webview().locator("body").allInnerTexts()).join("\n");
  }

  webview(): FrameLocator {
    const inSight = this.page.locator("iframe.webview.ready").filter({ visible: true }).last();
    return inSight.contentFrame().frameLocator("iframe#active-frame");
  }

  /**
   * The page with this heading. Until it is drawn, the previous page may be visible, with buttons of the same names.
   */
  pageAbout(heading: string | RegExp): Locator {
    return this.webview()
      .locator("main")
      .filter({ has: this.page.getByRole("heading", { name: heading }) });
  }

  #notification(text: string | RegExp): Locator {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }

  /**
   * Waits for a notification and returns its text. When several arrive within a second, VS Code shows the latest only
   * in its list of notifications; this method then opens the list.
   */
  async notification(text: string | RegExp): Promise<string> {
    return (await this.notificationMessage(text)).innerText();
  }

  /** Like `notification`, but returns the element. */
  async notificationMessage(text: string | RegExp): Promise<Locator> {
    await this.#notification(text)
      .waitFor({ timeout: 8000 })
      .catch(() => this.paletteByKeys("Notifications: Show Notifications"));
    return this.#notification(text).locator(".notification-list-item-message");
  }

  async notificationButton(text: string | RegExp, button: string): Promise<void> {
    await this.notification(text);
    await this.#notification(text).hover();
    await press(this.#notification(text).getByRole("button", { name: button }), button);
  }

  notifications(): WindowReading<string[]> {
    return () => this.page.locator(".notification-toast .notification-list-item-message").allInnerTexts();
  }

  /** The text of the open modal dialog: the message, and the detail below. */
  dialog(): WindowReading<string> {
    const box = this.page.locator(".monaco-dialog-box");
    return async () => {
      const parts = await box.locator(".dialog-message-text, .dialog-message-detail").allInnerTexts();
      return parts
        .map(part => part.trim())
        .filter(Boolean)
        .join("\n");
    };
  }

  async dialogButton(name: string): Promise<void> {
    const button = this.page.getByRole("button", { name, exact: true });
    const box = this.page.locator(".monaco-dialog-box").filter({ has: button });
    // Waits for this very dialog to close, because the next one may replace it at once.
    const open = await box.elementHandle();
    await press(box.locator(button), name);
    await open?.waitForElementState("hidden");
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item").filter({ hasText: text }).first();
  }

  statusBarLabel(text: string | RegExp): WindowReading<string | null> {
    return () => this.statusBar(text).getAttribute("aria-label");
  }

  async showProblems(): Promise<void> {
    await this.palette("View: Focus Problems (Errors, Warnings, Infos)");
    await this.page.locator(".markers-panel").waitFor();
  }

  /** The rows of the Problems panel, or its message if there are no problems. */
  problems(): WindowReading<string> {
    const panel = this.page.locator(".markers-panel");
    const rows = panel.getByRole("treeitem").or(panel.locator(".message-box-container"));
    return async () => (await rows.filter({ visible: true }).allTextContents()).join("\n");
  }

  async showOutput(channel: string): Promise<void> {
    await this.palette("Output: Show Output Channels...");
    await this.pick(channel);
    const chosen = this.page.locator(".panel .title-actions option:checked");
    await waitUntil(
      () => chosen.allInnerTexts(),
      now => now.includes(channel),
      `the output of ${channel}`,
    );
  }

  /** The visible text of the output channel. */
  output(): WindowReading<string> {
    return () => linesIn(this.page.locator(".panel .output-view"));
  }

  /**
   * Follows a link into an extension: `publisher.name/path?query`, with the query decoded, as the system passes it. The
   * probe must be installed.
   */
  async followLink(link: string): Promise<void> {
    await this.palette("Probe: Follow a Link");
    const isAsked = (now?: { title: string }) => now?.title === "Extension, path and query";
    await waitUntil(this.quickInput(), isAsked, "the probe to ask for a link");
    await this.type(link);
  }

  async trustWorkspace(): Promise<void> {
    await this.palette("Workspaces: Manage Workspace Trust");
    const editor = this.page.locator(".workspace-trust-editor");
    await press(editor.getByRole("button", { name: "Trust", exact: true }), "Trust");
    await editor
      .getByText(/^You trust this/)
      .first()
      .waitFor();
    const modal = this.page.locator(".monaco-modal-editor-block"); // older versions have no such block
    const left = async () => {
      await editor.click({ position: { x: 5, y: 5 }, timeout: 1000 }).catch(() => undefined);
      await this.keyboard.press("Escape");
      return modal.isVisible();
    };
    if (await modal.isVisible()) await waitUntil(left, isOpen => !isOpen, "the page about trust to close");
  }
}

function linesIn(editor: Locator): Promise<string> {
  return editor.locator(".view-line").evaluateAll(lines =>
    lines
      .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? "" }))
      .sort((one, other) => one.top - other.top)
      .map(line => line.text.replaceAll("\u00a0", " "))
      .join("\n"),
  );
}

/** Runs in the page. Reads VS Code's workspace state from the browser's database. */
async function readKept(): Promise<Record<string, string>> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const kept: Record<string, string> = {};
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith("vscode-web-state-db-")) continue;
    const database = await done(indexedDB.open(name));
    const table = database.transaction("ItemTable").objectStore("ItemTable");
    const [keys, values] = await Promise.all([done(table.getAllKeys()), done<unknown[]>(table.getAll())]);
    database.close();
    for (const [index, key] of keys.entries()) kept[String(key)] = String(values[index]);
  }
  return kept;
}

function tabsIn(kept: Record<string, string>): { tabs: string[]; active: number } {
  const editors = kept["memento/workbench.parts.editor"] ?? "{}";
  const [group] = JSON.parse(editors)["editorpart.state"]?.serializedGrid.root.data ?? [];
  const tabs: { value: string }[] = group?.data.editors ?? [];
  return { tabs: tabs.map(({ value }) => value), active: group?.data.mru[0] ?? 0 };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
