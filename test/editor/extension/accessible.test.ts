import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { waitUntilStill } from "../until.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;

beforeAll(async () => {
  ({ editor, service } = await startCallboard());
});

afterAll(() => service.close());

beforeEach(() => {
  service.requests.length = 0;
});

const command = (title: string) => editor.window.paletteByKeys(title);

/**
 * A view that is shown for the first time takes the focus only at the second command. An editor that has just opened may
 * take the focus from it once more.
 */
async function focusView(name: string): Promise<void> {
  const tree = editor.window.page.getByRole("tree", { name });
  const hasFocus = () => tree.evaluate(each => each.matches(":focus"));
  await expect
    .poll(async () => {
      await command(`Callboard: Focus on ${name} View`);
      await waitUntilStill(hasFocus, 300);
      return hasFocus();
    })
    .toBe(true);
}

/** Begins once more if an editor that opened late took the focus on the way. */
async function walkIn(view: string, to: RegExp): Promise<void> {
  await focusView(view);
  await editor.window.walk("ArrowDown", to).catch(async () => {
    await focusView(view);
    await editor.window.walk("ArrowDown", to);
  });
}

async function fromMenu(action: string): Promise<void> {
  const menu = editor.window.page.locator(".monaco-menu");
  await editor.window.keyboard.press("Shift+F10");
  await menu.waitFor();
  await editor.window.walk("ArrowDown", new RegExp(`^${action}$`));
  await editor.window.keyboard.press("Enter");
  await menu.waitFor({ state: "hidden" });
}

describe("without the mouse", () => {
  beforeAll(() =>
    editor.window.page.evaluate(() => {
      const count = () => {
        document.body.dataset["clicks"] = String(Number(document.body.dataset["clicks"] ?? 0) + 1);
      };
      document.addEventListener("mousedown", count, { capture: true });
    }),
  );

  afterEach(async () => {
    expect(await editor.window.page.locator("body").getAttribute("data-clicks")).toBeNull();
  });

  test("fields are written and sent", async () => {
    const { window } = editor;
    await command("Callboard: Create calibration review");
    await expect.poll(window.editorText()).toBe("{\n  \n}\n");
    await window.statusBar("Ln 2, Col 3").waitFor(); // where the first field is written
    await window.writeByKeys('"name": "typed"');
    await command("Callboard: Send");
    await expect.poll(window.quickInput()).toMatchObject({ title: `API key for ${service.url}` });
    await window.fillByKeys(service.key);
    await window.keyboard.press("Enter");
    await expect.poll(window.activeEditor()).toMatch(/^Create calibration review · .+\.json$/);
    await expect.poll(window.editorText()).toContain('"name": "typed"');
    expect(service.requests).toMatchObject([{ line: "POST /v1/reviews/calibrate", body: { name: "typed" } }]);
    await command("Callboard: Import demo project");
    await expect.poll(window.editorText()).toContain('"id": "lantern-lane"');
  });

  test("a batch is found and run, and its report opened", async () => {
    const { window } = editor;
    await walkIn("Projects", /^Batches/);
    await window.walk("ArrowRight", /^Smoke, batch/);
    await fromMenu("Run");
    await window.notification("Smoke: failed");
    await walkIn("Runs", /^Smoke, failed, 4 passed/);
    await window.keyboard.press("Enter");
    await expect.poll(window.webviewText()).toContain("Cancels an order within the hour");
    expect(service.requests.map(({ line }) => line)).toEqual(["POST /v1/batches/smoke/run"]);
  });

  test("a review is submitted", async () => {
    const { window } = editor;
    await walkIn("Reviews", /^Was the handover kind/);
    await fromMenu("Submit…");
    await expect.poll(window.options()).toEqual(["pass", "fail"]);
    await window.fillByKeys("fail");
    await expect.poll(window.options()).toEqual(["fail"]);
    await window.keyboard.press("Enter");
    await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("(2/2)") });
    await window.fillByKeys("Curt is not kind.");
    await window.keyboard.press("Enter");
    await expect
      .poll(() => service.requests)
      .toMatchObject([{ body: { verdict: "fail", comment: "Curt is not kind." } }]);
    await window.notification("Submitted “Was the handover kind enough?”");
  });

  test("a review is read and decided with two keys", async () => {
    const { window } = editor;
    await walkIn("Reviews", /^Did the agent promise/);
    await window.keyboard.press("Enter"); // first action
    await window
      .webview()
      .locator("main[data-calm]")
      .getByRole("heading", { name: "Did the agent promise a day of delivery?" })
      .waitFor();
    await window.keyboard.press("p"); // second action
    await expect
      .poll(() => service.requests)
      .toMatchObject([{ line: "POST /v1/reviews/was-a-day-promised/submit", body: { verdict: "pass" } }]);
    await expect.poll(window.webviewText()).toContain("Submitted “Did the agent promise");
  });

  test("a group of many records is read page by page, each from its first row", async () => {
    const { window } = editor;
    const tests = Array.from({ length: 450 }, (_, index) => ({ id: `tst_${index}`, name: `Test ${index}` }));
    service.replyTo = () => ({ body: { project: { id: "prj_1", name: "A large one", tests } } });
    await command("Callboard: Import demo project");
    await expect.poll(window.editorText()).toContain("A large one");
    service.replyTo = () => undefined;

    await walkIn("Projects", /^A large one/);
    await window.walk("ArrowRight", /^Tests, 450/);
    await window.walk("ArrowRight", /^Test 0,/);
    await window.walk("End", /^Show more, 250 left/);
    await window.keyboard.press("Enter");
    await expect.poll(window.focused()).toMatch(/^Test 200,/);
    await window.walk("End", /^Show more, 50 left/);
    await window.keyboard.press("Enter");
    await expect.poll(window.focused()).toMatch(/^Test 400,/);
    await window.keyboard.press("ArrowUp");
    await expect.poll(window.focused()).toMatch(/^Test 399,/);
  });
});

