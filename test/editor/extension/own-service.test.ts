/** A person's own service: connecting, every operation from the palette, failures, and the key. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import {
  type Kind,
  needsId,
  type OperationName,
  operation,
  operationNames,
  sendsBody,
} from "../../../shared/service/operations.ts";
import type { Editor } from "../editor.ts";
import { findFilesContaining } from "../find-files-containing.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;

beforeAll(async () => {
  ({ editor, service } = await startCallboard({ isUnknown: true }));
});

afterAll(() => service.close());

beforeEach(() => {
  service.requests.length = 0;
  service.replyTo = () => undefined;
});

function requests() {
  return service.requests.map(({ line, body }) => (body === undefined ? [line] : [line, body]));
}

test("connecting asks for an address, a name and a key, and sends nothing", async () => {
  const { window } = editor;
  await window.palette("Callboard: Connect to a service…");
  await window.fill("http://shop.example");
  await expect
    .poll(window.quickInput())
    .toMatchObject({ message: expect.stringContaining("use https (http is for localhost only)") });
  await window.type(service.url);
  await expect
    .poll(window.quickInput())
    .toMatchObject({ title: "Connect to a service (2 of 3)", value: "127.0.0.1" });
  await window.type("Staging");
  await expect.poll(window.quickInput()).toMatchObject({ title: "Connect to a service (3 of 3)" });
  await window.type(service.key);
  await window.statusBar("Staging").waitFor();

  const settings = await readFile(join(editor.home, "user", "Machine", "settings.json"), "utf8");
  expect(JSON.parse(settings)).toEqual({ "callboard.services": [{ name: "Staging", baseUrl: service.url }] });
  expect(service.requests).toEqual([]);
  expect(await editor.connections()).toEqual([]);
});

describe("each operation in the palette sends its request", () => {
  const ids: Partial<Record<Kind, string>> = {
    test: "cancels-order",
    batch: "returns",
    channel: "chat",
    persona: "hurried-parent",
    scenario: "holiday-hours",
    integration: "order-system",
    review: "was-the-handover-kind",
  };
  const idFor = (name: OperationName) =>
    operation(name).path.includes("/calibration/") ? "what-is-friendly" : ids[operation(name).kind];

  test.each(["importDemoProject", ...operationNames.filter(name => name !== "importDemoProject")] as const)(
    "%s",
    async name => {
      const { window } = editor;
      const { title, method, path } = operation(name);
      const id = idFor(name) ?? "";
      const fields: JsonObject = { note: `from the palette: ${title}`, "€": [1, null, { deep: true }] };
      // Otherwise the editor would wait for a slow channel's report.
      service.replyTo = line =>
        /chat\/(run|report)$/.test(line) ? { body: { status: "passed" } } : undefined;

      await window.palette(`Callboard: ${title}`);
      if (needsId(name)) {
        await expect.poll(window.quickInput()).toMatchObject({ title });
        await window.fill(id);
        await window.pick(id);
      }
      if (name === "deleteScenario") {
        await expect.poll(window.dialog()).toContain("Delete the scenario Opening hours on a holiday?");
        await window.dialogButton("Delete");
      }
      const form = forms[name];
      // importDemoProject needs no fields, so it is sent at once.
      const isAsked = sendsBody(name) && name !== "importDemoProject";
      if (form) {
        for (const [field, answer] of Object.entries(form)) {
          await expect
            .poll(window.quickInput())
            .toMatchObject({ placeholder: expect.stringContaining(`${field}: `) });
          await window.type(answer);
        }
      } else if (isAsked) {
        await expect.poll(window.activeEditor()).toMatch(new RegExp(`^${title}( · .*)?\\.json$`));
        if (hasFormByDefault(name)) {
          await window.pageAbout(title).getByRole("button", { name: "Write the fields as JSON" }).click();
        }
        await window.replaceEditorText(JSON.stringify(fields));
        await window.editorAction("Send");
      }
      const line = `${method} ${path.replace("{id}", id)}`;
      await expect.poll(() => service.requests.length).toBeGreaterThan(0);
      expect(service.requests[0]).toEqual({
        line,
        key: service.key,
        body: form ?? (isAsked ? fields : sendsBody(name) ? {} : undefined),
      });
      await finished(name);
    },
  );

  const forms: { readonly [N in OperationName]?: Record<string, string> } = {
    submitReview: { verdict: "pass", comment: "Short is not unkind." },
    reassignReview: { assignee: "jonas" },
  };

  /** These operations open a form made of fields seen in other records of the kind. */
  function hasFormByDefault(name: OperationName): boolean {
    const { role, isCalibration } = operation(name);
    return (role === "create" || role === "update") && !isCalibration;
  }

  /** Waits for the outcome in the editor: a report after a run, else the response. */
  async function finished(name: OperationName): Promise<void> {
    const { window } = editor;
    if (/^run|Report$/.test(name)) {
      await window.notification(/(Chat|Returns and refunds): (passed|unknown)/);
    } else if (forms[name]) {
      await window.notificationButton(
        /(Submitted|Reassigned) “Was the handover kind enough\?”/,
        "Show response",
      );
    }
    if (!/^run|Report$/.test(name)) {
      await expect.poll(window.activeEditor()).toMatch(new RegExp(`^${operation(name).title}`));
      await expect.poll(window.editorText()).toMatch(/"id": |"project": /);
    }
    await window.palette("View: Close All Editors");
    await window.palette("Notifications: Clear All Notifications");
  }
});

