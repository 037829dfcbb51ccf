import { expect, test } from "vitest";
import {
  hasUnreleasedChanges,
  moveToVersion,
  notesOf,
  releasedVersions,
} from "../../.github/release/changelog.ts";

const changelog = `# Changelog

All notable changes.

## Unreleased

### Added

- A second thing.

## 1.0.0 - 2026-01-31

- A first thing.
`;

test("the unreleased changes move to the version", () => {
  const after = moveToVersion(changelog, "1.1.0", "2026-02-28");
  expect(after).toContain(
    "## Unreleased\n\n## 1.1.0 - 2026-02-28\n\n### Added\n\n- A second thing.\n\n## 1.0.0",
  );
  expect(hasUnreleasedChanges(changelog)).toBe(true);
  expect(hasUnreleasedChanges(after)).toBe(false);
  expect(releasedVersions(after)).toEqual(["1.1.0", "1.0.0"]);
});

test("the notes of a version are its section", () => {
  expect(notesOf(changelog, "1.0.0")).toBe("- A first thing.");
  expect(notesOf(moveToVersion(changelog, "1.1.0", "2026-02-28"), "1.1.0")).toBe(
    "### Added\n\n- A second thing.",
  );
  expect(notesOf(changelog, "1.1.0")).toBeUndefined();
});

test("a heading without changes counts as nothing unreleased", () => {
  expect(
    hasUnreleasedChanges("## Unreleased\n\n### Added\n\n## 1.0.0 - 2026-01-31\n\n- A first thing.\n"),
  ).toBe(false);
});