const themes = [
  { theme: "Dark High Contrast", workbench: ".hc-black", kind: "vscode-high-contrast" },
  { theme: "Light High Contrast", workbench: ".hc-light", kind: "vscode-high-contrast-light" },
];

describe.each(themes)("in $theme", ({ theme, workbench, kind }) => {
  beforeAll(async () => {
    const { window } = editor;
    await window.palette("Preferences: Color Theme");
    await window.fill(theme);
    await window.pick(theme);
    await window.page.locator(`.monaco-workbench${workbench}`).waitFor();
    await window.tree("Runs").item("Smoke").click();
    await window.webview().locator(`body[data-vscode-theme-kind="${kind}"] main`).waitFor();
  });

  test("a report has no colour but the theme's, each as legible as the theme promises", async () => {
    const { window } = editor;
    await window.screenshot(`report in ${theme}`);
    const { foreign, texts } = await window.webview().locator("main").evaluate(coloursOf);
    expect(foreign).toEqual([]);
    expect(texts.length).toBeGreaterThan(20);
    expect(Math.min(...texts.map(contrast))).toBeGreaterThanOrEqual(7);
  });

  test.each([
    ["a review's page", () => editor.window.tree("Reviews").item("Was the refusal clear").click()],
    ["a form of fields", () => editor.window.palette("Callboard: Create persona")],
  ])("%s has no colour but the theme's, each as legible as the theme promises", async (what, open) => {
    const { window } = editor;
    await window.palette("View: Close All Editors");
    await open();
    await window.webview().locator(`body[data-vscode-theme-kind="${kind}"] main h1`).waitFor();
    await window.screenshot(`${what} in ${theme}`);
    const { foreign, texts } = await window.webview().locator("main").evaluate(coloursOf);
    expect(foreign).toEqual([]);
    expect(texts.length).toBeGreaterThan(10);
    expect(Math.min(...texts.map(contrast))).toBeGreaterThanOrEqual(7);
  });

  test("a form stands out from what it covers: a line around it contrasts with both", async () => {
    const { window } = editor;
    await window.tree("Reviews").item("Was the refusal clear").contextMenu("Submit…");
    await expect.poll(window.options()).toEqual(["pass  answered before", "fail  answered before"]);
    await window.screenshot(`form in ${theme}`);
    const form = window.page.locator(".quick-input-widget").filter({ visible: true });
    const { widths, pairs } = await form.evaluate(edgesOf);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(1);
    // WCAG 1.4.11 requires a contrast of 3 for the line around a control.
    expect(Math.min(...pairs.map(contrast))).toBeGreaterThanOrEqual(3);
    await window.keyboard.press("Escape");
  });
});

type Pair = readonly [string, string];

/** The contrast ratio of WCAG: from 1, for equal colours, to 21, for black on white. */
function contrast(pair: Pair): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(value => {
      const share = Number(value) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [one, other] = [light(pair[0]), light(pair[1])];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Runs in the page. Pairs each border of an element with the colour inside and the colour it covers outside. */
function edgesOf(form: Element): { widths: number[]; pairs: Pair[] } {
  const { left, right, top, bottom } = form.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const outside = {
    Left: [left - 2, y],
    Right: [right + 2, y],
    Top: [x, top - 2],
    Bottom: [x, bottom + 2],
  } as const;
  const style = getComputedStyle(form);
  const widths: number[] = [];
  const pairs: Pair[] = [];
  for (const [side, point] of Object.entries(outside)) {
    const line = style.getPropertyValue(`border-${side.toLowerCase()}-color`);
    widths.push(Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)));
    const covered = document
      .elementsFromPoint(...point)
      .map(element => getComputedStyle(element).backgroundColor)
      .find(colour => !/, 0\)$/.test(colour));
    pairs.push([line, style.backgroundColor], [line, covered ?? "nothing"]);
  }
  return { widths, pairs };
}

/** Runs in the page. Finds colours that are not in the theme, and pairs each text's colour with its background. */
function coloursOf(main: HTMLElement | SVGElement): { foreign: string[]; texts: Pair[] } {
  const style = document.documentElement.style;
  const probe = main.appendChild(document.createElement("i"));
  const painted = (colour: string) => {
    probe.style.color = "";
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const themed = new Set(
    [...style]
      .filter(name => name.startsWith("--vscode-"))
      .map(name => style.getPropertyValue(name))
      .filter(value => CSS.supports("color", value))
      .map(painted),
  );
  const isSeen = (colour: string) => !/, 0\)$/.test(colour);
  const behind = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    if (isSeen(backgroundColor)) return backgroundColor;
    return element.parentElement ? behind(element.parentElement) : painted("var(--vscode-editor-background)");
  };
  const foreign = new Set<string>();
  const texts: Pair[] = [];
  for (const element of main.querySelectorAll("*:not(i)")) {
    const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
    const border = borderTopWidth === "0px" ? [] : [borderTopColor];
    for (const colour of [color, backgroundColor, ...border])
      if (isSeen(colour) && !themed.has(colour)) foreign.add(`${element.localName} ${colour}`);
    texts.push([color, behind(element)]);
  }
  probe.remove();
  return { foreign: [...foreign], texts };
}
