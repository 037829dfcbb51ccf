/** The embedded service, started inside the extension when it is first called and gone with the window. */

import type { EmbeddedService } from "../../shared/embedded/service.ts";
import type { Parts } from "../bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";

export class Embedded {
  readonly #load: Parts["embedded"];
  #running: Promise<EmbeddedService> | undefined;

  constructor(parts: Parts) {
    this.#load = parts.embedded;
  }

  /** Not in a browser without a machine behind it: there is nothing that could listen. */
  get isPossible(): boolean {
    return this.#load !== undefined;
  }

  async start(): Promise<{ baseUrl: string; apiKey: string }> {
    if (this.#load === undefined) {
      throw new Obstacle(
        t(
          "The embedded service needs a computer to run on, which the editor in a browser lacks. Open this folder in VS Code on a computer to try it, or connect to a service.",
        ),
        [{ title: t("Connect to a service"), command: "callboard.connect" }],
      );
    }
    this.#running ??= this.#load().then(({ startEmbeddedService }) => startEmbeddedService());
    try {
      const { url, key } = await this.#running;
      return { baseUrl: url, apiKey: key };
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  dispose(): void {
    this.#running?.then(
      service => service.close(),
      () => {},
    );
    this.#running = undefined;
  }
}
