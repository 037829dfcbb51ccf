/** The text of `callboard.yml` becomes a catalog: everything that can be read, and every problem with the rest. */

import { isMap, type Node } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearest } from "../nearest.ts";
import { type Kind, type OperationName, operationNames, pluralOf } from "../service/operations.ts";
import {
  type Catalog,
  type CatalogRecord,
  type FormField,
  formTypes,
  kindOf,
  type Location,
  type Problem,
  type Reference,
  recordAt,
} from "./catalog.ts";
import { check } from "./check.ts";
import { circleProblems } from "./circles.ts";
import { parseCatalog, placeOfNode } from "./document.ts";
import { type Entry, Reader } from "./reader.ts";
import { canBeCreated, follow, referencesIn } from "./references.ts";
import { catalogShape } from "./shape.ts";

export function readCatalog(
  text: string,
  file: string,
): { readonly catalog: Catalog; readonly problems: readonly Problem[] } {
  const reader = new Reader(parseCatalog(text, file));
  const { document } = reader;
  const checked = document.root === null ? {} : check(reader, document.root, catalogShape, []);
  const content = objectOrEmpty(checked);

  const written = writtenRecords(reader, content);
  const links = linkReferences(reader, written);
  const service = textOrNothing(content["service"]);
  const catalog: Catalog = {
    file,
    records: links.records,
    report: reportFrom(objectOrEmpty(content["report"])),
    forms: formsFrom(objectOrEmpty(content["forms"])),
    ...(service === undefined ? {} : { service }),
  };

  const misread = new Set(document.problems.map(problem => problem.line));
  const problems = [
    ...document.problems,
    ...[
      ...reader.problems,
      ...links.problems,
      ...recordProblems(catalog, written),
      ...circleProblems(catalog),
      // What looks wrong on a line that YAML could not read is a consequence, not a second mistake.
    ].filter(problem => !misread.has(problem.line)),
  ];
  return { catalog, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** A record before its references are followed, with the places of what is written in it. */
interface WrittenRecord {
  readonly record: CatalogRecord;
  readonly places: ReadonlyMap<string, Location>;
}

/** In the order of the file, which JSON objects would not keep for keys that look like numbers. */
function writtenRecords(reader: Reader, content: JsonObject): WrittenRecord[] {
  const { document } = reader;
  // The problems on the way have been noted by `check`; here the nodes only tell order and places.
  const walker = new Reader(document);
  const entriesOf = (node: Node | null): Entry[] =>
    (node && walker.open(node, [], plain => (isMap(plain) ? walker.entries(plain, []) : undefined))) ?? [];
  const locate = (node: Node) => document.locate(...placeOfNode(node));

  return entriesOf(document.root).flatMap(heading => {
    const kind = kindOf(heading.key);
    const readable = objectOrEmpty(content[heading.key]);
    if (kind === undefined) return [];
    return entriesOf(heading.value).flatMap(({ key, keyNode, value }) => {
      const fields = Object.hasOwn(readable, key) ? readable[key] : undefined;
      if (!isJsonObject(fields)) return [];
      const places = new Map(entriesOf(value).map(entry => [entry.key, locate(entry.value)]));
      return [{ record: recordFrom(kind, key, fields, locate(keyNode)), places }];
    });
  });
}

function recordFrom(kind: Kind, key: string, content: JsonObject, at: Location): CatalogRecord {
  const { id, name, project, fields } = content;
  return {
    kind,
    key,
    ...(typeof id === "string" ? { id } : {}),
    name: textOrNothing(name) ?? key,
    ...(typeof project === "string" ? { project } : {}),
    ...(isJsonObject(fields) ? { fields } : {}),
    references: [],
    at,
  };
}

/** Gives every record the references that lead somewhere, and says what is wrong with the others. */
function linkReferences(
  reader: Reader,
  written: readonly WrittenRecord[],
): { readonly records: Catalog["records"]; readonly problems: readonly Problem[] } {
  const found = byKind(written.map(({ record }) => record));
  const references = new Map<CatalogRecord, Reference[]>();
  const problems: Problem[] = [];
  for (const { path, node } of reader.texts) {
    const kind = kindOf(String(path[0]));
    const record = kind && found.get(kind)?.get(String(path[1]));
    if (record === undefined) continue;
    const [start, end] = placeOfNode(node);
    let from = start;
    for (const reference of referencesIn(node.value)) {
      // In quotes and over several lines a text may be spelled otherwise; then all of it is the place.
      const offset = reader.document.text.indexOf(reference.source, from);
      const isVerbatim = offset !== -1 && offset + reference.source.length <= end;
      if (isVerbatim) from = offset + reference.source.length;
      const at = isVerbatim ? reader.document.locate(offset, from) : reader.document.locate(start, end);
      const followed = follow({ records: found }, reference);
      if ("mistake" in followed) {
        problems.push({ ...at, severity: "error", message: followed.mistake });
      } else {
        const { kind, key } = followed.record;
        references.set(record, [...(references.get(record) ?? []), { kind, key, at }]);
      }
    }
  }
  const linked = written.map(({ record }) => ({ ...record, references: references.get(record) ?? [] }));
  return { records: byKind(linked), problems };
}

function byKind(records: readonly CatalogRecord[]): Map<Kind, Map<string, CatalogRecord>> {
  const kinds = new Map<Kind, Map<string, CatalogRecord>>();
  for (const record of records) {
    const ofKind = kinds.get(record.kind) ?? new Map<string, CatalogRecord>();
    kinds.set(record.kind, ofKind.set(record.key, record));
  }
  return kinds;
}

/** What is well-formed, but cannot be meant as it is written. */
function recordProblems(catalog: Catalog, written: readonly WrittenRecord[]): Problem[] {
  const problems: Problem[] = [];
  const ids = new Map<string, CatalogRecord>();
  for (const { record, places } of written) {
    const { kind, key, id, project } = record;
    const heading = pluralOf[kind];
    const problem = (severity: Problem["severity"], at: string, message: string) =>
      problems.push({ ...(places.get(at) ?? record.at), severity, message });

    if (project !== undefined && recordAt(catalog, "project", project) === undefined) {
      problem("error", "project", unknownProject(catalog, project));
    }
    if (id === undefined) {
      if (!canBeCreated(record) && !places.has("id")) {
        const message = `\`${heading}.${key}\` has no \`id\`, and the service has no operation that would create it: add its \`id\`.`;
        problem("warning", "key", message);
      }
      continue;
    }
    const first = ids.get(`${kind} ${id}`);
    if (first !== undefined) {
      const message = `\`${id}\` is already the id of \`${heading}.${first.key}\` on line ${first.at.line}: keep one of the two, or correct the id.`;
      problem("error", "id", message);
    }
    ids.set(`${kind} ${id}`, first ?? record);
    const namesake = recordAt(catalog, kind, id);
    if (namesake !== undefined && namesake.id !== id) {
      const message = `\`${id}\` is also the key of another record, and a key is looked for first: rename \`${heading}.${id}\` on line ${namesake.at.line}.`;
      problem("warning", "id", message);
    }
  }
  return problems;
}

function unknownProject(catalog: Catalog, project: string): string {
  const projects = [...(catalog.records.get("project")?.values() ?? [])];
  const meant =
    projects.find(({ id }) => id === project)?.key ??
    nearest(
      project,
      projects.map(({ key }) => key),
    );
  const advice =
    meant === undefined ? `Add \`${project}\` under \`projects\`.` : `Did you mean \`${meant}\`?`;
  return `\`${project}\` is not a key under \`projects\`. ${advice}`;
}

function reportFrom(content: JsonObject): Catalog["report"] {
  const cases = textOrNothing(content["cases"]);
  const passWhen = textOrNothing(content["pass-when"]);
  return { ...(cases === undefined ? {} : { cases }), ...(passWhen === undefined ? {} : { passWhen }) };
}

function formsFrom(content: JsonObject): Catalog["forms"] {
  const forms = new Map<OperationName, FormField[]>();
  for (const name of operationNames) {
    const steps = Object.hasOwn(content, name) ? content[name] : undefined;
    if (Array.isArray(steps)) forms.set(name, steps.filter(isJsonObject).flatMap(formField));
  }
  return forms;
}

function formField(content: JsonObject): FormField[] {
  const { field, choices } = content;
  const type = formTypes.find(known => known === content["type"]);
  if (typeof field !== "string" || type === undefined) return [];
  return [
    {
      field,
      type,
      ...(Array.isArray(choices) ? { choices: choices.filter(isChoice) } : {}),
      optional: content["optional"] === true,
    },
  ];
}

function isChoice(value: JsonValue): value is string | number | boolean {
  return value !== null && typeof value !== "object";
}

function objectOrEmpty(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOrNothing(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
