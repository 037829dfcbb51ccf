/** Bundles as one: in a browser they have no chunks in common, and each would hold the reader or its words. */

export * from "./evaluating-in-browser.ts";
export * from "./expressions-in-browser.ts";
export * from "./report.ts";
