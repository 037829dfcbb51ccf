/** Completes a catalog: keys, kinds, projects, references, and the fields and values that other records of the kind have. */

import type { CompletionItem, CompletionItemProvider, Position, TextDocument } from "vscode";
import { allRecords, headings, kindOfHeading } from "../../shared/catalog/catalog.ts";
import type { CompletionPlace } from "../../shared/catalog/completion.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { Kind } from "../../shared/service/operations.ts";
import { labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { KnownFields } from "../requests/known-fields.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { CatalogTexts } from "./texts.ts";

export interface CompletionDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly knownFields: () => Promise<KnownFields>;
}

interface Offer {
  readonly label: string;
  readonly text: string;
  readonly kind: "Property" | "Value" | "Reference";
  readonly detail?: string | undefined;
}

/** A list or an object can be as long as a file. */
const longestValue = 200;

export class CatalogCompletions implements CompletionItemProvider {
  readonly #deps: CompletionDeps;
  readonly #texts: CatalogTexts;

  constructor(deps: CompletionDeps, texts: CatalogTexts) {
    this.#deps = deps;
    this.#texts = texts;
  }

  async provideCompletionItems(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    const { CompletionItem, CompletionItemKind } = this.#deps.vscode;
    const place = this.#texts.language.completionPlaceAt(document.getText(), document.offsetAt(position));
    if (place === undefined) return [];
    const range = this.#texts.rangeOf(document, place.span);
    return (await this.#offers(document, place)).map(({ label, text, kind, detail }, index) => {
      const item = new CompletionItem(labelText(label), CompletionItemKind[kind]);
      item.insertText = text;
      item.range = range;
      item.sortText = String(index).padStart(5, "0");
      if (detail !== undefined) item.detail = labelText(detail);
      return item;
    });
  }

  async #offers(document: TextDocument, place: CompletionPlace): Promise<Offer[]> {
    const { catalog } = this.#texts.read(document);
    const { fieldsPathOf, knownKeys, knownWords } = this.#texts.language;
    switch (place.type) {
      case "heading":
        return headings.map(heading => ({ label: heading, text: `${heading}.`, kind: "Reference" }));
      case "reference": {
        const kind = kindOfHeading(place.heading);
        return [...((kind && catalog.records.get(kind)?.values()) ?? [])].map(({ key, name, id }) => ({
          label: key,
          text: key + place.closing,
          kind: "Reference",
          detail: id ?? name,
        }));
      }
      case "key": {
        const inFields = fieldsPathOf(place.path);
        const known = inFields
          ? [...(await this.#fieldsAt(document, inFields.kind, inFields.path)).keys()].map(name => ({ name }))
          : [...knownKeys(place.path)].map(([name, detail]) => ({ name, detail }));
        return known
          .filter(({ name }) => !place.present.includes(name))
          .map(({ name, ...rest }) => ({
            label: name,
            text: this.#texts.language.scalarLike("", name) + place.colon,
            kind: "Property",
            ...rest,
          }));
      }
      case "value": {
        const { path, inFlow } = place;
        const inFields = fieldsPathOf(path);
        if (inFields !== undefined) return this.#values(document, inFields.kind, inFields.path, inFlow);
        if (path.length === 3 && path[2] === "project") {
          const projects = catalog.records.get("project") ?? new Map();
          return [...projects.values()].map(({ key, name }) => ({
            label: key,
            text: this.#texts.language.scalarLike("", key),
            kind: "Reference",
            detail: name,
          }));
        }
        if (path.length === 1 && path[0] === "service") {
          return this.#deps.services.all().map(({ name }) => ({ label: name, text: name, kind: "Value" }));
        }
        return knownWords(path).map(word => ({ label: word, text: word, kind: "Value" }));
      }
    }
  }

  /** The values at the path in other records as the file writes them, with references, before those of the service. */
  async #values(
    document: TextDocument,
    kind: Kind,
    path: readonly (string | number)[],
    inFlow: boolean,
  ): Promise<Offer[]> {
    const isInList = typeof path.at(-1) === "number";
    const named = path.filter(step => typeof step === "string");
    const name = named.at(-1);
    if (name === undefined) return [];
    const fields = await this.#fieldsAt(document, kind, named.slice(0, -1));
    const values = (fields.get(name) ?? []).flatMap(value =>
      isInList && Array.isArray(value) ? value : [value],
    );
    const written = new Map<string, JsonValue>();
    for (const value of values) {
      if (isInList && typeof value === "object") continue;
      const text = this.#texts.language.writeValue(value, inFlow);
      if (text.length <= longestValue && !text.includes("\n")) written.set(text, value);
    }
    return [...written].map(([text, value]) => ({
      label: text,
      text,
      kind: typeof value === "string" && value.includes("${{") ? "Reference" : "Value",
    }));
  }

  /** The names of the fields at a path in the records of the kind, each with its values. */
  async #fieldsAt(
    document: TextDocument,
    kind: Kind,
    path: readonly (string | number)[],
  ): Promise<ReadonlyMap<string, readonly JsonValue[]>> {
    const { knownFields, services } = this.#deps;
    const { catalog } = this.#texts.read(document);
    const service = services.current();
    const written = allRecords(catalog).flatMap(record =>
      record.kind === kind && record.fields ? [record.fields] : [],
    );
    const learned = service === undefined ? [] : await (await knownFields()).fieldsOfKind(service, kind);
    // Only the service can set an id.
    const others = learned.map(({ id: _, ...fields }) => fields);
    const found = new Map<string, JsonValue[]>();
    for (const record of [...written, ...others]) {
      for (const object of objectsAt(
        record,
        path.filter(step => typeof step === "string"),
      )) {
        for (const [name, value] of Object.entries(object))
          found.set(name, [...(found.get(name) ?? []), value]);
      }
    }
    return found;
  }
}

/** Looks into every item of a list on the way. */
function objectsAt(value: JsonValue | undefined, path: readonly string[]): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(item => objectsAt(item, path));
  if (!isJsonObject(value)) return [];
  const [step, ...rest] = path;
  return step === undefined ? [value] : objectsAt(value[step], rest);
}
