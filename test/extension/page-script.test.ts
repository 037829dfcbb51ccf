/** What a page with controls tells of them. */

import { expect, onTestFinished, test, vi } from "vitest";
import { pageMessage, pageScript } from "../../extension/editor/page-script.ts";

interface FakeControl {
  readonly name: string;
  readonly type: string;
  value: string;
  checked?: boolean;
}

/** As much of a browser as the script asks for where something is written and pressed. */
function openPage(controls: readonly FakeControl[]) {
  const told: unknown[] = [];
  const heard = new Map<string, (event: object) => void>();
  const listen = (type: string, listener: (event: object) => void) => void heard.set(type, listener);
  const shown = { dataset: { subject: "form" } };
  const main = { dataset: {}, querySelectorAll: () => controls, querySelector: () => null, innerHTML: "" };
  const drawn = Object.assign(main, { firstElementChild: shown });
  const document = { addEventListener: listen, querySelector: () => drawn, hasFocus: () => false };
  const window = { addEventListener: listen, scrollTo: () => {} };
  const api = { postMessage: (message: unknown) => told.push(message), setState: () => {} };
  new Function("acquireVsCodeApi", "document", "window", pageScript)(() => api, document, window);
  return {
    changes: (control: FakeControl) => heard.get("input")?.({ target: control }),
    press(action: string, more: { readonly decides?: "" } = {}) {
      const button = { dataset: { action, ...more }, disabled: false };
      heard.get("click")?.({ target: { closest: () => button } });
    },
    shows(subject: string) {
      Object.defineProperty(main, "innerHTML", { set: () => Object.assign(shown.dataset, { subject }) });
      heard.get("message")?.({ data: { html: "" } });
    },
    get last() {
      return pageMessage(told.at(-1));
    },
  };
}

const boxes = [
  { name: "field0", type: "checkbox", value: "a", checked: true },
  { name: "field0", type: "checkbox", value: "z", checked: true },
] as const;

test("a page tells what was changed in it, and nothing of what a control has made of its text by itself", () => {
  const [manner, name] = [
    { name: "field1", type: "textarea", value: "Calm.\nNever shouts." },
    { name: "field2", type: "text", value: "Owl" },
  ];
  const page = openPage([...boxes, manner, name]);
  page.press("send");
  expect(page.last).toEqual({ action: "send", subject: "form", values: {} });
  name.value = "Night owl";
  page.changes(name);
  expect(page.last).toEqual({ action: "write", subject: "form", values: { field2: "Night owl" } });
  page.changes(boxes[0]);
  page.press("send");
  expect(page.last?.values).toEqual({ field0: ["a", "z"], field2: "Night owl" });
});

test("what was changed on one subject's page says nothing of the next one's", () => {
  const comment = { name: "field0", type: "textarea", value: "Too curt." };
  const page = openPage([comment]);
  page.changes(comment);
  page.shows("form");
  page.press("send");
  expect(page.last?.values).toEqual({ field0: "Too curt." });
  page.shows("another");
  page.press("send");
  expect(page.last).toEqual({ action: "send", subject: "another", values: {} });
});

test("the second press of a double click decides nothing of what has come into the place of the first", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.press("decide 0", { decides: "" });
  page.shows("another");
  vi.advanceTimersByTime(300);
  page.press("decide 1", { decides: "" });
  expect(page.last).toMatchObject({ action: "decide 0", subject: "form" });
  vi.advanceTimersByTime(1000);
  page.press("decide 1", { decides: "" });
  expect(page.last).toMatchObject({ action: "decide 1", subject: "another" });
});
