/** The page of a form: its HTML, the person's input, and the steps that Undo takes back. */

import type { Uri, Webview } from "vscode";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { percentEncode } from "../../shared/report/text.ts";
import { operation } from "../../shared/service/operations.ts";
import { askPick } from "../editor/ask-pick.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeHtml, renderPage } from "../editor/page.ts";
import { type PageMessage, pageScript, parsePageMessage } from "../editor/page-script.ts";
import { commonStyle, controlStyle } from "../editor/page-style.ts";
import { escapeForMessage, escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import {
  type ControlValues,
  controlHtml,
  controlName,
  controlValueOf,
  emptyName,
  emptyValueOf,
  type FormControl,
  isEmptyControl,
  parseControlValue,
} from "./controls.ts";
import { fieldsText } from "./drafts.ts";
import { type FieldsDraft, type OpenFields, sendTitle } from "./open-fields.ts";

interface UndoStep {
  readonly label: string;
  undo(): void;
  redo(): void;
}

export interface FormPageOptions {
  readonly vscode: VSCode;
  readonly editors: OpenFields;
  readonly uri: Uri;
  readonly webview: Webview;
  /** Adds a step to VS Code's list of changes. */
  readonly edit: (step: UndoStep) => void;
}

export async function openFormPage({ vscode, editors, uri, webview, edit }: FormPageOptions): Promise<void> {
  const draft = await editors.draftAt(uri);
  if (draft === undefined) throw new Error(t("There are no fields to send in this editor."));
  const draftFields = fieldsIn(draft.text);
  const controls = await (await editors.knownFields()).controls(draft.request, draftFields);
  const form = new OpenForm(controls, draftFields);
  const tab = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.json$/, "");
  const title = [tab, draft.serviceName].filter(Boolean).join(" · ");
  let { warning } = draft;
  let shownNotice = "";
  const steps: { readonly control: string; readonly before: ControlValues; after: ControlValues }[] = [];
  /** The number of steps that are not undone. */
  let done = 0;
  let canExtend = false;
  let saved: Promise<unknown> = Promise.resolve();
  // A new record's project is filled in already, so the person begins with the first field that is not.
  const firstControl = operation(draft.request.operation).role === "create" ? form.firstEmpty() : 0;
  const show = (notice: string, focused = firstControl) => {
    shownNotice = notice;
    webview.postMessage({
      html: formHtml({
        title,
        draft: { ...draft, warning },
        controls,
        written: form.written,
        notice,
      }),
      focus: `[name="${controlName(focused)}"]`,
      // The page moves to the notice at its top, because the Send button of a long form is far below.
      ...(notice !== "" && { notice: '[role="alert"]' }),
    });
  };
  const showError = (error: unknown) => show(error instanceof Error ? error.message : String(error));
  const save = () => editors.write(uri, fieldsText(form.read().fields)).catch(showError);
  /** The tab would show unsaved changes and ask about them, although the draft contains them. */
  const saveAll = () => Promise.all([save(), vscode.workspace.save(uri)]);
  const restore = (values: ControlValues, control: string) => {
    canExtend = false;
    form.written = values;
    saved = saveAll();
    show("", Number(control.replace(/\D+/g, "")));
  };
  // VS Code can undo a step before it has heard of a later one. Undo then takes back the later one, which came last.
  const undo = () => {
    const step = steps[done - 1];
    if (step === undefined) return;
    done--;
    restore(step.before, step.control);
  };
  const redo = () => {
    const step = steps[done];
    if (step === undefined) return;
    done++;
    restore(step.after, step.control);
  };
  /** Makes a step of the changes since `before`, or adds them to the last step while the person goes on with a word. */
  const keepStep = (before: ControlValues) => {
    const after = form.written;
    const [control, ...others] = Object.keys(after).filter(name => !isSame(before[name], after[name]));
    if (control === undefined) return;
    const last = canExtend ? steps[done - 1] : undefined;
    const isSameControl = others.length === 0 && last?.control === control;
    if (isSameControl && continuesWord(before[control], after[control])) {
      last.after = after;
      saved = save();
      return;
    }
    steps.splice(done, Infinity, { control, before, after });
    done = steps.length;
    canExtend = true;
    edit({ label: t("Change of a field"), undo, redo });
    saved = saveAll();
  };
  const handle = async ({ action, values }: PageMessage) => {
    if (action === "ready") return show("");
    const before = form.written;
    form.write(values);
    const [verb, index] = action.split(" ");
    if (verb === "find") {
      await form.find(vscode, Number(index));
      show(shownNotice, Number(index));
    }
    keepStep(before);
    const leaves = verb === "send" || verb === "json";
    if (!leaves) return;
    const { mistakes } = form.read();
    if (mistakes.length > 0) return show(mistakes.join(" "));
    if (shownNotice !== "") show("");
    await saved;
    await save();
    if (verb === "send") {
      await vscode.commands.executeCommand("callboard.send", uri);
      const sent = await editors.draftAt(uri);
      if (sent === undefined || sent.warning === warning) return;
      warning = sent.warning;
      show("");
    } else await editors.showAsJson(uri);
  };
  webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [] };
  webview.onDidReceiveMessage(given => {
    const message = parsePageMessage(given);
    if (message === undefined) return;
    handle(message).catch(showError);
  });
  webview.html = renderPage({
    body: "",
    style: commonStyle + controlStyle + formStyle,
    script: pageScript,
  });
}

