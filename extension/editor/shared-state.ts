/**
 * State that the windows of a folder share. VS Code's own state of a workspace is not shared: each window has a copy of
 * all keys, and a window that saves one key overwrites the other windows' keys with its copy. Here each value has a file.
 * A window reads the file before it applies a change, so that the changes of other windows stay.
 */

import type { Memento } from "vscode";
import { hash } from "./hash.ts";
import { Observable } from "./observable.ts";
import type { Storage } from "./storage.ts";
import type { VSCode } from "./vscode.ts";

/** A file that is still half-written then is broken, and is replaced. */
const mostReads = 20;
/** A quicker copy needs no pause after it, and a slower one takes a twentieth of the time. */
const leastCopyMs = 20;
const pausesPerCopy = 19;

const valueStart = "shared ";

interface ValueForm<T> {
  /** Accepts any content. Gives the empty value for undefined. */
  readonly parse: (stored: unknown) => T;
  /** Gives undefined to delete the file. */
  readonly write: (value: T) => unknown;
  /** Whether a missing file means the empty value. Otherwise the window keeps its own value. */
  readonly canBeDeleted?: true;
  /** Called when another window has changed the value. */
  readonly onChange?: () => void;
}

export class SharedState extends Observable {
  readonly #storage: Storage;
  readonly #copy: Memento;
  readonly #values = new Map<string, SharedValue<never>>();
  readonly #files = new Map<string, Promise<SharedValue<never>>>();
  #watching: Promise<unknown> | undefined;

  /** VS Code's `copy` gives the values at the start, before any file is read. */
  constructor(vscode: VSCode, storage: Storage, copy: Memento) {
    super(vscode);
    this.#storage = storage;
    this.#copy = copy;
    this.register({
      dispose: () => {
        for (const value of this.#values.values()) void value.copyNow();
      },
    });
  }

  /** A value that is needed at the start, and therefore copied into VS Code's state as well. Open each key once. */
  value<T>(key: string, form: ValueForm<T>): SharedValue<T> {
    const copy = (stored: unknown) => this.#copy.update(key, stored);
    const value = new SharedValue(
      this.#storage,
      `${valueStart}${hash(key)}.json`,
      form,
      copy,
      this.#copy.get(key),
    );
    this.#values.set(key, value as unknown as SharedValue<never>);
    return value;
  }

  /** A value that is read when it is first needed. */
  file<T>(file: string, form: ValueForm<T>): Promise<SharedValue<T>> {
    let value = this.#files.get(file) as Promise<SharedValue<T>> | undefined;
    value ??= this.#read(new SharedValue(this.#storage, file, form));
    this.#files.set(file, value as unknown as Promise<SharedValue<never>>);
    return value;
  }

  async #read<T>(value: SharedValue<T>): Promise<SharedValue<T>> {
    await value.look();
    return value;
  }

  /** Learns the changes of other windows, now and from now on. */
  async look(): Promise<void> {
    this.#watching ??= this.#storage
      .watch("", name => {
        if (name.startsWith(valueStart)) void this.#lookAtAll();
        else void this.#lookAtFiles([this.#files.get(name)]);
      })
      .then(watching => this.register(watching))
      .catch(() => {});
    await this.#watching;
    await this.#lookAtAll();
  }

  /** Files first, because pages are drawn again for the values, and show what the files contain. */
  async #lookAtAll(): Promise<void> {
    await this.#lookAtFiles([...this.#files.values()]);
    await Promise.all([...this.#values.values()].map(value => value.look()));
  }

  /** Their change is told by this object's event, and a value's by `onChange`. */
  async #lookAtFiles(files: readonly (Promise<SharedValue<never>> | undefined)[]): Promise<void> {
    const changes = await Promise.all(files.map(async file => (await file)?.look()));
    if (changes.includes(true)) this.fireChange();
  }
}

