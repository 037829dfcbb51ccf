/** Renames a record's key, and every reference to it, without touching other text. */

import { isScalar, parseDocument } from "yaml";
import type { Kind } from "../service/operations.ts";
import { recordAt } from "./catalog.ts";
import { keyText } from "./document.ts";
import { CatalogEditError } from "./edit.ts";
import { findWrittenRecord, mentionsOf, outlineCatalog } from "./outline.ts";
import type { Span } from "./positions.ts";
import { quote } from "./quote.ts";
import { readCatalog } from "./read.ts";
import { keyPattern } from "./shape.ts";

export interface TextReplacement {
  readonly span: Span;
  readonly text: string;
}

export function renameRecord(text: string, kind: Kind, key: string, newKey: string): TextReplacement[] {
  if (newKey === key) return [];
  if (!keyPattern.regex.test(newKey))
    throw new CatalogEditError(`${quote(newKey)} must be ${keyPattern.means}.`);
  const outline = outlineCatalog(text);
  const { catalog, problems } = readCatalog(text, "");
  const record = findWrittenRecord(outline, kind, key);
  if (record === undefined) throw new CatalogEditError(`The catalog contains no record ${quote(key)}.`);
  if (recordAt(catalog, kind, newKey) !== undefined) {
    throw new CatalogEditError(`${quote(newKey)} is already the key of another ${kind}: choose another.`);
  }
  const mentions = mentionsOf(outline, kind, key);
  if (mentions.some(({ span }) => span === undefined)) {
    const why = "because one of its references is written with escapes or over several lines";
    throw new CatalogEditError(
      `${quote(key)} was not renamed, ${why}: write that reference on one line first.`,
    );
  }
  const replacements = [
    { span: record.keySpan, text: scalarLike(text.slice(...record.keySpan), newKey) },
    ...mentions.flatMap(({ span, type, opening }) => {
      if (span === undefined) return [];
      const old = type === "project" ? text.slice(...span) : undefined;
      return [{ span, text: old === undefined ? keyInside(opening, newKey) : scalarLike(old, newKey) }];
    }),
  ].sort((a, b) => a.span[0] - b.span[0]);
  const renamed = applyReplacements(text, replacements);
  const after = readCatalog(renamed, "");
  const isRight =
    after.problems.length <= problems.length &&
    recordAt(after.catalog, kind, key) === undefined &&
    recordAt(after.catalog, kind, newKey) !== undefined &&
    mentionsOf(outlineCatalog(renamed), kind, newKey).length === mentions.length;
  if (!isRight) {
    throw new CatalogEditError(
      `${quote(key)} was not renamed, because ${quote(newKey)} can't be written in all of its places: choose a key of letters, digits and hyphens.`,
    );
  }
  return replacements;
}

export function applyReplacements(text: string, replacements: readonly TextReplacement[]): string {
  return replacements.reduceRight(
    (result, { span: [start, end], text: now }) => result.slice(0, start) + now + result.slice(end),
    text,
  );
}

/** Writes a text in the quotes of the scalar that it replaces; a plain one gets quotes only if it needs them. */
export function scalarLike(old: string, text: string): string {
  if (old.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  if (old.startsWith('"')) return JSON.stringify(text);
  const { contents } = parseDocument(`{ ${text}: 0 }`);
  const [pair] = (contents as { items?: { key: unknown }[] } | null)?.items ?? [];
  return isScalar(pair?.key) && keyText(pair.key) === text ? text : JSON.stringify(text);
}

/** Escapes the key as the quotes around the reference need it. */
function keyInside(opening: string | undefined, key: string): string {
  if (opening === '"') return JSON.stringify(key).slice(1, -1);
  return opening === "'" ? key.replaceAll("'", "''") : key;
}
