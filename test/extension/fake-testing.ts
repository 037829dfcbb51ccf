/** VS Code's Testing view in memory: items, profiles, test runs, and the states that VS Code shows for them. */

import type * as vscode from "vscode";
import { Emitter, type FakeUri, type MarkdownString, type Range } from "./fake-values.ts";

type State = "unset" | "skipped" | "passed" | "queued" | "failed" | "errored" | "running";

/** An item shows the most severe state of itself and of the items beneath it. */
const leastFirst: readonly State[] = ["unset", "skipped", "passed", "queued", "failed", "errored", "running"];

interface Outcome {
  readonly state: State;
  readonly messages: readonly vscode.TestMessage[];
  readonly duration?: number | undefined;
}

class TestTag {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

class TestMessage {
  readonly message: string | MarkdownString;
  location?: vscode.Location;

  constructor(message: string | MarkdownString) {
    this.message = message;
  }
}

export class FakeLocation {
  readonly uri: FakeUri;
  readonly range: Range;

  constructor(uri: FakeUri, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

class TestRunRequest {
  readonly include: readonly FakeItem[] | undefined;
  readonly exclude: readonly FakeItem[] | undefined;
  readonly profile: FakeProfile | undefined;

  constructor(include?: readonly FakeItem[], exclude?: readonly FakeItem[], profile?: FakeProfile) {
    this.include = include;
    this.exclude = exclude;
    this.profile = profile;
  }
}

interface FakeProfile {
  readonly label: string;
  readonly run: vscode.TestRunProfile["runHandler"];
  readonly isDefault: boolean;
  readonly tag: TestTag | undefined;
}

class FakeCollection {
  readonly #items = new Map<string, FakeItem>();
  readonly #parent: FakeItem | undefined;
  readonly #changed: () => void;

  constructor(parent: FakeItem | undefined, changed: () => void) {
    this.#parent = parent;
    this.#changed = changed;
  }

  get size(): number {
    return this.#items.size;
  }

  get(id: string): FakeItem | undefined {
    return this.#items.get(id);
  }

  add(item: FakeItem): void {
    this.#items.set(item.id, item);
    item.parent = this.#parent;
    this.#changed();
  }

  delete(id: string): void {
    const item = this.#items.get(id);
    if (item !== undefined) item.parent = undefined;
    this.#items.delete(id);
    this.#changed();
  }

  replace(items: readonly FakeItem[]): void {
    for (const id of [...this.#items.keys()]) this.delete(id);
    for (const item of items) this.add(item);
  }

  forEach(callback: (item: FakeItem) => unknown): void {
    for (const item of this.#items.values()) callback(item);
  }

  [Symbol.iterator](): IterableIterator<[string, FakeItem]> {
    return this.#items.entries();
  }
}

class FakeItem {
  readonly id: string;
  readonly uri: FakeUri | undefined;
  readonly children: FakeCollection;
  label: string;
  parent: FakeItem | undefined;
  description = "";
  sortText = "";
  range: Range | undefined;
  tags: readonly TestTag[] = [];

  constructor(id: string, label: string, uri: FakeUri | undefined, changed: () => void) {
    if (id.includes("\0")) throw new Error("Test ids may not include the \0 symbol");
    this.id = id;
    this.label = label;
    this.uri = uri;
    this.children = new FakeCollection(this, changed);
  }
}

class FakeRun {
  readonly name: string | undefined;
  readonly isPersisted: boolean;
  readonly request: TestRunRequest;
  readonly outcomes = new Map<FakeItem, Outcome>();
  readonly cancelled = new Emitter<unknown>();
  readonly token: { isCancellationRequested: boolean; onCancellationRequested: Emitter<unknown>["event"] } = {
    isCancellationRequested: false,
    onCancellationRequested: this.cancelled.event,
  };
  readonly ended: Promise<void>;
  output = "";
  isEnded = false;
  #resolveEnded = () => {};

  constructor(request: TestRunRequest, name: string | undefined, isPersisted: boolean) {
    this.request = request;
    this.name = name;
    this.isPersisted = isPersisted;
    this.ended = new Promise(resolve => {
      this.#resolveEnded = resolve;
    });
  }

  #set(item: FakeItem, state: State, message: unknown = [], duration?: number): void {
    if (this.isEnded) throw new Error("Setting the state of a test after the run has ended");
    this.outcomes.set(item, { state, messages: [message].flat() as vscode.TestMessage[], duration });
  }

  enqueued = (item: FakeItem) => this.#set(item, "queued");
  started = (item: FakeItem) => this.#set(item, "running");
  skipped = (item: FakeItem) => this.#set(item, "skipped");
  passed = (item: FakeItem, duration?: number) => this.#set(item, "passed", [], duration);
  failed = (item: FakeItem, message: unknown, duration?: number) =>
    this.#set(item, "failed", message, duration);
  errored = (item: FakeItem, message: unknown, duration?: number) =>
    this.#set(item, "errored", message, duration);

  appendOutput(text: string): void {
    if (this.isEnded) throw new Error("Appending output after the run has ended");
    if (/(?<!\r)\n/.test(text)) throw new Error("Output needs CRLF");
    this.output += text;
  }

  end(): void {
    this.isEnded = true;
    for (const [item, { state }] of this.outcomes) {
      if (state === "running" || state === "queued")
        this.outcomes.set(item, { state: "skipped", messages: [] });
    }
    this.#resolveEnded();
  }
}

export class FakeTesting {
  /** Newest last. */
  readonly runs: FakeRun[] = [];
  readonly outdated: string[] = [];
  /** Each adding and removing of an item. */
  changes = 0;
  /** The requests of the view's own buttons. VS Code stores the results of their runs, whatever the extension says. */
  readonly #requests = new WeakSet<TestRunRequest>();
  /** The states that VS Code stored before a reload, by the ids of items. */
  readonly #stored = new Map<string, State>();
  readonly #profiles: FakeProfile[] = [];
  readonly #items = new FakeCollection(undefined, () => this.changes++);
  #resolve: ((item: FakeItem | undefined) => unknown) | undefined;

  readonly api = {
    TestTag,
    TestMessage,
    TestRunRequest,
    Location: FakeLocation,
    TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
    tests: { createTestController: (id: string, label: string) => this.#controller(id, label) },
  };

  #controller(id: string, label: string) {
    const testing = this;
    return {
      id,
      label,
      items: this.#items,
      set resolveHandler(resolve: (item: FakeItem | undefined) => unknown) {
        testing.#resolve = resolve;
      },
      createTestItem: (id: string, label: string, uri?: FakeUri) =>
        new FakeItem(id, label, uri, () => testing.changes++),
      createRunProfile(
        label: string,
        _kind: number,
        run: FakeProfile["run"],
        isDefault = false,
        tag?: TestTag,
      ) {
        testing.#profiles.push({ label, run, isDefault, tag });
        return { dispose: () => {} };
      },
      createTestRun(request: TestRunRequest, name?: string, isPersisted = true) {
        const run = new FakeRun(request, name, isPersisted || testing.#requests.has(request));
        testing.runs.push(run);
        return run;
      },
      invalidateTestResults: (item: FakeItem) => void testing.outdated.push(item.label),
      dispose: () => {},
    } as unknown as vscode.TestController;
  }

  /** Opens the Testing view, or a file that can have tests. */
  async open(): Promise<void> {
    await this.#resolve?.(undefined);
  }

  get profiles(): string[] {
    return this.#profiles.map(({ label, isDefault }) => (isDefault ? `${label} (default)` : label));
  }

  /** Shows what VS Code stored of this window's runs before a reload. */
  restore({ runs }: FakeTesting): void {
    for (const { outcomes } of runs.filter(({ isPersisted }) => isPersisted)) {
      for (const [item, { state }] of outcomes) this.#stored.set(item.id, state);
    }
  }

  /** Runs the items with these labels, or all, as the view's buttons do, and waits for the end of the run. */
  async run(labels?: readonly string[], profile = "Run", excluded: readonly string[] = []): Promise<void> {
    const chosen = this.#profiles.find(({ label }) => label === profile);
    if (chosen === undefined) throw new Error(`There is no profile ${profile}`);
    const items = labels?.map(label => this.item(label));
    const unable = items?.find(({ tags }) => chosen.tag && !tags.includes(chosen.tag));
    if (unable !== undefined) throw new Error(`${unable.label} has no run button`);
    const request = new TestRunRequest(
      items,
      excluded.map(label => this.item(label)),
      chosen,
    );
    this.#requests.add(request);
    const before = this.runs.length;
    await chosen.run(
      request as unknown as vscode.TestRunRequest,
      { isCancellationRequested: false } as vscode.CancellationToken,
    );
    await Promise.all(this.runs.slice(before).map(({ ended }) => ended));
  }

  /** VS Code's command "Rerun Failed Tests". */
  async runFailed(): Promise<void> {
    const failed = this.#all().filter(item => {
      const state = this.#outcome(item)?.state;
      return state === "failed" || state === "errored";
    });
    await this.run(failed.filter(({ tags }) => tags.length > 0).map(({ label }) => label));
  }

  cancel(): void {
    const run = this.runs.at(-1);
    if (run === undefined) return;
    run.token.isCancellationRequested = true;
    run.cancelled.fire(undefined);
  }

  item(label: string): FakeItem {
    const found = this.#all().find(item => item.label === label);
    if (found === undefined) throw new Error(`${label} is not in the Testing view:\n${this.tree()}`);
    return found;
  }

  #all(items: FakeCollection = this.#items): FakeItem[] {
    return [...items].flatMap(([, item]) => [item, ...this.#all(item.children)]);
  }

  /** An item a line: its state, and the text for screen readers, which get the description in place of the label. */
  tree(items: FakeCollection = this.#items, indent = ""): string {
    return [...items]
      .map(([, item]) => {
        const words = `(${this.stateOf(item)}) ${item.description || item.label}`;
        const beneath = this.tree(item.children, `${indent}  `);
        return [indent + words, beneath].filter(Boolean).join("\n");
      })
      .join("\n");
  }

  /** The state in the latest run that says anything about the item. */
  stateOf(item: FakeItem): State {
    for (const run of this.runs.toReversed()) {
      const state = computed(item, run);
      if (state !== "unset") return state;
    }
    return this.#stored.get(item.id) ?? "unset";
  }

  #outcome(item: FakeItem): Outcome | undefined {
    return this.runs.findLast(({ outcomes }) => outcomes.has(item))?.outcomes.get(item);
  }

  /** The messages of an item, each with its place: "text @ path:line". */
  messages(label: string): string[] {
    return (this.#outcome(this.item(label))?.messages ?? []).map(({ message, location }) => {
      const text = typeof message === "string" ? message : message.value;
      const place = location && ` @ ${location.uri.path}:${location.range.start.line + 1}`;
      return text + (place ?? "");
    });
  }

  duration(label: string): number | undefined {
    return this.#outcome(this.item(label))?.duration;
  }
}

function computed(item: FakeItem, run: FakeRun): State {
  const states = [...item.children].map(([, child]) => computed(child, run));
  states.push(run.outcomes.get(item)?.state ?? "unset");
  return states.reduce((one, other) => (leastFirst.indexOf(one) > leastFirst.indexOf(other) ? one : other));
}
