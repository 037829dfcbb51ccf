/**
 * Several steps of a job share its check run. Each step writes a section of the summary and keeps the other sections.
 * The title comes from the section with the worst verdict, so that a passed step can't hide a failed one.
 */

import type { Verdict } from "../../../shared/reading/reading.ts";
import { compareSeverity } from "../../../shared/reading/severity.ts";
import { Allowance } from "../../../shared/report/markdown/allowance.ts";
import { decodeKey } from "../../../shared/report/marks.ts";
import { percentEncode } from "../../../shared/report/text.ts";
import { mostCheckBytes } from "../../github/comments.ts";
import type { CheckOutput, SectionOutput } from "./output.ts";

interface Section extends SectionOutput {
  readonly key: string;
}

/** Adds or replaces this step's section, and keeps the other sections as far as they fit. */
export function replaceSection(before: string, own: Section): CheckOutput & { readonly marks: string[] } {
  const others = sectionsOf(before).filter(({ key }) => key !== own.key);
  const all = [own, ...others].sort((a, b) => compareSeverity(a.verdict, b.verdict));
  const [worst = own] = all;
  const title = all.length === 1 ? own.title : `${worst.title} (of ${all.length} reports here)`;
  const allowance = new Allowance({ bytes: mostCheckBytes });
  if (!allowance.take(sectionText(own))) allowance.exhaust();
  const texts = all.flatMap(section => {
    if (section === own) return [sectionText(own)];
    return [section, shorten(section)].map(sectionText).find(text => allowance.take(text, "\n")) ?? [];
  });
  return { title, summary: texts.join("\n"), marks: all.map(markOf) };
}

function shorten(section: Section): Section {
  const summary = `**${section.title}** This report did not fit here; the job summary shows it.\n`;
  return { ...section, summary };
}

function sectionText(section: Section): string {
  return `${markOf(section)}\n${section.summary}`;
}

function markOf({ key, verdict, title }: Section): string {
  const about = `key=${percentEncode(key)} verdict=${verdict} title=${percentEncode(title)}`;
  return `<!-- callboard:check ${about} -->`;
}

const mark = /^<!-- callboard:check key=(\S*) verdict=(passed|failed|unknown) title=(\S*) -->$/;

/** Drops the text before the first mark, because Callboard did not write it. */
function sectionsOf(text: string): Section[] {
  const sections: (Omit<Section, "summary"> & { lines: string[] })[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, key, verdict, title] = mark.exec(line) ?? [];
    if (verdict === undefined) sections.at(-1)?.lines.push(line);
    else {
      sections.push({
        key: decodeKey(key ?? "") ?? "",
        verdict: verdict as Verdict,
        title: decodeKey(title ?? "") ?? "",
        lines: [],
      });
    }
  }
  return sections.map(({ lines, ...section }) => ({ ...section, summary: lines.join("\n") }));
}
