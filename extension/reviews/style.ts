/** How the page of a review looks, beside what all pages have. */

export const reviewStyle = `
main { max-width: 48rem; }
.top { display: flex; justify-content: space-between; align-items: center; gap: 1em; margin-bottom: 1em; min-height: 2em; }
.steps { display: flex; gap: 0.5em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15em 1em; margin: 0 0 0.75em; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; }
.text { white-space: pre-wrap; }
.outcome { font-weight: 600; }
.outcome.failed { color: var(--vscode-errorForeground); }
.conversation { border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-widget-border));
  padding-inline-start: 1em; }
.conversation p { margin: 0 0 0.4em; }
.conversation b { margin-inline-end: 0.4em; }
details { margin: 1.25em 0; }
details dl { margin-top: 0.6em; }
.others { gap: 1.5em; margin-top: -0.25em; }
`;
