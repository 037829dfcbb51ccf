/**
 * What is about pull requests, loaded when its view is first in sight, one of its commands is run or a link is followed.
 * Until then nothing of it is there but the view itself, which is closed at first, and the names of commands.
 */

import type { ExtensionContext } from "vscode";
import type { Clock } from "../shared/clock.ts";
import type { PullCommand } from "./commands/table.ts";
import { Disposables } from "./editor/disposables.ts";
import { t } from "./editor/l10n.ts";
import type { VSCode } from "./editor/vscode.ts";
import { pendingLink } from "./links/pending.ts";
import type { PullRequests } from "./pull-requests.ts";
import type { Row, Subject } from "./views/row.ts";
import { RowView } from "./views/row-view.ts";

interface OnDemandDeps {
  readonly vscode: VSCode;
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly load: () => Promise<PullRequests>;
  readonly fail: (error: unknown) => void;
}

export class PullRequestsOnDemand extends Disposables {
  readonly #load: () => Promise<PullRequests>;
  readonly #view: RowView;
  #loading: Promise<PullRequests> | undefined;
  #loaded: PullRequests | undefined;

  constructor({ vscode, context, clock, load, fail }: OnDemandDeps) {
    super();
    this.#load = load;
    this.#view = this.own(
      new RowView(vscode, "callboard.pull", {
        ready: async () => {
          await this.#half();
        },
        now: () => this.#loaded?.rows() ?? [lookingRow()],
      }),
    );
    this.own(
      vscode.window.registerUriHandler({
        handleUri: link =>
          this.#half()
            .then(half => half.follow(link))
            .catch(fail),
      }),
    );
    const goOn = () => {
      if (pendingLink(context.globalState, clock.now()) === undefined) return;
      this.#half()
        .then(half => half.goOn())
        .catch(fail);
    };
    goOn();
    // Its folder may be open in another window already; what one keeps is known to others a moment later.
    this.own(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) clock.after(1000, goOn);
      }),
    );
  }

  async run(name: PullCommand, chosen: Subject | undefined): Promise<void> {
    await (await this.#half()).commands[name](chosen);
  }

  /** One that could not be loaded is loaded again. */
  #half(): Promise<PullRequests> {
    this.#loading ??= this.#begin().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #begin(): Promise<PullRequests> {
    const loaded = this.own(await this.#load());
    this.#loaded = loaded;
    this.own(loaded.onDidChange(() => this.#view.refresh()));
    this.#view.onSight(isInSight => {
      loaded.isInSight = isInSight;
    });
    return loaded;
  }
}

function lookingRow(): Row {
  const text = t("Looking for the pull request…");
  return {
    id: "pulls",
    label: text,
    icon: { name: "loading~spin" },
    context: "pullNotice",
    spoken: text,
    subject: { type: "earlier" },
  };
}
