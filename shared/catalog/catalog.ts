/** The catalog: the forms and expressions of `callboard.yml`, and the records with their locations in the file. */

import type { JsonObject } from "../json.ts";
import { type Kind, kinds, type OperationName, type PluralKind, pluralOf } from "../service/operations.ts";

export interface Catalog {
  readonly file: string;
  /** Records by kind, then by key, both in the order of the file. */
  readonly records: ReadonlyMap<Kind, ReadonlyMap<string, CatalogRecord>>;
  readonly report: ReadingRules;
  readonly forms: ReadonlyMap<OperationName, readonly FormField[]>;
  /** The name of a service in the editor's settings; never an address. */
  readonly service?: string;
}

/** How a team wants responses to be read. The expressions are JSONata, and not compiled yet. */
export interface ReadingRules {
  readonly cases?: string | undefined;
  readonly passWhen?: string | undefined;
  readonly running?: string | undefined;
  /** The meanings of words in results. */
  readonly words?: Readonly<Record<string, TaughtStatus>> | undefined;
}

export function hasRules(rules: ReadingRules): boolean {
  return Object.values(rules).some(rule => rule !== undefined);
}

export const taughtStatuses = ["passed", "failed", "undecided", "running", "skipped"] as const;
export type TaughtStatus = (typeof taughtStatuses)[number];

/** The most runs of one target that anybody can ask for. */
export const mostRuns = 20;

export interface CatalogRecord {
  readonly kind: Kind;
  readonly key: string;
  /** The service's id, absent until the service has created the record. */
  readonly id?: string;
  /** The record's `name`, or its key if it has no `name`. */
  readonly name: string;
  readonly project?: string;
  /** How often a batch or channel is run at most. */
  readonly runs?: number;
  /** In how many of its runs a case has to pass. */
  readonly passes?: number;
  /** As written. `resolveFields` replaces the references with ids. */
  readonly fields?: JsonObject;
  readonly references: readonly CatalogReference[];
  /** One problem for each reference that leads to no record. */
  readonly brokenReferences: readonly CatalogProblem[];
  readonly at: Location;
}

export interface CatalogReference {
  readonly kind: Kind;
  readonly key: string;
  readonly at: Location;
}

export const formTypes = ["text", "number", "boolean", "choice"] as const;

export interface FormField {
  readonly field: string;
  readonly type: (typeof formTypes)[number];
  /** The values of the type `choice`, sent as written. */
  readonly choices?: readonly (string | number | boolean)[];
  readonly optional: boolean;
}

/** Lines and columns count from 1. The end is the position behind the last character. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The Action sends nothing while the catalog has an error. A warning points at a part that is probably wrong. */
export interface CatalogProblem extends Location {
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The text that is probably meant at the problem's location. */
  readonly suggestion?: string | undefined;
  /** A record that the catalog lacks. */
  readonly missing?: Pick<CatalogRecord, "kind" | "key">;
}

export function compareLocations(a: Location, b: Location): number {
  return a.line - b.line || a.column - b.column;
}

export function renderProblem({ file, line, column, message }: CatalogProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}

const kindsByHeading: ReadonlyMap<string, Kind> = new Map(kinds.map(kind => [pluralOf[kind], kind]));

export const headings: readonly PluralKind[] = kinds.map(kind => pluralOf[kind]);

export function kindOfHeading(heading: string): Kind | undefined {
  return kindsByHeading.get(heading);
}

export function recordAt(catalog: Catalog, kind: Kind, key: string): CatalogRecord | undefined {
  return catalog.records.get(kind)?.get(key);
}

export function allRecords(catalog: Catalog): CatalogRecord[] {
  return [...catalog.records.values()].flatMap(records => [...records.values()]);
}
