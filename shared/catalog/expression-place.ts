/** Where in the text of `callboard.yml` a place of one of its expressions is, however the expression is written there. */

import { Scalar } from "yaml";
import type { Location } from "./catalog.ts";
import { parseCatalog, spanOf } from "./document.ts";
import { Reader } from "./reader.ts";

/** Undefined where there is no such expression. Without `at` it is all of it, as far as its first line. */
export function expressionPlace(
  text: string,
  file: string,
  expression: "cases" | "pass-when",
  at?: number,
): Location | undefined {
  const document = parseCatalog(text, file);
  const reader = new Reader(document);
  if (document.root !== null) reader.json(document.root, []);
  const written = reader.texts.find(({ path }) => path.join("\n") === `report\n${expression}`);
  if (written === undefined) return undefined;
  const { positions } = document;
  const [start, end] = spanOf(written.node);
  if (at === undefined) return positions.locate(positions.firstLineOf([start, end]));
  const place = start + placeIn(document.text.slice(start, end), written.node, at);
  // At the end of a line there is nothing to underline but what is before it.
  const isAtEnd = place >= end || /\s/.test(document.text[place] ?? "");
  return positions.locate(isAtEnd ? [Math.max(start, place - 1), place] : [place, place + 1]);
}

/** Each character of a value is found in its source, between the quotes, escapes and indentation that are not of it. */
function placeIn(source: string, { value, type }: Scalar<string>, at: number): number {
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  let place = isBlock ? source.indexOf("\n") + 1 : 0;
  for (const [index, character] of [...value].entries()) {
    const isSpace = /\s/.test(character);
    let found = place;
    while (found < source.length && !(isSpace ? /\s/.test(source[found] ?? "") : source[found] === character))
      found++;
    if (index >= at) return found;
    if (found < source.length) place = found + 1;
  }
  return place;
}
