/** Settings of a wrong kind or with wrong content, the person's and a workspace's. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseForms } from "../../extension/services/settings.ts";
import { connectedWindow, openWindow } from "./window.ts";

const notAList = "The setting callboard.services must be a list of services.";

test("services that are not a list are named in the view, and connecting does not overwrite them", async () => {
  const { editor } = openWindow();
  const written = { name: "Mine", baseUrl: "https://api.example.com" };
  await editor.changeUserSetting("callboard.services", written);
  expect(await editor.tree("callboard.projects")).toBe(`(warning) ${notAList}`);
  await editor.run("callboard.openSettings", await editor.row("callboard.projects", "The setting"));
  expect(editor.said).toEqual(['command: workbench.action.openSettings "callboard.services"']);
  editor.will("Open settings");
  await editor.run("callboard.connect");
  expect(editor.said.slice(1)).toEqual([
    `warning: ${notAList} [Open settings]`,
    'command: workbench.action.openSettings "callboard.services"',
  ]);
  expect(editor.settings.user.get("callboard.services")).toBe(written);
  await editor.changeUserSetting("callboard.services", [written]);
  expect(await editor.tree("callboard.projects")).toBe("");
});

test("one wrong service is named beside the records of the others", async () => {
  const { editor } = await connectedWindow();
  const services = editor.settings.user.get("callboard.services") as unknown[];
  await editor.changeUserSetting("callboard.services", [...services, { name: "Old", baseUrl: 7 }]);
  expect(await editor.tree("callboard.projects")).toMatch(
    /^\(warning\) The setting callboard\.services, entry 2: a service has a name and a baseUrl, both texts\.\n\(project\)/,
  );
});

test.each([
  [
    { name: "Mine", baseUrl: "https://mine.example", apiKey: "k" },
    /entry 1: a service has no apiKey\. The command/,
  ],
  [
    { name: "Mine", baseUrl: "https://mine.example/v1" },
    /entry 1: \/v1 is appended to the address, so leave it out/,
  ],
])("the service %j is named in the view", async (service, problem) => {
  const { editor } = openWindow();
  await editor.changeUserSetting("callboard.services", [service]);
  expect(await editor.tree("callboard.projects")).toMatch(problem);
});

test("a wrong form is named in the view and when it is asked for, also a workspace's", async () => {
  const { editor } = await connectedWindow();
  const problem = "The setting callboard.forms, submitReview: a form is a list of fields.";
  editor.settings.workspace.set("callboard.forms", { submitReview: { field: "verdict" } });
  await editor.changeUserSetting("callboard.unrelated", 1);
  expect(await editor.tree("callboard.projects")).toContain(`(warning) ${problem}\n`);
  editor.will(undefined);
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(editor.said).toEqual([
    `warning: ${problem} [Open settings]`,
    expect.stringMatching(/^pick: Submit review: .*\(default form\)/),
  ]);
});

test.each([
  ["runs.notifications", "sometimes", "must be one of always, onFailure, never.", "never"],
  ["runs.openReport", true, "must be one of always, onFailure, never.", "always"],
  ["runs.keep", 0, "must be a whole number from 1 to 1000.", 1],
  ["runs.keep", "all", "must be a whole number from 1 to 1000.", 1000],
  ["runs.keep", 2.5, "must be a whole number from 1 to 1000.", 2],
  ["runs.keep", 1001, "must be a whole number from 1 to 1000.", 50],
  ["pullRequest.refreshInterval", "often", "must be 0 or a whole number from 10 to 86400.", 0],
  ["pullRequest.refreshInterval", 9, "must be 0 or a whole number from 10 to 86400.", 10],
  ["pullRequest.refreshInterval", 1e10, "must be 0 or a whole number from 10 to 86400.", 86_400],
])("a wrong value of %s is named in the view: %j", async (name, wrong, rule, right) => {
  const { editor } = await connectedWindow();
  await editor.changeUserSetting(`callboard.${name}`, wrong);
  expect(await editor.tree("callboard.projects")).toContain(
    `(warning) The setting callboard.${name} ${rule}\n`,
  );
  await editor.run("callboard.openSettings", await editor.row("callboard.projects", "The setting"));
  expect(editor.said).toEqual([`command: workbench.action.openSettings "callboard.${name}"`]);
  await editor.changeUserSetting(`callboard.${name}`, right);
  expect(await editor.tree("callboard.projects")).not.toContain("(warning)");
});

test("an untrusted workspace's settings are not read", async () => {
  const { editor } = openWindow({ trusted: false });
  editor.settings.workspace.set("callboard.forms", "hostile");
  expect(await editor.tree("callboard.projects")).toBe("");
});

test("a hostile name of a form becomes one short line", async () => {
  const { editor } = await connectedWindow();
  const name = `$(bug) [x](command:evil)\n${"x".repeat(5000)}`;
  editor.settings.workspace.set("callboard.forms", { [name]: [], ["__proto__"]: [] });
  await editor.changeUserSetting("callboard.unrelated", 1);
  const [item] = await editor.items("callboard.projects");
  expect(String(item?.label)).toMatch(
    /^The setting callboard\.forms, [^\n]{1,61}: there is no such operation\.$/,
  );
});

test("any content of the setting gives forms and problems", () => {
  fc.assert(
    fc.property(fc.jsonValue(), setting => {
      const { forms, problems } = parseForms(setting);
      const isEmpty = typeof setting === "object" && setting !== null && Object.keys(setting).length === 0;
      expect(forms.size + problems.length > 0 || isEmpty).toBe(true);
    }),
  );
});
