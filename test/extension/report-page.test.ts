/** The HTML of a report's page. Its script is tested in a real editor. */

import { expect, test } from "vitest";
import { caseAnchor, newPageKey, reportPage } from "../../extension/editor/report-page.ts";

const page = newPageKey();
const failed = { index: 3, isFailed: true, isChosen: true, isKept: false, buttons: [] };

test("a case has its buttons where its anchor was, and a title of the service is only text", () => {
  const html = `<ul><li>${caseAnchor(page, 3)}<strong>Pays</strong></li></ul>`;
  const buttons = [{ action: "open", title: 'Open "><b>' }] as const;
  const shown = reportPage(html, page, [{ ...failed, buttons }]);
  expect(shown).toContain('<ul><li><span class="case" id="case" data-failed><button ');
  expect(shown).toContain(
    `data-page="${page}" data-action="open" data-index="3" title="Open &quot;&gt;&lt;b&gt;" aria-label="Open &quot;&gt;&lt;b&gt;"><svg`,
  );
  expect(shown).toContain("script-src 'nonce-");
});

test("a page that is drawn again doesn't scroll to its chosen case", () => {
  const shown = reportPage(caseAnchor(page, 3), page, [{ ...failed, isKept: true }]);
  expect(shown).toContain('<span class="case" id="case" data-kept data-failed>');
});

test("a page without such cases has no script, and an anchor of another page stays text", () => {
  const shown = reportPage(`<p>${caseAnchor(newPageKey(), 3)} ${caseAnchor(page, 9)}</p>`, page, []);
  expect(shown).not.toContain("<script");
  expect(shown).toMatch(/<p>callboard\w+ <\/p>/);
});

test("the column of targets keeps the width of its words", () => {
  expect(reportPage("<table></table>", page, [])).toContain("td:nth-child(2) { min-width: 8rem; }");
});

test("icons with different shapes replace emoji, except in tags and in quoted responses", () => {
  const shown = reportPage('<p title="🔴">🔴 🟩🟥</p><pre><code>{ "a": "🔴" }</code></pre>🟡', page, []);
  const body = shown.slice(shown.indexOf("<main>"));
  expect(body).toContain('<p title="🔴"><span role="img" aria-label="failed"><svg class="icon failed"');
  expect(body).toContain('<pre><code>{ "a": "🔴" }</code></pre>');
  expect([...body.matchAll(/aria-label="(\w+)"/g)].map(([, name]) => name)).toEqual([
    "failed",
    "passed",
    "failed",
    "other",
  ]);
  expect(new Set([...body.matchAll(/<svg[^>]*>(.*?)<\/svg>/g)].map(([, shape]) => shape)).size).toBe(3);
});

test("the marks of VS Code's preview are dropped, since a browser reads long lists with them slowly", () => {
  const html =
    '<ul data-line="7" class="code-line" dir="auto"><li data-line="7" class="code-line" dir="auto">a</li></ul>';
  const shown = reportPage(`${html}<p class="code-line">dir="auto"</p>`, page, []);
  expect(shown).toContain('<ul><li>a</li></ul><p>dir="auto"</p>');
});
