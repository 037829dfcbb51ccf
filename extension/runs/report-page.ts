/** The HTML page of a report, scrolled to a case if one was chosen. */

import { renderPage } from "../editor/page.ts";

/** A text that marks the chosen case in the Markdown. It is random, so that no response can contain it. */
export function newCaseAnchor(): string {
  return `callboard${crypto.randomUUID().replaceAll("-", "")}`;
}

export function reportPage(html: string, style: string, mark?: string): string {
  const at = mark === undefined ? -1 : html.indexOf(mark);
  if (mark === undefined || at < 0) return renderPage({ body: html, style });
  return renderPage({
    body: `${openFoldsAtEnd(html.slice(0, at))}<span id="case"></span>${html.slice(at + mark.length)}`,
    style: style + caseStyle,
    script,
  });
}

/** Opens each fold that is not closed before the end. */
function openFoldsAtEnd(html: string): string {
  const unclosed: number[] = [];
  for (const { 0: tag, index } of html.matchAll(/<\/?details>/g)) {
    if (tag === "<details>") unclosed.push(index);
    else unclosed.pop();
  }
  return unclosed.reduceRight(
    (text, index) => `${text.slice(0, index)}<details open>${text.slice(index + 9)}`,
    html,
  );
}

const caseStyle = `
#case { scroll-margin-top: 1.25rem; }
*:has(> #case) { background: var(--vscode-editor-findMatchHighlightBackground, transparent);
  outline: 1px solid var(--vscode-focusBorder); outline-offset: 6px; }
`;

/** Only a script can scroll a page in an editor. */
const script = `document.getElementById("case").scrollIntoView();`;
