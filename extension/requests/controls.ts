import type { FormField } from "../../shared/catalog/catalog.ts";
import type { JsonValue } from "../../shared/json.ts";
import { findJsonLoss } from "../../shared/json-loss.ts";
import { percentEncode } from "../../shared/report/text.ts";
import { t } from "../editor/l10n.ts";
import { escapeHtml } from "../editor/page.ts";
import type { PageMessage } from "../editor/page-script.ts";
import { choicesOf, parseNumber, valueLabel } from "./form.ts";

export interface FormControl extends Omit<FormField, "type"> {
  /** A quick form's type, or `record` (an id), `records` (a list of ids) or `json` (any value). */
  readonly type: FormField["type"] | "record" | "records" | "json";
  readonly records?: readonly RecordChoice[];
  readonly suggestions?: readonly string[];
}

interface RecordChoice {
  readonly id: string;
  readonly name: string;
  /** Such as `${{ batches.smoke }}`. Absent unless one catalog contains both this record and the draft's record. */
  readonly reference?: string;
}

export type ControlValues = PageMessage["values"];

/** The control's name in the HTML. It contains the index and not the field's name, which can be any text. */
export function controlName(index: number): string {
  return `field${index}`;
}

/** The name of the check box that sends the control's field although it is empty. */
export function emptyName(index: number): string {
  return `empty${index}`;
}

/** The value that is sent for an empty control on purpose. Undefined for controls in which a person can write it. */
export function emptyValueOf({ type }: FormControl): "" | null | undefined {
  if (type === "text") return "";
  return type === "json" || type === "records" ? undefined : null;
}

export function isEmptyControl(index: number, written: ControlValues): boolean {
  const value = written[controlName(index)] ?? "";
  return typeof value === "string" ? value.trim() === "" : value.length === 0;
}

export function controlHtml(control: FormControl, index: number, written: ControlValues): string {
  const name = controlName(index);
  const value = written[name] ?? "";
  const single = typeof value === "string" ? value : "";
  const title = escapeHtml(control.field);
  const optional = control.optional ? ` <small>${escapeHtml(t("optional"))}</small>` : "";
  const label = `<label for="${name}" id="${name}-label">${title}${optional}</label>`;
  const input = (rest: string) => `<input id="${name}" name="${name}" placeholder=" " ${rest}>`;
  switch (control.type) {
    case "text":
      return `${label}${textHtml(control, name, single)}`;
    case "number":
      return label + input(`inputmode="decimal" value="${escapeHtml(single)}"`);
    case "json":
      return `${label}<textarea id="${name}" name="${name}" rows="4" spellcheck="false" class="code">${escapeHtml(single)}</textarea>`;
    case "boolean":
    case "choice": {
      const options = choicesOf(control).map((choice, at) => option(String(at), valueLabel(choice), single));
      return label + selectHtml(name, options, single);
    }
    case "record": {
      const options = recordsOf(control, [single]).map(record =>
        option(percentEncode(record.id), record.name, single),
      );
      return label + selectHtml(name, options, single) + findButtonHtml(control, index);
    }
    case "records": {
      const chosen = typeof value === "string" ? [] : value;
      const boxes = boxedRecords(control, chosen).map(
        record =>
          `<label><input type="checkbox" name="${name}" value="${escapeHtml(percentEncode(record.id))}"${chosen.includes(percentEncode(record.id)) ? " checked" : ""}> ${escapeHtml(record.name)}</label>`,
      );
      return `<fieldset><legend>${title}${optional}</legend><div class="boxes">${boxes.join("")}</div>${findButtonHtml(control, index, maxBoxes)}</fieldset>`;
    }
  }
}

