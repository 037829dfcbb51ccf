/** Finds what can be written at an offset of `callboard.yml`, also while the text there is incomplete. */

import { isCollection, isMap, isScalar, visit } from "yaml";
import type { JsonValue } from "../json.ts";
import { kindOfHeading } from "./catalog.ts";
import { keyText, parseCatalog } from "./document.ts";
import { Layout, nodeFor, type ParsedPair } from "./layout.ts";
import type { Span } from "./positions.ts";
import { catalogShape, type Shape, type ShapePart } from "./shape.ts";
import type { YamlPath } from "./yaml-reader.ts";

/** `span` is the text that a suggestion replaces. */
export type CompletionPlace = { readonly span: Span } & (
  | { readonly type: "heading"; readonly closing: string }
  /** The key of a reference; `closing` is what the reference lacks at its end. */
  | { readonly type: "reference"; readonly heading: string; readonly closing: string }
  | {
      readonly type: "key";
      readonly path: YamlPath;
      readonly present: readonly string[];
      readonly colon: string;
    }
  | { readonly type: "value"; readonly path: YamlPath; readonly inFlow: boolean }
);

const marker = "callboard_cursor";

export function completionPlaceAt(text: string, offset: number): CompletionPlace | undefined {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = endOfLine(text, offset);
  const before = text.slice(lineStart, offset);
  const behind = text.slice(offset, lineEnd);
  return referencePlace(before, behind, offset) ?? entryPlace(text, before, behind, offset);
}

function endOfLine(text: string, offset: number): number {
  const end = text.slice(offset).search(/\r?\n/);
  return end === -1 ? text.length : offset + end;
}

function referencePlace(before: string, behind: string, offset: number): CompletionPlace | undefined {
  const open = before.lastIndexOf("${{");
  if (open === -1 || before.indexOf("}}", open) !== -1) return undefined;
  const closing = behind.includes("}}") ? "" : " }}";
  const inside = before.slice(open + 3).trimStart();
  const dot = inside.indexOf(".");
  const [rest = ""] = /^[^\s.{}"']*/.exec(behind) ?? [];
  if (dot === -1) return { type: "heading", closing, span: [offset - inside.length, offset + rest.length] };
  const typed = inside.slice(dot + 1).trimStart();
  const heading = inside.slice(0, dot).trim();
  return { type: "reference", heading, closing, span: [offset - typed.length, offset + rest.length] };
}

/** Replaces the word at the cursor with a marker, and looks where the marker is in the parsed text. */
function entryPlace(
  text: string,
  before: string,
  behind: string,
  offset: number,
): CompletionPlace | undefined {
  if (/(^|\s)#/.test(before)) return undefined;
  const typed = before.slice(wordStart(before));
  const [rest = ""] = /^[^\s,{}[\]:"'#]*/.exec(behind) ?? [];
  const span: Span = [offset - typed.length, offset + rest.length];
  const isValue = isValueAfter(before.slice(0, before.length - typed.length));
  const colon = /^["']?\s*:/.test(behind.slice(rest.length)) ? "" : ": ";
  const inserted = isValue || colon === "" ? marker : `${marker}: 0`;
  const document = parseCatalog(text.slice(0, span[0]) + inserted + text.slice(span[1]), "");
  let found: CompletionPlace | undefined;
  if (document.root === null) return undefined;
  visit(document.root, {
    Scalar(key, node, parents) {
      if (node.value !== marker) return undefined;
      const path = pathOf([...parents, node]);
      const map = parents.at(-2);
      const inFlow = parents.some(parent => isCollection(parent) && parent.flow === true);
      if (key !== "key") found = { type: "value", path, inFlow, span };
      else if (isMap(map)) {
        const present = map.items.flatMap(pair => keyText(pair.key) ?? []).filter(name => name !== marker);
        found = { type: "key", path: path.slice(0, -1), present, colon, span };
      }
      return visit.BREAK;
    },
  });
  return found;
}

function wordStart(before: string): number {
  let start = before.length;
  while (start > 0 && /[^\s,{}[\]:"']/.test(before[start - 1] ?? "")) start--;
  return start;
}

function isValueAfter(before: string): boolean {
  const head = before.replace(/["']$/, "").trimEnd();
  if (head.endsWith("[")) return true;
  if (head.endsWith(":")) return head.length < before.length;
  const isInList = before.lastIndexOf("[") > Math.max(before.lastIndexOf("{"), before.lastIndexOf("]"));
  return head.endsWith(",") && isInList;
}

function pathOf(parents: readonly unknown[]): YamlPath {
  return parents.flatMap((parent, index): (string | number)[] => {
    const { key, items } = parent as Partial<ParsedPair> & { items?: unknown[] };
    if (key !== undefined) return [keyText(key) ?? ""];
    const at = isMap(parent) ? -1 : (items?.indexOf(parents[index + 1]) ?? -1);
    return at === -1 ? [] : [at];
  });
}

/** The keys that the catalog's shape knows at the path, with their meanings. */
export function knownKeys(path: YamlPath): ReadonlyMap<string, string> {
  const shape = shapeAt(path);
  const parts: [string, ShapePart][] = shape?.is === "object" ? Object.entries(shape.parts) : [];
  return new Map(parts.map(([key, part]) => [key, part.shape.about]));
}

/** The words that the catalog's shape knows as values at the path. */
export function knownWords(path: YamlPath): readonly string[] {
  const shape = shapeAt(path);
  if (shape?.is === "flag") return ["true", "false"];
  return shape?.is === "word" ? shape.words : [];
}

function shapeAt(path: YamlPath): Shape | undefined {
  return path.reduce<Shape | undefined>((shape, step) => {
    if (shape?.is === "object")
      return Object.hasOwn(shape.parts, step) ? shape.parts[step]?.shape : undefined;
    return shape?.is === "entries" || shape?.is === "list" ? shape.of : undefined;
  }, catalogShape);
}

/** Where in a record's fields the path leads; undefined outside of fields. */
export function fieldsPathOf(path: YamlPath) {
  const [heading, key, part, ...inFields] = path;
  const kind = kindOfHeading(String(heading));
  if (kind === undefined || key === undefined || part !== "fields") return undefined;
  return { kind, key: String(key), path: inFields };
}

export function writeValue(value: JsonValue, inFlow: boolean): string {
  const node = nodeFor(value);
  return new Layout("", null, false).value(node, inFlow || !isScalar(node)).trim();
}
