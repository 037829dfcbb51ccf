/** Reports in comments, which anybody can write in any number and with any content. */

import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { renderInterim } from "../../../action/publish/comment/interim.ts";
import { parseMarkedComments, unpackReports } from "../../../extension/github/reports.ts";
import { systemClock } from "../../../shared/clock.ts";
import { dataMark, reportMark, toBase64Url } from "../../../shared/report/marks.ts";
import { reportOfUnfinishedRun } from "../../../shared/run/run.ts";
import { failing, passing, reportWith } from "../../action/publish/publishing.ts";

const small = dataMark({ report: reportWith(failing) }, deflateSync);
/** Exactly at the size limit, but not a report. */
const large = packed(`{"x":[${"{},".repeat(1_333_000)}0]}`);

function packed(text: string): string {
  return `<!-- callboard:data ${toBase64Url(deflateSync(text))} -->`;
}

let comments = 0;

function comment(data: string, type: "User" | "Bot" = "User") {
  const id = ++comments;
  const login = type === "Bot" ? "github-actions[bot]" : "contributor";
  const body = `<!-- callboard:report key=k${id} run=${id}.1 sha=abcdef1 -->\n\n${data}`;
  return { id, body, html_url: "", updated_at: "", user: { login, type } };
}

async function readable(all: readonly unknown[]): Promise<number> {
  const reports = await unpackReports(await parseMarkedComments(all), []);
  expect(reports).toHaveLength(all.length);
  return reports.filter(({ view }) => view !== undefined).length;
}

test("all reports of people are read", async () => {
  expect(await readable(Array.from({ length: 50 }, () => comment(small)))).toBe(50);
});

test("the unpacked size of people's comments has a common limit, which does not affect apps", async () => {
  const attack = Array.from({ length: 40 }, () => comment(large));
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (text: string, ...rest) => {
    characters += text.length;
    return parse(text, ...rest);
  };
  try {
    expect(await readable([...attack, ...Array.from({ length: 10 }, () => comment(small, "Bot"))])).toBe(10);
  } finally {
    JSON.parse = parse;
  }
  expect(characters).toBeLessThan(5_000_000);
});

test("of a comment above a folded pass, the report of the step that goes on is read", async () => {
  const passed = { ...comment(dataMark({ report: reportWith(passing) }, deflateSync), "Bot") };
  const targets = [{ kind: "batch", id: "smoke", fields: {} }] as const;
  const plan = { targets, concurrency: 1, pollTiming: { limitMs: 0, pauseMs: 1 } };
  const facts = { redact: (text: string) => text, clock: systemClock, startedAt: 0 };
  const report = reportOfUnfinishedRun(plan, new Map(), facts);
  const mark = { key: "k", run: { id: 2, attempt: 1 }, sha: "abcdef2" };
  const interim = { isRunning: true, title: "Running", text: "", report };
  const body = renderInterim(interim, { top: reportMark(mark), footer: "" }, passed.body);
  const [read] = await unpackReports(await parseMarkedComments([{ ...passed, body }]), []);
  expect(read?.mark).toEqual(mark);
  expect(read?.decidedView?.report.results.extra.callboard).toMatchObject({
    verdict: "unknown",
    targets: [{ id: "smoke", verdict: "unknown", evidence: expect.stringContaining("goes on") }],
  });
});
