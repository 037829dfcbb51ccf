/** The parts that are not needed at the start: each is a bundle of its own, loaded when it is first used. */

export interface Parts {
  /** Reading and editing callboard.yml, with the YAML parser. */
  catalog(): Promise<typeof import("./parts/catalog.ts")>;
  /** Reading responses and rendering reports. */
  report(): Promise<typeof import("./parts/report.ts")>;
  /** A team's own expressions, with JSONata. */
  expressions(): Promise<typeof import("./parts/expressions.ts")>;
  /** The embedded service; absent where nothing can listen. */
  readonly embedded?: () => Promise<typeof import("./parts/embedded.ts")>;
}

export const parts: Parts = {
  catalog: () => import("./parts/catalog.ts"),
  report: () => import("./parts/report.ts"),
  expressions: () => import("./parts/expressions.ts"),
  embedded: () => import("./parts/embedded.ts"),
};
