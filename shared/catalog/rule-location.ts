/** Locates a rule for reading, or one character of its expression, in the text of `callboard.yml`. */

import { Scalar } from "yaml";
import type { Location } from "./catalog.ts";
import { type CatalogDocument, parseCatalog, spanOf } from "./document.ts";
import { YamlReader } from "./yaml-reader.ts";

/**
 * `rulePath` leads from `report` to the rule. Gives undefined if the catalog has no such rule, and on a line with a YAML
 * problem, which changes the rule. `at` counts the expression's characters from 0; without `at`, the location is the rule's
 * first line.
 */
export function locateRule(
  text: string,
  file: string,
  rulePath: readonly string[],
  at?: number,
): Location | undefined {
  const document = parseCatalog(text, file);
  const reader = new YamlReader(document);
  if (document.root !== null) reader.json(document.root, []);
  const written = reader.texts.find(({ path }) => path.join("\n") === ["report", ...rulePath].join("\n"));
  if (written === undefined) return undefined;
  const location = locateInRule(document, written.node, at);
  return document.problems.some(({ line }) => line === location.line) ? undefined : location;
}

export function locateInRule(document: CatalogDocument, node: Scalar<string>, at?: number): Location {
  const { positions } = document;
  const [start, end] = spanOf(node);
  if (at === undefined) return positions.locate(positions.firstLineOf([start, end]));
  const offset = start + sourceOffset(document.text.slice(start, end), node, at);
  // A space or a line's end can't be underlined visibly, so the character before it is underlined.
  const isAtEnd = offset >= end || /\s/.test(document.text[offset] ?? "");
  return positions.locate(isAtEnd ? [Math.max(start, offset - 1), offset] : [offset, offset + 1]);
}

function sourceOffset(source: string, { value, type }: Scalar<string>, at: number): number {
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  let offset = isBlock ? source.indexOf("\n") + 1 : 0;
  for (const [index, character] of [...value].entries()) {
    const isSpace = /\s/.test(character);
    let found = offset;
    while (found < source.length && !(isSpace ? /\s/.test(source[found] ?? "") : source[found] === character))
      found++;
    if (index >= at) return found;
    if (found < source.length) offset = found + 1;
  }
  return offset;
}
