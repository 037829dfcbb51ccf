/**
 * The icons of pages, as inline SVG: ten of them are a hundredth of VS Code's icon font. Their shapes differ, because not
 * everybody can tell their colours apart.
 */

import type { CaseStatus } from "../../shared/reading/reading.ts";

const circle = '<circle cx="8" cy="8" r="6.3"/>';

const statusShapes = {
  passed: `${circle}<path d="M5.2 8.3l2 2 3.8-4.4"/>`,
  failed: `${circle}<path d="M5.8 5.8l4.4 4.4m0-4.4l-4.4 4.4"/>`,
  skipped: `${circle}<path d="M3.6 12.4l8.8-8.8"/>`,
  pending: `${circle}<path d="M8 4.6V8l2.4 1.5"/>`,
  other: `${circle}<path d="M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2m0 2v.1"/>`,
} satisfies Record<CaseStatus, string>;

const shapes = {
  ...statusShapes,
  run: '<path d="M4.5 3.2l8 4.8-8 4.8z"/>',
  next: '<path d="M8 3v9.6M4 8.8l4 4 4-4"/>',
  copy: '<path d="M5.5 5.5h7.8v7.8H5.5z"/><path d="M10.5 5.5V2.7H2.7v7.8h2.8"/>',
  review: '<path d="M2.5 4.6l1.4 1.4 2.4-2.8M2.5 11l1.4 1.4 2.4-2.8M8.8 5h4.7M8.8 11.4h4.7"/>',
  file: '<path d="M3.5 1.9h5.6l3.4 3.4v8.8h-9z"/><path d="M9 2v3.4h3.4"/>',
};

export type PageIcon = keyof typeof shapes;

/** Hidden from screen readers, because a word beside the icon says the same. */
export function iconHtml(name: PageIcon): string {
  return `<svg class="icon ${name}" viewBox="0 0 16 16" aria-hidden="true">${shapes[name]}</svg>`;
}

export const iconStyle = `
.icon { width: 1.15em; height: 1.15em; vertical-align: -0.22em; fill: none; stroke: currentColor; stroke-width: 1.4;
  stroke-linecap: round; stroke-linejoin: round; }
.icon.passed { color: var(--vscode-testing-iconPassed); }
.icon.failed { color: var(--vscode-testing-iconFailed); }
.icon.pending, .icon.other { color: var(--vscode-testing-iconQueued); }
.icon.skipped { color: var(--vscode-testing-iconSkipped); }
[data-vscode-theme-kind^="vscode-high-contrast"] .icon { color: inherit; }
`;
