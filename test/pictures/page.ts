/** Renders Markdown as a page in GitHub's style, which contains its styles and loads nothing. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

export interface GitHubPage {
  readonly title: string;
  readonly markdown: string;
  /** `auto` follows the reader's system. */
  readonly theme: "light" | "dark" | "auto";
}

const stylesheets = {
  light: "github-markdown-css/github-markdown-light.css",
  dark: "github-markdown-css/github-markdown-dark.css",
  auto: "github-markdown-css/github-markdown.css",
} as const;

export function githubPage({ title, markdown, theme }: GitHubPage): string {
  const style = readFileSync(createRequire(import.meta.url).resolve(stylesheets[theme]), "utf8");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === "auto" ? "light dark" : theme}">
<title>${title.replace(/[&<]/g, character => `&#${character.charCodeAt(0)};`)}</title>
<style>
${style}
body { margin: 0; }
.markdown-body { box-sizing: border-box; max-width: 1012px; margin: 0 auto; padding: 24px; }
@media (max-width: 767px) { .markdown-body { padding: 16px; } }
</style>
</head>
<body class="markdown-body">
${githubHtml(markdown)}
</body>
</html>
`;
}

/** Renders our own Markdown; its HTML is trusted and kept. */
export function githubHtml(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}
