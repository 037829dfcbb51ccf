import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
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

/** A view that is shown for the first time takes the focus when it is asked for once more. */
async function focusView(name: string): Promise<void> {
  await expect
    .poll(async () => {
      await command(`Callboard: Focus on ${name} View`);
      return editor.window.page.getByRole("tree", { name }).evaluate(tree => tree.matches(":focus"));
    })
    .toBe(true);
}

async function fromMenu(action: string): Promise<void> {
  await editor.window.keyboard.press("Shift+F10");
  await editor.window.walk("ArrowDown", new RegExp(`^${action}$`));
  await editor.window.keyboard.press("Enter");
}

describe("without the mouse", () => {
  beforeAll(() =>
    editor.window.page.evaluate(() => {
      const fail = () => {
        document.title = "the mouse was used";
      };
      document.addEventListener("mousedown", fail, { capture: true });
    }),
  );

  afterAll(async () => {
    expect(await editor.window.page.title()).not.toBe("the mouse was used");
  });

  test("fields are written and sent", async () => {
    const { window } = editor;
    await command("Callboard: Import demo project");
    await expect.poll(() => window.editorText()).toBe("{\n  \n}\n");
    await window.keyboard.type('"note": "typed"');
    await command("Callboard: Send");
    await expect.poll(() => window.quickInput()).toMatchObject({ title: `API key for ${service.url}` });
    await window.keyboard.type(service.key);
    await window.keyboard.press("Enter");
    await expect.poll(() => window.activeEditor()).toBe("Import demo project.json");
    await expect.poll(() => window.editorText()).toContain('"id": "lantern-lane"');
    expect(service.requests).toMatchObject([
      { line: "POST /v1/projects/import-demo", body: { note: "typed" } },
    ]);
  });

  test("a batch is found and run, and its report opened", async () => {
    const { window } = editor;
    await focusView("Projects");
    await window.walk("ArrowDown", /^Batches/);
    await window.walk("ArrowRight", /^Smoke, batch/);
    await fromMenu("Run now");
    await window.notification("Smoke: failed");
    await focusView("Runs");
    await window.walk("ArrowDown", /^Smoke, failed, 4 passed/);
    await window.keyboard.press("Enter");
    expect(await window.webviewText()).toContain("Cancels an order within the hour");
    expect(service.requests.map(({ line }) => line)).toEqual(["POST /v1/batches/smoke/run"]);
  });

  test("a review is submitted", async () => {
    const { window } = editor;
    await focusView("Reviews");
    await window.walk("ArrowDown", /^Was the handover kind/);
    await fromMenu("Submit review");
    await expect.poll(() => window.options()).toEqual(["pass", "fail"]);
    await window.keyboard.type("fail");
    await expect.poll(() => window.options()).toEqual(["fail"]);
    await window.keyboard.press("Enter");
    await expect.poll(async () => (await window.quickInput()).title).toContain("(2/2)");
    await window.keyboard.type("Curt is not kind.");
    await window.keyboard.press("Enter");
    await expect
      .poll(() => service.requests)
      .toMatchObject([{ body: { verdict: "fail", comment: "Curt is not kind." } }]);
    await window.notification("Submitted “Was the handover kind enough?”");
  });

  test("a group of many records is read page by page, each from its first row", async () => {
    const { window } = editor;
    const tests = Array.from({ length: 450 }, (_, index) => ({ id: `tst_${index}`, name: `Test ${index}` }));
    service.instead = () => ({ body: { project: { id: "prj_1", name: "A large one", tests } } });
    await command("Callboard: Import demo project");
    await expect.poll(() => window.editorText()).toContain('"note"');
    await command("Callboard: Send");
    await expect.poll(() => window.editorText()).toContain("A large one");
    service.instead = () => undefined;

    await focusView("Projects");
    await window.keyboard.press("End");
    await window.walk("ArrowUp", /^A large one/);
    await window.walk("ArrowRight", /^Tests, 450/);
    await window.walk("ArrowRight", /^Test 0,/);
    await window.walk("End", /^Show more, 250 left/);
    await window.keyboard.press("Enter");
    await expect.poll(() => window.focused()).toMatch(/^Test 200,/);
    await window.walk("End", /^Show more, 50 left/);
    await window.keyboard.press("Enter");
    await expect.poll(() => window.focused()).toMatch(/^Test 400,/);
    await window.keyboard.press("ArrowUp");
    expect(await window.focused()).toMatch(/^Test 399,/);
  });
});

describe.each(["Dark High Contrast", "Light High Contrast"])("in %s", theme => {
  beforeAll(async () => {
    const { window } = editor;
    await window.palette("Preferences: Color Theme");
    await window.fill(theme);
    await window.pick(theme);
    await window.page.locator(".monaco-workbench.hc-black, .monaco-workbench.hc-light").waitFor();
    await window.tree("Runs").item("Smoke").click();
    await window.webviewText();
  });

  test("a report has no colour but the theme's, each as legible as the theme promises", async () => {
    const { window } = editor;
    await window.screenshot(`report in ${theme}`);
    const { foreign, faintest } = await window.webview().locator("main").evaluate(coloursOf);
    expect(foreign).toEqual([]);
    expect(faintest).toBeGreaterThanOrEqual(7);
  });

  test("a form stands out from what it covers", async () => {
    const { window } = editor;
    await window.tree("Reviews").item("Was the refusal clear").contextMenu("Submit review");
    await window.options();
    await window.screenshot(`form in ${theme}`);
    await window.keyboard.press("Escape");
  });
});

/** Colours that no variable of the theme has, and the least contrast between a text and what is behind it. */
function coloursOf(main: HTMLElement | SVGElement): { foreign: string[]; faintest: number } {
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
  const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = parts(colour).map(value => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isSeen = (colour: string) => parts(colour)[3] !== 0;
  const behind = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    if (isSeen(backgroundColor)) return backgroundColor;
    return element.parentElement ? behind(element.parentElement) : painted("var(--vscode-editor-background)");
  };
  const foreign = new Set<string>();
  let faintest = 21;
  for (const element of main.querySelectorAll("*:not(i)")) {
    const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
    const border = borderTopWidth === "0px" ? [] : [borderTopColor];
    for (const colour of [color, backgroundColor, ...border])
      if (isSeen(colour) && !themed.has(colour)) foreign.add(`${element.localName} ${colour}`);
    const [one, other] = [light(color), light(behind(element))].sort((a, b) => b - a);
    faintest = Math.min(faintest, ((one ?? 0) + 0.05) / ((other ?? 0) + 0.05));
  }
  probe.remove();
  return { foreign: [...foreign], faintest };
}
