/**
 * The pages that Callboard shows. Texts of others are escaped before they come into one; the page's policy is a second
 * defence: nothing is loaded, no form is sent, and no script runs but the one that is given here.
 */

import { clean, withEntities } from "../../shared/report/text.ts";

interface Page {
  readonly body: string;
  readonly style: string;
  /** A text of the extension's own, whole: nothing of a response is put into it. */
  readonly script?: string;
}

export function page({ body, style, script }: Page): string {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    `style-src-elem 'nonce-${nonce}'`,
    // Columns of a report's tables are aligned by a style attribute.
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

/** Any text, to stand in an element or in a quoted attribute. */
export function escaped(text: string): string {
  return withEntities(clean(text), /[&<>"']/g);
}
