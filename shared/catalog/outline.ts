/** Finds the records, fields and references of `callboard.yml` in its text, for the editor's language features. */

import { isMap, type Node, type Scalar } from "yaml";
import type { Kind } from "../service/operations.ts";
import { kindOfHeading } from "./catalog.ts";
import { parseCatalog, spanOf } from "./document.ts";
import { Layout } from "./layout.ts";
import type { Span } from "./positions.ts";
import { locateReferences } from "./records.ts";
import { type MapEntry, YamlReader } from "./yaml-reader.ts";

/** An entry of a map: its key's text, and the spans of its key and of the whole entry. */
interface WrittenEntry {
  readonly name: string;
  readonly keySpan: Span;
  readonly span: Span;
}

export interface WrittenRecord extends WrittenEntry {
  readonly kind: Kind;
  /** The spans of the values of `id`, `project` and so on. */
  readonly values: ReadonlyMap<string, Span>;
  readonly fields: readonly WrittenEntry[];
}

/** A place that names a record: `${{ kind.key }}`, or the value of `project`. */
export interface Mention {
  readonly kind: Kind;
  readonly key: string;
  /** The span of the key's text. Undefined if escapes or line breaks hide it. */
  readonly span: Span | undefined;
  readonly type: "reference" | "project";
  /** The first character of the value, which shows how it is quoted. */
  readonly opening: string | undefined;
}

export interface CatalogOutline {
  readonly headings: readonly (WrittenEntry & {
    readonly kind: Kind;
    readonly records: readonly WrittenRecord[];
  })[];
  readonly mentions: readonly Mention[];
}

/** All spans count from the start of the text, which has no byte order mark. */
export function outlineCatalog(text: string): CatalogOutline {
  const document = parseCatalog(text, "");
  const layout = new Layout(document.text, document.root, false);
  const reader = new YamlReader(document);
  const entriesOf = (node: Node | null): MapEntry[] =>
    (node && reader.readNode(node, [], plain => (isMap(plain) ? reader.entries(plain, []) : undefined))) ??
    [];
  const written = ({ key, keyNode, value }: MapEntry): WrittenEntry => {
    const keySpan = spanOf(keyNode);
    return { name: key, keySpan, span: [keySpan[0], Math.max(keySpan[1], layout.nodeEnd(value))] };
  };
  const mentions = new Map<number, Mention>();
  const headings = entriesOf(document.root).flatMap(heading => {
    const kind = kindOfHeading(heading.key);
    if (kind === undefined) return [];
    const records = entriesOf(heading.value).map((entry): WrittenRecord => {
      const parts = entriesOf(entry.value);
      const fields = parts.find(({ key }) => key === "fields")?.value ?? null;
      for (const mention of mentionsIn(parts, document.text, reader)) {
        // An alias repeats a mention, which is written only once.
        mentions.set(mention.span?.[0] ?? -1 - mentions.size, mention);
      }
      return {
        ...written(entry),
        kind,
        values: new Map(parts.map(({ key, value }) => [key, spanOf(value)])),
        fields: entriesOf(fields).map(written),
      };
    });
    return [{ ...written(heading), kind, records }];
  });
  return { headings, mentions: [...mentions.values()] };
}

function* mentionsIn(parts: readonly MapEntry[], text: string, reader: YamlReader): Iterable<Mention> {
  for (const { key: part, value } of parts) {
    if (part === "project" || part === "fields") {
      const seen = reader.texts.length;
      reader.json(value, []);
      for (const { node } of reader.texts.slice(seen)) {
        if (part === "fields") yield* referencesOf(node, text);
        else
          yield {
            kind: "project",
            key: node.value,
            span: spanOf(node),
            type: "project",
            opening: text[spanOf(node)[0]],
          };
      }
    }
  }
}

function* referencesOf(node: Scalar<string>, text: string): Iterable<Mention> {
  for (const { reference, span, isExact } of locateReferences(node, text)) {
    const kind = kindOfHeading(reference.heading);
    if (kind === undefined) continue;
    const { source, key } = reference;
    const start = span[0] + source.indexOf(key, source.indexOf(".") + 1);
    const opening = text[spanOf(node)[0]];
    yield { kind, key, span: isExact ? [start, start + key.length] : undefined, type: "reference", opening };
  }
}

export type CatalogPlace =
  | {
      readonly type: "record" | Mention["type"];
      readonly kind: Kind;
      readonly key: string;
      readonly span: Span;
    }
  | {
      readonly type: "field";
      readonly record: WrittenRecord;
      readonly name: string;
      readonly span: Span;
    };

export function placeAt({ headings, mentions }: CatalogOutline, offset: number): CatalogPlace | undefined {
  const isAt = (span: Span | undefined) => span !== undefined && span[0] <= offset && offset <= span[1];
  const mention = mentions.find(({ span }) => isAt(span));
  if (mention?.span !== undefined) return { ...mention, span: mention.span };
  const heading = headings.find(({ span }) => isAt(span));
  const record = heading?.records.find(({ span }) => isAt(span));
  if (record === undefined) return undefined;
  const { kind, name: key, keySpan, fields } = record;
  if (isAt(keySpan)) return { type: "record", kind, key, span: keySpan };
  const field = fields.find(each => isAt(each.keySpan));
  return field && { type: "field", record, name: field.name, span: field.keySpan };
}

export function findWrittenRecord(
  { headings }: CatalogOutline,
  kind: Kind,
  key: string,
): WrittenRecord | undefined {
  return headings.find(heading => heading.kind === kind)?.records.find(({ name }) => name === key);
}

export function mentionsOf({ mentions }: CatalogOutline, kind: Kind, key: string): Mention[] {
  return mentions.filter(mention => mention.kind === kind && mention.key === key);
}
