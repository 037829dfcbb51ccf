/** The changelog: what waits to be released, what was, and a version's own part of it. */

const waiting = "Unreleased";

interface Section {
  /** `Unreleased`, or a version. */
  readonly name: string;
  readonly text: string;
}

function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [heading = "", ...lines] = section.split("\n");
      return { name: heading.replace(/ - .*$/, "").trim(), text: lines.join("\n").trim() };
    });
}

export function hasUnreleased(changelog: string): boolean {
  return sectionsOf(changelog).some(({ name, text }) => name === waiting && /^- /m.test(text));
}

export function releasedVersions(changelog: string): string[] {
  return sectionsOf(changelog).flatMap(({ name }) => (name === waiting ? [] : [name]));
}

/** What waited is the version's, from that day on. */
export function released(changelog: string, version: string, day: string): string {
  return changelog.replace(`## ${waiting}\n`, `## ${waiting}\n\n## ${version} - ${day}\n`);
}

/** What a version's release says. */
export function notesOf(changelog: string, version: string): string | undefined {
  return sectionsOf(changelog).find(({ name }) => name === version)?.text;
}
