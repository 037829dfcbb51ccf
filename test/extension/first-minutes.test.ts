/** From the installed extension to a tree with records. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commandId } from "../../extension/app/command-ids.ts";
import { commandTable } from "../../extension/app/command-table.ts";
import type { FakeEditor } from "./fake-editor.ts";
import { connectedWindow, openWindow } from "./window.ts";

test("activation registers every command, and reads, asks and sends nothing", async () => {
  const { editor, requests } = openWindow({ folders: ["/shop"] });
  const { commands } = JSON.parse(readFileSync("extension/package.json", "utf8")).contributes;
  expect([...editor.commands.keys()].sort()).toEqual(
    commands.map(({ command }: { command: string }) => command).sort(),
  );
  expect([...editor.commands.keys()]).toEqual(
    expect.arrayContaining([...commandTable.keys()].map(commandId)),
  );
  await editor.settled();
  expect(requests).toEqual([]);
  expect(editor.files.reads).toEqual([]);
  expect(editor.said).toEqual([]);
  expect(editor.contexts.get("callboard.connected")).toBe(false);
  // An empty view says nothing until its rows are read.
  expect(editor.contexts.get("callboard.read")).toBe(undefined);
  await editor.tree("callboard.projects");
  await expect.poll(() => editor.contexts.get("callboard.read")).toBe(true);
});

test("the embedded service fills the tree without an account", async () => {
  const { editor, requests } = openWindow();
  await editor.run("callboard.tryEmbedded");
  expect(requests).toEqual(["POST /v1/projects/import-demo {}"]);
  expect(editor.contexts.get("callboard.connected")).toBe(true);
  expect(editor.status.text).toBe("$(broadcast) Embedded service");
  expect(await editor.tree("callboard.projects")).toMatchInlineSnapshot(`
    "(project) Lantern Lane support line  lantern-lane
      (beaker) Tests  12
        (beaker) Says where a late parcel is  finds-late-parcel
        (beaker) Offers a replacement for a lost parcel  replaces-lost-parcel
        (beaker) Refunds a lamp that arrived broken  refunds-broken-lamp
        (beaker) Sends a new lamp instead of money  replaces-broken-lamp
        (beaker) Changes the address before dispatch  changes-address
        (beaker) Explains why a dispatched parcel keeps its address  keeps-address-after-dispatch
        (beaker) Cancels an order within the hour  cancels-order
        (beaker) Asks for the order number before cancelling  asks-before-cancelling
        (beaker) Tells the opening hours on a holiday  tells-holiday-hours
        (beaker) Takes a double charge seriously  takes-double-charge-seriously
        (beaker) Declines an expired voucher politely  declines-expired-voucher
        (beaker) Hands over to a person when asked twice  hands-over-to-a-person
      (layers) Batches  4
        (layers) Smoke  smoke
        (layers) Returns and refunds  returns
        (layers) Nightly  nightly
        (layers) Rush hour  rush-hour
      (broadcast) Channels  2
        (broadcast) Voice  voice
        (broadcast) Chat  chat
      (account) Personas  5
        (account) Hurried parent  hurried-parent
        (account) Customer who calls for the third time  third-time-caller
        (account) Grandfather who hears badly  hard-of-hearing
        (account) Newcomer who speaks little English  second-language
        (account) Bargain hunter  bargain-hunter
      (comment-discussion) Scenarios  8
        (comment-discussion) Late parcel  late-parcel
        (comment-discussion) Broken lamp  broken-lamp
        (comment-discussion) Change of address  change-address
        (comment-discussion) Cancelled order  cancel-order
        (comment-discussion) Opening hours on a holiday  holiday-hours
        (comment-discussion) Double charge  double-charge
        (comment-discussion) Expired voucher  expired-voucher
        (comment-discussion) Wants a person  wants-a-person
      (plug) Integrations  1
        (plug) Order system (sandbox)  order-system"
  `);
  expect(await editor.tree("callboard.reviews")).toMatchInlineSnapshot(`
    "(bell) Waiting  4
      (checklist) Was the handover kind enough?  mina · was-the-handover-kind
      (checklist) Did the agent promise a day of delivery?  jonas · was-a-day-promised
      (checklist) Was the refusal clear?  was-the-no-clear
      (checklist) Do we agree on what is friendly?  calibration review · what-is-friendly
    (check-all) Settled  1
      (pass) Was the discount invented?  passed · mina · was-the-discount-invented"
  `);
  expect(editor.badge("callboard.reviews")).toBe(4);
});

describe("the walkthrough", () => {
  interface Step {
    readonly id: string;
    readonly completionEvents: readonly string[];
  }
  const { walkthroughs } = JSON.parse(readFileSync("extension/package.json", "utf8")).contributes;

  /** The completed steps of the walkthrough, by their contexts. */
  function ticked({ contexts }: FakeEditor): string[] {
    const isTrue = (event: string) => contexts.get(event.replace("onContext:", "")) === true;
    return walkthroughs[0].steps
      .filter(({ completionEvents }: Step) => completionEvents.some(isTrue))
      .map(({ id }: Step) => id);
  }

  test("ticks its first step for the embedded service, regardless of the command", async () => {
    const { editor } = openWindow();
    expect(ticked(editor)).toEqual([]);
    await editor.run("callboard.tryEmbedded");
    expect(ticked(editor)).toEqual(["try"]);
    const other = openWindow();
    other.editor.will("Embedded service");
    await other.editor.run("callboard.switchService");
    expect(ticked(other.editor)).toEqual(["try"]);
  });

  test("ticks the other steps for their results, regardless of the command", async () => {
    const { editor } = await connectedWindow({ folders: ["/shop"] });
    expect(ticked(editor)).toEqual(["connect"]);
    await editor.run("callboard.runNow.onRow", await editor.row("callboard.projects", "Smoke"));
    expect(ticked(editor)).toEqual(["connect", "run"]);
    const review = await editor.row("callboard.reviews", "Was the handover");
    editor.will("pass", undefined);
    await editor.run("callboard.submitReview", review);
    expect(ticked(editor)).toEqual(["connect", "run"]);
    editor.will("pass", "Leave out");
    await editor.run("callboard.submitReview.onRow", review);
    expect(ticked(editor)).toEqual(["connect", "run", "review"]);
    await editor.run("callboard.pin", await editor.row("callboard.projects", "Smoke"));
    expect(ticked(editor)).toEqual(["connect", "run", "review", "catalog"]);
  });

  test("ticks steps that were complete before VS Code knew the walkthrough", async () => {
    const { editor } = openWindow();
    await editor.run("callboard.tryEmbedded");
    const { executeCommand } = editor.vscode.commands;
    const seen: string[] = [];
    editor.vscode.commands.executeCommand = (id: string, ...given: unknown[]) => {
      if (id === "workbench.action.openWalkthrough") seen.push(...ticked(editor), "opened");
      return executeCommand(id, ...given);
    };
    await editor.run("callboard.openWalkthrough");
    expect([...seen, ...ticked(editor)]).toEqual(["opened", "try"]);
    expect(editor.contexts.get("callboard.connected")).toBe(true);
  });

  test("ticks what was done before the window was reloaded", async () => {
    const { editor } = await connectedWindow();
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    editor.will("pass", "Leave out");
    await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
    const { storage, secrets, files, settings } = editor;
    const later = openWindow({ storage, secrets, files }).editor;
    for (const [name, value] of settings.user) later.settings.user.set(name, value);
    await later.run("callboard.openWalkthrough");
    expect(ticked(later)).toEqual(["connect", "run", "review"]);
  });

  test("ticks connecting for a service in the settings, and sharing for an existing catalog", async () => {
    const { editor } = openWindow({ folders: ["/shop"] });
    await editor.changeUserSetting("callboard.services", [
      { name: "Daily", baseUrl: "https://daily.example" },
    ]);
    editor.files.put("/shop/callboard.yml", "batches:\n  smoke: { id: bat_1 }\n");
    await editor.tree("callboard.projects");
    await editor.settled();
    expect(ticked(editor)).toEqual(["connect", "catalog"]);
  });
});

