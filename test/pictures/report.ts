/**
 * Takes the pictures of a report for the README: `node test/pictures/report.ts`. With a folder as argument, it takes
 * all variants there: light and dark, wide and narrow, folded and open.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import { findChromium } from "../editor/chromium.ts";
import { githubPage } from "./page.ts";
import { reviews, sample, whole } from "./sample.ts";
import { smallPng } from "./small-png.ts";

const markdown = { report: renderMarkdown(sample, { whole, reviews }), reviews };
type Picture = keyof typeof markdown;

async function picture(
  browser: Browser,
  what: Picture,
  path: string,
  { theme, width, open = false }: { theme: "light" | "dark"; width: number; open?: boolean },
): Promise<void> {
  const tab = await browser.newPage({ viewport: { width, height: 200 }, colorScheme: theme });
  const html = githubPage({ title: "Report", markdown: markdown[what], theme });
  if (!(await tab.evaluate(drawsRed)))
    throw new Error(
      "The signs of verdicts have no font: install one with emoji (Debian: fonts-noto-color-emoji).",
    );
  await tab.setContent(open ? html.replaceAll("<details>", "<details open>") : html);
  writeFileSync(path, await smallPng(tab, await tab.screenshot({ fullPage: true })));
  await tab.close();
}

/** Runs in the page. A machine without a font for emoji draws boxes instead. */
function drawsRed(): boolean {
  const context = document.createElement("canvas").getContext("2d");
  context?.fillText("🔴", 0, 10);
  const { data = [] } = context?.getImageData(0, 0, 20, 20) ?? {};
  return data.some((red, index) => index % 4 === 0 && red > 150 && (data[index + 1] ?? 255) < 100);
}

const browser = await chromium.launch({ executablePath: await findChromium() });
try {
  const themes = ["light", "dark"] as const;
  const folder = process.argv[2];
  if (folder === undefined) {
    const pictures = fileURLToPath(new URL("../../.github/pictures/", import.meta.url));
    mkdirSync(pictures, { recursive: true });
    for (const theme of themes) {
      for (const what of Object.keys(markdown) as Picture[]) {
        await picture(browser, what, `${pictures}${what}-${theme}.png`, { theme, width: 900 });
      }
    }
  } else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/report.md`, markdown.report);
    for (const theme of themes) {
      await picture(browser, "report", `${folder}/${theme}-wide.png`, { theme, width: 1012 });
      await picture(browser, "report", `${folder}/${theme}-narrow.png`, { theme, width: 400 });
      await picture(browser, "report", `${folder}/${theme}-open.png`, { theme, width: 1012, open: true });
    }
  }
} finally {
  await browser.close();
}
