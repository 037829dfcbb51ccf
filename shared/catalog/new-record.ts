/** Writes a new record with its first fields or none, and finds the place in it where a person goes on writing. */

import type { Kind } from "../service/operations.ts";
import type { CatalogRecord } from "./catalog.ts";
import { addRecord } from "./edit.ts";
import { lineBreakOf } from "./layout.ts";
import { findWrittenRecord, outlineCatalog } from "./outline.ts";
import type { Span } from "./positions.ts";

export interface TextWithCursor {
  readonly text: string;
  readonly cursor: number;
}

/** In block style the cursor is on an indented line under `fields:`, in flow style between its braces. */
export function startRecord(
  source: string,
  kind: Kind,
  key: string,
  { fields = {}, ...record }: Partial<Pick<CatalogRecord, "name" | "project" | "fields">>,
): TextWithCursor {
  const text = addRecord(source, kind, key, { ...record, fields });
  const [start, end] = findWrittenRecord(outlineCatalog(text), kind, key)?.values.get("fields") ?? [0, 0];
  const lineStart = text.lastIndexOf("\n", start) + 1;
  if (Object.keys(fields).length > 0) return withNextField(text, [start, end], text.slice(lineStart, start));
  const indent = /^([ \t]*)fields: $/.exec(text.slice(lineStart, start))?.[1];
  if (indent === undefined) return { text, cursor: start + 1 };
  const line = `${lineBreakOf(text)}${indent}${indentStep(indent)}`;
  // The space behind the colon goes, because nothing follows it on its line.
  return { text: text.slice(0, start - 1) + line + text.slice(end), cursor: start - 1 + line.length };
}

/** Behind the last field, on a line of its own unless the fields are in braces. */
function withNextField(text: string, [start, end]: Span, indent: string): TextWithCursor {
  const written = text.slice(start, end).trimEnd();
  const isInBraces = written.endsWith("}");
  const at = start + (isInBraces ? written.slice(0, -1).trimEnd() : written).length;
  const next = isInBraces ? ", " : `${lineBreakOf(text)}${indent}`;
  return { text: text.slice(0, at) + next + text.slice(at), cursor: at + next.length };
}

/** A record's parts are two steps deep. */
function indentStep(indent: string): string {
  return indent.slice(0, Math.max(1, Math.floor(indent.length / 2)));
}