test("connecting asks for an address, a name and a key", async () => {
  const { editor } = await connectedWindow();
  expect(editor.settings.user.get("callboard.services")).toEqual([
    { name: "Staging", baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
  ]);
  expect(await editor.tree("callboard.projects")).toMatch(/Lantern Lane/);
});

test("in another language every text is translated", async () => {
  const { editor } = openWindow();
  editor.vscode.l10n.t = ((message: string, ...values: string[]) =>
    `«${message.replace(/\{(\d)\}/g, (_, index) => `»${values[Number(index)]}«`)}»`) as never;
  await editor.run("callboard.tryEmbedded");
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  editor.will(undefined);
  await editor.run("callboard.submitReview");
  for (const view of ["callboard.projects", "callboard.reviews", "callboard.runs"]) {
    for (const { label, id, accessibilityInformation } of await editor.items(view)) {
      if (
        !/\/(project|test|batch|channel|persona|scenario|integration|review) [\w-]+$|^runs/.test(id ?? "")
      ) {
        expect(label).toMatch(/^«.*»$/);
      }
      expect(accessibilityInformation?.label).toMatch(/«.*»/);
    }
  }
  for (const said of editor.said.filter(each => !each.startsWith("command"))) expect(said).toMatch(/«.*»/);
  expect(editor.progress.join()).not.toMatch(/(?<!«)(Run|Import demo project)/);
});
