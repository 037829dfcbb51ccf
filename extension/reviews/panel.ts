/**
 * The panel in which a person decides reviews, one after the other. Its page never sends two decisions at once. If a
 * decision may have arrived, the page asks the person to look at the service before deciding again.
 */

import type { WebviewPanel } from "vscode";
import type { JsonObject } from "../../shared/json.ts";
import { percentEncode } from "../../shared/report/text.ts";
import { ServiceError } from "../../shared/service/error.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { renderPage } from "../editor/page.ts";
import { type PageMessage, parsePageMessage } from "../editor/page-script.ts";
import { escapeForMessage, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import { type ControlValues, parseControlValue } from "../requests/controls.ts";
import { choicesOf, type QuickForm } from "../requests/form.ts";
import {
  decisionField,
  noReviewHtml,
  type ReviewPage,
  reviewHtml,
  reviewIdIn,
  reviewSubject,
} from "./page.ts";
import { type ReviewAction, type ReviewQueue, reviewPanelType } from "./queue.ts";

export interface ReviewPanelDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly unsure: UnsureReviews;
}

export class ReviewPanel extends Disposables {
  readonly #vscode: VSCode;
  readonly #bundles: Bundles;
  readonly #unsure: UnsureReviews;
  /** The reviews of the service in use. A page that VS Code restores after a reload shows one of these. */
  readonly #serviceReviews: ReviewQueue;
  readonly #kept = new Map<ReviewQueue, PageInput>();
  #open: OpenPage | undefined;

  constructor({ vscode, bundles, unsure }: ReviewPanelDeps, own: ReviewQueue) {
    super();
    this.#vscode = vscode;
    this.#bundles = bundles;
    this.#unsure = unsure;
    this.#serviceReviews = own;
    this.register({ dispose: () => this.#open?.dispose() });
  }

  /** Shows a review on a page that VS Code restores. `subject` is the page's saved state. */
  restore(panel: WebviewPanel, subject: unknown): void {
    const queue = this.#serviceReviews;
    const id = typeof subject === "string" ? reviewIdIn(subject) : "";
    // Not awaited, because VS Code shows the page only once its serializer has returned.
    this.#receive(panel).show(queue, this.#inputFor(queue), id);
  }

  async open(id: string, queue = this.#serviceReviews): Promise<void> {
    const { ViewColumn, window } = this.#vscode;
    this.#open ??= this.#receive(
      window.createWebviewPanel(reviewPanelType, t("Review"), ViewColumn.Active, { enableFindWidget: true }),
    );
    this.#open.reveal();
    await this.#open.show(queue, this.#inputFor(queue), id);
  }

  #inputFor(queue: ReviewQueue): PageInput {
    const kept = this.#kept.get(queue) ?? { written: new Map() };
    this.#kept.set(queue, kept);
    return kept;
  }

  #receive(panel: WebviewPanel): OpenPage {
    this.#open?.dispose();
    const open = new OpenPage(this.#vscode, panel, this.#bundles, this.#unsure);
    this.#open = open;
    panel.onDidDispose(() => {
      open.dispose();
      if (this.#open === open) this.#open = undefined;
    });
    return open;
  }
}

interface PageInput {
  /** Keys are made by `reviewSubject`. */
  readonly written: Map<string, ControlValues>;
}

class OpenPage extends Disposables {
  readonly #vscode: VSCode;
  readonly #panel: WebviewPanel;
  readonly #unsure: UnsureReviews;
  #queue: ReviewQueue | undefined;
  #listening: { dispose(): unknown } | undefined;
  #id = "";
  /** The subject when the page was drawn. By the time of a click, another service or form can be current. */
  #subject = "";
  #service: string | undefined;
  #form: QuickForm = { steps: [], from: "default" };
  #notice: ReviewPage["notice"];
  #kept: PageInput = { written: new Map() };
  #sending: { readonly id: string; readonly stop: AbortController } | undefined;
  /** The HTML on the page without the person's input. The page is drawn again only if this HTML changes. */
  #shown = "";
  #drawings = 0;
  #isDisposed = false;
  /** The position among the waiting reviews. After a decision, the next review moves to this position. */
  #position = 0;

