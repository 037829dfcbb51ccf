/** The extension in a fake editor, beside a real embedded service, with every request recorded. */

import { onTestFinished } from "vitest";
import { Callboard } from "../../extension/app/callboard.ts";
import { type Bundles, bundles } from "../../extension/editor/bundles/bundles.ts";
import { heartbeatMs } from "../../extension/editor/heartbeat.ts";
import { fillPlaceholders, setTranslation } from "../../extension/editor/l10n.ts";
import type { Clock } from "../../shared/clock.ts";
import { type EmbeddedService, startEmbeddedService } from "../../shared/embedded/service.ts";
import { FakeEditor, type FakeEditorOptions } from "./fake-editor.ts";

/** A clock whose time passes at once when somebody waits. */
export class InstantClock implements Clock {
  readonly #time: () => number;
  #passed = 0;
  now = () => this.#time() + this.#passed;
  random = () => 0.5;

  constructor(time = () => Date.UTC(2026, 4, 12, 14, 5)) {
    this.#time = time;
  }

  after(milliseconds: number, callback: () => void): () => void {
    // Deadlines never pass, pauses between requests pass at once, and heartbeats never fire.
    if (milliseconds >= 60_000 || milliseconds === heartbeatMs) return () => {};
    const turn = setImmediate(() => {
      this.#passed += milliseconds;
      callback();
    });
    return () => clearImmediate(turn);
  }
}

export interface TestWindow {
  readonly editor: FakeEditor;
  /** Such as "POST /v1/batches/smoke/run {}", in order. */
  readonly requests: string[];
}

export function openWindow(
  options: FakeEditorOptions = {},
  loaded: Bundles = bundles,
  clock: Clock = new InstantClock(),
): TestWindow {
  const editor = new FakeEditor(options);
  const requests = recordRequests();
  const later = {
    bundles: loaded,
    formPage: () => import("../../extension/app/form-page.ts"),
    reviewPanel: () => import("../../extension/app/review-panel.ts"),
    pullRequests: () => import("../../extension/app/pull-requests.ts"),
    teaching: () => import("../../extension/app/teaching.ts"),
    commands: () => import("../../extension/app/commands.ts"),
    catalogCode: () => import("../../extension/app/catalog-code.ts"),
    testingView: () => import("../../extension/app/testing-view.ts"),
  };
  const callboard = new Callboard(editor.vscode, editor.context, later, clock);
  onTestFinished(() => {
    callboard.dispose();
    setTranslation(fillPlaceholders); // test files share modules
  });
  return { editor, requests };
}

/** Stopped at the end of the test. */
export async function startEmbedded(): Promise<EmbeddedService> {
  const started = await startEmbeddedService();
  onTestFinished(() => started.close());
  return started;
}

/** Connected to a service, whose demo project is imported. */
export async function connectedWindow(
  options: FakeEditorOptions = {},
  loaded: Bundles = bundles,
  clock?: Clock,
): Promise<TestWindow & { service: EmbeddedService }> {
  const running = await startEmbedded();
  const window = openWindow(options, loaded, clock);
  const { editor, requests } = window;
  editor.will(running.url, "Staging", running.key);
  await editor.run("callboard.connect");
  await editor.run("callboard.importDemoProject");
  await editor.closeTab(editor.lastUri.toString());
  requests.splice(0);
  editor.said.splice(0);
  editor.shown.splice(0);
  editor.progress.splice(0);
  return { ...window, service: running };
}

/** The client looks `fetch` up at each call, so that an editor, or a test, can replace it. */
function recordRequests(): string[] {
  const requests: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input));
    requests.push([init?.method, pathname, init?.body].filter(Boolean).join(" "));
    return fetch(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  return requests;
}
