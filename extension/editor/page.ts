/**
 * The HTML of Callboard's pages. Callers escape every text that is not Callboard's own. The content security policy is a
 * second defence: a page loads nothing, sends no form, and runs only its own `script`.
 */

import { clean, withEntities } from "../../shared/report/text.ts";

interface Page {
  readonly body: string;
  readonly style: string;
  /** Not escaped, so it must not contain text of a response. */
  readonly script?: string;
}

export function renderPage({ body, style, script }: Page): string {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    `style-src-elem 'nonce-${nonce}'`,
    // The tables of reports align their columns with style attributes.
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
${body}
</main>${script === undefined ? "" : `\n<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`;
}

/** Makes any text safe inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return withEntities(clean(text), /[&<>"']/g);
}
