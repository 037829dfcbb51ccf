/**
 * The panel in which a person decides reviews, one after the other. A decision is sent in the background, while the page
 * shows the next review. If a decision may have arrived, the page asks the person to look at the service before deciding
 * again.
 */

import type { Memento, WebviewPanel } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { percentEncode } from "../../shared/report/text.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { renderPage } from "../editor/page.ts";
import { iconStyle } from "../editor/page-icons.ts";
import { type PageMessage, parsePageMessage } from "../editor/page-script.ts";
import type { SharedState } from "../editor/shared-state.ts";
import type { Storage } from "../editor/storage.ts";
import { labelText, titleText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import { type ControlValues, controlName, parseControlValue } from "../requests/controls.ts";
import { choicesOf, type QuickForm } from "../requests/form.ts";
import { type ReviewDraft, ReviewDrafts } from "../requests/review-drafts.ts";
import {
  BackgroundDecisions,
  isOfService,
  isSame,
  type NoticeAbout,
  type ShownReview,
} from "./background-decisions.ts";
import {
  decisionField,
  noReviewHtml,
  type ReviewPage,
  reviewHtml,
  reviewIdIn,
  reviewSubject,
} from "./page.ts";
import { type QueueAddress, type ReviewAction, type ReviewQueue, reviewPanelType } from "./queue.ts";
import { anotherService } from "./service-reviews.ts";

export interface ReviewPanelDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly busy: BusyRecords;
  readonly unsure: UnsureReviews;
  readonly workspaceState: Memento;
  readonly state: SharedState;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly queueAt: (address: QueueAddress) => Promise<ReviewQueue>;
}

export class ReviewPanel extends Disposables {
  readonly #vscode: VSCode;
  readonly #bundles: Bundles;
  readonly #busy: BusyRecords;
  readonly #unsure: UnsureReviews;
  /** The reviews of the service in use. A page that VS Code restores after a reload shows one of these. */
  readonly #serviceReviews: ReviewQueue;
  readonly #drafts: ReviewDrafts;
  readonly #sender: BackgroundDecisions;
  #panel: WebviewPanel | undefined;
  #queue: ReviewQueue;
  #listening: { dispose(): unknown } | undefined;
  #id = "";
  #title = "";
  /** The subject when the page was drawn. By the time of a click, another service or form can be current. */
  #subject = "";
  #service: string | undefined;
  /** The service in use when the review was opened, as soon as it was drawn. */
  #openedAt: string | undefined;
  #draft: ReviewDraft | undefined;
  /** The values of the controls on the page. Another window can have changed the draft since. */
  #written: ControlValues = {};
  /** The values that a person has changed on this page since it shows the review. */
  #typed: ControlValues = {};
  #form: QuickForm = { steps: [], from: "default" };
  /** The HTML on the page without the person's input. The page is drawn again only if this HTML changes. */
  #shown = "";
  #drawings = 0;
  /** The selector of the control that the next drawing gives the focus. */
  #focus: string | undefined;
  /** The position among the waiting reviews. After a decision, the next review moves to this position. */
  #position = 0;

