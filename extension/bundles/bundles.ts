/** Code that the start does not need. Each bundle is loaded at its first use. */

export interface Bundles {
  /** Reads and edits callboard.yml; contains the YAML parser. */
  catalog(): Promise<typeof import("./catalog.ts")>;
  /** Runs targets, reads responses and renders reports. */
  report(): Promise<typeof import("./report.ts")>;
  /** Evaluates a catalog's expressions. */
  expressions(): Promise<typeof import("./expressions.ts")>;
  /** Absent where no server can listen. */
  readonly embedded?: () => Promise<typeof import("./embedded.ts")>;
}

export const bundles: Bundles = {
  catalog: () => import("./catalog.ts"),
  report: () => import("./report.ts"),
  expressions: () => import("./expressions.ts"),
  embedded: () => import("./embedded.ts"),
};
