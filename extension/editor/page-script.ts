/**
 * The script of pages with controls. It tells the extension what is pressed and written, and shows what the extension
 * answers; what that means is not known here. The text is the same for every page: nothing of a response is put into it.
 */

import { isJsonObject } from "../../shared/json.ts";

/** What a page tells. */
export interface PageMessage {
  /** The `data-action` of what was pressed; "write" where a control was changed, "ready" when the page is there. */
  readonly action: string;
  /** The `data-subject` of the page's content, `coded`: a press on what was shown before comes with another. */
  readonly subject: string;
  /**
   * By the names of controls, several for boxes to tick. Only what the person has changed: a control can hold another
   * text than it was given, without a line break for example.
   */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/** Undefined for anything else. */
export function pageMessage(given: unknown): PageMessage | undefined {
  if (!isJsonObject(given)) return undefined;
  const { action, subject, values } = given;
  if (typeof action !== "string" || typeof subject !== "string" || !isJsonObject(values)) return undefined;
  const isText = (value: unknown) => typeof value === "string";
  const areTexts = Object.values(values).every(value =>
    Array.isArray(value) ? value.every(isText) : isText(value),
  );
  return areTexts ? { action, subject, values: values as PageMessage["values"] } : undefined;
}

/**
 * A button whose action is "focus" leads to the first control. A key presses the button that has it as its `data-key`,
 * except while something is written. A button with `data-decides` takes no key right after it came into sight, and no
 * click where such a press led there: a second press on what was there before is a slip. A page that is drawn anew while
 * the person is elsewhere does not take the focus, else a key meant for something else would press a button. What a
 * message names as its `notice` is brought into sight, and takes the focus from the control that has it.
 */
export const pageScript = `
const api = acquireVsCodeApi();
const main = document.querySelector("main");
const slip = 400;
let waiting;
let hasDecided = false;
let isNext = false;
let start;
const changed = new Set();
const calmDown = () => {
  delete main.dataset.calm;
  clearTimeout(waiting);
  waiting = setTimeout(() => { main.dataset.calm = ""; }, slip);
};
const subject = () => main.firstElementChild?.dataset.subject ?? "";
const values = () => {
  const all = {};
  for (const control of main.querySelectorAll("[name]")) {
    if (!changed.has(control.name)) continue;
    if (control.type !== "checkbox") all[control.name] = control.value;
    else (all[control.name] ??= []).push(...(control.checked ? [control.value] : []));
  }
  return all;
};
const tell = action => api.postMessage({ action, subject: subject(), values: values() });
const isWriting = target => target.closest?.("textarea, select, input:not([type=checkbox])") != null;
document.addEventListener("input", ({ target }) => {
  changed.add(target.name);
  tell("write");
});
document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-action]");
  if (!pressed || pressed.disabled) return;
  if (pressed.dataset.decides !== undefined) {
    if (isNext && main.dataset.calm === undefined) return;
    hasDecided = true;
  }
  if (pressed.dataset.action === "focus") main.querySelector("[name]")?.focus();
  else tell(pressed.dataset.action);
});
document.addEventListener("keydown", event => {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
  const press = selector => {
    const button = main.querySelector(selector + ":not(:disabled)");
    if (!button) return;
    event.preventDefault();
    if (button.dataset.decides === undefined || main.dataset.calm !== undefined) button.click();
  };
  if (key === "Enter" && (ctrlKey || metaKey) && !repeat) return press("[data-enter]");
  if (isWriting(target)) {
    if (key === "Escape") target.blur();
    return;
  }
  if (ctrlKey || metaKey || altKey || repeat) return;
  if (key.length === 1) press('[data-key="' + CSS.escape(key.toLowerCase()) + '"]');
});
window.addEventListener("message", ({ data: { html, focus, notice } }) => {
  const { name, selectionStart, selectionEnd } = document.activeElement ?? {};
  const before = subject();
  main.innerHTML = html;
  const isOther = subject() !== before;
  if (isOther) {
    isNext = hasDecided;
    hasDecided = false;
    changed.clear();
    calmDown();
    window.scrollTo(0, 0);
    api.setState(subject());
  }
  const again = !isOther && name ? main.querySelector('[name="' + CSS.escape(name) + '"]') : null;
  if (again && selectionStart != null) again.setSelectionRange?.(selectionStart, selectionEnd);
  const told = notice ? main.querySelector(notice) : null;
  told?.scrollIntoView();
  start = told ?? again ?? main.querySelector(focus ?? "h1");
  if (document.hasFocus()) start?.focus({ preventScroll: start !== again });
});
window.addEventListener("focus", () => {
  if (document.activeElement === document.body) start?.focus({ preventScroll: true });
});
tell("ready");
`;
