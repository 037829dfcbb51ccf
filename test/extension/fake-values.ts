/** Values of the editor's API: addresses, positions, events. */

type Listener<T> = (event: T) => unknown;

export class Emitter<T> {
  readonly #listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** As in VS Code, a path is shown and compared in its encoded form. */
export class FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly authority = "";
  readonly query: string;
  readonly fragment = "";

  constructor(scheme: string, path: string, query = "") {
    this.scheme = scheme;
    this.path = path;
    this.query = query;
  }

  static parse(text: string): FakeUri {
    const [, scheme = "", path = "", query = ""] = /^([^:]*):([^?]*)\??(.*)$/s.exec(text) ?? [];
    return new FakeUri(scheme, decodeURIComponent(path), decodeURIComponent(query));
  }

  static from({ scheme, path, query }: { scheme: string; path: string; query?: string }): FakeUri {
    return new FakeUri(scheme, path, query);
  }

  static joinPath(base: FakeUri, ...segments: string[]): FakeUri {
    return new FakeUri(base.scheme, [base.path.replace(/\/$/, ""), ...segments].join("/"));
  }

  with({ scheme = this.scheme, path = this.path }: { scheme?: string; path?: string }): FakeUri {
    return new FakeUri(scheme, path, this.query);
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    const query = this.query === "" ? "" : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}:${this.path.split("/").map(encodeURIComponent).join("/")}${query}`;
  }

  toJSON(): string {
    return this.toString();
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...place: [Position, Position] | [number, number, number, number]) {
    if (place.length === 2) {
      [this.start, this.end] = place;
    } else {
      this.start = new Position(place[0], place[1]);
      this.end = new Position(place[2], place[3]);
    }
  }
}

export class Selection extends Range {}

export class MarkdownString {
  value: string;
  isTrusted: unknown;

  constructor(value = "") {
    this.value = value;
  }

  /** As in VS Code, nothing in the text stays Markdown. */
  appendText(text: string): this {
    this.value += text
      .replace(/[\\`*_{}[\]()#+\-!~]/g, "\\$&")
      .replaceAll(">", "\\>")
      .replace(/\n/g, "\n\n");
    return this;
  }

  appendMarkdown(markdown: string): this {
    this.value += markdown;
    return this;
  }
}