test("a form can be continued as JSON, with the fields entered so far", async () => {
  const { window } = editor;
  await window.activityBar("Callboard");
  await window.tree("Reviews").unfold();
  await window.tree("Reviews").item("Was the refusal clear").inlineAction("Submit review");
  await window.pick("pass");
  await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("(2/2)") });
  await window.quickInputButton("Write the fields as JSON");
  await expect.poll(window.activeEditor()).toBe("Submit review · Was the refusal clear?.json");
  const fields = async () => JSON.parse(await window.editorText()());
  await expect.poll(fields).toMatchObject({ verdict: "pass" });
  await window.replaceEditorText('{ "verdict": "pass", "score": 4 }');
  await window.editorAction("Send");
  await expect
    .poll(requests)
    .toEqual([["POST /v1/reviews/was-the-no-clear/submit", { verdict: "pass", score: 4 }]]);
  await expect.poll(window.editorText()).toContain('"status": "settled"');
  // The tree shows the outcome at the review's row, so that row is selected.
  const { row } = window.tree("Reviews").item("Was the refusal clear");
  await expect.poll(() => row.getAttribute("aria-selected")).toBe("true");
});

test("several reviews are reassigned at once", async () => {
  const { window } = editor;
  service.replyTo = line => (/reassign$/.test(line) ? { body: {} } : undefined);
  const reviews = window.tree("Reviews");
  await reviews.item("Was the refusal clear").click();
  await reviews.item("Did the agent promise").addToSelection();
  await reviews.item("Did the agent promise").contextMenu("Reassign…");
  await expect.poll(window.options()).toEqual(["jonas  answered before"]);
  await window.type("mina");
  await window.notification("Reassigned 2 reviews");
  expect(requests()).toEqual([
    ["POST /v1/reviews/was-the-no-clear/reassign", { assignee: "mina" }],
    ["POST /v1/reviews/was-a-day-promised/reassign", { assignee: "mina" }],
  ]);
});

test("the icon of a row acts on that row, even when several rows are selected", async () => {
  const { window } = editor;
  const review = window.tree("Reviews").item("Did the agent promise");
  await expect.poll(() => review.row.getAttribute("aria-selected")).toBe("true");
  await review.inlineAction("Reassign review");
  await expect.poll(window.quickInput()).toMatchObject({
    title: "Reassign review: Did the agent promise a day of delivery? (default form) (1/1)",
  });
  await window.keyboard.press("Escape");
});