function textHtml({ suggestions = [] }: FormControl, name: string, value: string): string {
  if (suggestions.length === 0) {
    const rows = Math.min(8, Math.max(value.split("\n").length, Math.ceil(value.length / 80), 1));
    return `<textarea id="${name}" name="${name}" rows="${rows}" placeholder=" ">${escapeHtml(value)}</textarea>`;
  }
  const options = suggestions.map(each => `<option value="${escapeHtml(each)}">`).join("");
  return `<input id="${name}" name="${name}" placeholder=" " list="${name}-list" value="${escapeHtml(value)}"><datalist id="${name}-list">${options}</datalist>`;
}

function selectHtml(name: string, options: readonly string[], value: string): string {
  return `<select id="${name}" name="${name}">${option("", "", value)}${options.join("")}</select>`;
}

function option(value: string, text: string, chosen: string): string {
  return `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(text)}</option>`;
}

/** A longer menu slows the page down. */
const maxListed = 200;

/** The chosen records of a longer list are check boxes; the others are found by a search. */
const maxBoxes = 12;

/** The first `maxListed` records, then the other records that the control's value contains, even unknown ones. */
function recordsOf(
  { records = [] }: FormControl,
  written: readonly string[],
  listed: readonly RecordChoice[] = records.slice(0, maxListed),
) {
  const areListed = new Set(listed.map(({ id }) => percentEncode(id)));
  const others = written.filter(id => id !== "" && !areListed.has(id)).map(decodeURIComponent);
  return [...listed, ...others.map(id => records.find(record => record.id === id) ?? { id, name: id })];
}

function boxedRecords(control: FormControl, chosen: readonly string[]): readonly RecordChoice[] {
  const { records = [] } = control;
  return recordsOf(control, [...new Set(chosen)], records.length > maxBoxes ? [] : records);
}

function findButtonHtml({ records = [] }: FormControl, index: number, most = maxListed): string {
  if (records.length <= most) return "";
  const text =
    most === maxListed ? t("Find another of {0}…", records.length) : t("Choose from {0}…", records.length);
  return `<button data-action="find ${index}" class="link">${escapeHtml(text)}</button>`;
}

/**
 * Gives the value to send or the mistake in the control. An empty control gives undefined unless a person ticked that it is
 * sent; empty check boxes give `[]`.
 */
export function parseControlValue(
  control: FormControl,
  index: number,
  written: ControlValues,
): { readonly value: JsonValue | undefined } | { readonly mistake: string } {
  const given = written[controlName(index)];
  if (control.type === "records")
    return { value: typeof given === "object" ? given.map(decodeURIComponent) : undefined };
  const text = typeof given === "string" ? given : "";
  if (text.trim() === "")
    return { value: written[emptyName(index)]?.length ? emptyValueOf(control) : undefined };
  switch (control.type) {
    case "number": {
      const number = parseNumber(text);
      return number === undefined
        ? {
            mistake: t("{0}: “{1}” is not a number, or has too many digits to be kept.", control.field, text),
          }
        : { value: number };
    }
    case "json":
      try {
        const value: JsonValue = JSON.parse(text);
        if (findJsonLoss(text) === undefined) return { value };
      } catch {}
      return {
        mistake: t("{0}: this is not valid JSON, or its digits or entries would be lost.", control.field),
      };
    case "boolean":
    case "choice":
      return { value: choicesOf(control)[Number(text)] };
    case "record":
      return { value: decodeURIComponent(text) };
    default:
      return { value: text };
  }
}

export function controlValueOf(
  control: FormControl,
  value: JsonValue | undefined,
): string | readonly string[] {
  if (value === undefined || value === emptyValueOf(control)) return control.type === "records" ? [] : "";
  switch (control.type) {
    case "records":
      return Array.isArray(value) ? value.map(each => percentEncode(String(each))) : [];
    case "record":
      return percentEncode(String(value));
    case "json":
      return JSON.stringify(value, null, 2);
    case "boolean":
    case "choice": {
      const at = choicesOf(control).indexOf(value);
      return at < 0 ? "" : String(at);
    }
    default:
      return String(value);
  }
}
