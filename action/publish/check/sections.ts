/**
 * Several steps of a job share its check run. Each writes a section of the summary and keeps those of the others; the
 * title is that of the section with the worst verdict, so that a passed step does not hide a failed one.
 */

import { byGravity } from "../../../shared/reading/gravity.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";
import { Allowance } from "../../../shared/report/markdown/allowance.ts";
import { decodeKey } from "../../../shared/report/marks.ts";
import { percentEncoded } from "../../../shared/report/text.ts";
import { mostCheckBytes } from "../../github/comments.ts";
import type { CheckOutput, StepOutput } from "./output.ts";

interface Section extends StepOutput {
  readonly key: string;
}

/**
 * Title and summary with this step's section in them, and those of the other steps as far as there is room; and the marks
 * in the summary.
 */
export function withSection(before: string, own: Section): CheckOutput & { readonly marks: string[] } {
  const others = sectionsOf(before).filter(({ key }) => key !== own.key);
  const all = [own, ...others].sort((a, b) => byGravity(a.verdict, b.verdict));
  const [worst = own] = all;
  const title = all.length === 1 ? own.title : `${worst.title} (of ${all.length} reports here)`;
  const allowance = new Allowance({ bytes: mostCheckBytes });
  if (!allowance.take(written(own))) allowance.end();
  const texts = all.flatMap(section => {
    if (section === own) return [written(own)];
    return [section, briefly(section)].map(written).find(text => allowance.take(text, "\n")) ?? [];
  });
  return { title, summary: texts.join("\n"), marks: all.map(markOf) };
}

function briefly(section: Section): Section {
  const summary = `**${section.title}** There is no room for more of this one; its job summary has it.\n`;
  return { ...section, summary };
}

function written(section: Section): string {
  return `${markOf(section)}\n${section.summary}`;
}

function markOf({ key, verdict, title }: Section): string {
  const about = `key=${percentEncoded(key)} verdict=${verdict} title=${percentEncoded(title)}`;
  return `<!-- callboard:check ${about} -->`;
}

const mark = /^<!-- callboard:check key=(\S*) verdict=(passed|failed|unknown) title=(\S*) -->$/;

/** What stands before the first mark is not ours, and is dropped. */
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