  constructor(deps: ReviewPanelDeps, own: ReviewQueue) {
    super();
    const { vscode, bundles, busy, unsure, state } = deps;
    this.#vscode = vscode;
    this.#bundles = bundles;
    this.#busy = busy;
    this.#unsure = unsure;
    this.#serviceReviews = own;
    this.#queue = own;
    this.#drafts = new ReviewDrafts(state);
    const isPageVisible = () => this.#panel?.visible ?? false;
    const show = (about: ShownReview) =>
      void this.open(about.id, about.queue).catch(error => this.#sender.fail(error, about));
    this.#sender = this.register(new BackgroundDecisions({ ...deps, isPageVisible, show }));
    this.register(this.#sender.onDidChange(() => this.#draw()));
    this.register(state.onDidChange(() => this.#draw())); // another window has written a draft
    this.#sender.restore(own);
    this.register(busy.onDidChange(() => this.#draw()));
    this.register(unsure.onDidChange(() => this.#draw()));
    this.register({ dispose: () => this.#panel?.dispose() });
    this.register({ dispose: () => this.#listening?.dispose() });
  }

  /** Shows a review on a page that VS Code restores. `subject` is the page's saved state. */
  restore(panel: WebviewPanel, subject: unknown): void {
    this.#receivePanel(panel);
    // Not awaited, because VS Code shows the page only once its serializer has returned.
    this.#show(this.#serviceReviews, typeof subject === "string" ? reviewIdIn(subject) : "");
  }

  async open(id: string, queue = this.#serviceReviews): Promise<void> {
    const { ViewColumn, window } = this.#vscode;
    if (this.#panel !== undefined) this.#panel.reveal();
    else {
      const options = { enableFindWidget: true };
      this.#receivePanel(window.createWebviewPanel(reviewPanelType, t("Review"), ViewColumn.Active, options));
    }
    this.#leave();
    this.#sender.dismiss(({ isFailure }) => !isFailure);
    await this.#show(queue, id);
  }

  #receivePanel(panel: WebviewPanel): void {
    const { webview } = panel;
    this.#panel?.dispose();
    this.#panel = panel;
    this.#shown = "";
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [] };
    const listening = webview.onDidReceiveMessage(given => {
      const message = parsePageMessage(given);
      if (message !== undefined) this.#receive(message);
    });
    panel.onDidDispose(() => {
      listening.dispose();
      if (this.#panel === panel) this.#panel = undefined;
    });
    this.#begin(panel).catch(error => this.#sender.fail(error, this.#current));
  }

  async #begin(panel: WebviewPanel): Promise<void> {
    const { commonStyle, controlStyle, pageScript, reviewStyle } = await this.#bundles.report();
    const style = commonStyle + controlStyle + reviewStyle + iconStyle;
    if (this.#panel === panel) panel.webview.html = renderPage({ body: "", style, script: pageScript });
  }

  get #current(): ShownReview {
    return { queue: this.#queue, id: this.#id, title: this.#title, service: this.#service };
  }

  async #show(queue: ReviewQueue, id: string, { anyway = false } = {}): Promise<void> {
    if (queue !== this.#queue || this.#listening === undefined) {
      this.#listening?.dispose();
      this.#listening = queue.onDidChange(() => this.#draw());
      this.#queue = queue;
    }
    this.#id = id;
    this.#openedAt = undefined;
    await queue.ready?.();
    await this.#draw({ anyway });
    await queue.reveal?.(id);
  }

  async #draw({ anyway = false } = {}): Promise<void> {
    const queue = this.#queue;
    if (this.#panel === undefined) return;
    if (anyway) this.#shown = "";
    const id = this.#id;
    const drawing = ++this.#drawings;
    const known = await queue.facts(id);
    // Another service can have a review with this id, which nobody has opened there.
    const isOfOther = queue.address === undefined && known?.service !== (this.#openedAt ?? known?.service);
    const facts = isOfOther ? undefined : known;
    const draft = facts && (await this.#drafts.open(facts));
    const form = await queue.form(id);
    const panel = this.#panel;
    // A later drawing has started meanwhile, or the page was closed.
    if (drawing !== this.#drawings || panel === undefined) return;
    panel.title = facts === undefined ? t("Review") : labelText(facts.question, 60);
    if (facts !== undefined) {
      const subject = reviewSubject(facts, form);
      if (subject !== this.#subject) this.#typed = {};
      this.#form = form;
      this.#subject = subject;
      this.#service = facts.service;
      this.#openedAt = facts.service;
      this.#draft = draft;
      this.#title = titleText(facts.question);
    }
    const unsent = facts?.isSettled ? this.#unsentTexts(facts.sent) : [];
    if (unsent.length > 0) this.#keepTyped();
    const waiting = this.#waiting(queue);
    // The person forgot the review that the page showed. Another service has other reviews, and none was opened there.
    const isForgotten = facts === undefined && reviewIdIn(this.#subject) === id;
    if (isForgotten && this.#service === queue.service() && waiting.of > 0) {
      return this.#show(queue, this.#nextWaiting());
    }
    const isElsewhere = (about: ShownReview) => !isSame(about, { queue, id, service: queue.service() });
    const notices = this.#sender.notices.map(each => ({
      ...each,
      isElsewhere: isElsewhere(each.about),
      canBeShown: isElsewhere(each.about) && isOfService(each.about, queue.service()),
    }));
    const html = (written: ControlValues) =>
      facts === undefined
        ? noReviewHtml(notices, waiting.of, queue.waitingInPulls?.() ?? 0)
        : reviewHtml({
            facts,
            form: this.#form,
            written,
            unsent,
            waiting,
            isSending: this.#isSending({ queue, id, service: queue.service() }),
            sending: this.#sender.sendingOf({ queue, id, service: queue.service() })?.number,
            sendingElsewhere: this.#sender.sending.flatMap(({ about, number }) =>
              isElsewhere(about) ? { number, title: about.title } : [],
            ),
            isUnsure: this.#unsure.has(facts),
            isBeingDecidedElsewhere: this.#unsure.isBeingDecidedElsewhere(facts),
            notices,
          });
    const shape = html({});
    if (shape === this.#shown && !this.#hasNewDraft()) return;
    this.#shown = shape;
    this.#written = this.#withTyped();
    // Not awaited, because `postMessage` resolves only when the page is visible.
    panel.webview.postMessage({ html: html(this.#written), focus: this.#focus });
    this.#focus = undefined;
  }

  /** Counts as the views do: a review waits until the service has its decision. */
  #waiting(queue: ReviewQueue): ReviewPage["waiting"] {
    const all = queue.waitingIds();
    const idle = this.#idleIds(queue);
    const at = idle.indexOf(this.#id);
    if (at >= 0) this.#position = at;
    const number = all.indexOf(this.#id) + 1;
    return {
      ...(number > 0 && { number }),
      of: all.length,
      hasOthers: idle.some(id => id !== this.#id),
      filter: queue.filter(),
    };
  }

  /** Another window has decided the review and forgotten its draft, but not with the text that was typed here. */
  #keepTyped(): void {
    const kept = this.#draft?.values(this.#form) ?? {};
    if (Object.entries(this.#typed).every(([name, text]) => kept[name] === text)) return;
    this.#draft?.write(this.#form, this.#typed).catch(error => this.#sender.fail(error, this.#current));
  }

  /** The draft can lack what was typed here, because another window has replaced it, or has sent and forgotten it. */
  #withTyped(): ControlValues {
    return { ...this.#draft?.values(this.#form), ...this.#typed };
  }

  /** A quick form has kept a text for a control in which the person has written nothing here. */
  #hasNewDraft(): boolean {
    return Object.entries(this.#draft?.values(this.#form) ?? {}).some(
      ([name, text]) => this.#typed[name] === undefined && this.#written[name] !== text,
    );
  }

  /** The texts that were written on the page of a review that was then decided without them. */
  #unsentTexts(sent: JsonObject = {}): readonly string[] {
    const written = this.#withTyped();
    return this.#form.steps.flatMap(({ field }, index) => {
      const text = written[controlName(index)];
      return typeof text === "string" && text.trim() !== "" && sent[field] !== text.trim() ? [text] : [];
    });
  }

  /** Without the reviews whose decisions are on their way. */
  #idleIds(queue: ReviewQueue): readonly string[] {
    const service = queue.service();
    return queue.waitingIds().filter(id => !this.#isSending({ queue, id, service }));
  }

  /** Rows and commands send as well, one review or several at once. */
  #isSending(review: Omit<ShownReview, "title">): boolean {
    const key = recordKey({ kind: "review", id: review.id });
    return this.#sender.sendingOf(review) !== undefined || this.#busy.activityOf({ key }) !== undefined;
  }

  async #receive(message: PageMessage): Promise<void> {
    const about = this.#current;
    try {
      await this.#act(message, about);
    } catch (error) {
      this.#sender.fail(error, about);
    }
  }

  async #act({ action, subject, values }: PageMessage, { queue, id }: ShownReview): Promise<void> {
    if (action === "ready") return this.#draw({ anyway: true });
    const [verb, choice] = action.split(" ");
    // These buttons are about a notice, and not about the review beneath it.
    const notice = this.#sender.notices.find(({ number }) => number === Number(choice));
    if (verb === "show" && notice) {
      return this.#show(notice.about.queue, notice.about.id, { anyway: true });
    }
    if (verb === "revise" && notice) return this.#takeBack(notice);
    if (verb === "dismiss") return this.#sender.dismiss(({ number }) => number === Number(choice));
    if (verb === "cancel") return this.#sender.cancel(Number(choice));
    // Ignores a click that was made on another review, service or form.
    if (subject !== this.#subject || !subject.startsWith(`${percentEncode(id)} `)) return;
    const draft = this.#draft;
    this.#typed = { ...this.#typed, ...values };
    this.#written = { ...this.#written, ...values };
    // The values change at once, and a failure to save them is shown.
    draft?.write(this.#form, values).catch(error => this.#sender.fail(error, this.#current));
    switch (verb) {
      case "decide":
        return this.#decide(choice === undefined ? undefined : Number(choice));
      case "next":
        return this.#step(1);
      case "previous":
        return this.#step(-1);
      case "again":
        this.#leave();
        await this.#unsure.remove({ id, service: this.#service });
        return this.#draw();
      case "key":
        await this.#vscode.commands.executeCommand("callboard.setKey", notice?.keyFor);
        return this.#sender.dismiss(({ keyFor }) => keyFor !== undefined && keyFor === notice?.keyFor);
      case "json":
        return queue.writeAsJson?.(id, this.#fields().fields);
      case "discard":
        await draft?.forget(this.#form, draft.values(this.#form));
        this.#typed = {};
        return this.#draw({ anyway: true });
      case "report":
      case "response":
      case "reassign":
      case "start":
      case "fetch":
      case "comment":
        return queue.act(id, verb satisfies ReviewAction);
      case "revise":
        return queue.act(id, verb, this.#fields().fields);
    }
  }

  async #step(by: number): Promise<void> {
    const waiting = this.#idleIds(this.#queue);
    if (waiting.length === 0) return this.#draw({ anyway: true });
    const isWaiting = waiting.includes(this.#id);
    // A decided review has left its position to the next one.
    const at = this.#position + (by > 0 && !isWaiting ? 0 : by);
    this.#leave();
    const next = waiting[(at + waiting.length) % waiting.length] ?? this.#id;
    await this.#show(this.#queue, next, { anyway: true });
  }

  /** Drops the failures about the review on the page, because the person has seen them beside it. */
  #leave(): void {
    const current = this.#current;
    this.#sender.dismiss(({ about, isFailure }) => isFailure && isSame(about, current));
  }

  /** Not while a later decision is being sent: the person may mean that one. */
  async #takeBack(notice: NoticeAbout): Promise<void> {
    if (this.#sender.sending.length > 0) return this.#draw({ anyway: true });
    const { about } = notice;
    this.#sender.dismiss(({ number }) => number === notice.number);
    await this.#show(about.queue, about.id, { anyway: true });
    await about.queue.act(about.id, "revise", {}).catch((error: unknown) => this.#sender.fail(error, about));
  }

  async #decide(choice: number | undefined): Promise<void> {
    const about = this.#current;
    const service = this.#service;
    const draft = this.#draft;
    const form = this.#form;
    const written = this.#written;
    // The page takes keys again when it is drawn.
    if (this.#isSending(about) || this.#unsure.has({ id: about.id, service })) {
      return this.#draw({ anyway: true });
    }
    if (about.queue.address === undefined && about.queue.service() !== service) {
      return this.#sender.fail(anotherService(), about);
    }
    const { fields, mistakes, firstMistake } = this.#fields(choice);
    if (mistakes.length > 0) {
      this.#shown = "";
      // The next letters are the missing text, and must not be keys that decide.
      this.#focus = `[name="${firstMistake}"]`;
      return this.#sender.notifyFailure({ about, text: mistakes.join(" ") });
    }
    this.#leave();
    const sending = this.#sender.send({ about, service, fields });
    await this.#show(about.queue, this.#nextWaiting());
    if (!(await sending)) return;
    await draft?.forget(form, written);
    // The page still shows the last review of the queue, because there was no other one when it was decided.
    if (isSame(this.#current, about)) await this.#show(about.queue, this.#nextWaiting());
  }

  /** The next waiting review has moved to the decided one's position. The same review if it still waits. */
  #nextWaiting(): string {
    const waiting = this.#idleIds(this.#queue);
    return waiting.includes(this.#id) ? this.#id : (waiting[this.#position] ?? waiting[0] ?? this.#id);
  }

  #fields(choice?: number) {
    const form = this.#form;
    const written = this.#written;
    const fields: JsonObject = {};
    const mistakes: string[] = [];
    let firstMistake: string | undefined;
    const deciding = decisionField(form);
    for (const [index, step] of form.steps.entries()) {
      const found =
        step === deciding
          ? { value: choice === undefined ? undefined : choicesOf(step)[choice] }
          : parseControlValue(step, index, written);
      if ("value" in found && found.value !== undefined) fields[step.field] = found.value;
      else if ("mistake" in found || !step.optional) {
        mistakes.push("mistake" in found ? found.mistake : t("{0} is missing.", step.field));
        firstMistake ??= controlName(index);
      }
    }
    return { fields, mistakes, firstMistake };
  }
}
