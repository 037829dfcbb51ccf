/** The messages of a page with controls. */

import { expect, onTestFinished, test, vi } from "vitest";
import { pageScript, parsePageMessage } from "../../extension/editor/page-script.ts";

interface FakeControl {
  readonly name: string;
  readonly type: string;
  value: string;
  checked?: boolean;
}

interface PageMessage {
  readonly focus?: string;
  readonly notice?: string;
  readonly keeps?: true;
  /** The change that drawing the page makes to its controls. */
  readonly draws?: () => void;
}

/** The parts of a browser that the script needs. */
function openPage(controls: readonly FakeControl[]) {
  const told: unknown[] = [];
  const heard = new Map<string, (event: object) => void>();
  const listen = (type: string, listener: (event: object) => void) => void heard.set(type, listener);
  const shown = { dataset: { subject: "form" } };
  const did: string[] = [];
  const pressed: string[] = [];
  const element = (selector: string) => ({
    dataset: /[pf]/.test(selector.slice(11))
      ? { decides: "" }
      : selector === '[data-key="c"]'
        ? { action: "focus" }
        : {},
    disabled: page.disabled.includes(selector),
    click: () => pressed.push(selector),
    focus: () => did.push(`focus ${selector}`),
    scrollIntoView: () => did.push(`see ${selector}`),
    setSelectionRange: (from: number, to: number) => did.push(`select ${from} to ${to} in ${selector}`),
  });
  const find = (selector: string) => {
    const isAbsent = selector === '[data-key="x"]' || (/refuses/.test(selector) && selector !== page.refuses);
    return isAbsent ? null : element(selector);
  };
  const main = { dataset: {}, querySelectorAll: () => controls, querySelector: find, innerHTML: "" };
  const drawn = Object.assign(main, { firstElementChild: shown });
  const page = { hasFocus: false, writesIn: "", refuses: "", disabled: [] as readonly string[] };
  const document = {
    addEventListener: listen,
    querySelector: () => drawn,
    hasFocus: () => page.hasFocus,
    get activeElement() {
      return { name: page.writesIn, selectionStart: 1, selectionEnd: 2 };
    },
  };
  const window = { addEventListener: listen, scrollTo: () => {} };
  const api = { postMessage: (message: unknown) => told.push(message), setState: () => {} };
  const css = { escape: (text: string) => text };
  new Function("acquireVsCodeApi", "document", "window", "CSS", pageScript)(() => api, document, window, css);
  return {
    changes: (control: FakeControl, inputType?: string) =>
      heard.get("input")?.({ target: control, inputType }),
    /** `detail` is the number of clicks in the same place, and 0 for a key. */
    press(action: string, more: { readonly decides?: ""; readonly moves?: "" } = {}, detail = 0) {
      const button = { dataset: { action, ...more }, disabled: false };
      heard.get("click")?.({ target: { closest: () => button }, detail });
    },
    /** Gives the selectors of the buttons that the keys have pressed. P and F decide, C writes, X is no button's. */
    keys(...given: string[]) {
      for (const key of given) {
        const target = { closest: () => null };
        heard.get("keydown")?.({ key, target, preventDefault: () => {} });
      }
      return pressed.splice(0);
    },
    /** The changes of focus and scroll position. */
    did,
    at: (given: Partial<typeof page>) => Object.assign(page, given),
    shows(subject: string, { draws, keeps, ...more }: PageMessage = {}) {
      const draw = () => {
        Object.assign(shown.dataset, { subject, ...(keeps && { keeps: "" }) });
        draws?.();
      };
      Object.defineProperty(main, "innerHTML", { set: draw, configurable: true });
      heard.get("message")?.({ data: { html: "", ...more } });
    },
    /** How the page shows whether it takes keys. */
    marks: () => Object.keys(main.dataset),
    get last() {
      return parsePageMessage(told.at(-1));
    },
  };
}

const boxes = [
  { name: "field0", type: "checkbox", value: "a", checked: true },
  { name: "field0", type: "checkbox", value: "z", checked: true },
] as const;

