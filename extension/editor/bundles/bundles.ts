/** Code that is not needed when the extension starts. Each bundle is loaded at its first use. */

export interface Bundles {
  catalog(): Promise<typeof import("./catalog.ts")>;
  report(): Promise<typeof import("./report.ts")>;
  expressions(): Promise<typeof import("./expressions.ts")>;
  /** Absent in a browser, where no server can listen. */
  readonly embedded?: () => Promise<typeof import("./embedded.ts")>;
}

export const bundles: Bundles = {
  catalog: () => import("./catalog.ts"),
  report: () => import("./report.ts"),
  expressions: () => import("./expressions.ts"),
  embedded: () => import("./embedded.ts"),
};
