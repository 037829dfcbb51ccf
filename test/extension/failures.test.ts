import { expect, test } from "vitest";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

const submit = "POST /v1/reviews/was-the-handover-kind/submit";

test("after a wrong key is corrected, the operation goes on with what was filled in", async () => {
  const { editor, requests, service } = await connectedWindow();
  const [place = ""] = editor.secrets.keys();
  editor.secrets.set(place, "wrong-key");
  editor.will("pass", { typed: "Kind." }, "still-wrong", service.key);
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  const wrong = `secret: ${service.url} does not accept the API key: enter another`;
  expect(editor.said.slice(2)).toEqual([
    expect.stringContaining(wrong),
    expect.stringContaining(wrong),
    expect.stringMatching(/^info: Submitted/),
  ]);
  const request = `${submit} {"verdict":"pass","comment":"Kind."}`;
  expect(requests).toEqual([request, request, request]);
  expect([...editor.secrets.values()]).toEqual([service.key]);
  expect(await editor.everything()).not.toContain("wrong");
});

test("whoever enters no other key sees the reason, with a button to set the key", async () => {
  const { editor, requests, service } = await connectedWindow();
  const [place = ""] = editor.secrets.keys();
  editor.secrets.set(place, "wrong-key");
  editor.will(undefined, "Set API key", service.key);
  await editor.run("callboard.getIntegration", await editor.row("callboard.projects", "Order system"));
  expect(editor.said.slice(1)).toEqual([
    expect.stringMatching(
      /^error: The service does not accept the API key: .*\(Get integration, 401\) \[Set API key\] \[Show response\] \[Show log\]$/,
    ),
    expect.stringMatching(/^secret: API key for/),
  ]);
  expect(requests).toHaveLength(1);
});

test("the targets of a run ask for another key once", async () => {
  const { editor, requests, service } = await connectedWindow();
  const [place = ""] = editor.secrets.keys();
  const rows = await editor.rows("callboard.projects", "Smoke", "Returns");
  editor.secrets.set(place, "wrong-key");
  editor.will(service.key);
  await editor.run("callboard.runNow", rows[0], rows);
  expect(editor.said.filter(line => line.startsWith("secret"))).toHaveLength(1);
  expect(requests.toSorted()).toEqual([
    ...["POST /v1/batches/returns/run {}", "POST /v1/batches/returns/run {}"],
    ...["POST /v1/batches/smoke/run {}", "POST /v1/batches/smoke/run {}"],
  ]);
});

test("what is wrong comes first and the request last; the address is in the response that the button shows", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    Response.json({ error: { message: "verdict is missing." } }, { status: 422 });
  editor.will("pass", "Leave out", "Show response");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  globalThis.fetch = fetch;
  expect(editor.said.at(-1)).toBe(
    "error: The service refused it: verdict is missing. Check the fields that were sent. (Submit review, 422) [Show response] [Show log]",
  );
  expect(JSON.parse(await editor.lastShown())).toMatchObject({ request: submit, status: 422 });
  expect(editor.log.at(-1)).toContain(submit);
  expect(editor.log.at(-1)).not.toMatch(/\n\s+at /);
});

test("a 401 from a service not in use offers to set that service's key", async () => {
  const { editor, service: staging } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const [place = ""] = editor.secrets.keys();
  editor.secrets.set(place, "wrong-key");
  const production = await startEmbedded();
  editor.will(production.url, "Production", production.key);
  await editor.run("callboard.connect");
  editor.will(undefined, "Set API key", staging.key);
  await editor.run("callboard.runAgain", await editor.row("callboard.runs", "Smoke"));
  expect(editor.said.at(-1)).toMatch(new RegExp(`^secret: API key for ${staging.url} `));
  expect([...editor.secrets.values()]).toEqual([staging.key, production.key]);
});

test("a 404 names what to check, and shows the service's response", async () => {
  const { editor } = await connectedWindow();
  editor.will({ typed: "no-such" }, "Show response");
  await editor.run("callboard.getIntegration");
  expect(editor.said.at(-1)).toMatch(
    /^error: The service does not find it: There is no .*\. Check that the integration "no-such" exists.*\(Get integration, 404\) \[Show response\] \[Show log\]$/,
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
      /^error: Nothing responds at http:\/\/127\.0\.0\.1.*\(Get integration, after \d attempts\) \[Show log\]$/,
    ),
    "the log is shown",
  ]);
});

test("a batch that could not be run to the end is a run that never started, and its failure offers the same buttons", async () => {
  const { editor } = await connectedWindow();
  editor.secrets.clear();
  editor.will("wrong-key", undefined);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(editor.said.at(-1)).toMatch(
    /^error: The service does not accept .*\(Run batch, 401\) \[Set API key\]/,
  );
  expect(await editor.tree("callboard.runs")).toMatch(/^\(warning\) Smoke {2}\S+ PM · never started: .*401/);
});

test("the report of two batches contains the one that could not be run to the end", async () => {
  const { editor } = await connectedWindow();
  editor.will("batch", "gone", "Gone");
  await editor.run("callboard.addById");
  const rows = await editor.rows("callboard.projects", "Gone", "Returns");
  await editor.run("callboard.runNow", rows[0], rows);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Returns"));
  expect(editor.page?.html).toMatch(/batch: Gone could not be run to the end/);
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
