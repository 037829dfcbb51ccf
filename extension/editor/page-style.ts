/** The styles of Callboard's pages. They are in the report bundle, because the extension's start does not need them. */

export const commonStyle = `
body { padding: 0; }
main {
  max-width: 62rem;
  margin: 0 auto;
  padding: 1.25rem 1.75rem 3rem;
  font: 14px/1.6 var(--vscode-markdown-font-family, var(--vscode-font-family));
  overflow-wrap: anywhere;
}
h3 { font-size: 1.5em; font-weight: 600; line-height: 1.3; margin: 0 0 0.5em; }
h4 { font-size: 1.1em; font-weight: 600; margin: 2em 0 0.75em; padding-bottom: 0.3em;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); }
p { margin: 0 0 0.75em; }
table { border-collapse: collapse; width: 100%; margin: 1em 0; }
th, td { text-align: start; vertical-align: top; padding: 0.45em 0.8em;
  border: 1px solid var(--vscode-widget-border, var(--vscode-editorWidget-border, currentColor)); }
th:first-child, td:first-child { white-space: nowrap; }
/* Without it, a long text in the last column squeezes "batch: name" until it breaks inside a word. */
td:nth-child(2) { min-width: 8rem; }
th { font-weight: 600; background: var(--vscode-keybindingTable-headerBackground); }
blockquote { margin: 0 0 1.25em; padding: 0.15em 1em;
  border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-widget-border));
  background: var(--vscode-textBlockQuote-background); }
code { font-family: var(--vscode-editor-font-family, monospace); font-size: 0.92em; padding: 0.1em 0.3em; border-radius: 3px;
  color: var(--vscode-textPreformat-foreground); background: var(--vscode-textPreformat-background); }
pre { background: var(--vscode-textCodeBlock-background); padding: 0.9em 1.1em; border-radius: 4px; overflow: auto;
  overflow-wrap: normal; }
pre code { color: inherit; background: none; padding: 0; }
sub { vertical-align: baseline; font-size: 0.9em; color: var(--vscode-descriptionForeground); }
details { margin: 1.25em 0; }
summary { cursor: pointer; font-weight: 600; }
summary:focus-visible, a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
ul { padding-inline-start: 1.5em; }
a { color: var(--vscode-textLink-foreground); }
@media (max-width: 32rem) {
  main { padding-inline: 1rem; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  tr { padding: 0.6em 0; border-top: 1px solid var(--vscode-widget-border, var(--vscode-editorWidget-border, currentColor)); }
  td { border: 0; padding: 0 0 0.2em; }
}
`;

export const controlStyle = `
.control { margin: 0 0 1em; }
.control > label, legend { display: block; font-weight: 600; margin: 0 0 0.25em; padding: 0; }
label small, legend small { font-weight: 400; color: var(--vscode-descriptionForeground); }
fieldset { border: 0; margin: 0; padding: 0; }
input:not([type=checkbox]), textarea, select { box-sizing: border-box; width: 100%; max-width: 44rem;
  font: inherit; padding: 0.35em 0.5em; border-radius: 2px; color: var(--vscode-input-foreground);
  background: var(--vscode-input-background);
  border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, var(--vscode-contrastBorder, transparent))); }
select { color: var(--vscode-dropdown-foreground); background: var(--vscode-dropdown-background);
  border-color: var(--vscode-dropdown-border, var(--vscode-contrastBorder, transparent)); }
textarea { resize: vertical; display: block; }
.code { font-family: var(--vscode-editor-font-family, monospace); }
input[type=checkbox] { color: inherit; accent-color: var(--vscode-contrastBorder, var(--vscode-button-background)); margin: 0 0.4em 0 0; vertical-align: -0.1em; }
.boxes { max-width: 44rem; max-height: 12rem; overflow-y: auto; box-sizing: border-box; padding: 0.4em 0.6em;
  border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)));
  background: var(--vscode-input-background); }
.boxes label { display: block; padding: 0.1em 0; }
:is(input, textarea, select, button, h1):focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
h1:focus-visible { outline: none; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6em; align-items: center; margin: 1.25em 0; }
button { font: inherit; overflow-wrap: normal; white-space: nowrap; padding: 0.35em 0.9em; border-radius: 2px; cursor: pointer;
  border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); }
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
button.primary { border-color: var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button.primary:hover { background: var(--vscode-button-hoverBackground); }
button.link { border: 0; padding: 0; background: none; color: var(--vscode-textLink-foreground); }
button.link:hover { background: none; text-decoration: underline; }
button:disabled { opacity: 0.5; cursor: default; }
kbd { font: 0.85em var(--vscode-editor-font-family, monospace); padding: 0 0.35em; margin-inline-start: 0.5em;
  border-radius: 3px; border: 1px solid currentColor; box-shadow: none;
  color: inherit; background: none; }
.notice { margin: 0 0 1.25em; padding: 0.6em 0.9em; max-height: 5.5em; overflow-y: auto; border-inline-start: 3px solid var(--vscode-textLink-foreground);
  background: var(--vscode-textBlockQuote-background); }
.notice.failed { border-color: var(--vscode-errorForeground); }
.quiet { color: var(--vscode-descriptionForeground); }
h1 { font-size: 1.6em; font-weight: 600; line-height: 1.3; margin: 0 0 0.4em; }
h2 { font-size: 1.05em; font-weight: 600; margin: 1.75em 0 0.5em; }
`;

export const reviewStyle = `
main { max-width: 48rem; }
.top { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 1em; margin-bottom: 1em; min-height: 2em; }
.steps { display: flex; flex-wrap: wrap; gap: 0.5em; }
p .steps { display: inline-flex; gap: 1em; margin-inline-start: 0.75em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15em 1em; margin: 0 0 0.75em; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; }
.text { white-space: pre-wrap; }
.outcome { font-weight: 600; }
.metrics { list-style: none; padding: 0; margin: 0 0 0.75em; }
.outcome.failed { color: var(--vscode-errorForeground); }
.conversation { border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-widget-border));
  padding-inline-start: 1em; }
.conversation p { margin: 0 0 0.4em; }
.conversation b { margin-inline-end: 0.4em; }
details { margin: 1.25em 0; }
details dl { margin-top: 0.6em; }
button:is(.passed, .failed) { border-width: 1px; border-style: solid; }
button.passed { border-color: var(--vscode-testing-iconPassed); }
button.failed { border-color: var(--vscode-testing-iconFailed); border-style: dashed; }
button .icon { margin-inline-end: 0.4em; }
main:not([data-calm]) [data-decides] { opacity: 0.5; }
.pace > .early, .pace > .wait, main:not([data-calm]) .pace > .now, main[data-early] .pace > .now { display: none; }
main:not([data-calm]):not([data-early]) .pace > .wait, main[data-early] .pace > .early { display: inline; }
main[data-early] .pace > .early { font-weight: 600; color: var(--vscode-foreground); }
.others { gap: 1.5em; margin-top: -0.25em; }
`;
