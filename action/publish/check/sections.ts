/**
 * Several steps of a job share its check run. Each has a section there, which the others leave in place, and the
 * title is that of the worst: a green step must not hide a red one.
 */

import { decodeKey, encodeKey } from "../../../shared/report/marks.ts";
import { byteLength } from "../../../shared/report/text.ts";
import { type CheckOutput, mostBytes } from "./output.ts";

interface Section extends CheckOutput {
  readonly key: string;
}

/** What the check run says with this step's section in it, and those of the other steps as far as there is room. */
export function withSection(before: string, own: Section): CheckOutput {
  const others = sectionsOf(before).filter(({ key }) => key !== own.key);
  const all = [own, ...others].sort((a, b) => rank(a) - rank(b));
  const [worst = own] = all;
  const title = all.length === 1 ? own.title : `${worst.title} (of ${all.length} reports here)`;
  let room = mostBytes - byteLength(written(own));
  const texts = all.flatMap(section => {
    if (section === own) return [written(own)];
    const fits = [section, briefly(section)].map(written).find(text => byteLength(text) < room);
    room -= byteLength(fits ?? "") + 1;
    return fits ?? [];
  });
  return { title, summary: texts.join("\n") };
}

function briefly({ key, title }: Section): Section {
  return {
    key,
    title,
    summary: `**${title}** There is no room for more of this one; its job summary has it.\n`,
  };
}

/** By the sign that a headline begins with. */
function rank({ title }: Section): number {
  return ["✗", "?", "✓"].indexOf(title.charAt(0));
}

function written({ key, title, summary }: Section): string {
  return `<!-- callboard:check key=${encodeKey(key)} title=${encodeKey(title)} -->\n${summary}`;
}

const mark = /^<!-- callboard:check key=(\S*) title=(\S*) -->$/;

/** Of a text that begins otherwise nothing is ours. */
function sectionsOf(text: string): Section[] {
  const sections: { key: string; title: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [whole, key, title] = mark.exec(line) ?? [];
    if (whole !== undefined)
      sections.push({ key: decodeKey(key ?? "") ?? "", title: decodeKey(title ?? "") ?? "", lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ key, title, lines }) => ({ key, title, summary: lines.join("\n") }));
}
