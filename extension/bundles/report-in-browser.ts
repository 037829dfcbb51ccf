/** Two bundles as one: in a browser they have no chunks in common, and each would hold the reader. */

export * from "./expressions-in-browser.ts";
export * from "./report.ts";
