/** When a view tells VS Code that its rows have changed. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ViewRow } from "../../extension/views/row.ts";
import { rowContext } from "../../extension/views/row-context.ts";
import { RowView } from "../../extension/views/row-view.ts";
import { FakeEditor } from "./fake-editor.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

const row = (id: string, rest: Partial<ViewRow> = {}): ViewRow => ({
  id,
  label: id,
  icon: { name: "bell" },
  context: rowContext("group", "review"),
  spoken: id,
  subject: { type: "group", kind: "review" },
  ...rest,
});

function openView() {
  const editor = new FakeEditor();
  const waiting = row("waiting", { expanded: true, children: () => [row("a")] });
  const settled = row("settled", { children: () => [row("b")] });
  const view = new RowView(editor.vscode, "callboard.runs", {
    ready: async () => {},
    current: () => [waiting, settled],
  });
  const show = (isVisible: boolean) => editor.sight("callboard.runs", isVisible);
  return {
    view,
    waiting,
    show,
    events: () => editor.refreshes("callboard.runs") + editor.redrawn("callboard.runs").length,
  };
}

test("a change while VS Code waits for the children of an unfolded row is told after it got them", async () => {
  const { view, waiting, events } = openView();
  await view.getChildren();
  view.refresh();
  view.update(row("waiting", { description: "2" }));
  expect(events()).toBe(0);
  await view.getChildren(waiting);
  await vi.advanceTimersByTimeAsync(1);
  expect(events()).toBe(1);
});

test("a change is told after the rows could not be read", async () => {
  const editor = new FakeEditor();
  const ready = vi.fn(async () => {}).mockRejectedValueOnce(new Error("the disk is full"));
  const view = new RowView(editor.vscode, "callboard.runs", { ready, current: () => [row("waiting")] });
  await expect(view.getChildren()).rejects.toThrow("the disk is full");
  view.refresh();
  expect(editor.refreshes("callboard.runs")).toBe(1);
});

test("a change is told soon if VS Code never asks for the children", async () => {
  const { view, events } = openView();
  await view.getChildren();
  view.refresh();
  expect(events()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(events()).toBe(1);
});

test("after an event that VS Code has lost, a visible view is told again until it requests its rows", async () => {
  const { view, waiting, show, events } = openView();
  await show(true);
  await view.getChildren();
  await view.getChildren(waiting);
  view.refresh();
  view.refresh();
  expect(events()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(events()).toBe(2);
  await show(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(events()).toBe(2);
  await show(true);
  expect(events()).toBe(3);
  await view.getChildren();
  await vi.advanceTimersByTimeAsync(5000);
  await show(false);
  await show(true);
  expect(events()).toBe(3);
});
