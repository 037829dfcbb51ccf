/**
 * The page that shows a report. The renderer escapes the service's text already; the page's policy is a second defence:
 * no script runs, nothing is loaded and no form is sent, whatever the HTML holds.
 */

export function reportPage(html: string, nonce: string): string {
  const policy = [
    "default-src 'none'",
    // Columns of tables are aligned by a style attribute.
    `style-src-elem 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${html}
</main>
</body>
</html>
`;
}

/** Colours and fonts are the theme's, for light, dark and high contrast. */
const style = `
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
`;
