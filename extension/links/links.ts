/**
 * Takes up addresses by which a pull request's comment leads into the editor. Nothing is sent: a review's page is shown,
 * where a person decides; one that nobody has mentioned here is added only when they say so.
 */

import type { Uri } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Records } from "../records/records.ts";
import type { Memories } from "../services/memory.ts";
import type { Services } from "../services/services.ts";
import { type Linked, linkedBy, type Strange } from "./address.ts";

interface LinksOptions {
  readonly vscode: VSCode;
  readonly services: Services;
  readonly memories: Memories;
  readonly records: Records;
  readonly openReview: (id: string) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

export class Links extends Disposables {
  readonly #with: LinksOptions;

  constructor(options: LinksOptions) {
    super();
    this.#with = options;
    this.own(
      options.vscode.window.registerUriHandler({
        handleUri: uri => this.#follow(uri).catch((error: unknown) => options.fail(error)),
      }),
    );
  }

  async #follow(uri: Uri): Promise<void> {
    const linked = linkedBy(uri);
    if (typeof linked === "string") {
      throw new Obstacle(t("This address leads nowhere here: {0}", whyNowhere(linked)));
    }
    if (linked.what === "report") {
      const { repository, pull } = linked;
      throw new Obstacle(
        t("This report is on pull request #{0} of {1}; its reviews open here.", pull, repository),
      );
    }
    await this.#showReview(linked);
  }

  async #showReview({ id, repository, pull }: Linked & { readonly what: "review" }): Promise<void> {
    const { vscode, services, memories, records, openReview } = this.#with;
    const service = services.requireCurrent();
    if (records.find(`review ${id}`) === undefined) {
      const add = t("Add it");
      const question = t(
        "The review {0} was not mentioned here yet. Add it to those of {1}?",
        id,
        service.name,
      );
      const detail = t("A link on pull request #{0} of {1} leads to it. Nothing is sent.", pull, repository);
      const options = { modal: true, detail: inMessage(detail) };
      if ((await vscode.window.showInformationMessage(inMessage(question), options, add)) !== add) return;
      await memories.of(service).learn([{ kind: "review", id }], new Map());
    }
    await openReview(id);
  }
}

function whyNowhere(strange: Strange): string {
  return {
    "no-such-page": t("there is no such page."),
    "another-parameter": t("it says something that is not expected there."),
    "no-repository": t("it names no repository."),
    "no-pull-request": t("it names no pull request."),
    "no-review": t("it names no review."),
    "no-report": t("it names no report."),
  }[strange];
}
