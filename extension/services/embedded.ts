/** Starts the embedded service inside the extension at its first use, and stops it when the window closes. */

import type { EmbeddedService } from "../../shared/embedded/service.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { embeddedId, type Service } from "./service.ts";

export class EmbeddedServiceLauncher {
  readonly #load: Bundles["embedded"];
  #running: Promise<EmbeddedService> | undefined;

  constructor(bundles: Bundles) {
    this.#load = bundles.embedded;
  }

  /** Undefined in VS Code for the Web without a remote machine, because no server can listen there. */
  get service(): Service | undefined {
    return this.#load && { id: embeddedId, name: t("Embedded service") };
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
