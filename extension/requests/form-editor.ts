import type { CustomDocument, CustomReadonlyEditorProvider, Uri, WebviewPanel } from "vscode";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { percentEncode } from "../../shared/report/text.ts";
import { askPick } from "../editor/ask-pick.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeHtml, renderPage } from "../editor/page.ts";
import { type PageMessage, parsePageMessage } from "../editor/page-script.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import {
  type ControlValues,
  controlHtml,
  controlName,
  controlValueOf,
  type FormControl,
  parseControlValue,
} from "./controls.ts";
import { fieldsText } from "./drafts.ts";
import type { FieldsDraft, OpenFields } from "./open-fields.ts";

export const formViewType = "callboard.fields";

export class FormEditor extends Disposables implements CustomReadonlyEditorProvider {
  readonly #vscode: VSCode;
  readonly #bundles: Bundles;
  readonly #editors: OpenFields;

  constructor(vscode: VSCode, bundles: Bundles, editors: OpenFields) {
    super();
    this.#vscode = vscode;
    this.#bundles = bundles;
    this.#editors = editors;
    const webviewOptions = { enableFindWidget: true };
    this.register(vscode.window.registerCustomEditorProvider(formViewType, this, { webviewOptions }));
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }: CustomDocument, { webview }: WebviewPanel): Promise<void> {
    const draft = await this.#editors.draftAt(uri);
    if (draft === undefined) throw new Error(t("There are no fields to send in this editor."));
    const draftFields = fieldsIn(draft.text);
    const controls = await this.#editors.knownFields.controls(draft.request, draftFields);
    const form = new OpenForm(controls, draftFields);
    const title = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.json$/, "");
    let shownNotice = "";
    const show = (notice: string) => {
      shownNotice = notice;
      webview.postMessage({
        html: formHtml({ title, draft, controls, written: form.written, notice }),
        focus: "[name]",
        // The page moves to the notice at its top, because the Send button of a long form is far below.
        ...(notice !== "" && { notice: '[role="alert"]' }),
      });
    };
    const { commands } = this.#vscode;
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [] };
    const handle = async ({ action, values }: PageMessage) => {
      if (action === "ready") return show("");
      form.write(values);
      const [verb, index] = action.split(" ");
      if (verb === "find") {
        await form.find(this.#vscode, Number(index));
        show("");
      }
      const { fields, mistakes } = form.read();
      this.#editors.write(uri, fieldsText(fields));
      const leaves = verb === "send" || verb === "json";
      if (leaves && mistakes.length > 0) return show(mistakes.join(" "));
      if (leaves && shownNotice !== "") show("");
      if (verb === "send") await commands.executeCommand("callboard.send", uri);
      if (verb === "json") await this.#editors.showAsJson(uri);
    };
    webview.onDidReceiveMessage(given => {
      const message = parsePageMessage(given);
      if (message === undefined) return;
      handle(message).catch(error => show(error instanceof Error ? error.message : String(error)));
    });
    const { commonStyle, controlStyle, pageScript } = await this.#bundles.report();
    webview.html = renderPage({
      body: "",
      style: commonStyle + controlStyle + formStyle,
      script: pageScript,
    });
  }
}

/** The values in the form. An untouched field keeps its value, even a value that its control can't show. */
class OpenForm {
  readonly #controls: readonly FormControl[];
  readonly #before: JsonObject;
  readonly #untouched: ControlValues;
  #written: ControlValues;

  constructor(controls: readonly FormControl[], before: JsonObject) {
    this.#controls = controls;
    this.#before = before;
    this.#untouched = Object.fromEntries(
      controls.map((control, index) => [controlName(index), controlValueOf(control, before[control.field])]),
    );
    this.#written = this.#untouched;
  }

  get written(): ControlValues {
    return this.#written;
  }

  write(values: ControlValues): void {
    const entries = Object.entries(values).map(([name, value]) => {
      const before = this.#untouched[name];
      const areBoxes = typeof value === "object" && typeof before === "object";
      return [name, areBoxes ? inOrderOf(before, value) : value];
    });
    this.#written = { ...this.#written, ...Object.fromEntries(entries) };
  }

  async find(vscode: VSCode, index: number): Promise<void> {
    const control = this.#controls[index];
    if (control === undefined) return;
    const items = (control.records ?? []).map(({ id, name }) => ({
      label: escapeForPick(name),
      description: escapeForPick(id),
      id,
    }));
    const answer = await askPick(vscode, {
      title: control.field,
      placeholder: t("Choose one"),
      offer: () => items,
    }).catch(orNothing);
    if (answer === undefined || "button" in answer) return;
    const name = controlName(index);
    const before = this.#written[name];
    const chosen = percentEncode(answer.item.id);
    this.write({ [name]: typeof before === "object" ? [...new Set([...before, chosen])] : chosen });
  }

  read(): { readonly fields: JsonObject; readonly mistakes: readonly string[] } {
    const entries = new Map(Object.entries(this.#before));
    const mistakes: string[] = [];
    for (const [index, control] of this.#controls.entries()) {
      const name = controlName(index);
      if (JSON.stringify(this.#written[name]) === JSON.stringify(this.#untouched[name])) continue;
      const parsed = parseControlValue(control, index, this.#written);
      if ("mistake" in parsed) mistakes.push(parsed.mistake);
      else if (parsed.value === undefined) entries.delete(control.field);
      else entries.set(control.field, parsed.value);
    }
    return { fields: Object.fromEntries(entries), mistakes };
  }
}

/** Keeps the order of the earlier ids and appends the new ones, because the check boxes are in another order. */
function inOrderOf(before: readonly string[], ticked: readonly string[]): string[] {
  return [...before.filter(id => ticked.includes(id)), ...ticked.filter(id => !before.includes(id))];
}

/** Gives undefined if the person closed the list, so that the form stays as it is. Throws other errors. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof Cancelled)) throw error;
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
    (control, index) => `<div class="control">${controlHtml(control, index, written)}</div>`,
  );
  const remarks = [
    draft.remark,
    t("The service documents no fields. This form shows fields of other records. Empty fields are not sent."),
  ];
  return `<article data-subject="form">
${notice === "" ? "" : `<p role="alert" tabindex="-1" class="notice failed">${escapeHtml(notice)}</p>`}
<h1 tabindex="-1">${escapeHtml(title)}</h1>
<p class="quiet">${escapeHtml(remarks.filter(Boolean).join(" "))}</p>
${fields.join("\n")}
<div class="actions"><button data-action="send" data-enter class="primary">${escapeHtml(t("Send"))}</button>
<button data-action="json" class="link">${escapeHtml(t("Write the fields as JSON"))}</button></div>
</article>`;
}

const formStyle = `
main { max-width: 48rem; }
label small, legend small { display: none; }
`;