export class SharedValue<T> {
  readonly #storage: Storage;
  readonly #file: string;
  readonly #form: ValueForm<T>;
  readonly #copy: ((stored: unknown) => PromiseLike<void>) | undefined;
  #value: T;
  /** The file's text when this window last read or wrote it. */
  #text: string | undefined;
  /** The changes that are not in the file yet. */
  #changes: ((value: T) => T)[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #uncopied: { readonly stored: unknown } | undefined;
  #copying: Promise<void> | undefined;

  constructor(
    storage: Storage,
    file: string,
    form: ValueForm<T>,
    copy?: (stored: unknown) => PromiseLike<void>,
    first?: unknown,
  ) {
    this.#storage = storage;
    this.#file = file;
    this.#form = form;
    this.#value = form.parse(first);
    this.#copy = copy;
  }

  get value(): T {
    return this.#value;
  }

  /** Changes the value at once, and then the file. The change is applied again if another window has changed the file. */
  async change(change: (value: T) => T): Promise<void> {
    this.#value = change(this.#value);
    this.#changes.push(change);
    await this.#inTurn(() => this.#save()).catch((error: unknown) => {
      // Without its file, the value is still in VS Code's state.
      if (this.#copy === undefined) throw error;
    });
  }

  /** Gives whether another window has changed the value. */
  look(): Promise<boolean> {
    return this.#inTurn(async () => this.#learn(await this.#storage.read(this.#file)));
  }

  #learn(text: string | undefined): boolean {
    if (text === this.#text) return false;
    if (this.#changes.length === 0 && text === this.#written()) {
      this.#text = text;
      return false;
    }
    // Another window may be writing the file. It is read again before the next change, or when that window is done.
    const stored = text === undefined ? this.#form.canBeDeleted && { value: undefined } : parsed(text);
    if (stored === undefined) return false;
    this.#text = text;
    this.#value = this.#form.parse(stored.value);
    for (const change of this.#changes) this.#value = change(this.#value);
    this.#form.onChange?.();
    return true;
  }

  async #save(): Promise<void> {
    // An earlier turn has written the change.
    if (this.#changes.length === 0) return;
    let before = await this.#storage.read(this.#file);
    // Without the other window's change, this window would replace it with its own older state.
    for (let reads = 1; before !== this.#text && isHalfWritten(before) && reads < mostReads; reads++) {
      before = await this.#storage.read(this.#file);
    }
    this.#learn(before);
    this.#changes = [];
    const stored = this.#form.write(this.#value);
    const text = stored === undefined ? undefined : JSON.stringify(stored);
    try {
      if (text === this.#text) return;
      if (text === undefined) await this.#storage.delete(this.#file);
      else await this.#storage.write(this.#file, text);
      this.#text = text;
    } finally {
      // After the file. A window can end in between, and windows that open next would show the copy first, and then go
      // back to the older state of the file.
      this.#copyLater(stored);
    }
  }

  /** Nobody waits for the copy, because it takes a quarter of a second with ten thousand records. */
  #copyLater(stored: unknown): void {
    this.#uncopied = { stored };
    this.#copying ??= this.#copyAll().finally(() => {
      this.#copying = undefined;
    });
  }

  /** Changes that come meanwhile are copied together. The pauses keep VS Code's work for large values small. */
  async #copyAll(): Promise<void> {
    while (this.#uncopied !== undefined) {
      const startedAt = performance.now();
      await this.copyNow();
      const tookMs = performance.now() - startedAt;
      if (tookMs > leastCopyMs) await new Promise(resolve => setTimeout(resolve, tookMs * pausesPerCopy));
    }
  }

  /** At the end of the window no pause is left. */
  async copyNow(): Promise<void> {
    if (this.#uncopied === undefined) return;
    const { stored } = this.#uncopied;
    this.#uncopied = undefined;
    await this.#copy?.(stored).then(undefined, () => {});
  }

  #written(): string | undefined {
    const stored = this.#form.write(this.#value);
    return stored === undefined ? undefined : JSON.stringify(stored);
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

function isHalfWritten(text: string | undefined): boolean {
  return text !== undefined && parsed(text) === undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
