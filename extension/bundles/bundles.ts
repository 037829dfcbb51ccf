/** What is not needed at the start: each is a bundle of its own, loaded when it is first used. */

export interface Bundles {
  /** Reading and editing callboard.yml, with the YAML parser. */
  catalog(): Promise<typeof import("./catalog.ts")>;
  /** Running, reading responses and rendering reports. */
  report(): Promise<typeof import("./report.ts")>;
  /** A team's own expressions. */
  expressions(): Promise<typeof import("./expressions.ts")>;
  /** The embedded service; absent where nothing can listen. */
  readonly embedded?: () => Promise<typeof import("./embedded.ts")>;
}

export const bundles: Bundles = {
  catalog: () => import("./catalog.ts"),
  report: () => import("./report.ts"),
  expressions: () => import("./expressions.ts"),
  embedded: () => import("./embedded.ts"),
};
