/** The fields of a form as controls of a page, and what is written into them as values to send. */

import type { FormField } from "../../shared/catalog/catalog.ts";
import type { JsonValue } from "../../shared/json.ts";
import { lossIn } from "../../shared/json-loss.ts";
import { percentEncoded } from "../../shared/report/text.ts";
import { t } from "../editor/l10n.ts";
import { escaped } from "../editor/page.ts";
import type { PageMessage } from "../editor/page-script.ts";
import { choicesOf, wordFor } from "./form.ts";

export interface Control extends Omit<FormField, "type"> {
  /** Beside the types of a form: records by their ids, and anything else as JSON. */
  readonly type: FormField["type"] | "record" | "records" | "json";
  /** The records to choose from, by name. */
  readonly records?: readonly Choosable[];
  /** What was written there before, to choose from while writing. */
  readonly suggestions?: readonly string[];
}

interface Choosable {
  readonly id: string;
  readonly name: string;
  /** As the catalog of what is written refers to it. */
  readonly reference?: string;
}

export type Written = PageMessage["values"];

/** A control's names on the page are numbers, as a field's name can be anything. */
export function controlName(index: number): string {
  return `field${index}`;
}

export function controlHtml(control: Control, index: number, written: Written): string {
  const name = controlName(index);
  const value = written[name] ?? "";
  const one = typeof value === "string" ? value : "";
  const title = escaped(control.field);
  const optional = control.optional ? ` <small>${escaped(t("optional"))}</small>` : "";
  const label = `<label for="${name}">${title}${optional}</label>`;
  const input = (rest: string) => `<input id="${name}" name="${name}" ${rest}>`;
  switch (control.type) {
    case "text":
      return `${label}${textHtml(control, name, one)}`;
    case "number":
      return label + input(`inputmode="decimal" value="${escaped(one)}"`);
    case "json":
      return `${label}<textarea id="${name}" name="${name}" rows="4" spellcheck="false" class="code">${escaped(one)}</textarea>`;
    case "boolean":
    case "choice": {
      const options = choicesOf(control).map((choice, at) => option(String(at), wordFor(choice), one));
      return label + selectHtml(name, options, one);
    }
    case "record": {
      const options = recordsOf(control, [one]).map(record =>
        option(percentEncoded(record.id), record.name, one),
      );
      return label + selectHtml(name, options, one) + moreHtml(control, index);
    }
    case "records": {
      const chosen = typeof value === "string" ? [] : value;
      const boxes = recordsOf(control, chosen).map(
        record =>
          `<label><input type="checkbox" name="${name}" value="${escaped(percentEncoded(record.id))}"${chosen.includes(percentEncoded(record.id)) ? " checked" : ""}> ${escaped(record.name)}</label>`,
      );
      return `<fieldset><legend>${title}${optional}</legend><div class="boxes">${boxes.join("")}</div>${moreHtml(control, index)}</fieldset>`;
    }
  }
}

function textHtml({ suggestions = [] }: Control, name: string, value: string): string {
  if (suggestions.length === 0) {
    const rows = Math.min(8, Math.max(value.split("\n").length, Math.ceil(value.length / 80), 1));
    return `<textarea id="${name}" name="${name}" rows="${rows}">${escaped(value)}</textarea>`;
  }
  const options = suggestions.map(each => `<option value="${escaped(each)}">`).join("");
  return `<input id="${name}" name="${name}" list="${name}-list" value="${escaped(value)}"><datalist id="${name}-list">${options}</datalist>`;
}

function selectHtml(name: string, options: readonly string[], value: string): string {
  return `<select id="${name}" name="${name}">${option("", "", value)}${options.join("")}</select>`;
}

function option(value: string, text: string, chosen: string): string {
  return `<option value="${escaped(value)}"${value === chosen ? " selected" : ""}>${escaped(text)}</option>`;
}

/** A page that lists more than these takes long to make, and nobody reads it. */
const mostListed = 200;

/** The first ones, and those that are written there, also where they are not known. */
function recordsOf({ records = [] }: Control, written: readonly string[]) {
  const listed = records.slice(0, mostListed);
  const areListed = new Set(listed.map(({ id }) => percentEncoded(id)));
  const others = written.filter(id => id !== "" && !areListed.has(id)).map(decodeURIComponent);
  return [...listed, ...others.map(id => records.find(record => record.id === id) ?? { id, name: id })];
}

/** Leads to a pick list of all. */
function moreHtml({ records = [] }: Control, index: number): string {
  if (records.length <= mostListed) return "";
  return `<button data-action="find ${index}" class="link">${escaped(t("Find another of {0}…", records.length))}</button>`;
}

/** What is written there as the value to send, undefined where nothing is; or what is wrong with it. */
export function valueIn(
  control: Control,
  index: number,
  written: Written,
): { readonly value: JsonValue | undefined } | { readonly mistake: string } {
  const given = written[controlName(index)];
  if (control.type === "records")
    return { value: typeof given === "object" ? given.map(decodeURIComponent) : undefined };
  const text = typeof given === "string" ? given : "";
  if (text.trim() === "") return { value: undefined };
  switch (control.type) {
    case "number": {
      const number = Number(text);
      return Number.isFinite(number)
        ? { value: number }
        : { mistake: t("{0}: “{1}” is no number.", control.field, text) };
    }
    case "json":
      try {
        const value: JsonValue = JSON.parse(text);
        if (lossIn(text) === undefined) return { value };
      } catch {}
      return { mistake: t("{0}: this is no JSON that could be sent as it is written.", control.field) };
    case "boolean":
    case "choice":
      return { value: choicesOf(control)[Number(text)] };
    case "record":
      return { value: decodeURIComponent(text) };
    default:
      return { value: text };
  }
}

/** The value as it stands in its control. */
export function writtenFor(control: Control, value: JsonValue | undefined): string | readonly string[] {
  if (value === undefined) return control.type === "records" ? [] : "";
  switch (control.type) {
    case "records":
      return Array.isArray(value) ? value.map(each => percentEncoded(String(each))) : [];
    case "record":
      return percentEncoded(String(value));
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
