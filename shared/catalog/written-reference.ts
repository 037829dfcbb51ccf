/** References as they are written in a text: `${{ kind.key }}`. */

import type { Span } from "./positions.ts";

/** It is not yet known whether it leads anywhere. */
export interface WrittenReference {
  /** Braces included. */
  readonly source: string;
  /** In the text that holds it. */
  readonly span: Span;
  readonly heading: string;
  readonly key: string;
}

export function referencesIn(text: string): WrittenReference[] {
  const references: WrittenReference[] = [];
  // Not by a regular expression: for each `${{` that is never closed it would search the whole text.
  for (let end = 0; ; ) {
    const start = text.indexOf("${{", end);
    const close = start === -1 ? -1 : text.indexOf("}}", start + 3);
    if (close === -1) return references;
    end = close + 2;
    const inside = text.slice(start + 3, close);
    const dot = inside.indexOf(".");
    const [heading, key] = dot === -1 ? [inside, ""] : [inside.slice(0, dot), inside.slice(dot + 1)];
    references.push({
      source: text.slice(start, end),
      span: [start, end],
      heading: heading.trim(),
      key: key.trim(),
    });
  }
}

/** Puts something else in the place of each reference. */
export function replaceReferences(text: string, replace: (reference: WrittenReference) => string): string {
  let result = "";
  let end = 0;
  for (const reference of referencesIn(text)) {
    result += text.slice(end, reference.span[0]) + replace(reference);
    end = reference.span[1];
  }
  return result + text.slice(end);
}
