/**
 * Starts the embedded service inside the extension at its first use, and stops it when the window closes. Its records and
 * runs are stored, so that a reload loses none, and the windows of a folder share them.
 */

import type { EmbeddedService } from "../../shared/embedded/service.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Storage } from "../editor/storage.ts";
import { embeddedId, type Service } from "./service.ts";

const file = "embedded service.json";

export class EmbeddedServiceLauncher {
  readonly #load: Bundles["embedded"];
  readonly #storage: Storage;
  #running: Promise<EmbeddedService> | undefined;

  constructor(bundles: Bundles, storage: Storage) {
    this.#load = bundles.embedded;
    this.#storage = storage;
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
    this.#running ??= this.#load().then(async ({ startEmbeddedService }) =>
      startEmbeddedService({
        store: {
          load: () => this.#storage.read(file),
          save: state => this.#storage.write(file, state),
        },
      }),
    );
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