test("a page sends the person's changes and ignores a control's own normalisation", () => {
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

test("undo changes only the text in which the person is", () => {
  const comment = { name: "field1", type: "textarea", value: "Too curt.", defaultValue: "" };
  const page = openPage([comment]);
  page.changes(comment);
  const undo = () => {
    comment.value = "";
    page.changes(comment, "historyUndo");
    return page.last?.values;
  };
  expect(undo()).toEqual({ field1: "Too curt." });
  expect(comment.value).toBe("Too curt.");
  page.at({ writesIn: "field1" });
  expect(undo()).toEqual({ field1: "" });
});

test("a key that is refused scrolls to the reason", () => {
  const page = openPage([]);
  page.at({ refuses: '[data-refuses~="p"]' });
  page.keys("x", "f");
  expect(page.did).toEqual([]);
  page.keys("P");
  expect(page.did).toEqual(['see [data-refuses~="p"]']);
});

test("changes on one subject's page are not sent for the next subject", () => {
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

test("the second press of a double click does not decide the next review", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.press("decide 0", { decides: "" }, 1);
  page.shows("another");
  vi.advanceTimersByTime(300);
  page.press("decide 1", { decides: "" }, 2);
  expect(page.last).toMatchObject({ action: "decide 0", subject: "form" });
  vi.advanceTimersByTime(400);
  page.press("decide 1", { decides: "" }, 1);
  expect(page.last).toMatchObject({ action: "decide 1", subject: "another" });
});

test("an important message scrolls into view and takes the focus only from the form", () => {
  const page = openPage([]);
  const message = { focus: "[name]", notice: "[role=alert]" };
  page.shows("form", message);
  expect(page.did.splice(0)).toEqual(["see [role=alert]"]);
  page.at({ hasFocus: true, writesIn: "field1" });
  page.shows("form", message);
  expect(page.did.splice(0)).toEqual([
    'select 1 to 2 in [name="field1"]',
    "see [role=alert]",
    "focus [role=alert]",
  ]);
  page.shows("form", { focus: "[name]" });
  expect(page.did).toEqual(['select 1 to 2 in [name="field1"]', 'focus [name="field1"]']);
});

test("a key right after a decision is ignored, even before the page is drawn again", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.shows("review");
  vi.advanceTimersByTime(500);
  page.press("decide 0", { decides: "" });
  page.press("decide 1", { decides: "" });
  expect(page.last?.action).toBe("decide 0");
  expect(page.marks()).toEqual(["early"]);
  page.shows("review");
  page.press("decide 1", { decides: "" });
  expect(page.last?.action).toBe("decide 0");
  vi.advanceTimersByTime(1500);
  page.press("decide 1", { decides: "" });
  expect(page.last?.action).toBe("decide 1");
});

test("a text that a person is writing is newer than the drawn one, on a page that keeps it and of the same review", () => {
  const comment = { name: "comment", type: "textarea", value: "Too curt" };
  const page = openPage([comment]);
  page.shows("review", { keeps: true });
  page.changes(comment);
  comment.value = "Too curt.";
  page.shows("review", {
    draws: () => {
      comment.value = "Too curt";
    },
  });
  expect(comment.value).toBe("Too curt.");
  page.shows("another", {
    draws: () => {
      comment.value = "";
    },
  });
  expect(comment.value).toBe("");
});

test("a form's page takes the drawn text, because Undo can have changed it", () => {
  const field = { name: "name", type: "text", value: "" };
  const page = openPage([field]);
  page.shows("form");
  page.changes(field);
  page.shows("form", {
    draws: () => {
      field.value = "undone";
    },
  });
  expect(field.value).toBe("undone");
});

test("after a key that came too early, no key of the same rhythm decides a review, until the person pauses", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.press("decide 0", { decides: "" });
  page.shows("another");
  expect(page.marks()).toEqual([]);
  for (let press = 0; press < 5; press++) {
    vi.advanceTimersByTime(press === 0 ? 100 : 300);
    page.press("decide 1", { decides: "" });
    expect(page.marks()).toEqual(["early"]);
  }
  // Another review that appears by itself does not shorten the pause.
  page.shows("a third");
  vi.advanceTimersByTime(300);
  expect(page.marks()).toEqual(["early"]);
  expect(page.last).toMatchObject({ action: "decide 0", subject: "form" });
  vi.advanceTimersByTime(100);
  // The page still says that a key was ignored.
  expect(page.marks()).toEqual(["early", "calm"]);
  page.press("decide 1", { decides: "" });
  expect(page.last).toMatchObject({ action: "decide 1", subject: "a third" });
  expect(page.marks()).toEqual([]);
});

test("keys in a reader's rhythm all count, each for the review on the page", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.shows("review 0");
  vi.advanceTimersByTime(1000);
  for (let review = 0; review < 10; review++) {
    page.press(`decide ${review}`, { decides: "" });
    expect(page.last).toMatchObject({ action: `decide ${review}`, subject: `review ${review}` });
    vi.advanceTimersByTime(50);
    page.shows(`review ${review + 1}`);
    vi.advanceTimersByTime(250);
  }
});

test("a review that appears by itself takes a key only after a person can have seen it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.press("decide 0", { decides: "" });
  page.shows("another");
  vi.advanceTimersByTime(2000);
  page.shows("a third");
  vi.advanceTimersByTime(399);
  expect(page.marks()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(page.marks()).toEqual(["calm"]);
});

test("a key between a press that shows another review and that review is shown to be ignored", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.shows("review");
  vi.advanceTimersByTime(500);
  page.press("next", { moves: "" });
  expect(page.marks()).toEqual([]);
  for (const key of ["p", "j", "t"]) {
    expect(page.keys(key)).toEqual([]);
    expect(page.marks()).toEqual(["early"]);
  }
  page.shows("another");
  vi.advanceTimersByTime(400);
  expect(page.keys("p", "j")).toEqual(['[data-key="p"]', '[data-key="j"]']);
});

test("keys are taken again if the press shows nothing", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.press("next", { moves: "" });
  vi.advanceTimersByTime(1500);
  expect(page.keys("j")).toEqual(['[data-key="j"]']);
});

test("the key of a button that is disabled is shown to be ignored", () => {
  const page = openPage([]);
  page.at({ disabled: ['[data-key="t"]'] });
  expect(page.keys("t")).toEqual([]);
  expect(page.marks()).toEqual(["early"]);
});

test("a text that begins too early after a decision decides nothing, and goes on in the next review's comment", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage([]);
  page.at({ hasFocus: true });
  page.shows("review");
  vi.advanceTimersByTime(500);
  page.press("decide 0", { decides: "" });
  expect(page.keys("c")).toEqual([]);
  page.shows("another");
  expect(page.did.at(-1)).toBe("focus [name]");
  // Without the focus in the comment, letters that are no keys hold off those that are.
  for (const letter of ["x", "p", "x", "x", "f"]) {
    vi.advanceTimersByTime(300);
    expect(page.keys(letter)).toEqual([]);
  }
});
