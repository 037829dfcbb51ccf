/** The HTML page of a report, scrolled to a case if one was chosen. */

import { renderPage } from "../editor/page.ts";

/** A text that marks the chosen case in the Markdown. It is random, so that no response can contain it. */
export function newCaseAnchor(): string {
  return `callboard${crypto.randomUUID().replaceAll("-", "")}`;
}

export function reportPage(html: string, style: string, mark?: string): string {
  const at = mark === undefined ? -1 : html.indexOf(mark);
  if (mark === undefined || at < 0) return renderPage({ body: html, style });
  const opened = withOpenFolds(html.slice(0, at));
  return renderPage({
    body: `${opened}<span id="case"></span>${html.slice(at + mark.length)}`,
    style: style + caseStyle,
    script,
  });
}

/** Opens the folds that are not closed within the HTML, because the case after it is inside them. */
function withOpenFolds(html: string): string {
  const around: number[] = [];
  for (const { 0: tag, index } of html.matchAll(/<\/?details>/g)) {
    if (tag === "<details>") around.push(index);
    else around.pop();
  }
  return around.reduceRight(
    (text, fold) => `${text.slice(0, fold)}<details open>${text.slice(fold + "<details>".length)}`,
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
