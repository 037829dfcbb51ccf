/** The report bundle in a browser. It evaluates expressions as well, because their worker is started from its text. */

export * from "./evaluating-in-browser.ts";
export * from "./expressions-in-browser.ts";
export * from "./report.ts";
