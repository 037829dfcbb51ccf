/** Reads the catalog's records, and then links the references in their fields to other records. */

import { isMap, type Node, type Scalar } from "yaml";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { nearest } from "../nearest.ts";
import type { Kind } from "../service/operations.ts";
import {
  type Catalog,
  type CatalogProblem,
  type CatalogRecord,
  type CatalogReference,
  kindOfHeading,
  type Location,
} from "./catalog.ts";
import { type CatalogDocument, spanOf } from "./document.ts";
import type { Span } from "./positions.ts";
import { explainBrokenReference, findReferencedRecord } from "./references.ts";
import { referencesIn, type WrittenReference } from "./written-reference.ts";
import { type MapEntry, YamlReader } from "./yaml-reader.ts";

/** A record before its references are linked. `valueAt` gives the locations of the record's values. */
export interface UnlinkedRecord {
  readonly record: Omit<CatalogRecord, "references" | "brokenReferences">;
  readonly valueAt: ReadonlyMap<string, Location>;
}

/** Keeps the order of the file, which a JSON object would lose for keys that look like numbers. */
export function readRecords(document: CatalogDocument, content: JsonObject): UnlinkedRecord[] {
  // This reader gives order and locations only. Its problems are ignored: the reader that made `content` has them too.
  const reader = new YamlReader(document);
  const entriesOf = (node: Node | null): MapEntry[] =>
    (node && reader.readNode(node, [], plain => (isMap(plain) ? reader.entries(plain, []) : undefined))) ??
    [];
  const locate = (node: Node) => document.positions.locate(spanOf(node));

  return entriesOf(document.root).flatMap(heading => {
    const kind = kindOfHeading(heading.key);
    const readable = content[heading.key];
    if (kind === undefined || !isJsonObject(readable)) return [];
    return entriesOf(heading.value).flatMap(({ key, keyNode, value }) => {
      const parts = Object.hasOwn(readable, key) ? readable[key] : undefined;
      if (!isJsonObject(parts)) return [];
      const valueAt = new Map(entriesOf(value).map(entry => [entry.key, locate(entry.value)]));
      return [{ record: recordFrom(kind, key, parts, locate(keyNode)), valueAt }];
    });
  });
}

function recordFrom(kind: Kind, key: string, parts: JsonObject, at: Location): UnlinkedRecord["record"] {
  const { id, name, project, runs, passes, fields } = parts;
  return {
    kind,
    key,
    ...(typeof id === "string" ? { id } : {}),
    name: typeof name === "string" ? name : key,
    ...(typeof project === "string" ? { project } : {}),
    ...(typeof runs === "number" ? { runs } : {}),
    ...(typeof passes === "number" ? { passes } : {}),
    ...(isJsonObject(fields) ? { fields } : {}),
    at,
  };
}

interface LinkedRecord extends CatalogRecord {
  readonly references: CatalogReference[];
  readonly brokenReferences: CatalogProblem[];
}

/** Adds to every record the references in its fields, and a problem for each reference that leads to no record. */
export function linkRecords(
  { document, texts }: YamlReader,
  written: readonly UnlinkedRecord[],
  suggest: typeof nearest,
): Catalog["records"] {
  const records = new Map<Kind, Map<string, LinkedRecord>>();
  for (const { record } of written) {
    const ofKind = records.get(record.kind) ?? new Map<string, LinkedRecord>();
    records.set(record.kind, ofKind.set(record.key, { ...record, references: [], brokenReferences: [] }));
  }
  for (const { path, node } of texts) {
    const kind = kindOfHeading(String(path[0]));
    const record = kind && records.get(kind)?.get(String(path[1]));
    if (record === undefined) continue;
    for (const { reference, span } of locateReferences(node, document.text)) {
      const at = document.positions.locate(span);
      const found = findReferencedRecord({ records }, reference);
      if (found !== undefined) {
        record.references.push({ kind: found.kind, key: found.key, at });
      } else {
        const problem = explainBrokenReference({ records }, reference, suggest);
        record.brokenReferences.push({ ...at, severity: "error", ...problem });
      }
    }
  }
  return records;
}

export function* locateReferences(
  node: Scalar<string>,
  text: string,
): Iterable<{ readonly reference: WrittenReference; readonly span: Span; readonly isExact: boolean }> {
  const [start, end] = spanOf(node);
  const source = text.slice(start, end);
  let from = 0;
  for (const reference of referencesIn(node.value)) {
    // A reference with escapes or line breaks can't be found. It and all references behind it get the whole text as
    // their location, because searching a long text for each of many references would take too long.
    const found = from === -1 ? -1 : source.indexOf(reference.source, from);
    from = found === -1 ? -1 : found + reference.source.length;
    const isExact = found !== -1;
    yield { reference, span: isExact ? [start + found, start + from] : [start, end], isExact };
  }
}
