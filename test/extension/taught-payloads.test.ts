/** Responses that are read as unknown are taught with a few picks, and right afterwards in the editor and in the Action. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../shared/json.ts";
import { readResponse } from "../../shared/reading/read.ts";
import type { Report } from "../../shared/report/model.ts";
import { runStep, stepKey, unpublished } from "../action/step.ts";
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { comparePayloads, corpus } from "../payloads/run.ts";
import { startScriptedService } from "../shared/run/scripted-service.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { openWindow } from "./window.ts";

interface Team {
  readonly name: string;
  readonly response: JsonObject;
  /** The picks after "Teach Callboard…", up to saving. */
  readonly picks: readonly string[];
  readonly verdict: "passed" | "failed";
}

const mabl = "mabl-deployment-retry-complete";
const save = "Save";

const teams: readonly Team[] = [
  {
    name: mabl,
    response: JSON.parse(readFileSync(join(corpus, `${mabl}.json`), "utf8")),
    picks: ["event_status.succeeded", "passed", save],
    verdict: "passed",
  },
  {
    name: "words of the team's own",
    response: {
      results: [
        { name: "pays", status: "greenlit" },
        { name: "asks", status: "binned" },
      ],
    },
    picks: ["results.0.status", "passed, and", save],
    verdict: "failed",
  },
  {
    name: "a list of talks",
    response: {
      talks: [
        { about: "Books a table", fate: "kept" },
        { about: "Cancels a table", fate: "dropped" },
        { about: "Asks for help", fate: "lost" },
      ],
    },
    picks: ["talks", "fate", "passed, and", save],
    verdict: "failed",
  },
  {
    name: "a verdict only in a word",
    response: { run: "r-1", fate: "thumbs-up" },
    picks: ["fate", "passed", save],
    verdict: "passed",
  },
  {
    name: "a map of cases in German",
    response: {
      vorgaenge: {
        "Bucht einen Tisch": { ausgang: "prima" },
        Storniert: { ausgang: "prima" },
      },
    },
    picks: ["vorgaenge", "ausgang", "passed", save],
    verdict: "passed",
  },
  {
    name: "a map of suites with maps of cases",
    response: {
      gruppen: {
        Geld: { zahlt: { ausgang: "prima" }, erstattet: { ausgang: "mies" } },
        Zeit: { wartet: { ausgang: "prima" } },
      },
    },
    picks: ["gruppen.Geld", "ausgang", "passed, and", save],
    verdict: "failed",
  },
  {
    name: "a map of suites with lists of cases",
    response: {
      gruppen: {
        Geld: [{ was: "Zahlt am Tisch", ausgang: "prima" }],
        Zeit: [{ was: "Wartet am Telefon", ausgang: "mies" }],
      },
    },
    picks: ["gruppen.Geld", "ausgang", "passed, and", save],
    verdict: "failed",
  },
  {
    name: "numeric codes",
    response: {
      calls: [
        { topic: "Books a table", close: 1 },
        { topic: "Cancels a table", close: 1 },
        { topic: "Asks for help", close: 7 },
      ],
    },
    picks: ["calls", "close", "passed, and", save],
    verdict: "failed",
  },
  {
    name: "a code as the run's verdict",
    response: { meta: { v: 2 }, grade: 3 },
    picks: ["grade", "passed", save],
    verdict: "passed",
  },
  {
    name: "one list in a wrapper",
    response: { payload: { body: { dialogs: [{ title: "Books a table", end: "kept" }] } } },
    picks: ["payload.body.dialogs", "end", "passed", save],
    verdict: "passed",
  },
  {
    name: "flags as statuses",
    response: {
      dialogs: [
        { title: "Books a table", reached: true },
        { title: "Cancels a table", reached: false },
      ],
    },
    picks: ["dialogs", "reached", "passed", "failed", save],
    verdict: "failed",
  },
  {
    name: "a field that says nothing",
    response: { status: "passed", results: [{ name: "pays", status: "passed" }], meta: { threads: 3 } },
    picks: ["meta.threads", "nothing", save],
    verdict: "passed",
  },
];

/** The Action would take a run of another day for an earlier one. */
function withTimesOfToday(response: JsonObject): JsonObject {
  const inAnHour = String(Date.now() + 60 * 60_000);
  return JSON.parse(JSON.stringify(response).replaceAll(/\b1\d{12}\b/g, inAnHour));
}

const most = 6;
let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

test("every payload of the corpus whose verdict is not right is among the taught ones", () => {
  const wrong = comparePayloads().filter(({ verdict }) => verdict !== "ok");
  expect(wrong.map(({ name }) => name)).toEqual([mabl]);
});

test.each(teams.map(team => [team.name, team] as const))("%s", async (_, team) => {
  const { response, picks, verdict } = team;
  expect(readResponse(response).verdict).not.toBe(verdict);
  const files = fakeFilesWith({ "/shop/response.json": JSON.stringify(response, null, 2) });
  const { editor } = openWindow({ folders: ["/shop"], files });
  const { vscode } = editor;
  await vscode.window.showTextDocument(vscode.Uri.parse("file:/shop/response.json"));
  editor.will(...picks);
  await editor.run("callboard.teach");
  expect(editor.unanswered).toBe(0);
  expect(picks.length + 1).toBeLessThanOrEqual(most);
  editor.will("/shop/response.json");
  await editor.run("callboard.readResponse");
  expect(await editor.lastShown()).toMatch(new RegExp(`^verdict: +${verdict}`));

  const catalog = files.text("/shop/callboard.yml") ?? "";
  await using service = await startScriptedService(() => withTimesOfToday(response));
  const inputs = {
    ...unpublished,
    "base-url": service.url,
    "api-key": stepKey,
    batches: "smoke",
    "fail-on": "never",
  };
  await runStep({ github, with: inputs, files: { "callboard.yml": catalog } }, async left => {
    const report: Report = JSON.parse(await left.report("report.json"));
    expect(report.results.extra.callboard.targets).toMatchObject([{ id: "smoke", verdict }]);
  });
});
