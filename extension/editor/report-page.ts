/** The HTML page of a report: the rendered Markdown with icons instead of emoji, and with buttons beside the cases. */

import { escapeHtml, renderPage } from "./page.ts";
import { iconHtml, iconStyle, type PageIcon } from "./page-icons.ts";
import { commonStyle } from "./page-style.ts";

export interface CaseOnPage {
  /** The index among the report's tests. */
  readonly index: number;
  readonly isFailed: boolean;
  readonly isChosen: boolean;
  /** Whether the page is drawn again, and stays where the person has scrolled to. */
  readonly isKept: boolean;
  readonly buttons: readonly CaseButton[];
}

export interface CaseButton {
  readonly action: CaseAction;
  readonly title: string;
}

const actionIcons = {
  review: "review",
  run: "run",
  next: "next",
  copy: "copy",
  open: "file",
} as const satisfies Record<string, PageIcon>;
/** `next` goes to the next failure on the page. The extension carries out the others. */
export type CaseAction = keyof typeof actionIcons;

/** The message of a pressed button. */
export interface CaseMessage {
  /** The page's `newPageKey`, which no text of a response can contain. */
  readonly page: string;
  readonly action: Exclude<CaseAction, "next">;
  readonly index: number;
}

/** A random text that marks the cases in the Markdown and the messages of the page. */
export function newPageKey(): string {
  return `callboard${crypto.randomUUID().replaceAll("-", "")}`;
}

export function caseAnchor(page: string, index: number): string {
  return `${caseAnchorStart(page)}${index}x`;
}

function caseAnchorStart(page: string): string {
  return `${page}x`;
}

export function reportPage(html: string, page: string, cases: readonly CaseOnPage[]): string {
  const byIndex = new Map(cases.map(each => [each.index, each]));
  const [start = "", ...parts] = withIcons(html).split(caseAnchorStart(page));
  const atCases = parts.map(part => {
    const end = part.indexOf("x");
    const found = byIndex.get(Number(part.slice(0, end)));
    return (found === undefined ? "" : caseHtml(found, page)) + part.slice(end + 1);
  });
  const body = start + atCases.join("");
  const style = commonStyle + iconStyle + caseStyle;
  return renderPage({ body, style, ...(cases.length > 0 && { script }) });
}

function caseHtml({ index, isFailed, isChosen, isKept, buttons }: CaseOnPage, page: string): string {
  const toolbar = buttons.map(({ action, title }) => {
    const label = escapeHtml(title);
    return `<button data-page="${page}" data-action="${action}" data-index="${index}" title="${label}" aria-label="${label}">${iconHtml(actionIcons[action])}</button>`;
  });
  const id = isChosen ? ` id="case"${isKept ? " data-kept" : ""}` : "";
  return `<span class="case"${id}${isFailed ? " data-failed" : ""}>${toolbar.join("")}</span>`;
}

const emoji: Readonly<Record<string, PageIcon>> = {
  "🔴": "failed",
  "🟢": "passed",
  "🟡": "other",
  "⚪": "skipped",
  "🟥": "failed",
  "🟩": "passed",
  "🟨": "other",
  "⬜": "skipped",
};

/**
 * Without the marks by which VS Code's preview follows its editor. For `dir="auto"` Chromium looks at a whole list again
 * for each element that it reads, and so takes twelve seconds for 20,000 cases.
 */
function withoutMarks(tag: string): string {
  return tag
    .replace(/ data-line="\d+"/, "")
    .replace(' class="code-line"', "")
    .replace(' dir="auto"', "");
}

/** Leaves quoted responses as they are. */
function withIcons(html: string): string {
  let isQuoted = false;
  return html.replace(/<[^<>]*>|[🔴🟢🟡⚪🟥🟩🟨⬜]/gu, found => {
    if (found.startsWith("<pre")) isQuoted = true;
    if (found === "</pre>") isQuoted = false;
    if (found.startsWith("<")) return withoutMarks(found);
    const icon = emoji[found];
    if (isQuoted || icon === undefined) return found;
    return `<span role="img" aria-label="${icon}">${iconHtml(icon)}</span>`;
  });
}

const caseStyle = `
main :is(p, li, td, th, h3, h4, summary) { unicode-bidi: plaintext; }
h3 .icon, h4 .icon { width: 1em; height: 1em; vertical-align: -0.12em; }
.case { float: inline-end; display: inline-flex; gap: 0.1em; margin-inline-start: 0.5em; scroll-margin-top: 1.25rem; }
.case button { font: inherit; line-height: 1; padding: 0.2em; border: 1px solid transparent; border-radius: 4px; cursor: pointer;
  color: var(--vscode-icon-foreground, currentColor); background: none; }
.case button:hover { background: var(--vscode-toolbar-hoverBackground); border-color: var(--vscode-contrastBorder, transparent); }
.case button:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
*:has(> #case) { background: var(--vscode-editor-findMatchHighlightBackground, transparent);
  outline: 1px solid var(--vscode-focusBorder); outline-offset: 6px; }
`;

/** Opens the folds around the chosen case and scrolls to it unless the page is drawn again, sends pressed buttons, and goes to the next failure (N). */
const script = `
const api = acquireVsCodeApi();
const show = element => {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (!("kept" in element.dataset)) element.scrollIntoView();
  delete element.dataset.kept;
};
let chosen = document.getElementById("case");
if (chosen) show(chosen);
const showNextFailure = from => {
  const failures = [...document.querySelectorAll("[data-failed]")];
  const follows = element => !from || from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = failures.find(follows) ?? failures[0];
  if (!next) return;
  chosen?.removeAttribute("id");
  chosen = next;
  chosen.id = "case";
  show(chosen);
  chosen.querySelector('[data-action="next"]')?.focus({ preventScroll: true });
};
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-action]");
  if (!button) return;
  const { page, action, index } = button.dataset;
  if (action === "next") showNextFailure(button.closest(".case"));
  else api.postMessage({ page, action, index: Number(index) });
});
document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, repeat }) => {
  if (key.toLowerCase() === "n" && !ctrlKey && !metaKey && !altKey && !repeat) showNextFailure(chosen);
});
`;