function isSame(one: ControlValues[string] | undefined, other: ControlValues[string] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a person typed or deleted one character of the same word. */
function continuesWord(
  before: ControlValues[string] | undefined,
  after: ControlValues[string] | undefined,
): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  const wordsIn = (text: string) => text.split(/\s/).length;
  return Math.abs(after.length - before.length) === 1 && wordsIn(before) === wordsIn(after);
}

/** The values in the form. An untouched field keeps its value, even a value that its control can't show. */
class OpenForm {
  readonly #controls: readonly FormControl[];
  readonly #before: JsonObject;
  readonly #untouched: ControlValues;
  written: ControlValues;

  constructor(controls: readonly FormControl[], before: JsonObject) {
    this.#controls = controls;
    this.#before = before;
    this.#untouched = Object.fromEntries(
      controls.flatMap((control, index) => {
        const value = before[control.field];
        return [
          [controlName(index), controlValueOf(control, value)],
          [emptyName(index), value !== undefined && value === emptyValueOf(control) ? ["on"] : []],
        ];
      }),
    );
    this.written = this.#untouched;
  }

  /** The index of the first control without a value, else 0. */
  firstEmpty(): number {
    return Math.max(
      0,
      this.#controls.findIndex((_, index) => isEmptyControl(index, this.written)),
    );
  }

  write(values: ControlValues): void {
    const entries = Object.entries(values).map(([name, value]) => {
      const before = this.#untouched[name];
      const areBoxes = typeof value === "object" && typeof before === "object";
      return [name, areBoxes ? inOrderOf(before, value) : value];
    });
    this.written = { ...this.written, ...Object.fromEntries(entries) };
  }

  async find(vscode: VSCode, index: number): Promise<void> {
    const control = this.#controls[index];
    const name = controlName(index);
    const before = this.written[name];
    if (control === undefined || before === undefined) return;
    const chosen =
      typeof before === "string" ? await askOne(vscode, control) : await askSeveral(vscode, control, before);
    if (chosen !== undefined) this.write({ [name]: chosen });
  }

  read(): { readonly fields: JsonObject; readonly mistakes: readonly string[] } {
    const entries = new Map(Object.entries(this.#before));
    const mistakes: string[] = [];
    for (const [index, control] of this.#controls.entries()) {
      const names = [controlName(index), emptyName(index)];
      if (names.every(name => isSame(this.written[name], this.#untouched[name]))) continue;
      const parsed = parseControlValue(control, index, this.written);
      if ("mistake" in parsed) mistakes.push(parsed.mistake);
      else if (parsed.value !== undefined) entries.set(control.field, parsed.value);
      else entries.delete(control.field);
    }
    return { fields: Object.fromEntries(entries), mistakes };
  }
}

/** Keeps the order of the earlier ids and appends the new ones, because the check boxes are in another order. */
function inOrderOf(before: readonly string[], ticked: readonly string[]): string[] {
  return [...before.filter(id => ticked.includes(id)), ...ticked.filter(id => !before.includes(id))];
}

function itemsFor({ records = [] }: FormControl) {
  return records.map(({ id, name }) => ({
    label: escapeForPick(name),
    description: escapeForPick(id),
    id: percentEncode(id),
  }));
}

/** Gives undefined if the person closed the list. */
async function askOne(vscode: VSCode, control: FormControl): Promise<string | undefined> {
  const items = itemsFor(control);
  const question = { title: control.field, placeholder: t("Choose one"), offer: () => items };
  const answer = await askPick(vscode, question).catch((error: unknown) => {
    if (!(error instanceof Cancelled)) throw error;
    return undefined;
  });
  return answer === undefined || "button" in answer ? undefined : answer.item.id;
}

/** Lists the chosen records first, also those that are not known. Gives undefined if the person closed the list. */
async function askSeveral(
  vscode: VSCode,
  control: FormControl,
  chosen: readonly string[],
): Promise<readonly string[] | undefined> {
  const known = new Map(itemsFor(control).map(item => [item.id, item]));
  const first = [...new Set(chosen)].map(id => {
    const label = escapeForPick(decodeURIComponent(id));
    return { ...(known.get(id) ?? { label, description: "", id }), picked: true };
  });
  const others = [...known.values()].filter(({ id }) => !chosen.includes(id));
  const picked = await vscode.window.showQuickPick([...first, ...others], {
    title: escapeForMessage(control.field),
    placeHolder: t("Type to search, tick what belongs in the list"),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ id }) => id);
}

function fieldsIn(text: string): JsonObject {
  try {
    const fields: unknown = JSON.parse(text);
    return isJsonObject(fields) ? fields : {};
  } catch {
    return {};
  }
}

interface FormPage {
  readonly title: string;
  readonly draft: FieldsDraft;
  readonly controls: readonly FormControl[];
  readonly written: ControlValues;
  readonly notice: string;
}

function formHtml({ title, draft, controls, written, notice }: FormPage): string {
  const fields = controls.map(
    (control, index) =>
      `<div class="control">${controlHtml(control, index, written)}${emptyHtml(control, index, written)}</div>`,
  );
  const remarks = [
    draft.remark,
    t("The service documents no fields. This form shows fields of other records."),
    t("An empty field is sent only if you tick its box."),
  ];
  return `<article data-subject="form">
${draft.warning === "" ? "" : `<p role="status" class="notice failed">${escapeHtml(draft.warning)}</p>`}
${notice === "" ? "" : `<p role="alert" tabindex="-1" class="notice failed">${escapeHtml(notice)}</p>`}
<h1 tabindex="-1">${escapeHtml(title)}</h1>
<p class="quiet">${escapeHtml(remarks.filter(Boolean).join(" "))}</p>
${fields.join("\n")}
<div class="actions"><button data-action="send" data-enter class="primary">${escapeHtml(sendTitle(draft))}</button>
<button data-action="json" class="link">${escapeHtml(t("Write the fields as JSON"))}</button></div>
</article>`;
}

/** The check box that sends an empty field. The style shows it while its control is empty. */
function emptyHtml(control: FormControl, index: number, written: ControlValues): string {
  const value = emptyValueOf(control);
  if (value === undefined) return "";
  const name = emptyName(index);
  const checked = written[name]?.length ? " checked" : "";
  const text = value === null ? t("Send null") : t("Send empty");
  // `aria-describedby` and not a name of its own, because the field's label already names another control.
  return `<label class="empty"><input type="checkbox" name="${name}" value="on" aria-describedby="${controlName(index)}-label"${checked}> ${escapeHtml(text)}</label>`;
}

const formStyle = `
main { max-width: 48rem; }
label small, legend small { display: none; }
.control { position: relative; max-width: 44rem; }
.control > label.empty { position: absolute; inset: 0 0 auto auto; margin: 0; font-weight: 400; visibility: hidden;
  color: var(--vscode-descriptionForeground); }
.control:has(> :placeholder-shown, option[value=""]:checked):is(:focus-within, :hover, :has(.empty :checked)) > .empty { visibility: visible; }
.boxes:empty { display: none; }
@media (max-width: 24rem) { .control > label.empty { position: static; } }
`;
