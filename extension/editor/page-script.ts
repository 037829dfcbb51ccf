/**
 * The script of pages with controls. It sends presses and changed values to the extension, and shows the HTML that the
 * extension sends back. The script is the same for every page: it contains no text of a response.
 */

import { isJsonObject } from "../../shared/json.ts";

export interface PageMessage {
  /** The `data-action` of the pressed button, "write" for a changed control, or "ready" for a loaded page. */
  readonly action: string;
  /** The `data-subject` of the content on the page. It shows whether a person pressed a button of outdated content. */
  readonly subject: string;
  /**
   * Keys are the names of controls; check boxes give a list. Contains only controls that a person changed, because the text
   * of an unchanged control can differ from the text that it was given, for example by a line break.
   */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

export function parsePageMessage(given: unknown): PageMessage | undefined {
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
 * - A button with the action "focus" moves the focus to the first control.
 * - A key presses the button with that `data-key`, unless the person is writing.
 * - A button with `data-decides` ignores keys for `slipMs` after the subject changes, because nobody reads that fast. If
 *   the subject changes without a press, a person needs `surpriseMs` to see it. After a press of such a button, keys are
 *   ignored until the page is drawn again, or for `answerMs` at most. A person who presses in a rhythm believes that an
 *   ignored key counted, and therefore all keys are ignored until the person has paused for `pauseMs`. `main` has
 *   `data-calm` while keys are taken, and `data-early` from an ignored key until the person can have read that it was.
 * - A key that is listed in an element's `data-refuses` scrolls to the element, which says why the key does nothing.
 * - If such a button was pressed for the previous subject, clicks are ignored as well, and so is the second click of a
 *   double click.
 * - A person who was writing, or pressed the key for it too early, goes on in the first control of the next subject. The
 *   letters would otherwise be keys.
 * - New content takes the focus only if the page has the focus already. Otherwise a key that a person types elsewhere
 *   could press a button by mistake.
 * - Undo and redo change only the control that has the focus. A browser would otherwise empty a comment when a person who
 *   presses Ctrl+Z means their decision.
 * - `notice` in a message is the selector of an element that is scrolled into view and gets the focus.
 */
export const pageScript = `
const api = acquireVsCodeApi();
const main = document.querySelector("main");
const slipMs = 150;
const surpriseMs = 400;
const pauseMs = 400;
const answerMs = 1500;
const noticeMs = 1500;
let timer;
let pressedAt = 0;
let hasDecided = false;
let awaitsDrawing = false;
let followsDecision = false;
let wantsToWrite = false;
let focusTarget;
const changed = new Set();
const texts = new Map();
const takeKeys = () => {
  awaitsDrawing = false;
  clearTimeout(timer);
  main.dataset.calm = "";
  timer = setTimeout(() => delete main.dataset.early, noticeMs);
};
const ignoreKeys = ms => {
  delete main.dataset.calm;
  clearTimeout(timer);
  timer = setTimeout(takeKeys, ms);
};
const ignoreEarly = () => {
  main.dataset.early = "";
  ignoreKeys(awaitsDrawing ? answerMs : pauseMs);
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
const send = action => api.postMessage({ action, subject: subject(), values: values() });
const isWriting = target => target.closest?.("textarea, select, input:not([type=checkbox])") != null;
document.addEventListener("input", ({ target, inputType }) => {
  const isOfOther = document.activeElement?.name !== target.name;
  if (isOfOther && /^history/.test(inputType ?? "")) {
    target.value = texts.get(target.name) ?? target.defaultValue;
    return;
  }
  texts.set(target.name, target.value);
  changed.add(target.name);
  send("write");
});
document.addEventListener("click", ({ target, detail }) => {
  const pressed = target.closest("[data-action]");
  if (!pressed || pressed.disabled) return;
  if (pressed.dataset.decides !== undefined) {
    const isSlip = main.dataset.calm === undefined || detail > 1;
    if ((followsDecision || hasDecided) && isSlip) return ignoreEarly();
    hasDecided = true;
  }
  if (pressed.dataset.decides !== undefined || pressed.dataset.moves !== undefined) {
    // The page is drawn again only a moment later, and a second key can come before that.
    delete main.dataset.early;
    ignoreKeys(answerMs);
    awaitsDrawing = true;
  }
  pressedAt = Date.now();
  if (pressed.dataset.action === "focus") {
    const field = main.querySelector("[name]");
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
  }
  else send(pressed.dataset.action);
});
document.addEventListener("keydown", event => {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
  const press = selector => {
    const button = main.querySelector(selector);
    // A text that a person believes to write must not decide by its other letters.
    if (!button) return main.dataset.early === undefined ? undefined : ignoreEarly();
    event.preventDefault();
    const isUncalm = button.dataset.decides !== undefined && main.dataset.calm === undefined;
    const isEarly = awaitsDrawing || button.disabled || isUncalm;
    if (isEarly) {
      wantsToWrite ||= button.dataset.action === "focus";
      ignoreEarly();
    } else button.click();
  };
  if (key === "Enter" && (ctrlKey || metaKey) && !repeat) return press("[data-enter]");
  if (isWriting(target)) {
    if (key === "Escape") target.blur();
    return;
  }
  if (ctrlKey || metaKey || altKey || repeat) return;
  if (key.length !== 1) return;
  const name = CSS.escape(key.toLowerCase());
  main.querySelector('[data-refuses~="' + name + '"]')?.scrollIntoView({ block: "center" });
  press('[data-key="' + name + '"]');
});
window.addEventListener("message", ({ data: { html, focus, notice } }) => {
  const { name, selectionStart, selectionEnd } = document.activeElement ?? {};
  const before = subject();
  const written = values();
  const writes = wantsToWrite || isWriting(document.activeElement ?? main);
  wantsToWrite = false;
  main.innerHTML = html;
  const isOther = subject() !== before;
  if (isOther) {
    followsDecision = hasDecided;
    hasDecided = false;
    changed.clear();
    texts.clear();
    const isAnswer = Date.now() - pressedAt < answerMs;
    ignoreKeys(main.dataset.early !== undefined ? pauseMs : isAnswer ? slipMs : surpriseMs);
    window.scrollTo(0, 0);
    api.setState(subject());
  } else {
    if (awaitsDrawing) {
      if (main.dataset.early === undefined) takeKeys();
      else ignoreKeys(pauseMs);
    }
    // A page that keeps its texts can be drawn while a person types, and then what they typed is newer.
    for (const control of main.firstElementChild?.dataset.keeps === undefined ? [] : main.querySelectorAll("[name]"))
      if (typeof written[control.name] === "string") control.value = written[control.name];
  }
  awaitsDrawing = false;
  const sameControl = !isOther && name ? main.querySelector('[name="' + CSS.escape(name) + '"]') : null;
  if (sameControl && selectionStart != null) sameControl.setSelectionRange?.(selectionStart, selectionEnd);
  const noticeElement = notice ? main.querySelector(notice) : null;
  noticeElement?.scrollIntoView();
  const nextControl = isOther && writes ? main.querySelector("[name]") : null;
  focusTarget = noticeElement ?? sameControl ?? nextControl ?? main.querySelector(focus ?? "h1");
  if (document.hasFocus()) focusTarget?.focus({ preventScroll: focusTarget !== sameControl });
});
window.addEventListener("focus", () => {
  if (document.activeElement === document.body) focusTarget?.focus({ preventScroll: true });
});
send("ready");
`;
