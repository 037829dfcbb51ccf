/**
 * Loads `pull-requests.ts` when its view is first visible, or when a person runs one of its commands or follows a link.
 * Until then, only the view, the handler of links and the names of the commands exist.
 */

import type { ExtensionContext } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { once } from "../editor/once.ts";
import type { VSCode } from "../editor/vscode.ts";
import { loadPendingLink } from "../pulls/pending-link.ts";
import type { PullRequestState } from "../pulls/watcher.ts";
import type { QueueAddress, ReviewQueue } from "../reviews/queue.ts";
import type { ReviewSection } from "../views/reviews.ts";
import type { RowSubject, ViewRow } from "../views/row.ts";
import { rowContext } from "../views/row-context.ts";
import { RowView } from "../views/row-view.ts";
import type { PullRequestCommand } from "./command-table.ts";
import type { PullRequests } from "./pull-requests.ts";

interface OnDemandDeps {
  readonly vscode: VSCode;
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly load: () => Promise<PullRequests>;
  readonly showReviews: (sections: readonly ReviewSection[]) => void;
  readonly showTests: (states: readonly PullRequestState[]) => void;
  readonly fail: (error: unknown) => void;
}

export class LazyPullRequests extends Disposables {
  readonly #loadOnce: () => Promise<PullRequests>;
  readonly #showReviews: OnDemandDeps["showReviews"];
  readonly #showTests: OnDemandDeps["showTests"];
  readonly #view: RowView;
  #loaded: PullRequests | undefined;

  constructor({ vscode, context, clock, load, showReviews, showTests, fail }: OnDemandDeps) {
    super();
    this.#loadOnce = once(() => this.#create(load));
    this.#showReviews = showReviews;
    this.#showTests = showTests;
    this.#view = this.register(
      new RowView(vscode, "callboard.pull", {
        ready: async () => {
          await this.#loadOnce();
        },
        current: () => this.#loaded?.rows() ?? [lookingRow()],
      }),
    );
    this.register(
      vscode.window.registerUriHandler({
        handleUri: link =>
          this.#loadOnce()
            .then(pullRequests => pullRequests.followLink(link))
            .catch(fail),
      }),
    );
    const followPending = () => {
      if (loadPendingLink(context.globalState, clock.now()) === undefined) return;
      this.#loadOnce()
        .then(pullRequests => pullRequests.followPendingLink())
        .catch(fail);
    };
    followPending();
    // Another window may have saved a link for this one, which can read the link only a moment after getting the focus.
    this.register(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) clock.after(1000, followPending);
      }),
    );
  }

  async run(name: PullRequestCommand, chosen: RowSubject | undefined): Promise<void> {
    await (await this.#loadOnce()).commands[name](chosen);
  }

  async reviewsAt(report: QueueAddress): Promise<ReviewQueue> {
    return (await this.#loadOnce()).reviewsAt(report);
  }

  async #create(load: OnDemandDeps["load"]): Promise<PullRequests> {
    const loaded = this.register(await load());
    this.#loaded = loaded;
    this.register(
      loaded.onDidChange(() => {
        this.#view.refresh();
        this.#showReviews(loaded.waitingReviewRows());
        this.#showTests(loaded.states);
      }),
    );
    this.#view.onVisibility(isInSight => {
      loaded.isInSight = isInSight;
    });
    return loaded;
  }
}

function lookingRow(): ViewRow {
  const text = t("Looking for the pull request…");
  return {
    id: "pulls",
    label: text,
    icon: { name: "loading~spin" },
    context: rowContext("pullNotice"),
    spoken: text,
    subject: { type: "earlier" },
  };
}