test("a request that the service may have carried out is not sent twice, and the message says so", async () => {
  const { window } = editor;
  service.replyTo = line => (/submit$/.test(line) ? "hang up" : undefined);
  const review = window.tree("Reviews").item("Did the agent promise");
  await review.click();
  await review.inlineAction("Submit review");
  await window.pick("fail");
  await window.pick("Leave out");
  const message = await window.notification("Submit review (POST");
  expect(message).toContain("The service may have acted all the same: look at the review before");
  expect(requests()).toEqual([["POST /v1/reviews/was-a-day-promised/submit", { verdict: "fail" }]]);
});

test("a message about an unknown id explains what to check", async () => {
  const { window } = editor;
  await window.palette("Callboard: Get integration");
  await expect.poll(window.quickInput()).toMatchObject({ title: "Get integration" });
  await window.fill("no-such-thing");
  await window.pick("the integration with this id");
  expect(await window.notification("not found")).toContain(
    `Check that the integration "no-such-thing" exists, and the base URL ${service.url}.`,
  );
  expect(requests()).toEqual([["GET /v1/integrations/no-such-thing"]]);
});

test("a rejected key can be replaced at once", async () => {
  const { window } = editor;
  await window.palette("Callboard: Set API key…");
  await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("API key for") });
  await window.type("outdated-key");
  await window.tree("Projects").item("Lantern Lane").expand();
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  expect(await window.notification("API key")).toContain(
    `the API key is missing or not valid. Check the key, and that it belongs to ${service.url}.`,
  );
  await window.notificationButton("API key", "Set API key");
  await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("API key for") });
  await window.type(service.key);
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  expect(service.requests.map(({ key }) => key)).toEqual(["outdated-key", service.key]);
});

test("a reload keeps the records, the runs and the key", async () => {
  const { window } = editor;
  await window.palette("Notifications: Clear All Notifications");
  const trees = async () =>
    (await Promise.all(["Projects", "Reviews", "Runs"].map(view => window.tree(view).text()()))).join("\n");
  await window.tree("Runs").unfold();
  await expect.poll(trees).not.toMatch(/running/);
  const before = await trees();
  await window.reloadWindow();
  await window.tree("Projects").item("Lantern Lane").expand();
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Reviews").item("Settled").expand();
  await expect.poll(trees).toEqual(before);
  expect(service.requests).toEqual([]);
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  expect(service.requests.map(({ key }) => key)).toEqual([service.key]);
});

test("no tree, response, report, log or file contains the key, even when the service repeats it", async () => {
  const { window } = editor;
  const { key } = service;
  service.replyTo = () => ({
    body: {
      id: "smoke",
      status: `failed ${key}`,
      error: key,
      name: `Named ${key}`,
      cases: [{ name: `Case ${key}`, status: "failed", message: `Key ${key}` }],
      test: { id: `tst_${key}`, name: key },
    },
  });
  await window.palette("Notifications: Clear All Notifications");
  await window.palette("Developer: Set Log Level...");
  await window.pick("Callboard");
  await window.pick("Trace");
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  const seen = await window.notifications()();
  await window.notificationButton("Smoke: failed", "Open report");
  await expect.poll(window.webviewText()).toContain("Case ");
  seen.push(await window.webviewText()());
  await window.editorAction("Show raw JSON");
  await expect.poll(window.editorText()).toContain("error");
  await window.showOutput("Callboard");
  await expect.poll(window.output()).toContain("runBatch received");
  const readings = [window.editorText(), window.output()];
  for (const view of ["Projects", "Runs"]) readings.push(window.tree(view).text());
  for (const read of readings) seen.push(await read());
  expect(seen.join("\n")).not.toContain(key);
  expect(await findFilesContaining(service.url, editor.home)).not.toEqual([]);
  expect(await findFilesContaining(key, editor.home)).toEqual([]);
});

test("a message about an unreachable service names it and explains what to do", async () => {
  const { window } = editor;
  await service.close();
  await window.palette("Callboard: Get integration");
  await window.pick("order-system");
  expect(await window.notification("nothing responds")).toContain(
    "Check the base URL and that the service is running.",
  );
});
