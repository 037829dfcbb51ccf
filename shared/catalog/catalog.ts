/** The catalog: what `callboard.yml` says, and where it says it. */

import type { JsonObject } from "../json.ts";
import { type Kind, type Kinds, kinds, type OperationName, pluralOf } from "../service/operations.ts";

export interface Catalog {
  /** As its problems name it. */
  readonly file: string;
  /** By kind, then by key, both in the order of the file. */
  readonly records: ReadonlyMap<Kind, ReadonlyMap<string, CatalogRecord>>;
  /** JSONata, not compiled here. */
  readonly report: { readonly cases?: string; readonly passWhen?: string };
  /** The quick forms of the editor. */
  readonly forms: ReadonlyMap<OperationName, readonly FormField[]>;
  /** The name of a service in the editor's settings; never an address. */
  readonly service?: string;
}

export interface CatalogRecord {
  readonly kind: Kind;
  readonly key: string;
  /** The service's id; absent until the record has been created. */
  readonly id?: string;
  /** What to call it: its `name`, else its key. */
  readonly name: string;
  /** The key of its project. */
  readonly project?: string;
  /** As written, references included; `resolveFields` puts ids in their place. */
  readonly fields?: JsonObject;
  /** The references in its fields that lead somewhere. */
  readonly references: readonly Reference[];
  /** What is wrong with the others. */
  readonly mistakes: readonly Problem[];
  /** Its key. */
  readonly at: Location;
}

export interface Reference {
  readonly kind: Kind;
  readonly key: string;
  readonly at: Location;
}

export const formTypes = ["text", "number", "boolean", "choice"] as const;

/** One step of a quick form: the name of the field it fills in, and what it asks for. */
export interface FormField {
  readonly field: string;
  readonly type: (typeof formTypes)[number];
  /** With `choice`: what to choose from, sent as written. */
  readonly choices?: readonly (string | number | boolean)[];
  /** It may be left out. */
  readonly optional: boolean;
}

/** Lines and columns are counted from 1; the end is just behind the last character. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** An error has to be mended; a warning can be read as it is, but is hardly what was meant. */
export interface Problem extends Location {
  readonly severity: "error" | "warning";
  /** What is wrong and what would be right. */
  readonly message: string;
}

export function byLocation(a: Location, b: Location): number {
  return a.line - b.line || a.column - b.column;
}

export function problemText({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}

const kindOfHeading: ReadonlyMap<string, Kind> = new Map(kinds.map(kind => [pluralOf[kind], kind]));

export const headings: readonly Kinds[] = kinds.map(kind => pluralOf[kind]);

export function kindOf(heading: string): Kind | undefined {
  return kindOfHeading.get(heading);
}

export function recordAt(catalog: Catalog, kind: Kind, key: string): CatalogRecord | undefined {
  return catalog.records.get(kind)?.get(key);
}

/** All records, in the order of the file. */
export function allRecords(catalog: Catalog): CatalogRecord[] {
  return [...catalog.records.values()].flatMap(records => [...records.values()]);
}
