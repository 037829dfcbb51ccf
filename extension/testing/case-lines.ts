/**
 * Keeps the lines of cases up to date while a person edits their files. VS Code moves the marks in the gutter of an open
 * file itself, and puts them back to the items' lines when the file is opened again.
 */

import type { Range, TestController, TestItem, TextDocument, TextDocumentChangeEvent } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";

interface CaseLinesDeps {
  readonly vscode: VSCode;
  readonly controller: TestController;
}

export class CaseLines extends Disposables {
  readonly #deps: CaseLinesDeps;
  /** The items whose unsaved text has them at another line than the saved file. */
  readonly #moved = new WeakMap<TestItem, { readonly saved: number; readonly to: number }>();

  constructor(deps: CaseLinesDeps) {
    super();
    this.#deps = deps;
    const { workspace } = deps.vscode;
    this.register(workspace.onDidChangeTextDocument(change => this.#follow(change)));
    this.register(workspace.onDidSaveTextDocument(document => this.#forgetSaved(document)));
    this.register(workspace.onDidCloseTextDocument(document => void this.#takeBack(document)));
  }

  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    const moving = contentChanges.filter(({ range, text }) => addedLines(range, text) !== 0);
    if (moving.length === 0) return;
    for (const item of this.#casesIn(document)) {
      const before = lineOf(item);
      let line = before;
      // The places of all changes are those before any of them.
      for (const { range, text } of moving) {
        const { start, end } = range;
        const isBelow = before > end.line || (before === end.line && end.character === 0);
        if (isBelow) line += addedLines(range, text);
        else if (before > start.line) line += Math.min(0, start.line + newLines(text) - before);
      }
      if (line === before) continue;
      const earlier = this.#moved.get(item);
      // A run can have put the item elsewhere meanwhile.
      const saved = earlier?.to === before ? earlier.saved : before;
      this.#moved.set(item, { saved, to: line });
      this.#move(item, line);
    }
  }

  #forgetSaved(document: TextDocument): void {
    for (const item of this.#casesIn(document)) this.#moved.delete(item);
  }

  /** A person can close a file without saving it. */
  async #takeBack(document: TextDocument): Promise<void> {
    const moved = this.#casesIn(document).flatMap(item => {
      const { saved, to } = this.#moved.get(item) ?? {};
      this.#moved.delete(item);
      return saved === undefined || to !== lineOf(item) ? [] : [{ item, saved }];
    });
    if (moved.length === 0) return;
    const text = document.getText();
    const file = await this.#deps.vscode.workspace.fs.readFile(document.uri).then(
      bytes => new TextDecoder().decode(bytes),
      () => text,
    );
    if (withPlainEnds(file) === withPlainEnds(text)) return;
    for (const { item, saved } of moved) this.#move(item, saved);
  }

  #move(item: TestItem, line: number): void {
    item.range = new this.#deps.vscode.Range(line, 0, line, 0);
  }

  /** Cases are beneath targets, which are beneath files or reports. */
  #casesIn({ uri }: TextDocument): TestItem[] {
    const address = uri.toString();
    const childrenOf = (items: Iterable<[string, TestItem]>) =>
      [...items].flatMap(([, { children }]) => [...children]);
    const cases = childrenOf(childrenOf(this.#deps.controller.items)).map(([, item]) => item);
    return cases.filter(item => item.range !== undefined && item.uri?.toString() === address);
  }
}

function lineOf({ range }: TestItem): number {
  return range?.start.line ?? 0;
}

function addedLines({ start, end }: Range, text: string): number {
  return newLines(text) - (end.line - start.line);
}

function newLines(text: string): number {
  return text.split("\n").length - 1;
}

function withPlainEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
