import { expect, test } from "vitest";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

test("a 401 offers to set the key, and the new one is used", async () => {
  const { editor, requests, service } = await connectedWindow();
  const [place = ""] = editor.secrets.keys();
  editor.secrets.set(place, "wrong-key");
  const row = await editor.row("callboard.projects", "Order system");
  editor.will("Set API key", service.key);
  await editor.run("callboard.getIntegration", row);
  expect(editor.said).toEqual([
    expect.stringMatching(
      /^error: Get integration \(GET .*the service responded with 401.*\[Set API key\] \[Show response\] \[Show log\]$/,
    ),
    expect.stringMatching(/^secret: API key for/),
  ]);
  await editor.run("callboard.getIntegration", row);
  expect(requests).toHaveLength(2);
  expect(editor.shown).toHaveLength(1);
});

test("a 401 from a service not in use offers to set that service's key", async () => {
  const { editor, service: staging } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const [place = ""] = editor.secrets.keys();
  editor.secrets.set(place, "wrong-key");
  const production = await startEmbedded();
  editor.will(production.url, "Production", production.key);
  await editor.run("callboard.connect");
  editor.will("Set API key", staging.key);
  await editor.run("callboard.runAgain", await editor.row("callboard.runs", "Smoke"));
  expect(editor.said.at(-1)).toMatch(new RegExp(`^secret: API key for ${staging.url} `));
  expect([...editor.secrets.values()]).toEqual([staging.key, production.key]);
});

test("a 404 names what to check, and shows the service's response", async () => {
  const { editor } = await connectedWindow();
  editor.will({ typed: "no-such" }, "Show response");
  await editor.run("callboard.getIntegration");
  expect(editor.said.at(-1)).toMatch(
    /^error: Get integration .*responded with 404: not found\. Check that the integration "no-such" exists.*\[Show response\] \[Show log\]$/,
  );
  await expect.poll(() => editor.shown).toHaveLength(1);
  expect(await editor.lastShown()).toMatch(/There is no integration with the id no-such/);
});

test("a dead server is named, and the log is one click away", async () => {
  const { editor, service } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Order system");
  await service.close();
  editor.will("Show log");
  await editor.run("callboard.getIntegration", row);
  expect(editor.said).toEqual([
    expect.stringMatching(
      /^error: Get integration .*nothing responds at http:\/\/127\.0\.0\.1.*after \d attempts.*\[Show log\]$/,
    ),
    "the log is shown",
  ]);
});

test("a batch that could not be run is a run that never started, and its failure offers the same buttons", async () => {
  const { editor } = await connectedWindow();
  editor.secrets.clear();
  editor.will("wrong-key");
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(editor.said.at(-1)).toMatch(/^error: Run batch .*401.*\[Set API key\]/);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(warning\) Smoke {2}\S+ PM · never started: .*401/);
});

test("the report of two batches contains the one that could not be run", async () => {
  const { editor } = await connectedWindow();
  editor.will("batch", "gone", "Gone");
  await editor.run("callboard.addById");
  const rows = await editor.rows("callboard.projects", "Gone", "Returns");
  await editor.run("callboard.runNow", rows[0], rows);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Returns"));
  expect(editor.page?.html).toMatch(/batch: Gone could not be run/);
});

test("an unexpected error becomes a message and a line in the log, never an unhandled rejection", async () => {
  const { editor } = openWindow(
    {},
    {
      catalog: () => Promise.reject(new Error("the disk is full")),
      report: () => Promise.reject(new Error("the disk is full")),
      expressions: () => Promise.reject(new Error("the disk is full")),
      embedded: () => Promise.reject(new Error("the disk is full")),
    },
  );
  await editor.run("callboard.tryEmbedded");
  expect(editor.said).toEqual(["error: Callboard could not do that: the disk is full [Show log]"]);
  expect(editor.log).toEqual([expect.stringMatching(/^error Error: the disk is full/)]);
});
