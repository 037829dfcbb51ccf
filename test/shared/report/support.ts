import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { nameKey } from "../../../shared/report/case-keys.ts";
import { compare } from "../../../shared/report/compare.ts";
import { type CaseDigest, digest, parseDigest } from "../../../shared/report/digest.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import type { RunFacts } from "../../../shared/report/report.ts";
import { type ReadingParts, reading, reportFrom } from "./readings.ts";

export const runFacts: RunFacts = {
  startedAt: Date.UTC(2026, 2, 9, 10),
  stoppedAt: Date.UTC(2026, 2, 9, 10, 3, 4),
};

export function batch(id: string, parts: ReadingParts = {}): TargetRun {
  return { kind: "batch", id, raw: `raw/batch-${id}.json`, reading: reading(parts) };
}

/** Builds the target `smoke` with these cases and their worst verdict. */
export function smoke(statuses: Record<string, Case["status"]>): TargetRun {
  const cases = Object.entries(statuses).map(([name, status]) => ({ name, status }));
  const all = new Set(Object.values(statuses));
  const verdict = all.has("failed")
    ? "failed"
    : all.has("other") || all.has("pending")
      ? "unknown"
      : "passed";
  return batch("smoke", { verdict, cases });
}

export function document(...outcomes: TargetRun[]): Report {
  return reportFrom(outcomes, runFacts);
}

export function baseOf(report: Report): CaseDigest {
  const base = parseDigest(digest(report) ?? "");
  if (base === undefined) throw new Error("The report has no digest.");
  return base;
}

/** A digest as version 1 wrote it; cases of one name are not numbered. */
export function digestOfVersion1(statuses: Readonly<Record<string, Case["status"]>>): string {
  const keys = (isWanted: (status: Case["status"]) => boolean) =>
    Object.entries(statuses).flatMap(([name, status]) =>
      isWanted(status) ? nameKey(["batch: smoke"], name) : [],
    );
  return `1.${keys(status => status === "failed").join("")}.${keys(status => status !== "failed").join("")}`;
}

export function countsOfChanges(before: Report, now: Report) {
  const { newFailures, fixed, stillFailing, newCases, vanished } = compare([baseOf(before)], now);
  return { newFailures, fixed, stillFailing, newCases, vanished };
}

const require = createRequire(import.meta.url);
const schemaPath = require.resolve("ctrf").replace(/[^/\\]+$/, "ctrf-schema-0.0.json");
const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaPath, "utf8")));

/** Validates against CTRF's published schema. */
export function expectValidCtrf(value: unknown): void {
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

/** Every fold and every block of code has its end. */
export function expectClosed(markdown: string): void {
  const blocks = fromMarkdown(markdown).children;
  const html = blocks.map(node => (node.type === "html" ? node.value : ""));
  const count = (start: string) => html.filter(value => value.startsWith(start)).length;
  expect(count("<details>")).toBe(count("</details>"));
  for (const node of blocks) {
    if (node.type !== "code") continue;
    const written = markdown.slice(node.position?.start.offset, node.position?.end.offset).split("\n");
    expect(written.at(-1)).toMatch(/^`{3,}$/);
  }
}
