/** Reads CHANGELOG.md, and moves its unreleased changes to a version. */

const waiting = "Unreleased";

interface Section {
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

export function hasUnreleasedChanges(changelog: string): boolean {
  return sectionsOf(changelog).some(({ name, text }) => name === waiting && /^- /m.test(text));
}

export function releasedVersions(changelog: string): string[] {
  return sectionsOf(changelog).flatMap(({ name }) => (name === waiting ? [] : [name]));
}

export function moveToVersion(changelog: string, version: string, day: string): string {
  return changelog.replace(`## ${waiting}\n`, `## ${waiting}\n\n## ${version} - ${day}\n`);
}

export function notesOf(changelog: string, version: string): string | undefined {
  return sectionsOf(changelog).find(({ name }) => name === version)?.text;
}