  constructor(vscode: VSCode, panel: WebviewPanel, bundles: Bundles, unsure: UnsureReviews) {
    super();
    this.#vscode = vscode;
    this.#panel = panel;
    this.#unsure = unsure;
    this.register(panel);
    this.register({
      dispose: () => {
        this.#isDisposed = true;
        this.#listening?.dispose();
      },
    });
    panel.webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [] };
    this.register(
      panel.webview.onDidReceiveMessage(given => {
        const message = parsePageMessage(given);
        if (message !== undefined) this.#receive(message).catch(error => this.#showError(error));
      }),
    );
    this.register(unsure.onDidChange(() => this.#draw()));
    this.#begin(bundles).catch(error => this.#showError(error));
  }

  async #begin(bundles: Bundles): Promise<void> {
    const { commonStyle, controlStyle, pageScript, reviewStyle } = await bundles.report();
    const style = commonStyle + controlStyle + reviewStyle;
    if (!this.#isDisposed) this.#panel.webview.html = renderPage({ body: "", style, script: pageScript });
  }

  reveal(): void {
    this.#panel.reveal();
  }

  async show(queue: ReviewQueue, kept: PageInput, id: string): Promise<void> {
    this.#kept = kept;
    if (queue !== this.#queue) {
      this.#listening?.dispose();
      this.#listening = queue.onDidChange(() => this.#draw());
      this.#queue = queue;
    }
    this.#id = id;
    this.#notice = undefined;
    await this.#draw();
  }

  async #draw({ anyway = false } = {}): Promise<void> {
    const queue = this.#queue;
    if (queue === undefined || this.#isDisposed) return;
    if (anyway) this.#shown = "";
    const id = this.#id;
    const drawing = ++this.#drawings;
    const facts = await queue.facts(id);
    // A later drawing has started meanwhile, or the page was closed.
    if (drawing !== this.#drawings || this.#isDisposed) return;
    this.#panel.title = facts === undefined ? t("Review") : labelText(facts.question, 60);
    if (facts !== undefined) {
      this.#form = queue.form();
      this.#subject = reviewSubject(facts, this.#form);
      this.#service = facts.service;
    }
    const html = (written: ControlValues) =>
      facts === undefined
        ? noReviewHtml(this.#notice)
        : reviewHtml({
            facts,
            form: this.#form,
            written,
            place: this.#place(queue),
            isSending: this.#sending?.id === id,
            isUnsure: this.#unsure.has(facts),
            notice: this.#notice,
          });
    const shape = html({});
    if (shape === this.#shown) return;
    this.#shown = shape;
    // Not awaited, because `postMessage` resolves only when the page is visible.
    this.#panel.webview.postMessage({ html: html(this.#kept.written.get(this.#subject) ?? {}) });
  }

  #place(queue: ReviewQueue): ReviewPage["place"] {
    const waiting = queue.waitingIds();
    const at = waiting.indexOf(this.#id);
    if (at < 0) return undefined;
    this.#position = at;
    return { number: at + 1, of: waiting.length };
  }

  async #receive({ action, subject, values }: PageMessage): Promise<void> {
    const queue = this.#queue;
    if (queue === undefined) return;
    if (action === "ready") return this.#draw({ anyway: true });
    // Ignores a click that was made on another review, service or form.
    const id = this.#id;
    if (subject !== this.#subject || !subject.startsWith(`${percentEncode(id)} `)) return;
    this.#kept.written.set(subject, { ...this.#kept.written.get(subject), ...values });
    const [verb, choice] = action.split(" ");
    switch (verb) {
      case "decide":
        return this.#decide(queue, id, choice === undefined ? undefined : Number(choice));
      case "next":
        return this.#step(1);
      case "previous":
        return this.#step(-1);
      case "cancel":
        return this.#sending?.stop.abort();
      case "again":
        this.#notice = undefined;
        await this.#unsure.remove({ id, service: this.#service });
        return this.#draw();
      case "key":
        await this.#vscode.commands.executeCommand("callboard.setKey", this.#notice?.keyFor);
        this.#notice = undefined;
        return this.#draw();
      case "json":
        return queue.writeAsJson?.(id, this.#fields().fields);
      case "report":
      case "reassign":
      case "start":
      case "fetch":
      case "comment":
      case "revise":
        return queue.act(id, verb satisfies ReviewAction);
    }
  }

  async #step(by: number): Promise<void> {
    const waiting = this.#queue?.waitingIds() ?? [];
    if (waiting.length === 0) return;
    this.#id = waiting[(this.#position + by + waiting.length) % waiting.length] ?? this.#id;
    this.#notice = undefined;
    await this.#draw();
  }

  async #decide(queue: ReviewQueue, id: string, choice: number | undefined): Promise<void> {
    const review = { id, service: this.#service };
    if (this.#sending !== undefined || this.#unsure.has(review)) return;
    const subject = this.#subject;
    const { fields, mistakes } = this.#fields(choice);
    if (mistakes.length > 0) return this.#showFailure(mistakes.join(" "));
    const sending = { id, stop: new AbortController() };
    this.#sending = sending;
    this.#notice = undefined;
    await this.#draw();
    try {
      // The review is tracked before `decide` sends anything, because a pull request's queue first loads the pull request
      // again. In the meantime the person could decide the same review with a comment.
      const done = await this.#unsure.track(review, () => queue.decide(id, fields, sending.stop.signal));
      this.#kept.written.delete(subject);
      this.#sending = undefined;
      this.#notice = { text: done, isFailure: false };
      if (this.#id === id) this.#showNextWaiting(queue);
      await this.#draw();
    } catch (error) {
      this.#sending = undefined;
      await this.#showError(error);
    }
  }

  async #showError(error: unknown): Promise<void> {
    const isPlainCancel =
      error instanceof Cancelled ||
      (error instanceof ServiceError && error.kind === "cancelled" && !error.ambiguous);
    if (isPlainCancel) await this.#draw();
    else {
      const lacksKey = error instanceof ServiceError && error.kind === "unauthorized";
      const message = error instanceof Error ? error.message : String(error);
      await this.#showFailure(message, lacksKey ? error.origin : undefined);
    }
  }

  /** Shows the next waiting review, which has moved to the decided one's position. Stays if the review still waits. */
  #showNextWaiting(queue: ReviewQueue): void {
    const waiting = queue.waitingIds();
    if (waiting.includes(this.#id)) return;
    this.#id = waiting[this.#position] ?? waiting[0] ?? this.#id;
  }

  async #showFailure(text: string, keyFor?: string): Promise<void> {
    if (this.#isDisposed) this.#vscode.window.showErrorMessage(escapeForMessage(text));
    this.#notice = { text, isFailure: true, keyFor };
    await this.#draw();
  }

  #fields(choice?: number): { readonly fields: JsonObject; readonly mistakes: readonly string[] } {
    const form = this.#form;
    const written = this.#kept.written.get(this.#subject) ?? {};
    const fields: JsonObject = {};
    const mistakes: string[] = [];
    const deciding = decisionField(form);
    for (const [index, step] of form.steps.entries()) {
      const found =
        step === deciding
          ? { value: choice === undefined ? undefined : choicesOf(step)[choice] }
          : parseControlValue(step, index, written);
      if ("mistake" in found) mistakes.push(found.mistake);
      else if (found.value !== undefined) fields[step.field] = found.value;
      else if (!step.optional) mistakes.push(t("{0} is missing.", step.field));
    }
    return { fields, mistakes };
  }
}
