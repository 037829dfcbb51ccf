/** Finds and replaces references in a text: `${{ kind.key }}`. */

import type { Span } from "./positions.ts";

/** A reference as written in a text, even if no such record exists. */
export interface WrittenReference {
  readonly source: string;
  readonly span: Span;
  readonly heading: string;
  readonly key: string;
}

export function referencesIn(text: string): WrittenReference[] {
  const references: WrittenReference[] = [];
  // A regular expression would search the whole text for each `${{` that is never closed.
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

export function replaceReferences(text: string, replace: (reference: WrittenReference) => string): string {
  let result = "";
  let end = 0;
  for (const reference of referencesIn(text)) {
    result += text.slice(end, reference.span[0]) + replace(reference);
    end = reference.span[1];
  }
  return result + text.slice(end);
}
