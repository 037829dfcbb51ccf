/** The lines of a comment that are neither in a code fence nor in an HTML comment, as GitHub's Markdown has these. */

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Only for lines that begin in the first column: whatever such a line follows, it is in no list and no quote, so only
 * what began outside of these can hold it.
 */
export function textLines(text: string): TextLine[] {
  const all = text.split(/\r\n|\n|\r/);
  const closes = closesWithinParagraph(all);
  const lines: TextLine[] = [];
  let ends: ((line: string) => boolean) | undefined;
  for (const [index, line] of all.entries()) {
    if (ends) {
      if (!ends(line)) continue;
      ends = undefined;
    } else {
      ends = openedBy(line);
      if (ends === undefined) lines.push({ number: index + 1, text: line });
    }
    // Behind other text, or behind the end of the one before.
    const opensWithin = line.lastIndexOf("<!--") > line.lastIndexOf("-->");
    if (opensWithin && closes[index + 1]) ends ??= endsComment;
  }
  return lines;
}

const endsComment = (line: string) => line.includes("-->");

/** Of each line: whether a comment that is open there ends before the next empty line, else it is none. */
function closesWithinParagraph(lines: readonly string[]): boolean[] {
  const closes: boolean[] = [];
  let isClosed = false;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    isClosed = line.trim() !== "" && (isClosed || endsComment(line));
    closes[at] = isClosed;
  }
  return closes;
}

/** How that which a line opens will end; nothing where it opens nothing. */
function openedBy(line: string): ((line: string) => boolean) | undefined {
  const [, fence, info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
  if (fence !== undefined) {
    const mark = fence.charAt(0);
    // With a backtick behind them, backticks are code within a line.
    if (mark === "`" && info.includes("`")) return undefined;
    const end = new RegExp(`^ {0,3}${mark}{${fence.length},}[ \\t]*$`);
    return line => end.test(line);
  }
  const [, comment] = /^ {0,3}<!--(.*)$/s.exec(line) ?? [];
  return comment === undefined || comment.includes("-->") ? undefined : endsComment;
}
